"""Deals of Domino Square set up by listing hands, and layouts by listing moves."""

from __future__ import annotations

import games
from games import Event
from games.core.tiles import Tile, mask_of
from games.domino_square import DominoSquare
from games.domino_square.layout import IN_PLAY, Hindrance, PlacedTile, SquareLayout, cells_of, place_of
from games.domino_square.match import named
from games.domino_square.position import OPENINGS, SquarePosition, placement
from tests.games.deals import tiles

_HANDS = {2: 9, 3: 6, 4: 4}

FULL = (
    ("6-3", "5-4@0,2>0,3", "2-1@0,5>0,4"),
    ("4-0@1,1>1,0", "5-2@1,3>1,2", "6-1@1,4>1,5"),
    ("5-1@2,0>2,1", "6-0@2,2>2,3", "4-3@2,5>2,4"),
    ("4-2@3,0>3,1", "3-0@3,3>3,2", "6-5@3,5>3,4"),
    ("1-0@4,0>4,1", "6-4@4,3>4,2", "3-2@4,5>4,4"),
    ("6-2@5,1>5,0", "3-1@5,2>5,3", "5-0@5,5>5,4"),
)
"""A full square, row by row; 2-0 4-1 5-3 stay out.

It reads ``6 3 5 4 1 2``, ``0 4 2 5 6 1``, ``5 1 6 0 3 4``, ``4 2 0 3 5 6``, ``1 0 4 6 2 3``, ``2 6 3 1 0 5``. With the
last row empty its columns lack 2 3, 5 6, 1 3, 1 2, 0 4, 0 5. Two tiles never overlap by half, so only three places are
left in a row, and of the tiles not in the first five rows 6-2 and 5-3 fit the first of them, 3-1 the second, 5-0 the
third, 2-0 and 4-1 none.
"""


def permutation(seats: int, *hands: str, starters: str = "") -> str:
    """Return a deal: the starters, then each hand filled up with what is named nowhere, then the rest."""
    named = [tile for text in (starters, *hands) for tile in tiles(text)]
    others = [tile for tile in IN_PLAY if tile not in named]
    order = list(tiles(starters))
    for seat in range(seats):
        hand = list(tiles(hands[seat])) if seat < len(hands) else []
        while len(hand) < _HANDS[seats]:
            hand.append(others.pop())
        order += hand
    return " ".join(map(str, [*order, *others]))


def square(seats: int, *hands: str, opener: int = 0, starters: str = "", target: int = 3) -> DominoSquare:
    """Return a match whose first deal is this one."""
    match = games.new_match(
        "domino_square",
        seats=seats,
        options={"target": target},
        seed="a seed",
        deals=[permutation(seats, *hands, starters=starters)],
        lots=[opener],
    )
    assert isinstance(match, DominoSquare)
    return match


def play(match: DominoSquare, *moves: str) -> list[Event]:
    """Make moves in turn; return the events."""
    happened = []
    for move in moves:
        (seat,) = match.actors()
        happened += match.play(seat, move)
    return happened


class Table:
    """Tiles on the table, whichever seat laid them.

    :ivar tiles: in the order in which they were laid.
    :ivar position: a deal in which every tile may still be laid, and no seat holds one.
    """

    def __init__(self) -> None:
        self.tiles: tuple[PlacedTile, ...] = ()
        self.position = SquarePosition([0, 0], 0, mask_of(IN_PLAY), opener=0, scores=(0, 0), target=1)

    @property
    def layout(self) -> SquareLayout:
        return SquareLayout(self.tiles)

    def lay(self, text: str) -> None:
        """Lay the tile of a move, which need not be legal; one without a place opens."""
        name, _, at = text.partition("@")
        tile, cells = Tile.parse(name), cells_of(at)
        high, low = cells or ((0, 0), (0, 1))
        place = place_of(high, low)
        assert place is not None
        number = placement(place, tile.index, high_first=high < low)
        assert cells or number == OPENINGS[tile.index]
        self.tiles = (*self.tiles, PlacedTile(tile, high, low))
        self.position.lay(number)


def layout(*laid: str) -> Table:
    """Return the table after these moves; the first is the opening tile."""
    found = Table()
    for text in laid:
        assert not found.tiles or text in places(found, text.partition("@")[0])
        found.lay(text)
    return found


def why_not(on: Table, text: str) -> Hindrance | None:
    """Return the reason against a move; None if it is legal by position and reasons."""
    name, _, place = text.partition("@")
    cells = cells_of(place)
    assert cells
    reason = on.layout.hindrance(Tile.parse(name), *cells)
    assert (reason is None) == (text in places(on, name))
    return reason


def places(on: Table, name: str) -> list[str]:
    """Return the moves that lay a tile on a table, none once it is laid."""
    position = on.position.copy()
    tile = Tile.parse(name)
    position.hands[0] = tile.bit
    if not position.pool & tile.bit:
        return []
    return [str(move) for move in map(named, position.choices()) if move.tile]


def late(
    match: DominoSquare, laid: int, *hands: str, rest: str, turn: int = 0, scores: tuple[int, ...] = ()
) -> DominoSquare:
    """Return a match with these hands and some tiles of the full square placed; the rest is the boneyard."""
    table = layout(*[move for row in FULL for move in row][:laid])
    match._layout, match.position = table.tiles, table.position
    match.position.hands = [mask_of(tiles(hand)) for hand in hands]
    assert match._boneyard_tiles() == sorted(tiles(rest))
    match.position.turn = turn
    match.position.opener = match._opener
    match.position.target = int(match.options["target"])
    match.position.scores = scores or (0,) * match.seats
    match._scores = list(match.position.scores)
    match._legal = None
    return match
