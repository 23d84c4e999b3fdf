"""Pictures: lines of play, squares, hands, circles of players, solitaires, tile faces, charts; and boards in letters.

All functions are pure: the same arguments give the same bytes, nothing but the bundled fonts is read, and no file has
text or dates in it. They take a few milliseconds, so call them off the event loop. The first picture of a size takes
longer, because its tiles are drawn then and remembered.
"""

from bot.render.charts.plot_picture import MOST_CURVES, Curve, plot
from bot.render.charts.table_picture import TableRow, Value, standings_table
from bot.render.charts.table_text import table_text
from bot.render.drawing.end_letters import END_LETTERS
from bot.render.drawing.faces import emoji
from bot.render.drawing.plates import PAIR_LETTERS
from bot.render.drawing.tallies import Counting, Tally
from bot.render.lines.count_picture import board_with_tiles, deal_end
from bot.render.lines.line_picture import board
from bot.render.squares.square import Mark, Square, cell_name, column_name, row_name
from bot.render.squares.square_picture import square, square_end, square_places
from bot.render.squares.square_text import square_text

from .circle_picture import Place, circle
from .hand_picture import Above, hand
from .open_picture import with_hands
from .shown_picture import ShownRow, shown
from .solitaire_picture import Cell, Grid, solitaire
from .taken_picture import Pile, piles
from .text import board_text, circle_text, grid_text, trick_text
from .trick_picture import Boneyard, Laying, Side, trick

__all__ = [
    "END_LETTERS",
    "MOST_CURVES",
    "PAIR_LETTERS",
    "Above",
    "Boneyard",
    "Cell",
    "Counting",
    "Curve",
    "Grid",
    "Laying",
    "Mark",
    "Pile",
    "Place",
    "ShownRow",
    "Side",
    "Square",
    "TableRow",
    "Tally",
    "Value",
    "board",
    "board_text",
    "board_with_tiles",
    "cell_name",
    "circle",
    "circle_text",
    "column_name",
    "deal_end",
    "emoji",
    "grid_text",
    "hand",
    "piles",
    "plot",
    "row_name",
    "shown",
    "solitaire",
    "square",
    "square_end",
    "square_places",
    "square_text",
    "standings_table",
    "table_text",
    "trick",
    "trick_text",
    "with_hands",
]
