"""The solver: its lines played, its verdicts against looking at everything, hints, stars and the daily deal."""

from __future__ import annotations

from datetime import date
from itertools import product
from math import inf
from random import Random

import pytest

from games.core.solitaire import SHIFT, Solitaire, SolitaireLayout
from games.seven_columns import SevenColumns
from games.solitaires import daily, solver
from games.solitaires.solver import SearchVerdict
from games.triangle import TriangleLayout
from tests.games.deals import advance
from tests.needs import THOROUGH, some_of

from .solitaires import IN_ORDER, new, seven_columns, swapped, twelves

KEYS = ("triangle", "twelves", "seven_columns", "pyramid")
QUICK = ("twelves", "pyramid")
"""They are solved in milliseconds."""


def wins(match: Solitaire, solution: solver.Solution) -> bool:
    """Return True if the line, played on a copy, solves the match with its last move."""
    copy = match.copy()
    for move in solution.line:
        assert copy.outcome is None
        copy.play(0, move)
    return copy.outcome is not None and copy.outcome.winners == (0,)


def fewest_shifts(match: Solitaire, known: dict[SolitaireLayout, float]) -> float:
    """Return the fewest shifts of any way to solve the match, by trying all moves; infinite if there is none."""
    layout = match.layout()
    if layout not in known:
        known[layout] = 0 if match.outcome and match.outcome.winners else inf
        for move in match.moves(0):
            copy = match.copy()
            copy.play(0, move)
            known[layout] = min(known[layout], fewest_shifts(copy, known) + (move.verb == SHIFT))
    return known[layout]


@pytest.mark.parametrize(("key", "plies"), some_of(product(KEYS, [0, 2]), 4))
def test_a_won_line_solves_the_match_from_where_it_stands(key: str, plies: int) -> None:
    verdicts = []
    for seed in range(25 if THOROUGH or key in QUICK else 8):
        match = new(key, seed=f"line {seed}")
        advance(match, Random(seed), plies)
        if not match.outcome:
            solution = solver.solve(match, 30_000)
            verdicts.append(solution.verdict)
            assert wins(match, solution) == (solution.verdict is SearchVerdict.WON)
    assert SearchVerdict.WON in verdicts


@pytest.mark.parametrize(("key", "plies"), some_of([("pyramid", 5), ("twelves", 6)], 1))
def test_verdicts_and_fewest_shifts_agree_with_trying_everything(key: str, plies: int) -> None:
    compared = {SearchVerdict.WON: 0, SearchVerdict.LOST: 0}
    for seed in range(400):
        match = new(key, seed=f"small {seed}")
        advance(match, Random(seed), plies)
        if match.outcome:
            continue
        solution = solver.solve(match)
        fewest = fewest_shifts(match, {})
        compared[solution.verdict] += 1
        assert (solution.verdict is SearchVerdict.WON) == (fewest < inf)
        if fewest < inf:
            assert sum(move.verb == SHIFT for move in solution.line) == fewest
    assert min(compared.values()) > 10


def test_a_shift_that_is_needed_is_found() -> None:
    match = twelves("6-6 0-0", "5-0", "", "", "", loose="4-3")
    shifted = [move.tile for move in solver.solve(match).line if move.verb == SHIFT]
    assert list(map(str, shifted)) == ["0-0"]


def can_be_won(match: Solitaire, known: dict[tuple[bytes, frozenset[bytes], int], bool], most: int) -> bool | None:
    """Return True if all moves in all orders include a win of Triangle; None if there are too many."""
    stack = [match]
    while stack:
        position = stack.pop()
        layout = position.layout()
        assert isinstance(layout, TriangleLayout)
        if position.outcome and position.outcome.winners:
            return True
        key = layout.position, layout.stood, layout.exits
        if key in known:
            continue
        known[key] = False
        if len(known) > most:
            return None
        for move in position.moves(0):
            copy = position.copy()
            copy.play(0, move)
            stack.append(copy)
    return False


def test_verdicts_on_triangle_agree_with_trying_everything() -> None:
    compared = {SearchVerdict.WON: 0, SearchVerdict.LOST: 0}
    for seed in range(60):
        order = IN_ORDER[:-1]
        rng = Random(seed)
        pairs = [" ".join(rng.sample(order[:20], 2))]
        match = new("triangle", swapped(*pairs))
        expected = can_be_won(match, {}, 3000)
        if expected is None:
            continue
        solution = solver.solve(match)
        compared[solution.verdict] += 1
        assert (solution.verdict is SearchVerdict.WON) == expected
        assert wins(match, solution) == expected
    assert min(compared.values()) > 2


def known_to_be_lost(match: Solitaire) -> bool:
    """Return True if the solver can tell that a match is lost without a search."""
    return solver.solve(match, 0).verdict is SearchVerdict.LOST


@pytest.mark.parametrize("number", [36, 120, 134, 199, 236])
def test_a_triangle_with_an_unplaceable_tile_is_lost_without_a_search(number: int) -> None:
    """A search for each of these deals looks at 500,000 positions in vain."""
    assert solver.solve(new("triangle", seed=f"benchmark {number}"), 0) == solver.Solution(SearchVerdict.LOST)


def test_a_triangle_is_lost_if_behind_every_door_a_tile_is_unplaceable() -> None:
    """A search behind the doors of this deal looks at 500,000 positions in vain."""
    solution = solver.solve(new("triangle", seed="benchmark 913"))
    assert solution.verdict is SearchVerdict.LOST
    assert solution.nodes < 5000


