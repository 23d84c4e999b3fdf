"""Decisions: the moves that a seat may choose from, and the means to evaluate each.

A game's module of computers makes one with `decision_of`. Computers choose by it (`Searched.best`), and the review
judges by it (`games.computers.judging`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from random import Random
from typing import Any

from games.core.match import Match
from games.core.moves import Move

from .exact import Ending, exact_ends, exact_worths
from .players import at_least_some
from .reasons import Effect, Fact, FactTally, tallied
from .search import Position, SearchTree, search

Watch = Callable[[Any, int, Any, Any], Iterator[Fact]]
"""Yields the facts of one playout, from the world, the move, the position after it and the position at the end."""


@dataclass(frozen=True)
class Decision(ABC):
    """A decision of one seat.

    :ivar seat: the seat to move.
    :ivar moves: the distinct moves by their numbers; of equivalent moves only one.
    :ivar playouts: the number of playouts that a review spends, so that it takes about a second.
    """

    seat: int
    moves: Mapping[int, Move]
    playouts: int

    def number_of(self, move: Move) -> int:
        """Return the number of a legal move or of its equivalent among `moves`.

        :raises KeyError: if the move is not among them.
        """
        return {each: number for number, each in self.moves.items()}[move]

    @abstractmethod
    def world(self) -> Any:
        """Return a determinization by the seat's knowledge; likely ones are more frequent."""

    @abstractmethod
    def worth(self, world: Any, number: int) -> float:
        """Return the worth of a move in one playout of a world, which stays as it is."""

    def solved(self) -> Mapping[int, float] | None:
        """Return the worth of each move if the ending can be solved; None if not."""
        return None

    def facts(self, world: Any, number: int) -> Iterator[Fact]:  # noqa: ARG002  # a game without facts
        """Yield the facts of one playout of a move that a review counts."""
        yield from ()

    def observed(self, number: int, worlds: Sequence[Any], *, solved: bool) -> dict[Fact, FactTally]:  # noqa: ARG002
        """Return the tallies of the facts after a move, in a playout of each world.

        :param solved: whether the ending was solved, so that best play decides in place of playouts.
        """
        return tallied((self.facts(world, number), 1) for world in worlds)

    def certain(self, number: int) -> Iterator[Effect]:  # noqa: ARG002  # a game without facts
        """Yield the certain effects of a move."""
        yield from ()


@dataclass(frozen=True)
class Searched(Decision):
    """A decision whose moves are searched in determinizations.

    :ivar deal: returns a determinization.
    :ivar random: returns numbers from 0 up to 1, for playouts.
    :ivar stand_ins: the numbers of legal moves that are equivalent to one of `moves`.
    :ivar simply: the share of moves that others choose by simple rules, as `search` has it.
    :ivar endings: returns all possible worlds and their weights, if they are few enough to be solved.
    :ivar budget: the number of positions of an ending that are looked at.
    :ivar watch: yields the facts of a playout; None: none.
    :ivar effects: yields the certain effects of a move; None: nothing.
    """

    deal: Callable[[], Position]
    random: Callable[[], float]
    stand_ins: Mapping[Move, int]
    simply: float = 0.0
    endings: Callable[[], tuple[Sequence[Ending], Sequence[float]]] | None = None
    budget: int = 40_000
    watch: Watch | None = None
    effects: Callable[[int], Iterator[Effect]] | None = None

    def number_of(self, move: Move) -> int:
        return self.stand_ins[move]

    def world(self) -> Position:
        return self.deal()

    def worth(self, world: Position, number: int) -> float:
        return self._tree.try_out(world, number)

    @cached_property
    def _tree(self) -> SearchTree:
        return SearchTree(self.seat, self.random, self.simply)

    def solved(self, enough: Callable[[], bool] = lambda: False) -> Mapping[int, float] | None:
        worlds, weights = self.endings() if self.endings else ((), ())
        if not worlds:
            return None
        return exact_worths(self.seat, list(self.moves), worlds, self.budget, enough, weights=weights)

    def facts(self, world: Position, number: int) -> Iterator[Fact]:
        if self.watch is None:
            return
        after = world.copy()
        after.play(number)
        yield from self.watch(world, number, after, self._tree.played_out(world, number)[0])

    def observed(self, number: int, worlds: Sequence[Position], *, solved: bool) -> dict[Fact, FactTally]:
        possible, weights = self.endings() if solved and self.endings else ((), ())
        ends = exact_ends(self.seat, number, possible, self.budget, weights=weights) if possible else None
        if ends is None or self.watch is None:
            return super().observed(number, worlds, solved=solved)
        watch = self.watch
        return tallied((watch(world, number, after, end), len(worlds) * share) for share, world, after, end in ends)

    def certain(self, number: int) -> Iterator[Effect]:
        if self.effects is not None:
            yield from self.effects(number)

    def best(self, enough: Callable[[], bool]) -> Move:
        """Return the best move: solved if possible, else as far as `search` finds it."""
        numbers = list(self.moves)
        if len(numbers) == 1:
            return self.moves[numbers[0]]
        if self.endings is not None:
            worths = self.solved(enough)
            if worths is not None:
                return self.moves[max(numbers, key=worths.__getitem__)]
            enough = at_least_some(enough)
        return self.moves[search(self.seat, numbers, self.deal, self.random, enough, simply=self.simply)]


def are_judged(match: Match) -> bool:
    """Return True if the game has decisions to judge."""
    return _maker_of(match) is not None


def decision_of(match: Match, seat: int, rng: Random, played: Move | None = None) -> Decision | None:
    """Return the decision of a seat that is to move; None if it has no choice, or if the game has none to judge.

    It depends on what the seat may know and on `rng`, never on hidden tiles.

    :param played: a legal move that must be among the moves, even one that computers would not consider.
    """
    if seat not in match.actors() or len(match.moves(seat)) < 2:  # a choice
        return None
    make = _maker_of(match)
    decision = make(match, seat, rng, played) if make else None
    return decision if decision is not None and len(decision.moves) > 1 else None


def _maker_of(match: Match) -> Callable[[Match, int, Random, Move | None], Decision | None] | None:
    """Return the `decision_of` of the module of computers of a game."""
    return getattr(import_module(match.computers), "decision_of", None) if match.computers else None
