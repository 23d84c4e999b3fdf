"""Nos from the deal to the last meld, rule by rule. Numbers are worked out by hand."""

from __future__ import annotations

import pytest

import games
from games import IllegalMove
from games.nos import Nos
from games.nos.match import MeldDeclared
from tests.games.deals import deal, of_kind, texts, tiles
from tests.games.nos.tables import kinds, paid, play, table

THREE = ("6-6 5-4 5-3 5-2 5-1", "5-5 5-0 6-4 6-3 6-2", "4-4 4-3 4-2 4-1 4-0")
NO_DOUBLE = deal("5-4 5-3 5-2 5-1 5-0", "6-5 6-4 6-3 6-2 6-1", "4-3 4-2 4-1 4-0 3-2")


def match_of(*deals: str, seats: int = 3) -> Nos:
    return Nos(seats=seats, seed="a seed", deals=deals)


# --- The deal ---------------------------------------------------------------------------------------------------------


def test_it_is_the_seventh_game_of_the_catalogue_for_three_to_five() -> None:
    assert games.CATALOGUE["nos"] is Nos
    assert Nos.number == 7
    assert Nos.seat_counts == (3, 4, 5)


@pytest.mark.parametrize(("seats", "size"), [(3, 5), (4, 4), (5, 3)])
def test_each_player_gets_eight_tiles_less_one_for_each_player(seats: int, size: int) -> None:
    match = match_of(seats=seats)
    assert match.view(None).counts == (size,) * seats
    assert match.view(None).boneyard == 28 - seats * size


def test_hands_are_dealt_by_seat_and_the_boneyard_from_its_front() -> None:
    match = match_of(deal(*THREE, boneyard="1-0 2-0"))
    assert [match.view(seat).hand for seat in range(3)] == [tuple(sorted(tiles(hand))) for hand in THREE]
    play(match, "6-6", "variant=1", "draw", "draw")
    assert {"1-0", "2-0"} <= set(match.view(1).as_dict()["hand"])  # type: ignore[call-overload]


@pytest.mark.parametrize("opener", [0, 1, 2])
def test_the_highest_double_dealt_opens_the_first_deal(opener: int) -> None:
    hands = THREE[-opener:] + THREE[:-opener]
    assert match_of(deal(*hands)).view(None).opener == opener


def test_the_blank_is_the_lowest_double() -> None:
    match = match_of(deal("0-0 5-4 5-3 5-2 5-1", "5-0 6-5 6-4 6-3 6-2", "1-1 4-3 4-2 4-1 4-0"))
    assert match.view(None).opener == 2


def test_the_blank_opens_if_it_is_the_only_double() -> None:
    match = match_of(deal("3-2 5-4 5-3 5-2 5-1", "5-0 6-5 6-4 6-3 6-2", "0-0 4-3 4-2 4-1 4-0"))
    assert match.view(None).opener == 2


def test_a_first_deal_without_doubles_is_dealt_again_uncounted() -> None:
    match = match_of(NO_DOUBLE, NO_DOUBLE, deal(*THREE))
    assert kinds(match.events) == ["match", "no_double", "no_double", "deal", "dealt", "dealt", "dealt"]
    assert match.view(None).deal == 1
    assert match.view(None).opener == 0
    assert match.view(0).hand == tuple(sorted(tiles(THREE[0])))


# --- The opening ------------------------------------------------------------------------------------------------------


def test_an_opener_with_doubles_leads_any_one_of_them_and_nothing_else() -> None:
    match = match_of(deal("6-6 3-3 5-4 5-3 5-2", *THREE[1:]))
    assert texts(match.moves(0)) == ["3-3", "6-6"]
    assert match.refusal(0, "draw") == "the opener holds a double and must lead it"
    refusal = match.refusal(0, "5-4")
    assert refusal
    assert refusal.code == "double_needed"
    with pytest.raises(IllegalMove):
        match.play(0, "draw")
    assert match.scores == (0, 0, 0)


def test_a_led_double_brings_its_pips_from_every_other_player() -> None:
    match = table("5-5 2-1", "3-1 2-0", "4-1 4-0", "6-0 6-1")
    assert paid(play(match, "5-5")) == [(1, 0, 10, "opening"), (2, 0, 10, "opening"), (3, 0, 10, "opening")]
    assert match.scores == (30, -10, -10, -10)


