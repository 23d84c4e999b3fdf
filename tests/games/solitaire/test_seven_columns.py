"""Seven Columns, rule by rule."""

from __future__ import annotations

from random import Random

from games.core.outcome import EndReason
from games.core.solitaire import Moved, TurnedFaceUp
from games.seven_columns import SevenColumnsView
from tests.games.deals import texts, tiles

from .solitaires import new, reason, seven_columns

DONE = [
    "0-0 1-0 2-0 3-0",
    "1-1 2-1 3-1 4-1",
    "2-2 3-2 4-2 5-2",
    "3-3 4-3 5-3 6-3",
    "4-4 5-4 6-4 4-0",
    "5-5 6-5 5-0 5-1",
    "6-6 6-0 6-1 6-2",
]


def test_three_rows_lie_face_down_and_the_last_face_up() -> None:
    order = [str(tile) for tile in Random(2).sample(new("seven_columns").tile_set, 28)]
    match = new("seven_columns", " ".join(order))
    view = match.view(0)
    assert isinstance(view, SevenColumnsView)
    assert [str(column[-1]) for column in view.columns] == order[21:]
    assert all(column[:-1] == (None, None, None) for column in view.columns)
    assert next(event.seen_by(0).tiles for event in match.events if event.kind == "laid_out") == ()


def test_a_bottom_tile_moves_to_a_shared_number_and_uncovers_a_tile() -> None:
    order = [str(tile) for tile in new("seven_columns").tile_set]
    match = new("seven_columns", " ".join(order))  # the last row is 6-0 6-1 ... 6-6
    assert len(match.moves(0)) == 7 * 6
    happened = match.play(0, "6-0@7")
    assert happened == [Moved(0, tiles("6-0"), "7"), TurnedFaceUp(tiles(order[14]), "1")]
    assert reason(match, order[7] + "@2") == "face_down"
    assert reason(match, "6-6@2") == "covered"


def test_refusals_say_what_is_wrong() -> None:
    match = seven_columns("0-0 1-0 2-0 3-0 4-0", "1-1", "", "6-6 5-5", "2-2 2-1", "3-3", "6-5")
    assert reason(match, "1-1@5") == ""
    assert reason(match, "5-5@7") == ""
    assert reason(match, "5-5@3") == ""
    assert reason(match, "1-1@3") == "alone"
    assert reason(match, "2-1@3") == "double_only"
    assert reason(match, "2-1@6") == "does_not_fit"
    assert reason(match, "2-1@5") == "same_column"
    assert reason(match, "2-1@8") == "not_a_column"
    assert reason(match, "2-1") == "place_needed"
    assert reason(match, "0-0@2") == "covered"


def test_a_column_takes_five_tiles_at_most() -> None:
    match = seven_columns("0-0 1-0 2-0 3-0 4-0", "4-4", "", "", "", "", "")
    assert texts(match.moves(0)) == ["4-0@2"]
    assert reason(match, "4-4@1") == "column_full"


def test_it_is_won_once_every_double_has_three_tiles_of_its_number() -> None:
    columns = [*DONE]
    columns[0], columns[3] = "0-0 1-0 2-0", "3-3 4-3 5-3 6-3 3-0"
    match = seven_columns(*columns)
    match.play(0, "3-0@1")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason, match.scores) == ((0,), EndReason.SOLVED, (1,))


def test_it_is_not_won_while_a_tile_lies_face_down() -> None:
    columns = [*DONE]
    columns[0], columns[3] = "0-0 1-0 2-0", "3-3 4-3 5-3 6-3 3-0"
    match = seven_columns(*columns, face_down=(0, 1, 0, 0, 0, 0, 0))
    match.play(0, "3-0@1")
    assert match.outcome is None


def test_it_is_lost_when_nothing_can_move() -> None:
    match = seven_columns("1-0", "3-2", "5-4", "6-6", "", "", "")
    assert match.outcome is not None
    assert match.outcome.reason is EndReason.STUCK
