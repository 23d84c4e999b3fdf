"""Lines of pairings with their scores."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType

from bot.league.tournaments.formats.duplicate import (
    is_played_alone,
    is_round_over,
    round_lines,
)
from bot.league.tournaments.formats.kinds import current_round, kind_of, winners
from bot.league.tournaments.formats.pairing import BracketPart
from bot.league.tournaments.formats.settling import recounted
from bot.league.tournaments.showing.deals import seat_result
from bot.league.tournaments.showing.names import parts_of, plain_team_name, round_name, team_name, versus
from bot.league.tournaments.showing.standings import LINES, pages_of
from bot.locales import Words
from bot.messages.parts.components import (
    MAX_OPTIONS,
    ClickAddress,
    Kind,
    Select,
    SelectOption,
)
from bot.messages.parts.text import (
    MAX_OPTION_TEXT,
    bold,
    truncate,
)
from storage.league.results import Result
from storage.league.tournament_values import (
    Pairing,
    PairingState,
    Tournament,
)

Results = Mapping[int, Result]
"""The results of pairings, by their ids."""


def to_play(tournament: Tournament, names: Mapping[int, str], w: Words) -> list[str]:
    """Return the current pairings and byes, and the later ones' number."""
    now, is_timed = current_round(tournament), kind_of(tournament).is_timed
    lines = [
        f"· {' · '.join(filter(None, (versus(one, tournament, names, w), score_text(tournament, one))))}"
        for one in tournament.open_pairings
        if is_timed or one.round == now
    ]
    later = len(tournament.open_pairings) - len(lines)
    free = [
        one
        for one in tournament.pairings
        if one.round == now and len(one.sides) == 1 and not is_played_alone(one)
        if one.teams[0] not in tournament.withdrawn
    ]
    paused = [team_name(tournament, team, names, w) for team in tournament.teams if team in tournament.withdrawn]
    return [
        *(lines or [w("tournament.none_free" if is_timed else "tournament.none_open")]),
        *(f"○ {versus(one, tournament, names, w)} · {unplayed_state(one, tournament, w)}" for one in free),
        *([f"-# {w.count('tournament.later', later)}"] if lines and later else []),
        *([w("tournament.paused", names=", ".join(paused))] if paused and is_timed else []),
    ]


def rounds_of(tournament: Tournament) -> list[list[Pairing]]:
    """Return the pairings of each round, in order."""
    return [list(found) for _, found in groupby(tournament.pairings, key=lambda one: one.round)]


def pairing_pages(tournament: Tournament, w: Words) -> list[tuple[str, Sequence[Pairing]]]:
    """Return pages of pairings; a bracket is split between rounds."""
    if not kind_of(tournament).bracket(tournament):
        return [(w("tournament.pairings"), page) for page in pages_of(tournament.pairings)]
    pages: list[list[Pairing]] = [[]]
    for found in (page for one in rounds_of(tournament) for page in pages_of(one)):
        if pages[-1] and len(pages[-1]) + len(found) > LINES:
            pages.append([])
        pages[-1] += found
    return [
        (round_name(tournament, page[0].round, w) if _is_one_round(page) else w("tournament.bracket"), page)
        for page in pages
    ]


def _is_one_round(pairings: Sequence[Pairing]) -> bool:
    return pairings[0].round == pairings[-1].round


def pairing_lines(
    pairings: Sequence[Pairing],
    tournament: Tournament,
    names: Mapping[int, str],
    w: Words,
    results: Results = MappingProxyType({}),
) -> list[str]:
    """Return a line per pairing; a bracket has headings between them."""
    bracket = parts_of(tournament)
    lines: list[str] = []
    part = BracketPart.MAIN
    number = 0 if bracket and not _is_one_round(pairings) else pairings[0].round
    for pairing in pairings:
        if bracket and pairing.round != number:
            lines.append(f"**{round_name(tournament, pairing.round, w)}**")
            number, part = pairing.round, BracketPart.MAIN
        own = bracket.get((pairing.round, frozenset(pairing.teams)), part)
        if own is not part and own in (BracketPart.LOSERS, BracketPart.THIRD):
            lines.append(f"-# {w(f'tournament.part.{own}')}")
        part = own
        lines.append(_pairing_line(pairing, tournament, names, w, results))
    return lines


def _pairing_line(
    pairing: Pairing, tournament: Tournament, names: Mapping[int, str], w: Words, results: Results
) -> str:
    mark = {PairingState.OPEN: "·", PairingState.PLAYED: "✓", PairingState.MISSED: "✗"}.get(pairing.state, "○")
    if kind_of(tournament).shares_deals:
        return f"`{pairing.round}` {mark} {_shared_pairing(tournament, pairing, names, w)}"
    is_usual = pairing.state in (PairingState.OPEN, PairingState.PLAYED)
    said = "" if is_usual else f" · {unplayed_state(pairing, tournament, w)}"
    if score := score_text(tournament, pairing, results):
        said = f" · {score}"
    number = "" if kind_of(tournament).bracket(tournament) else f"`{pairing.round}` "
    return f"{number}{mark} {versus(pairing, tournament, names, w)}{said}"


