"""ISMCTS: search for the best move with hidden tiles, independent of the game.

Every round uses a new determinization and tries every move still considered in it: down the tree, then by a playout
with sensible play. A node of the tree is an information set of the searching seat, never a single deal. Moves of other
seats that a deal does not allow are passed over, and count as available only where they were legal (SO-ISMCTS).

A game supplies its own `Position`. A *world* is a determinization.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, log, sqrt
from typing import Final, Protocol

from games.computers.players import best_of

_NODES: Final = 150_000
"""The most branches of a tree. Beyond them it only counts."""

_EXPLORING: Final = 0.7
"""The weight of exploration, in standard deviations of the results."""

_LEAST_SPREAD: Final = 1e-3
"""A standard deviation of the results at least, before there are enough of them."""


class Position(Protocol):
    """A world from some point on, as a game's kernel has it.

    Moves are numbers of the game's own. It is changed by its moves; a seat that is to move has at least one.
    """

    @property
    def turn(self) -> int:
        """The seat to move; negative once the deal is over."""

    def copy(self) -> Position:
        """Return an independent position in the same state."""

    def choices(self) -> Sequence[int]:
        """Return the moves of the seat to move; of those that come to the same thing only one."""

    def play(self, move: int) -> int:
        """Do a move; returns what this seat alone has seen by it, such as the tile it drew, or 0."""

    def weight(self, move: int) -> float:
        """Return the score of a move by simple rules, from its seat's knowledge."""

    def finish(self, random: Callable[[], float]) -> None:
        """Play sensibly to the end; `random` gives numbers from 0 up to 1."""

    def worths(self) -> Sequence[float]:
        """Return the worth of a finished deal for each seat, such as the chance to win the match."""


class _Branch:
    """The statistics of a move at one node.

    :ivar visits: the number of times it was tried.
    :ivar available: the number of times it was legal.
    :ivar total: the sum of its results for the seat that made it.
    :ivar branches: the moves after it; after a draw of the searching seat, by the tile drawn (negative).
    """

    __slots__ = ("available", "branches", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0
        self.branches: dict[int, _Branch] = {}


class SearchTree:
    """The moves that the searching seat has tried, and their results.

    :param simply: as `search` has it.
    """

    def __init__(self, observer: int, random: Callable[[], float], simply: float) -> None:
        self._observer = observer
        self._random = random
        self._simply = simply
        self._root = _Branch()
        self._room = _NODES
        self._count = 0
        self._sum = 0.0
        self._squares = 0.0

    def try_out(self, world: Position, move: int) -> float:
        """Return the result of the observer's move in this world, which is unchanged."""
        return self.played_out(world, move)[1]

    def played_out(self, world: Position, move: int) -> tuple[Position, float]:
        """Return the end and the result of a playout of the observer's move in this world, which is unchanged."""
        position = world.copy()
        branch = self._root.branches.get(move)
        if branch is None:
            branch = self._root.branches[move] = _Branch()
        path = [branch]
        actors = [self._observer]
        below = self._step(position, branch, move)
        while position.turn >= 0:
            choices = position.choices()
            if position.turn != self._observer and self._simply >= 1:  # else they would make the tree too wide
                position.play(choices[0] if len(choices) == 1 else self._simple_move(position, choices))
                continue
            actors.append(position.turn)
            move = choices[0] if len(choices) == 1 else self._chosen(position, below, choices)
            known = below.branches.get(move)
            branch = known or self._add(below, move)
            path.append(branch)
            below = self._step(position, branch, move)
            if known is None and len(choices) > 1:
                break
        if position.turn >= 0:
            position.finish(self._random)
        worths = position.worths()
        for branch, actor in zip(path, actors, strict=True):
            branch.visits += 1
            branch.total += worths[actor]
        worth = worths[self._observer]
        self._count += 1
        self._sum += worth
        self._squares += worth * worth
        return position, worth

    def _add(self, node: _Branch, move: int) -> _Branch:
        branch = _Branch()
        if self._room > 0:
            self._room -= 1
            node.branches[move] = branch
        return branch

    def _step(self, position: Position, branch: _Branch, move: int) -> _Branch:
        """Do a move and go on below its branch; what only the observer has seen tells the nodes after it apart."""
        actor = position.turn
        seen = position.play(move)
        if not seen or actor != self._observer:
            return branch
        return branch.branches.get(-seen) or self._add(branch, -seen)

    def _chosen(self, position: Position, node: _Branch, choices: Sequence[int]) -> int:
        """Return a move for the seat to move; other seats partly play by simple rules."""
        if position.turn == self._observer or self._random() >= self._simply:
            return self._selected(position, node, choices)
        for move in choices:
            if move in node.branches:
                node.branches[move].available += 1
        return self._simple_move(position, choices)

    def _simple_move(self, position: Position, choices: Sequence[int]) -> int:
        """Return the better-looking one of two moves at random."""
        move = choices[int(self._random() * len(choices))]
        other = choices[int(self._random() * len(choices))]
        return other if position.weight(other) > position.weight(move) else move

    def _selected(self, position: Position, node: _Branch, choices: Sequence[int]) -> int:
        """Return the move to try next: the best-looking untried one, else the most promising."""
        branches = node.branches
        best, most = -1, -inf  # a worth may be less than -1, as far as chips can fall
        untried, greatest = -1, 0.0
        rate = _EXPLORING * self._spread()
        for move in choices:
            branch = branches.get(move)
            if branch is None or not branch.visits:
                looks = position.weight(move)
                if untried < 0 or looks > greatest:
                    untried, greatest = move, looks
                continue
            branch.available += 1
            promise = branch.total / branch.visits + rate * sqrt(log(branch.available + 1) / branch.visits)
            if promise > most:
                best, most = move, promise
        return best if untried < 0 else untried

    def _spread(self) -> float:
        if self._count < 2:
            return 1.0
        mean = self._sum / self._count
        return max(_LEAST_SPREAD, sqrt(max(0.0, self._squares / self._count - mean * mean)))


def search(
    observer: int,
    moves: Sequence[int],
    deal: Callable[[], Position],
    random: Callable[[], float],
    enough: Callable[[], bool],
    *,
    simply: float = 0.0,
) -> int:
    """Return the observer's best move by the results of search.

    :param moves: at least one; equivalent moves need not all be given.
    :param deal: returns a determinization for each round.
    :param random: numbers from 0 up to 1 for the play to the end.
    :param enough: asked before each playout; every move is tried at least once.
    :param simply: the share of moves that others choose by simple rules alone. In the tree they learn what is best
        against the observer's hand, which they do not see; by rules they know their own hand only. With 1 the tree has
        the observer's moves alone.
    """
    tree = SearchTree(observer, random, simply)
    return best_of(moves, deal, tree.try_out, enough)
