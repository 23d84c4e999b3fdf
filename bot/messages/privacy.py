"""A person's stored data, and the question before deletion."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import discord

from bot.messages.parts.components import ClickAddress, Kind
from bot.messages.parts.message import attachments

from .parts.components import Button, Style
from .parts.message import COLOUR, GREY, Message
from .parts.reader import Reader

RETENTION_DAYS: Final = 30
"""Days after the bot has left a server until everything of it is deleted."""

_LINES: Final[Mapping[str, str]] = {
    "seats": "privacy.kept.matches",
    "league_places": "privacy.kept.results",
    "ratings": "privacy.kept.ratings",
    "chip_payments": "privacy.kept.payments",
    "solos": "privacy.kept.solitaires",
    "player_settings": "privacy.kept.settings",
    "league_deeds": "privacy.kept.audit_log",
    "reports": "privacy.kept.reports",
    "kept_out": "privacy.kept.kept_out",
}
"""The tables whose numbers of rows are shown."""


def personal_data_message(
    counts: Mapping[str, int], reader: Reader, links: Mapping[str, str] = MappingProxyType({})
) -> Message:
    """Return the summary of a person's stored data.

    :param counts: table -> how many rows name the person.
    :param links: the addresses of "policy" and "terms", where they are published.
    """
    w = reader.words
    lines = [f"• {w.count(key, counts[table])}" for table, key in _LINES.items() if table in counts]
    if counts and not lines:
        lines = [f"• {w('privacy.kept.names')}"]
    how_long = w("privacy.how_long", days=RETENTION_DAYS)
    said = [*(lines or [w("privacy.kept.nothing")]), "", how_long, w("privacy.never")]
    labels = {"policy": w("privacy.link.policy"), "terms": w("privacy.link.terms")}
    published = [f"[{label}]({links[name]})" for name, label in labels.items() if links.get(name)]
    said += ["", " · ".join(published)] if published else []
    embed = discord.Embed(colour=COLOUR, title=w("privacy.title"), description="\n".join(said))
    if not counts:
        return Message(embed=embed)
    file = Button(ClickAddress(Kind.PRIVACY_FILE), w("privacy.button.file"), emoji="📄")
    delete = Button(ClickAddress(Kind.PRIVACY_ASK), w("privacy.button.delete"), Style.DANGER)
    return Message(embed=embed, rows=((file, delete),))


def personal_data_file(user_id: int, kept: Mapping[str, Sequence[Mapping[str, Any]]], reader: Reader) -> Message:
    """Return all stored data of a person as JSON."""
    text = json.dumps({"user_id": user_id, **kept}, indent=1, ensure_ascii=False)
    return Message(reader.words("privacy.file"), files=attachments("boneyard.zip", ("boneyard.json", text.encode())))


def confirm_erasure(reader: Reader, *, kept_out: bool) -> Message:
    """Return the question before a person's data is deleted.

    :param kept_out: whether moderators of a server keep the person out.
    """
    w = reader.words
    text = "\n".join((w("privacy.ask.goes"), w("privacy.ask.stays"), w("privacy.ask.elsewhere")))
    if kept_out:
        text = f"{text}\n{w('privacy.ask.kept_out')}"
    embed = discord.Embed(colour=discord.Colour.red(), title=w("privacy.ask.title"), description=text)
    yes = Button(ClickAddress(Kind.PRIVACY_FORGET), w("privacy.button.forget"), Style.DANGER)
    no = Button(ClickAddress(Kind.KEEP), w("privacy.button.keep"))
    return Message(embed=embed, rows=((yes, no),))


def erased_message(reader: Reader) -> Message:
    """Return the confirmation that a person's data was deleted."""
    w = reader.words
    return Message(embed=discord.Embed(colour=GREY, description=w("privacy.done")))
