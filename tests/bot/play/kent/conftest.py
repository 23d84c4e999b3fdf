"""Which tests of Kent a run of all tests makes without CI=true."""

from pathlib import Path
from typing import Final

import pytest

from tests.needs import mark_details

_IN_SHORT: Final = {
    "test_kent.py",
    "test_kent_calls.py",
    "test_kent_logs.py",
    "test_kent_reviews.py",
    "test_kent_secrecy.py",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of details as thorough."""
    mark_details(items, Path(__file__).parent, _IN_SHORT)
