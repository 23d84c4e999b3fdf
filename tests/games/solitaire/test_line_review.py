"""Reviews of a line, on positions worked out by hand."""

from __future__ import annotations

import pytest

from games.core.solitaire import Solitaire
from games.core.solution import SearchVerdict, Solution
from games.pyramid import _NUMBER, Pyramid
from games.solitaires import line_review
from games.solitaires.line_review import LineReview, review
from games.solitaires.solver import NODE_LIMIT
from tests.games.deals import tiles

from .solitaires import _from_here, new, seven_columns
from .test_seven_columns import DONE

LAST: dict[tuple[int, int], str] = {
    (0, 0): "2-0",
    (1, 1): "0-0",
    (2, 1): "5-5",
    (3, 1): "6-6",
    (6, 0): "6-4",
    (6, 2): "1-1",
    (6, 4): "6-5",
    (6, 6): "1-0",
}
"""The tiles left in a Pyramid, by their places.

0-0 is face down between 2-0 and 5-5, and 5-5 between 0-0 and 6-6; all others are free. 6-4 can go with 2-0 or 1-1.
With 2-0 it frees 0-0, so 6-6 goes, and 5-5 goes with 1-1. With 1-1 it leaves 2-0, whose last partner 5-5 is face down
until 6-6 goes, and the partner of 6-6 is face down until 2-0 or 5-5 goes: no pair is left.
"""

OTHER, LOSING, RIGHT = "pair 6-5=1-0", "pair 6-4=1-1", "pair 6-4=2-0"
REST = (RIGHT, "pair 6-6=0-0", "pair 5-5=1-1")


def pyramid() -> Pyramid:
    """Return a match of Pyramid in which just these tiles are left."""
    wanted = dict(zip(LAST, tiles(" ".join(LAST.values())), strict=True))
    match = new("pyramid")
    assert isinstance(match, Pyramid)
    others = iter([tile for tile in match._tiles if tile not in wanted.values()])
    match._tiles = tuple(wanted[place] if place in wanted else next(others) for place in _NUMBER)
    match._place_of = {tile: number for number, tile in enumerate(match._tiles)}
    match._left, match._up = sum(1 << _NUMBER[place] for place in wanted), 0
    match._turn_up()
    return _from_here(match)


def moves(found: LineReview) -> tuple[str, ...]:
    return tuple(map(str, found.solution))


def test_the_second_move_lost_the_pyramid() -> None:
    found = review(pyramid(), (OTHER, LOSING))
    assert (found.moves, found.won, found.lost, found.losing, found.start) == (2, 1, 2, 2, 1)
    assert moves(found) == REST


def test_the_first_move_can_lose_the_pyramid() -> None:
    found = review(pyramid(), (LOSING, OTHER))
    assert (found.won, found.lost, found.losing, found.start) == (0, 1, 1, 0)
    assert sorted(moves(found)) == sorted((OTHER, *REST))


def test_a_deal_given_up_before_its_loss_has_no_losing_move() -> None:
    found = review(pyramid(), (OTHER,))
    assert (found.won, found.lost, found.losing) == (1, None, None)
    assert moves(found) == REST


def test_a_deal_lost_from_the_start_has_no_solution() -> None:
    match = pyramid()
    match.play(0, LOSING)
    assert review(match, (OTHER,)) == LineReview(1, None, 0)


def test_a_solved_pyramid_has_no_shorter_solution() -> None:
    line = (OTHER, *REST)
    assert moves(review(pyramid(), line)) == line


def test_a_detour_is_longer_than_the_shortest_solution() -> None:
    """6-2 goes from column 3 to the 6-3 of column 4, then to column 7: one move would do."""
    columns = DONE.copy()
    columns[2], columns[6] = "2-2 3-2 4-2 5-2 6-2", "6-6 6-0 6-1"
    found = review(seven_columns(*columns), ("6-2@4", "6-2@7"))
    assert (found.moves, found.won, found.lost, found.start) == (2, 2, None, 0)
    assert moves(found) == ("6-2@7",)


@pytest.mark.parametrize("won", range(4))
@pytest.mark.parametrize("unknown", range(4))
@pytest.mark.parametrize("lost", range(4))
def test_what_the_solver_cannot_decide_is_not_known(
    monkeypatch: pytest.MonkeyPatch, won: int, unknown: int, lost: int
) -> None:
    verdicts = [SearchVerdict.WON] * won + [SearchVerdict.UNKNOWN] * unknown + [SearchVerdict.LOST] * lost

    def decide(match: Solitaire, _limit: int = NODE_LIMIT, **_: object) -> Solution:
        return Solution(verdicts[len(match.record().log)], nodes=1)

    monkeypatch.setattr(line_review, "solve", decide)
    played = ("6-2@4", "6-2@3") * 5
    columns = DONE.copy()
    columns[2], columns[6] = "2-2 3-2 4-2 5-2 6-2", "6-6 6-0 6-1"
    if verdicts:
        found = review(seven_columns(*columns), played[: len(verdicts) - 1])
        assert found.won == (won - 1 if won else None)
        assert found.lost == (won + unknown if lost else None)
        assert (found.losing is not None) == bool(won and lost and not unknown)


def test_all_searches_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_review, "_TOTAL", 0)
    assert review(pyramid(), (OTHER,)) == LineReview(1, None, None)
