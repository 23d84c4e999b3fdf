"""The review: positions worked out by hand, what it must not depend on, and that its numbers add up."""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import Any

import pytest

import games
from games import Match, Move
from games.bingo import Bingo
from games.bingo.position import BingoPosition, tables_of
from games.block import Block
from games.chain.position import code_of
from games.computers.decisions import Decision, decision_of
from games.computers.judging import UNITS, Judgement, MoveVerdict, accuracy, duel, judge, loss_and_error, select
from games.computers.reasons import (
    KINDS,
    AnsweredIn,
    CountedReason,
    GaveExactly,
    KeptTile,
    Reason,
    ScoredAtOnce,
    TookTrickIn,
)
from games.computers.review import Cause, Review, decisions, judgements, result_of
from games.core.tiles import ALL_TILES, mask_of
from games.full_speed import FullSpeed
from tests.games.deals import advance, random_play, tiles
from tests.games.finished import finished
from tests.games.nos.tables import closed

EFFORT = 0.05
_PART = 10
"""The number of decisions of a long match that are judged."""
JUDGED = [key for key in games.TABLE_GAMES if key != "kent"]


def bits(text: str) -> int:
    return mask_of(tiles(text))


def told(match: Match, move: str, *, seat: int = 0, effort: float = 1.0) -> Judgement:
    judgement = judge(match, seat, Move.parse(move), "a match", effort=effort)
    assert judgement is not None
    return judgement


# --- Worked out by hand -----------------------------------------------------------------------------------------------


def block_ending() -> Block:
    """Seat 0 holds 1-0 and 2-0 at the ends 1 and 2. The other holds one tile of 3-2, 4-2, 3-1 and 5-5.

    The winner of the deal wins the match.
    """
    match = Block(seats=2, seed="a seed", lots=[0])
    position = match.position
    position.hands = [bits("1-0 2-0"), bits("3-2")]
    position.boneyard = [tile.index for tile in tiles("4-2 3-1 5-5")]
    position.left, position.right = code_of(1, 6), code_of(2, 6)
    position.scores = [99, 99]
    return match


def test_a_chain_ending_is_judged_by_every_hand_that_is_possible() -> None:
    # After 1-0 the ends are 0 and 2: 3-2 and 4-2 go out, 3-1 and 5-5 must pass, and 2-0 wins: 2 of 4.
    # After 2-0 the ends are 1 and 0: only 3-1 goes out: 3 of 4.
    judgement = told(block_ending(), "1-0@left")
    assert judgement.solved
    assert (judgement.best, judgement.before, judgement.after) == ("2-0@right", 7500, 5000)
    assert (judgement.points, judgement.error, judgement.verdict) == (25, 0, MoveVerdict.BLUNDER)
    assert told(block_ending(), "2-0@right").verdict is MoveVerdict.GOOD


def test_playouts_find_the_same_as_the_solved_ending() -> None:
    match = block_ending()
    decision = decision_of(match, 0, Random(1))
    assert decision is not None
    numbers = {str(move): number for number, move in decision.moves.items()}
    rows = duel(decision, numbers["2-0@right"], numbers["1-0@left"], 4000)
    loss, error = loss_and_error(*rows.values())
    assert abs(loss - 0.25) < 4 * error < 0.1


def bingo_ending() -> Bingo:
    """Ones are trumps; 1-1 and 5-4 against 6-1 and 3-2, with 0 points against 30. The winner wins the match."""
    match = Bingo(seats=2, seed="a seed", lots=[0])
    match.position = BingoPosition(tables_of(1), [bits("1-1 5-4"), bits("6-1 3-2")], [], [6, 6], 0)
    match.position.totals = [0, 30]
    return match


def test_a_trick_ending_is_judged_by_the_last_tricks() -> None:
    # 1-1 (24 points) draws the trump 6-1 (7 points), and 5-4 beats 3-2: 31 against 30.
    # 5-4 is taken with 6-1, as the other has no five and no four: 24 against 37.
    judgement = told(bingo_ending(), "5-4")
    assert judgement.solved
    assert (judgement.best, judgement.before, judgement.after) == ("1-1", UNITS, 0)
    assert judgement.verdict is MoveVerdict.BLUNDER
    assert TookTrickIn("1-1", 100, 100) in judgement.reasons
    assert TookTrickIn("5-4", 0, 100) in judgement.reasons


def test_a_wrong_claim_at_nos_costs_its_fine() -> None:
    # 6-5 goes out either way. "I close" is wrong, as 6-4 still fits: 40 chips to each of two players.
    match = closed("1", "5-5", "6-5", "6-4 2-0", "2-1 3-0", boneyard="3-2 4-3", deals=1, opener=2)
    judgement = told(match, "close 6-5@left")
    assert judgement.chips
    assert judgement.best == "6-5@left"
    assert judgement.before - judgement.after == pytest.approx(800, abs=3 * judgement.error + 1)
    assert judgement.verdict is MoveVerdict.BLUNDER


