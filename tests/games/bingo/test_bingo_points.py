"""Bingo, rule by rule: melds, points, the end of a deal, and what is known. Numbers are worked out by hand."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from games import IllegalMove, Tile
from games.bingo import Bingo
from games.bingo.hidden import HandKnowledge
from games.bingo.position import points_of
from games.bingo.view import Meld
from games.core.events import Scored, ScoreReason
from games.core.tiles import mask_of
from tests.games.deals import play, texts, tiles
from tests.games.trick_deals import bingo_deal

from .bingo_deals import PLAIN, last_trick, match_of, of_kind, second_part, trick

# --- Melds ------------------------------------------------------------------------------------------------------------

MELD_HANDS = {
    2: "6-6 5-5",
    3: "6-6 5-5 4-4",
    4: "6-6 5-5 4-4 3-3",
    5: "6-6 5-5 4-4 3-3 2-2",
    6: "6-6 5-5 4-4 3-3 2-2 1-1",
    7: "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
}


def meld_match(doubles: int, **options: bool) -> Bingo:
    """Seat 0 has so many doubles, of which 6-6 is the trump double, and seat 1 has 2-1; sixes are trumps."""
    others = "6-4 6-5 6-3 6-2 6-1"
    own = " ".join([*MELD_HANDS[doubles].split(), *others.split()][:7])
    return match_of(bingo_deal(own, "2-1 3-1 3-2 4-1 4-2 4-3 5-1", turned_up="6-0"), **options)


@pytest.mark.parametrize(("doubles", "points"), [(2, 20), (3, 40), (4, 50), (5, 60), (6, 70), (7, 210)])
def test_a_meld_counts_if_its_double_takes_the_trick(doubles: int, points: int) -> None:
    match = meld_match(doubles)
    happened = play(match, "6-6=meld 2-1")
    assert of_kind(happened, "declared", "meld_counts") == [("declared", 0, doubles), ("meld_counts", 0, points)]
    view = match.view(1)
    assert view.tile_points == (24, 0)
    assert view.meld_points == (points, 0)
    assert view.totals == (24 + points, 0)
    assert view.melds == (Meld(0, Tile(6, 6), doubles, points),)


def test_a_meld_counts_nothing_if_the_trick_is_lost() -> None:
    match = match_of(bingo_deal("5-5 4-4 1-0 2-0 3-0 2-1 3-1", "6-5 3-2 5-4 4-1 4-2 4-3 5-1", turned_up="6-0"))
    happened = play(match, "5-5=meld 6-5")  # a trump takes it: 10 and 11 points
    assert of_kind(happened, "meld_counts", "meld_lost") == [("meld_lost", 0, 0)]
    assert match.view(None).totals == (0, 21)
    assert match.view(None).melds == (Meld(0, Tile(5, 5), 2),)


def test_declaring_is_optional_and_takes_the_lead_and_two_doubles() -> None:
    match = meld_match(2)
    assert [text for text in texts(match.moves(0)) if text.startswith(("5-5", "6-6"))] == [
        "5-5",
        "6-6",
        "5-5=meld",
        "6-6=meld",
    ]
    assert match.view(0).meld_now == 2
    assert match.view(1).meld_now == 0
    play(match, "6-6 2-1")
    assert match.view(None).totals == (24, 0)
    assert match.view(None).melds == ()
    match.position.hands[0] = mask_of(tiles("5-5 6-4 6-5 6-3 6-2 6-1 2-0"))
    assert "5-5=meld" not in texts(match.moves(0))
    few = match.refusal(0, "5-5=meld")
    plain = match.refusal(0, "6-4=meld")
    assert few is not None
    assert plain is not None
    assert (few.code, plain.code) == ("too_few_doubles", "meld_with_a_double")


def test_who_answers_declares_nothing() -> None:
    match = match_of(PLAIN)
    play(match, "6-5")
    assert not any(text.endswith("meld") for text in texts(match.moves(1)))
    refusal = match.refusal(1, "5-5=meld")
    assert refusal is not None
    assert refusal.code == "not_on_lead"


def test_a_meld_may_be_declared_again_on_a_later_lead() -> None:
    match = meld_match(4)
    play(match, "6-6=meld 2-1 6-3 3-1")
    play(match, "5-5=meld 4-1")  # three are left; 5-5 has ten pips, 4-1 five
    assert match.view(None).meld_points == (50 + 40, 0)


@pytest.mark.parametrize(("doubles", "sets"), [(6, 1), (7, 3)])
def test_with_the_option_six_or_seven_doubles_are_sets_not_points(doubles: int, sets: int) -> None:
    match = meld_match(doubles, big_meld_as_sets=True)
    happened = play(match, "6-6=meld 2-1")
    assert match.scores == (sets, 0)
    assert match.view(None).totals == (24, 0)
    assert Scored(0, sets, ScoreReason.MELD) in happened


def test_with_the_option_five_doubles_stay_points() -> None:
    match = meld_match(5, big_meld_as_sets=True)
    play(match, "6-6=meld 2-1")
    assert match.scores == (0, 0)
    assert match.view(None).meld_points == (60, 0)


def test_sets_for_a_meld_may_end_the_match_in_the_middle_of_the_deal() -> None:
    match = meld_match(7, big_meld_as_sets=True)
    match.position.scores = [5, 6]
    play(match, "6-6=meld 2-1")
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.outcome.scores == (8, 6)
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.award) == ("cut_off", "cut_off")
    assert match.last_deal.meld_sets == (3, 0)
    assert match.last_deal.points == (0, 0)
    assert len(match.last_deal.hands[0]) == 6  # nothing was drawn any more


# --- Points -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "trump", "points"),
    [
        ("6-6", 5, 12),
        ("1-1", 5, 2),
        ("0-0", 5, 14),
        ("5-5", 5, 24),
        ("1-1", 1, 24),
        ("0-0", 0, 24),  # the ruling: not 14
        ("6-5", 5, 11),
        ("5-0", 5, 12),
        ("1-0", 0, 8),
        ("6-4", 5, 10),
        ("3-0", 5, 10),
        ("6-4", 6, 10),  # as trumps 10 either way, never twice
        ("6-4", 4, 10),
        ("3-0", 3, 10),
        ("3-0", 0, 10),
        ("6-5", 4, 0),
        ("2-0", 4, 0),
    ],
)
def test_what_a_taken_tile_counts(tile: str, trump: int, points: int) -> None:
    assert points_of(Tile.parse(tile), trump) == points


# --- The end of a deal ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "closer", "award", "sets"),
    [
        ((40, 30), None, "water", (1, 0)),
        ((40, 21), None, "water", (1, 0)),
        ((40, 20), None, "no_water", (2, 0)),
        ((40, 0), None, "nothing", (3, 0)),
        ((19, 50), None, "no_water", (0, 2)),
        ((30, 30), None, "equal", (0, 0)),
        ((0, 0), None, "equal", (0, 0)),
        ((70, 80), 0, "water", (1, 0)),  # the closer wins even if the other has more
        ((70, 20), 0, "no_water", (2, 0)),
        ((70, 0), 0, "nothing", (3, 0)),
        ((69, 0), 0, "closer_short", (0, 2)),
        ((69, 100), 0, "closer_short", (0, 2)),
        ((0, 69), 1, "closer_short", (2, 0)),
        ((90, 71), 1, "water", (0, 1)),
    ],
)
def test_the_sets_that_a_deal_brings(
    points: tuple[int, int], closer: int | None, award: str, sets: tuple[int, int]
) -> None:
    match = last_trick(points, closer)
    play(match, "5-3 4-1")
    end = match.last_deal
    assert end is not None
    assert (end.award, end.points, end.totals, end.closer) == (award, sets, points, closer)
    assert match.scores == end.scores == sets
    assert end.winners == tuple(side for side in (0, 1) if sets[side])


def test_a_winner_of_tricks_without_points_has_no_point() -> None:
    match = last_trick((30, 0))
    match._tricks = [trick("2-1 4-3", taker=1)]
    play(match, "5-3 4-1")
    assert match.scores == (3, 0)


def test_the_end_of_a_deal_is_told_with_its_arithmetic() -> None:
    match = last_trick((69, 40), closer=0)
    happened = play(match, "5-3 4-1")
    told = of_kind(happened, "trick", "played_out", "counted", "fell_short", "scored", "no_score", "deal")
    assert told == [
        ("trick", 0, 0),
        ("played_out", None, 0),
        ("counted", 0, 69),
        ("counted", 1, 40),
        ("fell_short", 0, 69),
        ("scored", 1, 2),
        ("deal", 1, 2),
    ]


def test_a_deal_is_played_to_the_last_tile_even_when_it_is_decided() -> None:
    match = second_part(("6-6 6-5 5-5", "2-1 3-1 4-1"), "6-0")
    match.position.totals = [100, 0]
    play(match, "6-6 2-1 6-5 3-1 5-5")
    assert match.view(None).deal == 1
    play(match, "4-1")
    assert match.view(None).deal == 2
    assert match.last_deal is not None
    assert match.last_deal.totals == (100 + 24 + 11 + 10, 0)


def test_the_first_with_seven_sets_wins() -> None:
    match = last_trick((40, 20))
    match.position.scores = [5, 6]
    play(match, "5-3 4-1")
    assert match.scores == (7, 6)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    with pytest.raises(IllegalMove, match="over"):
        match.play(0, "5-3")


# --- What is known ----------------------------------------------------------------------------------------------------


def test_everything_played_is_public_and_hands_and_boneyard_are_not() -> None:
    match = match_of(PLAIN)
    play(match, "6-5 1-0 3-1")
    shown = match.view(None).as_dict()
    assert shown["table"] == [{"seat": 0, "tile": "3-1"}]
    assert shown["taken"] == [["6-5", "1-0"], []]
    assert shown["totals"] == [11, 0]
    assert shown["hand"] == []
    assert "6-3" not in str(shown)  # in the hand of seat 1
    assert "4-0" not in str(shown)  # in the boneyard


def test_who_does_not_follow_is_dealt_nothing_of_the_suit_any_more() -> None:
    match = second_part(("6-3 1-0 2-0", "5-0 3-1 2-2"), "5-4")
    play(match, "6-3 5-0")  # no six
    for seed in range(30):
        hand = match.redeal_unseen(0, Random(seed)).view(1).hand
        assert len(hand) == 2
        assert not any(tile.has(6) for tile in hand)


def test_a_declared_meld_says_how_many_doubles_are_left() -> None:
    match = meld_match(4)
    play(match, "6-6=meld")
    for seed in range(30):
        hand = match.redeal_unseen(1, Random(seed)).view(0).hand
        assert sum(tile.is_double for tile in hand) == 3
        assert len(hand) == 6


def test_after_a_meld_every_possible_deal_is_equally_likely() -> None:
    # A hand of three, two draws, and two tiles left in the boneyard. It leads 6-6 and declares two doubles, draws,
    # lays 5-4, draws again, so it holds three of the five other tiles. All 7! orders are gone through.
    pool = tiles("6-6 5-4 3-3 2-2 1-0 2-0 2-1")
    expected: Counter[tuple[Tile, ...]] = Counter()
    for order in permutations(pool):
        first, then = order[:3], order[:4]
        if Tile(6, 6) in first and sum(tile.is_double for tile in first) == 2 and Tile(5, 4) in then:
            expected[tuple(sorted(set(order[:5]) - {Tile(6, 6), Tile(5, 4)}))] += 1
    shown = HandKnowledge().declared(2).laid(Tile(6, 6), 3).drew().laid(Tile(5, 4), 3).drew()
    rng, draws = Random(6), 6_000
    found = Counter(tuple(sorted(shown.deal_afresh(3, pool[2:], rng)[0])) for _ in range(draws))
    assert set(found) == set(expected)
    assert len(set(expected.values())) > 1  # they are not all alike
    total = sum(expected.values())
    chi = sum((found[hand] - draws * count / total) ** 2 / (draws * count / total) for hand, count in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("seed", range(6))
def test_redealt_hands_keep_to_all_that_was_shown_through_whole_deals(seed: int) -> None:
    rng = Random(seed)
    match = Bingo(seats=2, seed=f"{seed}")
    while match.outcome is None and match.last_deal is None:
        (seat,) = match.actors()
        copy = match.redeal_unseen(seat, rng)
        hand = copy.view(1 - seat).hand
        assert not mask_of(hand) & copy._knowledge[1 - seat].void
        assert set(match.view(seat).open_tiles[1 - seat]) <= set(hand)
        moves = match.moves(seat)
        melds = [move for move in moves if move.value]
        match.play(seat, rng.choice(melds or moves))
