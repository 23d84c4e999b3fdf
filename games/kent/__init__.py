"""Kent: the party game for two or three pairs of partners, who tell each other of a meld by signs."""

from .match import Kent
from .melds import meld_in
from .view import KentDealEnd, KentView

__all__ = ["Kent", "KentDealEnd", "KentView", "meld_in"]