def test_a_led_blank_double_brings_14() -> None:
    match = table("2-0 2-1", "0-0 3-1", "4-1 4-0", opener=1)
    assert paid(play(match, "0-0")) == [(2, 1, 14, "opening"), (0, 1, 14, "opening")]


def test_an_opener_without_a_double_draws_the_opening_tile_in_one_move() -> None:
    match = table("2-0 2-1", "3-1 3-0", "4-1 4-0", boneyard="4-4 6-5")
    assert texts(match.moves(0)) == ["draw"]
    refusal = match.refusal(0, "2-1")
    assert refusal
    assert refusal.code == "no_double"
    happened = play(match, "draw")
    assert kinds(happened) == ["drew", "played", "paid", "paid"]
    assert str(match.view(None).line.tiles[0].tile) == "4-4"
    assert match.view(None).counts == (2, 2, 2)
    assert match.view(1).boneyard == 28 - 6 - 1


def test_a_drawn_double_brings_twice_its_pips() -> None:
    match = table("2-0 2-1", "3-1 3-0", "4-1 4-0", boneyard="4-4")
    assert paid(play(match, "draw")) == [(1, 0, 16, "drawn_opening"), (2, 0, 16, "drawn_opening")]


def test_a_drawn_blank_double_brings_28() -> None:
    match = table("2-0 2-1", "3-1 3-0", "4-1 4-0", boneyard="0-0")
    assert paid(play(match, "draw")) == [(1, 0, 28, "drawn_opening"), (2, 0, 28, "drawn_opening")]


def test_any_other_drawn_tile_costs_its_pips_to_every_player() -> None:
    match = table("2-0 2-1", "3-1 3-0", "4-1 4-0", "6-1 6-0", boneyard="5-4")
    assert paid(play(match, "draw")) == [(0, seat, 9, "drawn_opening") for seat in (1, 2, 3)]
    assert match.scores == (-27, 9, 9, 9)


def test_the_opening_is_paid_before_the_variant_is_named() -> None:
    match = table("5-5 2-1", "3-1 2-0", "4-1 4-0")
    play(match, "5-5")
    assert match.scores == (20, -10, -10)
    assert match.view(None).phase.value == "variant"


def test_the_higher_half_of_the_opening_tile_is_its_left_end() -> None:
    match = table("2-0 2-1", "3-1 3-0", "4-1 4-0", boneyard="5-4")
    play(match, "draw")
    assert [(end.at, end.number) for end in match.view(None).line.ends] == [("left", 5), ("right", 4)]


# --- The variant ------------------------------------------------------------------------------------------------------


def test_the_opener_names_a_variant_before_anything_else() -> None:
    match = table("5-5 2-1", "3-1 2-0", "4-1 4-0")
    play(match, "5-5")
    assert match.actors() == (0,)
    assert {str(move).split("=")[0] for move in match.moves(0)} == {"variant"}
    codes = {
        text: getattr(match.refusal(0, text), "code", None)
        for text in ("variant=13", "variant=18", "variant", "draw", "pass", "5-1@left", "knock", "variant=2")
    }
    assert codes == {
        "variant=13": "variant_not_allowed",
        "variant=18": "unknown_variant",
        "variant": "name_variant",
        "draw": "name_variant",
        "pass": "name_variant",
        "5-1@left": "name_variant",
        "knock": "unknown_verb",
        "variant=2": None,
    }


@pytest.mark.parametrize(("opening", "count"), [("5-5", 56), ("0-0", 56)])
def test_the_texts_of_all_sub_choices_are_offered_after_a_double(opening: str, count: int) -> None:
    """44 for any tile (1, 4, 11a in 8 ways, 11b in 32, 12a in 2), 8 for a double, 4 for 0-0 or for any other double."""
    match = table(f"{opening} 2-1", "3-1 2-0", "4-1 4-0")
    play(match, opening)
    assert len(match.moves(0)) == count


def test_the_player_to_the_left_of_the_opener_has_the_first_turn() -> None:
    match = table("2-0 2-1", "3-1 3-0", "4-4 4-0", opener=2)
    assert kinds(play(match, "4-4", "variant=1"))[-1] == "variant"
    assert match.actors() == (0,)


