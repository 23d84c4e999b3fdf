"""Triangle: a solitaire of 28 open tiles that are put into order through the holes of a few taken out."""

from .match import (
    ABOVE,
    EXITS,
    FOLLOWERS,
    GOAL,
    HOLE,
    LAST,
    PLACES,
    REMOVE,
    TakenOut,
    Triangle,
    TriangleLayout,
    TriangleView,
)

__all__ = [
    "ABOVE",
    "EXITS",
    "FOLLOWERS",
    "GOAL",
    "HOLE",
    "LAST",
    "PLACES",
    "REMOVE",
    "TakenOut",
    "Triangle",
    "TriangleLayout",
    "TriangleView",
]