def test_lost_without_a_search_agrees_with_trying_everything() -> None:
    lost = 0
    for seed in range(60):
        rng = Random(seed)
        match = new("triangle", swapped(*(" ".join(rng.sample(IN_ORDER[:-1], 2)) for _ in range(2))))
        advance(match, rng, 3)
        if known_to_be_lost(match):
            expected = can_be_won(match, {}, 300)
            assert expected is not True
            lost += expected is False
    assert lost > 20


@pytest.mark.parametrize("seed", range(5))
def test_no_position_along_a_winning_line_is_lost_without_a_search(seed: int) -> None:
    match = new("triangle", seed=f"line {seed}")
    line = solver.solve(match).line
    assert line
    for move in line:
        assert not known_to_be_lost(match)
        match.play(0, move)


def test_columns_in_which_nothing_leads_anywhere_are_lost() -> None:
    match = seven_columns("0-0 1-0 2-0 3-0 4-0", "4-4", "", "", "", "", "")
    assert isinstance(match, SevenColumns)
    assert solver.solve(match).verdict is SearchVerdict.LOST


@pytest.mark.parametrize("number", [171, 261, 663, 733, 764])
def test_columns_not_solved_soon_best_first_are_solved_in_levels(number: int) -> None:
    """Best first alone, each of these deals takes more than 14,000 positions."""
    match = new("seven_columns", seed=f"benchmark {number}")
    assert solver.solve(match, 3000).verdict is SearchVerdict.UNKNOWN
    assert wins(match, solver.solve(match, 8000))


def test_where_levels_find_nothing_the_search_best_first_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.seven_columns._IN_LEVELS", 0)
    match = new("seven_columns", seed="benchmark 162")
    solution = solver.solve(match)
    assert wins(match, solution)
    assert solution.nodes == 3191


@pytest.mark.parametrize("key", KEYS)
def test_at_its_limit_or_cancelled_the_solver_does_not_know(key: str) -> None:
    match = new(key, seed="line 1")
    assert solver.solve(match, 0) == solver.Solution(SearchVerdict.UNKNOWN)
    assert solver.solve(match, cancelled=lambda: True).verdict is SearchVerdict.UNKNOWN
    assert match == new(key, seed="line 1")


@pytest.mark.parametrize("key", KEYS)
def test_the_same_question_has_the_same_answer(key: str) -> None:
    assert solver.solve(new(key, seed="x")) == solver.solve(new(key, seed="x"))


# --- Hints ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_following_hints_wins(key: str) -> None:
    deal = daily.daily_deal(key, date(2026, 11, 21), "a month")
    match = daily.daily_match(key, deal.seed)
    for _ in range(200):
        if match.outcome:
            break
        hint = solver.hint(match)
        assert hint.verdict is SearchVerdict.WON
        assert hint.move is not None
        match.play(0, hint.move)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    with pytest.raises(ValueError, match="over"):
        solver.hint(match)


@pytest.mark.parametrize("key", ["pyramid", "twelves"])
def test_in_a_lost_position_the_hint_says_how_many_moves_to_take_back(key: str) -> None:
    told = set()
    for seed in range(40):
        match = new(key, seed=f"hint {seed}")
        advance(match, Random(seed), 40)
        if match.outcome and match.outcome.winners:
            continue
        hint = solver.hint(match)
        assert hint.verdict is SearchVerdict.LOST
        log = match.record().log
        winnable = []
        for played in range(len(log) + 1):
            earlier = new(key, seed=f"hint {seed}")
            for _, move in log[:played]:
                earlier.play(0, move)
            winnable.append(solver.solve(earlier).verdict is SearchVerdict.WON)
        assert hint.undo == (winnable[::-1].index(True) if True in winnable else 0)
        told.add(hint.undo)
    assert len(told) > 3


# --- Stars and the daily deal -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", some_of(KEYS, 2))
def test_stars_go_from_one_to_five(key: str) -> None:
    given = [solver.stars(new(key, seed=f"stars {seed}")) for seed in range(30 if THOROUGH or key in QUICK else 12)]
    assert given[:3] == [solver.stars(new(key, seed=f"stars {seed}")) for seed in range(3)]
    assert set(given) <= {1, 2, 3, 4, 5}
    assert len(set(given)) > 2


@pytest.mark.parametrize(
    ("key", "nodes"),
    [
        ("seven_columns", [435, 569, 396, 240, 308, 124, 267, 713, 642, 532]),
        ("triangle", [1661, 526, 3059, 1421, 729, 294, 394, 243, 7915, 104]),
    ],
)
def test_deals_take_as_many_positions_as_ever_so_that_stars_and_seeds_stay(key: str, nodes: list[int]) -> None:
    """Records and deals of the past name seeds that were found by these counts."""
    assert [solver.solve(new(key, seed=f"benchmark {number}")).nodes for number in range(10)] == nodes


@pytest.mark.parametrize(("key", "index"), [("pyramid", 0), ("twelves", 2), ("seven_columns", 0), ("triangle", 0)])
def test_the_daily_deal_of_a_date_is_the_first_that_can_be_won(key: str, index: int) -> None:
    day = date(2026, 11, 21)
    deal = daily.daily_deal(key, day, "a month")
    assert (deal.game, deal.day) == (key, date(2026, 11, 21))
    assert deal.seed == daily.daily_seed(key, day, "a month", index)
    assert deal.index == index
    for earlier in range(index + 1):
        match = daily.daily_match(key, daily.daily_seed(key, day, "a month", earlier))
        assert (solver.solve(match).verdict is SearchVerdict.WON) == (earlier == index)
    assert deal.stars == solver.stars(daily.daily_match(key, deal.seed))


def test_there_is_no_daily_deal_of_a_game_for_several() -> None:
    with pytest.raises(ValueError, match="block"):
        daily.daily_deal("block", date(2026, 11, 21), "a month")
