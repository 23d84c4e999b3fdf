"""The settings of a league."""

from __future__ import annotations

from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.settings_pages import settings_table
from storage.league.leagues import League

__all__ = ["league_settings_message"]


def league_settings_message(league: League, reader: Reader, *, saved: bool) -> Message:
    """The settings of the league of a server.

    :param saved: whether something has just been changed.
    """
    w = reader.words
    daily, channel = league.daily_limit, league.summary_channel_id
    lines = {
        "league.settings.zone": league.time_zone,
        "league.settings.daily": w.count("league.matches", daily) if daily else w("league.settings.daily.any"),
        "league.settings.quarterly": w("option.on") if league.quarterly else w("option.off"),
        "league.settings.games_off": w.list([w(f"game.{game}.name") for game in league.games_off])
        or w("league.settings.games_off.none"),
        "league.settings.summary": w("option.off") if channel is None else f"<#{channel}>",
    }
    return settings_table(w, "league.settings.title", lines, saved=saved)
