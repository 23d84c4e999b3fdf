"""`make coach`: plays `strong` against itself, reviews its moves, and writes the result into docs/strength.md.

Each match is a line of a file and is not played again, so the command can be stopped at any time.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Final

import games
from tests.strength.__main__ import settings_named
from tests.strength.jobs import Call, results_of
from tests.strength.playing import Setting

from .calibration import CalibrationResult, calibrate
from .page import with_section
from .playing import CoachResult, coach
from .results import CALIBRATION, RESULTS, add, read

_FOLDER: Final = Path(__file__).parents[2]


def main(arguments: list[str] | None = None) -> None:
    """Play the matches asked for that are missing, then write the section of the page."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    try:
        settings = [each for each in settings_named(asked.games) if _is_measured(each)]
    except ValueError as error:
        parser.error(str(error))
    coached = {(result.game, result.seats, result.scale, result.number) for result in read(asked.results, CoachResult)}
    calibrated = {
        (result.game, result.seats, result.number) for result in read(asked.calibration_results, CalibrationResult)
    }
    calls: list[Call[CoachResult | CalibrationResult]] = [
        (calibrate, (setting, number))
        for number in range(asked.calibration)
        for setting in settings
        if (setting.game, setting.seats, number) not in calibrated
    ]
    calls += [
        (coach, (setting, number, asked.seconds_scale, asked.judged))
        for number in range(asked.matches)
        for setting in settings
        if (setting.game, setting.seats, asked.seconds_scale, number) not in coached
    ]
    end = None if asked.minutes is None else time.monotonic() + 60 * asked.minutes
    try:
        for done, result in enumerate(results_of(calls, asked.jobs, end), 1):
            add(asked.results if isinstance(result, CoachResult) else asked.calibration_results, result)
            print(f"{done} of {len(calls)} matches: {result.game}, {result.seats}", flush=True)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", flush=True)
    page = asked.page.read_text(encoding="utf-8") if asked.page.exists() else ""
    asked.page.write_text(with_section(page, asked.results, asked.calibration_results), encoding="utf-8")
    print(f"Written: {asked.page}")


def _is_measured(setting: Setting) -> bool:
    return not games.CATALOGUE[setting.game].info.signs and not setting.options


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="make coach", description="Give these in ARGS: make coach ARGS='--games block'"
    )
    parser.add_argument("--games", help="keys of games, with a number of seats or without: block,nos/3 (all)")
    parser.add_argument("--matches", type=int, default=20, help="the number of matches of each game and seats (20)")
    parser.add_argument("--seconds-scale", type=float, default=1.0, help="the time of a move, relative to a table (1)")
    parser.add_argument("--judged", type=float, default=1.0, help="the share of the decisions that are judged (1)")
    parser.add_argument("--calibration", type=int, default=200, help="the number of quick matches of each (200)")
    parser.add_argument("--minutes", type=float, help="start no match after so many minutes")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="the number of processes (all processors)"
    )
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of results, which grows")
    parser.add_argument("--calibration-results", type=Path, default=CALIBRATION, help="that of the quick matches")
    parser.add_argument("--page", type=Path, default=_FOLDER / "docs/strength.md", help="the page with the section")
    return parser


if __name__ == "__main__":
    main()
