"""Domino Square, a placement game without doubles."""

from .match import DominoSquare

__all__ = ["DominoSquare"]
