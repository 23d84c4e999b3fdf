"""Full Speed, a draw game for two to four."""

from .match import Bust, FullSpeed, FullSpeedView, PlacementScore, Thirteen, placement_score

__all__ = ["Bust", "FullSpeed", "FullSpeedView", "PlacementScore", "Thirteen", "placement_score"]
