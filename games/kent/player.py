"""The computer player of Kent at every level: passes on the tile that brings a hand the least, from the view alone.

No move brings anything by itself, as only calls score, so trying moves out would tell nothing.
"""

from collections.abc import Callable, Sequence
from random import Random

from games.core.match import Match
from games.core.moves import Move
from games.core.tiles import Tile

from .melds import MELD, carriers
from .view import KentView


def choose(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    """The holder's pass or throw; from anybody else some legal call, as nothing else is legal there.

    :raises TypeError: if the match is not one of Kent.
    """
    view = match.view(seat)
    if not isinstance(view, KentView):
        raise TypeError(f"this player plays kent, not {match.key}")
    return helps_least(view, rng) if view.holder == seat else rng.choice(view.moves)


def helps_least(view: KentView, rng: Random) -> Move:
    """The pass of the holder of four that keeps the tiles nearest to a meld; any of equal ones.

    A tile that would be passed is thrown away instead, if that is allowed and the hand lacks a meld: the thrower draws
    another and still passes the least of four.

    :raises ValueError: if the seat of the view does not hold four.
    """
    if view.seat is None or view.seat != view.holder:
        raise ValueError("only the holder of four passes")
    worths = {tile: _worth([other for other in view.hand if other != tile]) for tile in view.hand}
    best = max(worths.values())
    least = [tile for tile in view.hand if worths[tile] == best]
    throwable = [tile for tile in least if tile in view.may_throw]
    if throwable and best[0] < MELD:
        return Move("swap", rng.choice(throwable))
    return Move("pass", rng.choice(least))


def _worth(hand: Sequence[Tile]) -> tuple[int, int]:
    """How many tiles of the hand share a number, and in how many ways two of them do."""
    counts = carriers(hand)
    return max(counts), sum(count * (count - 1) // 2 for count in counts)
