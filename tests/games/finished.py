"""Whole matches of every game, played at random to their ends."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import games
from games import Match
from games.core.match import FINISH

_CALLS: int = 12
"""Where only a call ends a deal, a player calls about once in this number of turns."""

_LONGEST: int = 3000

SEATS: Mapping[str, int] = {key: game.seat_counts[0] for key, game in games.CATALOGUE.items()}


def finished(game: str, seed: str = "a seed", seats: int = 0, **options: object) -> Match:
    """Return a match of a game that is over; the same for the same seed."""
    return _finished(game, seed, seats or SEATS[game], tuple(options.items())).copy()


@cache
def _finished(game: str, seed: str, seats: int, options: tuple[tuple[str, object], ...]) -> Match:
    match, rng = games.new_match(game, seats=seats, seed=seed, options=dict(options)), Random(seed)
    for _ in range(_LONGEST):
        if match.outcome:
            return match
        sensible = [(seat, move) for seat in match.actors() for move in match.sensible_moves(seat)]
        calls = [(seat, move) for seat in match.actors() for move in match.moves(seat) if move.tile is None]
        wild = not sensible or (len(match.actors()) == match.seats > 1 and calls and rng.randrange(_CALLS) == 0)
        match.play(*rng.choice(calls if wild and calls else sensible))
    match.apply(0, FINISH)
    return match
