"""Solitaires, whose buttons only the owner may press."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final, TypeVarTuple, Unpack

import games
from bot.messages.errors import refusal_text, unsaved_move_text
from bot.messages.parts.addresses import USER_ID_DIGITS, parse_number
from bot.messages.parts.choices import asked_key
from bot.messages.parts.components import Kind
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.replay.checked import checked_message
from bot.messages.solo.board import SoloNotes, give_up_message, parse_solo, resume_question, solo_message
from bot.messages.solo.menu import not_your_solo, solo_menu, solo_stats_message
from bot.messages.solo.record import solo_record_message, solo_record_text
from bot.messages.solo.solved import Comparison
from bot.metrics import Mover
from bot.requests.handlers import on
from bot.requests.people.sharing import server_reader
from bot.requests.request import Click, Handler, Request, log_unsaved
from bot.requests.table.opening import require_allowed_channel
from bot.tables.errors import Refused, SoloOver, Stale, TableError
from bot.tables.solo import steps
from bot.tables.solo.results import day_streak, day_table, solved_days, standing
from bot.tables.solo.state import Solo, SoloStep, day_of
from bot.tables.state import Person
from games.solitaires.solver import Hint, SearchVerdict
from games.verifying import verify
from storage import solo as solos
from storage.errors import StorageError
from storage.league import people
from storage.solo import SoloStatus

Ts = TypeVarTuple("Ts")

_THINKING_AFTER_S: Final = 1.0
"""Seconds after which the message says that the solver is thinking."""

_OnSolo = Callable[[Click, Solo], Awaitable[None]]


async def reader_here(request: Request) -> Reader:
    """Return the reader: the person in private, else the server."""
    if request.reply.is_private or not request.guild_id:
        return request.reader
    return await server_reader(request)


async def show_solo(request: Request, solo: Solo, notes: SoloNotes | None = None) -> None:
    """Show a solitaire here, with a known verdict once over.

    A hint stays until the next move, also while the bot asks where a tile goes.
    """
    notes = replace(notes or SoloNotes(), public=not request.reply.is_private)
    if notes.hint is None and not notes.thinking and not solo.is_final:
        notes = replace(notes, hint=request.services.solo.solving.given(solo))
    if solo.is_final and notes.verdict is None and solo.stored.status is not SoloStatus.SOLVED:
        notes = replace(notes, verdict=request.services.solo.solving.known(solo.stored.game, solo.stored.seed))
    if solo.stored.status is SoloStatus.SOLVED:
        notes = replace(notes, compared=await compare(request, solo))
    await request.reply.renew(solo_message(solo, await reader_here(request), notes))


async def compare(request: Request, solo: Solo) -> Comparison:
    """Return a solitaire beside its owner's results, and the server's results of its day."""
    game, day, here = solo.stored.game, solo.stored.day, request.guild_id
    async with request.services.database.read() as tx:
        own = await solos.counted_of(tx, solo.stored.user_id)
        of_day = await solos.day_in(tx, here, game, day) if day and here else ()
    best = standing([one for one in own if one.game == game]).best
    if not day:
        return Comparison(best=best)
    alone = day_table(of_day).alone
    place = next((place for place, one in enumerate(alone, 1) if one.id == solo.id), 0)
    streak = day_streak(solved_days(own, game), day_of(request.services.now()))
    return Comparison(streak, best, place, len(alone) if place else 0)


async def show_menu(request: Request) -> None:
    """Show the menu of solitaires."""
    opened = await request.services.solo.live.open_of(request.user_id)
    await request.reply.renew(solo_menu(await reader_here(request), request.user_id, opened))


async def open_solo(request: Request, game: str, *, any_deal: bool = False) -> None:
    """Start a solitaire, or offer to resume an unfinished one.

    :param game: the key of a solitaire; "" for any unfinished one, or the menu.
    :param any_deal: whether a new deal may be unwinnable.
    :raises TableError: if others would see it in a channel that the server does not allow.
    """
    if request.guild_id and not request.reply.is_private:
        await require_allowed_channel(request, "solo.refusal.channel_not_allowed")
    opened = [stored for stored in await request.services.solo.live.open_of(request.user_id) if not stored.day]
    half = [stored for stored in opened if game in ("", stored.game) and stored.revision]
    if half:
        solo = await request.services.solo.live.find(half[0].id)
        await request.reply.renew(resume_question(solo, await reader_here(request)))
    elif not game:
        await show_menu(request)
    elif untouched := [stored for stored in opened if stored.game == game]:
        await show_solo(request, await request.services.solo.live.find(untouched[0].id))
    else:
        await begin_solo(request, game, any_deal=any_deal)


async def begin_solo(request: Request, game: str, *, any_deal: bool = False) -> None:
    """Start a solitaire here; only `any_deal` allows unwinnable deals."""
    choose = None if any_deal else partial(request.services.solo.solving.winnable, game)
    solo = await request.services.solo.live.begin(request.person, guild_id=request.guild_id, game=game, choose=choose)
    w = (await reader_here(request)).words
    await show_solo(request, solo, SoloNotes(f"-# {w('solo.any_deal' if any_deal else 'solo.winnable')}"))


def require_solitaire(text: str) -> str:
    """Return the key of a solitaire.

    :raises TableError: for any other text, as in a forged address.
    """
    if text not in games.SOLITAIRES:
        raise TableError("error.button_unknown")
    return text


# --- Before there is one ----------------------------------------------------------------------------------------------


def _menu_owner_only(handler: Callable[[Click, str], Awaitable[None]]) -> Handler:
    """Return a handler for a menu's owner, with the game."""

    async def check_owner(click: Click) -> None:
        game, user_id = parse_solo(click.address)
        if user_id == click.user_id:
            await handler(click, game)
        else:
            await click.reply.whisper(not_your_solo(click.reader, "", game and require_solitaire(game), click.user_id))

    return check_owner


