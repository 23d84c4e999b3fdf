"""The files of results of `make coach`: a line for each match, only ever added to."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final, TypeVar

from .calibration import CalibrationResult
from .playing import CoachResult

RESULTS: Final = Path(__file__).with_name("results.jsonl")
CALIBRATION: Final = Path(__file__).with_name("calibration.jsonl")

_R = TypeVar("_R", CoachResult, CalibrationResult)


def add(file: Path, result: CoachResult | CalibrationResult) -> None:
    """Append a result."""
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(asdict(result), separators=(",", ":")) + "\n")


def read(file: Path, kind: type[_R]) -> list[_R]:
    """Return all results of a file; none if it does not exist. A last line that was cut short is left out."""
    if not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").split("\n")
    return [kind(**json.loads(line)) for line in lines[:-1]]
