"""Faults of SQLite, met as a bot in use meets them."""

import pytest


@pytest.fixture
def threadless_sqlite() -> None:
    """Leave SQLite its threads, whose statements can be cut off and cancelled."""