# --- Melds ------------------------------------------------------------------------------------------------------------


def asked(match: Nos) -> list[int]:
    """Return the players asked, if all pass."""
    found = []
    while match.view(None).phase.value == "meld":
        found.append(match.actors()[0])
        assert texts(match.moves(found[-1])) == ["meld", "pass"]
        play(match, "pass")
    return found


@pytest.mark.parametrize(
    ("others", "doubles", "amount"),
    [
        (2, "1-1 2-2 3-3", 0),
        (2, "1-1 2-2 3-3 4-4", 200),
        (2, "0-0 1-1 2-2 3-3 4-4", 500),
        (3, "1-1 2-2", 0),
        (3, "1-1 2-2 3-3", 25),
        (3, "0-0 2-2 3-3 4-4", 250),
        (4, "1-1 2-2", 0),
        (4, "1-1 2-2 3-3", 50),
    ],
)
def test_the_price_of_a_meld_depends_on_players_and_doubles(others: int, doubles: str, amount: int) -> None:
    rest = ["2-1 2-0", "3-1 3-0", "4-1 4-0"][: others - 1]
    match = table("6-6 6-5", doubles, *rest)
    play(match, "6-6", "variant=1")
    if not amount:
        assert match.view(None).phase.value == "play"
        return
    assert match.actors() == (1,)
    happened = play(match, "meld")
    payers = [*range(2, others + 1), 0]
    assert paid(happened) == [(seat, 1, amount, "meld") for seat in payers]
    assert [str(tile) for tile in happened[0].tiles] == doubles.split()
    assert [event.count for event in of_kind(happened, MeldDeclared)] == [len(doubles.split())]


def test_doubles_are_counted_after_the_opening_tile_has_left_the_hand() -> None:
    match = table("6-6 5-5 4-4 1-0", "2-1 2-0", "3-1 3-0", "4-1 4-0")
    play(match, "6-6", "variant=1")
    assert asked(match) == []
    match = table("6-6 5-5 4-4 3-3", "2-1 2-0", "3-1 3-0", "4-1 4-0")
    play(match, "6-6", "variant=1")
    assert asked(match) == [0]


def test_players_are_asked_one_at_a_time_from_the_opener_leftwards() -> None:
    match = table("0-0 1-1 2-2", "2-1 2-0", "6-6 5-5 4-4 3-3", "6-0 5-0 4-0", opener=2)
    play(match, "6-6", "variant=1")
    assert asked(match) == [2, 0]
    assert match.actors() == (3,)


def test_who_is_asked_may_keep_silent() -> None:
    match = table("6-6 6-5", "1-1 2-2 3-3 4-4", "2-1 2-0")
    play(match, "6-6", "variant=1")
    before = match.scores
    assert kinds(play(match, "pass")) == ["no_meld"]
    assert match.scores == before
    assert match.view(None).melds == ((), (), ())


def test_nothing_but_an_answer_is_taken_while_melds_are_asked() -> None:
    match = table("6-6 6-5", "1-1 2-2 3-3 4-4 6-1", "2-1 2-0")
    play(match, "6-6", "variant=1")
    for move in ("6-1@left", "draw", "variant=1"):
        refusal = match.refusal(1, move)
        assert refusal
        assert refusal.code == "answer_meld"


def test_declared_doubles_lie_open_and_are_played_as_the_player_likes() -> None:
    match = table("6-6 6-5", "1-1 2-2 3-3 4-4 6-1 6-2", "2-1 2-0")
    play(match, "6-6", "variant=1", "meld")
    assert match.view(2).melds == ((), tiles("1-1 2-2 3-3 4-4"), ())
    assert match.view(2).counts == (1, 6, 2)
    play(match, "6-1@left")
    assert match.view(None).melds[1] == tiles("1-1 2-2 3-3 4-4")
    play(match, "2-1@left", "6-5@right", "2-2@left")
    assert match.view(None).melds[1] == tiles("1-1 3-3 4-4")


def test_a_double_may_follow_the_opening_tile_before_a_meld() -> None:
    match = table("6-6 6-5", "0-0 1-1 2-2 3-3 6-1", "2-1 2-0")
    play(match, "6-6", "variant=4", "pass")
    assert paid(play(match, "1-1@left")) == [(0, 1, 1, "premium")]
