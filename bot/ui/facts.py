"""What a game shows on its board besides the line of play and the scores.

`facts` are short and stand in the footer; `marks` stand behind a player's name,
`open_tiles` lie before him; `remarks` are sentences under the last
happenings. A game that shows nothing of its own needs nothing here.
"""

from __future__ import annotations

from functools import singledispatch

from bot.locales import Words
from bot.tables.state import Table, automatic
from games import Tile, View
from games.core.view import DealtView
from games.double_trouble import DoubleTroubleView
from games.five_to_fourteen import RoundsView
from games.full_speed import FullSpeedView
from games.kent import KentView
from games.nos.view import NosView, Phase
from games.plus_minus import PlusMinusView

from .names import spoken_names
from .variants import variant_text

__all__ = ["facts", "marks", "open_tiles", "remarks"]


@singledispatch
def facts(view: View, w: Words) -> list[str]:
    """What stands in the footer of the board."""
    return [w("board.deal", number=view.deal), *_boneyard(view, w)] if isinstance(view, DealtView) else []


@facts.register
def _(view: RoundsView, w: Words) -> list[str]:
    return [
        w("board.round", number=view.round) if view.rising is None else w("board.play_off"),
        w("board.deal", number=view.deal),
        *_boneyard(view, w),
        w("board.rounds_won", scores=" : ".join(map(str, view.rounds_won))),
        w("board.all_points", scores=" : ".join(map(str, view.points))),
    ]


@facts.register
def _(view: FullSpeedView, w: Words) -> list[str]:
    target = w("board.target", points=view.target)
    return [w("board.deal", number=view.deal), target, *_boneyard(view, w), *_ends(view.ends, w)]


@facts.register
def _(view: PlusMinusView, w: Words) -> list[str]:
    limit = w("board.limit", points=view.limit)
    return [w("board.deal", number=view.deal), limit, *_boneyard(view, w), *_ends(view.ends, w)]


@facts.register
def _(view: DoubleTroubleView, w: Words) -> list[str]:
    return [w("board.deal", number=view.deal), w("board.limit", points=view.limit), *_boneyard(view, w)]


@facts.register
def _(view: NosView, w: Words) -> list[str]:
    deals = view.options.get("deals")
    deal = w("board.deal_of", number=view.deal, total=deals) if deals else w("board.deal", number=view.deal)
    return [deal, w.count("board.drawable", view.drawable)]


@facts.register
def _(view: KentView, w: Words) -> list[str]:
    found = [w("board.deal", number=view.deal), w("board.target", points=view.target), *_boneyard(view, w)]
    if view.passes:
        found += [w.count("board.kent.passes", view.passes), w.count("board.kent.rounds", view.passes // view.seats)]
    return [*found, w.count("board.kent.thrown", view.swaps)] if view.swaps else found


def _boneyard(view: DealtView, w: Words) -> list[str]:
    return [w.count("board.boneyard", view.boneyard)] if view.boneyard else []


def _ends(ends: int | None, w: Words) -> list[str]:
    return [] if ends is None else [w("board.ends", sum=ends)]


@singledispatch
def marks(_view: View, _seat: int, _w: Words) -> list[str]:
    """What stands behind the name of a player."""
    return []


@marks.register
def _(view: DoubleTroubleView, seat: int, w: Words) -> list[str]:
    if seat in view.eliminated:
        return [w("board.eliminated")]
    caught = " ".join(f"`{tile}`" for tile in view.caught[seat])
    return [w("board.caught", tiles=caught)] if caught else []


@marks.register
def _(view: NosView, seat: int, w: Words) -> list[str]:
    found = []
    if seat in view.out:
        found.append(w("board.out"))
    if view.melds[seat]:
        found.append(w("board.meld", tiles=" ".join(f"`{tile}`" for tile in view.melds[seat])))
    if view.face_up[seat]:
        found.append(w("board.face_up", tiles=" ".join(f"`{tile}`" for tile in view.face_up[seat])))
    return found


@singledispatch
def open_tiles(_view: View) -> tuple[tuple[Tile, ...], ...]:
    """The tiles that lie open before each player; empty where a game has none."""
    return ()


@open_tiles.register
def _(view: NosView) -> tuple[tuple[Tile, ...], ...]:
    return tuple((*meld, *face_up) for meld, face_up in zip(view.melds, view.face_up, strict=True))


@singledispatch
def remarks(_view: View, _table: Table, _w: Words) -> list[str]:
    """What is said under the last happenings."""
    return []


@remarks.register
def _(view: FullSpeedView, table: Table, w: Words) -> list[str]:
    if view.choosing is None:
        return []
    return [w("board.choosing", name=spoken_names(table, w)[view.choosing])]


@remarks.register
def _(view: KentView, table: Table, w: Words) -> list[str]:
    if view.holder is None or table.agreeing or not automatic(table.seats[view.holder]):
        return []
    names = spoken_names(table, w)
    return [w("board.kent.holds", name=names[view.holder], to=names[(view.holder + 1) % view.seats])]


@remarks.register
def _(view: NosView, table: Table, w: Words) -> list[str]:
    lines = []
    if view.choice is not None:
        lines.append(f"**{variant_text(w, view.variant)}**")
        if view.stage_left:
            lines.append(w.count("board.demanded", view.stage_left))
    if view.turn is not None and view.phase in (Phase.VARIANT, Phase.MELD):
        lines.append(w(f"board.phase.{view.phase.value}", name=spoken_names(table, w)[view.turn]))
    return lines
