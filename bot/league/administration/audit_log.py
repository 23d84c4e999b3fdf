"""The audit log of a league, page by page."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.league.tournaments.host_messages import action_text
from bot.locales import Words
from bot.messages.parts.components import ClickAddress, Kind, last_page, page_buttons
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.names import person_named
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_DESCRIPTION, escape, timestamp, truncate
from storage.league.audit_log import AuditAction, AuditEntry

LINES: Final = 10
"""The entries on a page."""


def audit_log_message(
    entries: Sequence[AuditEntry],
    matches: Mapping[int, str],
    names: Mapping[int, str],
    number: int,
    total: int,
    reader: Reader,
) -> Message:
    """Return a page of the audit log, counted from 0.

    :param matches: the names of results.
    """
    w, pages = reader.words, last_page(total, LINES) + 1
    lines = [_line(entry, matches, names, w) for entry in entries] or [w("league.audit.none")]
    embed = discord.Embed(colour=COLOUR, title=w("league.audit.title"))
    embed.description = truncate("\n".join(lines), MAX_DESCRIPTION)
    if pages > 1:
        embed.set_footer(text=w("rules.page", number=number + 1, total=pages))
    rows = page_buttons(reader, lambda page: ClickAddress(Kind.AUDIT_LOG_PAGE, "", 0, str(page)), number, pages)
    return Message(embed=embed, rows=rows)


def _line(entry: AuditEntry, matches: Mapping[int, str], names: Mapping[int, str], w: Words) -> str:
    by_itself = entry.action is AuditAction.CROWDED
    nobody = w("league.audit.itself" if by_itself else "league.audit.nobody")
    who = nobody if entry.user_id is None else person_named(entry.user_id, names, w)
    match = "" if entry.result_id is None else f"`{matches.get(entry.result_id, f'#{entry.result_id}')}`"
    if entry.action is AuditAction.MERGE:
        old, new = (person_named(int(entry.about[key]), names, w) for key in ("from", "into"))
        done = w("league.audit.merge", old=old, new=new)
    elif entry.action is AuditAction.TOURNAMENT:
        action = action_text(entry, lambda user_id: person_named(user_id, names, w), w)
        done = w("league.audit.tournament", title=escape(str(entry.about["title"])), action=action)
    elif entry.action in (AuditAction.IMPORT, AuditAction.CROWDED):
        done = w.count(f"league.audit.{entry.action}", int(entry.about["results"]))
    else:
        done = w(f"league.audit.{entry.action}", match=match, about=escape(_about(entry)))
    reason = f"\n> {escape(entry.reason)}" if entry.reason else ""
    return f"{timestamp(entry.at, 'f')} · {who}: {done}{reason}"


def _about(entry: AuditEntry) -> str:
    """Return the details of an entry, such as each new setting."""
    if "name" in entry.about:
        return str(entry.about["name"])
    return ", ".join(f"{key}: {value}" for key, value in entry.about.items())


COMPLETES: Final = {
    "league.audit.{}": AuditAction,
}
