"""Five to Fourteen: a draw game for two in rounds of ten deals, with hands from 5 to 14 tiles."""

from .match import FiveToFourteen, RoundOver, RoundsView

__all__ = ["FiveToFourteen", "RoundOver", "RoundsView"]
