"""Which tests of tournaments a run of all tests makes without CI=true."""

from pathlib import Path
from typing import Final

import pytest

_FOLDER: Final = Path(__file__).parent

_QUICK: Final = {"test_creation_form.py", "test_entering.py", "test_reporting.py"}
"""Tests of what all tournaments have in common; the other files test the details of formats and hosting."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of details as thorough."""
    for item in items:
        if item.path.parent == _FOLDER and item.path.name not in _QUICK:
            item.add_marker(pytest.mark.thorough)
