"""Tournament questions about teams, pairings and actions, and their answers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.league.names import called
from bot.league.tournaments.duplicate import is_played_alone
from bot.league.tournaments.formats import current_round, kind_of
from bot.league.tournaments.messages import MANNERS, first_lines, manner_of, plain_team_name, score_text, versus
from bot.league.tournaments.several_results import enterable, results_button
from bot.league.tournaments.steps import Undo, UndoStep, team_left_alone
from bot.locales import Words
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    Form,
    Kind,
    Row,
    SelectOption,
    Style,
    TextField,
    select_rows,
)
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_BUTTON_LABEL, MAX_OPTION_TEXT, MAX_PLACEHOLDER, bold, message_link, truncate
from storage.league.tournaments import Pairing, Tournament, TournamentStage

NEW_TEAM: Final = "0"
"""The value of the choice to found a team."""

LONGEST_TEAM_NAME: Final = 30
"""The most characters of a team's name."""

TEAM_NAME_FIELD: Final = "team"

ASKED: Final[Mapping[str, Kind]] = {
    "withdraw": Kind.TOURNAMENT_WITHDRAW,
    "close": Kind.TOURNAMENT_CLOSE,
    "cancel": Kind.TOURNAMENT_CANCEL,
    "undo": Kind.TOURNAMENT_UNDO,
}
"""The actions that need a confirmation."""


def choose_team(tournament: Tournament, user_id: int, names: Mapping[int, str], reader: Reader) -> Message:
    """Return the choice of incomplete teams, or of a new one.

    Above are the people who ask the reader, with the buttons to answer, and the reader's own question.
    """
    w, own = reader.words, tournament.participant(user_id)
    lacking = [
        (team, members)
        for team, members in tournament.teams.items()
        if len(members) < tournament.entry_size and (own is None or team != own.team)
    ]
    options = [SelectOption(w("tournament.new_team"), NEW_TEAM)]
    options += [
        SelectOption(
            truncate(plain_team_name(tournament, team, names, w), MAX_OPTION_TEXT),
            str(team),
            f"{len(members)}/{tournament.entry_size}",
        )
        for team, members in lacking
    ]
    address = ClickAddress(Kind.TOURNAMENT_TEAM, str(tournament.id))
    question = w("tournament.choose_team")
    rows: tuple[Row, ...] = select_rows(address, options, truncate(question, MAX_PLACEHOLDER))[:_MOST_SELECTS]
    lines = [question]
    if own is not None and tournament.asked_team(own) is not None:
        lines.insert(0, w("tournament.partner.asking", name=bold(called(names, own.asks_id or 0, w))))
        back = ClickAddress(Kind.TOURNAMENT_UNASK, str(tournament.id))
        rows = (*rows, (Button(back, w("tournament.partner.button.take_back")),))
    asking = [one for one in tournament.people if own is not None and tournament.asked_team(one) == own.team]
    for one in asking[: _MOST_ROWS - len(rows)]:
        name = called(names, one.user_id, w)
        lines.insert(0, w("tournament.partner.asks", name=bold(name)))
        rows = (*rows, _partner_buttons(tournament, one.user_id, w, name))
    return Message("\n".join(lines), rows=rows)


_MOST_SELECTS: Final = 3
_MOST_ROWS: Final = 5


def _partner_buttons(tournament: Tournament, asker: int, w: Words, name: str = "") -> tuple[Button, ...]:
    """Return the buttons to answer a person; with a name where several ask."""

    def at(answer: str) -> ClickAddress:
        return ClickAddress(Kind.TOURNAMENT_PARTNER, str(tournament.id), 0, f"{answer}/{asker}")

    yes, no = w("tournament.partner.button.yes"), w("tournament.partner.button.no")
    about = f": {name}" if name else ""
    return (
        Button(at("yes"), truncate(f"{yes}{about}", MAX_BUTTON_LABEL), Style.GO),
        Button(at("no"), truncate(f"{no}{about}", MAX_BUTTON_LABEL)),
    )


def partner_question(
    tournament: Tournament,
    asker: int,
    people: Collection[int],
    names: Mapping[int, str],
    mentioned: Collection[int],
    reader: Reader,
    *,
    direct: bool = False,
) -> Message:
    """Return the question of a person who wants to join a team.

    :param mentioned: the members who want to be mentioned; the others are named.
    :param direct: whether it is a direct message, which has a link instead of buttons.
    """
    w, who = reader.words, bold(called(names, asker, reader.words))
    if direct:
        where = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
        return Message(f"{w('tournament.partner.own', title=bold(tournament.title), name=who)} [↗]({where})")
    listed = w.list([f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in people])
    text = w("tournament.partner.question", title=bold(tournament.title), people=listed, name=who)
    return Message(text, rows=(_partner_buttons(tournament, asker, w),), mentions=tuple(mentioned))


PARTNER_ANSWERS: Final = ("accepted", "declined", "too_late")


