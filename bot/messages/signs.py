"""The signs that partners make at each other, as emojis, and the messages on which they are made."""

from __future__ import annotations

from typing import Final

import discord

from bot.locales import Words
from bot.posts.channels import Channels
from bot.posts.components import AddressedButton, button
from bot.tables.state import Table
from games.kent import KentDealEnd
from storage.matches import StoredSeat
from storage.signs import Pact

from .addresses import Address
from .board import moment
from .message import COLOUR, Message, Row
from .names import plain_names, spoken_names
from .sign_emojis import EMOJIS

__all__ = ["closed_pact", "closed_pad", "old_pad", "pact_message", "pad_buttons", "pad_message"]

_IN_A_ROW: Final = 4


def pact_message(table: Table, seat: StoredSeat, w: Words) -> Message:
    """The agreement of a pair as the person in `seat` sees it, while it goes on and when it is done."""
    pact, partner = table.pact_of(seat.seat), table.partner_of(seat.seat)
    names = spoken_names(table, w)
    lines = []
    if not pact.open:
        lines.append(_agreed(pact, w))
    else:
        when = moment(table.stored.deadline, "T") if table.stored.deadline is not None else "…"
        lines.append(w("pact.how", when=when))
        own, other = _proposals(table, seat, pact)
        if own is not None:
            lines.append(w("pact.you_propose", sign=_spelled(own, w)))
        if other is not None:
            lines.append(w("pact.partner_proposes", name=names[partner], sign=_spelled(other, w)))
        lines += ["", _list(w)]
    lines.append(f"-# {w('pact.secret')}")
    title = w("pact.title", name=plain_names(table, w)[partner])
    return Message(embed=discord.Embed(colour=COLOUR, title=title, description="\n".join(lines)))


def pad_message(table: Table, seat: StoredSeat, w: Words, *, buttons: bool = False, note: str = "") -> Message:
    """The signal pad of the person in `seat`: what his partner has signed last, and the calls.

    :param buttons: whether signs are made by buttons, for want of reactions; then it also says what he signed last.
    :param note: what to say first.
    """
    pact, partner = table.pact_of(seat.seat), table.partner_of(seat.seat)
    name = spoken_names(table, w)[partner]
    sign = table.sign_of(partner)
    lines = [note] if note else []
    lines.append(
        w("pad.partner_none", name=name)
        if sign is None
        else f"## {w('pad.partner', name=name, sign=EMOJIS[sign.sign], when=moment(sign.at, 'R'))}"
    )
    if pact.sign is not None:
        lines.append(w("pad.yours", sign=_spelled(pact.sign, w)))
    own = table.sign_of(seat.seat)
    if buttons and own is not None:
        lines.append(f"{EMOJIS[own.sign]} {w('pad.sent', name=name)}")
    lines += _last(table, w)
    how = "pad.how_buttons" if buttons else "pad.how"
    link = Channels.link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)
    lines.append(f"-# {w(how, name=name)} {w('pad.board', link=f'[↗]({link})')}")
    embed = discord.Embed(colour=COLOUR, title=w("pad.title"), description="\n".join(lines))
    calls = [
        button(Address("call", table.id, table.deal, call), w(f"kent.call.{call}"), style=discord.ButtonStyle.success)
        for call in ("kent", "biskent")
    ]
    if not pact.asked:
        calls.append(button(Address("newsign", table.id), w("pad.button.new_sign")))
    return Message(embed=embed, rows=(calls,))


def pad_buttons(table: Table, seat: StoredSeat, w: Words, note: str = "") -> Message:
    """The pact or the pad for somebody who uses buttons instead of direct messages."""
    if table.pact_of(seat.seat).open:
        message = pact_message(table, seat, w)
        if note and message.embed is not None:
            message.embed.description = f"{note}\n{message.embed.description}"
    else:
        message = pad_message(table, seat, w, buttons=True, note=note)
    agreeing = table.pact_of(seat.seat).open
    signs = [
        button(
            Address("propose", table.id, 0, key) if agreeing else Address("sign", table.id, 0, key), None, emoji=emoji
        )
        for key, emoji in EMOJIS.items()
    ]
    rows: list[Row] = [signs[:_IN_A_ROW], signs[_IN_A_ROW:], *message.rows]
    pad = table.pad_of(seat.seat)
    if pad is not None and pad.shut:
        rows.append(_try_again(table, w))
    return Message(embed=message.embed, rows=tuple(rows))


def closed_pad(w: Words, *, left: bool = False) -> Message:
    """What is left of a pad when its match is over, or its person has left."""
    return Message(w("pad.left" if left else "pad.over"))


def closed_pact(w: Words) -> Message:
    """What is left of a pact that came to nothing."""
    return Message(w("pact.closed"))


def old_pad(w: Words) -> Message:
    """What is left of a pad that a newer one has replaced."""
    return Message(w("pad.newer"))


def _try_again(table: Table, w: Words) -> list[AddressedButton]:
    return [button(Address("trydm", table.id), w("pad.button.try_dm"))]


def _agreed(pact: Pact, w: Words) -> str:
    sign = _spelled(pact.sign, w) if pact.sign is not None else "…"
    return w("pact.drawn" if pact.drawn else "pact.agreed", sign=sign)


def _proposals(table: Table, seat: StoredSeat, pact: Pact) -> tuple[str | None, str | None]:
    """What the person himself and what his partner proposes."""
    first, second = pact.proposals
    return (first, second) if seat.seat < table.pairs else (second, first)


def _spelled(sign: str, w: Words) -> str:
    return f"{EMOJIS[sign]} **{w(f'signs.{sign}')}**"


def _list(w: Words) -> str:
    return " · ".join(f"{emoji} {w(f'signs.{key}')}" for key, emoji in EMOJIS.items())


def _last(table: Table, w: Words) -> list[str]:
    """How the last deal ended, in a line."""
    last = table.match.last_deal if table.match is not None else None
    if not isinstance(last, KentDealEnd):
        return []
    key = "pad.last" if last.right else "pad.last_wrong"
    name = spoken_names(table, w)[last.caller]
    return [w(key, number=last.number, name=name, call=w(f"kent.call.{last.call}"))]
