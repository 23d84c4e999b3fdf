"""The computer players of Kent.

They pass on the tile that helps a hand the least, from the view alone. Only calls score, so playouts would not help.
"""

from collections.abc import Callable, Sequence
from random import Random

from games.core.match import Computer, Match
from games.core.moves import Move
from games.core.tiles import ALL_TILES, Tile

from .melds import MELD, carriers
from .view import KentView

Worth = tuple[int, ...]
"""The distance of three tiles from a meld: greater is nearer, and from ``(3,)`` on they are one."""


def computer_of(level: str) -> Computer:
    """Return the computer player of a level."""
    worth = _shared if level == "casual" else _completed

    def choose(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
        """Return the holder's pass or throw, or another seat's call.

        :raises TypeError: if the match is not one of Kent.
        """
        view = match.view(seat)
        if not isinstance(view, KentView):
            raise TypeError(f"this player plays kent, not {match.key}")
        return helps_least(view, rng, worth) if view.holder == seat else rng.choice(view.moves)

    return choose


def _shared(kept: Sequence[Tile], _hand: Sequence[Tile]) -> Worth:
    """Return the most tiles with one number, and the matching pairs."""
    counts = carriers(kept)
    return max(counts), sum(count * (count - 1) // 2 for count in counts)


def _completed(kept: Sequence[Tile], hand: Sequence[Tile]) -> Worth:
    """Return the most tiles with one number, and the completing tiles."""
    counts = carriers(kept)
    wanted = [count >= MELD - 1 for count in counts]
    return max(counts), sum((wanted[tile.high] or wanted[tile.low]) and tile not in hand for tile in ALL_TILES)


def helps_least(
    view: KentView, rng: Random, worth: Callable[[Sequence[Tile], Sequence[Tile]], Worth] = _shared
) -> Move:
    """Return the pass that keeps the tiles nearest to a meld.

    Ties are broken at random. Without a meld in hand the tile is thrown if allowed: the thrower draws another and still
    passes one of four.

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
