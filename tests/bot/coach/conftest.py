"""An open database for each test, on both engines."""

from tests.storage.conftest import database

__all__ = ["database"]
