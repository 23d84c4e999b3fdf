"""The audit log of a league, page by page."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import discord

from bot.league.administration.clicks import ModeratorClick
from bot.league.tournaments.hosting.messages import action_text
from bot.locales import Words
from bot.messages.errors import until_text
from bot.messages.parts.components import ClickAddress, last_page, page_buttons
from bot.messages.parts.message import COLOUR, Message, add_page_number
from bot.messages.parts.names import person_named
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_DESCRIPTION, bold, escape, timestamp, truncate
from games import current_key
from storage.league.audit_log import NIGHT_CHANGES, NIGHT_SETTINGS, AuditAction, AuditEntry
from storage.league.results import Result

LINES: Final = 10
"""The entries on a page."""

_LONGEST_POST: Final = 1800
"""The most characters of a post in the log channel, which may have to do without an embed."""


@dataclass(frozen=True)
class AuditNames:
    """The names of the things in audit entries.

    :ivar people: by user id.
    :ivar results: the results that still exist, by number.
    :ivar seasons: the names of seasons that still exist, by id, in the reader's language.
    """

    people: Mapping[int, str]
    results: Mapping[int, Result]
    seasons: Mapping[int, str]


def audit_log_message(
    entries: Sequence[AuditEntry], names: AuditNames, number: int, total: int, reader: Reader
) -> Message:
    """Return a page of the audit log, counted from 0."""
    w, pages = reader.words, last_page(total, LINES) + 1
    lines = [log_line(entry, names, w) for entry in entries] or [w("league.audit.none")]
    if len("\n".join(lines)) > MAX_DESCRIPTION:
        lines = [truncate(line, MAX_DESCRIPTION // LINES - 1) for line in lines]
    embed = discord.Embed(colour=COLOUR, title=w("league.audit.title"), description="\n".join(lines))
    add_page_number(embed, number, pages, w)
    rows = page_buttons(
        reader, lambda page: ClickAddress(ModeratorClick.AUDIT_LOG_PAGE, "", 0, str(page)), number, pages
    )
    return Message(embed=embed, rows=rows)


def log_message(entries: Sequence[AuditEntry], names: AuditNames, reader: Reader) -> tuple[Message, int]:
    """Return the first of these entries for the log channel, as many as fit, and their number."""
    w = reader.words
    lines: list[str] = []
    for entry in entries:
        line = log_line(entry, names, w)
        if lines and len("\n".join((*lines, line))) > _LONGEST_POST:
            break
        lines.append(line)
    text = truncate("\n".join(lines), _LONGEST_POST)
    return Message(embed=discord.Embed(colour=COLOUR, title=w("league.audit.title"), description=text)), len(lines)


def log_line(entry: AuditEntry, names: AuditNames, w: Words) -> str:
    """Return an entry with its time, actor and reason."""

    def named(user_id: int) -> str:
        return person_named(user_id, names.people, w)

    no_one = w("league.audit.nobody" if entry.action is AuditAction.IMPORT else "league.audit.itself")
    who = no_one if entry.user_id is None else named(entry.user_id)
    reason = f"\n> {escape(entry.reason)}" if entry.reason else ""
    return f"{timestamp(entry.at, 'f')} · {who}: {_change(entry, names, named, w)}{reason}"


def change_message(
    entry: AuditEntry, names: AuditNames, mentioned: Collection[int], link: str, reader: Reader
) -> Message:
    """Return the line about a changed match for its players.

    :param mentioned: the people to mention; the others are named.
    :param link: the address of the match; "" to point to the history.
    """
    w = reader.words

    def named(user_id: int) -> str:
        return f"<@{user_id}>" if user_id in mentioned else bold(called(names.people, user_id, w))

    who = w("league.audit.itself") if entry.user_id is None else bold(called(names.people, entry.user_id, w))
    where = f"[↗]({link})" if link else reader.command("history")
    text = w("league.audit.public", who=who, change=_change(entry, names, named, w), where=where)
    return Message(text, mentions=tuple(sorted(mentioned)))


def _change(entry: AuditEntry, names: AuditNames, named: Callable[[int], str], w: Words) -> str:
    """Return the change in words."""
    about = entry.about
    match entry.action:
        case AuditAction.MERGE | AuditAction.UNDO_MERGE:
            return w(f"league.audit.{entry.action}", old=named(int(about["from"])), new=named(int(about["into"])))
        case AuditAction.KEEP_OUT:
            return w("league.audit.keep_out", person=named(int(about["person"])), until=until_text(about["until"], w))
        case AuditAction.LET_IN:
            return w("league.audit.let_in", person=named(int(about["person"])))
        case AuditAction.CLUB_NIGHT:
            return _night_change(about, w)
        case AuditAction.TOURNAMENT:
            action = action_text(entry, named, w)
            return w("league.audit.tournament", title=escape(str(about["title"])), action=action)
        case AuditAction.END_MATCH:
            game, people = (
                w(f"game.{current_key(about['game'])}.name"),
                w.list([named(one) for [one] in about["sides"]]),
            )
            match = w("league.audit.match", game=game, people=people, day=timestamp(entry.at, "d"))
            return w("league.audit.end_match", match=match)
        case AuditAction.IMPORT | AuditAction.CROWDED:
            return w.count(f"league.audit.{entry.action}", int(about["results"]))
        case AuditAction.SETTINGS:
            changed = [_setting(name, about[name], w) for name in _SETTINGS if name in about]
            return w("league.audit.settings", about=w.list(changed))
        case AuditAction.ROLE_MISSED | AuditAction.ROLE_KEPT:
            season = escape(names.seasons.get(int(about["season"]), str(about["name"])))
            text = w(f"league.audit.{entry.action}", person=named(int(about["person"])), about=season)
            return f"{text}. {w('league.audit.role.hint')}" if about["forbidden"] else text
    season = escape(names.seasons.get(int(about.get("season", 0)), str(about.get("name", ""))))
    return w(f"league.audit.{entry.action}", match=_match(entry, names, named, w), about=season)


def _night_change(about: Mapping[str, Any], w: Words) -> str:
    """Return the change of a club night, which is called by its games if it has no title."""
    title = about["title"] or w.list([w(f"game.{current_key(game)}.name") for game in dict.fromkeys(about["games"])])
    settings = w.list([w(f"club.setting.{one}") for one in about.get("settings", ())])
    day = w.long_day(date.fromisoformat(about["day"])) if "day" in about else ""
    return w(f"league.audit.club_night.{about['what']}", title=bold(title), settings=settings, day=day)


def _match(entry: AuditEntry, names: AuditNames, named: Callable[[int], str], w: Words) -> str:
    """Return the game, people and day of the changed result."""
    result = names.results.get(entry.result_id or 0)
    if result is None:
        return w("league.audit.match.gone")
    people = w.list([named(user_id) for user_id in result.people])
    return w("league.audit.match", game=w(f"game.{result.game}.name"), people=people, day=timestamp(result.at, "d"))


_SETTINGS: Final = {
    "zone": "league.settings.zone",
    "daily": "league.settings.daily",
    "quarterly": "league.settings.quarterly",
    "games_off": "league.settings.games_off",
    "summary": "league.settings.summary",
    "log": "league.settings.log",
    "podium_role": "league.settings.podium",
    "medal_matches": "league.settings.medals",
}
"""The labels of the settings by their names among the details."""


def _setting(name: str, value: Any, w: Words) -> str:
    """Return a setting with its new value."""
    match name:
        case "daily":
            shown = w.count("league.matches", value) if value else w("league.settings.daily.any")
        case "medal_matches":
            shown = w.count("league.matches", value)
        case "quarterly":
            shown = w("option.on" if value else "option.off")
        case "games_off":
            shown = w.list([w(f"game.{game}.name") for game in value]) or w("league.settings.games_off.none")
        case "log" if value == 0:
            shown = w("league.settings.log.gone")
        case "summary" | "log":
            shown = f"<#{value}>" if value else w("option.off")
        case "podium_role":
            shown = f"<@&{value}>" if value else w("league.settings.podium.none")
        case _:
            shown = bold(str(value))
    return w("league.audit.setting", label=w(_SETTINGS[name]), value=shown)


COMPLETES: Final = {
    "league.audit.{}": set(AuditAction) - {AuditAction.CLUB_NIGHT},
    "league.audit.club_night.{}": NIGHT_CHANGES,
    "club.setting.{}": NIGHT_SETTINGS,
}
