"""Fixtures for all tests."""

import pytest

from tests.needs import chromium_path, missing

pytest_plugins = ["tests.databases", "tests.discord_world"]


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium."""
    found = chromium_path()
    if found is None:
        missing("Chromium (Debian's package chromium, or its path in CHROMIUM)")
    return found
