"""The offences of Nos, rule by rule: what a table with fines accepts, what it costs, and what happens to the tile."""

from __future__ import annotations

from random import Random

import pytest

from games import IllegalMove
from games.computers import players
from games.nos import Nos
from games.nos.match import Offended
from tests.games.deals import of_kind, texts, tiles
from tests.games.nos.tables import begun, closed, kinds, paid, play, table

FINED = [(1, 2, 40, "fine"), (1, 0, 40, "fine")]
"""Seat 1 of three has offended."""


def code(match: Nos, seat: int, text: str) -> str | None:
    return getattr(match.refusal(seat, text), "code", None)


def face_up(match: Nos) -> tuple[str, ...]:
    """Return the tiles face up before every seat in a stranger's view."""
    return tuple(" ".join(map(str, tiles)) for tiles in match.view(None).face_up)


def plays(match: Nos, seat: int) -> list[str]:
    """Return the proper moves other than claims."""
    return texts(match.sensible_moves(seat))


# --- Without fines ----------------------------------------------------------------------------------------------------


def test_without_fines_every_offence_is_refused_with_its_reason() -> None:
    match = table("5-5 2-1", "3-1 2-0", "4-1 4-0")
    assert match.actors() == (0,)
    assert match.moves(1) == ()
    refusals = {"b": code(match, 0, "draw"), "f": code(match, 1, "3-1")}
    match = begun("1", "5-5", "5-1 2-1", "4-1 3-0", "5-2 4-0")
    refusals |= {"d": code(match, 1, "pass"), "e": code(match, 1, "4-1@left"), "g": code(match, 2, "5-2@left")}
    match = closed("1", "5-5", "5-1 2-1", "4-1 3-0", "5-2 4-0", boneyard="6-6 6-1")
    refusals["c"] = code(match, 1, "draw")
    assert refusals == {
        "b": "opener_has_double",
        "c": "boneyard_closed",
        "d": "must_draw",
        "e": "does_not_fit",
        "f": "not_your_turn",
        "g": "not_your_turn",
    }
    with pytest.raises(IllegalMove):
        match.play(1, "draw")
    assert match.scores == (0, 0, 0)
    assert match.offences(1) == ()


# --- (b) the opener draws although holding a double ------------------------------------------------------------------


def test_b_an_opener_who_draws_with_a_double_is_fined_and_leads_it() -> None:
    match = table("5-5 2-1", "3-1 2-0", "4-1 4-0", boneyard="6-6", fines=True)
    assert texts(match.moves(0)) == ["5-5", "draw"]
    assert texts(match.view(0).improper) == ["draw"]
    happened = match.play(0, "draw")
    assert kinds(happened) == ["drew", "offence", "paid", "paid"]
    assert happened[1] == Offended(0, tiles("6-6"), "", "b")
    assert paid(happened) == [(0, 1, 40, "fine"), (0, 2, 40, "fine")]
    assert face_up(match) == ("6-6", "", "")
    assert match.view(1).counts == (3, 2, 2)
    assert texts(match.moves(0)) == ["5-5"]
    assert code(match, 0, "6-6") == "double_needed"
    assert code(match, 0, "draw") == "opener_has_double"


def test_b_the_drawn_tile_is_played_at_the_first_chance() -> None:
    match = table("5-5 5-1 2-1", "5-0 2-0", "4-1 4-0 3-0", boneyard="5-4", fines=True)
    play(match, "draw", "5-5", "variant=1", "5-0@left", "4-0@left")
    assert plays(match, 0) == ["5-4@left", "5-4@right"]
    assert code(match, 0, "5-1@right") == "face_up_first"
    assert code(match, 0, "draw") == "face_up_first"
    play(match, "5-4@right")
    assert face_up(match) == ("", "", "")


def test_b_a_double_drawn_against_the_rules_counts_for_the_meld() -> None:
    match = table("6-6 5-5 4-4 3-3", "2-1 2-0", "3-1 3-0", "4-1 4-0", boneyard="2-2", fines=True)
    play(match, "draw", "6-6", "variant=1")
    assert match.actors() == (0,)
    assert [payment[2] for payment in paid(match.play(0, "meld"))] == [250, 250, 250]