def unplayed_state(pairing: Pairing, tournament: Tournament, w: Words) -> str:
    """Return the state of a pairing that was not played.

    Where people enter late, a round without a pairing or a bye was before their entry.
    """
    if pairing.state is PairingState.REST and kind_of(tournament).enters_late:
        return w("tournament.state.absent")
    if len(pairing.sides) == 1 and not is_played_alone(pairing):
        return w("tournament.state.rest")
    return w(f"tournament.state.{pairing.state}")


def _shared_pairing(tournament: Tournament, pairing: Pairing, names: Mapping[int, str], w: Words) -> str:
    """Return a pairing with shared deals: its teams by seat, and their results once the round is over."""
    lines = [one for one in round_lines(tournament, pairing.round) if one.team in pairing.teams]
    if is_round_over(tournament, pairing.round):
        return "\n\u2003".join(seat_result(tournament, one, names, w) for one in lines)
    teams = " – ".join(f"**{team_name(tournament, one.team, names, w)}**" for one in lines)
    if pairing.state is PairingState.OPEN:
        return teams
    is_played = pairing.state is PairingState.PLAYED
    return f"{teams} · {w('tournament.shared.waits') if is_played else unplayed_state(pairing, tournament, w)}"


def scores_of(tournament: Tournament, pairing: Pairing, results: Results) -> dict[int, int]:
    """Return the teams' scores if the match was played here, or several matches or players scored the pairing."""
    if kind_of(tournament).shares_deals:
        lines = round_lines(tournament, pairing.round)
        return {one.team: one.score for one in lines if one.team in pairing.teams and one.score is not None}
    if pairing.scores:
        return pairing.scores
    result = results.get(pairing.result_id or 0)
    if pairing.state is not PairingState.PLAYED or result is None or pairing.matches:
        return {}
    by_person = {place.user_id: place.score for place in result.places}
    found: dict[int, int] = {}
    for team in pairing.teams:
        own = [by_person.get(member.user_id) for member in tournament.teams.get(team, ())]
        if own and own[0] is not None:
            found[team] = own[0]
    return found if len(found) == len(pairing.sides) else {}


def score_text(tournament: Tournament, pairing: Pairing, results: Results = MappingProxyType({})) -> str:
    """Return the score of a pairing, such as "2 : 1"; "" without one."""
    scores = scores_of(tournament, pairing, results)
    return " : ".join(str(scores[team]) for team in pairing.teams).replace("-", "−") if scores else ""


# --- Replays ----------------------------------------------------------------------------------------------------------


def replays_select(
    pairings: Sequence[Pairing], tournament: Tournament, names: Mapping[int, str], results: Results, w: Words
) -> Select | None:
    """Return a select of the pairings' replays; None without any."""
    options = []
    for pairing in pairings:
        is_shown = not kind_of(tournament).shares_deals or is_round_over(tournament, pairing.round)
        if not is_shown or not (pairing.state is PairingState.PLAYED or pairing.matches):
            continue
        teams = [plain_team_name(tournament, team, names, w) for team in pairing.teams]
        label = f"{round_name(tournament, pairing.round, w)}: {' – '.join(teams)}"
        for number, result_id in enumerate(pairing.result_ids, 1):
            result = results.get(result_id)
            if result is not None and result.match_id:
                text = f"{number}. {label}" if len(pairing.result_ids) > 1 else label
                options.append(SelectOption(truncate(text, MAX_OPTION_TEXT), result.match_id, emoji="🎞️"))
    address = ClickAddress(Kind.OPEN_REPLAY, "", 0, "history")
    return Select(address, tuple(options[:MAX_OPTIONS]), w("history.open")) if options else None


def void_changes(tournament: Tournament, result_id: int, names: Mapping[int, str], w: Words, *, void: bool) -> str:
    """Return the effect of a voided or restored result on winners."""
    pairings = tuple(_with_void(tournament, one, result_id, void=void) for one in tournament.pairings)
    after = replace(tournament, pairings=pairings)
    before_first, after_first = (
        w.list([f"**{team_name(found, team, names, w)}**" for team in winners(found)]) or w("tournament.void.nobody")
        for found in (tournament, after)
    )
    title = bold(tournament.title)
    if before_first == after_first:
        return w("tournament.void.same", title=title, names=before_first)
    return w("tournament.void.other", title=title, before=before_first, after=after_first)


def _with_void(tournament: Tournament, pairing: Pairing, result_id: int, *, void: bool) -> Pairing:
    """Return a pairing of a finished tournament after a result was voided or restored."""
    if result_id not in pairing.result_ids:
        return pairing
    if not pairing.matches:
        return replace(pairing, state=PairingState.MISSED if void else PairingState.PLAYED)
    matches = tuple(replace(one, void=void) if one.result_id == result_id else one for one in pairing.matches)
    return recounted(replace(pairing, matches=matches), tournament.rules.wins_needed, is_closed=True)
