"""Double Trouble, a chain game for two to four."""

from .match import Caught, DoubleTrouble, DoubleTroubleView, Eliminated, Zeroed, left_worth, wins_match

__all__ = ["Caught", "DoubleTrouble", "DoubleTroubleView", "Eliminated", "Zeroed", "left_worth", "wins_match"]