@on(Kind.SOLO_MENU)
@_menu_owner_only
async def _menu(click: Click, _game: str) -> None:
    await show_menu(click)


@on(Kind.SOLO_OPEN)
@_menu_owner_only
async def _open(click: Click, game: str) -> None:
    await open_solo(click, require_solitaire(game))


@on(Kind.SOLO_NEW)
@_menu_owner_only
async def _new(click: Click, game: str) -> None:
    await begin_solo(click, require_solitaire(game))


@on(Kind.SOLO_ANY_DEAL)
@_menu_owner_only
async def _any_deal(click: Click, game: str) -> None:
    await begin_solo(click, require_solitaire(game), any_deal=True)


@on(Kind.SOLO_STATS)
async def _stats(click: Click) -> None:
    """Show the results of the person in the address, on any server."""
    whose = parse_number(click.address.rest, USER_ID_DIGITS)
    async with click.services.database.read() as tx:
        results = await solos.counted_of(tx, whose)
        names = await people.names(tx, click.guild_id, [whose])
    name = click.person.name if whose == click.user_id else called(names, whose, click.words)
    today = day_of(click.services.now())
    await click.reply.whisper(solo_stats_message(results, name, today, click.reader))


# --- Playing ----------------------------------------------------------------------------------------------------------


def _owner_only(handler: _OnSolo) -> Handler:
    """Return a handler for a solitaire's owner and current message."""

    async def check_owner(click: Click) -> None:
        solo = await click.services.solo.live.find(click.match_id)
        if not solo.is_of(click.person):
            await click.reply.whisper(not_your_solo(click.reader, solo.stored.name, solo.stored.game, click.user_id))
            return
        try:
            await handler(click, solo)
        except Stale:
            solo = await click.services.solo.live.find(click.match_id)
            await show_solo(click, solo, SoloNotes((await reader_here(click)).words("solo.stale")))
        except SoloOver:
            await show_solo(click, await click.services.solo.live.find(click.match_id))
        except StorageError as error:
            log_unsaved(click.services.metrics, error)
            await click.reply.whisper(unsaved_move_text(error, click.reader))

    return check_owner


@on(Kind.SOLO_ONLY_ME)
@_owner_only
async def _only_me(click: Click, solo: Solo) -> None:
    """Show a solitaire to its owner alone, and delete its public message."""
    await click.reply.dismiss(public=True)
    await click.reply.whisper(solo_message(solo, click.reader))


@on(Kind.SOLO_SHOW)
@_owner_only
async def _show(click: Click, solo: Solo) -> None:
    await show_solo(click, solo)


@on(Kind.SOLO_MOVE)
@_owner_only
async def _move(click: Click, solo: Solo) -> None:
    asked = asked_key(click.value)
    if asked is not None:
        await _show_question(click, solo, asked)
        return
    text = click.value or click.address.rest
    try:
        solo = await _apply(click, steps.move, text)
    except Refused as error:
        await show_solo(click, solo, SoloNotes(refusal_text(error.refusal, await reader_here(click))))
        return
    click.services.metrics.count_move(solo.stored.game, Mover.PERSON)
    await show_solo(click, solo)


@on(Kind.SOLO_ASK)
@_owner_only
async def _ask(click: Click, solo: Solo) -> None:
    await _show_question(click, solo, click.address.rest)