def test_an_opener_without_a_double_draws_without_a_fine() -> None:
    match = table("5-4 2-1", "3-1 2-0", "4-1 4-0", boneyard="6-6", fines=True)
    assert [payment[3] for payment in paid(match.play(0, "draw"))] == ["drawn_opening"] * 2


# --- (c) drawing from the closed boneyard -----------------------------------------------------------------------------


def test_c_a_tile_from_the_closed_boneyard_is_face_up_and_must_wait() -> None:
    match = closed("1", "5-5", "5-1 2-1", "4-1 3-0", "5-2 4-0", boneyard="5-3 6-1", fines=True)
    assert texts(match.moves(1))[0] == "pass"
    assert "draw" in texts(match.view(1).improper)
    happened = match.play(1, "draw")
    assert kinds(happened) == ["drew", "offence", "paid", "paid"]
    assert [event.letter for event in of_kind(happened, Offended)] == ["c"]
    assert paid(happened) == FINED
    assert face_up(match) == ("", "5-3", "")
    assert match.view(None).not_yet == tiles("5-3")[0]
    assert plays(match, 1) == ["pass"]
    assert code(match, 1, "5-3@left") == "not_at_once"


def test_c_it_is_played_at_the_first_chance_from_the_next_turn_on() -> None:
    match = closed("1", "5-5", "5-1 2-1", "4-1 3-0", "5-2 4-0", boneyard="5-3 6-1", fines=True)
    play(match, "draw", "pass", "5-2@left", "2-1@left")
    # Left 1, right 5: 4-1 would fit too, but 5-3 lies face up.
    assert match.actors()[0] == 1
    assert match.view(None).not_yet is None
    assert plays(match, 1) == ["5-3@right"]


def test_c_who_can_play_another_tile_must_play_after_it() -> None:
    match = closed("1", "5-5", "6-0 2-1", "5-1 3-0", "5-2 4-0", boneyard="5-3 6-1", fines=True)
    play(match, "draw")
    assert plays(match, 1) == ["5-1@left", "5-1@right"]


def test_c_the_boneyard_may_be_emptied_so() -> None:
    match = closed("1", "5-5", "6-0 2-1", "4-1 3-0", "5-2 4-0", boneyard="5-3 6-1", fines=True)
    play(match, "draw", "draw")
    assert face_up(match) == ("", "5-3 6-1", "")
    assert match.view(None).boneyard == 0
    assert plays(match, 1) == ["pass"]
    assert match.scores == (80, -160, 80)


# --- (d) passing although the boneyard is open ------------------------------------------------------------------------


def test_d_passing_with_an_open_boneyard_costs_a_fine_and_the_turn() -> None:
    match = begun("1", "5-5", "5-1 2-1", "4-1 3-0", "5-2 4-0", fines=True)
    assert "pass" in texts(match.view(1).improper)
    happened = match.play(1, "pass")
    assert kinds(happened) == ["offence", "paid", "paid", "passed"]
    assert [event.letter for event in of_kind(happened, Offended)] == ["d"]
    assert paid(happened) == FINED
    assert match.actors()[0] == 2


def test_d_who_could_play_is_fined_for_it_too() -> None:
    match = begun("1", "5-5", "5-1 2-1", "5-4 3-0", "5-2 4-0", fines=True)
    assert paid(match.play(1, "pass")) == FINED


def test_a_pass_with_the_boneyard_closed_and_nothing_to_play_costs_nothing() -> None:
    match = closed("1", "5-5", "5-1 2-1", "4-1 3-0", "5-2 4-0", boneyard="6-3 6-1", fines=True)
    assert "pass" not in texts(match.view(1).improper)
    assert paid(match.play(1, "pass")) == []


def test_d_three_fined_passes_do_not_block_the_deal() -> None:
    match = begun("1", "5-5", "6-2 2-1", "4-1 3-0", "6-3 4-0", fines=True)
    match.play(1, "pass")
    match.play(2, "pass")
    assert kinds(match.play(0, "pass")) == ["offence", "paid", "paid", "passed"]
    assert match.last_deal is None
    assert match.actors()[0] == 1
    assert match.scores == (0, 0, 0)


