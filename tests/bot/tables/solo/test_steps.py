"""Solitaire steps: moves, undo, and dependent results."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.tables.errors import Refused, Stale, TableError
from bot.tables.solo import steps
from bot.tables.solo.state import PlayedMoves, Solo, SoloStep, end_of, rebuild
from bot.tables.state import Person
from games.solitaires import solver
from storage.solo import SoloEntry, SoloStatus
from tests.bot.tables.solo.test_results import TODAY

ADA, BORYS = Person(1, "Ada"), Person(2, "Борис")
NOON = 1_000.0
PYRAMID = "boneyard daily pyramid 2026-11-22/3"
"""Two of its first pairs, 5-2 3-2 and 4-4 2-2, lead to a dead end."""
DEAD_END = ("pair 5-2=3-2", "pair 4-4=2-2")
STUCK_AT_ONCE = "stuck 1"


def a_solo(game: str = "pyramid", seed: str = PYRAMID, day: str = "", now: float = NOON) -> Solo:
    return steps.begin("s", ADA, guild_id=0, game=game, seed=seed, day=day, now=now)


def played(solo: Solo, *moves: str, now: float = NOON) -> Solo:
    for move in moves:
        solo = steps.move(solo, ADA, solo.revision, move, now).solo
    return solo


def whole_line(solo: Solo) -> list[str]:
    assert solo.match is not None
    return [str(move) for move in solver.solve(solo.match).line]


def test_a_log_yields_the_current_and_the_redoable_moves() -> None:
    line = PlayedMoves()
    for text in ("a", "b", "c", "undo=2"):
        line = line.after(text)
    assert line == PlayedMoves(("a",), ("c", "b"))
    assert line.after("redo") == (("a", "b"), ("c",))
    assert line.after("b") == (("a", "b"), ("c",))  # the same move by hand
    assert line.after("x") == (("a", "x"), ())  # another forgets the rest
    assert line.after("restart") == ((), ("c", "b", "a"))
    assert line.after("hint") == line.after("finish") == line


def test_of_each_time_between_two_moves_at_most_two_minutes_count() -> None:
    solo = played(a_solo(), DEAD_END[0], now=NOON + 20)
    solo = steps.undo(solo, ADA, 1, 1, NOON + 140).solo  # exactly two minutes
    solo = steps.redo(solo, ADA, 2, NOON + 3_740).solo  # an hour, of which two minutes count
    assert solo.stored.spent == 20 + 120 + 120
    log = [SoloEntry(1, DEAD_END[0], NOON + 20), SoloEntry(2, "undo=1", NOON + 140), SoloEntry(3, "redo", NOON + 3_740)]
    again = rebuild(solo.stored, log)
    assert steps.move(again, ADA, 3, DEAD_END[1], NOON + 3_750).solo.stored.spent == 270
    assert again.stored.seconds == 0, "it is not over"


def test_a_solitaire_is_rebuilt_from_its_log_as_it_stood() -> None:
    steps_taken: list[Callable[[Solo], SoloStep]] = [
        lambda solo: steps.move(solo, ADA, solo.revision, DEAD_END[0], NOON),
        lambda solo: steps.move(solo, ADA, solo.revision, DEAD_END[1], NOON),
        lambda solo: steps.undo(solo, ADA, solo.revision, 2, NOON),
        lambda solo: steps.redo(solo, ADA, solo.revision, NOON),
        lambda solo: steps.hint(solo, ADA, solo.revision, NOON),
        lambda solo: steps.give_up(solo, ADA, solo.revision, NOON),
    ]
    solo, log = a_solo(), list[SoloEntry]()
    for step in steps_taken:
        taken = step(solo)
        log += taken.entries
        solo = taken.solo
    again = rebuild(solo.stored, log)
    assert (again.line, again.match) == (solo.line, solo.match)
    assert again.match is not None
    assert again.match.outcome is not None


def test_a_log_that_no_longer_fits_the_rules_leaves_no_match() -> None:
    assert rebuild(a_solo().stored, [SoloEntry(1, "pair 6-6=0-0", NOON)]).match is None
    assert rebuild(a_solo().stored, [SoloEntry(1, "redo", NOON)]).match is None


def test_the_last_move_brings_the_result_and_closes_the_solitaire() -> None:
    solo = a_solo()
    line = whole_line(solo)
    solo = played(solo, *line[:-1])
    assert (solo.stored.status, solo.stored.ended_at) == (SoloStatus.PLAYING, None)
    solo = played(solo, line[-1], now=NOON + 75)
    assert (solo.stored.status, solo.stored.open, solo.stored.moves) == (SoloStatus.SOLVED, False, 14)
    assert (solo.stored.seconds, solo.stored.helped) == (75, False)
    with pytest.raises(TableError, match=r"solo\.over"):
        steps.undo(solo, ADA, solo.revision, 1, NOON)
    for step in (steps.restart, steps.give_up, steps.hint):
        with pytest.raises(TableError, match=r"solo\.over"):
            step(solo, ADA, solo.revision, NOON)


def test_a_dead_end_is_a_result_that_falls_when_it_is_taken_back() -> None:
    stuck = played(a_solo(), *DEAD_END, now=NOON + 9)
    assert (stuck.stored.status, stuck.stored.open, stuck.stored.ended_at) == (SoloStatus.STUCK, True, NOON + 9)
    back = steps.undo(stuck, ADA, stuck.revision, 1, NOON + 10).solo
    assert (back.stored.status, back.stored.ended_at, back.stored.helped) == (SoloStatus.PLAYING, None, True)


def test_a_hint_in_a_dead_end_does_not_end_it_again() -> None:
    stuck = played(a_solo(), *DEAD_END, now=NOON + 9)
    hinted = steps.hint(stuck, ADA, stuck.revision, NOON + 99).solo
    assert hinted.stored.ended_at == NOON + 9
    assert hinted.stored.helped


def test_giving_up_in_a_dead_end_closes_it_as_stuck() -> None:
    stuck = played(a_solo(), *DEAD_END)
    given = steps.give_up(stuck, ADA, stuck.revision, NOON + 5)
    assert given.entries == ()
    assert (given.solo.stored.status, given.solo.stored.open) == (SoloStatus.STUCK, False)


def test_a_deal_may_be_stuck_before_the_first_move() -> None:
    stored = a_solo(seed=STUCK_AT_ONCE).stored
    assert (stored.status, stored.open, stored.moves) == (SoloStatus.STUCK, True, 0)


def test_a_new_solitaire_gives_up_a_started_one_and_drops_others() -> None:
    moved = steps.drop(played(a_solo(), DEAD_END[0]), NOON)
    assert (moved.solo.stored.status, [entry.move for entry in moved.entries]) == (SoloStatus.GAVE_UP, ["finish"])
    moved_back = steps.undo(played(a_solo(), DEAD_END[0]), ADA, 1, 1, NOON).solo
    assert steps.drop(moved_back, NOON).solo.stored.status is SoloStatus.GAVE_UP
    untouched = steps.drop(a_solo(), NOON)
    assert (untouched.solo.stored.status, untouched.solo.stored.open) == (SoloStatus.DROPPED, False)
    stuck = steps.drop(played(a_solo(), *DEAD_END), NOON)
    assert (stuck.solo.stored.status, stuck.solo.stored.open) == (SoloStatus.STUCK, False)
    assert steps.drop(stuck.solo, NOON) == SoloStep(stuck.solo)


def test_a_deal_of_the_day_that_ends_after_its_day_does_not_count() -> None:
    end = end_of(TODAY)
    solo = a_solo(day=TODAY.isoformat(), now=end - 60)
    line = whole_line(solo)
    solo = played(solo, *line[:-1], now=end - 1)
    assert played(solo, line[-1], now=end - 0.5).stored.counted
    assert not played(solo, line[-1], now=end).stored.counted


def test_positions_taken_back_have_not_stood() -> None:
    """In Triangle, undo reopens exits without a trace."""
    solo = a_solo("triangle", "boneyard daily triangle 2026-11-22/0")
    line = whole_line(solo)
    there = played(solo, *line[:6])
    back = steps.undo(there, ADA, there.revision, 6, NOON).solo
    assert there.match is not None
    assert back.match is not None
    assert solo.match is not None
    assert back.match.layout() == solo.match.layout()
    assert back.match.moves(0) == solo.match.moves(0)


def test_nobody_else_and_no_old_picture_moves_anything() -> None:
    solo = played(a_solo(), DEAD_END[0])
    with pytest.raises(TableError, match="not_yours"):
        steps.move(solo, BORYS, solo.revision, "pair 6-2=2-2", NOON)
    with pytest.raises(Stale):
        steps.move(solo, ADA, solo.revision - 1, "pair 6-2=2-2", NOON)
    with pytest.raises(Refused):
        steps.move(solo, ADA, solo.revision, "pair 6-6=0-0", NOON)
    with pytest.raises(TableError, match="broken"):
        steps.move(replace(solo, match=None), ADA, solo.revision, "pair 6-2=2-2", NOON)


@pytest.mark.parametrize("count", [0, 2, -1])
def test_no_more_is_taken_back_than_was_made(count: int) -> None:
    solo = played(a_solo(), DEAD_END[0])
    with pytest.raises(TableError, match="nothing_to_undo"):
        steps.undo(solo, ADA, solo.revision, count, NOON)
    with pytest.raises(TableError, match="nothing_to_redo"):
        steps.redo(solo, ADA, solo.revision, NOON)
    with pytest.raises(TableError, match="nothing_to_undo"):
        steps.restart(a_solo(), ADA, 0, NOON)
