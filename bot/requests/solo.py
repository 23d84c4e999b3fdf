"""Solitaires and deals of the day as commands and clicks ask for them."""

from dataclasses import replace
from datetime import date
from functools import partial

import games
from bot.locales import words
from bot.messages.parts.reader import Reader
from bot.messages.solo.board import SoloNotes, resume_question, solo_message
from bot.messages.solo.daily import DailyPage
from bot.messages.solo.menu import solo_menu
from bot.requests.opening import require_allowed_channel
from bot.requests.request import Request
from bot.tables.errors import TableError
from bot.tables.solo.results import day_streak, day_table, solved_days
from bot.tables.solo.state import Solo, day_of
from storage import solo as solos
from storage.solo import SoloStatus, StoredSolo


async def reader_here(request: Request) -> Reader:
    """The reader of the renewed message: the person who asks, or everybody in the server, in its language."""
    interaction = request.reply.interaction
    if request.reply.is_private or interaction.guild_id is None:
        return request.reader
    preferred = interaction.guild_locale.value if interaction.guild_locale else None
    locale = await request.services.preferences.server_locale(interaction.guild_id, preferred)
    return replace(request.reader, words=words(locale))


async def show_solo(request: Request, solo: Solo, mood: SoloNotes | None = None) -> None:
    """Show a solitaire where it was asked for; once it is over, with what is already known of its solution.

    A hint stays until the next move: in the question where a tile goes, and on the way back from it.
    """
    mood = mood or SoloNotes()
    if mood.hint is None and not mood.thinking and not solo.is_final:
        mood = replace(mood, hint=request.services.solving.given(solo))
    if solo.is_final and mood.verdict is None and solo.stored.status is not SoloStatus.SOLVED:
        mood = replace(mood, verdict=request.services.solving.known(solo.stored.game, solo.stored.seed))
    await request.reply.renew(solo_message(solo, await reader_here(request), mood))


async def show_menu(request: Request) -> None:
    """Show which solitaires there are."""
    opened = await request.services.solos.open_of(request.user_id)
    await request.reply.renew(solo_menu(await reader_here(request), request.user_id, opened))


async def open_solo(request: Request, game: str, *, any_deal: bool = False) -> None:
    """Begin a solitaire, or ask what to do with one that is half played.

    :param game: the key of a solitaire; "" for whichever is half played, or the menu.
    :param any_deal: whether a new deal may be one that cannot be won.
    :raises TableError: if it would be seen by others in a channel that the server does not allow.
    """
    if request.guild_id and not request.reply.is_private:
        await require_allowed_channel(request, "solo.refusal.channel_not_allowed")
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
        await begin_solo(request, game, any_deal=any_deal)


async def begin_solo(request: Request, game: str, *, any_deal: bool = False) -> None:
    """Begin a solitaire where it was asked for, with a deal that can be won.

    :param any_deal: whether it may be one that cannot be won, too.
    """
    choose = None if any_deal else partial(request.services.solving.winnable, game)
    solo = await request.services.solos.begin(request.person, guild_id=request.guild_id, game=game, choose=choose)
    w = (await reader_here(request)).words
    await show_solo(request, solo, SoloNotes(f"-# {w('solo.any_deal' if any_deal else 'solo.winnable')}"))


def require_solitaire(text: str) -> str:
    """The key of a solitaire.

    :raises TableError: if it is none, as in a forged address.
    """
    if text not in games.SOLITAIRES:
        raise TableError("error.button_unknown")
    return text


def today(request: Request) -> date:
    """The day whose deal is played now."""
    return day_of(request.services.now())


async def day_for(request: Request, game: str) -> DailyPage:
    """Today's deal as the person who asks sees it. From now on they are listed in this server's tables."""
    day = today(request)
    deal = await request.services.dealer.deal(game, day)
    if request.guild_id:
        async with request.services.database.write() as tx:
            await solos.meet(tx, request.guild_id, request.user_id, request.person.name)
    async with request.services.database.read() as tx:
        tries = await solos.of_day(tx, request.user_id, game, deal.day)
        here = await solos.day_in(tx, request.guild_id, game, deal.day) if request.guild_id else None
        results = await solos.counted_of(tx, request.user_id)
    streak = day_streak(solved_days(results, game), day)
    return DailyPage(deal, tries, None if here is None else day_table(here), streak)


async def streak_of(request: Request, game: str) -> int:
    """How many days in a row the person who asks has solved."""
    results = await results_of(request, request.user_id)
    return day_streak(solved_days(results, game), today(request))


async def results_of(request: Request, user_id: int) -> tuple[StoredSolo, ...]:
    """All solitaires of a person that count, the oldest first.

    :raises StorageError: if they cannot be read.
    """
    async with request.services.database.read() as tx:
        return await solos.counted_of(tx, user_id)


async def play_day(request: Request, game: str) -> Solo:
    """The try at today's deal that is half played, or a new one."""
    day = today(request)
    deal = await request.services.dealer.deal(game, day)
    for stored in await request.services.solos.open_of(request.user_id):
        if (stored.game, stored.day) == (game, deal.day):
            return await request.services.solos.find(stored.id)
    return await request.services.solos.begin(
        request.person, guild_id=request.guild_id, game=game, seed=deal.seed, day=deal.day
    )
