"""The signs that partners make at each other, as emojis, and the messages on which they are made."""

from __future__ import annotations

from typing import Final

import discord

from bot.locales import Words
from bot.tables.state import Table
from storage.kent import Pact
from storage.matches import StoredSeat

from .addresses import Address, Kind
from .components import Button, Row, Style, in_rows
from .games import presenter_at
from .limits import TITLE, fitted
from .markup import escaped, link, moment
from .message import COLOUR, Message
from .names import Names
from .reader import Reader
from .sign_emojis import EMOJIS

__all__ = [
    "agreeing_lines",
    "asked_text",
    "closed_pact",
    "closed_pad",
    "old_pad",
    "pact_message",
    "pad_buttons",
    "pad_message",
]

_IN_A_ROW: Final = 4


def agreeing_lines(table: Table, names: Names, w: Words) -> list[str]:
    """Which pairs are agreeing on their signs, until when, and whose direct messages are shut; for all to see."""
    when = moment(table.stored.deadline, "T") if table.stored.deadline is not None else "…"
    lines = [w("board.kent.agreeing", when=when)]
    for pact in table.pacts:
        pair = w.list([names.spoken[pact.pair], names.spoken[pact.pair + table.pairs]])
        lines.append(w("board.kent.pair_open" if pact.open else "board.kent.pair_ready", names=pair))
    shut = [names.spoken[pad.seat] for pad in table.pads if pad.shut]
    if shut:
        lines.append(w("board.kent.shut", names=w.list(shut), button=w("board.button.signs")))
    return lines


def pact_message(table: Table, seat: StoredSeat, reader: Reader, note: str = "") -> Message:
    """The agreement of a pair as the person in `seat` sees it, while it goes on and when it is done.

    :param note: what to say first.
    """
    w = reader.words
    pact, partner = table.pact_of(seat.seat), table.partner_of(seat.seat)
    names = Names.at(table, w)
    lines = [note] if note else []
    if not pact.open:
        lines.append(_agreed(pact, w))
    else:
        when = moment(table.stored.deadline, "T") if table.stored.deadline is not None else "…"
        lines.append(w("kent.pact.how", when=when))
        own, other = _proposals(table, seat, pact)
        if own is not None:
            lines.append(w("kent.pact.you_propose", sign=_spelled(own, w)))
        if other is not None:
            lines.append(w("kent.pact.partner_proposes", name=names.spoken[partner], sign=_spelled(other, w)))
        lines += ["", _list(w)]
    lines.append(f"-# {w('kent.pact.secret')}")
    title = fitted(w("kent.pact.title", name=escaped(names.plain[partner])), TITLE)
    return Message(embed=discord.Embed(colour=COLOUR, title=title, description="\n".join(lines)))


def pad_message(table: Table, seat: StoredSeat, reader: Reader, *, buttons: bool = False, note: str = "") -> Message:
    """The signal pad of the person in `seat`: what his partner has signed last, and the calls.

    :param buttons: whether signs are made by buttons, for want of reactions; then it also says what he signed last.
    :param note: what to say first.
    """
    w = reader.words
    pact, partner = table.pact_of(seat.seat), table.partner_of(seat.seat)
    presenter = presenter_at(table, reader)
    name, sign = presenter.names.spoken[partner], table.sign_of(partner)
    lines = [note] if note else []
    lines.append(
        w("kent.pad.partner_none", name=name)
        if sign is None
        else f"## {w('kent.pad.partner', name=name, sign=EMOJIS[sign.sign], when=moment(sign.at, 'R'))}"
    )
    if pact.sign is not None:
        lines.append(w("kent.pad.yours", sign=_spelled(pact.sign, w)))
    own = table.sign_of(seat.seat)
    if buttons and own is not None:
        lines.append(f"{EMOJIS[own.sign]} {w('kent.pad.sent', name=name)}")
    if table.match is not None and table.match.last_deal is not None:
        lines.append(presenter.last_deal(table.match.last_deal))
    how = "kent.pad.how_buttons" if buttons else "kent.pad.how"
    board = link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)
    lines.append(f"-# {w(how, name=name)} {w('kent.pad.board', link=f'[↗]({board})')}")
    embed = discord.Embed(colour=COLOUR, title=w("kent.pad.title"), description="\n".join(lines))
    view = table.view(None)
    calls = [
        Button(Address(Kind.CALL, table.id, table.deal, str(choice.does)), choice.label, choice.style)
        for choice in (presenter.calls(view) if view is not None else ())
        if choice.style is Style.GO
    ]
    if not pact.asked:
        calls.append(Button(Address(Kind.NEW_SIGN, table.id), w("kent.button.new_sign")))
    return Message(embed=embed, rows=(calls,))


def pad_buttons(table: Table, seat: StoredSeat, reader: Reader, note: str = "") -> Message:
    """The pact or the pad for somebody who uses buttons instead of direct messages."""
    agreeing = table.pact_of(seat.seat).open
    if agreeing:
        message = pact_message(table, seat, reader, note)
    else:
        message = pad_message(table, seat, reader, buttons=True, note=note)
    kind, number = (Kind.PROPOSE, 0) if agreeing else (Kind.SIGN, table.deal)
    signs = [Button(Address(kind, table.id, number, key), None, emoji=emoji) for key, emoji in EMOJIS.items()]
    rows: list[Row] = [signs[:_IN_A_ROW], signs[_IN_A_ROW:], *message.rows]
    pad = table.pad_of(seat.seat)
    if pad is not None and pad.shut:
        again = Button(Address(Kind.TRY_DIRECT, table.id), reader.words("kent.button.try_dm"))
        rows += in_rows([again])
    return Message(embed=message.embed, rows=tuple(rows))


def asked_text(table: Table, seat: StoredSeat, w: Words) -> str:
    """What somebody is told who has asked for a new sign."""
    return w("kent.sign.now" if table.pact_of(seat.seat).open else "kent.sign.asked")


def closed_pad(w: Words, *, left: bool = False) -> Message:
    """What is left of a pad when its match is over, or its person has left."""
    return Message(w("kent.pad.left" if left else "kent.pad.over"))


def closed_pact(w: Words) -> Message:
    """What is left of a pact that came to nothing."""
    return Message(w("kent.pact.closed"))


def old_pad(w: Words) -> Message:
    """What is left of a pad that a newer one has replaced."""
    return Message(w("kent.pad.newer"))


def _agreed(pact: Pact, w: Words) -> str:
    sign = _spelled(pact.sign, w) if pact.sign is not None else "…"
    return w("kent.pact.drawn" if pact.drawn else "kent.pact.agreed", sign=sign)


def _proposals(table: Table, seat: StoredSeat, pact: Pact) -> tuple[str | None, str | None]:
    """What the person himself and what his partner proposes."""
    first, second = pact.proposals
    return (first, second) if seat.seat < table.pairs else (second, first)


def _spelled(sign: str, w: Words) -> str:
    return f"{EMOJIS[sign]} **{w(f'kent.sign.{sign}')}**"


def _list(w: Words) -> str:
    return " · ".join(f"{emoji} {w(f'kent.sign.{key}')}" for key, emoji in EMOJIS.items())
