"""Pictures of views: lines of play, hands, circles of players, solitaires, tile faces, and boards in letters.

All functions are pure: the same arguments give the same bytes, nothing but the bundled fonts is read, and no file has
text or dates in it. They take a few milliseconds, so call them off the event loop. The first picture of a size takes
longer, because its tiles are drawn then and remembered.
"""

from .circle_picture import PAIR_LETTERS, Place, circle
from .count_picture import board_with_tiles, deal_end, hands
from .faces import back, emoji
from .hand_picture import hand
from .line_picture import board
from .shown_picture import ShownRow, shown
from .solitaire_picture import Cell, Grid, solitaire
from .text import board_text, circle_text, grid_text

__all__ = [
    "PAIR_LETTERS",
    "Cell",
    "Grid",
    "Place",
    "ShownRow",
    "back",
    "board",
    "board_text",
    "board_with_tiles",
    "circle",
    "circle_text",
    "deal_end",
    "emoji",
    "grid_text",
    "hand",
    "hands",
    "shown",
    "solitaire",
]
