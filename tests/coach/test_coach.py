"""The machinery of `make coach` and `make puzzles`, with hardly any thinking, and the puzzles that are shipped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import games
from games import Match, Move
from games.computers import puzzles
from games.computers.puzzles import Puzzle, puzzles_of

from . import playing
from .__main__ import main
from .page import HEADING, with_section
from .puzzles import look
from .results import read


def test_a_short_run_writes_its_section_and_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, results = tmp_path / "strength.md", tmp_path / "results.jsonl"
    page.write_text("# How strong\n", encoding="utf-8")
    monkeypatch.setattr(playing, "_strong", lambda match, seat, _rng, _scale: match.moves(seat)[0])
    little = ["--games", "block", "--judged", "0.1", "--jobs", "1", "--page", str(page), "--results", str(results)]
    main([*little, "--matches", "1"])
    main([*little, "--matches", "2"])
    assert "1 of 1 matches" in capsys.readouterr().out
    found = read(results)
    assert [result.number for result in found] == [0, 1]
    for result in found:
        assert sum(result.verdicts.values()) == result.judged == sum(row[0] for row in result.bins)
        assert result.found <= result.planted
    written = page.read_text(encoding="utf-8")
    assert written.startswith("# How strong\n\n")
    assert written.count(HEADING) == 1
    assert "| block, 2 | 1 | 2 |" in written
    assert with_section(written, results) == written


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--games", "chess"])
    assert "chess" in capsys.readouterr().err


def test_puzzles_are_added_until_there_are_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def first_move(match: Match, seat: int, _name: str, _effort: float = 1.0) -> tuple[Move, int]:
        return match.moves(seat)[0], 2000

    monkeypatch.setattr(puzzles, "only_move", first_move)
    file = tmp_path / "block" / "puzzles.json"
    end = float("inf")
    assert look("block", file, 3, end) == 4  # two a match
    assert look("block", file, 3, end) == 4
    rows = [Puzzle.from_dict(row) for row in json.loads(file.read_text("utf-8"))]
    assert len({puzzle.record for puzzle in rows}) == 4


@pytest.mark.parametrize("key", games.TABLE_GAMES)
def test_the_puzzles_shipped_can_be_played(key: str) -> None:
    for puzzle in puzzles_of(key):
        match = puzzle.match()
        assert match.key == key
        assert match.to_move() == puzzle.seat
        assert len(match.record().log) == puzzle.ply
        assert Move.parse(puzzle.best) in match.moves(puzzle.seat)
        assert Puzzle.from_dict(puzzle.as_dict()) == puzzle
