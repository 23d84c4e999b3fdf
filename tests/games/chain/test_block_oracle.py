"""Block once more, as a short program on bare lists: whole random matches and counts of all lines of play."""

from __future__ import annotations

from random import Random

import pytest

import games
from games import Match
from games.core.tiles import ALL_TILES
from tests.games.deals import deal, dealt_view, texts
from tests.needs import some_of

Bare = tuple[int, int]
Ends = tuple[int, ...]


def legal(hand: list[Bare], ends: Ends) -> list[str]:
    """Return the texts of all legal moves; `ends` is empty before the opening, else left and right."""
    if not ends:
        return [f"{high}-{low}" for high, low in hand]
    fitting = [
        f"{tile[0]}-{tile[1]}@{side}"
        for side, number in zip(("left", "right"), ends, strict=True)
        for tile in hand
        if number in tile
    ]
    return fitting or ["pass"]


def after(hand: list[Bare], ends: Ends, move: str) -> tuple[list[Bare], Ends]:
    """Return the hand and the ends after a move that is not a pass."""
    text, _, side = move.partition("@")
    high, low = (int(half) for half in text.split("-"))
    kept = [tile for tile in hand if tile != (high, low)]
    if not ends:
        return kept, (high, low)
    left, right = ends
    if side == "left":
        return kept, (high + low - left, right)
    return kept, (left, high + low - right)


def value(hand: list[Bare], highest: int | None) -> int:
    return sum(10 * high if (high, low) == (highest, highest) else high + low for high, low in hand)


class BareMatch:
    """A match of Block with the deals given."""

    def __init__(self, deals: list[str], opener: int) -> None:
        self.deals = [[(int(tile[0]), int(tile[2])) for tile in text.split()] for text in deals]
        self.opener = opener
        self.scores = [0, 0]
        self.over = False
        self.begin()

    def begin(self) -> None:
        tiles = self.deals.pop(0)
        self.hands = [tiles[:7], tiles[7:14]]
        self.ends: Ends = ()
        self.turn = self.opener
        self.passed = False

    def play(self, move: str) -> None:
        me, you = self.turn, 1 - self.turn
        self.turn = you
        if move == "pass":
            if self.passed:
                pips = [value(hand, None) for hand in self.hands]
                self.end(None if pips[0] == pips[1] else pips.index(min(pips)))
            else:
                self.passed = True
            return
        self.passed = False
        self.hands[me], self.ends = after(self.hands[me], self.ends, move)
        if not self.hands[me]:
            self.end(me)

    def end(self, winner: int | None) -> None:
        if winner is not None:
            highest = max((high for hand in self.hands for high, low in hand if high == low), default=None)
            self.scores[winner] += value(self.hands[1 - winner], highest) - value(self.hands[winner], highest)
        self.over = max(self.scores) >= 100
        self.opener = 1 - self.opener
        if not self.over:
            self.begin()


@pytest.mark.parametrize("seed", some_of(range(60), 12))
def test_engine_and_oracle_agree_on_every_move_and_score_of_a_match(seed: int) -> None:
    rng = Random(seed)
    deals = [" ".join(str(tile) for tile in rng.sample(ALL_TILES, 28)) for _ in range(60)]
    opener = rng.randrange(2)
    match = games.new_match("block", seats=2, seed="not needed", deals=deals, lots=[opener])
    oracle = BareMatch(deals, opener)
    while not oracle.over:
        assert match.actors() == (oracle.turn,)
        moves = texts(match.moves(oracle.turn))
        assert sorted(moves) == sorted(legal(oracle.hands[oracle.turn], oracle.ends))
        move = rng.choice(moves)
        match.play(oracle.turn, move)
        oracle.play(move)
        assert match.scores == tuple(oracle.scores)
    assert match.outcome is not None
    assert match.outcome.winners == (oracle.scores.index(max(oracle.scores)),)


# --- The count of all lines of play of one deal (perft) ---------------------------------------------------------------

PERFT = deal("6-6 6-5 5-4 4-3 3-2 2-0 1-1", "6-4 5-5 5-3 4-2 3-1 2-2 1-0")


def lines_of_engine(match: Match, plies: int) -> int:
    """Return the number of sequences of this many moves before the deal ends."""
    if not plies or dealt_view(match).deal > 1:
        return 0 if plies else 1
    (seat,) = match.actors()
    found = 0
    for move in match.moves(seat):
        following = match.copy()
        following.play(seat, move)
        found += lines_of_engine(following, plies - 1)
    return found


def lines_of_oracle(hands: list[list[Bare]], ends: Ends, passed: bool, plies: int) -> int:
    """Return the same number from a position; `hands[0]` is to move."""
    if not plies:
        return 1
    mover, other = hands
    found = 0
    for move in legal(mover, ends):
        if move == "pass":
            if not passed:
                found += lines_of_oracle([other, mover], ends, True, plies - 1)
            elif plies == 1:
                found += 1
        else:
            kept, reached = after(mover, ends, move)
            if kept:
                found += lines_of_oracle([other, kept], reached, False, plies - 1)
            elif plies == 1:
                found += 1
    return found


def test_the_lines_of_play_of_a_deal_are_counted_alike() -> None:
    match = games.new_match("block", seats=2, seed="a", deals=[PERFT], lots=[0])
    tiles = [(int(tile[0]), int(tile[2])) for tile in PERFT.split()]
    for plies in range(10):
        assert lines_of_engine(match, plies) == lines_of_oracle([tiles[:7], tiles[7:14]], (), False, plies)


def test_the_first_plies_counted_by_hand() -> None:
    # Seven openings. The answers of 6-4 5-5 5-3 4-2 3-1 2-2 1-0, a place each: to 6-6 6-4 at either end (2); to 6-5
    # 6-4 at 6, 5-5 and 5-3 at 5 (3); to 5-4 5-5, 5-3, 6-4, 4-2 (4); to 4-3 6-4, 4-2, 5-3, 3-1 (4); to 3-2 5-3, 3-1,
    # 4-2, 2-2 (4); to 2-0 4-2, 2-2, 1-0 (3); to 1-1 3-1 and 1-0 at either end (4).
    match = games.new_match("block", seats=2, seed="a", deals=[PERFT], lots=[0])
    assert lines_of_engine(match, 1) == 7
    assert lines_of_engine(match, 2) == 2 + 3 + 4 + 4 + 4 + 3 + 4
