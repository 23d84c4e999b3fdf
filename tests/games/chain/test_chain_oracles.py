"""Legal moves and scores of Full Speed, Double Trouble and Plus-Minus, worked out again over random walks.

Everything here is written from the rules alone, from what lies on the table and in the hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

import games
from games import Match, Move, Tile
from games.chain.match import ChainMatch
from tests.games.deals import dealt_view
from tests.needs import some_of

from .positions import Layout

WALKS = 5
PLIES = 500
TO_BE_REACHED = 121
LIMITS = {2: 999, 3: 666, 4: 333}
BLANK_DOUBLE = 100


class Course:
    """The state of a walk by the rules: the layout, the hands and the scores."""

    def __init__(self, match: Match, sides: int) -> None:
        assert isinstance(match, ChainMatch)
        self.match = match
        self.scores = [0] * sides
        self.passes = 0
        self.layout = Layout()
        self.read_hands()

    def read_hands(self) -> None:
        self.hands = [list(self.match.view(seat).hand) for seat in range(self.match.seats)]

    def moves(self, seat: int, *, spinner: bool, drawable: int) -> list[str]:
        """Return the moves of the seat as texts."""
        hand = self.hands[seat]
        if not self.layout.row:
            return [str(tile) for tile in hand]
        found = [
            f"{tile}@{at}"
            for at, number in self.layout.open_numbers(spinner=spinner).items()
            for tile in hand
            if number in (tile.high, tile.low)
        ]
        return found or (["draw"] if drawable else ["pass"])

    def follow(self, seat: int, move: Move) -> bool:
        """Note a move that has been played; whether the deal has ended by it."""
        if move.tile is not None:
            self.layout.lay(move.tile, move.at)
            self.hands[seat].remove(move.tile)
            self.passes = 0
        elif move.verb == "pass":
            self.passes += 1
        elif move.verb == "draw":
            before = self.hands[seat]
            assert [tile for tile in self.match.view(seat).hand if tile in before] == before
            self.hands[seat] = list(self.match.view(seat).hand)
            assert len(self.hands[seat]) == len(before) + 1
        return self.ended(seat)

    def ended(self, seat: int) -> bool:
        return not self.hands[seat] or self.passes == sum(1 for hand in self.hands if hand)

    def left(self) -> list[int]:
        return [sum(tile.high + tile.low for tile in hand) for hand in self.hands]

    def next_deal(self) -> None:
        self.layout, self.passes = Layout(), 0
        self.read_hands()


def drawable(match: Match, kept: int = 0) -> int:
    return max(0, dealt_view(match).boneyard - kept)


# --- Full Speed -------------------------------------------------------------------------------------------------------


def full_speed_scores(layout: Layout) -> tuple[int, int, bool]:
    """Return the sum of the ends, the worth of its patterns, and whether there is any."""
    first, last = layout.row[0], layout.row[-1]
    alone = len(layout.row) == 1
    left = sum(first) if first[0] == first[1] else first[0]
    right = sum(last) if last[0] == last[1] else last[1]
    total = sum(first) if alone else left + right
    worths = []
    if first[0] == last[1]:  # twins or triplets
        worths.append(total)
    halves = sorted([*first, *last])
    cycle = "0123456012"
    if any(sorted(map(int, cycle[start : start + 4])) == halves for start in range(7)):
        worths.append(sum(first) + sum(last))
    if total == 7:
        worths.append(7)
    if not alone and first[0] == first[1] and last[0] == last[1]:
        worths.append(total)
    return total, sum(worths), bool(worths)


class FullSpeedCourse(Course):
    """A walk through Full Speed."""

    def __init__(self, match: Match, *, pairs: bool) -> None:
        self.side_of = [seat % 2 if pairs else seat for seat in range(match.seats)]
        self.waiting = False
        super().__init__(match, max(self.side_of) + 1)

    def book(self, side: int, amount: int) -> None:
        if self.scores[side] + amount <= TO_BE_REACHED:
            self.scores[side] += amount

    def choices(self, seat: int) -> list[str]:
        others = [side for side in range(len(self.scores)) if side != self.side_of[seat]]
        return ["thirteen", *(f"thirteen@{side}" for side in others)]

    def follow(self, seat: int, move: Move) -> bool:
        if move.verb == "thirteen":
            self.waiting = False
            if move.at:
                self.scores[int(move.at)] -= 13
            else:
                self.book(self.side_of[seat], 13)
            return self.ended(seat)
        ended = super().follow(seat, move)
        if move.tile is not None:
            self.score(seat)
        return ended and not self.waiting

    def score(self, seat: int) -> None:
        total, worth, any_pattern = full_speed_scores(self.layout)
        if any_pattern:
            self.book(self.side_of[seat], worth)
        elif total == 13:
            self.waiting = True
        elif len(self.layout.row) > 1:
            self.book(self.side_of[(seat - 1) % self.match.seats], total)

    def end_deal(self) -> None:
        left = self.left()
        out = [seat for seat, hand in enumerate(self.hands) if not hand]
        best = out or [seat for seat, pips in enumerate(left) if pips == min(left)]
        winners = {self.side_of[seat] for seat in best}
        if len(winners) == 1:
            side = winners.pop()
            self.book(side, sum(pips for seat, pips in enumerate(left) if self.side_of[seat] != side))


@pytest.mark.parametrize("walk", range(WALKS))
@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (2, {"closed_boneyard": True}), (3, {}), (3, {"closed_boneyard": True}), (4, {}), (4, {"pairs": True})],
)
def test_full_speed(seats: int, options: Mapping[str, bool], walk: int) -> None:
    rng = Random(walk)
    match = games.new_match("full_speed", seats=seats, options=options, seed=f"walk {walk}")
    course = FullSpeedCourse(match, pairs=options.get("pairs", False))
    kept = 2 if options.get("closed_boneyard") else 0
    for _ in range(PLIES):
        if match.outcome:
            break
        (seat,) = match.actors()
        ordinary = course.moves(seat, spinner=False, drawable=drawable(match, kept))
        due = course.choices(seat) if course.waiting else ordinary
        assert sorted(map(str, match.moves(seat))) == sorted(due)
        move = rng.choice(match.moves(seat))
        match.play(seat, move)
        ended = course.follow(seat, move)
        if ended and TO_BE_REACHED not in course.scores:
            course.end_deal()
            if TO_BE_REACHED not in course.scores:
                course.next_deal()
        assert match.scores == tuple(course.scores)
        assert bool(match.outcome) == (TO_BE_REACHED in course.scores)
        assert match.outcome is None or match.outcome.winners == (course.scores.index(TO_BE_REACHED),)


# --- Double Trouble ---------------------------------------------------------------------------------------------------


def worth_in_hand(tile: Tile, table: list[tuple[int, int]]) -> int:
    if tile.high != tile.low:
        return tile.high + tile.low
    worth = 11 * tile.high if tile.high else BLANK_DOUBLE
    others = sum(1 for one, other in table if one != other and tile.high in (one, other))
    return worth * 2 if others == 6 else worth


@pytest.mark.parametrize("walk", range(WALKS))
@pytest.mark.parametrize("draw", ["playable", "none"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_double_trouble(seats: int, draw: str, walk: int) -> None:
    rng = Random(walk)
    match = games.new_match("double_trouble", seats=seats, options={"draw": draw}, seed=f"walk {walk}")
    course = Course(match, seats)
    scores = course.scores
    caught: list[set[Tile]] = [set() for _ in range(seats)]
    still_in = set(range(seats))
    opener = match.actors()[0]
    for _ in range(PLIES * 3):
        if match.outcome:
            break
        (seat,) = match.actors()
        due = course.moves(seat, spinner=False, drawable=drawable(match) if draw == "playable" else 0)
        assert sorted(map(str, match.moves(seat))) == sorted(due)
        move = rng.choice(match.moves(seat))
        match.play(seat, move)
        if course.follow(seat, move):
            for other, hand in enumerate(course.hands):
                scores[other] += sum(worth_in_hand(tile, course.layout.row) for tile in hand)
                caught[other] |= {tile for tile in hand if tile.high == tile.low}
            if not course.hands[seat] and move.tile is not None and move.tile.high == move.tile.low:
                scores[seat] = 0
            above = any(scores[other] > LIMITS[seats] for other in still_in)
            played = still_in
            still_in = {other for other in played if len(caught[other]) < 7}
            if above or len(still_in) < 2:
                able = still_in or played
                fewest = min(scores[other] for other in able)
                assert match.outcome is not None
                assert set(match.outcome.winners) == {other for other in able if scores[other] == fewest}
            else:
                fewest = min(scores[other] for other in still_in)
                around = [*range(opener + 1, seats), *range(opener + 1)]
                opener = next(other for other in around if other in still_in and scores[other] == fewest)
                assert match.actors() == (opener,)
                course.next_deal()
                assert [len(hand) for hand in course.hands] == [7 if s in still_in else 0 for s in range(seats)]
        assert match.scores == tuple(scores)


# --- Plus-Minus -------------------------------------------------------------------------------------------------------


def sum_of_open_ends(layout: Layout) -> int:
    first, last = layout.row[0], layout.row[-1]
    if len(layout.row) == 1:
        return sum(first)
    total = 2 * first[0] if first[0] == first[1] else first[0]
    total += 2 * last[1] if last[0] == last[1] else last[1]
    for column in layout.columns.values():
        if column:
            end = column[-1]
            total += 2 * end[1] if end[0] == end[1] else end[1]
    return total


@pytest.mark.parametrize("walk", some_of(range(WALKS * 3), 4))
@pytest.mark.parametrize("limit", [20, 60, 100, 120])
def test_plus_minus(limit: int, walk: int) -> None:
    rng = Random(walk)
    match = games.new_match("plus_minus", seats=2, options={"limit": limit}, seed=f"walk {walk}")
    course = Course(match, 2)
    scores = course.scores
    for _ in range(PLIES):
        if match.outcome:
            break
        (seat,) = match.actors()
        due = course.moves(seat, spinner=True, drawable=drawable(match))
        assert sorted(map(str, match.moves(seat))) == sorted(due)
        move = rng.choice(match.moves(seat))
        match.play(seat, move)
        ended = course.follow(seat, move)
        if move.tile is not None and sum_of_open_ends(course.layout) % 2 == 0:
            scores[seat] += sum_of_open_ends(course.layout) // 2
        if ended and max(scores) < limit:
            left = course.left()
            if left[0] != left[1]:
                loser = 0 if left[0] > left[1] else 1
                if not course.hands[seat]:
                    loser = 1 - seat
                scores[loser] += left[loser] // 2 if left[loser] % 2 == 0 else 0
            if max(scores) < limit:
                course.next_deal()
        assert match.scores == tuple(scores)
        assert bool(match.outcome) == (max(scores) >= limit)
        if match.outcome:
            assert match.outcome.winners == (0 if scores[1] >= limit else 1,)
        elif course.layout.row:
            assert match.view(None).as_dict()["ends"] == sum_of_open_ends(course.layout)
