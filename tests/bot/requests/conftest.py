"""The real bot in the simulated Discord, as in the tests of play."""

from tests.bot.play.conftest import begun, build_bot, playouts, settings

__all__ = ["begun", "build_bot", "playouts", "settings"]
