"""Benchmarks run, with minimal work, and report as expected."""

import json
import math
from pathlib import Path

import pytest

import games
from tests.needs import some_of

from .__main__ import BENCHMARKS, main
from .copies import half_way
from .measuring import Aim, Effort, Result, Topic, in_turn

EXPECTED = {
    "playouts": {*games.CATALOGUE, "bare lists"},
    "copies": {f"{key}, {kind}" for key in games.CATALOGUE for kind in ("plain", "redealt")},
    "clicks": {"SQLite, a click", "SQLite, a click, 95th of 100", "SQLite, bare insert"},
    "answers": {
        f"{who}, p{n}" for who in ("nobody else plays", "computers think at other tables") for n in (50, 95, 99)
    },
    "settlements": {"SQLite, a settlement", "SQLite, bare insert"},
    "driver": {"run_write", "write, statement by statement", "aiosqlite's public interface"},
    "writers": {"1 writer, idle loop", "64 writers, busy loop"},
    "league": {
        *(name + bare for name in ("standings", "stats", "head to head", "chip leaders") for bare in ("", ": bare")),
        "a match's end",
        "recomputing",
    },
    "solitaires": {
        f"{key}, {which}" for key in ("triangle", "twelves", "seven_columns", "pyramid") for which in ("median", "95th")
    },
    "pictures": {"board, 28 tiles", "hand, 7 tiles", "deal's end, 18 tiles", "square, full", "board, 28 tiles: empty"},
    "memory": {"a table, by tracemalloc", "its record as a text"},
}


@pytest.mark.parametrize("name", some_of(BENCHMARKS, 2, share=2))
def test_a_benchmark_measures_what_it_should(name: str, tmp_path: Path) -> None:
    topics = BENCHMARKS[name](Effort(rounds=1, seconds=0, tables=2, folder=tmp_path, samples=2, deals=3, matches=400))
    found = {result.name for topic in topics for result in topic.results}
    assert found >= EXPECTED[name]
    assert all(
        math.isfinite(value) and value > 0 for topic in topics for result in topic.results for value in result.rounds
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("key", ["pyramid", "twelves"])
def test_somebody_is_to_move_in_a_match_that_is_copied_half_way(key: str) -> None:
    """Some deals of these have no move at all."""
    assert all(half_way(key, number).actors() for number in range(50))


def test_the_numbers_are_printed_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["solitaires", "--deals", "1", "--folder", str(tmp_path)])
    (file,) = tmp_path.iterdir()
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept.keys() == {"begun", "python", "machine", "system", "cores", "topics"}
    for topic in kept["topics"]:
        for result in topic["results"]:
            assert result.keys() == {"name", "unit", "median", "rounds", "ratios", "aim", "aim_met"}
    printed = capsys.readouterr().out
    assert "pyramid" in printed
    assert str(file) in printed


def test_contenders_take_turns_and_the_order_is_turned_round() -> None:
    order: list[str] = []

    def working(name: str) -> float:
        order.append(name)
        return len(order)

    values = in_turn({"a": lambda: working("a"), "b": lambda: working("b")}, 2)
    assert order == ["a", "b", "b", "a"]
    assert values == {"a": (1, 4), "b": (2, 3)}


def test_a_ratio_is_the_median_of_the_ratios_of_the_rounds() -> None:
    ours = Result("ours", "plies/s", (10, 40, 9), ("theirs",), Aim(2, at_least=True, rival="theirs"))
    topic = Topic("", (ours, Result("theirs", "plies/s", (10, 20, 1))))
    assert topic.ratios(ours) == {"theirs": 2}
    assert topic.meets_aim(ours) is True


def test_an_aim_that_depends_on_a_missing_peer_is_not_judged() -> None:
    ours = Result("ours", "plies/s", (10,), ("theirs",), Aim(1, at_least=True, rival="theirs"))
    assert Topic("", (ours,)).meets_aim(ours) is None


def test_a_missed_aim_is_seen() -> None:
    heavy = Result("a table", "kB", (31,), aim=Aim(30))
    assert Topic("", (heavy,)).meets_aim(heavy) is False


def test_one_slow_round_misses_no_aim_but_one_large_picture_does() -> None:
    slow = Result("a picture", "ms", (3, 4, 90), aim=Aim(8))
    large = Result("a picture", "kB", (3, 4, 90), aim=Aim(15, always=True))
    assert Topic("", (slow,)).meets_aim(slow) is True
    assert Topic("", (large,)).meets_aim(large) is False
