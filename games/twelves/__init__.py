"""Twelves: a solitaire of five open columns and three loose tiles; pairs of twelve pips are removed."""

from .match import Shifted, Twelves, TwelvesLayout, TwelvesView

__all__ = ["Shifted", "Twelves", "TwelvesLayout", "TwelvesView"]