def test_the_last_tile_of_a_domino_square_wins_a_match_of_one_deal() -> None:
    found = 0
    for number in range(60):
        match = games.new_match("domino_square", seats=2, seed=f"square {number}", options={"target": 1})
        rng = Random(number)
        while not match.outcome:
            (seat,) = match.actors()
            moves = match.moves(seat)
            few = moves if 1 < len(moves) < 6 else ()
            last = [move for move in few if ends_whatever_is_hidden(match, seat, move)]
            if last and len(last) < len(moves):
                other = next(move for move in moves if move not in last)
                judgement = told(match, str(other), seat=seat, effort=0.1)
                assert judgement.before == UNITS
                worths = {one.move: one.worth for one in judgement.moves}
                assert [worths[str(move)] for move in last] == [UNITS] * len(last)
                found += 1
                break
            match.play(seat, rng.choice(moves))
        if found == 3:
            return
    pytest.fail("no deal with a last tile was found")


def ends_whatever_is_hidden(match: Match, seat: int, move: Move) -> bool:
    """Return True if no tile that the seat has not seen or holds fits after the move."""
    twins = [match.redeal_unseen(seat, Random(number)) for number in range(10)]
    for twin in twins:
        twin.play(seat, move)
    return all(twin.outcome for twin in twins)


# --- Reasons ----------------------------------------------------------------------------------------------------------


def facts_of(decision: Decision, move: str, world: object) -> set[tuple[type[CountedReason], str]]:
    (number,) = (number for number, each in decision.moves.items() if str(each) == move)
    return {(fact.kind, fact.tile) for fact in decision.facts(world, number)}


def test_an_answer_is_counted_where_the_next_hand_fits_an_end() -> None:
    match = block_ending()
    decision = decision_of(match, 0, Random(1))
    assert decision is not None
    answered = {"1-0@left": {"3-2", "4-2"}, "2-0@right": {"3-1"}}
    for world in match.possible_positions(0, 10):
        (held,) = (tile for tile in ALL_TILES if world.hands[1] & tile.bit)
        for move, fitting in answered.items():
            facts = facts_of(decision, move, world)
            assert ((AnsweredIn, "") in facts) == (str(held) in fitting)
            # Who is answered here has lost: the tile that is left is caught.
            kept = "2-0" if move == "1-0@left" else "1-0"
            assert ((KeptTile, kept) in facts) == (str(held) in fitting)


def test_points_for_the_ends_are_stated() -> None:
    match = FullSpeed(seats=2, seed="a seed", lots=[0])
    position = match.position
    position.hands[0] = bits("6-1 6-3 0-0")
    position.left, position.right = code_of(6, 5), code_of(4, 2)
    position.scores = [20, 121 - 5]
    decision = decision_of(match, 0, Random(1))
    assert decision is not None
    effects = {str(move): list(decision.certain(number)) for number, move in decision.moves.items()}
    # The ends 1 and 4 are no pattern, so the other side scores their sum, the 5 that it misses for 121. The ends 3
    # and 4 are seven, for the own side.
    assert effects == {"6-1@left": [GaveExactly("6-1@left", 1, 5)], "6-3@left": [ScoredAtOnce("6-3@left", 0, 7)]}
    position.scores = [20, 30]
    assert list(decision.certain(next(iter(decision.moves)))) == [ScoredAtOnce("6-1@left", 1, 5)]


def test_every_reason_survives_json() -> None:
    for kind in KINDS.values():
        values: dict[str, Any] = {"move": "6-4@left", "count": 3, "of": 100, "tile": "6-6", "side": 1, "points": 5}
        reason = kind(**{name: values[name] for name in kind.__match_args__})
        assert Reason.from_dict(json.loads(json.dumps(reason.as_dict()))) == reason


# --- What a judgement may depend on -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", JUDGED)
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
            compared += either[0] is not None
    assert compared


@pytest.mark.parametrize("key", JUDGED)
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


def test_equal_moves_are_not_criticised() -> None:
    # Seat 0 goes out next turn whatever it lays now, as the other hand fits nowhere.
    match = Block(seats=2, seed="a seed", lots=[0])
    match.position.hands = [bits("1-0 2-0"), bits("5-5")]
    match.position.boneyard = [tile.index for tile in tiles("6-6 4-4")]
    match.position.left, match.position.right = code_of(1, 6), code_of(2, 6)
    for move in ("1-0@left", "2-0@right"):
        assert told(match, move).verdict is MoveVerdict.GOOD
        assert told(match, move).best == move


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


@pytest.mark.parametrize("key", JUDGED)
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
