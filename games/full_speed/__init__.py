"""Full Speed: a draw game for two to four, singly or in pairs, with points for patterns of the ends, to exactly 121."""

from .match import Bust, FullSpeed, FullSpeedView, Lost, PlacementScore, Thirteen, placement_score

__all__ = ["Bust", "FullSpeed", "FullSpeedView", "Lost", "PlacementScore", "Thirteen", "placement_score"]
