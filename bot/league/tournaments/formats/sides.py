"""The numbers of sides and people in games."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import games


class Format(NamedTuple):
    """The number of sides in a game, and the people on each."""

    sides: int
    team_size: int


@cache
def formats_of(game: str) -> tuple[Format, ...]:
    """Return the formats of a game by default options, smallest first."""
    found = []
    for seats in sorted(games.TABLE_GAMES[game].seat_counts):
        sides = len(set(_sides(game, seats)))
        found.append(Format(sides, seats // sides))
    return tuple(found)


def sides_fit(game: str, sides: int, team_size: int) -> bool:
    """Return True if a game has this number of such sides."""
    return Format(sides, team_size) in formats_of(game)


def options_fit(game: str, sides: int, team_size: int, options: Mapping[str, Any]) -> bool:
    """Return True if the options keep the default sides.

    :raises SetupError: if this many people cannot play with these options.
    """
    match = games.new_match(game, seats=sides * team_size, options=options, seed="the sides of the seats")
    return [match.side_of(seat) for seat in range(sides * team_size)] == _sides(game, sides * team_size)


def seat_order(game: str, sides: list[list[int]]) -> tuple[int, ...]:
    """Return the people by seat, in the game's order of sides."""
    waiting = [list(side) for side in sides]
    return tuple(waiting[side].pop(0) for side in _sides(game, sum(map(len, sides))))


def _sides(game: str, seats: int) -> list[int]:
    """Return the side of each seat."""
    match = games.new_match(game, seats=seats, seed="the sides of the seats")
    return [match.side_of(seat) for seat in range(seats)]
