"""The menu of hosts, and questions before their actions."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.duplicate import is_played_alone
from bot.league.tournaments.formats.kinds import current_round, kind_of
from bot.league.tournaments.hosting.several_results import enterable, results_button
from bot.league.tournaments.messages import series_button
from bot.league.tournaments.progress.clock import team_with_walkover
from bot.league.tournaments.progress.undoing import NothingToUndo, Undo, UndoStep, plan_undo
from bot.league.tournaments.questions import confirmation
from bot.league.tournaments.showing.about import MANNERS, hosts_line, manner_of
from bot.league.tournaments.showing.names import team_name, versus
from bot.league.tournaments.showing.pairings import score_text
from bot.league.tournaments.showing.standings import first_lines
from bot.locales import Words
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    ClickKind,
    Entity,
    EntitySelect,
    Row,
    Style,
)
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, escape
from storage.league.tournament_values import Pairing, PairingState, Tournament, TournamentStage

ASKED: Final[Mapping[str, ClickKind]] = {
    "withdraw": TournamentClick.WITHDRAW,
    "close": TournamentClick.CLOSE,
    "cancel": TournamentClick.CANCEL,
    "undo": TournamentClick.UNDO,
}
"""The actions that need a confirmation."""


def confirm_tournament(
    tournament: Tournament, what: str, number: int, reader: Reader, details: Sequence[str] = ()
) -> Message:
    """Return the question before an action in a tournament.

    :param what: one of `ASKED`.
    :param number: the round; the revision that is to be undone.
    """
    w, kind = reader.words, ASKED[what]
    manner = manner_of(tournament) if tournament.pairings else "points"
    key = f"tournament.ask_close.{manner}" if what == "close" else f"tournament.ask.{what}"
    if what == "withdraw" and kind_of(tournament).is_timed:
        key = "tournament.ask.withdraw_arena"
    lines = [w(key, title=bold(tournament.title), round=number), *details]
    return confirmation(lines, ClickAddress(kind, str(tournament.id), number), w)


def confirm_remove(
    tournament: Tournament, after: Tournament, user_id: int, names: Mapping[int, str], reader: Reader
) -> Message:
    """Return the question before a person is withdrawn, with its effect.

    :param after: the tournament without the person.
    """
    w, is_open = reader.words, tournament.stage is TournamentStage.OPEN
    own = tournament.participant(user_id)
    partners = [one for one in tournament.teams.get(own.team, ()) if one != own] if own is not None and own.team else []
    lines = [w("tournament.ask.remove", name=bold(called(names, user_id, w)), title=bold(tournament.title))]
    if is_open and own is not None and not own.waits:
        lines.append(w("tournament.ask.remove.place"))
    if partners:
        named = w.list([bold(called(names, one.user_id, w)) for one in partners])
        key = f"tournament.ask.remove.{'alone' if is_open else 'team'}"
        lines.append(w(w.for_people(key, len(partners)), names=named))
    now = {one.id: one for one in after.pairings}
    won = [one for one in tournament.open_pairings if now.get(one.id, one).state is PairingState.BYE]
    if won:
        key = "average" if kind_of(tournament).shares_deals else "walkovers"
        shown = [f"· {versus(one, tournament, names, w)}" for one in won]
        lines += [w(f"tournament.ask.remove.{key}"), first_lines(shown, w)]
    address = ClickAddress(TournamentClick.REMOVE, str(tournament.id), user_id, str(tournament.revision))
    return confirmation(lines, address, w)


def confirm_half_place(tournament: Tournament, user_id: int, name: str, reader: Reader) -> Message:
    """Return the question before a person without a partner takes half of the last place of a team."""
    w = reader.words
    text = w("tournament.ask.half_place", name=bold(name), title=bold(tournament.title))
    return confirmation([text], ClickAddress(TournamentClick.ADD, str(tournament.id), user_id), w, Style.GO)


UNDO_END_S: Final = 86_400.0
"""The seconds in which the menu offers to undo the end."""


def host_menu(
    tournament: Tournament, names: Mapping[int, str], reader: Reader, now: float, *, may_cancel: bool, may_create: bool
) -> Message:
    """Return the actions of a tournament's hosts.

    :param may_cancel: whether the person may cancel it; co-hosts may not.
    :param may_create: whether the person may create tournaments.
    """
    w, number, is_live = reader.words, current_round(tournament), tournament.stage.is_live

    def ask(what: str, key: str, style: Style = Style.PLAIN) -> Button:
        return Button(ClickAddress(TournamentClick.ASK, str(tournament.id), number, what), w(key), style)

    rows: list[Row] = []
    if tournament.stage is TournamentStage.RUNNING:
        what = "resume" if tournament.is_paused else "pause"
        pause = Button(ClickAddress(TournamentClick.PAUSE, str(tournament.id), 0, what), w(f"tournament.button.{what}"))
        close = "end" if kind_of(tournament).is_timed else "close"
        undo = () if kind_of(tournament).is_timed else (ask("undo", "tournament.button.undo"),)
        usual = () if tournament.is_paused else (ask("close", f"tournament.button.{close}"), *undo)
        can_enter = enterable(tournament) and not kind_of(tournament).shares_deals
        rows.append((pause, *usual, *((results_button(tournament, w),) if can_enter else ())))
    own = []
    if is_live:
        own.append(Button(ClickAddress(TournamentClick.EDIT, str(tournament.id)), w("tournament.button.edit")))
    if tournament.stage is TournamentStage.OVER and now < (tournament.ended_at or now) + UNDO_END_S:
        with suppress(NothingToUndo):
            plan_undo(tournament, now)
            own.append(ask("undo", "tournament.button.undo_end"))
    if may_create and not is_live:
        again = ClickAddress(TournamentClick.AGAIN, str(tournament.id))
        own.append(Button(again, w("tournament.button.again"), Style.MAIN))
    if may_cancel and is_live:
        own.append(ask("cancel", "tournament.button.cancel", Style.DANGER))
    own.append(series_button(w))
    rows.append(tuple(own))
    if tournament.stage is TournamentStage.CANCELLED:
        return Message(w("tournament.host.menu_cancelled", title=bold(tournament.title)), rows=tuple(rows))
    if is_live:
        address = ClickAddress(TournamentClick.PERSON, str(tournament.id))
        rows.append((EntitySelect(address, Entity.USER, (), w("tournament.host.person"), least=1),))
    text = w("tournament.host.menu", title=bold(tournament.title), command=reader.command("tournament-host result"))
    return Message(f"{text}\n-# {escape(hosts_line(tournament, names, w))}", rows=tuple(rows))


def confirm_hand_over(tournament: Tournament, user_id: int, name: str, reader: Reader, *, stays: bool) -> Message:
    """Return the question before a tournament gets another host.

    :param stays: whether the person becomes a co-host.
    """
    w = reader.words
    text = w("tournament.ask.hand_over", title=bold(tournament.title), name=bold(name))
    text = f"{text} {w('tournament.ask.hand_over.stay')}" if stays else text
    return confirmation([text], ClickAddress(TournamentClick.HAND_OVER, str(tournament.id), user_id), w)


def confirm_swap(
    tournament: Tournament,
    teams: tuple[int, int],
    named: Sequence[str],
    before: Sequence[str],
    after: Sequence[str],
    reader: Reader,
) -> Message:
    """Return the question before two teams are swapped.

    :param named: the escaped names of both teams.
    :param before: the changed pairings of the round as they are, and `after` as they would be.
    """
    w, number = reader.words, current_round(tournament)
    one, other = (f"**{name}**" for name in named)
    lines = [w("tournament.ask.swap", one=one, other=other, title=bold(tournament.title), round=number)]
    lines += [*(f"· ~~{line}~~" for line in before), *(f"· {line}" for line in after)]
    address = ClickAddress(TournamentClick.SWAP, str(tournament.id), tournament.revision, f"{teams[0]}/{teams[1]}")
    return confirmation(lines, address, w)


def still_in_play(
    tournament: Tournament, pairings: Sequence[Pairing], names: Mapping[int, str], w: Words
) -> tuple[str, ...]:
    """Return lines about running matches, before closing a round."""
    if not pairings or kind_of(tournament).is_timed:
        return ()
    lines = [f"· {versus(one, tournament, names, w)}" for one in pairings]
    key = {"deals": "in_play_deals", "deals_people": "in_play_people"}.get(manner_of(tournament), "in_play")
    return (w(f"tournament.ask.close.{key}"), first_lines(lines, w))


def still_claimed(
    tournament: Tournament, pairings: Sequence[Pairing], names: Mapping[int, str], w: Words
) -> tuple[str, ...]:
    """Return lines about unanswered reports, before closing a round."""
    lines = [f"· {versus(one, tournament, names, w)}" for one in pairings]
    return (w("tournament.ask.close.claimed"), first_lines(lines, w)) if lines else ()


def still_ahead(
    tournament: Tournament, waiting: Mapping[int, Sequence[int]], names: Mapping[int, str], w: Words
) -> tuple[str, ...]:
    """Return lines about pairings that their leaders win, before closing a round.

    :param waiting: see `still_waiting`.
    """
    led = [one for one in tournament.open_pairings if one.round <= current_round(tournament) and one.leader is not None]
    ahead = [one for one in led if team_with_walkover(tournament, one, waiting.get(one.id, ())) is None]
    lines = [f"· {versus(one, tournament, names, w)} · {score_text(tournament, one)}" for one in ahead]
    return (w("tournament.ask.close.ahead"), first_lines(lines, w)) if lines else ()


def still_waiting(
    tournament: Tournament, waiting: Mapping[int, Sequence[int]], names: Mapping[int, str], w: Words
) -> tuple[str, ...]:
    """Return lines about waiting tables, before closing a round.

    :param waiting: the users in the lobby of each pairing, by the pairing's id.
    """
    if not waiting or kind_of(tournament).is_timed:
        return ()
    pairings = [one for one in tournament.open_pairings if one.id in waiting and one.round <= current_round(tournament)]
    lines = [f"· {_waiting_line(tournament, one, waiting[one.id], names, w)}" for one in pairings]
    return (w("tournament.ask.close.waiting"), first_lines(lines, w)) if lines else ()


def _waiting_line(
    tournament: Tournament, pairing: Pairing, sitting: Sequence[int], names: Mapping[int, str], w: Words
) -> str:
    members = [member.user_id for team in pairing.teams for member in tournament.teams[team]]
    here = [bold(called(names, one, w)) for one in members if one in sitting]
    missing = [bold(called(names, one, w)) for one in members if one not in sitting]
    winner = team_with_walkover(tournament, pairing, sitting)
    if not missing:
        if kind_of(tournament).shares_deals or winner is None:
            return w("tournament.ask.close.all_sit", here=w.list(here))
        first = bold(team_name(tournament, winner, names, w))
        return w("tournament.ask.close.waited", here=w.list(here), name=first)
    key = "some_sit" if winner is None else "left_alone"
    key = "average" if kind_of(tournament).shares_deals else key
    return w(f"tournament.ask.close.{key}", here=w.list(here), missing=w.list(missing))


def undo_details(tournament: Tournament, undo: Undo, names: Mapping[int, str], w: Words) -> tuple[str, ...]:
    """Return lines about the effect of undoing the last step, which name the running matches."""
    lines = [w(f"tournament.undo.{undo.step}", round=undo.round)]
    if undo.reopened:
        lines.append(w.count("tournament.undo.reopened", undo.reopened))
    if undo.played:
        key = "tournament.undo.dropped" if undo.step is UndoStep.START else "tournament.undo.kept"
        lines.append(w.count(key, undo.played))
    again = {one.id for one in undo.after.pairings}
    for key, found in (
        ("again", [one for one in undo.running if one.id in again]),
        (undo.step.value, [one for one in undo.running if one.id not in again]),
    ):
        if found:
            lines.append(w(f"tournament.undo.running.{key}"))
            lines.append(first_lines([f"· {versus(one, tournament, names, w)}" for one in found], w))
    return tuple(lines)


def last_round(tournament: Tournament, closed: Tournament, w: Words) -> tuple[str, ...]:
    """Return lines about the end of the tournament, if closing the round ends it.

    :param closed: the tournament after the round was closed.
    """
    number = current_round(tournament)
    if closed.stage is not TournamentStage.OVER or kind_of(tournament).is_timed:
        return ()
    paired = [one for one in tournament.pairings if one.round == number and len(one.sides) > 1]
    left = sum(one.state is PairingState.OPEN for one in paired)
    return (w("tournament.ask.close.last", count=left, total=len(paired)),)


def started_text(tournament: Tournament, wished: int, w: Words) -> str:
    """Return the confirmation of a start, with byes or group sizes.

    :param wished: the wished number of rounds, 0 for as many as needed; with few teams not all are possible.
    """
    said = w("tournament.started", title=bold(tournament.title))
    kind = kind_of(tournament)
    if tournament.rounds < wished:
        said = f"{said} {w.count('tournament.fewer_rounds', tournament.rounds)}"
    groups = kind.groups(tournament)
    if groups:
        return f"{said} {w('tournament.group_sizes', sizes=w.list([str(len(one)) for one in groups]))}"
    free = sum(one.round == 1 and len(one.sides) == 1 and not is_played_alone(one) for one in tournament.pairings)
    key = "tournament.rest_first_round" if kind.bracket(tournament) else "tournament.rest_each_round"
    return f"{said} {w.count(key, free)}" if free else said


COMPLETES: Final = {
    "tournament.ask_close.{}": MANNERS,
    "tournament.ask.close.{}": ("in_play", "in_play_deals", "in_play_people", "average", "some_sit", "left_alone"),
    "tournament.ask.{}": ASKED.keys() - {"close"},
    "tournament.ask.remove.{}": ("alone", "team", "average", "walkovers"),
    "tournament.button.{}": ("close", "end", "pause", "resume"),
    "tournament.undo.{}": UndoStep,
    "tournament.undo.running.{}": ("again", *UndoStep),
}
