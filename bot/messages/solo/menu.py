"""The solitaire menu, a person's results, and refused clicks."""

from collections.abc import Sequence
from datetime import date
from typing import Final

import discord

import games
from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Kind, Style
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, escape, timestamp
from bot.messages.solo.board import solo_address
from bot.messages.solo.solved import duration
from bot.tables.solo.results import SoloStatistics, day_streak, solved_days, standing
from storage.solo import StoredSolo

_OPEN: Final = "▸"


def solo_menu(reader: Reader, user_id: int, opened: Sequence[StoredSolo]) -> Message:
    """Return the menu of solitaires, including unfinished ones.

    :param opened: the person's open solitaires, including daily deals.
    """
    w = reader.words
    running = {stored.game: stored for stored in opened if not stored.day and stored.revision}
    lines = [f"-# {w('solo.menu.daily', daily=reader.command('daily'))}"]
    for key in games.SOLITAIRES:
        lines.append(f"**{w(f'game.{key}.name')}** — {w(f'game.{key}.blurb')}")
        if key in running:
            moves, when = w.count("solo.moves", running[key].moves), timestamp(running[key].created_at, "R")
            lines.append(f"> {_OPEN} {w('solo.menu.open', moves=moves, when=when)}")
    embed = discord.Embed(colour=COLOUR, title=w("solo.menu.title"), description="\n".join(lines))
    buttons = tuple(
        Button(
            solo_address(Kind.SOLO_OPEN, user_id, key),
            w(f"game.{key}.name"),
            Style.GO if key in running else Style.MAIN,
        )
        for key in games.SOLITAIRES
    )
    stats = Button(ClickAddress(Kind.SOLO_STATS, rest=str(user_id)), w("solo.button.stats"), emoji="📈")
    return Message(embed=embed, rows=((*buttons, stats),))


def not_your_solo(reader: Reader, name: str, game: str, user_id: int) -> Message:
    """Return the refusal of a click on another's solitaire.

    :param game: the game offered to the user instead; "" for the menu.
    """
    w = reader.words
    if game:
        label = w("solo.button.own", game=w(f"game.{game}.name"))
        button = Button(solo_address(Kind.SOLO_OPEN, user_id, game), label, Style.MAIN)
    else:
        button = Button(solo_address(Kind.SOLO_MENU, user_id), w("solo.button.own_menu"), Style.MAIN)
    text = w("solo.not_yours", name=bold(name)) if name else w("solo.not_your_menu")
    return Message(text, rows=((button,),))


def solo_stats_message(results: Sequence[StoredSolo], name: str, today: date, reader: Reader) -> Message:
    """Return a person's solitaire results.

    :param results: all counted results, the oldest first.
    """
    w = reader.words
    embed = discord.Embed(colour=COLOUR, title=w("solo.stats.title", name=escape(name)))
    for key in games.SOLITAIRES:
        of_game = [one for one in results if one.game == key]
        if of_game:
            lines = _stats_lines(standing(of_game), day_streak(solved_days(results, key), today), w)
            embed.add_field(name=w(f"game.{key}.name"), value="\n".join(lines), inline=False)
    if not embed.fields:
        embed.description = w("solo.stats.none", solo=reader.command("play"))
    else:
        embed.set_footer(text=w("solo.stats.counts"))
    return Message(embed=embed)


def _stats_lines(shown: SoloStatistics, days: int, w: Words) -> list[str]:
    share = round(100 * shown.solved / shown.played)
    lines = [w("solo.stats.played", played=shown.played, solved=shown.solved, share=share, alone=shown.alone)]
    if shown.best is not None:
        moves = w.count("solo.moves", shown.best.moves)
        lines.append(w("solo.stats.best", moves=moves, time=duration(shown.best.seconds)))
        average = f"{shown.moves:.1f}"
        lines.append(w("solo.stats.average", moves=average, time=duration(round(shown.seconds))))
    lines.append(w("solo.stats.streak", streak=shown.streak, longest=shown.longest))
    if days:
        lines.append(w.count("daily.streak", days))
    return lines
