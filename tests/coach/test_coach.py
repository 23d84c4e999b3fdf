"""The machinery of `make coach` and `make puzzles`, with hardly any thinking, and the puzzles that are shipped."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import games
from games import Match, Move
from games.chain.position import code_of
from games.computers import puzzles
from games.computers.decisions import decision_of
from games.computers.judging import UNITS
from games.computers.puzzles import Puzzle, is_worth_asking, puzzles_of
from games.full_speed import FullSpeed
from tests.games.small_endings import bits

from . import calibration, playing
from .__main__ import main
from .calibration import CalibrationResult, mean_of, slope_of
from .page import HEADING, with_section
from .playing import CoachResult
from .puzzles import look
from .results import read


def test_a_short_run_writes_its_section_and_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, results = tmp_path / "strength.md", tmp_path / "results.jsonl"
    page.write_text("# How strong\n", encoding="utf-8")
    monkeypatch.setattr(playing, "_strong", lambda match, seat, _rng, _scale: match.moves(seat)[0])
    monkeypatch.setattr(calibration, "_EFFORT", 0.01)
    chances = tmp_path / "calibration.jsonl"
    files = ["--page", str(page), "--results", str(results), "--calibration-results", str(chances)]
    little = ["--games", "block", "--judged", "0.1", "--jobs", "1", *files]
    main([*little, "--matches", "1", "--calibration", "1"])
    main([*little, "--matches", "2", "--calibration", "2"])
    assert "1 of 2 matches" in capsys.readouterr().out
    found = read(results, CoachResult)
    assert [result.number for result in found] == [0, 1]
    for result in found:
        assert sum(result.verdicts.values()) == result.judged
        assert result.found <= result.planted
    said = read(chances, CalibrationResult)
    assert [result.number for result in said] == [0, 1]
    assert all(0 <= chance <= UNITS and won in (0, UNITS) for result in said for chance, won in result.said)
    written = page.read_text(encoding="utf-8")
    assert written.startswith("# How strong\n\n")
    assert written.count(HEADING) == 1
    assert "| block, 2 | 1 | 2 |" in written
    assert with_section(written, results, chances) == written


def test_decisions_of_one_match_are_one_cluster() -> None:
    # Two matches, one won and one lost: a mean of 1/2, and deviations of 2 · 1/2 each: sqrt(1 + 1) / 4.
    assert mean_of([[1.0, 1.0], [], [0.0, 0.0]]) == pytest.approx((0.5, 2**0.5 / 4))


def test_the_slope_tells_confident_chances_from_true_ones() -> None:
    # Chances of 1/4 and 3/4 of which 1/4 and 3/4 come true; and such of 0 and 1.
    won = [0, 0, 0, 1, 0, 1, 1, 1]
    assert slope_of([[(0.25 if place < 4 else 0.75, result)] for place, result in enumerate(won)]).value == 1
    assert slope_of([[(place // 4, result)] for place, result in enumerate(won)]).value == 0.5


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--games", "chess"])
    assert "chess" in capsys.readouterr().err


def test_puzzles_are_added_until_there_are_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def first_move(match: Match, seat: int, _name: str, _effort: float = 1.0) -> tuple[Move, int]:
        return match.moves(seat)[0], 2000

    monkeypatch.setattr(puzzles, "only_move", first_move)
    monkeypatch.setattr(puzzles, "difficulty", lambda match, *_: 90 - len(match.seed))
    file = tmp_path / "block" / "puzzles.json"
    end = float("inf")
    assert look("block", file, 2, end) == 2
    assert look("block", file, 12, end) == 12
    rows = [Puzzle.from_dict(row) for row in json.loads(file.read_text("utf-8"))]
    assert len({puzzle.match().seed for puzzle in rows}) == 12  # one a match
    assert [puzzle.difficulty for puzzle in rows] == [81] * 2 + [82] * 10  # "puzzle 10" is easier than "puzzle 9"


def test_a_puzzle_has_three_moves_and_no_button_that_tells_the_best() -> None:
    # The ends are 6 and 4. 6-3 scores seven; 6-1 gives the other 5 points, and 4-4 gives 14.
    def asked(hand: str, best: str) -> bool:
        match = FullSpeed(seats=2, seed="a seed", lots=[0])
        match.position.left, match.position.right = code_of(6, 5), code_of(4, 2)
        match.position.hands[0] = bits(hand)
        decision = decision_of(match, 0, Random(1))
        assert decision is not None
        return is_worth_asking(match, decision, decision.number_of(Move.parse(best)))

    assert asked("6-1 6-3 4-4 0-0", "6-1@left")
    assert not asked("6-1 6-3 4-4 0-0", "6-3@left")  # its button says +7
    assert not asked("6-1 6-3 0-0", "6-1@left")


@pytest.mark.parametrize("key", games.TABLE_GAMES)
def test_the_puzzles_shipped_can_be_played(key: str) -> None:
    assert len({puzzle.match().seed for puzzle in puzzles_of(key)}) == len(puzzles_of(key))  # no two of the same deal
    for puzzle in puzzles_of(key):
        match = puzzle.match()
        assert match.key == key
        assert match.to_move() == puzzle.seat
        assert len(match.record().log) == puzzle.ply
        assert Move.parse(puzzle.best) in match.moves(puzzle.seat)
        assert Puzzle.from_dict(puzzle.as_dict()) == puzzle
