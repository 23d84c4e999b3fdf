"""Bingo (Sixty-Six): a trick game for two with trumps, melds of doubles and a boneyard that can be closed."""

from .match import Bingo

__all__ = ["Bingo"]
