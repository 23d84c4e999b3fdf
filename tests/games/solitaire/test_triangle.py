"""Triangle, rule by rule."""

from __future__ import annotations

from games import Match
from games.core.outcome import EndReason
from games.triangle import TriangleView
from tests.games.deals import play, texts

from .solitaires import IN_ORDER, new, reason, swapped


def moves(match: Match) -> list[str]:
    return sorted(texts(match.moves(0)))


def step(match: Match, *played: str) -> None:
    for move in played:
        match.play(0, move)


def test_the_rows_are_dealt_in_reading_order_and_0_0_is_taken_out() -> None:
    view = new("triangle", " ".join(IN_ORDER)).view(0)
    assert isinstance(view, TriangleView)
    assert [len(row) for row in view.rows] == [7, 6, 5, 4, 3, 2, 1]
    assert [str(tile) for tile in view.rows[2]] == ["4-0", "4-1", "4-2", "4-3", "4-4"]
    assert view.rows[6] == (None,)
    assert view.holes == ("7.1",)
    assert [*map(str, view.aside)] == ["0-0"]
    assert view.in_order == 27


def test_0_0_comes_back_last_and_that_is_a_move() -> None:
    match = new("triangle", " ".join(IN_ORDER))
    assert moves(match) == ["0-0@7.1"]
    step(match, "0-0@7.1")
    assert match.outcome is not None
    assert (match.outcome.winners, match.scores) == ((0,), (1,))
    assert match.outcome.reason is EndReason.SOLVED


def test_under_4_3_goes_4_2_or_3_3() -> None:
    match = new("triangle", swapped("3-3 0-0"))
    assert moves(match) == ["3-3@4.4", "4-2@4.4"]
    assert reason(match, "4-4@4.4") == "does_not_fit"
    assert reason(match, "0-0@4.4") == "comes_back_last"
    assert reason(match, "3-3@7.1") == "not_a_hole"
    play(match, "3-3@4.4 0-0@7.1")
    assert match.outcome is not None
    assert match.scores == (2,)


def test_under_2_2_goes_2_1_only() -> None:
    assert moves(new("triangle", swapped("1-0 2-2"))) == ["2-1@7.1"]


def test_a_hole_in_the_top_row_takes_only_the_six_that_belongs_there() -> None:
    match = new("triangle", swapped("6-0 0-0"))
    assert moves(match) == ["6-0@1.1"]
    assert reason(match, "6-1@1.1") == "top_row"


def test_where_nothing_can_move_1_1_may_be_taken_out() -> None:
    match = new("triangle", swapped("5-5 4-4"))  # the hole lies under 1-0
    assert moves(match) == ["remove 1-1"]
    assert reason(match, "0-0@7.1") == "comes_back_last"
    assert reason(match, "remove 2-2") == "exit_order"
    assert reason(match, "remove 3-3") == "no_exit"
    step(match, "remove 1-1")
    assert match.scores == (1,)
    assert match.view(0).as_dict()["exits"] == 1
    assert reason(match, "remove 1-1") == "exit_used"


def test_an_exit_opens_only_if_every_move_repeats_a_position() -> None:
    match = new("triangle", swapped("5-5 4-4"))
    step(match, "remove 1-1")
    # 1-1 back to 6.2 would bring back the first position; 2-0 there has not been seen
    assert moves(match) == ["1-1@6.2", "2-0@6.2"]
    assert reason(match, "remove 2-2") == "not_stuck"
    step(match, "2-0@6.2")
    # the hole it left lies under 3-0 and takes nothing but 2-0, which leads back; 1-1 has not come back
    assert moves(match) == ["2-0@5.1", "remove 2-2"]


def test_an_exit_taken_back_has_not_stood() -> None:
    match = new("triangle", swapped("5-5 4-4"))
    step(match, "remove 1-1", "2-0@6.2")
    undone = new("triangle", swapped("5-5 4-4"))
    step(undone, "remove 1-1")
    assert moves(undone) == ["1-1@6.2", "2-0@6.2"]


def test_a_hole_under_a_hole_takes_nothing_and_no_move_loses() -> None:
    # 1-0 at 4.2 over the hole at 5.2 over 1-1 at 6.2
    match = new("triangle", swapped("3-1 1-0", "2-1 0-0"))
    assert moves(match) == ["remove 1-1"]
    step(match, "remove 1-1")
    assert reason(match, "2-0@6.2") == "under_a_hole"
    assert moves(match) == ["remove 2-2"]
    step(match, "remove 2-2")
    assert moves(match) == ["2-2@5.3", "3-1@5.3"]
    step(match, "2-2@5.3")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason, match.scores) == ((), EndReason.STUCK, (3,))


def test_giving_up_loses_and_is_an_entry_of_the_log() -> None:
    match = new("triangle", swapped("3-3 0-0"))
    happened = match.finish()
    assert [event.kind for event in happened] == ["gave_up", "over"]
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((), EndReason.GAVE_UP)
    assert match.record().log == ((0, "finish"),)
    assert reason(match, "3-3@4.4") == "match_over"
    assert "finish" not in moves(new("triangle"))
