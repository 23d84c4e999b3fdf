"""Five to Fourteen, a draw game for two."""

from .match import FiveToFourteen, RoundOver, RoundsView

__all__ = ["FiveToFourteen", "RoundOver", "RoundsView"]
