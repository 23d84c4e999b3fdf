"""Full Speed: a draw game for two to four, singly or in pairs, with points for what the ends show, to exactly 121."""

from .match import Brings, Bust, FullSpeed, FullSpeedView, Lost, Thirteen, brings

__all__ = ["Brings", "Bust", "FullSpeed", "FullSpeedView", "Lost", "Thirteen", "brings"]
