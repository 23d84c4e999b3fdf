"""Somebody's results at solitaires: how many, the best, averages and streaks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import discord

import games
from bot.locales import Words
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import escape
from bot.tables.solo.results import Standing, day_streak, solved_days, standing
from storage.solo import StoredSolo

from .board import duration

__all__ = ["solo_stats_message"]


def solo_stats_message(results: Sequence[StoredSolo], name: str, today: date, reader: Reader) -> Message:
    """All that somebody has played of solitaires.

    :param results: all of his that count, the oldest first.
    """
    w = reader.words
    embed = discord.Embed(colour=COLOUR, title=w("solo.stats.title", name=escape(name)))
    for key in games.SOLITAIRES:
        of_game = [one for one in results if one.game == key]
        if of_game:
            lines = _stats_lines(standing(of_game), day_streak(solved_days(results, key), today), w)
            embed.add_field(name=w(f"game.{key}.name"), value="\n".join(lines), inline=False)
    if not embed.fields:
        embed.description = w("solo.stats.none", solo=reader.command("solo play"))
    else:
        embed.set_footer(text=w("solo.stats.counts"))
    return Message(embed=embed)


def _stats_lines(shown: Standing, days: int, w: Words) -> list[str]:
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
