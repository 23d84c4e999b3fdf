"""Kent, the party game for two or three pairs."""

from .match import Kent
from .melds import meld_in
from .view import KentDealEnd, KentView

__all__ = ["Kent", "KentDealEnd", "KentView", "meld_in"]
