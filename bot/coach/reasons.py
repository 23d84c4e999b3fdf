"""The reasons of a judgement in words: facts counted in possible deals, and facts about the moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any, Final

from bot.messages.games import Presenter
from bot.messages.parts.text import signed
from games import Move, View
from games.computers.reasons import (
    KINDS,
    CountedReason,
    Effect,
    EndedMatch,
    KeptTile,
    LeadGained,
    Reason,
    ScoredAtOnce,
    TookTrickIn,
    favours_second,
)

_MOST: Final = 3
"""The most reasons that are told."""


def reason_lines(reasons: Sequence[Reason], presenter: Presenter[Any, Any], view: View) -> list[str]:
    """Return the first reasons as sentences; counts of one fact make one.

    Of two moves the second is the better one; counts that speak for the other are left out,
    and further counts of one kind.

    :param view: the view of the seat that decided, just before its decision.
    """
    ends_match = any(isinstance(reason, EndedMatch) for reason in reasons)  # what is counted after it says no more
    told = [reason for reason in reasons if not (ends_match and isinstance(reason, CountedReason))]
    texts = list(dict.fromkeys(reason.move for reason in reasons))
    naming = move_names if len(texts) > 1 else _whole_names  # the other of one is not known here
    names = naming(list(map(Move.parse, texts)), presenter, view)
    moves = dict(zip(texts, names, strict=True))
    first_of_kind: dict[object, list[Reason]] = {}
    for _, each in groupby(told, _subject):
        group = list(each)
        if _is_reason(group):
            first_of_kind.setdefault(group[0].kind if isinstance(group[0], CountedReason) else group[0], group)
    groups = sorted(first_of_kind.values(), key=_takes_needless_trick)[:_MOST]
    return [f"{_text(group, moves, presenter, view)}." for group in groups]


def _takes_needless_trick(counts: Sequence[Reason]) -> bool:
    """Return True if the worse of two moves brings the trick more often, which explains nothing by itself."""
    first, last = counts[0], counts[-1]
    return isinstance(first, TookTrickIn) and isinstance(last, TookTrickIn) and first.count > last.count


def move_names(moves: Sequence[Move], presenter: Presenter[Any, Any], view: View) -> list[str]:
    """Return moves in backticks, without their places if their tiles differ."""
    tiles = {move.tile for move in moves}
    is_tile_enough = None not in tiles and len(tiles) == len(moves) and len({move.verb for move in moves}) == 1
    return [f"`{move.tile}`" for move in moves] if is_tile_enough else _whole_names(moves, presenter, view)


def exact_names(moves: Sequence[Move], presenter: Presenter[Any, Any], view: View) -> list[str]:
    """Return moves in backticks, as tiles alone if each tile can be played in one way only."""
    tiles = [move.tile for move in view.moves]
    is_tile_enough = all(move.tile is not None and tiles.count(move.tile) == 1 for move in moves)
    return [f"`{move.tile}`" for move in moves] if is_tile_enough else _whole_names(moves, presenter, view)


def _whole_names(moves: Sequence[Move], presenter: Presenter[Any, Any], view: View) -> list[str]:
    return [f"`{presenter.move_text(view, move)}`" for move in moves]


def _subject(reason: Reason) -> tuple[object, ...]:
    """Return an equal subject for counts of one fact after several moves."""
    if isinstance(reason, CountedReason):
        return reason.kind, getattr(reason, "tile", "")
    return reason.kind, reason


def _is_reason(counts: Sequence[Reason]) -> bool:
    """Return True unless counts after two moves speak for the first, which is the worse move."""
    first, last = counts[0], counts[-1]
    if isinstance(first, KeptTile) and not max(getattr(each, "worth", 0) for each in counts):
        return False  # saved without its price
    if first is last or not isinstance(first, CountedReason) or not isinstance(last, CountedReason):
        return True
    return favours_second(first, last)


def _text(reasons: Sequence[Reason], moves: Mapping[str, str], presenter: Presenter[Any, Any], view: View) -> str:
    """Return reasons with one subject in words.

    :param moves: the names of the moves by their texts.
    """
    tile = getattr(reasons[0], "tile", None)
    kept = [one for one in reasons if tile is None or str(Move.parse(one.move).tile) != tile]
    if_kept = 0 < len(kept) < len(reasons)  # the other move plays the tile
    first, *others = kept if if_kept else reasons
    worth = max(getattr(one, "worth", 0) for one in reasons)
    text = _fact_text(first, moves[first.move], presenter, view, if_kept=if_kept, worth=worth)
    for other in others:
        if isinstance(other, LeadGained):
            points = _mean_text(other, presenter)
            text = presenter.w("reason.lead_gained.pair", reason=text, move=moves[other.move], points=points)
        elif isinstance(other, CountedReason):
            text = presenter.w("reason.pair", reason=text, move=moves[other.move], count=other.count)
    return text


def _fact_text(
    reason: Reason, move: str, presenter: Presenter[Any, Any], view: View, *, if_kept: bool, worth: int
) -> str:
    w = presenter.w
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    side = getattr(reason, "side", presenter.side_of(view.seat))
    points = getattr(reason, "points", 0)
    special = "fine" if points < 0 and presenter.game.info.chips else presenter.game.key
    details = ("if_kept" if if_kept else special, "" if side == presenter.side_of(view.seat) else "named")
    key = next((key for detail in details if (key := f"reason.{reason.kind}.{detail}") in w), f"reason.{reason.kind}")
    values = asdict(reason) | {
        "move": move,
        "tile": f"`{getattr(reason, 'tile', '')}`",
        "name": presenter.names.sides[side],
        "target": view.scores[side] + points,
        "points": _mean_text(reason, presenter) if isinstance(reason, LeadGained) else signed(f"{points:+d}"),
        "worth": worth,
    }
    return w.count(key, points, **values) if w.is_counted(key) else w(key, n=abs(points), **values)


def _mean_text(reason: LeadGained, presenter: Presenter[Any, Any]) -> str:
    return signed(f"{reason.tenths / 10:+.1f}").replace(".", presenter.w("stats.decimal"))


COMPLETES: Final = {
    "reason.{}": [kind for kind, each in KINDS.items() if each not in (CountedReason, Effect) and kind == each.kind],
    "reason.{}.{}": [
        (KeptTile.kind, "if_kept"),
        (EndedMatch.kind, "named"),
        *((ScoredAtOnce.kind, detail) for detail in ("named", "fine")),
    ],
}
