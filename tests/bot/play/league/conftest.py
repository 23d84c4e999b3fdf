"""Which tests of the league a run of all tests makes without CI=true."""

from pathlib import Path
from typing import Final

import pytest

from tests.needs import mark_details

_IN_SHORT: Final = {
    "test_counting.py",
    "test_creation_form.py",
    "test_entering.py",
    "test_leaderboards.py",
    "test_people.py",
    "test_privacy.py",
    "test_standings.py",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of details as thorough."""
    mark_details(items, Path(__file__).parent, _IN_SHORT)