def partner_answer(
    tournament: Tournament,
    who: str,
    people: Collection[int],
    names: Mapping[int, str],
    mentioned: Collection[int],
    reader: Reader,
    answer: str,
) -> Message:
    """Return the news of an answer to the people who asked.

    :param answer: one of `PARTNER_ANSWERS`.
    """
    w = reader.words
    listed = w.list([f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in people])
    text = w(f"tournament.partner.answer.{answer}", title=bold(tournament.title), people=listed, name=bold(who))
    return Message(text, mentions=tuple(mentioned))


def team_name_form(tournament: Tournament, team: int, reader: Reader) -> Form:
    """Return the form for the name of a team."""
    w = reader.words
    filled = tournament.team_names.get(team, "")
    field = TextField(
        TEAM_NAME_FIELD, w("tournament.team_name.field"), LONGEST_TEAM_NAME, required=False, filled=filled
    )
    address = ClickAddress(Kind.TOURNAMENT_NAMED, str(tournament.id))
    return Form(address, w("tournament.button.name"), (field,), w("tournament.team_name.note"))


def choose_pairing(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    own: int,
    names: Mapping[int, str],
    reader: Reader,
    kind: Kind,
) -> Message:
    """Return the open pairings of team `own`, to choose one.

    :param kind: the kind of the choice: opens a table, or reports a result.
    """
    w = reader.words
    options = tuple(
        SelectOption(
            truncate(f"{one.round}. {_others(tournament, one, own, names, w)}", MAX_OPTION_TEXT),
            str(one.id),
        )
        for one in pairings
    )
    question = w("tournament.choose_pairing" if kind is Kind.TOURNAMENT_TABLE else "tournament.claim.choose")
    address = ClickAddress(kind, str(tournament.id))
    return Message(question, rows=select_rows(address, options, truncate(question, MAX_PLACEHOLDER)))


def round_ended(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    names: Mapping[int, str],
    reader: Reader,
    clicked: ClickAddress,
) -> Message:
    """Return the answer to a button of an ended round: the pairing now, with such a button.

    :param pairings: the open pairings of the person.
    """
    w = reader.words
    lines = [w("tournament.round_ended", round=clicked.number, pairing=versus(pairings[0], tournament, names, w))]
    lines += [f"· {versus(one, tournament, names, w)}" for one in pairings[1:]]
    address = replace(clicked, number=current_round(tournament))
    key = "tournament.button.table" if clicked.kind is Kind.TOURNAMENT_TABLE else "tournament.button.report"
    return Message(first_lines(lines, w), rows=((Button(address, w(key), Style.GO),),))


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
    text = "\n".join([w(key, title=bold(tournament.title), round=number), *details])
    yes = Button(ClickAddress(kind, str(tournament.id), number), w("table.button.confirm"), Style.DANGER)
    no = Button(ClickAddress(Kind.KEEP), w("table.button.keep"))
    return Message(text, rows=((yes, no),))


def host_menu(tournament: Tournament, reader: Reader, *, may_cancel: bool, may_create: bool) -> Message:
    """Return the actions of a tournament's hosts.

    :param may_cancel: whether the person may cancel it; co-hosts may not.
    :param may_create: whether the person may create tournaments.
    """
    w, number, is_live = reader.words, current_round(tournament), tournament.stage.is_live

    def ask(what: str, key: str, style: Style = Style.PLAIN) -> Button:
        return Button(ClickAddress(Kind.TOURNAMENT_ASK, str(tournament.id), number, what), w(key), style)

    rows = []
    if tournament.stage is TournamentStage.RUNNING:
        what = "resume" if tournament.is_paused else "pause"
        pause = Button(ClickAddress(Kind.TOURNAMENT_PAUSE, str(tournament.id), 0, what), w(f"tournament.button.{what}"))
        close = "end" if kind_of(tournament).is_timed else "close"
        undo = () if kind_of(tournament).is_timed else (ask("undo", "tournament.button.undo"),)
        usual = () if tournament.is_paused else (ask("close", f"tournament.button.{close}"), *undo)
        rows.append((pause, *usual))
        if enterable(tournament) and not kind_of(tournament).shares_deals:
            rows.append((results_button(tournament, w),))
    own = []
    if may_create:
        own.append(Button(ClickAddress(Kind.TEMPLATE_SAVE, str(tournament.id)), w("template.button.save")))
        if not is_live:
            again = ClickAddress(Kind.TOURNAMENT_AGAIN, str(tournament.id))
            own.insert(0, Button(again, w("tournament.button.again"), Style.MAIN))
    if may_cancel and is_live:
        own.append(ask("cancel", "tournament.button.cancel", Style.DANGER))
    rows += [tuple(own)] if own else []
    if tournament.stage is TournamentStage.CANCELLED:
        return Message(w("tournament.host.menu_cancelled", title=bold(tournament.title)), rows=tuple(rows))
    usable = ("result", "edit", "add", "remove", "co-host") if is_live else ("result", "walkover")
    commands = [f"tournament-host {one}" for one in usable]
    told = ", ".join(reader.command(one) for one in commands)
    return Message(w("tournament.host.menu", title=bold(tournament.title), commands=told), rows=tuple(rows))


