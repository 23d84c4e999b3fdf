from bot import render
from games.core.line import LineView, OpenEnd, Placed
from games.core.tiles import Tile

LINE = LineView((Placed(Tile(5, 5), "", None, 5),), (OpenEnd("left", 5, 0), OpenEnd("right", 5, 0)))
ROWS = [("Ada", [Tile(6, 4)]), ("Borys", [Tile(6, 6), Tile(1, 1), Tile(2, 2)])]


def test_tiles_that_lie_open_stand_below_the_line_without_a_count() -> None:
    shown = render.board_with_tiles(LINE, ROWS, last=0)
    assert shown.startswith(b"\x89PNG")
    assert len(shown) < 15_000
    assert shown == render.board_with_tiles(LINE, ROWS, last=0)
    assert shown != render.deal_end(LINE, ROWS, last=0)
    assert shown != render.board(LINE, last=0)
