"""Double Trouble: a chain game for two to four, where points are bad and doubles left in hand are very bad."""

from .match import Caught, DoubleTrouble, DoubleTroubleView, Eliminated, Zeroed, left_worth

__all__ = ["Caught", "DoubleTrouble", "DoubleTroubleView", "Eliminated", "Zeroed", "left_worth"]
