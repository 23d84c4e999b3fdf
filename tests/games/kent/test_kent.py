"""The rules of Kent, clause by clause, on deals made by hand."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.core.events import DealBegan, Drew, Lot, PassedOn
from games.kent import Kent
from games.kent.match import Renewed, ShownForCall, Threw
from tests.games.deals import deal, dealt_view, of_kind, texts, tiles

from .kent_deals import FOUR, act, ending, hands_with_melds, kent, round_the_table

# --- The deal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "boneyard"), [(4, 28 - 13), (6, 28 - 19)])
def test_the_opener_gets_four_tiles_and_the_others_three(seats: int, boneyard: int) -> None:
    for opener in range(seats):
        view = dealt_view(games.new_match("kent", seats=seats, seed="a seed", lots=[opener]))
        assert view.opener == opener
        assert view.counts == tuple(4 if seat == opener else 3 for seat in range(seats))
        assert view.boneyard == boneyard


def test_the_first_opener_is_random_and_later_openings_go_left() -> None:
    match = kent(*hands_with_melds(4, ()), opener=0)
    assert [(event.seat, event.reason) for event in of_kind(match.events, Lot)] == [(0, "opener")]
    for opener in (1, 2, 3, 0):
        events = match.play(3, "kent")
        assert [event.seat for event in of_kind(events, DealBegan)] == [opener]
        assert match.view(None).holder == match.to_move() == opener


def test_partners_sit_opposite() -> None:
    assert [kent(*hands_with_melds(4, ())).side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [kent(*hands_with_melds(6, ())).side_of(seat) for seat in range(6)] == [0, 1, 2, 0, 1, 2]


# --- Passing ----------------------------------------------------------------------------------------------------------


def test_who_holds_four_passes_any_tile_to_the_left() -> None:
    match = kent(*FOUR)
    assert texts(match.sensible_moves(0)) == ["pass 2-1", "pass 4-4", "pass 6-5", "pass 6-6"]
    events = act(match, "pass 6-5")
    assert events == [PassedOn(0, 1, tiles("6-5"), (0, 1))]
    assert match.to_move() == 1
    assert match.view(0).hand == tiles("2-1 4-4 6-6")
    assert texts(match.sensible_moves(1)) == ["pass 1-0", "pass 4-3", "pass 5-5", "pass 6-5"]
    act(match, "pass 5-5", "pass 3-3", "pass 3-3")
    assert match.to_move() == 0
    assert match.view(0).hand == tiles("2-1 3-3 4-4 6-6")
    assert (match.view(0).passes, match.view(0).swaps) == (4, 0)


def test_the_moves_are_listed_in_a_fixed_order() -> None:
    match = kent(*hands_with_melds(6, ()))
    calls = ["kent", "biskent", "stop@0", "stop@1", "stop-biskent@0", "stop-biskent@1"]
    assert texts(match.moves(2)) == texts(match.moves(5)) == calls
    assert texts(match.moves(0))[4:] == ["kent", "biskent", "stop@1", "stop@2", "stop-biskent@1", "stop-biskent@2"]


def test_anybody_may_call_from_the_deal_on() -> None:
    match = kent(*hands_with_melds(4, ()))
    assert match.actors() == (0, 1, 2, 3)
    for seat in range(4):
        assert "kent" in texts(match.moves(seat))
        assert match.copy().play(seat, "kent")[0].kind == "called"


# --- Throwing away ----------------------------------------------------------------------------------------------------


def test_a_tile_that_comes_back_may_be_thrown_away_and_another_drawn() -> None:
    match = kent(*FOUR, boneyard="5-4 5-2")
    assert match.view(0).may_throw == ()
    round_the_table(match, "6-5")
    assert match.view(0).may_throw == tiles("6-5")
    assert "swap 6-5" in texts(match.moves(0))
    events = act(match, "swap 6-5")
    assert events == [
        Threw(0, tiles("6-5"), (0,)),
        Drew(0, tiles("5-4"), known_to=(0,)),
    ]
    view = match.view(0)
    assert view.hand == tiles("2-1 4-4 5-4 6-6")
    assert (view.holder, view.may_throw, view.thrown, view.swaps, view.boneyard) == (0, (), 1, 1, 14)


def test_a_tile_that_others_have_passed_may_not_be_thrown_away() -> None:
    match = kent(*FOUR)
    act(match, "pass 6-5", "pass 6-5")  # it came to seat 2 from seats 0 and 1, but seat 2 has not passed it
    assert match.view(2).may_throw == ()
    act(match, "pass 6-5", "pass 6-5")
    assert match.view(0).may_throw == tiles("6-5")
    act(match, "pass 6-5")  # seat 0 lets it go on: now it is back at seat 1, which has passed it too
    assert match.view(1).may_throw == tiles("6-5")


def test_the_right_to_throw_lasts_and_holds_twice_in_a_turn() -> None:
    match = kent(*FOUR, boneyard="5-4 5-2")
    round_the_table(match, "6-5")
    round_the_table(match, "6-6")  # 6-5 is kept
    assert match.view(0).may_throw == tiles("6-5 6-6")
    act(match, "swap 6-5", "swap 6-6")
    assert match.view(0).hand == tiles("2-1 4-4 5-2 5-4")
    assert texts(match.sensible_moves(0)) == ["pass 2-1", "pass 4-4", "pass 5-2", "pass 5-4"]
    act(match, "pass 5-2")
    assert match.to_move() == 1


def test_nobody_throws_without_four_in_hand() -> None:
    match = kent(*FOUR)
    round_the_table(match, "6-5")
    act(match, "pass 6-6")
    assert match.view(0).may_throw == ()
    refusal = match.refusal(0, "swap 6-5")
    assert refusal is not None
    assert refusal.code == "not_holder"


def test_a_new_deal_forgets_who_passed_what() -> None:
    match = kent(*FOUR, more=[deal("5-5 4-3 1-0", "6-6 6-5 4-4 2-1", "3-3 6-4 2-0", "2-2 5-3 6-1")])
    act(match, *["pass 6-5"] * 3)
    match.play(0, "kent")
    assert match.to_move() == 1
    assert match.view(1).may_throw == ()  # seat 1 passed the 6-5 that it holds, but in the deal before


def test_an_empty_boneyard_is_renewed_in_the_order_of_the_next_permutation() -> None:
    # The tile that seat 0 has just drawn goes round and is thrown away: a throw a round, the first of 6-6. The fifteen
    # tiles of the boneyard are drawn so. The sixteenth throw is of the last of them, 3-2, and finds the boneyard empty.
    boneyard = "6-3 6-2 6-0 5-4 5-2 5-1 5-0 4-2 4-1 4-0 3-1 3-0 1-1 0-0 3-2"
    again = deal("1-0 2-1 3-2 5-5", "4-4 6-6 0-0")
    third = deal("0-0 1-0 2-0", "3-0 4-0 5-0 6-0")
    match = kent(*FOUR, boneyard=boneyard, more=[again, third])
    for number, tile in enumerate(["6-6", *boneyard.split()[:-1]], 1):
        round_the_table(match, tile)
        events = act(match, f"swap {tile}")
        assert [str(drawn) for drawn in events[-1].tiles] == [boneyard.split()[number - 1]]
        assert (match.view(None).boneyard, match.view(None).thrown) == (15 - number, number)
    round_the_table(match, "3-2")
    events = act(match, "swap 3-2")
    # of the permutation 1-0 2-1 3-2 5-5 4-4 6-6 0-0 ... 3-2, 6-6 and 0-0 are the first that lie aside
    assert events == [
        Threw(0, tiles("3-2"), (0,)),
        Renewed(16),
        Drew(0, tiles("3-2"), known_to=(0,)),
    ]
    assert (match.view(None).boneyard, match.view(None).thrown) == (15, 0)
    assert match.view(0).may_throw == ()  # throwing has wiped its history
    act(match, "pass 3-2")
    assert match.view(1).may_throw == ()  # for all who had passed it
    act(match, "pass 3-2", "pass 3-2", "pass 3-2")
    assert [str(event.tiles[0]) for event in of_kind(act(match, "swap 3-2"), Drew)] == ["6-6"]
    match.play(0, "kent")  # the permutation is used up: the next deal is the third
    assert match.view(0).hand == tiles("0-0 1-0 2-0")
    assert games.replay(match.record().text()) == match


# --- Melds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "meld"),
    [
        ("6-2 6-3 6-5", "6-2 6-3 6-5"),
        ("6-6 6-3 6-5", "6-3 6-5 6-6"),
        ("6-6 6-3 5-3", ""),  # 6-6 carries its six once
        ("0-0 4-0 3-0", "0-0 3-0 4-0"),
        ("6-5 5-4 6-4", ""),
    ],
)
def test_a_meld_is_three_tiles_that_share_a_number(hand: str, meld: str) -> None:
    match = kent("2-2 1-1 2-0 3-1", "5-5 4-4 2-1", hand, "3-3 5-0 6-1")
    match.play(0, "kent")
    assert ending(match).right == bool(meld)
    assert ending(match).melds == ((), (), tiles(meld), ())
    pips = sum(tile.pips for tile in tiles(hand))
    told = [(event.pips, event.meld) for event in of_kind(ending(match).events, ShownForCall)]
    assert told == [(pips, bool(meld))]


@pytest.mark.parametrize(
    ("hand", "meld"),
    [
        ("6-2 6-3 6-5 1-0", "6-2 6-3 6-5"),  # three of four
        ("6-2 6-3 6-5 6-0", "6-0 6-2 6-3"),  # four: of these the lowest three
        ("6-6 6-3 1-0 2-0", ""),
        ("6-2 5-2 2-2 2-0", "2-0 2-2 5-2"),
    ],
)
def test_a_hand_of_four_holds_a_meld_if_three_or_all_share_a_number(hand: str, meld: str) -> None:
    match = kent(hand, "5-5 4-4 2-1", "3-3 5-0 6-1", "1-1 4-3 5-4")
    match.play(2, "kent")
    assert ending(match).right == bool(meld)
    assert ending(match).melds == (tiles(meld), (), (), ())


# --- Refusals and secrets ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (1, "pass 5-5", "not_holder"),
        (1, "swap 5-5", "not_holder"),
        (1, "pass", "not_holder"),
        (0, "pass", "tile_needed"),
        (0, "swap", "tile_needed"),
        (0, "pass 5-5", "not_in_hand"),
        (0, "swap 5-5", "not_in_hand"),
        (0, "swap 6-6", "not_been_round"),
        (0, "pass 6-6@left", "superfluous"),
        (0, "stop", "pair_needed"),
        (0, "stop@0", "own_pair"),
        (3, "stop-biskent@1", "own_pair"),
        (0, "stop@2", "no_opponent"),
        (0, "stop@left", "no_opponent"),
        (0, "stop@1=1", "superfluous"),
        (0, "kent@1", "superfluous"),
        (0, "kent 6-6", "superfluous"),
        (0, "draw", "unknown_verb"),
        (0, "6-6", "unknown_verb"),
        (0, "stop Kent", "not_a_move"),
    ],
)
def test_a_move_that_the_rules_do_not_allow_is_refused_with_the_reason(seat: int, move: str, code: str) -> None:
    refusal = kent(*FOUR).refusal(seat, move)
    assert refusal is not None
    assert refusal.code == code


def test_only_giver_and_taker_know_a_passed_tile() -> None:
    match = kent(*FOUR)
    one, other = match.copy(), match.copy()
    (event,) = one.play(0, "pass 6-6")
    other.play(0, "pass 2-1")
    for seat in (None, 2, 3):
        assert event.seen_by(seat).tiles == ()
        assert one.view(seat) == other.view(seat)
        assert [each.seen_by(seat) for each in one.events] == [each.seen_by(seat) for each in other.events]
    assert event.seen_by(0).tiles == event.seen_by(1).tiles == tiles("6-6")


def test_only_the_thrower_knows_the_tiles_thrown_and_drawn() -> None:
    match = kent(*FOUR)
    round_the_table(match, "6-5")
    assert [match.view(seat).may_throw for seat in (None, 1, 2, 3)] == [()] * 4
    for event in act(match, "swap 6-5"):
        assert [event.seen_by(seat).tiles for seat in (None, 1, 2, 3)] == [()] * 4
        assert event.seen_by(0).tiles


# --- Long deals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("seed", range(3))
def test_in_a_long_deal_every_seat_holds_three_and_the_holder_four(seats: int, seed: int) -> None:
    match, rng = games.new_match("kent", seats=seats, seed=f"long {seed}"), Random(seed)
    assert isinstance(match, Kent)
    for _ in range(400):
        holder = match.to_move()
        assert holder is not None
        assert match.view(None).counts == tuple(4 if seat == holder else 3 for seat in range(seats))
        match.play(holder, rng.choice(match.sensible_moves(holder)))
    view = match.view(None)
    assert view.swaps == len(of_kind(match.events, Threw)) > 30
    assert view.passes == len(of_kind(match.events, PassedOn))
    assert of_kind(match.events, Renewed)
    assert games.replay(match.record().text()) == match
