"""Who changed what in a league, page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.locales import Words
from bot.messages.parts.components import Address, Kind, last_page, page_buttons
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.names import person_named
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_DESCRIPTION, escape, timestamp, truncate
from storage.league.people import Deed
from storage.league.results import CROWDED

__all__ = ["DEEDS", "LINES", "deeds_message"]

LINES: Final = 10
"""How many deeds stand on a page."""

DEEDS: Final = (
    "void",
    "restore",
    "merge",
    "add",
    "record",
    "import",
    "export",
    "open_season",
    "close_season",
    "settings",
    CROWDED,
)
"""The deeds that have words of their own."""


def deeds_message(
    deeds: Sequence[Deed],
    matches: Mapping[int, str],
    names: Mapping[int, str],
    number: int,
    total: int,
    reader: Reader,
) -> Message:
    """A page of what was changed by hand, counted from 0.

    :param matches: by what results are named.
    :param names: what people are called.
    """
    w, pages = reader.words, last_page(total, LINES) + 1
    lines = [_line(deed, matches, names, w) for deed in deeds] or [w("league.deeds.none")]
    embed = discord.Embed(colour=COLOUR, title=w("league.deeds.title"))
    embed.description = truncate("\n".join(lines), MAX_DESCRIPTION)
    if pages > 1:
        embed.set_footer(text=w("rules.page", number=number + 1, total=pages))
    rows = page_buttons(reader, lambda page: Address(Kind.DEEDS_PAGE, "", 0, str(page)), number, pages)
    return Message(embed=embed, rows=rows)


def _line(deed: Deed, matches: Mapping[int, str], names: Mapping[int, str], w: Words) -> str:
    by_itself = deed.deed == CROWDED
    nobody = w("league.deed.itself" if by_itself else "league.deed.nobody")
    who = nobody if deed.user_id is None else person_named(deed.user_id, names, w)
    match = "" if deed.result_id is None else f"`{matches.get(deed.result_id, f'#{deed.result_id}')}`"
    if deed.deed == "merge":
        old, new = (person_named(int(deed.about[key]), names, w) for key in ("from", "into"))
        done = w("league.deed.merge", old=old, new=new)
    elif deed.deed in ("import", CROWDED):
        done = w.count(f"league.deed.{deed.deed}", int(deed.about["results"]))
    else:
        done = w(f"league.deed.{deed.deed}", match=match, about=escape(_about(deed)))
    reason = f"\n> {escape(deed.reason)}" if deed.reason else ""
    return f"{timestamp(deed.at, 'f')} · {who}: {done}{reason}"


def _about(deed: Deed) -> str:
    """What a deed was about in short: the name of a season, or what was set to what."""
    if "name" in deed.about:
        return str(deed.about["name"])
    return ", ".join(f"{key}: {value}" for key, value in deed.about.items())
