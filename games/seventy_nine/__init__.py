"""Seventy-Nine: a bidding trick game for two sides of three with two double-six sets."""

from .match import SeventyNine

__all__ = ["SeventyNine"]