def test_c_a_pass_with_a_fitting_tile_that_must_wait_resets_the_count() -> None:
    match = closed("1", "5-5", "6-2 2-1", "4-1 3-0", "6-3 4-0", boneyard="5-3 6-1", fines=True)
    play(match, "pass", "pass", "draw")
    assert kinds(match.play(0, "pass")) == ["passed"]
    play(match, "pass", "pass")
    assert match.last_deal is None
    assert plays(match, 0) == ["5-3@left", "5-3@right"]


def test_c_a_pass_without_a_fitting_tile_counts_towards_the_end() -> None:
    match = closed("1", "5-5", "6-2 2-1", "4-1 3-0", "6-3 4-0", boneyard="6-1 5-3", fines=True)
    play(match, "draw", "pass", "pass")
    assert "blocked" in kinds(match.play(0, "pass"))


# --- (e) a tile that does not fit -------------------------------------------------------------------------------------


def test_e_a_tile_that_does_not_fit_is_taken_back_face_up() -> None:
    match = begun("1", "5-5", "5-1 2-1", "4-1 5-3", "5-2 4-0", fines=True)
    assert {"4-1@left", "4-1@right"} <= set(texts(match.view(1).improper))
    assert "5-3@left" not in texts(match.view(1).improper)
    happened = match.play(1, "4-1@left")
    assert kinds(happened) == ["offence", "paid", "paid"]
    assert happened[0] == Offended(1, tiles("4-1"), "left", "e")
    assert paid(happened) == FINED
    assert face_up(match) == ("", "4-1", "")
    assert len(match.view(None).line.tiles) == 1
    assert match.view(None).counts == (2, 2, 2)
    assert match.actors()[0] == 1
    assert "5-3@left" in plays(match, 1)


def test_e_a_tile_that_fits_elsewhere_must_then_be_played_there() -> None:
    match = begun("1", "5-4", "5-1 2-1", "5-3 5-2", "6-5 4-0", fines=True)
    match.play(1, "5-3@right")
    assert plays(match, 1) == ["5-3@left"]
    assert code(match, 1, "5-2@left") == "face_up_first"
    assert code(match, 1, "draw") == "face_up_first"


def test_e_adding_to_an_end_that_waits_or_is_locked_is_an_offence_too() -> None:
    match = begun("11/a/right/t/t", "5-4", "6-5 2-1", "5-3 3-2", "5-2 4-0", fines=True)
    assert "5-3@left" in texts(match.view(1).improper)
    assert [event.letter for event in of_kind(match.play(1, "5-3@left"), Offended)] == ["e"]
    match = begun("2", "5-5", "6-5 2-1", "5-3 3-2", "3-0 4-0", fines=True)
    match.play(1, "5-3@left")
    assert "3-0@left" in texts(match.view(2).improper)


def test_e_a_place_that_does_not_exist_is_refused_all_the_same() -> None:
    match = begun("1", "5-5", "5-1 2-1", "4-1 5-3", "5-2 4-0", fines=True)
    assert code(match, 1, "4-1@up") == "unknown_place"
    assert code(match, 1, "6-6@left") == "not_in_hand"


def test_a_tile_lying_face_up_cannot_be_used_for_another_offence() -> None:
    match = begun("1", "5-5", "5-1 2-1", "4-1 5-3", "5-2 4-0", fines=True)
    match.play(1, "4-1@left")
    assert code(match, 1, "4-1@right") == "does_not_fit"
    assert match.scores == (40, -80, 40)


# --- (f) opening out of turn ------------------------------------------------------------------------------------------


def test_f_who_opens_out_of_turn_takes_the_tile_back_face_up() -> None:
    match = table("5-5 2-1", "3-1 2-2", "4-1 4-0", fines=True)
    assert match.actors() == (0, 1, 2)
    assert texts(match.moves(1)) == ["2-2", "3-1"]
    happened = match.play(1, "2-2")
    assert kinds(happened) == ["offence", "paid", "paid"]
    assert [event.letter for event in of_kind(happened, Offended)] == ["f"]
    assert paid(happened) == FINED
    assert face_up(match) == ("", "2-2", "")
    assert match.view(None).line.tiles == ()
    assert match.actors()[0] == 0


