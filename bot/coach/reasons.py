"""The reasons of a judgement in words: facts counted in possible deals, and facts about the moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any, Final

from bot.messages.games import Presenter
from games import Move, View
from games.computers.reasons import (
    KINDS,
    CountedReason,
    GaveExactly,
    KeptTile,
    LastTileIn,
    Reason,
    ScoredAtOnce,
    TookTrickIn,
    WentOutIn,
    WonDealIn,
)

_MOST: Final = 3
"""The most reasons that are told."""


def reason_lines(
    reasons: Sequence[Reason], presenter: Presenter[Any, Any], view: View, *, own: bool = True
) -> list[str]:
    """Return the first reasons as sentences; counts of one fact make one.

    :param view: the view of the seat that decided, just before its decision.
    :param own: whether the reader is addressed as that seat.
    """
    groups = [list(group) for _, group in groupby(reasons, _subject)]
    return [f"{_text(group, presenter, view, own=own)}." for group in groups[:_MOST]]


def move_names(moves: Sequence[Move], presenter: Presenter[Any, Any], view: View) -> list[str]:
    """Return moves in backticks, without their places if their tiles differ."""
    tiles = {move.tile for move in moves}
    is_tile_enough = None not in tiles and len(tiles) == len(moves)
    return [f"`{move.tile if is_tile_enough else presenter.move_text(view, move)}`" for move in moves]


def _subject(reason: Reason) -> tuple[object, ...]:
    """Return an equal subject for counts of one fact after several moves."""
    if isinstance(reason, CountedReason):
        return reason.kind, getattr(reason, "tile", "")
    return reason.kind, reason


def _text(reasons: Sequence[Reason], presenter: Presenter[Any, Any], view: View, *, own: bool) -> str:
    """Return reasons with one subject in words."""
    moves = [Move.parse(reason.move) for reason in reasons]
    named = list(zip(reasons, move_names(moves, presenter, view), strict=True))
    kept = [one for one, move in zip(named, moves, strict=True) if str(move.tile) != getattr(one[0], "tile", "")]
    if 0 < len(kept) < len(named):  # the other move plays the tile
        named = kept
    (first, name), *others = named
    text = _fact_text(first, name, presenter, view, own=own, if_kept=named is kept)
    for other, name in others:
        if isinstance(other, CountedReason):
            text = presenter.w("reason.pair", reason=text, move=name, count=other.count)
    return text


def _fact_text(
    reason: Reason, move: str, presenter: Presenter[Any, Any], view: View, *, own: bool, if_kept: bool
) -> str:
    w = presenter.w
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    own_side = presenter.side_of(view.seat)
    side = getattr(reason, "side", own_side)
    points = getattr(reason, "points", 0)
    details = ("if_kept" if if_kept else presenter.game.key, "" if own and side == own_side else "named")
    special = next((key for detail in details if (key := f"reason.{reason.kind}.{detail}") in w), "")
    key = w.for_people(special or f"reason.{reason.kind}", presenter.people_a_side)
    values = asdict(reason) | {
        "move": move,
        "tile": f"`{getattr(reason, 'tile', '')}`",
        "name": presenter.names.sides[side],
        "target": view.scores[side] + points,
    }
    return w.count(key, points, **values) if w.is_counted(key) else w(key, **values)


_WITH_SUBJECT: Final = (WonDealIn, TookTrickIn, LastTileIn, WentOutIn, ScoredAtOnce, GaveExactly)
"""The kinds whose texts name the player, unless that is the reader."""

COMPLETES: Final = {
    "reason.{}": [kind for kind, each in KINDS.items() if each is not CountedReason],
    "reason.{}.{}": [(KeptTile.kind, "if_kept"), *((each.kind, "named") for each in _WITH_SUBJECT)],
}
