"""Partners' signs: their emojis and messages."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

import discord

from bot.locales import Words
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.components import Button, ClickAddress, ClickKind, Kind, Row, Style, button_rows
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import escape, message_link, timestamp
from bot.tables.state import Table
from storage.matches import StoredSeat
from storage.signs import Pact

EMOJIS: Final = MappingProxyType(
    {
        "wink": "😉",
        "nose": "👃",
        "ear": "👂",
        "yawn": "🥱",
        "sneeze": "🤧",
        "think": "🤔",
        "whistle": "😗",
        "nails": "💅",
    }
)
"""The emoji of each sign, in the order in which they are offered."""

IN_HAND: Final = 1
"""The number in the address of a proposal that is made in the hand."""

_KEYS: Final = {emoji: key for key, emoji in EMOJIS.items()}


def sign_of(emoji: str) -> str | None:
    """Return an emoji's sign key, if it has one."""
    return _KEYS.get(emoji)


_IN_A_ROW: Final = 4


def pact_lines(table: Table, names: PlayerNames, w: Words) -> list[str]:
    """Return a pact's public state: place, deadline, missing answers."""
    button = w("board.button.signs")
    lines = [w("board.signs.agreeing", when=_until(table), button=button)]
    lines += [_pair_line(table, pact, names, w) for pact in table.pacts]
    shut = [names.spoken[pad.seat] for pad in table.pads if pad.shut]
    if shut:
        lines.append(w("board.signs.shut", names=w.list(shut), button=button))
    return lines


def sign_line(table: Table, seat: StoredSeat, presenter: Presenter[Any, Any]) -> str:
    """Return the hint that a player can sign, else ""."""
    view = table.view(seat.user_id)
    sign = table.pact_of(seat.seat).sign if table.pacts else None
    if view is None or sign is None or table.agreeing or not presenter.has_meld_to_sign(view):
        return ""
    own = table.sign_of(seat.seat)
    key = "hand.signs.made" if own is not None and own.sign == sign else "hand.signs.now"
    return presenter.w(key, name=presenter.names.spoken[table.partner_of(seat.seat)], sign=_spelled(sign, presenter.w))


def partner_line(table: Table, seat: StoredSeat, presenter: Presenter[Any, Any]) -> str:
    """Return the partner's last sign, large, else ""."""
    if not table.pacts or not table.status.is_live:
        return ""
    w, partner = presenter.w, table.partner_of(seat.seat)
    name, sign = presenter.names.spoken[partner], table.sign_of(partner)
    if sign is None:
        return w("pad.partner_none", name=name)
    return f"## {w('pad.partner', name=name, sign=EMOJIS[sign.sign], when=timestamp(sign.at, 'R'))}"


def pact_message(table: Table, seat: StoredSeat, reader: Reader, *, buttons: bool = False, note: str = "") -> Message:
    """Return the pact as the person in `seat` sees it.

    :param buttons: whether signs are proposed by buttons instead of reactions.
    """
    w = reader.words
    pact, partner = table.pact_of(seat.seat), table.partner_of(seat.seat)
    names = PlayerNames.at(table, w)
    lines = [note] if note else []
    if not pact.open:
        lines.append(_agreed(pact, w))
    else:
        lines.append(w("pact.how_buttons" if buttons else "pact.how", when=_until(table)))
        own, other = _proposals(table, seat, pact)
        if own is not None:
            lines.append(w("pact.you_propose", sign=_spelled(own, w)))
        if other is not None:
            lines.append(w("pact.partner_proposes", name=names.spoken[partner], sign=_spelled(other, w)))
        lines += ["", _list(w)]
    lines.append(f"-# {w('pact.secret')}")
    title = w("pact.title", name=escape(names.plain[partner]))
    return Message(embed=discord.Embed(colour=COLOUR, title=title, description="\n".join(lines)))


def pad_message(table: Table, seat: StoredSeat, reader: Reader, *, buttons: bool = False, note: str = "") -> Message:
    """Return the pad of the person in `seat`.

    :param buttons: whether buttons replace reactions; they also show the person's own last sign.
    """
    w = reader.words
    pact, partner = table.pact_of(seat.seat), table.partner_of(seat.seat)
    presenter = presenter_at(table, reader)
    name = presenter.names.spoken[partner]
    lines = [note] if note else []
    lines.append(partner_line(table, seat, presenter))
    if pact.sign is not None:
        lines.append(w("pad.yours", sign=_spelled(pact.sign, w)))
    own = table.sign_of(seat.seat)
    if buttons and own is not None:
        lines.append(f"{EMOJIS[own.sign]} {w('pad.sent', name=name, when=timestamp(own.at, 'R'))}")
    if table.match is not None and table.match.last_deal is not None:
        lines.append(presenter.last_deal(table.match.last_deal))
    how = "pad.how_buttons" if buttons else "pad.how"
    board = message_link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)
    lines.append(f"-# {w(how, name=name)} {w('pad.board', link=f'[↗]({board})')}")
    embed = discord.Embed(colour=COLOUR, title=w("pad.title"), description="\n".join(lines))
    new_sign = Button(ClickAddress(Kind.NEW_SIGN, table.id), w("pad.button.new_sign"))
    return Message(embed=embed, rows=() if pact.asked else ((new_sign,),))


