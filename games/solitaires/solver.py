"""The solver of solitaires: winning lines, hints and difficulty.

The solver sees every tile, face-down ones too. Its budget is counted in positions and not in seconds, so results are
deterministic.

>>> import games
>>> from games.solitaires import solver
>>> match = games.new_match("twelves", seats=1, seed="an example")
>>> solver.solve(match).verdict
<SearchVerdict.WON: 'won'>
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from games.core.moves import Move
from games.core.outcome import EndReason
from games.core.solitaire import PAIR, Solitaire, SolitaireLayout, pair_move
from games.core.solution import Cancelled, NodeBudget, SearchVerdict, Solution
from games.core.tiles import Tile

__all__ = [
    "NODE_LIMIT",
    "STARS",
    "Cancelled",
    "Hint",
    "SearchStep",
    "SearchVerdict",
    "Solution",
    "Trail",
    "groups_of",
    "hint",
    "pairs_on",
    "ready",
    "solve",
    "stars",
    "steps_of",
]

NODE_LIMIT: Final = 500_000
"""Positions looked at, if nothing else is asked: a few seconds."""


def solve(
    position: Solitaire | SolitaireLayout, node_limit: int = NODE_LIMIT, *, cancelled: Cancelled | None = None
) -> Solution:
    """Search for a line that wins a position.

    Pyramid and Twelves are always decided, Twelves with the fewest shifts. Lines of Triangle use as few exits as the
    search finds; those of Seven Columns are not the shortest. A line is legal from the position, and in Triangle with
    its earlier positions.

    :param position: a match, or its layout.
    :param node_limit: the most positions to search; then the verdict is unknown.
    :param cancelled: polled to stop the search; then the verdict is unknown, too.
    """
    layout = position.layout() if isinstance(position, Solitaire) else position
    return layout.solve(NodeBudget(node_limit, cancelled))


# --- Hints ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hint:
    """A hint for the player.

    :ivar verdict: whether the position can be won.
    :ivar move: the next move of a line that wins; None unless the verdict is `SearchVerdict.WON`.
    :ivar moves_left: the number of moves in that line, this one included.
    :ivar undo: in a lost position the fewest moves to take back so that a line is left; 0 if no such number is known.
    """

    verdict: SearchVerdict
    move: Move | None = None
    moves_left: int = 0
    undo: int = 0


def hint(match: Solitaire, node_limit: int = NODE_LIMIT, *, cancelled: Cancelled | None = None) -> Hint:
    """Return the next winning move, or the moves to take back.

    Taking moves back replays the log without them. So in Triangle a position that was undone does not count as reached.

    :param match: a running match, or one that is stuck.
    :param node_limit: the most positions to search for each question.
    :raises ValueError: for a match that is solved or given up.
    """
    if match.outcome and match.outcome.reason is not EndReason.STUCK:
        raise ValueError("the match is over")
    solution = solve(match, node_limit, cancelled=cancelled)
    if solution.verdict is SearchVerdict.WON:
        return Hint(SearchVerdict.WON, solution.line[0], len(solution.line))
    if solution.verdict is SearchVerdict.UNKNOWN:
        return Hint(SearchVerdict.UNKNOWN)
    return Hint(SearchVerdict.LOST, undo=_fewest_to_undo(match, node_limit, cancelled))


def _fewest_to_undo(match: Solitaire, node_limit: int, cancelled: Cancelled | None) -> int:
    """Return the number of moves to take back, by doubling and bisection.

    A position that can be won after some moves back can be won after more, by playing them again.
    """
    record = match.record()
    played = len(record.log)

    def can_be_won(undone: int) -> bool:
        earlier = type(match).from_record(replace(record, log=record.log[: played - undone]))
        return solve(earlier, node_limit, cancelled=cancelled).verdict is SearchVerdict.WON

    too_few, enough = 0, 1
    while enough < played and not can_be_won(enough):
        too_few, enough = enough, enough * 2
    if enough >= played:
        enough = played
        if not played or not can_be_won(played):
            return 0
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if can_be_won(middle) else (middle, enough)
    return enough


# --- How hard a deal is -----------------------------------------------------------------------------------------------
#
# Two measures are used, whichever tells deals of a game apart:
#
# - *Pyramid and Twelves* are short, and nothing is forgiven. Their measure is luck: the share of `_PLAYS` plays that
#   win in which any possible pair is removed at random, and a tile is shifted only where there is no pair.
# - *Triangle and Seven Columns* are long, and random play does not get far. Their measure is work: the positions that
#   the solver looks at before it has a line.
#
# The bounds between the stars part the winnable ones of a thousand random deals into fifths. The random plays depend on
# the deal alone, so a deal always has the same stars.

STARS: Final = 5
_PLAYS: Final = 200


def stars(match: Solitaire) -> int:
    """Return the difficulty, from 1 (easy) to `STARS` (or unsolved)."""
    if match.most_plays_won:
        won = plays_won(match)
        return 1 + sum(won <= most for most in match.most_plays_won)
    solution = solve(match)
    if solution.verdict is not SearchVerdict.WON:
        return STARS
    return 1 + sum(solution.nodes >= fewest for fewest in match.fewest_nodes)


def plays_won(match: Solitaire) -> int:
    """Return the number of `_PLAYS` random plays that win."""
    rng = Random(repr(match.layout()))  # noqa: S311  # the same plays for the same deal
    return sum(_wins(match.copy(), rng) for _ in range(_PLAYS))


def _wins(match: Solitaire, rng: Random) -> bool:
    while not match.outcome:
        moves = match.moves(0)
        pairs = [move for move in moves if move.verb == PAIR]
        match.play(0, rng.choice(pairs or moves))
    return bool(match.outcome.winners)


# --- Pairs of twelve pips on bit boards -------------------------------------------------------------------------------
#
# For the two solitaires that remove such pairs. The tiles of 12 - p pips are the only partners of those of p pips, so
# the tiles fall into seven groups that never mix. A pair that is all that is left of its group has to go some time, and
# removing it at once only frees other tiles. So it goes at once: it is *safe*.

_TWELVE = 12


class TileGroup(NamedTuple):
    """The tiles of p and of 12 - p pips.

    :ivar tiles: the bits of all its tiles.
    :ivar pairs: the bits of each two that make a pair.
    """

    tiles: int
    pairs: tuple[int, ...]


class SearchStep(NamedTuple):
    """The bits of a removed pair, or of a shifted tile."""

    bits: int
    shift: bool = False


Trail = tuple[SearchStep, "Trail"] | None
"""The steps that led to a position, the last first."""


def groups_of(bits: Mapping[Tile, int]) -> tuple[TileGroup, ...]:
    """Return the groups of these tiles."""
    found = []
    for pips in range(_TWELVE // 2 + 1):
        members = [tile for tile in bits if tile.pips in {pips, _TWELVE - pips}]
        pairs = [bits[one] | bits[other] for one, other in combinations(members, 2) if one.pips + other.pips == _TWELVE]
        if members:
            found.append(TileGroup(sum(bits[tile] for tile in members), tuple(pairs)))
    return tuple(found)


def ready(groups: tuple[TileGroup, ...], left: int, free: int) -> tuple[list[int], list[int]]:
    """Return the safe and the other pairs of free tiles.

    :param left: the remaining tiles.
    :param free: those of them that can be removed.
    """
    safe: list[int] = []
    others: list[int] = []
    for group in groups:
        among = group.tiles & free
        if not among & (among - 1):  # fewer than two
            continue
        alone = (group.tiles & left).bit_count() == 2
        (safe if alone else others).extend([pair for pair in group.pairs if pair & among == pair])
    return safe, others


def steps_of(trail: Trail) -> list[SearchStep]:
    """Return the steps of a trail, in order."""
    steps: list[SearchStep] = []
    while trail:
        step, trail = trail
        steps.append(step)
    return steps[::-1]


def pairs_on(step: SearchStep, tiles: Mapping[int, Tile]) -> Move:
    """Return the move that removes a step's pair, with tiles by bit."""
    low = step.bits & -step.bits
    return pair_move(tiles[low], tiles[step.bits ^ low])