async def _show_question(click: Click, solo: Solo, asked: str) -> None:
    steps.needs_picture(solo, click.person, click.address.number)
    await show_solo(click, solo, SoloNotes(asked=asked))


@on(Kind.SOLO_UNDO)
@_owner_only
async def _undo(click: Click, _solo: Solo) -> None:
    await show_solo(click, await _apply(click, steps.undo, click.number))


@on(Kind.SOLO_REDO)
@_owner_only
async def _redo(click: Click, _solo: Solo) -> None:
    await show_solo(click, await _apply(click, steps.redo))


@on(Kind.SOLO_RESTART)
@_owner_only
async def _restart(click: Click, _solo: Solo) -> None:
    await show_solo(click, await _apply(click, steps.restart))


async def _apply(click: Click, step: Callable[[Solo, Person, int, Unpack[Ts], float], SoloStep], *values: *Ts) -> Solo:
    """Apply the clicking person's step to the picture they saw."""
    after = await click.services.solo.live.apply(click.match_id, step, click.person, click.address.number, *values)
    click.services.solo.solving.call_off(click.user_id)  # a hint for the previous layout is useless
    return after


# --- The solver -------------------------------------------------------------------------------------------------------


@on(Kind.SOLO_HINT)
@_owner_only
async def _hint(click: Click, solo: Solo) -> None:
    """Search for a hint; say so if it takes long."""
    steps.needs_picture(solo, click.person, click.address.number)
    answer = click.services.solo.solving.hint(solo)
    await asyncio.wait({answer}, timeout=_THINKING_AFTER_S)
    if not answer.done():
        await show_solo(click, solo, SoloNotes(thinking=True))
    await _give(click, solo, await answer)


async def _give(click: Click, solo: Solo, hint: Hint) -> None:
    """Show a hint, unless the solitaire has changed meanwhile."""
    now = await click.services.solo.live.find(solo.id)
    if now.revision != solo.revision or now.is_final:
        await show_solo(click, now)
        return
    if hint.verdict is not SearchVerdict.UNKNOWN:
        now = await _apply(click, steps.hint)
        click.services.solo.solving.record_given(now, hint)
    await show_solo(click, now, SoloNotes(hint=hint))


@on(Kind.SOLO_CALL_OFF)
@_owner_only
async def _call_off(click: Click, _solo: Solo) -> None:
    click.services.solo.solving.call_off(click.user_id)
    await click.reply.acknowledge()


@on(Kind.SOLO_ASK_GIVE_UP)
@_owner_only
async def _ask_give_up(click: Click, solo: Solo) -> None:
    steps.needs_picture(solo, click.person, click.address.number)
    await click.reply.renew(give_up_message(solo, await reader_here(click)))


@on(Kind.SOLO_GIVE_UP)
@_owner_only
async def _give_up(click: Click, _solo: Solo) -> None:
    """Give up, and show whether the deal could be solved."""
    solo = await _apply(click, steps.give_up)
    search = asyncio.ensure_future(
        click.services.solo.solving.solution(solo.stored.game, solo.stored.seed, click.user_id)
    )
    await asyncio.wait({search}, timeout=_THINKING_AFTER_S)
    if not search.done():
        await show_solo(click, solo, SoloNotes(thinking=True))
    verdict = (await search).verdict
    if verdict is SearchVerdict.LOST:
        solo = await click.services.solo.live.apply(solo.id, steps.excuse)
    await show_solo(click, solo, SoloNotes(verdict=verdict))


# --- When it is over --------------------------------------------------------------------------------------------------


async def find_finished(click: Click) -> Solo:
    """Return the clicking person's addressed solitaire, which is over.

    :raises TableError: if it belongs to another person, or they may still play it.
    """
    solo = await click.services.solo.live.find(click.match_id)
    steps.needs_owner(solo, click.person)
    return _needs_end(solo)


def _needs_end(solo: Solo) -> Solo:
    """Return the solitaire; refuse a running one, which is secret.

    :raises TableError: while it is running.
    """
    if not solo.is_final:
        raise TableError("solo.not_over")
    return solo


@on(Kind.SOLO_RECORD)
@_owner_only
async def _record(click: Click, solo: Solo) -> None:
    await click.reply.whisper(solo_record_message(_needs_end(solo), click.reader))


@on(Kind.SOLO_CHECK)
@_owner_only
async def _check(click: Click, solo: Solo) -> None:
    checked = await asyncio.to_thread(verify, solo_record_text(_needs_end(solo), click.reader))
    await click.reply.whisper(checked_message(checked, solo.id, click.reader))
