"""Legal moves as buttons and selects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import discord

from bot.locales import Words
from bot.posts.components import AddressedButton, AddressedSelect, button, select
from bot.posts.shared import Shared
from bot.tables.state import Table
from games import Move, Tile, View
from games.core.moves import PLAY
from games.core.view import ChainView
from games.full_speed import FullSpeedView
from games.kent import KentView
from games.nos.view import NosView

from .addresses import Address
from .board import call_buttons
from .message import Row
from .names import plain_names
from .nos_variants import variant_name, variant_text

__all__ = ["CLOSE", "claim_rows", "improper", "move_rows", "offence_rows", "place_rows", "variant_rows"]

CLOSE: Final = "close"
_VARIANT: Final = "variant"
_IN_A_ROW: Final = 5
_TILE_BUTTONS: Final = 20
_OPTIONS: Final = 25
_SELECTS: Final = 4


def improper(view: View) -> tuple[Move, ...]:
    """The moves that are offences: legal, but fined."""
    return view.improper if isinstance(view, NosView) else ()


def move_rows(shared: Shared, table: Table, view: View, w: Words) -> tuple[Row, ...]:
    """What a player may do, as buttons.

    One for each tile that can be played, with one beside it for "I close" where that may be said; then one for each
    move without a tile. A variant is chosen in a select.
    """
    if isinstance(view, KentView):
        return _kent_rows(shared, table, view, w)
    wrong = improper(view)
    moves = [move for move in view.moves if move not in wrong]
    if moves and moves[0].verb == _VARIANT:
        return ((_variant_select(table, moves, w),),)
    plays, claims = _by_tile(moves, PLAY), _by_tile(moves, CLOSE)
    beside = len(plays) * 2 <= _TILE_BUTTONS
    buttons = []
    for tile, ways in plays.items():
        buttons.append(_tile_button(shared, table, tile, ways, w))
        if tile in claims and beside:
            address = Address("tile", table.id, table.revision, f"{CLOSE} {tile}")
            buttons.append(button(address, f"{tile} · {w('hand.button.close')}"))
    others = [button(_move(table, move), _other_label(table, view, move, w)) for move in moves if move.tile is None]
    if claims and not beside:
        others.append(button(Address("offend", table.id, table.revision, CLOSE), w("hand.button.close")))
    if wrong:
        offend = Address("offend", table.id, table.revision, "offence")
        others.append(button(offend, w("hand.nos.offend"), style=discord.ButtonStyle.danger))
    return (*_in_rows(buttons[:_TILE_BUTTONS]), *_in_rows(others))[:5]


def _kent_rows(shared: Shared, table: Table, view: KentView, w: Words) -> tuple[Row, ...]:
    """The tiles to pass on, those that may be thrown away, and the calls."""
    passes, swaps = (_by_tile(view.moves, verb) for verb in ("pass", "swap"))
    style = discord.ButtonStyle.primary
    to_pass = [
        button(_move(table, ways[0]), str(tile), emoji=shared.emojis.emoji(tile), style=style)
        for tile, ways in passes.items()
    ]
    to_throw = [
        button(_move(table, ways[0]), w("kent.button.throw", tile=tile), emoji="🗑️") for tile, ways in swaps.items()
    ]
    return (*_in_rows(to_pass), *_in_rows(to_throw), call_buttons(table, "handcall", w))


def place_rows(table: Table, view: View, tile: Tile, verb: str, w: Words) -> tuple[Row, ...]:
    """A button for each place, and way, in which a tile can be played or claimed to close."""
    wrong = improper(view)
    ways = [move for move in view.moves if move.tile is tile and move.verb == verb and move not in wrong]
    style = discord.ButtonStyle.danger if verb == CLOSE else discord.ButtonStyle.primary
    return _in_rows([button(_move(table, move), _place(view, move, w), style=style) for move in ways])[:4]


def variant_rows(table: Table, view: View, number: str, w: Words) -> tuple[Row, ...]:
    """Selects for the sub-choices of a variant, one for each of its schemas and sides."""
    groups: dict[str, list[Move]] = {}
    for move in view.moves:
        if move.verb == _VARIANT and _number(move) == number:
            groups.setdefault("/".join(move.value.split("/")[1:3]) if number == "11" else "", []).append(move)
    joined = _joined(groups)
    return tuple(
        (
            select(
                Address("choice", table.id, table.revision, str(place)),
                [_option(move, _details(w, move)) for move in moves],
                placeholder=_schema(w, number, moves[0]),
            ),
        )
        for place, moves in enumerate(joined)
    )


def offence_rows(table: Table, view: View, w: Words) -> tuple[Row, ...]:
    """Selects of the offences that can be committed now."""
    return _selects(table, view, improper(view), w("hand.nos.offence_choose"), w)


def claim_rows(table: Table, view: View, w: Words) -> tuple[Row, ...]:
    """Selects of the tiles and places with which "I close" can be said."""
    wrong = improper(view)
    claims = [move for move in view.moves if move.verb == CLOSE and move not in wrong]
    return _selects(table, view, claims, w("hand.button.close"), w)


def _selects(table: Table, view: View, moves: Sequence[Move], question: str, w: Words) -> tuple[Row, ...]:
    options = [discord.SelectOption(label=f"⚠ {_any_label(view, move, w)}"[:100], value=str(move)) for move in moves]
    return tuple(
        (
            select(
                Address("choice", table.id, table.revision, str(start)),
                options[start : start + _OPTIONS],
                placeholder=question,
            ),
        )
        for start in range(0, min(len(options), _SELECTS * _OPTIONS), _OPTIONS)
    )


def _joined(groups: dict[str, list[Move]]) -> list[list[Move]]:
    """The groups, neighbours put together as far as a select holds them."""
    lists: list[list[Move]] = []
    for key in sorted(groups):
        same = lists and lists[-1][0].value.split("/")[1:2] == groups[key][0].value.split("/")[1:2]
        if same and len(lists[-1]) + len(groups[key]) <= _OPTIONS:
            lists[-1] += groups[key]
        else:
            lists.append(list(groups[key]))
    return lists


def _variant_select(table: Table, moves: Sequence[Move], w: Words) -> AddressedSelect:
    options = []
    for number in dict.fromkeys(_number(move) for move in moves):
        ways = [move for move in moves if _number(move) == number]
        more = " …" if len(ways) > 1 else ""
        options.append(
            discord.SelectOption(
                label=f"{variant_name(w, int(number))}{more}"[:100],
                value=str(ways[0]) if len(ways) == 1 else number,
                description=w(f"variant.{number}.rule")[:100],
            )
        )
    return select(Address("variant", table.id, table.revision), options, placeholder=w("hand.nos.choose_variant"))


def _details(w: Words, move: Move) -> str:
    """A variant with its sub-choices but without its name, which stands above."""
    text = variant_text(w, move.value)
    return text.partition("; ")[2] or text


def _schema(w: Words, number: str, move: Move) -> str:
    """The name of a variant, with its schema where several selects are shown."""
    name = variant_name(w, int(number))
    schema = move.value.split("/")[1] if number == "11" else ""
    return f"{name}: {w(f'variant.11.{schema}.name')}" if schema else name


def _number(move: Move) -> str:
    return move.value.partition("/")[0]


def _option(move: Move, label: str) -> discord.SelectOption:
    return discord.SelectOption(label=label[:100], value=str(move))


def _by_tile(moves: Iterable[Move], verb: str) -> dict[Tile, list[Move]]:
    found: dict[Tile, list[Move]] = {}
    for move in moves:
        if move.tile is not None and move.verb == verb:
            found.setdefault(move.tile, []).append(move)
    return found


def _tile_button(shared: Shared, table: Table, tile: Tile, ways: Sequence[Move], w: Words) -> AddressedButton:
    """A tile that can be played in one way is played by the click; with several it asks which."""
    emoji, style = shared.emojis.emoji(tile), discord.ButtonStyle.primary
    if len(ways) > 1:
        return button(Address("tile", table.id, table.revision, str(tile)), f"{tile} …", emoji=emoji, style=style)
    place = f" · {w(f'place.{ways[0].at}')}" if ways[0].at else ""
    return button(_move(table, ways[0]), f"{tile}{place}{_outward(ways[0], w)}", emoji=emoji, style=style)


def _move(table: Table, move: Move) -> Address:
    return Address("move", table.id, table.revision, str(move))


def _place(view: View, move: Move, w: Words) -> str:
    number = ""
    if isinstance(view, ChainView):
        number = next((str(end.number) for end in view.line.ends if end.at == move.at), "")
    return w(f"hand.button.end.{move.at}", number=number) + _outward(move, w)


def _outward(move: Move, w: Words) -> str:
    """Which half will lie outward, and by which join, where a move says so."""
    if not move.value:
        return ""
    join = f", {w(f'variant.join.{move.value[-1]}')}" if move.value[-1] in "tm" else ""
    return f" · {w('hand.nos.outward', number=move.value[0])}{join}"


def _other_label(table: Table, view: View, move: Move, w: Words) -> str:
    if isinstance(view, FullSpeedView) and move.verb == "thirteen" and move.at:
        names = plain_names(table, w)
        side = w.list([names[seat] for seat in view.sides[int(move.at)]])
        return w("hand.button.thirteen.off", name=side)
    return w(f"hand.button.{move.verb}")


def _any_label(view: View, move: Move, w: Words) -> str:
    """A move in a word or two, whatever it is."""
    if move.tile is None:
        return w(f"hand.button.{move.verb}")
    return f"{move.tile} · {_place(view, move, w)}" if move.at else str(move.tile)


def _in_rows(buttons: Sequence[AddressedButton]) -> tuple[Row, ...]:
    return tuple(tuple(buttons[start : start + _IN_A_ROW]) for start in range(0, len(buttons), _IN_A_ROW))
