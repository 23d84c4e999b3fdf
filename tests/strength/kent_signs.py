"""Kent by computers, with signs and a clock, without tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Final

from bot.tables.kent_decisions import NOTHING_LEARNT, Impulse, Memory, Sight, call_now, has_meld, impulse, sign_now
from bot.tables.pacts import SIGNS
from bot.tables.state import Sign
from games.core.match import Match
from games.core.moves import Move
from games.kent import KentDealEnd, KentView
from storage.matches import Player

_BETWEEN_PASSES_S: Final = 2.0
"""The time of a computer to pass a tile on."""

_LONGEST_S: Final = 600.0
"""After so long without a call the signs of a deal are forgotten, and it goes on."""


@dataclass
class SignedMatch:
    """A match of Kent between computers.

    :ivar levels: of every seat: how it makes signs, reads them and calls.
    :ivar passing: what the seat passes on or throws away.
    :ivar made: the numbers of `true` signs and of `decoys`.
    :ivar calls: the number of calls by pair, kind and truth.
    """

    match: Match
    levels: Sequence[Player]
    rng: Random
    passing: Callable[[int], Move]
    made: Counter[str] = field(default_factory=Counter)
    calls: Counter[tuple[int, str, bool]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._pairs = len(self.match.scores)
        self._signs = [self.rng.choice(SIGNS) for _ in self.match.scores]
        self._memories: list[Memory] = [NOTHING_LEARNT] * self.match.seats

    def play(self) -> None:
        """To the end of the match."""
        while self.match.outcome is None:
            self.play_deal()

    def play_deal(self) -> None:
        """Play a deal to a call, or a time limit."""
        deal, match, rng = self._view(0).deal, self.match, self.rng
        seats = range(match.seats)
        made: dict[int, Sign] = {}
        before: list[Sight | None] = [None for _ in seats]
        planned: list[int | None] = [None for _ in seats]
        numbers = count()
        queue: list[tuple[float, int, int, Impulse | None]] = [(_BETWEEN_PASSES_S, next(numbers), -1, None)]
        while self._view(0).deal == deal and match.outcome is None and queue[0][0] < _LONGEST_S:
            now, number, seat, felt = heappop(queue)
            if felt is None:
                holder = match.to_move()
                assert holder is not None
                match.play(holder, self.passing(holder))
                heappush(queue, (now + _BETWEEN_PASSES_S, next(numbers), -1, None))
            elif planned[seat] != number:
                continue
            else:
                planned[seat] = None
                last = self._sight(seat, made)
                if felt.call is None:
                    sign = sign_now(felt, last)
                    if sign is not None:
                        made[seat] = Sign(seat, sign, now, next(numbers))
                        self.made["true" if has_meld(last.view.hand) else "decoys"] += 1
                elif call := call_now(felt, last):
                    self._call(seat, call, [self._sight(one, made) for one in seats])
                    return
            for one in seats:
                sight = self._sight(one, made)
                feels = impulse(before[one], sight, self.levels[one], rng, self._memories[one])
                before[one] = sight
                if feels is not None and (planned[one] is None or feels.call is not None):
                    planned[one] = number = next(numbers)
                    heappush(queue, (now + feels.delay, number, one, feels))

    def _call(self, seat: int, call: str, sights: Sequence[Sight]) -> None:
        self.match.play(seat, Move.parse(call))
        end = self.match.last_deal
        assert isinstance(end, KentDealEnd)
        self.calls[seat % self._pairs, call.partition("@")[0], end.right] += 1
        self._memories = [memory.after(sight, end) for memory, sight in zip(self._memories, sights, strict=True)]

    def _sight(self, seat: int, made: dict[int, Sign]) -> Sight:
        pair = seat % self._pairs
        seen = tuple((one.seat, one.sign) for one in made.values() if one.seat % self._pairs != pair)
        partner = made.get((seat + self._pairs) % self.match.seats)
        return Sight(self._view(seat), self._signs[pair], partner, made.get(seat), seen)

    def _view(self, seat: int) -> KentView:
        view = self.match.view(seat)
        assert isinstance(view, KentView)
        return view
