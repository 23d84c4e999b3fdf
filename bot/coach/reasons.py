"""The reasons of a judgement in words: facts counted in possible deals, and facts about the moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any, Final

from bot.messages.games import Presenter
from games import Move, View
from games.computers.reasons import (
    KINDS,
    AnsweredIn,
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

    Of two moves the second is the better one; counts that speak for the other are left out,
    and further counts of one kind.

    :param view: the view of the seat that decided, just before its decision.
    :param own: whether the reader is addressed as that seat.
    """
    ends_match = any(isinstance(reason, GaveExactly) for reason in reasons)  # what is counted after it says no more
    told = [reason for reason in reasons if not (ends_match and isinstance(reason, CountedReason))]
    texts = list(dict.fromkeys(reason.move for reason in reasons))
    moves = dict(zip(texts, move_names(list(map(Move.parse, texts)), presenter, view), strict=True))
    first_of_kind: dict[object, list[Reason]] = {}
    for _, each in groupby(told, _subject):
        group = list(each)
        if _is_reason(group):
            first_of_kind.setdefault(group[0].kind if isinstance(group[0], CountedReason) else group[0], group)
    groups = list(first_of_kind.values())[:_MOST]
    return [f"{_text(group, moves, presenter, view, own=own)}." for group in groups]


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


def _is_reason(counts: Sequence[Reason]) -> bool:
    """Return True unless counts after two moves speak for the first, which is the worse move."""
    first, last = counts[0], counts[-1]
    if first is last or not isinstance(first, CountedReason) or not isinstance(last, CountedReason):
        return True
    if isinstance(first, TookTrickIn):  # it may be good or bad
        return True
    return (first.count > last.count) == isinstance(first, AnsweredIn | KeptTile)


def _text(
    reasons: Sequence[Reason],
    moves: Mapping[str, str],
    presenter: Presenter[Any, Any],
    view: View,
    *,
    own: bool,
) -> str:
    """Return reasons with one subject in words.

    :param moves: the names of the moves by their texts.
    """
    tile = getattr(reasons[0], "tile", None)
    kept = [one for one in reasons if tile is None or str(Move.parse(one.move).tile) != tile]
    if_kept = 0 < len(kept) < len(reasons)  # the other move plays the tile
    first, *others = kept if if_kept else reasons
    text = _fact_text(first, moves[first.move], presenter, view, own=own, if_kept=if_kept)
    for other in others:
        if isinstance(other, CountedReason):
            text = presenter.w("reason.pair", reason=text, move=moves[other.move], count=other.count)
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
