"""Squares to draw: as random play makes them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import games
from bot.messages.parts.choices import LETTERS
from bot.render import Mark, Square
from games.domino_square.layout import cells_of
from games.domino_square.view import DominoSquareView

__all__ = ["random_square", "squares"]


def squares(seed: int, seats: int = 2) -> Iterator[tuple[Square, list[Mark]]]:
    """Yield squares after each tile, with up to ten places."""
    rng = Random(seed)
    match = games.new_match("domino_square", seats=seats, seed=f"square {seed}", options={"target": 1})
    while match.outcome is None:
        (seat,) = match.actors()
        moves = match.moves(seat)
        move = rng.choice(moves)
        view = match.view(seat)
        assert isinstance(view, DominoSquareView)
        places = dict.fromkeys(
            tuple(sorted(cells)) for one in moves if one.tile == move.tile and (cells := cells_of(one.at))
        )
        if view.layout:
            yield Square(view.layout), list(zip(LETTERS, places, strict=False))
        match.play(seat, move)
    assert match.last_deal is not None
    yield Square(match.last_deal.layout), []  # type: ignore[attr-defined]  # the game's own kind of end


def random_square(seed: int) -> Square:
    """Return the square at the end of a deal."""
    return list(squares(seed))[-1][0]
