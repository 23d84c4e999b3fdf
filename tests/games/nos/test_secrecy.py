"""The public view of a table of Nos, and its redealt copies."""

from __future__ import annotations

from random import Random

import pytest

from games.core.tiles import DOUBLES, mask_of
from games.nos import Nos
from games.nos.payments import MELDS
from tests.games.deals import deal, tiles
from tests.games.nos.tables import begun, closed, play, table

DEALERS = range(100)


def hands(match: Nos, seat: int) -> set[str]:
    """Return the possible hands of a seat, over many redealt copies for seat 0."""
    return {str(tile) for dealer in DEALERS for tile in match.redeal_unseen(0, Random(dealer)).view(seat).hand}


def doubles(match: Nos, seat: int) -> int:
    return (mask_of(match.view(seat).hand) & DOUBLES).bit_count()


def test_what_may_be_hidden_comes_up_sooner_or_later() -> None:
    match = begun("1", "5-5", "6-0 4-0", "5-3 2-1", "6-3 4-1")
    assert len(hands(match, 1)) == 28 - 1 - 2


def test_a_pass_with_the_boneyard_closed_shows_that_nothing_fits() -> None:
    match = closed("1", "5-5", "5-0 4-0", "6-3 4-3", "3-3 2-1", boneyard="6-6 5-1")
    play(match, "pass")
    assert not any("5" in tile for tile in hands(match, 1))
    assert "5-1" in hands(match, 2)


def test_a_draw_shows_nothing_as_everybody_may_draw_at_will() -> None:
    match = begun("1", "5-5", "6-0 4-0", "2-1 3-1", "6-3 4-1")
    play(match, "draw", "draw")
    assert {"5-1", "5-4", "6-5"} <= hands(match, 1)


def test_an_opener_who_draws_has_no_double() -> None:
    match = table("2-0 2-1", "3-1 3-0 2-2", "4-1 4-0", opener=2, boneyard="4-4")
    play(match, "draw")
    assert all(doubles(match.redeal_unseen(0, Random(dealer)), 2) == 0 for dealer in DEALERS)
    assert any(doubles(match.redeal_unseen(0, Random(dealer)), 1) for dealer in DEALERS)


@pytest.mark.parametrize("opener", [0, 1, 2])
def test_the_first_opener_holds_the_highest_double_dealt(opener: int) -> None:
    dealt = ["4-4 5-4 5-3 5-2 5-1", "3-3 5-0 6-4 6-3 6-2", "2-2 4-3 4-2 4-1 4-0"]
    match = Nos(seats=3, seed="a seed", deals=[deal(*dealt[-opener:], *dealt[:-opener])])
    assert match.view(None).opener == opener
    for dealer in DEALERS:
        copy = match.redeal_unseen(0, Random(dealer))
        highest = [mask_of(copy.view(seat).hand) & DOUBLES for seat in range(3)]
        assert highest.index(max(highest)) == opener


def test_who_is_asked_for_a_meld_has_the_doubles_and_who_was_not_has_not() -> None:
    match = table("6-6 6-5 6-1 6-2", "2-1 2-0 3-0 5-4", "1-1 2-2 3-3 6-3", "4-1 4-0 5-1 5-0")
    play(match, "6-6", "variant=1")
    assert match.actors() == (2,)
    for dealer in DEALERS:
        copy = match.redeal_unseen(0, Random(dealer))
        assert doubles(copy, 2) in MELDS[4]
        assert doubles(copy, 1) <= 2
    play(match, "pass")
    assert all(doubles(match.redeal_unseen(0, Random(dealer)), 2) >= 3 for dealer in DEALERS)
    assert all(doubles(match.redeal_unseen(0, Random(dealer)), 3) <= 2 for dealer in DEALERS)


def test_declared_doubles_are_known_and_are_all_that_there_are() -> None:
    match = table("6-6 6-5", "2-1 2-0", "0-0 1-1 2-2 3-3 6-3", opener=0)
    play(match, "6-6", "variant=1", "meld")
    for dealer in DEALERS:
        hand = match.redeal_unseen(0, Random(dealer)).view(2).hand
        assert set(tiles("0-0 1-1 2-2 3-3")) <= set(hand)
        assert (mask_of(hand) & DOUBLES).bit_count() == 4


def test_tiles_lying_face_up_are_known() -> None:
    match = begun("1", "5-5", "5-1 2-1", "4-1 5-3", "5-2 4-0", fines=True)
    match.play(2, "4-0@left")
    match.play(1, "4-1@left")
    for dealer in DEALERS:
        copy = match.redeal_unseen(0, Random(dealer))
        assert tiles("4-1")[0] in copy.view(1).hand
        assert tiles("4-0")[0] in copy.view(2).hand
        assert copy.view(0) == match.view(0)


def test_an_offence_shows_nothing_of_the_other_tiles() -> None:
    match = begun("1", "5-5", "6-1 2-1", "4-1 6-3", "5-2 4-0", fines=True)
    match.play(1, "pass")
    assert {"5-1", "5-4", "6-5"} <= hands(match, 1)


def test_who_draws_an_opening_tile_against_the_rules_has_a_double() -> None:
    match = table("5-1 2-1", "4-4 6-3", "5-2 4-0", opener=1, boneyard="6-5", fines=True)
    match.play(1, "draw")
    for dealer in DEALERS:
        copy = match.redeal_unseen(0, Random(dealer))
        assert doubles(copy, 1)
        assert tiles("6-5")[0] in copy.view(1).hand


def test_nothing_of_an_opponents_hand_or_of_hidden_draws_is_in_a_view() -> None:
    match = begun("1", "5-5", "6-0 4-0", "2-1 3-1", "6-3 4-1", boneyard="6-1")
    play(match, "draw")
    shown = str(match.view(0).as_dict())
    assert not any(tile in shown for tile in ("2-1", "3-1", "6-3", "4-1", "6-1"))
    assert match.events[-1].seen_by(0).tiles == ()
    assert match.events[-1].seen_by(1).tiles == tiles("6-1")
