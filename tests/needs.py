"""Needs of tests: skipped without them, but failing in CI."""

import os
import shutil
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NoReturn, TypeVar

import pytest


def in_ci() -> bool:
    """Return True if everything must be present and tried."""
    return os.environ.get("CI", "").lower() in {"1", "true", "yes"}


THOROUGH = in_ci()
"""Whether tests that can try more than a developer wants to wait for try it: more examples, more pairs, more kills."""

TODAY: Final = datetime.now(UTC).toordinal()
"""The number of the day: CI tries another part each day of what is too much for one run."""

_Case = TypeVar("_Case")


def some_of(cases: Iterable[_Case], few: int, days: int = 1) -> list[_Case]:
    """Return all cases if thorough, else a few, spread evenly.

    :param days: the days in which CI tries all cases, a part on each.
    """
    every = list(cases)
    if THOROUGH:
        return every[TODAY % days :: days]
    if few >= len(every):
        return every
    return [every[number * len(every) // few] for number in range(few)]


def mark_details(items: Iterable[pytest.Item], folder: Path, in_short: Collection[str]) -> None:
    """Mark the tests of a folder as thorough, but for the files that test its subject in short."""
    for item in items:
        if item.path.is_relative_to(folder) and item.path.name not in in_short:
            item.add_marker(pytest.mark.thorough)


def missing(what: str) -> NoReturn:
    """Skip the test, or fail it where CI=true."""
    if in_ci():
        pytest.fail(f"{what} is missing, and CI=true", pytrace=False)
    pytest.skip(f"{what} is missing")


def chromium_path() -> str | None:
    """Return Chromium's path from CHROMIUM or PATH."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)
