"""Names and descriptions of commands in the languages of their users."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.locales import spoken, words

__all__ = ["CommandTranslator", "in_words"]

_DEFAULT = words("en")


def in_words(key: str) -> app_commands.locale_str:
    """The text `key` for a command: English by default, and in every language for those who speak it."""
    return app_commands.locale_str(_DEFAULT(key), key=key)


class CommandTranslator(app_commands.Translator):
    """Finds the texts of commands by their keys."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        _context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        key, language = string.extras.get("key"), spoken(locale.value)
        return words(language)(key) if key and language and language != _DEFAULT.locale else None
