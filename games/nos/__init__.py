"""Nos: a gambling game with chips for three to five, where the opener names one of seventeen variants for each deal."""

from .match import Nos

__all__ = ["Nos"]
