"""Pictures of views: lines of play, hands, players round a table, tile faces, and the boards in letters.

All functions are pure: the same arguments give the same bytes, nothing but the bundled fonts is read, and no file has
text or dates in it. They take a few milliseconds, so call them off the event loop. The first picture of a size takes
longer, because its tiles are drawn then and remembered.
"""

from .circle_picture import Place, circle
from .count_picture import board_with_tiles, deal_end, hands
from .faces import back, emoji
from .hand_picture import hand
from .line_picture import board
from .plates import PAIR_LETTERS
from .shown_picture import ShownRow, shown
from .taken_picture import Pile, piles
from .tallies import Counting, Tally
from .text import board_text, circle_text, trick_text
from .trick_picture import Boneyard, Laying, Side, trick

__all__ = [
    "PAIR_LETTERS",
    "Boneyard",
    "Counting",
    "Laying",
    "Pile",
    "Place",
    "ShownRow",
    "Side",
    "Tally",
    "back",
    "board",
    "board_text",
    "board_with_tiles",
    "circle",
    "circle_text",
    "deal_end",
    "emoji",
    "hand",
    "hands",
    "piles",
    "shown",
    "trick",
    "trick_text",
]
