"""The pages of a server's settings: a control and a way back for each setting."""

from dataclasses import fields, replace

import pytest

from bot.locales import LOCALES, words
from bot.messages.parts.components import (
    Button,
    EntitySelect,
    Kind,
    MessageFormat,
    Select,
    require_fitting,
)
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_BUTTON_LABEL
from bot.messages.settings_pages import RESET, SERVER_PAGES, SERVER_SETTINGS, server_settings_message
from storage.guilds import ServerSettings
from storage.matches import Player
from storage.schema import server_settings

SETTINGS = ServerSettings(7)
CHANGED = ServerSettings(7, "pl", (1, 2), "slow", 3, 4, Player.STRONG)


def pages(settings: ServerSettings, locale: str = "en") -> list[Message]:
    reader = Reader(words(locale))
    return [server_settings_message(settings, reader, "normal", number=number) for number in range(len(SERVER_PAGES))]


def keys(settings: ServerSettings, kind: type[Button | Select | EntitySelect]) -> list[str]:
    """Return the keys of settings in all controls of a kind."""
    parts = [part for message in pages(settings) for row in message.rows for part in row if isinstance(part, kind)]
    return [part.address.rest for part in parts if part.address.kind is Kind.SERVER_SETTING]


def test_every_stored_setting_has_a_control_and_a_reset() -> None:
    stored = {column.name for column in server_settings.columns} - {"guild_id"}
    assert {one.column for one in SERVER_SETTINGS} == stored
    assert {one.name for one in fields(ServerSettings)} - {"guild_id"} == stored
    assert all(getattr(CHANGED, name) != getattr(SETTINGS, name) for name in stored)
    known = [one.key for one in SERVER_SETTINGS]
    assert sorted((*keys(CHANGED, Select), *keys(CHANGED, EntitySelect))) == sorted(known)
    assert sorted(keys(CHANGED, Button)) == sorted(f"{key}/{RESET}" for key in known)


def test_a_default_is_named_and_has_nothing_to_reset() -> None:
    first, _ = pages(replace(SETTINGS, computer=Player.STRONG))
    assert first.embed is not None
    assert "**Level of computers**: strong\n" in (first.embed.description or "")
    assert "**Language**: as in Discord (default)" in (first.embed.description or "")
    assert (first.embed.description or "").count("(default)") == 5
    buttons = [part for row in first.rows for part in row if isinstance(part, Button)]
    resets = [one.address.rest for one in buttons if one.address.kind is Kind.SERVER_SETTING]
    assert resets == ["computer/default"]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_pages_of_settings_fit_into_messages(locale: str) -> None:
    for message in pages(CHANGED, locale):
        require_fitting(message.rows, MessageFormat.EMBED)
        labels = [part.label or "" for row in message.rows for part in row if isinstance(part, Button)]
        assert all(len(label) <= MAX_BUTTON_LABEL and not label.endswith("…") for label in labels)
