"""Nos, a gambling game with chips for three to five."""

from .match import Nos

__all__ = ["Nos"]