def confirm_hand_over(tournament: Tournament, user_id: int, name: str, reader: Reader) -> Message:
    """Return the question before a tournament gets another host."""
    w = reader.words
    text = w("tournament.ask.hand_over", title=bold(tournament.title), name=bold(name))
    address = ClickAddress(Kind.TOURNAMENT_HAND_OVER, str(tournament.id), user_id)
    yes = Button(address, w("table.button.confirm"), Style.DANGER)
    return Message(text, rows=((yes, Button(ClickAddress(Kind.KEEP), w("table.button.keep"))),))


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
    address = ClickAddress(Kind.TOURNAMENT_SWAP, str(tournament.id), tournament.revision, f"{teams[0]}/{teams[1]}")
    yes = Button(address, w("table.button.confirm"), Style.DANGER)
    return Message("\n".join(lines), rows=((yes, Button(ClickAddress(Kind.KEEP), w("table.button.keep"))),))


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


def still_ahead(tournament: Tournament, names: Mapping[int, str], w: Words) -> tuple[str, ...]:
    """Return lines about pairings that their leaders win, before closing a round."""
    now = current_round(tournament)
    ahead = [one for one in tournament.open_pairings if one.round <= now and one.leader is not None]
    lines = [f"· {versus(one, tournament, names, w)} · {score_text(tournament, one)}" for one in ahead]
    return (w("tournament.ask.close.ahead"), first_lines(lines, w)) if lines else ()


def still_waiting(
    tournament: Tournament, waiting: Mapping[int, Collection[int]], names: Mapping[int, str], w: Words
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
    tournament: Tournament, pairing: Pairing, sitting: Collection[int], names: Mapping[int, str], w: Words
) -> str:
    everybody = [member.user_id for team in pairing.teams for member in tournament.teams[team]]
    here = [bold(called(names, one, w)) for one in everybody if one in sitting]
    missing = [bold(called(names, one, w)) for one in everybody if one not in sitting]
    if not missing:
        return w("tournament.ask.close.all_sit", here=w.list(here))
    if kind_of(tournament).shares_deals:
        key = "average"
    else:
        key = "some_sit" if team_left_alone(tournament, pairing, sitting) is None else "left_alone"
    return w(f"tournament.ask.close.{key}", here=w.list(here), missing=w.list(missing))


def undo_details(undo: Undo, w: Words) -> tuple[str, ...]:
    """Return lines about the effect of undoing the last step."""
    lines = [w(f"tournament.undo.{undo.step}", round=undo.round)]
    if undo.reopened:
        lines.append(w.count("tournament.undo.reopened", undo.reopened))
    if undo.played:
        key = "tournament.undo.dropped" if undo.step is UndoStep.START else "tournament.undo.kept"
        lines.append(w.count(key, undo.played))
    return tuple(lines)


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


def call_to_table(
    tournament: Tournament, pairing: Pairing, host: str, people: Mapping[int, str], board: str, reader: Reader
) -> Message:
    """Return the call to a newly opened table of a pairing.

    :param host: the name of the person who opened it.
    :param people: the others by id; "" to mention one, or the name of one who does not want it.
    """
    return _call("tournament.called", tournament, pairing, host, people, board, reader)


def call_to_start(
    tournament: Tournament, pairing: Pairing, present: str, people: Mapping[int, str], board: str, reader: Reader
) -> Message:
    """Return the call to press Start at a full table; see `call_to_table`.

    :param present: the name of a player who is at the table.
    """
    return _call("tournament.called.start", tournament, pairing, present, people, board, reader)


def _call(
    key: str, tournament: Tournament, pairing: Pairing, host: str, people: Mapping[int, str], board: str, reader: Reader
) -> Message:
    w = reader.words
    persons = w.list([bold(name) if name else f"<@{one}>" for one, name in people.items()])
    title = w("tournament.round_of", title=bold(tournament.title), round=pairing.round)
    text = w(key, people=persons, host=bold(host), title=title, button=bold(w("lobby.button.start")))
    return Message(f"{text} [↗]({board})", mentions=tuple(one for one, name in people.items() if not name))


def _others(tournament: Tournament, pairing: Pairing, own: int, names: Mapping[int, str], w: Words) -> str:
    others = (team for team in pairing.teams if team != pairing.side_of(own))
    return " – ".join(plain_team_name(tournament, team, names, w) for team in others)


COMPLETES: Final = {
    "tournament.partner.answer.{}": PARTNER_ANSWERS,
    "tournament.ask_close.{}": MANNERS,
    "tournament.ask.close.{}": ("in_play", "in_play_deals", "in_play_people", "average", "some_sit", "left_alone"),
    "tournament.ask.{}": ASKED.keys() - {"close"},
    "tournament.button.{}": ("close", "end", "pause", "resume"),
    "tournament.undo.{}": UndoStep,
}
