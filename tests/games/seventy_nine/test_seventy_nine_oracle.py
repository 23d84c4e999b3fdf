"""Seventy-Nine once more, as a short program on bare pairs of numbers: whole random matches with all options."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.core.tiles import ALL_TILES
from tests.games.deals import texts
from tests.needs import some_of

Bare = tuple[int, int]

COUNT = {(5, 5): 10, (6, 4): 10, (5, 0): 5, (4, 1): 5, (3, 2): 5}
DOUBLES = 100
"""Stands for the suit of doubles."""


class BareMatch:
    """A match of Seventy-Nine with the permutations given; `rules` are the options."""

    def __init__(self, deals: list[str], shaker: int, rules: dict[str, object]) -> None:
        self.deals = [[(int(tile[0]), int(tile[2])) for tile in text.split()] for text in deals]
        self.shaker, self.rules = shaker, rules
        self.scores = [0, 0]
        self.winner: int | None = None
        self.begin()

    def begin(self) -> None:
        tiles = self.deals.pop(0)
        self.hands = [tiles[9 * seat : 9 * seat + 9] for seat in range(6)]
        self.called: list[int] = []
        self.high, self.bidder = 49, -1
        self.trump: int | None = None
        self.state = "bid"
        self.turn = (self.shaker + 1) % 6
        self.trick: list[tuple[int, Bare]] = []
        self.won = [0, 0]
        self.took = [0, 0]

    def legal(self) -> list[str]:
        if self.state == "bid":
            found = ["pass", *(f"bid={bid}" for bid in range(self.high + 1, 80))]
            return [*found, "bid=nello"] if self.rules["nello"] and self.high < 80 else found
        if self.state == "trump":
            return [f"trump={number}" for number in range(7)]
        hand = self.hands[self.turn]
        if self.trick:
            suit = self.led()
            hand = [tile for tile in hand if self.of_suit(tile, suit)] or hand
        return sorted({text(tile) for tile in hand})

    def led(self) -> int:
        tile = self.trick[0][1]
        if self.trump is not None and self.trump in tile:
            return self.trump
        if self.high == 80 and self.rules["nello_doubles"] == "own" and tile[0] == tile[1]:
            return DOUBLES
        return max(tile)

    def of_suit(self, tile: Bare, suit: int) -> bool:
        if self.trump is not None and self.trump in tile:
            return suit == self.trump
        if self.high == 80 and self.rules["nello_doubles"] == "own" and tile[0] == tile[1]:
            return suit == DOUBLES
        return suit in tile

    def rank(self, tile: Bare, suit: int) -> int:
        """Where the tile stands in its suit."""
        if suit == DOUBLES:
            return tile[0]
        return 7 if tile[0] == tile[1] else sum(tile) - suit

    def play(self, move: str) -> None:
        verb, _, value = move.partition("=")
        if verb in {"pass", "bid"}:
            self.call(value)
        elif verb == "trump":
            self.trump, self.state = int(value), "play"
        else:
            tile = (int(verb[0]), int(verb[2]))
            self.hands[self.turn].remove(tile)
            self.trick.append((self.turn, tile))
            if len(self.trick) == (4 if self.high == 80 else 6):
                self.take()
            else:
                self.turn = (self.turn + 1) % 6
                while self.high == 80 and self.turn != self.bidder and (self.turn - self.bidder) % 2 == 0:
                    self.turn = (self.turn + 1) % 6

    def call(self, value: str) -> None:
        if value:
            self.high, self.bidder = 80 if value == "nello" else int(value), self.turn
        self.called.append(self.turn)
        self.turn = (self.turn + 1) % 6
        if len(self.called) < 6:
            return
        if self.bidder < 0:
            self.shaker = (self.shaker + 1) % 6
            self.begin()
        else:
            self.turn = self.bidder
            self.state = "play" if self.high == 80 else "trump"

    def take(self) -> None:
        suit = self.led()
        best: tuple[int, int] | None = None
        taker = -1
        for seat, tile in self.trick:
            if self.trump is not None and self.trump in tile:
                here = (2, self.rank(tile, self.trump))
            elif self.of_suit(tile, suit):
                here = (1, self.rank(tile, suit))
            else:
                continue
            if best is None or here > best:
                best, taker = here, seat
        side = taker % 2
        self.won[side] += 1
        self.took[side] += 1 + sum(COUNT.get(tile, 0) for _, tile in self.trick)
        self.trick, self.turn = [], taker
        if self.high == 80:
            if taker == self.bidder:
                self.nello(1 - taker % 2)
            elif sum(self.won) == 9:
                self.nello(self.bidder % 2)
            return
        if self.rules["scoring"] == "tricks":
            self.scores[side] += 1
            if self.scores[side] == 9:
                self.winner = side
                return
        if sum(self.won) == 9:
            self.end()

    def nello(self, side: int) -> None:
        self.scores[side] += {"points": 79, "tricks": 9, "marks": 1}[str(self.rules["scoring"])]
        self.go_on()

    def end(self) -> None:
        own, other = self.bidder % 2, 1 - self.bidder % 2
        made = self.took[own] >= self.high
        if self.rules["scoring"] == "marks":
            self.scores[own if made else other] += 1
        elif self.rules["scoring"] == "points":
            if made:
                self.scores[own] += self.took[own]
                self.scores[other] += self.took[other]
            else:
                self.scores[other] += self.high + self.took[other]
        self.go_on()

    def go_on(self) -> None:
        target = 250 if self.rules["scoring"] == "points" else 9
        there = [side for side in (0, 1) if self.scores[side] >= target]
        if there:
            self.winner = self.bidder % 2 if len(there) == 2 else there[0]
        else:
            self.shaker = (self.shaker + 1) % 6
            self.begin()


def text(tile: Bare) -> str:
    return f"{tile[0]}-{tile[1]}"


def compare(seed: int) -> None:
    rng = Random(seed)
    deals = [" ".join(map(str, rng.sample(ALL_TILES * 2, 56))) for _ in range(120)]
    shaker = rng.randrange(6)
    rules: dict[str, object] = {
        "scoring": rng.choice(["points", "tricks", "marks"]),
        "nello": rng.random() < 0.7,
        "nello_doubles": rng.choice(["high", "own"]),
    }
    match = games.new_match("seventy_nine", seats=6, options=rules, seed="not needed", deals=deals, lots=[shaker])
    oracle = BareMatch(deals, shaker, rules)
    passes = rng.choice([0.6, 0.9])
    while oracle.winner is None:
        assert match.outcome is None
        assert match.actors() == (oracle.turn,)
        assert sorted(map(str, match.view(oracle.turn).hand)) == sorted(map(text, oracle.hands[oracle.turn]))
        moves = texts(match.moves(oracle.turn))
        assert sorted(moves) == sorted(oracle.legal())
        move = rng.choice(moves)
        if "pass" in moves:
            move = "pass" if rng.random() < passes else rng.choice(moves[:12])
            move = "bid=nello" if "bid=nello" in moves and rng.random() < 0.04 else move
        match.play(oracle.turn, move)
        oracle.play(move)
        assert match.scores == tuple(oracle.scores)
    assert match.outcome is not None
    assert match.outcome.winners == (oracle.winner,)
    assert match.outcome.scores == tuple(oracle.scores)


@pytest.mark.parametrize("seed", some_of(range(40), 12))
def test_engine_and_oracle_agree_on_every_move_hand_and_score_of_a_match(seed: int) -> None:
    compare(seed)
