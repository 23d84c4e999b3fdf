"""An open database for each test, on both engines."""

from tests.bot.league.conftest import database

__all__ = ["database"]
