"""Pyramid: a solitaire of 28 tiles that lie face down in seven rows; pairs of twelve pips are removed."""

from .match import Pyramid, PyramidLayout, PyramidView

__all__ = ["Pyramid", "PyramidLayout", "PyramidView"]
