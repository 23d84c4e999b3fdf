"""The real bot in the simulated Discord."""

from tests.bot.play.conftest import begun, build_bot, common_settings, playouts, settings

__all__ = ["begun", "build_bot", "common_settings", "playouts", "settings"]