def pad_buttons(table: Table, seat: StoredSeat, reader: Reader, note: str = "") -> Message:
    """Return the pact or pad with buttons."""
    agreeing = table.pact_of(seat.seat).open
    if agreeing:
        message = pact_message(table, seat, reader, buttons=True, note=note)
    else:
        message = pad_message(table, seat, reader, buttons=True, note=note)
    rows: list[Row] = [*(_proposal_rows(table, seat) if agreeing else _sign_rows(table)), *message.rows]
    pad = table.pad_of(seat.seat)
    if pad is not None and pad.shut:
        again = Button(ClickAddress(Kind.TRY_DIRECT, table.id), reader.words("pad.button.try_dm"))
        rows += button_rows([again])
    return Message(embed=message.embed, rows=tuple(rows))


def pact_in_hand(table: Table, seat: StoredSeat, reader: Reader, note: str = "") -> Message:
    """Return the hand while pairs agree: the own pact with its buttons, without tiles."""
    if table.pact_of(seat.seat).open:
        message = pact_message(table, seat, reader, buttons=True, note=note)
        return replace(message, rows=_proposal_rows(table, seat, IN_HAND))
    waiting = reader.words("signs.agreeing")
    return pact_message(table, seat, reader, note=f"{note}\n{waiting}" if note else waiting)


def _proposal_rows(table: Table, seat: StoredSeat, place: int = 0) -> tuple[Row, ...]:
    """Return the signs to propose; those proposed already stand out."""
    own, other = _proposals(table, seat, table.pact_of(seat.seat))
    styles = {own: Style.MAIN, other: Style.GO}
    return _rows_of(Kind.PROPOSE, table, place, styles)


def _sign_rows(table: Table) -> tuple[Row, ...]:
    return _rows_of(Kind.SIGN, table, table.deal, {})


def _rows_of(kind: ClickKind, table: Table, number: int, styles: Mapping[str | None, Style]) -> tuple[Row, ...]:
    """Return a button for each sign, in two rows."""
    signs = [
        Button(ClickAddress(kind, table.id, number, key), None, styles.get(key, Style.PLAIN), emoji=emoji)
        for key, emoji in EMOJIS.items()
    ]
    return signs[:_IN_A_ROW], signs[_IN_A_ROW:]


def new_sign_text(table: Table, seat: StoredSeat, w: Words) -> str:
    """Return the answer to a request for a new sign."""
    return w("signs.now" if table.pact_of(seat.seat).open else "signs.asked")


def closed_pad(w: Words, *, left: bool = False) -> Message:
    """Return the pad after the match or the player's leaving."""
    return Message(w("pad.left" if left else "pad.over"))


def closed_pact(w: Words) -> Message:
    """Return the agreement on signs after it failed."""
    return Message(w("pact.closed"))


def old_pad(w: Words) -> Message:
    """Return the pad after a newer one replaced it."""
    return Message(w("pad.newer"))


def _until(table: Table) -> str:
    """Return the deadline for pairs to agree."""
    return timestamp(table.stored.deadline, "T") if table.stored.deadline is not None else "…"


def _pair_line(table: Table, pact: Pact, names: PlayerNames, w: Words) -> str:
    """Return a pair's progress, without the proposed signs."""
    members = (pact.pair, pact.pair + table.pairs)
    pair = w.list([names.spoken[seat] for seat in members])
    if not pact.open:
        return w("board.signs.pair_ready", names=pair)
    silent = [
        names.spoken[seat]
        for seat, proposal in zip(members, pact.proposals, strict=True)
        if proposal is None and table.seats[seat].user_id is not None
    ]
    if silent:
        return w("board.signs.pair_waits", names=pair, silent=w.list(silent))
    return w("board.signs.pair_differs", names=pair)


def _agreed(pact: Pact, w: Words) -> str:
    sign = _spelled(pact.sign, w) if pact.sign is not None else "…"
    return w("pact.drawn" if pact.drawn else "pact.agreed", sign=sign)


def _proposals(table: Table, seat: StoredSeat, pact: Pact) -> tuple[str | None, str | None]:
    """Return the proposals of the person and of their partner."""
    first, second = pact.proposals
    return (first, second) if seat.seat < table.pairs else (second, first)


def _spelled(sign: str, w: Words) -> str:
    return f"{EMOJIS[sign]} **{w(f'signs.{sign}')}**"


def _list(w: Words) -> str:
    return " · ".join(f"{emoji} {w(f'signs.{key}')}" for key, emoji in EMOJIS.items())


COMPLETES: Final = {
    "signs.{}": EMOJIS,
}
