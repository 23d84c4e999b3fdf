"""Reports of measurements, as a table and as JSON."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from .measuring import Result, Topic

__all__ = ["as_json", "as_text", "missed"]

_NAME = 44
_VALUE = 11


def as_text(topic: Topic) -> str:
    """Return a topic as a table with ratios and aims."""
    lines = [topic.title, "-" * len(topic.title)]
    for result in topic.results:
        parts = [
            f"{result.name:<{_NAME}}{_number(result.value):>{_VALUE}} {result.unit:<9}",
            f"{_number(min(result.rounds))} to {_number(max(result.rounds))}".ljust(22),
            ", ".join(f"{value:.2f} x {name}" for name, value in topic.ratios(result).items()),
            _judged(topic, result),
        ]
        lines.append("  ".join(part for part in parts if part).rstrip())
    return "\n".join([*lines, *(f"({remark})" for remark in topic.remarks)]) + "\n"


def missed(topics: Sequence[Topic]) -> list[str]:
    """Return the results that miss their aim."""
    return [result.name for topic in topics for result in topic.results if topic.meets_aim(result) is False]


def as_json(topics: Sequence[Topic], *, begun: datetime) -> dict[str, Any]:
    """Return everything, each round and the machine too."""
    return {
        "begun": begun.isoformat(timespec="seconds"),
        "python": sys.version.split()[0],
        "machine": platform.machine(),
        "system": platform.system(),
        "cores": os.cpu_count(),
        "topics": [
            {
                "title": topic.title,
                "remarks": list(topic.remarks),
                "results": [_result_as_json(topic, result) for result in topic.results],
            }
            for topic in topics
        ],
    }


def _result_as_json(topic: Topic, result: Result) -> dict[str, Any]:
    return {
        "name": result.name,
        "unit": result.unit,
        "median": result.value,
        "rounds": list(result.rounds),
        "ratios": topic.ratios(result),
        "aim": _aim(result),
        "aim_met": topic.meets_aim(result),
    }


def _judged(topic: Topic, result: Result) -> str:
    verdicts = {True: "aim met", False: "AIM MISSED", None: "not judged"}
    return f"[{verdicts[topic.meets_aim(result)]}: {_aim(result)}]" if result.aim else ""


def _aim(result: Result) -> str | None:
    if result.aim is None:
        return None
    bound = f"{result.aim.bound:g} x {result.aim.rival}" if result.aim.rival else f"{result.aim.bound:g} {result.unit}"
    return f"at least {bound}" if result.aim.at_least else f"under {bound}"


def _number(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 100 else f"{value:.2f}"
