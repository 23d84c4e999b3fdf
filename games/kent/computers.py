"""The computer players of Kent: they pass on the tile that brings a hand the least, from the view alone.

No move brings anything by itself, as only calls score, so trying moves out would tell nothing.
"""

from collections.abc import Callable, Sequence
from random import Random

from games.core.match import Computer, Match
from games.core.moves import Move
from games.core.tiles import ALL_TILES, Tile

from .melds import MELD, carriers
from .view import KentView

Worth = tuple[int, ...]
"""How near three tiles are to a meld; the greater the nearer, and from ``(3,)`` on they are one."""


def computer_of(level: str) -> Computer:
    """The computer player of a level."""
    worth = _shared if level == "casual" else _completed

    def choose(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
        """The holder's pass or throw; from anybody else some legal call, as nothing else is legal there.

        :raises TypeError: if the match is not one of Kent.
        """
        view = match.view(seat)
        if not isinstance(view, KentView):
            raise TypeError(f"this player plays kent, not {match.key}")
        return helps_least(view, rng, worth) if view.holder == seat else rng.choice(view.moves)

    return choose


def _shared(kept: Sequence[Tile], _hand: Sequence[Tile]) -> Worth:
    """How many tiles share a number, and in how many ways two of them do."""
    counts = carriers(kept)
    return max(counts), sum(count * (count - 1) // 2 for count in counts)


def _completed(kept: Sequence[Tile], hand: Sequence[Tile]) -> Worth:
    """How many tiles share a number, and how many of the tiles that are not in the hand would make a meld."""
    counts = carriers(kept)
    wanted = [count >= MELD - 1 for count in counts]
    return max(counts), sum((wanted[tile.high] or wanted[tile.low]) and tile not in hand for tile in ALL_TILES)


def helps_least(
    view: KentView, rng: Random, worth: Callable[[Sequence[Tile], Sequence[Tile]], Worth] = _shared
) -> Move:
    """The pass of the holder of four that keeps the tiles nearest to a meld; any of equal ones.

    A tile that would be passed is thrown away instead, if that is allowed and the hand lacks a meld: the thrower draws
    another and still passes the least of four.

    :raises ValueError: if the seat of the view does not hold four.
    """
    if view.seat is None or view.seat != view.holder:
        raise ValueError("only the holder of four passes")
    worths = {tile: worth([other for other in view.hand if other != tile], view.hand) for tile in view.hand}
    best = max(worths.values())
    least = [tile for tile in view.hand if worths[tile] == best]
    throwable = [tile for tile in least if tile in view.may_throw]
    if throwable and best[0] < MELD:
        return Move("swap", rng.choice(throwable))
    return Move("pass", rng.choice(least))
