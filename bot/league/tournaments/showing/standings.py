"""Lines of standings, and how many of them are shown."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from bot.league.tournaments.formats.kinds import kind_of, standings
from bot.league.tournaments.formats.scoring import TeamStanding
from bot.league.tournaments.showing.names import team_name
from bot.locales import Words
from bot.messages.parts.text import (
    MAX_FIELD_VALUE,
    signed,
)
from storage.league.tournament_values import (
    Tournament,
    TournamentStage,
)

T = TypeVar("T")

LINES: Final = 10
"""The lines of a list in a message, and on a page."""

FINAL_LINES: Final = 12
"""The lines of the standings in the last message."""


def listed_standings(tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    """Return the first standings lines that fit an embed field, with the tie-breaks."""
    lines = [standing_line(one, tournament, names, w, in_full=True) for one in standings(tournament)]
    return first_lines(lines, w, FINAL_LINES)


def tie_break_note(tournament: Tournament, w: Words) -> str:
    """Return the order of the standings in words."""
    last = w("tournament.tie_break.won" if tournament.sides == 2 else "tournament.tie_break.behind")
    return w(f"tournament.tie_break.{tournament.kind}", last=last)


def group_tables(
    tournament: Tournament, names: Mapping[int, str], w: Words, *, in_full: bool
) -> list[tuple[str, Sequence[str]]]:
    """Return the standings of each group below its name."""
    return [
        (
            w("tournament.group", letter=chr(ord("A") + number)),
            [standing_line(one, tournament, names, w, in_full=in_full, points=True) for one in table],
        )
        for number, table in enumerate(kind_of(tournament).groups(tournament))
    ]


def score_of(one: TeamStanding, tournament: Tournament, w: Words) -> str:
    """Return the score of a team: points, or matches won."""
    return w.count("tournament.wins" if kind_of(tournament).counts_wins else "board.points", one.points)


def standing_line(
    one: TeamStanding,
    tournament: Tournament,
    names: Mapping[int, str],
    w: Words,
    *,
    in_full: bool,
    points: bool = False,
) -> str:
    """Return a line of the standings; in full with the tie-breaks.

    :param points: whether to show points even if the format counts wins.
    """
    name = team_name(tournament, one.team, names, w)
    keeps_place = kind_of(tournament).is_timed and tournament.stage is TournamentStage.OVER
    if one.team in tournament.withdrawn and not keeps_place:
        name = f"~~{name}~~"
    counts_points = points or not kind_of(tournament).counts_wins
    parts = [w.count("board.points", one.points) if counts_points else score_of(one, tournament, w)]
    if in_full and counts_points:
        parts.append(w("tournament.break", value=signed(str(one.tie_break))))
    if in_full and one.difference is not None:
        parts.append(w("tournament.difference", value=signed(f"{one.difference:+d}")))
    if in_full and one.lot:
        parts.append(w("tournament.lot", number=one.lot))
    if one.byes:
        parts.append(w.count("tournament.byes", one.byes))
    if one.streak > 1 and tournament.stage is TournamentStage.RUNNING:
        parts.append(w("tournament.streak", number=one.streak))
    # Discord numbers lists with dots itself, so ties could not share a place.
    return f"`{one.place}` **{name}** — {' · '.join(parts)}"


def first_lines(lines: Sequence[str], w: Words, most: int = LINES, letters: int = MAX_FIELD_VALUE) -> str:
    """Return the lines that fit a field, and the number omitted.

    :param most: the most lines.
    :param letters: the most characters.
    """
    kept = list(lines[:most])
    while kept and len("\n".join(kept)) > letters - 60:
        kept.pop()
    more = len(lines) - len(kept)
    return "\n".join([*kept, *([f"-# {w.count('tournament.more', more)}"] if more else [])])


def pages_of(lines: Sequence[T]) -> list[Sequence[T]]:
    """Return the lines of each page."""
    return [lines[start : start + LINES] for start in range(0, len(lines), LINES)]
