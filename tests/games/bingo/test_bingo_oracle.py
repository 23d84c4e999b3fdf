"""Bingo once more, as a short program on bare pairs of numbers: whole random matches with all options."""

from __future__ import annotations

from random import Random

import pytest

from games.bingo import Bingo
from games.core.tiles import ALL_TILES
from tests.games.deals import texts
from tests.needs import some_of

Bare = tuple[int, int]

MELD = {2: 20, 3: 40, 4: 50, 5: 60, 6: 70, 7: 210}


class BareMatch:
    """A match of Bingo with the permutations given."""

    def __init__(self, deals: list[str], opener: int, doubles_high: bool, as_sets: bool) -> None:
        self.deals = [[(int(tile[0]), int(tile[2])) for tile in text.split()] for text in deals]
        self.opener, self.doubles_high, self.as_sets = opener, doubles_high, as_sets
        self.sets = [0, 0]
        self.begin()

    def begin(self) -> None:
        tiles = self.deals.pop(0)
        self.hands = [tiles[:7], tiles[7:14]]
        self.yard = tiles[14:]
        self.trump = max(self.yard[-1])
        self.turn = self.opener
        self.led: Bare | None = None
        self.declared = 0
        self.closer: int | None = None
        self.fallen = 0
        self.points = [0, 0]

    def over(self) -> bool:
        return max(self.sets) >= 7

    def legal(self) -> list[str]:
        hand = self.hands[self.turn]
        if self.led is None:
            doubles = [tile for tile in hand if tile[0] == tile[1]]
            found = [text(tile) for tile in hand]
            if len(doubles) > 1:
                found += [f"{text(tile)}=meld" for tile in doubles]
            if self.fallen and self.yard and self.closer is None:
                found.append("close")
            return found
        if self.yard and self.closer is None:
            return [text(tile) for tile in hand]
        number = self.trump if self.trump in self.led else max(self.led)
        same = [tile for tile in hand if number in tile]
        trumps = [tile for tile in hand if self.trump in tile]
        return [text(tile) for tile in same or trumps or hand]

    def rank(self, tile: Bare, other: Bare) -> tuple[int, int]:
        """Return the four rules of which tile takes the trick, as groups with an order in each."""
        if tile == (0, 0):
            return (4, 0)
        if tile == (self.trump, self.trump):
            return (3, 0)
        if self.trump in tile:
            return (2, sum(tile))
        if self.doubles_high and tile[0] == tile[1] and tile[0] in other:
            return (1, 0)
        return (0, sum(tile))

    def worth(self, tile: Bare) -> int:
        if tile == (self.trump, self.trump):
            return 24
        if tile == (0, 0):
            return 14
        if tile[0] == tile[1]:
            return 2 * tile[0]
        if self.trump in tile:
            return sum(tile) + (7 if 0 in tile else 0)
        return 10 if tile in {(6, 4), (3, 0)} else 0

    def play(self, move: str) -> None:
        if move == "close":
            self.closer = self.turn
            return
        name, _, meld = move.partition("=")
        tile = (int(name[0]), int(name[2]))
        hand = self.hands[self.turn]
        if meld:
            self.declared = sum(high == low for high, low in hand)
        hand.remove(tile)
        if self.led is None:
            self.led = tile
            self.turn = 1 - self.turn
            return
        second, first = self.turn, 1 - self.turn
        won = second if self.rank(tile, self.led) > self.rank(self.led, tile) else first
        self.points[won] += self.worth(self.led) + self.worth(tile)
        if self.declared and won == first:
            if self.as_sets and self.declared > 5:
                self.sets[won] += 1 if self.declared == 6 else 3
            else:
                self.points[won] += MELD[self.declared]
        self.declared, self.led, self.turn = 0, None, won
        self.fallen += 1
        if self.over():
            return
        if not hand:
            self.end()
        elif self.yard and self.closer is None:
            self.hands[1 - won].append(self.yard.pop(0))
            self.hands[won].append(self.yard.pop(0))

    def end(self) -> None:
        winner = 0 if self.points[0] > self.points[1] else 1
        if self.closer is not None:
            winner = self.closer
        other = self.points[1 - winner]
        sets = 3 if other == 0 else 2 if other <= 20 else 1
        if self.closer is not None and self.points[winner] < 70:
            winner, sets = 1 - winner, 2
        elif self.closer is None and self.points[0] == self.points[1]:
            sets = 0
        self.sets[winner] += sets
        self.opener = 1 - self.opener
        if not self.over():
            self.begin()


def text(tile: Bare) -> str:
    return f"{tile[0]}-{tile[1]}"


def permutations(rng: Random) -> list[str]:
    """Random deals, some of them with the doubles in one hand, so that the great melds come up."""
    found = []
    for _ in range(60):
        tiles = rng.sample(ALL_TILES, 28)
        if rng.random() < 0.3:
            tiles.sort(key=lambda tile: not tile.is_double)
            tiles = tiles[: rng.choice([5, 6, 7])] + rng.sample(tiles, 28)
            tiles = list(dict.fromkeys(tiles))
        found.append(" ".join(map(str, tiles)))
    return found


def compare(seed: int) -> None:
    rng = Random(seed)
    deals, opener = permutations(rng), rng.randrange(2)
    doubles_high, as_sets = rng.random() < 0.5, rng.random() < 0.5
    options = {"doubles_high": doubles_high, "big_meld_as_sets": as_sets}
    match = Bingo(seats=2, options=options, seed="not needed", deals=deals, lots=[opener])
    oracle = BareMatch(deals, opener, doubles_high, as_sets)
    likes_closing = rng.choice([0.02, 0.3])
    while not oracle.over():
        assert match.outcome is None
        assert match.actors() == (oracle.turn,)
        view = match.view(oracle.turn)
        assert sorted(map(str, view.hand)) == sorted(map(text, oracle.hands[oracle.turn]))
        assert view.boneyard == len(oracle.yard)
        assert view.totals == tuple(oracle.points)
        moves = texts(match.moves(oracle.turn))
        assert sorted(moves) == sorted(oracle.legal())
        if "close" in moves and rng.random() > likes_closing:
            moves.remove("close")
        melds = [move for move in moves if move.endswith("meld")]
        move = rng.choice(melds if melds and rng.random() < 0.5 else moves)
        match.play(oracle.turn, move)
        oracle.play(move)
        assert match.scores == tuple(oracle.sets)
    assert match.outcome is not None
    assert match.outcome.winners == (oracle.sets.index(max(oracle.sets)),)


@pytest.mark.parametrize("seed", some_of(range(60), 12))
def test_engine_and_oracle_agree_on_every_move_hand_and_score_of_a_match(seed: int) -> None:
    compare(seed)
