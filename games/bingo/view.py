"""Views of Bingo and the results of its deals."""

from dataclasses import dataclass
from typing import NamedTuple

from games.core.moves import Move
from games.core.tiles import ALL_TILES, Tile, mask_of
from games.core.tricks import TrickView
from games.core.view import DealEnd

from .position import OVER, Award, BingoPosition, tables_of


class Meld(NamedTuple):
    """A meld declared in the running deal.

    `tile` is the double led, `doubles` the number declared; `points` and `sets` are the gains of the meld, both
    0 if its trick was lost or is not complete.
    """

    seat: int
    tile: Tile
    doubles: int
    points: int = 0
    sets: int = 0


@dataclass(frozen=True, kw_only=True)
class BingoDealEnd(DealEnd):
    """The result of a deal of Bingo.

    `reason` is ``played_out`` or ``cut_off``: a meld worth sets ended the match. `points` are the sets scored
    at the end of the deal; sets for melds were booked when their tricks fell. `hands` are empty unless the deal
    was cut off.

    :ivar trump: the trump number.
    :ivar trump_tile: the tile that was turned up.
    :ivar closer: the seat that closed the boneyard; None if none did.
    :ivar taken: the tiles that each seat has taken, in order.
    :ivar tricks: the number of tricks that each seat has taken.
    :ivar tile_points: the points of these tiles.
    :ivar meld_points: the points for melds.
    :ivar totals: both together, which decide the deal.
    :ivar meld_sets: the sets scored by melds in this deal.
    :ivar award: the reason for the sets of the deal.
    """

    trump: int
    trump_tile: Tile
    closer: int | None
    taken: tuple[tuple[Tile, ...], ...]
    tricks: tuple[int, ...]
    tile_points: tuple[int, ...]
    meld_points: tuple[int, ...]
    totals: tuple[int, ...]
    meld_sets: tuple[int, ...]
    award: Award


@dataclass(frozen=True, kw_only=True)
class BingoView(TrickView):
    """The view of a match of Bingo.

    `scores` are the sets, `target` the sets that win the match; `totals` are `tile_points` plus `meld_points`.
    `table` is the tile led, while it is unanswered. `trump` and `leader` are never None.

    All tiles played, their takers and their points are public. Secret are the boneyard's face-down tiles and the
    other hand, except for the turned-up tile once it is drawn.

    :ivar trump_tile: the tile that was turned up; it stays known when it is drawn or turned over.
    :ivar trump_tile_lies: whether it still lies in the boneyard, which counts it.
    :ivar open_tiles: for each seat the tiles in hand that all players know: the turned-up one, once drawn.
    :ivar closer: the seat that closed the boneyard; None if none has.
    :ivar following: whether the second part has begun, in which suits are followed.
    :ivar tile_points: the points of the taken tiles.
    :ivar meld_points: the points for melds.
    :ivar melds: the melds declared in this deal, in order; the last is still open while its double lies on the table.
    :ivar meld_now: the number of doubles that `seat` could declare if it leads one now; 0 if it cannot.
    :ivar to_reach: the points that a player who closes has to reach.
    """

    trump: int
    trump_tile: Tile
    trump_tile_lies: bool
    open_tiles: tuple[tuple[Tile, ...], ...]
    closer: int | None
    following: bool
    leader: int
    tile_points: tuple[int, ...]
    meld_points: tuple[int, ...]
    melds: tuple[Meld, ...]
    meld_now: int
    to_reach: int
    last_deal: BingoDealEnd | None


def winner_after(view: BingoView, move: Move) -> int | None:
    """Return the seat that certainly wins the match by an answered trick.

    Its meld then scores sets, or it is the last trick of the deal.
    """
    seat = view.seat
    if seat is None or seat not in view.actors or not view.table or move.tile is None:
        return None
    led = view.table[0].tile
    tables = tables_of(
        view.trump,
        doubles_high=bool(view.options["doubles_high"]),
        meld_sets=bool(view.options["big_meld_as_sets"]),
    )
    hands = [mask_of(ALL_TILES[: view.counts[0]]), mask_of(ALL_TILES[: view.counts[1]])]  # only their sizes matter
    hands[seat] = mask_of(view.hand)
    position = BingoPosition(tables, hands, (), view.scores, view.opener)
    position.totals = list(view.totals)
    position.led, position.turn = led.index, seat
    if view.melds and view.melds[-1].tile == led:
        position.declared = view.melds[-1].doubles
    if view.closer is not None:
        position.closer = view.closer
    position.play(move.tile.index)
    winner = max((0, 1), key=position.scores.__getitem__)
    return winner if position.turn == OVER and position.scores[winner] >= view.target else None
