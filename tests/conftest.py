"""Preparations for all tests."""

import gc
from collections import Counter
from pathlib import Path

import hypothesis
import pytest

from bot.running import GC_THRESHOLD
from tests.needs import ALL, THOROUGH, chromium_path, missing

pytest_plugins = ["tests.chance", "tests.databases", "tests.discord_world"]

# A busy machine is no fault of the example that was just being tried. Only with CI=all are others tried each time.
hypothesis.settings.register_profile("patient", deadline=None, max_examples=50, derandomize=not ALL)
hypothesis.settings.load_profile("patient")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of a Chromium."""
    found = chromium_path()
    if found is None:
        missing("Chromium (Debian's package chromium, or its path in CHROMIUM)")
    return found


gc.disable()  # until all tests are collected: of what they make, nothing is garbage


def pytest_collection_finish() -> None:
    """Freeze imported objects for the collector, as the bot does."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD, *gc.get_threshold()[1:])


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave slow, rarely useful tests to CI, unless their files are named."""
    if not THOROUGH and _runs_all(item.config) and item.get_closest_marker("thorough") is not None:
        pytest.skip("takes long; tried with CI=true, and where its file is named")


def _runs_all(config: pytest.Config) -> bool:
    folders: list[str] = config.getini("testpaths")
    return [Path(argument).name for argument in config.args] == folders


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report skipped tests, one line for each reason."""
    skipped = terminalreporter.stats.get("skipped", [])
    for reason, count in Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped).most_common():
        terminalreporter.write_line(f"{count} skipped: {reason}")


@pytest.fixture
def all_have_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let times be those of people who know their game."""
    monkeypatch.setattr("bot.tables.play.SLOW_FACTOR", 1.0)