def test_f_the_tile_is_played_at_the_first_chance() -> None:
    match = table("5-5 2-1", "5-1 5-2", "4-1 4-0", fines=True)
    match.play(1, "5-2")
    play(match, "5-5", "variant=1")
    assert plays(match, 1) == ["5-2@left", "5-2@right"]


# --- (g) playing out of turn ------------------------------------------------------------------------------------------


def test_g_a_tile_played_out_of_turn_is_taken_back_face_up() -> None:
    match = begun("1", "5-5", "5-1 2-1", "4-1 5-3", "5-2 4-0", fines=True)
    assert match.actors() == (1, 0, 2)
    assert texts(match.moves(2)) == ["5-2@left", "4-0@left", "5-2@right", "4-0@right"]
    assert match.moves(2) == match.view(2).improper
    happened = match.play(2, "5-2@left")
    assert [event.letter for event in of_kind(happened, Offended)] == ["g"]
    assert paid(happened) == [(2, 0, 40, "fine"), (2, 1, 40, "fine")]
    match.play(0, "2-1@right")
    assert face_up(match) == ("2-1", "", "5-2")
    assert match.actors()[0] == 1
    play(match, "5-3@left")
    assert plays(match, 2) == ["5-2@right"]


def test_g_a_matador_names_its_outward_half_out_of_turn_too() -> None:
    match = begun("4", "5-5", "5-1 2-1", "4-1 5-3", "4-3 4-0", fines=True)
    assert {"4-3@left=4", "4-3@left=3"} <= set(texts(match.moves(2)))
    assert "4-3@left" not in texts(match.moves(2))


def test_nobody_can_offend_while_the_variant_is_named_or_melds_are_asked() -> None:
    match = table("5-5 2-1", "0-0 1-1 2-2 3-3", "4-1 4-0", fines=True)
    match.play(0, "5-5")
    assert match.actors() == (0,)
    assert match.offences(0) == ()
    play(match, "variant=1")
    assert match.actors() == (1,)
    assert texts(match.moves(1)) == ["meld", "pass"]


def test_the_fine_goes_to_everybody_at_the_table_also_to_those_who_are_out() -> None:
    match = begun("1", "5-5", "6-0 4-0", "5-3", "6-3 4-1", fines=True)
    play(match, "5-3@left")
    assert paid(match.play(2, "4-1@left")) == [(2, 0, 40, "fine"), (2, 1, 40, "fine")]


# --- All together -----------------------------------------------------------------------------------------------------


def test_offences_add_up_and_the_chips_sum_to_zero() -> None:
    match = begun("1", "5-5", "5-1 2-1", "4-1 5-3", "5-2 4-0", fines=True)
    match.play(2, "5-2@left")
    assert match.scores == (40, 40, -80)
    match.play(1, "4-1@left")
    assert match.scores == (80, -40, -40)
    match.play(1, "pass")
    assert match.scores == (120, -120, 0)


def test_offences_are_counted_by_seat_and_deal() -> None:
    match = closed("1", "5-5", "6-2 2-1", "4-1 3-0", "6-3 4-0", boneyard="6-1 5-4", fines=True)
    match.play(2, "6-3@left")
    match.play(2, "4-0@left")
    match.play(1, "4-1@left")
    assert [match.offence_count(seat) for seat in range(3)] == [0, 1, 2]
    play(match, "pass", "pass", "pass")
    assert match.last_deal is not None
    assert [match.offence_count(seat) for seat in range(3)] == [0, 0, 0]


def test_computer_players_do_not_offend() -> None:
    match = Nos(seats=3, seed="a seed", options={"fines": True, "deals": 1})
    while match.outcome is None:
        seat = match.actors()[0]
        move = players.choose("casual", match, seat, Random(1), players.playouts(1))
        assert move not in match.offences(seat)
        match.play(seat, move)
    assert "offence" not in kinds(match.events)
