"""The review: positions worked out by hand, what it must not depend on, and that its numbers add up."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

import games
from games import Match, Move
from games.bingo import Bingo
from games.block import Block
from games.chain.position import code_of
from games.computers.decisions import Decision, decision_of
from games.computers.judging import (
    UNITS,
    Judgement,
    MoveVerdict,
    accuracy,
    best_two,
    duel,
    judge,
    loss_and_error,
    select,
)
from games.computers.reasons import AnsweredIn, LostMatchIn, ScoredAtOnce, TookTrickIn
from games.computers.review import Cause, Review, decisions, judgements, result_of
from games.nos import Nos
from tests.games.deals import advance, random_play, tiles
from tests.games.domino_square.tables import late, square
from tests.games.finished import finished
from tests.games.nos.tables import closed, table
from tests.games.small_endings import FIVE_THREE, SIX_TWO, bingo_ending, bits, block_ending, square_ending
from tests.needs import some_of

EFFORT = 0.05
_PART = 10
"""The number of decisions of a long match that are judged."""
JUDGED = [key for key in games.TABLE_GAMES if key != "kent"]


def told(match: Match, move: str, *, seat: int = 0, effort: float = 1.0) -> Judgement:
    judgement = judge(match, seat, Move.parse(move), "a match", effort=effort)
    assert judgement is not None
    return judgement


# --- Worked out by hand -----------------------------------------------------------------------------------------------


def test_a_chain_ending_is_judged_by_every_hand_that_is_possible() -> None:
    # After 1-0 the ends are 0 and 2: 3-2 and 4-2 go out, 3-1 and 5-5 must pass, and 2-0 wins: 2 of 4.
    # After 2-0 the ends are 1 and 0: only 3-1 goes out: 3 of 4.
    judgement = told(block_ending(), "1-0@left")
    assert judgement.solved
    assert (judgement.best, judgement.before, judgement.after) == ("2-0@right", 7500, 5000)
    assert (judgement.points, judgement.error, judgement.verdict) == (25, 0, MoveVerdict.BLUNDER)
    assert told(block_ending(), "2-0@right").verdict is MoveVerdict.GOOD


def test_the_two_best_moves_of_a_solved_ending_are_compared() -> None:
    # As above: 2-0 wins 3 of 4, 1-0 wins 2 of 4. The other answers 2-0 with 3-1, and 1-0 with 3-2 or 4-2.
    judgement = best_two(block_ending(), 0, "a match")
    assert judgement is not None
    assert judgement.solved
    assert (judgement.best, judgement.before) == ("2-0@right", 7500)
    assert (judgement.played, judgement.after) == ("1-0@left", 5000)
    answered = {one.move: one.count for one in judgement.reasons if isinstance(one, AnsweredIn)}
    assert answered == {"2-0@right": pytest.approx(25, abs=15), "1-0@left": pytest.approx(50, abs=15)}


def test_a_forced_move_has_no_second_best() -> None:
    match = block_ending()
    match.position.hands[0] = bits("1-0")
    assert best_two(match, 0, "a match") is None


def test_playouts_find_the_same_as_the_solved_ending() -> None:
    match = block_ending()
    decision = decision_of(match, 0, Random(1))
    assert decision is not None
    numbers = {str(move): number for number, move in decision.moves.items()}
    rows = duel(decision, numbers["2-0@right"], numbers["1-0@left"], 4000)
    loss, error = loss_and_error(*rows.values())
    assert abs(loss - 0.25) < 4 * error < 0.1


def test_a_trick_ending_is_judged_by_the_last_tricks() -> None:
    # 1-1 (24 points) draws the trump 6-1 (7 points), and 5-4 beats 3-2: 31 against 30.
    # 5-4 is taken with 6-1, as the other has no five and no four: 24 against 37.
    judgement = told(bingo_ending(), "5-4")
    assert judgement.solved
    assert (judgement.best, judgement.before, judgement.after) == ("1-1", UNITS, 0)
    assert judgement.verdict is MoveVerdict.BLUNDER
    assert TookTrickIn("1-1", 100, 100) in judgement.reasons
    assert TookTrickIn("5-4", 0, 100) in judgement.reasons
    assert {LostMatchIn("1-1", 0, 100), LostMatchIn("5-4", 100, 100)} <= set(judgement.reasons)


def test_playouts_at_bingo_are_worth_a_win_or_a_loss_alone() -> None:
    match = Bingo(seats=2, seed="a seed", lots=[0])
    match.position.scores = [6, 6]  # one set wins the match
    decision = decision_of(match, 0, Random(1))
    assert decision is not None
    assert {decision.worth(decision.world(), number) for number in decision.moves for _ in range(20)} == {0.0, 1.0}


def test_a_wrong_claim_at_nos_costs_its_fine() -> None:
    # 6-5 goes out either way. "I close" is wrong, as 6-4 still fits: 40 chips to each of two players.
    match = closed("1", "5-5", "6-5", "6-4 2-0", "2-1 3-0", boneyard="3-2 4-3", deals=1, opener=2)
    judgement = told(match, "close 6-5@left")
    assert judgement.chips
    assert judgement.best == "6-5@left"
    assert judgement.before - judgement.after == pytest.approx(800, abs=3 * judgement.error + 1)
    assert judgement.verdict is MoveVerdict.BLUNDER


def test_a_domino_square_ending_is_judged_by_every_hand() -> None:
    # After 5-3 neither 3-1 nor 5-0 fits, so it is the last tile. After 6-2 both do, and 5-3 does not: the other seat
    # lays the last tile with all pairs of 3-1, 5-0, 2-0 and 4-1 but 2-0 and 4-1, which fit nowhere: 1 of 6 is left.
    judgement = told(square_ending(), SIX_TWO)
    assert judgement.solved
    assert (judgement.best, judgement.before, judgement.after) == (FIVE_THREE, UNITS, 1667)
    assert judgement.verdict is MoveVerdict.BLUNDER
    # What was counted agrees with the solver: 5 of 6 are lost.
    assert {LostMatchIn(FIVE_THREE, 0, 100), LostMatchIn(SIX_TWO, 83, 100)} <= set(judgement.reasons)


def test_a_declined_meld_and_offences_at_nos_cost_what_they_pay() -> None:
    # Three of four doubles are kept; each of two players would pay 200 for four. A fine is 40 to each of two.
    match = table("6-2 4-1", "6-6 3-3 1-1 0-0", "2-1 3-0", boneyard="5-4")
    match.play(0, "draw")
    match.play(0, "variant=1")
    declined = told(match, "pass", seat=1)
    assert declined.before - declined.after == pytest.approx(4000, abs=3 * declined.error)
    fined = table("5-5 6-2 4-1", "6-6 3-3", "2-1 3-0", fines=True)
    drawn = told(fined, "draw")
    assert drawn.best == "5-5"
    assert drawn.before - drawn.after == pytest.approx(800, abs=3 * drawn.error + 100)
    fined.play(0, "5-5")
    fined.play(0, "variant=1")
    for offence in ("6-6@left", "pass"):
        judged = told(fined, offence, seat=1)
        assert ScoredAtOnce(offence, 1, -80) in judged.reasons
        assert judged.verdict is MoveVerdict.BLUNDER


def test_a_fine_out_of_turn_is_no_bad_luck() -> None:
    # A tile out of turn, to which there is no other move, costs 40 to each of two. Then the table stops.
    match = Nos(seats=3, seed="a seed", options={"fines": True})
    seat = next(other for other in range(3) if other != match.to_move())
    match.play(seat, match.moves(seat)[0])
    match.finish()
    review = Review.of(match, seat, [])
    assert (review.luck, review.play, review.result) == (0, -800, -800)


# --- What a judgement may depend on -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", some_of(JUDGED, 3))
def test_a_judgement_does_not_depend_on_hidden_tiles(key: str) -> None:
    counts = games.CATALOGUE[key].seat_counts
    compared = 0
    for number in range(6):
        match = games.new_match(key, seats=counts[number % len(counts)], seed=f"{number}")
        advance(match, Random(number), 9 * number)
        for seat in match.actors():
            moves = match.moves(seat)
            other = match.redeal_unseen(seat, Random(99))
            assert other.moves(seat) == moves
            either = [judge(each, seat, moves[-1], "a match", effort=EFFORT) for each in (match, other)]
            assert either[0] == either[1]
            hints = [best_two(each, seat, "a match", effort=EFFORT) for each in (match, other)]
            assert hints[0] == hints[1]
            compared += either[0] is not None
    assert compared


@pytest.mark.parametrize("key", some_of(JUDGED, 3))
def test_every_legal_move_is_judged_or_is_an_offence(key: str) -> None:
    match = games.new_match(key, seats=games.CATALOGUE[key].seat_counts[0], seed="legal moves")
    rng, judged = Random(5), 0
    for _ in random_play(match, rng, 40):
        if match.outcome:
            break
        seat = match.to_move()
        if seat is None or len(match.moves(seat)) < 2:
            continue
        for move in match.moves(seat):
            decision = decision_of(match, seat, Random(1), move)
            if decision is None or move in match.offences(seat):
                continue
            assert decision.number_of(move) in decision.moves
            judged += 1
    assert judged


def test_equivalent_moves_are_one_move() -> None:
    # A double alone: its two ends are the same, so neither can be better.
    match = Block(seats=2, seed="a seed", lots=[0])
    match.position.hands = [bits("4-1 4-2 6-6"), bits("5-5 3-2")]
    match.position.left = match.position.right = code_of(4, 4)
    left, right = told(match, "4-1@left", effort=0.1), told(match, "4-1@right", effort=0.1)
    assert (left.before, left.after, left.error) == (right.before, right.after, right.error)
    assert len(left.moves) == 2


def chain_of_equal_moves() -> Match:
    """Seat 0 goes out next turn whatever it lays now, as the other hand fits nowhere."""
    match = Block(seats=2, seed="a seed", lots=[0])
    match.position.hands = [bits("1-0 2-0"), bits("5-5")]
    match.position.boneyard = [tile.index for tile in tiles("6-6 4-4")]
    match.position.left, match.position.right = code_of(1, 6), code_of(2, 6)
    return match


def tricks_of_equal_moves() -> Match:
    """Seat 0 takes both tricks with the two highest trumps, in either order."""
    match = bingo_ending()
    match.position.hands = [bits("1-1 6-1"), bits("4-3 3-2")]
    return match


def square_of_equal_moves() -> Match:
    """Seat 0 lays the last tile in either order: 6-2 takes the place that is left, and 5-3 fits nowhere any more."""
    return late(square(2, target=1), 15, "3-1 5-0", "6-2 4-1", rest="2-0 5-3")


@pytest.mark.parametrize("equal", [chain_of_equal_moves, tricks_of_equal_moves, square_of_equal_moves])
def test_equal_moves_are_not_criticised(equal: Callable[[], Match]) -> None:
    match = equal()
    assert len(match.moves(0)) > 1
    for move in map(str, match.moves(0)):
        judgement = told(match, move)
        assert (judgement.best, judgement.verdict, judgement.loss) == (move, MoveVerdict.GOOD, 0)


class Coin(Decision):
    """Moves that all win half of the time."""

    def __init__(self, moves: int, rng: Random) -> None:
        super().__init__(0, {number: Move("pass", value=str(number)) for number in range(moves)}, 800)
        object.__setattr__(self, "rng", rng)

    def number_of(self, move: Move) -> int:
        return int(move.value)

    def world(self) -> float:
        return self.rng.random()  # type: ignore[attr-defined, no-any-return]  # set above

    def worth(self, world: float, number: int) -> float:
        return float(self.rng.random() < 0.5)  # type: ignore[attr-defined]


def test_the_favourite_of_many_noisy_moves_is_not_believed() -> None:
    # The selected move looks better than it is. Judged by its own selection, nearly every other would be criticised.
    beyond_doubt = selected = 0
    for number in range(100):
        decision = Coin(12, Random(number))
        selection = select(decision, 400)
        favourite, *_, other = selection
        selected += sum(selection[favourite]) / len(selection[favourite]) > 0.5
        rows = duel(decision, favourite, other, 200)
        loss, error = loss_and_error(*rows.values())
        beyond_doubt += loss - 2 * error > 0
    assert selected > 90
    assert beyond_doubt < 8


# --- The whole match --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", some_of(JUDGED, 4))
def test_luck_and_play_add_up_and_a_review_can_be_resumed(key: str) -> None:
    match = finished(key)
    seat = 0
    found = list(islice(judgements(match, seat, "a match", effort=0.01), _PART))
    assert {one.ply for one in found} <= set(decisions(match, seat))
    assert len(found) > 3
    review = Review.of(match, seat, found)
    assert review.start + review.luck + review.play == review.result == result_of(match, seat)
    worth = review.start
    for point in review.curve:
        worth += point.change
        assert worth == point.worth
    assert worth == review.result
    assert 0 <= review.accuracy <= 100
    stored = json.loads(json.dumps([one.as_dict() for one in found]))
    assert [Judgement.from_dict(one) for one in stored] == found
    half = [Judgement.from_dict(one) for one in stored[: len(stored) // 2]]
    rest = judgements(match, seat, "a match", done=half, effort=0.01)
    assert half + list(islice(rest, len(found) - len(half))) == found


def test_giving_up_is_the_own_decision() -> None:
    match = games.new_match("block", seats=2, seed="a seed", lots=[0])
    advance(match, Random(1), 6)
    match.resign(0)
    review = Review.of(match, 0, list(judgements(match, 0, "a match", effort=EFFORT)))
    assert (review.curve[-1].cause, review.result) == (Cause.PLAY, 0)


def test_a_running_match_is_not_reviewed() -> None:
    with pytest.raises(ValueError, match="over"):
        Review.of(games.new_match("block", seats=2, seed="a seed"), 0, [])


def test_the_bands_and_the_accuracy() -> None:
    def judged(loss: int, error: int, *, chips: bool = False) -> Judgement:
        return Judgement(0, "6-4", "6-5", loss, 0, error, chips, solved=False, moves=())

    assert judged(499, 10).verdict is MoveVerdict.GOOD
    assert judged(500, 10).verdict is MoveVerdict.INACCURACY
    assert judged(1000, 10).verdict is MoveVerdict.MISTAKE
    assert judged(1500, 10).verdict is MoveVerdict.BLUNDER
    assert judged(1500, 750).verdict is MoveVerdict.GOOD  # two standard errors
    assert judged(300, 10, chips=True).verdict is MoveVerdict.BLUNDER  # 30 chips
    assert judged(90, 10, chips=True).verdict is MoveVerdict.GOOD
    assert judged(100, 100).accuracy == 100
    assert accuracy(5) == pytest.approx(103.1668 * 0.8044 - 2.1669, abs=0.01)
