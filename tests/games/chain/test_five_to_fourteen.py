"""Five to Fourteen, rule by rule: single deals by hand, and whole matches beside a ledger kept from what is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import pytest

from games import EndReason, Event, Move
from games.core.events import DealBegan, Dealt, Drew, Lot, Out, Shown
from games.core.shuffle import Shuffler
from games.core.tiles import ALL_TILES
from games.five_to_fourteen import FiveToFourteen, RoundOver
from tests.games.deals import deal, of_kind, play, texts, tiles


def match_of(*deals: str, opener: int = 0, rounds: str = "full", seed: str = "a seed") -> FiveToFourteen:
    return FiveToFourteen(seats=2, seed=seed, options={"rounds": rounds}, deals=deals, lots=[opener])


# --- One deal ---------------------------------------------------------------------------------------------------------

BLANKS = deal(
    "0-0 1-0 2-0 3-0 4-0",
    "5-5 5-4 5-3 5-2 5-1",
    boneyard="1-1 2-1 2-2 3-1 3-2 3-3 4-1 4-2 4-3 4-4 6-1 6-2 6-3 6-4 6-5 6-6 5-0 6-0",
)
"""After a led 0-0 seat 1 finds the first blank at the seventeenth draw, and leaves one tile in the boneyard."""


def test_the_first_deal_has_five_tiles_each_and_a_free_lead() -> None:
    match = match_of(BLANKS)
    assert match.view(0).hand == tiles("0-0 1-0 2-0 3-0 4-0")
    assert match.view(1).hand == tiles("5-1 5-2 5-3 5-4 5-5")
    assert match.view(None).boneyard == match.view(None).drawable == 18
    assert match.view(None).hand_sizes == (5, 5)
    assert texts(match.moves(0)) == ["0-0", "1-0", "2-0", "3-0", "4-0"]
    assert texts(match_of(BLANKS, opener=1).moves(1)) == ["5-1", "5-2", "5-3", "5-4", "5-5"]


def test_a_player_who_cannot_play_draws_from_the_front_until_one_fits() -> None:
    match = match_of(BLANKS)
    play(match, "0-0")
    for left in range(18, 1, -1):
        assert texts(match.moves(1)) == ["draw"]
        assert match.view(None).boneyard == left
        (event,) = match.play(1, "draw")
        assert event.seen_by(1).tiles == tiles(BLANKS)[28 - left : 29 - left]
        assert event.seen_by(0) == Drew(1, (), known_to=(1,))
    assert match.view(None).counts == (4, 22)


def test_a_drawn_tile_that_fits_must_be_played() -> None:
    match = match_of(BLANKS)
    play(match, "0-0 " + "draw " * 17)
    assert texts(match.moves(1)) == ["5-0@left", "5-0@right"]
    for move in ("draw", "pass"):
        refusal = match.refusal(1, move)
        assert refusal is not None
        assert refusal.code == "must_play"


def test_while_there_are_tiles_to_draw_nobody_passes_or_draws_for_pleasure() -> None:
    match = match_of(BLANKS)
    refusal = match.refusal(0, "draw")
    assert refusal is not None
    assert refusal.code == "must_play"
    play(match, "0-0")
    refusal = match.refusal(1, "pass")
    assert refusal is not None
    assert refusal.code == "must_draw"


def test_the_whole_boneyard_may_be_drawn_and_then_who_cannot_play_passes() -> None:
    match = match_of(BLANKS)
    play(match, "0-0 " + "draw " * 17 + "5-0@left 1-0@right 5-5@left")
    assert texts(match.moves(0)) == ["draw"]  # the ends are 5 and 1; left are 2-0, 3-0, 4-0
    play(match, "draw")  # 6-0, the last tile
    assert match.view(0).boneyard == match.view(0).drawable == 0
    assert texts(match.moves(0)) == ["pass"]
    refusal = match.refusal(0, "draw")
    assert refusal is not None
    assert refusal.code == "boneyard_closed"
    play(match, "pass")
    assert match.actors() == (1,)


def test_who_goes_out_scores_all_pips_left_in_the_other_hand() -> None:
    match = match_of(deal("6-5 4-3 2-1 0-0 5-5", "6-4 3-2 1-0 3-0 6-6"))
    play(match, "6-5 6-4@left 4-3@left 3-2@left 2-1@left 1-0@left 0-0@left 3-0@left")
    events = play(match, "5-5@right")
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.winners, match.last_deal.points) == ("out", (0,), (12, 0))
    assert match.scores == (12, 0)  # 6-6 counts its twelve pips
    assert [event.kind for event in events] == ["played", "out", "shown", "scored", "deal", "dealt", "dealt"]


BOTH_PASS = deal(
    "5-2 6-4 4-1 4-0 5-5",
    "6-5 6-6 0-0 5-4 5-1",
    boneyard="5-0 6-1 4-3 4-4 6-0 1-0 2-0 5-3 3-2 3-1 1-1 6-3 6-2 3-0 3-3 2-2 2-1 4-2",
)


def test_when_both_pass_the_fewer_pips_win_and_nothing_is_taken_off() -> None:
    match = match_of(BOTH_PASS)
    play(match, "4-1 5-4@left 5-5@left 5-1@right 5-2@right 6-5@left 6-4@left draw draw draw 4-3@left")
    play(match, "draw draw draw draw 2-0@right 5-0@right draw 5-3@left " + "draw " * 10 + "pass")
    assert match.view(None).deal == 1
    play(match, "pass")
    # 5-0 and 5-3 closed both ends with the last fives. Seat 0 holds 1-0 4-0 4-4 6-0: 1 + 4 + 8 + 6 = 19;
    # seat 1 holds 0-0 1-1 2-1 2-2 3-0 3-1 3-2 3-3 4-2 6-1 6-2 6-3 6-6:
    # 0 + 2 + 3 + 4 + 3 + 4 + 5 + 6 + 6 + 7 + 8 + 9 + 12 = 69
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.winners, match.last_deal.points) == ("blocked", (0,), (69, 0))
    assert match.scores == (69, 0)


def test_the_second_deal_is_of_six_tiles_and_opened_by_the_other() -> None:
    match = match_of(BOTH_PASS, BLANKS)
    play(match, "4-1 5-4@left 5-5@left 5-1@right 5-2@right 6-5@left 6-4@left draw draw draw 4-3@left")
    play(match, "draw draw draw draw 2-0@right 5-0@right draw 5-3@left " + "draw " * 10 + "pass pass")
    assert match.actors() == (1,)
    assert match.view(None).hand_sizes == match.view(None).counts == (6, 6)
    assert match.view(0).hand == tiles("0-0 1-0 2-0 3-0 4-0 5-5")
    assert match.view(1).hand == tiles("1-1 2-1 5-1 5-2 5-3 5-4")


# --- Whole matches ----------------------------------------------------------------------------------------------------


@dataclass
class Ledger:
    """A match as a person would keep it who only sees which tiles lie and what is shown at the end of each deal."""

    openers: list[int] = field(default_factory=list)
    sizes: list[tuple[int, ...]] = field(default_factory=list)
    rounds: list[tuple[int, int]] = field(default_factory=list)
    """The points of every round that has been played."""
    points: list[int] = field(default_factory=lambda: [0, 0])

    def follow(self, events: list[Event]) -> None:
        left: dict[int, int] = {}
        out: int | None = None
        for event in events:
            if isinstance(event, Out):
                out = event.seat
            elif isinstance(event, Shown):
                left[event.seat] = sum(tile.high + tile.low for tile in event.tiles)
            elif isinstance(event, DealBegan):
                self.openers.append(event.seat)
            elif isinstance(event, Dealt):
                earlier = () if event.seat == 0 else self.sizes.pop()
                self.sizes.append((*earlier, event.count))
        if left:
            fewest = min(left, key=lambda seat: left[seat])
            winner = out if out is not None else (fewest if left[0] != left[1] else None)
            if winner is not None:
                self.points[winner] += left[1 - winner]
            if len(self._finished(events)) % 10 == 0:
                self.rounds.append((self.points[0], self.points[1]))
                self.points = [0, 0]

    def _finished(self, events: list[Event]) -> list[int]:
        """Return the openers of all deals that have ended: the last one is new if the match goes on."""
        return self.openers if events[-1].kind == "over" else self.openers[:-1]


def first(moves: Sequence[Move]) -> Move:
    return moves[0]


def whole_match(match: FiveToFourteen, choose: Callable[[Sequence[Move]], Move] = first) -> Ledger:
    """Play the first legal move always, or another choice, and compare with the ledger after every move."""
    ledger = Ledger()
    ledger.follow(match.events)
    while not match.outcome:
        (seat,) = match.actors()
        ledger.follow(match.play(seat, choose(match.moves(seat))))
        view = match.view(None)
        won = [sum(1 for points in ledger.rounds if points[side] > points[1 - side]) for side in range(2)]
        assert view.rounds_won == tuple(won)
        if not match.outcome:
            assert match.scores == tuple(ledger.points)  # of the running round, from zero in each
            assert view.round == len(ledger.rounds) + 1
        assert view.points == tuple(
            sum(points[side] for points in [*ledger.rounds, ledger.points]) for side in range(2)
        )
    assert match.scores == ledger.rounds[-1]
    return ledger


EQUAL_HANDS = [(size, size) for size in (*range(5, 15), *range(14, 4, -1))]
RISING_AND_FALLING = [(5, 14), (6, 13), (7, 12), (8, 11), (9, 10), (10, 9), (11, 8), (12, 7), (13, 6), (14, 5)]
FALLING_AND_RISING = RISING_AND_FALLING[::-1]


def winner_of(points: tuple[int, int]) -> int | None:
    return None if points[0] == points[1] else points.index(max(points))


@pytest.mark.parametrize("seed", range(15))
def test_every_match_is_kept_as_a_person_would_keep_it(seed: int) -> None:
    ledger = whole_match(FiveToFourteen(seats=2, seed=f"random {seed}"), Random(seed).choice)
    assert ledger.sizes[:20] == EQUAL_HANDS
    assert len(ledger.sizes) == 10 * len(ledger.rounds)


# The seeds were looked for: with the first legal move always, their matches take the course that each test says.


def test_who_wins_both_rounds_has_won_after_twenty_deals() -> None:
    match = FiveToFourteen(seats=2, seed="match 0")
    ledger = whole_match(match)
    assert [winner_of(points) for points in ledger.rounds] == [1, 1]
    assert ledger.sizes == EQUAL_HANDS
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert list(match.outcome.ranking) == [frozenset({1}), frozenset({0})]


def test_the_opening_alternates_through_all_deals_and_rounds() -> None:
    ledger = whole_match(FiveToFourteen(seats=2, seed="match 1"))
    opener = ledger.openers[0]
    assert ledger.openers == [opener, 1 - opener] * 15


def play_off(match: FiveToFourteen) -> int:
    """Check that A opens, who was drawn at random."""
    (drawn,) = (lot.seat for lot in of_kind(match.events, Lot) if lot.reason == "play_off")
    assert drawn is not None
    return drawn


def test_one_round_each_leads_to_a_play_off_of_rising_and_falling_hands() -> None:
    match = FiveToFourteen(seats=2, seed="match 1")
    ledger = whole_match(match)
    assert [winner_of(points) for points in ledger.rounds] == [0, 1, 0]
    assert ledger.sizes[:20] == EQUAL_HANDS
    assert ledger.sizes[20:] == [RISING_AND_FALLING, FALLING_AND_RISING][play_off(match)]
    assert match.view(None).rising == play_off(match)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


@pytest.mark.parametrize("rising", [0, 1])
def test_a_of_the_play_off_is_the_second_lot(rising: int) -> None:
    shuffler = Shuffler("match 1")
    opener = shuffler.below(2)
    deals = [" ".join(map(str, shuffler.permutation(ALL_TILES))) for _ in range(20)]
    match = FiveToFourteen(seats=2, seed="then", deals=deals, lots=[opener, rising])
    ledger = whole_match(match)
    assert play_off(match) == rising
    assert ledger.sizes[20:30] == [RISING_AND_FALLING, FALLING_AND_RISING][rising]


def test_a_drawn_play_off_is_played_again_with_the_hands_exchanged() -> None:
    match = FiveToFourteen(seats=2, seed="match 8")
    ledger = whole_match(match)
    assert [winner_of(points) for points in ledger.rounds] == [1, 0, None, 1]
    assert ledger.sizes[20:] in (RISING_AND_FALLING + FALLING_AND_RISING, FALLING_AND_RISING + RISING_AND_FALLING)
    assert ledger.sizes[20:30] == [RISING_AND_FALLING, FALLING_AND_RISING][play_off(match)]
    assert match.view(None).rising == 1 - play_off(match)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


def test_one_round_won_and_one_drawn_decide_the_match() -> None:
    match = FiveToFourteen(seats=2, seed="match 18")
    ledger = whole_match(match)
    assert [winner_of(points) for points in ledger.rounds] == [0, None]
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.view(None).rounds_won == (1, 0)


def test_one_round_drawn_and_one_won_decide_the_match() -> None:
    match = FiveToFourteen(seats=2, seed="match 668")
    ledger = whole_match(match)
    assert [winner_of(points) for points in ledger.rounds] == [None, 0]
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def drawn_round() -> tuple[int, list[str]]:
    """Return the opener and the ten deals of a round that is drawn when the first legal move is always played."""
    shuffler = Shuffler("match 668")
    opener = shuffler.below(2)
    return opener, [" ".join(map(str, shuffler.permutation(ALL_TILES))) for _ in range(10)]


def test_two_drawn_rounds_lead_to_a_play_off() -> None:
    opener, deals = drawn_round()
    match = match_of(*deals, opener=opener, seed="then 54")
    ledger = whole_match(match)
    assert [winner_of(points) for points in ledger.rounds][:2] == [None, None]
    assert len(ledger.rounds) >= 3
    assert ledger.sizes[20:30] == [RISING_AND_FALLING, FALLING_AND_RISING][play_off(match)]


def test_with_one_round_the_match_is_over_after_ten_deals() -> None:
    match = FiveToFourteen(seats=2, seed="match 0", options={"rounds": "one"})
    ledger = whole_match(match)
    assert ledger.sizes == EQUAL_HANDS[:10]
    assert [winner_of(points) for points in ledger.rounds] == [1]
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.scores == ledger.rounds[0]


def test_with_one_round_a_draw_has_both_as_winners() -> None:
    opener, deals = drawn_round()
    match = match_of(*deals, opener=opener, rounds="one")
    ledger = whole_match(match)
    assert ledger.rounds[0][0] == ledger.rounds[0][1]
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1)
    assert list(match.outcome.ranking) == [frozenset({0, 1})]
    assert match.outcome.reason is EndReason.ROUNDS
    assert match.view(None).rounds_won == (0, 0)


def test_a_round_is_told_with_its_winner() -> None:
    match = FiveToFourteen(seats=2, seed="match 8")
    whole_match(match)
    assert [(event.number, event.side) for event in match.events if isinstance(event, RoundOver)] == [
        (1, 1),
        (2, 0),
        (3, None),
        (4, 1),
    ]


def test_a_won_round_is_worth_more_to_a_computer_player_than_its_points() -> None:
    match = FiveToFourteen(seats=2, seed="match 1", options={"rounds": "full"})
    ledger = whole_match(match)
    points = match.view(None).points
    assert match.evaluation() == (points[0] + 200, points[1] + 100)
    assert len(ledger.rounds) == 3
