"""Fixtures for all tests."""

import os
import shutil

import pytest

from tests.needs import missing

pytest_plugins = ["tests.databases", "tests.discord_world"]


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium: the environment variable CHROMIUM, or what is found in PATH."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    if found is None:
        missing("Chromium (Debian's package chromium, or its path in CHROMIUM)")
    return found
