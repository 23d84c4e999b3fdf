"""Kent once more, as a short program on bare lists: long random matches with throws, renewals and all calls."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.core.tiles import ALL_TILES
from tests.games.deals import dealt_view, texts
from tests.needs import some_of


class BareMatch:
    """A match of Kent with the permutations given; tiles are texts."""

    def __init__(self, seats: int, permutations: list[str], opener: int) -> None:
        self.seats, self.pairs = seats, seats // 2
        self.permutations = [text.split() for text in permutations]
        self.scores = [0] * self.pairs
        self.opener = opener
        self.begin()

    def begin(self) -> None:
        tiles = self.permutations.pop(0)
        self.turn = self.opener
        self.hands = []
        for seat in range(self.seats):
            size = 4 if seat == self.opener else 3
            self.hands.append(tiles[:size])
            tiles = tiles[size:]
        self.boneyard, self.aside = tiles, list[str]()
        self.history: set[tuple[int, str]] = set()

    def legal(self, seat: int) -> list[str]:
        calls = [
            f"{call}@{p}" for call in ("stop", "stop-biskent") for p in range(self.pairs) if p != seat % self.pairs
        ]
        found = ["kent", "biskent", *calls]
        if seat == self.turn:
            found += [f"pass {tile}" for tile in self.hands[seat]]
            found += [f"swap {tile}" for tile in self.hands[seat] if (seat, tile) in self.history]
        return found

    def play(self, seat: int, move: str) -> None:
        verb, _, tile = move.partition(" ")
        if verb == "pass":
            self.hands[seat].remove(tile)
            self.history.add((seat, tile))
            self.turn = (seat + 1) % self.seats
            self.hands[self.turn].append(tile)
        elif verb == "swap":
            self.hands[seat].remove(tile)
            self.aside.append(tile)
            self.history = {fact for fact in self.history if fact[1] != tile}
            if not self.boneyard:
                self.boneyard = [tile for tile in self.permutations.pop(0) if tile in self.aside]
                self.aside = []
            self.hands[seat].append(self.boneyard.pop(0))
        else:
            self.call(seat, move)

    def meld(self, seat: int) -> bool:
        return any(sum(number in tile for tile in self.hands[seat]) >= 3 for number in "0123456")

    def call(self, seat: int, move: str) -> None:
        own, others = seat % self.pairs, [pair for pair in range(self.pairs) if pair != seat % self.pairs]
        if move == "kent":
            gain = [own] if self.meld((seat + self.pairs) % self.seats) else others
        elif move == "biskent":
            gain = [own] if self.meld(own) and self.meld(own + self.pairs) else others
        else:
            pair = int(move[-1])
            melds = self.meld(pair) + self.meld(pair + self.pairs)
            gain = [own] if melds >= (2 if "biskent" in move else 1) else [pair]
        for pair in gain:
            self.scores[pair] += 2 if "biskent" in move else 1
        self.opener = (self.opener + 1) % self.seats
        if not self.over():
            self.begin()

    def over(self) -> bool:
        return max(self.scores) >= 10


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("seed", some_of(range(12), 4))
def test_engine_and_oracle_agree_on_every_move_hand_and_score_of_a_match(seats: int, seed: int) -> None:
    rng = Random(seed)
    permutations = [" ".join(str(tile) for tile in rng.sample(ALL_TILES, 28)) for _ in range(200)]
    opener, patience = rng.randrange(seats), rng.choice([0.9, 0.98, 0.995])
    match = games.new_match("kent", seats=seats, seed="not needed", deals=permutations, lots=[opener])
    oracle = BareMatch(seats, permutations, opener)
    while not oracle.over():
        assert match.to_move() == oracle.turn
        for seat in range(seats):
            view = match.view(seat)
            assert sorted(map(str, view.hand)) == sorted(oracle.hands[seat])
            assert sorted(texts(view.moves)) == sorted(oracle.legal(seat))
        assert dealt_view(match).boneyard == len(oracle.boneyard)
        seat = oracle.turn if rng.random() < patience else rng.randrange(seats)
        moves = [move for move in oracle.legal(seat) if " " in move]
        if not moves or rng.random() > patience:
            moves = oracle.legal(seat)
        move = rng.choice(moves)
        match.play(seat, move)
        oracle.play(seat, move)
        assert match.scores == tuple(oracle.scores)
    assert match.outcome is not None
    best = max(oracle.scores)
    assert match.outcome.winners == tuple(pair for pair, score in enumerate(oracle.scores) if score == best)
