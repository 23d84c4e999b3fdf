"""Pictures of views: lines of play, hands, players round a table, tile faces, and the boards in letters.

All functions are pure: the same arguments give the same bytes, nothing but the bundled fonts is read, and no file has
text or dates in it. They take a few milliseconds, so call them off the event loop. The first picture of a size takes
longer, because its tiles are drawn then and remembered.
"""

from .circle_picture import PAIR_LETTERS, Place, circle
from .count_picture import board_with_tiles, deal_end
from .end_letters import END_LETTERS
from .faces import emoji
from .hand_picture import Above, hand
from .line_picture import board
from .shown_picture import ShownRow, shown
from .text import board_text, circle_text

__all__ = [
    "END_LETTERS",
    "PAIR_LETTERS",
    "Above",
    "Place",
    "ShownRow",
    "board",
    "board_text",
    "board_with_tiles",
    "circle",
    "circle_text",
    "deal_end",
    "emoji",
    "hand",
    "shown",
]
