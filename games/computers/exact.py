"""The exact solver of endings for two sides, independent of the game.

With perfect information the best move is certain. With few worlds left, each is solved as if the observer had perfect
information from the next decision on. Until then only the other seat's moves distinguish the worlds (extended perfect
information Monte Carlo, EPIMC, with one ply of imperfect information).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from math import fsum
from typing import Final, NamedTuple, Protocol

from games.computers.search import Position


class Ending(Position, Protocol):
    """A position that can be recognised when it is met again. Nothing in it is left to chance."""

    def copy(self) -> Ending:
        """Return an independent position in the same state."""

    def key(self) -> Hashable:
        """Return a key of everything that the rest of the deal and its score depend on."""


_ASKING: Final = 16
"""The number of positions between two checks of the time; they take as long as one playout."""


class OutOfBudget(Exception):
    """More positions would have to be looked at than was allowed, or more time would be needed."""


def _never() -> bool:
    return False


class Solver:
    """Looks at all courses of an ending.

    :param observer: the seat for which worths are given; the other side wants the opposite.
    :param budget: the most positions to search.
    :param enough: asked again and again; once it is true, no more positions are looked at.
    :param partners: a bit for each seat that wants the same as the observer.
    """

    def __init__(self, observer: int, budget: int, enough: Callable[[], bool] = _never, *, partners: int = 0) -> None:
        self._observer = observer
        self._side = partners | 1 << observer
        self._left = budget
        self._enough = enough
        self._known: dict[Hashable, tuple[float, float]] = {}
        """Return the bounds of the worth of every position met."""

    def worth(self, position: Ending, low: float = 0.0, high: float = 1.0) -> float:
        """Return the observer's worth of the position under perfect play; the position is used up.

        :param low: a worth below it need not be exact, only below it; likewise above `high`.
        :raises OutOfBudget: if the budget does not suffice.
        """
        while position.turn >= 0:
            choices = position.choices()
            if len(choices) > 1:
                break
            position.play(choices[0])
        if position.turn < 0:
            return position.worths()[self._observer]
        key = position.key()
        least, greatest = self._known.get(key, (0.0, 1.0))
        if least >= high or least == greatest:
            return least
        if greatest <= low:
            return greatest
        self._left -= 1
        if self._left < 0 or (self._left % _ASKING == 0 and self._enough()):
            raise OutOfBudget
        best = self._best(position, choices, max(low, least), min(high, greatest))
        if best <= max(low, least):
            greatest = min(greatest, max(best, least))
        elif best >= min(high, greatest):
            least = max(least, min(best, greatest))
        else:
            least = greatest = best
        self._known[key] = (least, greatest)
        return best

    def _best(self, position: Ending, choices: Sequence[int], low: float, high: float) -> float:
        gains = self._side >> position.turn & 1 == 1
        best = -1.0 if gains else 2.0
        for move in choices:
            after = position.copy()
            after.play(move)
            worth = self.worth(after, low, high)
            if gains:
                best = max(best, worth)
                low = max(low, best)
            else:
                best = min(best, worth)
                high = min(high, best)
            if low >= high:
                break
        return best

    def finish(self, position: Ending) -> None:
        """Play a position to its end, each side perfectly.

        :raises OutOfBudget: if the budget does not suffice.
        """
        while position.turn >= 0:
            best = max if self._side >> position.turn & 1 else min
            position.play(best(position.choices(), key=lambda move: self.after(position, move)))

    def after(self, position: Ending, move: int) -> float:
        """Return the observer's worth of a move; the position is unchanged."""
        following = position.copy()
        following.play(move)
        return self.worth(following)


def exact(
    observer: int,
    moves: Sequence[int],
    worlds: Sequence[Ending],
    budget: int,
    enough: Callable[[], bool] = _never,
    *,
    weights: Sequence[float] = (),
) -> int | None:
    """Return the best of the observer's moves over all worlds; None if that takes more than the budget or time.

    :param moves: at least one; ties go to the first.
    :param worlds: every world that is possible; at least one.
    :param budget: the most positions to search, over all worlds.
    :param enough: asked again and again; once it is true, the ending is given up.
    :param weights: how likely each world is, in proportion; none: all alike.
    """
    found = exact_worths(observer, moves, worlds, budget, enough, weights=weights)
    return None if found is None else max(moves, key=found.__getitem__)


