"""Lines about deals that several tables share."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from bot.league.tournaments.formats.duplicate import (
    SeatLine,
    is_among_people,
    round_lines,
    seat_in_round,
)
from bot.league.tournaments.formats.sides import seat_order
from bot.league.tournaments.showing.names import team_name
from bot.locales import Words
from bot.messages.parts.text import (
    signed,
)
from storage.league.tournament_values import (
    ScoreComparison,
    Tournament,
)


def fingerprint_line(tournament: Tournament, number: int, w: Words) -> Iterator[str]:
    """Yield the fingerprint of a round's deals, if its tables share them."""
    digits = tournament.fingerprints.get(number)
    if digits is not None:
        seat = seat_in_round(tournament, number) + 1
        if is_among_people(tournament.rules):
            yield f"-# {w('tournament.shared.order')}"
        else:
            yield f"-# {w('tournament.shared.seat', seat=seat, seats=tournament.rules.seats)}"
        yield f"-# 🔒 {w('tournament.shared.fingerprint', hash=f'`{digits}`')}"


def shared_results(tournament: Tournament, number: int, names: Mapping[int, str], w: Words) -> list[str]:
    """Return the results of a round that is over; among people seat by seat, the best first."""
    lines = round_lines(tournament, number)
    if not is_among_people(tournament.rules):
        return [seat_result(tournament, one, names, w) for one in lines]
    found = []
    for seat in range(tournament.sides):
        own = sorted((one for one in lines if one.seat == seat), key=lambda one: -(one.points or 0))
        found.append(f"-# {w('tournament.shared.seat_title', seat=_seats_of(tournament, seat))}")
        found += [seat_result(tournament, one, names, w) for one in own]
    return found + [f"○ {seat_result(tournament, one, names, w)}" for one in lines if one.seat is None]


def _seats_of(tournament: Tournament, side: int) -> str:
    """Return the numbers of the seats of a side, as 1 + 3."""
    sides = [[number] * tournament.team_size for number in range(tournament.sides)]
    return " + ".join(str(seat) for seat, own in enumerate(seat_order(tournament.game, sides), 1) if own == side)


def seat_result(tournament: Tournament, line: SeatLine, names: Mapping[int, str], w: Words) -> str:
    """Return a team's result with shared deals: the score, its comparison or the reason for the points, the points."""
    parts = [f"**{team_name(tournament, line.team, names, w)}**"]
    if line.score is not None:
        parts.append(signed(f"{line.score:+d}"))
    if line.score is None and line.seat is None:
        parts.append(w("tournament.shared.bye"))
    elif line.score is None:
        parts.append(w("tournament.shared.excused" if line.is_excused else "tournament.shared.minus"))
    elif line.others is None:
        parts.append(w("tournament.shared.alone"))
    elif tournament.rules.comparison is ScoreComparison.IMPS:
        difference = _decimal(line.score - line.others, w)
        parts.append(w("tournament.shared.difference", mean=_decimal(line.others, w), difference=difference))
    else:
        key = "tournament.shared.tied" if line.tied else "tournament.shared.beaten"
        parts.append(w(key, beaten=line.beaten, tied=line.tied, count=line.compared))
    return f"{' · '.join(parts)} → {w.count('board.points', line.points or 0)}"


def _decimal(number: Fraction, w: Words) -> str:
    """Return a signed number with a decimal, unless it is whole."""
    text = f"{float(number):+.1f}"
    return signed(text.removesuffix(".0")).replace(".", w("stats.decimal"))
