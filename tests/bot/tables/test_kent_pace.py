"""The length of Kent deals with a passive person."""

from heapq import heappop, heappush
from random import Random
from statistics import mean

import pytest

import games
from bot.tables.kent_decisions import Impulse, Sight, call_now, impulse, sign_now
from bot.tables.pacts import SIGNS
from bot.tables.time_controls import COMPUTER_TURN_WITH_SIGNS_S
from games.computers import players
from storage.matches import Player
from storage.signs import Sign

PERSON = 0


class Deal:
    """A first deal, from its beginning to its call.

    :param turn_s: the seconds that the person takes to pass a tile.
    """

    def __init__(self, level: Player, number: int, seats: int, turn_s: float) -> None:
        self.level, self.turn_s, self.rng = level, turn_s, Random(number)
        self.match = games.new_match("kent", seats=seats, seed=str(number))
        self.now_s = 0.0
        self.signs: list[Sign] = []
        self.known: dict[int, Sight] = {}
        self.plans: dict[int, Impulse] = {}
        self.due: list[tuple[float, int, int, Impulse | None]] = []
        self.planned = 0

    def lasts_s(self) -> float:
        """Play it."""
        self._plan_turn()
        self._look()
        while True:
            self.now_s, _, seat, felt = heappop(self.due)
            if felt is None:
                level = self.level.value
                self.match.play(seat, players.choose(level, self.match, seat, self.rng, players.playouts(0)))
                self._plan_turn()
            elif self.plans.get(seat) is not felt:
                continue
            elif self._acts(seat, self.plans.pop(seat)):
                return self.now_s
            self._look()

    def _acts(self, seat: int, felt: Impulse) -> bool:
        """Return True if the computer calls; record a sign instead."""
        if felt.call is not None:
            return call_now(felt, self._sight(seat)) is not None
        sign = sign_now(felt, self._sight(seat))
        if sign is not None:
            self.signs.append(Sign(seat, sign, self.now_s, len(self.signs) + 1))
        return False

    def _look(self) -> None:
        for seat in set(range(self.match.seats)) - {PERSON}:
            now = self._sight(seat)
            felt = impulse(self.known.get(seat), now, self.level, self.rng)
            self.known[seat] = now
            if felt is not None and (seat not in self.plans or felt.call is not None):
                self.plans[seat] = felt
                self._plan(felt.delay, seat, felt)

    def _plan_turn(self) -> None:
        holder = self.match.to_move()
        assert holder is not None
        self._plan(self.turn_s if holder == PERSON else self.rng.uniform(*COMPUTER_TURN_WITH_SIGNS_S), holder, None)

    def _plan(self, delay_s: float, seat: int, felt: Impulse | None) -> None:
        self.planned += 1
        heappush(self.due, (self.now_s + delay_s, self.planned, seat, felt))

    def _sight(self, seat: int) -> Sight:
        view = self.match.view(seat)
        assert isinstance(view, games.kent.KentView)
        last = {sign.seat: sign for sign in self.signs}
        others = tuple((one.seat, one.sign) for one in self.signs if one.seat % view.pairs != seat % view.pairs)
        partner = (seat + view.pairs) % view.seats
        return Sight(view, list(SIGNS)[seat % view.pairs], last.get(partner), last.get(seat), others)


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("turn_s", [5.0, 20.0])
def test_a_deal_with_casual_computers_lasts_half_a_minute_to_a_minute(seats: int, turn_s: float) -> None:
    lasted = [Deal(Player.CASUAL, number, seats, turn_s).lasts_s() for number in range(60)]
    assert 30 <= mean(lasted) <= 60
    assert min(lasted) > 7  # nobody signs and calls sooner than a person could: 2.5 s and 6 s