def exact_worths(
    observer: int,
    moves: Sequence[int],
    worlds: Sequence[Ending],
    budget: int,
    enough: Callable[[], bool] = _never,
    *,
    weights: Sequence[float] = (),
) -> dict[int, float] | None:
    """Return the worth of each of the observer's moves over all worlds; None if `exact` would return None.

    The parameters are those of `exact`.
    """
    known = _known(observer, worlds, budget, enough, weights)
    try:
        if len(known) == 1:
            return {move: known[0].solver.after(known[0].position, move) for move in moves}
        return {move: _over_all(observer, move, known) for move in moves}
    except OutOfBudget:
        return None


def exact_ends(
    observer: int, move: int, worlds: Sequence[Ending], budget: int, *, weights: Sequence[float] = ()
) -> list[tuple[float, Ending, Ending, Ending]] | None:
    """Return where a move leads in each world by the play on which `exact_worths` counts; None if out of budget.

    The parameters are those of `exact`. The answer has the probability of each world, the world, the position just
    after the move, and the end of the deal.
    """
    ends = []
    try:
        for following, alike in _at_next_decision(observer, move, _known(observer, worlds, budget, _never, weights)):
            for world, end, share, solver in alike:
                after = world.copy()
                after.play(move)
                if end.turn >= 0:
                    end.play(following)
                    solver.finish(end)
                ends.append((share, world, after, end))
    except OutOfBudget:
        return None
    return ends


class _Known(NamedTuple):
    """One of the worlds, a position in it, the weight of that world, and the bounds known of it."""

    world: Ending
    position: Ending
    weight: float
    solver: Solver


def _known(
    observer: int, worlds: Sequence[Ending], budget: int, enough: Callable[[], bool], weights: Sequence[float]
) -> list[_Known]:
    shares = list(weights) or [1.0] * len(worlds)
    whole = fsum(shares)
    return [
        _Known(world, world, share / whole, Solver(observer, budget // len(worlds), enough))
        for world, share in zip(worlds, shares, strict=True)
    ]


def _over_all(observer: int, move: int, worlds: Sequence[_Known]) -> float:
    """Return the worth of a move over all worlds if the next decision is made without knowing the world."""
    return fsum(
        [
            weight * (solver.after(position, following) if position.turn >= 0 else position.worths()[observer])
            for following, alike in _at_next_decision(observer, move, worlds)
            for _, position, weight, solver in alike
        ]
    )


def _at_next_decision(observer: int, move: int, worlds: Sequence[_Known]) -> Iterator[tuple[int, list[_Known]]]:
    """Yield the observer's best next move with the worlds that look alike before it; -1 where the deal is over."""
    groups: dict[tuple[tuple[int, ...], tuple[int, ...]], list[_Known]] = {}
    for world, _, weight, solver in worlds:
        position = world.copy()
        position.play(move)
        seen = _to_next_decision(observer, position, solver)
        # Choices that differ tell worlds apart too, as after a draw.
        key = (seen, tuple(position.choices())) if position.turn >= 0 else ((), ())
        groups.setdefault(key, []).append(_Known(world, position, weight, solver))
    for (_, choices), alike in groups.items():

        def worth(following: int, alike: Sequence[_Known] = alike) -> float:
            return fsum([one.weight * one.solver.after(one.position, following) for one in alike])

        yield max(choices, key=worth, default=-1), alike


def _to_next_decision(observer: int, position: Ending, solver: Solver) -> tuple[int, ...]:
    """Play on until the observer has a choice, the other seat always perfectly; the moves that were made."""
    made = []
    while position.turn >= 0:
        choices = position.choices()
        best = choices[0]
        if len(choices) > 1:
            if position.turn == observer:
                break
            best = min(choices, key=lambda move: solver.after(position, move))
        made.append(best)
        position.play(best)
    return tuple(made)
