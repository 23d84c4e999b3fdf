"""Seventy-Nine, a bidding trick game for two sides of three."""

from .match import SeventyNine

__all__ = ["SeventyNine"]
