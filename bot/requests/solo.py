"""Solitaires as commands and clicks ask for them: shown where they lie, begun, and taken up again."""

from __future__ import annotations

from dataclasses import replace

import games
from bot.locales import words
from bot.messages.parts.reader import Reader
from bot.messages.solo.board import SoloNotes, resume_question, solo_message
from bot.messages.solo.menu import solo_menu
from bot.tables.errors import TableError
from bot.tables.solo.state import Solo

from .request import Request

__all__ = ["begin_solo", "game_needed", "open_solo", "reader_here", "show_menu", "show_solo"]


async def reader_here(request: Request) -> Reader:
    """Who reads what this answer renews: whoever asks, or everybody in the server, in its language."""
    interaction = request.reply.interaction
    if request.reply.is_private or interaction.guild_id is None:
        return request.reader
    preferred = interaction.guild_locale.value if interaction.guild_locale else None
    locale = await request.services.preferences.server_locale(interaction.guild_id, preferred)
    return replace(request.reader, words=words(locale))


async def show_solo(request: Request, solo: Solo, mood: SoloNotes | None = None) -> None:
    """Show a solitaire where it was asked for."""
    await request.reply.renew(solo_message(solo, await reader_here(request), mood))


async def show_menu(request: Request) -> None:
    """Show which solitaires there are."""
    opened = await request.services.solos.open_of(request.user_id)
    await request.reply.renew(solo_menu(await reader_here(request), request.user_id, opened))


async def open_solo(request: Request, game: str) -> None:
    """Begin a solitaire, or ask what to do with one that is half played.

    :param game: the key of a solitaire; "" for whichever is half played, or the menu.
    """
    opened = [stored for stored in await request.services.solos.open_of(request.user_id) if not stored.day]
    half = [stored for stored in opened if game in ("", stored.game) and stored.revision]
    if half:
        solo = await request.services.solos.find(half[0].id)
        await request.reply.renew(resume_question(solo, await reader_here(request)))
    elif not game:
        await show_menu(request)
    elif untouched := [stored for stored in opened if stored.game == game]:
        await show_solo(request, await request.services.solos.find(untouched[0].id))
    else:
        await begin_solo(request, game)


async def begin_solo(request: Request, game: str) -> None:
    """Begin a solitaire where it was asked for."""
    solo = await request.services.solos.begin(request.person, guild_id=request.guild_id, game=game)
    await show_solo(request, solo)


def game_needed(text: str) -> str:
    """The key of a solitaire.

    :raises TableError: if it is none, as in a forged address.
    """
    if text not in games.SOLITAIRES:
        raise TableError("error.button_unknown")
    return text
