"""Domino Square: tiles without doubles laid into a square of six by six in which no number repeats in a line."""

from .match import DominoSquare

__all__ = ["DominoSquare"]
