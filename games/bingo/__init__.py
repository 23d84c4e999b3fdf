"""Bingo (Sixty-Six), a trick game for two."""

from .match import Bingo

__all__ = ["Bingo"]
