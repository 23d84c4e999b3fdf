"""Pyramid and Twelves, rule by rule."""

from __future__ import annotations

from random import Random

from games.core.outcome import EndReason
from games.core.solitaire import TurnedFaceUp
from games.core.tiles import Tile
from games.pyramid import Pyramid, PyramidView
from games.twelves import TwelvesView
from tests.games.deals import of_kind, random_play, texts

from .solitaires import new, pyramid, reason, twelves

LOW = pyramid("0-0", "1-0 1-1 2-0 2-1 3-0 2-2 3-1")

# --- Pyramid ----------------------------------------------------------------------------------------------------------


def test_at_first_the_top_and_the_bottom_row_lie_face_up() -> None:
    view = new("pyramid", pyramid("6-6", "0-0 6-5 1-0 5-5 4-4 3-2 4-1")).view(0)
    assert isinstance(view, PyramidView)
    assert view.rows[0] == (Tile(6, 6),)
    assert all(tile is None for row in view.rows[1:6] for tile in row)
    assert [*map(str, view.rows[6])] == ["0-0", "6-5", "1-0", "5-5", "4-4", "3-2", "4-1"]
    assert len(view.face_down) == 20
    assert view.hand == ()


def test_pairs_make_twelve_and_the_larger_tile_is_named_first() -> None:
    match = new("pyramid", pyramid("6-6", "0-0 6-5 1-0 5-1 6-0 3-3 4-3"))
    assert sorted(texts(match.moves(0))) == [
        "pair 5-1=3-3",
        "pair 6-0=3-3",
        "pair 6-0=5-1",
        "pair 6-5=1-0",
        "pair 6-6=0-0",
    ]
    assert reason(match, "pair 1-0=6-5") == "larger_first"
    assert reason(match, "pair 6-5=0-1") == "larger_first"
    assert reason(match, "pair 6-6=1-0") == "not_twelve"
    assert reason(match, "pair 3-3=3-3") == "two_tiles_needed"
    assert reason(match, "pair 3-3") == "two_tiles_needed"
    assert reason(match, "pair 6-4=1-1") == "face_down"
    match.play(0, "pair 6-6=0-0")
    assert reason(match, "pair 6-6=0-0") == "removed"


def test_tiles_turn_up_when_both_upper_or_both_lower_corners_touch_nothing() -> None:
    match = new("pyramid", pyramid("6-6", "0-0 6-5 1-0 5-1 6-0 3-3 4-3"))
    happened = match.play(0, "pair 6-6=0-0")
    # the second row loses both its upper corners; at the bottom 6.1 still touches 7.2
    assert [event.at for event in of_kind(happened, TurnedFaceUp)] == ["2.1", "2.2"]
    happened = match.play(0, "pair 6-5=1-0")
    assert [event.at for event in of_kind(happened, TurnedFaceUp)] == ["6.1", "6.2"]


def test_a_deal_without_a_pair_is_lost_at_once() -> None:
    match = new("pyramid", LOW)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason, match.scores) == ((), EndReason.STUCK, (0,))


def test_face_down_tiles_are_told_to_nobody_and_dealt_afresh_evenly() -> None:
    match = new("pyramid", pyramid("6-6", "0-0 6-5 1-0 5-1 6-0 3-3 4-3"))
    (laid_out,) = [event for event in match.events if event.kind == "laid_out"]
    assert len(laid_out.tiles) == 28
    assert laid_out.seen_by(0).tiles == laid_out.seen_by(None).tiles == ()
    rng = Random(1)
    assert isinstance(match, Pyramid)
    second = [str(match.redeal_unseen(0, rng).layout().tiles[1]) for _ in range(2000)]
    assert len(set(second)) == 20
    assert all(60 < second.count(tile) < 145 for tile in set(second))  # 100 each, give or take


# --- Twelves ----------------------------------------------------------------------------------------------------------


def test_five_rows_of_five_are_dealt_and_three_loose_tiles() -> None:
    order = [str(tile) for tile in Random(2).sample(new("twelves").tile_set, 28)]
    view = new("twelves", " ".join(order)).view(0)
    assert isinstance(view, TwelvesView)
    assert [*map(str, view.columns[1])] == order[1:25:5]
    assert [*map(str, view.loose)] == order[25:]


def test_a_pair_is_made_of_bottom_tiles_and_loose_tiles() -> None:
    match = twelves("6-6 4-3", "0-0 6-5", "1-0", "5-0", loose="3-2 1-1")
    assert sorted(texts(match.moves(0))) == ["pair 4-3=3-2", "pair 4-3=5-0", "pair 6-5=1-0"]
    assert reason(match, "pair 6-6=0-0") == "covered"


def test_a_bottom_tile_moves_to_an_empty_column_unless_it_is_alone() -> None:
    match = twelves("4-3 0-0", "6-6", "", "", "", loose="5-0")
    assert texts(match.moves(0)) == ["pair 6-6=0-0", "shift 0-0@3", "shift 0-0@4", "shift 0-0@5"]
    assert reason(match, "shift 6-6@3") == "alone"
    assert reason(match, "shift 5-0@3") == "loose"
    assert reason(match, "shift 4-3@3") == "covered"
    assert reason(match, "shift 0-0@2") == "not_empty"
    match.play(0, "shift 0-0@4")
    assert match.layout().columns == ((Tile(4, 3),), (Tile(6, 6),), (), (Tile(0, 0),), ())
    assert match.scores == (1,)


def test_lost_is_declared_only_when_neither_a_pair_nor_a_shift_can_be_made() -> None:
    assert twelves("4-3 0-0", "", "", "", "").outcome is None
    stuck = twelves("4-3", "0-0", "", "", "")
    assert stuck.outcome is not None
    assert stuck.outcome.reason is EndReason.STUCK


def test_everything_removed_wins() -> None:
    match = twelves("6-6 0-0", "5-0", "", "", "", loose="4-3")
    for move in ("pair 4-3=5-0", "shift 0-0@2", "pair 6-6=0-0"):
        match.play(0, move)
    assert match.outcome is not None
    assert (match.outcome.winners, match.scores) == ((0,), (3,))


def test_random_games_of_pyramid_that_are_solved_take_14_moves() -> None:
    solved = 0
    for seed in range(40):
        match = new("pyramid", seed=str(seed))
        played = len(list(random_play(match, Random(seed), 20)))
        assert match.outcome is not None
        if match.outcome.winners:
            solved += 1
            assert played == 14
    assert solved
