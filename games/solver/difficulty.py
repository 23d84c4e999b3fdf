"""How hard a deal is, in one to five stars.

Two measures are used, whichever tells deals of a game apart:

- *Pyramid and Twelves* are short, and nothing is forgiven. Their measure is luck: the share of `_PLAYS` plays that win
  in which any possible pair is removed at random, and a tile is shifted only where there is no pair.
- *Triangle and Seven Columns* are long, and random play does not get far. Their measure is work: the positions that
  the solver looks at before it has a line.

The bounds between the stars part the winnable ones of a thousand random deals into fifths. The random plays depend on
the deal alone, so a deal always has the same stars.
"""

from __future__ import annotations

from random import Random
from typing import Final

from games.core.solitaire import PAIR, Solitaire
from games.core.solution import Verdict

from .search import solve

__all__ = ["STARS", "stars"]

STARS: Final = 5
_PLAYS: Final = 200


def stars(match: Solitaire) -> int:
    """How hard it is to win from where the match stands, from 1 (easy) to `STARS`; `STARS` too if no line is found."""
    if match.most_plays_won:
        won = plays_won(match)
        return 1 + sum(won <= most for most in match.most_plays_won)
    solution = solve(match)
    if solution.verdict is not Verdict.WON:
        return STARS
    return 1 + sum(solution.nodes >= fewest for fewest in match.fewest_nodes)


def plays_won(match: Solitaire) -> int:
    """How many of `_PLAYS` random plays win."""
    rng = Random(repr(match.layout()))  # noqa: S311  # the same plays for the same deal
    return sum(_wins(match.copy(), rng) for _ in range(_PLAYS))


def _wins(match: Solitaire, rng: Random) -> bool:
    while not match.outcome:
        moves = match.moves(0)
        pairs = [move for move in moves if move.verb == PAIR]
        match.play(0, rng.choice(pairs or moves))
    return bool(match.outcome.winners)
