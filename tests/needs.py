"""Needs of tests: skipped without them, but failing in CI."""

import os
import shutil
from collections.abc import Iterable
from typing import Final, NoReturn, TypeVar

import pytest


def in_ci() -> bool:
    """Return True if everything must be present and no test is skipped."""
    return os.environ.get("CI", "").lower() in {"1", "true", "yes", "all"}


THOROUGH = in_ci()
"""Whether tests that can try more than a developer wants to wait for try it: more examples, more pairs, more kills."""

ALL: Final = os.environ.get("CI", "").lower() == "all"
"""Whether every case is tried, also those that are too many for CI."""

_Case = TypeVar("_Case")


def some_of(cases: Iterable[_Case], few: int, share: int = 1) -> list[_Case]:
    """Return all cases if thorough, else a few, spread evenly.

    :param share: CI=true tries one case of so many, always the same; CI=all tries all.
    """
    every = list(cases)
    if THOROUGH:
        return every if ALL else every[::share]
    if few >= len(every):
        return every
    return [every[number * len(every) // few] for number in range(few)]


def missing(what: str) -> NoReturn:
    """Skip the test, or fail it where CI=true."""
    if in_ci():
        pytest.fail(f"{what} is missing, and CI=true", pytrace=False)
    pytest.skip(f"{what} is missing")


def chromium_path() -> str | None:
    """Return Chromium's path from CHROMIUM or PATH."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)
