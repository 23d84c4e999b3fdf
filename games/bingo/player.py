"""The regular player of Bingo: leads, melds, closes and answers by the results in redealt copies.

In a copy all tiles are known. The rest of its deal is played by simple rules (`BingoPlayout`), and its yield is weighed
by the sets of the match.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from games.core.match import Match
from games.core.moves import Move
from games.core.tiles import FULL_SET, mask_of, tiles_in
from games.players import best_of

from .playout import BingoPlayout, rules_of
from .view import BingoView
from .worth import SETS, TO_REACH, Award

_MATCH: Final = 4.0
"""What winning the match is worth beside sets."""

_A_POINT: Final = 0.002
"""What a point is worth beside sets: for decided deals, and because the other seat may play differently."""


def choose(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    """The seat's best move, as far as playouts of redealt copies tell; it has at least two.

    :raises TypeError: if the match is not one of Bingo.
    """
    view = match.view(seat)
    if not isinstance(view, BingoView):
        raise TypeError(f"this player plays bingo, not {match.key}")
    return best_of(
        view.moves,
        lambda: _running(match.redeal_unseen(seat, rng), view, rng),
        lambda playout, move: _worth(view, seat, playout, move),
        enough,
    )


def _running(deal: Match, view: BingoView, rng: Random) -> BingoPlayout:
    """The running deal of a redealt copy. The order of its boneyard is hidden, so it is shuffled here."""
    held = [deal.view(seat).hand for seat in range(deal.seats)]
    lying = mask_of(tile for tiles in view.taken for tile in tiles) | mask_of(laid.tile for laid in view.table)
    undrawn = FULL_SET & ~lying & ~mask_of(held[0]) & ~mask_of(held[1])
    boneyard = [tile.index for tile in tiles_in(undrawn) if tile != view.trump_tile]
    rng.shuffle(boneyard)
    if view.trump_tile_lies:
        boneyard.insert(0, view.trump_tile.index)
    hands = [[tile.index for tile in tiles] for tiles in held]
    for laid in view.table:
        hands[laid.seat].append(laid.tile.index)
    rules = rules_of(
        view.trump,
        doubles_high=bool(view.options["doubles_high"]),
        meld_sets=bool(view.options["big_meld_as_sets"]),
    )
    playout = BingoPlayout(
        rules,
        hands,
        boneyard,
        view.leader,
        totals=view.totals,
        closer=-1 if view.closer is None else view.closer,
        first=view.last_trick is None,
    )
    for laid in view.table:
        open_meld = view.melds[-1] if view.melds and view.melds[-1].tile == laid.tile else None
        playout.lay(laid.tile.index, doubles=open_meld.doubles if open_meld else 0)
    return playout


def _worth(view: BingoView, seat: int, playout: BingoPlayout, move: Move) -> float:
    """What a move brings, in sets."""
    playout = playout.copy()
    if move.tile is None:
        playout.close()
    else:
        playout.lay(move.tile.index, doubles=view.meld_now if move.value else 0)
    playout.to_end()
    scores = [score + sets for score, sets in zip(view.scores, playout.sets, strict=True)]
    if max(scores) < view.target:
        winner, award = _result(playout.totals, playout.closer)
        if winner is not None:
            scores[winner] += SETS[award]
    worth = float(_bounded(scores[seat], view) - _bounded(scores[1 - seat], view))
    if max(scores) >= view.target:
        worth += _MATCH if scores[seat] >= view.target else -_MATCH
    return worth + _A_POINT * (playout.totals[seat] - playout.totals[1 - seat])


def _bounded(score: int, view: BingoView) -> int:
    """Sets beyond the target win nothing more."""
    return min(score, view.target)


def _result(totals: Sequence[int], closer: int) -> tuple[int | None, Award]:
    """Who wins the deal, if anybody does, and why it brings what it does."""
    if closer >= 0:
        if totals[closer] < TO_REACH:
            return 1 - closer, Award.CLOSER_SHORT
        return closer, Award.against(totals[1 - closer])
    if totals[0] == totals[1]:
        return None, Award.EQUAL
    return int(totals[1] > totals[0]), Award.against(min(totals))
