"""How the solitaires are shown and asked: a file for each, and what they share."""

from __future__ import annotations

from .pyramid import PyramidPresenter
from .seven_columns import SevenColumnsPresenter
from .solitaire import SolitairePresenter
from .triangle import TrianglePresenter
from .twelves import TwelvesPresenter

__all__ = [
    "PyramidPresenter",
    "SevenColumnsPresenter",
    "SolitairePresenter",
    "TrianglePresenter",
    "TwelvesPresenter",
]
