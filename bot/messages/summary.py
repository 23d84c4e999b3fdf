"""What stays in the channel: the end of a deal with its count, the end of a match with its ranking."""

from __future__ import annotations

import discord

from bot.locales import Words, words
from bot.posts.components import button
from bot.tables.state import Table
from games import Outcome
from games.core.view import DealEnd
from games.nos.view import NosDealEnd
from storage.matches import Status

from .addresses import Address
from .board import Medium
from .happenings import sentences
from .message import COLOUR, Message
from .names import side_names, spoken_names
from .pictures import ending_letters, ending_picture

__all__ = ["closed_message", "deal_message", "match_message"]

_GOLD = discord.Colour(0xC9A227)
_GREY = discord.Colour(0x6B7280)
_HOW = frozenset({"out", "blocked", "closed", "cut_off", "called"})
_COUNT = frozenset(
    {"right", "wrong", "bonus", "caught", "zeroed", "eliminated", "odd", "bust", "scored", "no_score", "round"}
)
_MEDALS = ("🥇", "🥈", "🥉")


async def deal_message(table: Table, ending: DealEnd, medium: Medium) -> Message:
    """How a deal ended: the line of play, the tiles left in the hands, and the count."""
    w = words(table.stored.locale)
    embed = discord.Embed(colour=COLOUR, title=w("summary.deal.title", number=ending.number))
    told = [event for event in ending.events if event.kind in _HOW | _COUNT]
    embed.description = "\n".join(sentences(table, w, told))
    embed.add_field(name=w("board.scores"), value=_count(table, ending, w), inline=False)
    if isinstance(ending, NosDealEnd):
        embed.add_field(name=w("nos.payments"), value=_payments(table, ending, w), inline=False)
    if medium.missing:
        embed.add_field(name=w("board.line"), value=ending_letters(table, ending, w)[:1024], inline=False)
        return Message(embed=embed)
    picture = await ending_picture(table, ending, w)
    if picture is None:
        return Message(embed=embed)
    embed.set_image(url=f"attachment://{picture.name}")
    return Message(embed=embed, pictures=(picture,))


def match_message(table: Table) -> Message:
    """How a match ended: who won, the ranking, and what can be done next."""
    w = words(table.stored.locale)
    match = table.match
    outcome = match.outcome if match else None
    if match is None or outcome is None:
        return closed_message(table)
    embed = discord.Embed(colour=_GOLD, title=w("summary.match.title", game=w(f"game.{match.key}.name")))
    embed.description = _winner(table, outcome, w)
    embed.add_field(name=w("summary.ranking"), value="\n".join(_ranking(table, outcome, w)), inline=False)
    deals = w.count("summary.match.deals", table.stored.deals_ended)
    embed.set_footer(text=f"{deals} {w('summary.match.saved', match=table.id)}")
    return Message(
        embed=embed,
        rows=(
            (
                button(Address("rematch", table.id), w("summary.button.rematch"), style=discord.ButtonStyle.success),
                button(Address("record", table.id), w("summary.button.record")),
                button(Address("rules", table.id), w("board.button.rules")),
            ),
        ),
        mentions=(),
    )


def closed_message(table: Table) -> Message:
    """What is left of a lobby that was called off, or of a match that was broken off."""
    w = words(table.stored.locale)
    embed = discord.Embed(colour=_GREY, title=w(f"game.{table.stored.game}.name"))
    lines = sentences(table, w, table.recent[-1:])
    key = "summary.match.broken_off" if table.stored.started_at is not None else "summary.lobby.closed"
    embed.description = "\n".join([*lines, w(key)])
    rematch = table.stored.started_at is not None and table.status is Status.CANCELLED and bool(table.persons)
    buttons = (button(Address("rematch", table.id), w("summary.button.rematch")),) if rematch else ()
    return Message(embed=embed, rows=(buttons,) if buttons else ())


def _payments(table: Table, ending: NosDealEnd, w: Words) -> str:
    """Who paid whom in the whole deal, added up for each pair."""
    names = spoken_names(table, w)
    lines = [
        f"{names[payer]} → {names[receiver]}: {amount} $"
        for payer, row in enumerate(ending.paid)
        for receiver, amount in enumerate(row)
        if amount
    ]
    return "\n".join(lines)[:1024] or "—"


def _winner(table: Table, outcome: Outcome, w: Words) -> str:
    names = [side_names(table, w)[side] for side in outcome.winners]
    if not names:
        return w("event.over.nobody")
    if len(names) == 1:
        return w("summary.match.won", name=names[0])
    return w("summary.match.shared", names=w.list(names))


def _ranking(table: Table, outcome: Outcome, w: Words) -> list[str]:
    names = side_names(table, w)
    lines, place = [], 1
    for group in outcome.ranking:
        medal = _MEDALS[place - 1] if place <= len(_MEDALS) else "▫"
        lines += [
            f"{medal} "
            + w("summary.place", place=place, name=names[side], points=w.count("summary.points", outcome.scores[side]))
            for side in sorted(group)
        ]
        place += len(group)
    return lines


def _count(table: Table, ending: DealEnd, w: Words) -> str:
    """What the deal brought each side, and the scores after it."""
    return "\n".join(
        w("summary.deal.count", name=name, points=f"{points:+d}".replace("-", "−"), total=str(total).replace("-", "−"))
        for name, points, total in zip(side_names(table, w), ending.points, ending.scores, strict=True)
    )
