"""Pictures of tables, hands and charts, and text boards.

All functions are pure: equal arguments give equal bytes. They read only the bundled fonts, and write neither text nor
dates into a file. Call them off the event loop: a picture takes a few milliseconds, and the first of a size longer,
because its tiles are drawn and cached.
"""

from bot.render.bracket import MOST_COLUMNS, BracketBox, BracketColumn, BracketTree, bracket
from bot.render.charts import (
    MOST_CURVES,
    Curve,
    Section,
    StandingsTable,
    TableRow,
    Value,
    plot,
    standings_table,
    standings_tables,
)
from bot.render.chips import Chips
from bot.render.circle import CircleSeat, circle
from bot.render.deal_end import board_with_tiles, deal_end, with_hands
from bot.render.drawing.lettering import as_name, as_whole, drawable
from bot.render.drawing.marks import END_LETTERS, IdleEnd
from bot.render.drawing.player_panels import PAIR_LETTERS, PanelCounting, PanelTally
from bot.render.drawing.tiles import emoji
from bot.render.hand import Above, LineAbove, TrickAbove, hand
from bot.render.line import board
from bot.render.match_end import Highlight, match_end
from bot.render.menu import Emblem, menu
from bot.render.podium import PodiumStep, podium
from bot.render.reveal import RevealedHand, reveal
from bot.render.review import CurveMoment, ReviewCurve, review
from bot.render.solitaire import Cell, Grid, solitaire
from bot.render.solved import SolvedFact, SolvedTiles, solved
from bot.render.square import (
    Mark,
    Square,
    SquareAbove,
    cell_name,
    column_name,
    row_name,
    square,
    square_clash,
    square_end,
    square_moves,
    square_places,
)
from bot.render.text import square_text, table_text
from bot.render.trick import BoneyardPanel, Pile, TrickSeat, TrickSide, piles, trick

from .text import board_text, circle_text, grid_text, trick_text

__all__ = [
    "END_LETTERS",
    "MOST_COLUMNS",
    "MOST_CURVES",
    "PAIR_LETTERS",
    "Above",
    "BoneyardPanel",
    "BracketBox",
    "BracketColumn",
    "BracketTree",
    "Cell",
    "Chips",
    "CircleSeat",
    "Curve",
    "CurveMoment",
    "Emblem",
    "Grid",
    "Highlight",
    "IdleEnd",
    "LineAbove",
    "Mark",
    "PanelCounting",
    "PanelTally",
    "Pile",
    "PodiumStep",
    "RevealedHand",
    "ReviewCurve",
    "Section",
    "SolvedFact",
    "SolvedTiles",
    "Square",
    "SquareAbove",
    "StandingsTable",
    "TableRow",
    "TrickAbove",
    "TrickSeat",
    "TrickSide",
    "Value",
    "as_name",
    "as_whole",
    "board",
    "board_text",
    "board_with_tiles",
    "bracket",
    "cell_name",
    "circle",
    "circle_text",
    "column_name",
    "deal_end",
    "drawable",
    "emoji",
    "grid_text",
    "hand",
    "match_end",
    "menu",
    "piles",
    "plot",
    "podium",
    "reveal",
    "review",
    "row_name",
    "solitaire",
    "solved",
    "square",
    "square_clash",
    "square_end",
    "square_moves",
    "square_places",
    "square_text",
    "standings_table",
    "standings_tables",
    "table_text",
    "trick",
    "trick_text",
    "with_hands",
]
