"""The reasons of a review: facts of small positions, worked out by hand."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from games import Match
from games.chain.position import code_of
from games.computers.decisions import Decision, decision_of
from games.computers.reasons import (
    KINDS,
    AnsweredIn,
    ClaimRightIn,
    CountedReason,
    EndedMatch,
    Fact,
    FactTally,
    KeptTile,
    LastTileIn,
    LeadGained,
    LostMatchIn,
    MadeBidIn,
    Reason,
    ScoredAtOnce,
    TookTrickIn,
    WentOutIn,
    WonDealIn,
    WonMatchIn,
    compared,
    tallied,
)
from games.core.tiles import ALL_TILES
from games.full_speed import FullSpeed
from tests.games.deals import play
from tests.games.nos.tables import closed
from tests.games.seventy_nine.seventy_nine_deals import match_of
from tests.games.small_endings import FIVE_THREE, SIX_TWO, bingo_ending, bits, block_ending, square_ending
from tests.games.trick_deals import hands_of_nine


def decided(match: Match) -> Decision:
    decision = decision_of(match, 0, Random(1))
    assert decision is not None
    return decision


def facts_of(decision: Decision, move: str, world: object) -> set[tuple[type[CountedReason], str, float]]:
    (number,) = (number for number, each in decision.moves.items() if str(each) == move)
    return set(decision.facts(world, number))


def test_whoever_is_answered_in_the_block_ending_loses_the_deal() -> None:
    match = block_ending()
    decision = decided(match)
    answered = {"1-0@left": {"3-2", "4-2"}, "2-0@right": {"3-1"}}
    for world in match.possible_positions(0, 10):
        (held,) = (tile for tile in ALL_TILES if world.hands[1] & tile.bit)
        for move, fitting in answered.items():
            # Either the other goes out, and the tile that is left is caught; or it must pass. The match ends with it.
            kept, pips = ("2-0", 2) if move == "1-0@left" else ("1-0", 1)
            lost = {Fact(AnsweredIn), Fact(KeptTile, kept, pips), Fact(LeadGained, "", -pips), Fact(LostMatchIn)}
            caught = {"3-2": 5, "4-2": 6, "3-1": 4, "5-5": 50}[str(held)]
            won = {Fact(WonDealIn), Fact(LeadGained, "", caught), Fact(WonMatchIn)}
            assert facts_of(decision, move, world) == (lost if str(held) in fitting else won)


def test_the_trump_that_draws_the_other_wins_the_bingo_ending() -> None:
    match = bingo_ending()
    decision = decided(match)
    # 1-1 takes 7 and 24 points, and 5-4 the rest; 5-4 is taken with the trump, and 24 points are too few.
    # Either side scores one set, as the other has more than 20 points.
    won = {Fact(TookTrickIn), Fact(WonDealIn), Fact(LeadGained, "", 1), Fact(WonMatchIn)}
    assert facts_of(decision, "1-1", match.position) == won
    assert facts_of(decision, "5-4", match.position) == {Fact(LeadGained, "", -1), Fact(LostMatchIn)}


def test_nine_high_trumps_make_any_bid_that_can_be_made() -> None:
    hands = "6-6 6-6 6-5 6-5 6-4 6-4 6-3 6-3 6-2", "2-2 2-2 2-1 2-1 2-0 2-0 3-2 3-2 4-2", "", "6-2 5-2 5-2 4-2"
    match = match_of(hands_of_nine(*hands))
    play(match, "bid=59 pass pass pass pass pass")
    decision = decided(match)
    # With sixes all nine tricks are won: at least 79 points less the 20 of two 5-5 that may lie in the boneyard.
    made = {fact[0] for fact in facts_of(decision, "trump=6", match.position)}
    assert made == {MadeBidIn, WonDealIn, LeadGained}
    # With twos seat 1 holds trumps alone and seat 3 the others. The own 6-2 falls to the 2-2 that is led: no trick.
    assert {fact[0] for fact in facts_of(decision, "trump=2", match.position)} == {LeadGained}


def test_the_last_tile_is_laid_by_whoever_leaves_no_place() -> None:
    match = square_ending()
    decision = decided(match)
    for world in match.possible_positions(0, 10):
        assert facts_of(decision, FIVE_THREE, world) == {Fact(LastTileIn), Fact(WonMatchIn)}
        fits = world.hands[1] & bits("3-1 5-0")  # the places that 6-2 leaves
        lost, won = {Fact(AnsweredIn), Fact(LostMatchIn)}, {Fact(LastTileIn), Fact(WonMatchIn)}
        assert facts_of(decision, SIX_TWO, world) == (lost if fits else won)


def test_a_tile_that_lets_all_others_out_stays_behind() -> None:
    # The boneyard holds the two tiles that are never drawn. After 5-4 the others lay 4-3 and 3-3 and are out. After 5-1
    # neither fits, and 5-4 goes out.
    match = closed("1", "5-5", "5-4 5-1", "4-3", "3-3", boneyard="2-0 6-0", opener=2)
    decision, world = decided(match), match.kernel(in_chips=True)
    assert facts_of(decision, "5-4@left", world) == {Fact(AnsweredIn), Fact(KeptTile, "5-1", 6)}
    assert facts_of(decision, "5-1@left", world) == {Fact(WentOutIn)}


def test_points_for_the_ends_are_stated() -> None:
    match = FullSpeed(seats=2, seed="a seed", lots=[0])
    position = match.position
    position.hands[0] = bits("6-1 6-3 0-0")
    position.left, position.right = code_of(6, 5), code_of(4, 2)
    position.scores = [20, 121 - 5]
    decision = decided(match)
    effects = {str(move): list(decision.certain(number)) for number, move in decision.moves.items()}
    # The ends 1 and 4 are no pattern, so the other side scores their sum, the 5 that it misses for 121. The ends 3
    # and 4 are seven, for the own side.
    assert effects == {"6-1@left": [EndedMatch("6-1@left", 1, 5)], "6-3@left": [ScoredAtOnce("6-3@left", 0, 7)]}
    position.scores = [20, 30]
    assert list(decision.certain(next(iter(decision.moves)))) == [ScoredAtOnce("6-1@left", 1, 5)]
    position.scores = [121 - 7, 30]
    assert list(decision.certain(list(decision.moves)[1])) == [EndedMatch("6-3@left", 0, 7)]


def test_two_moves_are_compared_by_what_differs_clearly() -> None:
    # Of 100 playouts the first move keeps 6-6, worth 12, in 40 and the other in 10; it is answered in 51 against 45,
    # and gains 2 or 4 points against 10 or 12.
    def playouts(kept: int, answered: int, points: int) -> dict[Fact, FactTally]:
        each = (
            [Fact(KeptTile, "6-6", 12)] * (n < kept)
            + [Fact(AnsweredIn)] * (n < answered)
            + [Fact(LeadGained, "", points + n % 2 * 2)]
            for n in range(100)
        )
        return tallied((iter(facts), 1) for facts in each)

    assert compared(("5-3", "3-1"), (playouts(40, 51, 2), playouts(10, 45, 10)), 100) == (
        KeptTile("5-3", 40, 100, "6-6", 12),
        KeptTile("3-1", 10, 100, "6-6", 12),
        LeadGained("5-3", 100, 100, 30),
        LeadGained("3-1", 100, 100, 110),
    )
    # A smaller difference is told if there is no other.
    assert compared(("5-3", "3-1"), (playouts(10, 51, 2), playouts(10, 45, 2)), 100) == (
        AnsweredIn("5-3", 51, 100),
        AnsweredIn("3-1", 45, 100),
    )


def test_the_match_is_told_from_half_the_difference_of_other_facts_and_for_the_better_move_alone() -> None:
    def playouts(kept: int, won: int, lost: int) -> dict[Fact, FactTally]:
        facts = ([Fact(KeptTile, "6-6", 12)] * kept, [Fact(WonMatchIn)] * won, [Fact(LostMatchIn)] * lost)
        return tallied((iter([fact]), 1) for each in facts for fact in each)

    won = compared(("5-3", "3-1"), (playouts(23, 4, 30), playouts(52, 9, 38)), 100)
    assert won[:2] == (WonMatchIn("5-3", 4, 100), WonMatchIn("3-1", 9, 100))
    assert not any(isinstance(reason, LostMatchIn) for reason in won[:4])
    lost = compared(("5-3", "3-1"), (playouts(0, 9, 38), playouts(0, 4, 30)), 100)
    assert lost[:2] == (LostMatchIn("5-3", 38, 100), LostMatchIn("3-1", 30, 100))


def test_a_claim_is_a_reason_only_if_its_result_speaks_for_it() -> None:
    def claims(right: int) -> dict[Fact, FactTally]:
        return tallied((iter([Fact(ClaimRightIn, worth=n < right)]), 1) for n in range(100))

    assert compared(("5-3", "close"), ({}, claims(49)), 100) == ()
    assert compared(("5-3", "close"), ({}, claims(51)), 100) == (ClaimRightIn("close", 51, 100),)
    assert compared(("close", "5-3"), (claims(49), {}), 100) == (ClaimRightIn("close", 49, 100),)
    assert compared(("close", "5-3"), (claims(51), {}), 100) == ()


def test_every_reason_survives_json() -> None:
    for kind in KINDS.values():
        numbers = {"count": 3, "of": 100, "side": 1, "points": 5, "worth": 60, "tenths": -31}
        values: dict[str, Any] = {"move": "6-4@left", "tile": "6-6", **numbers}
        reason = kind(**{name: values[name] for name in kind.__match_args__})
        assert Reason.from_dict(json.loads(json.dumps(reason.as_dict()))) == reason
    saved_earlier = {"kind": "gave_exactly", "move": "1-0@left", "side": 1, "points": 6}
    assert Reason.from_dict(saved_earlier) == EndedMatch("1-0@left", 1, 6)
    kept_earlier = {"kind": "kept_tile", "move": "1-0@left", "count": 3, "of": 100, "tile": "6-6"}
    assert Reason.from_dict(kept_earlier) == KeptTile("1-0@left", 3, 100, "6-6")
