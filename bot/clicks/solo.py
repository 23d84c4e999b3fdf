"""The buttons of solitaires: moves, taking them back, hints, giving up. Only the one who plays may press them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVarTuple, Unpack

from bot.messages.errors import refusal_text, unsaved_move_text
from bot.messages.parts.choices import asked_key
from bot.messages.parts.components import Kind
from bot.messages.replay.checked import checked_message
from bot.messages.solo.board import SoloNotes, give_up_message
from bot.messages.solo.menu import not_your_solo
from bot.messages.solo.record import solo_record_message, solo_record_text
from bot.metrics import Mover
from bot.requests.handlers import on
from bot.requests.request import Click, Handler, log_unsaved
from bot.requests.solo import begin_solo, open_solo, reader_here, require_solitaire, show_menu, show_solo
from bot.tables.errors import Refused, SoloOver, Stale, TableError
from bot.tables.solo import steps
from bot.tables.solo.state import Solo, SoloStep
from bot.tables.state import Person
from games.solitaires.solver import Hint, Verdict
from games.verifying import verify
from storage.errors import StorageError

Ts = TypeVarTuple("Ts")

_THINKING_AFTER_S: Final = 1.0
"""Seconds after which it is said that somebody thinks."""

_OnSolo = Callable[[Click, Solo], Awaitable[None]]


# --- Before there is one ----------------------------------------------------------------------------------------------


def _menu_owner_only(handler: Callable[[Click, str], Awaitable[None]]) -> Handler:
    """A handler of an address that names a game and whose solitaire it will be."""

    async def checked(click: Click) -> None:
        game, _, owner = click.address.rest.partition("/")
        if owner == str(click.user_id):
            await handler(click, game)
        else:
            await click.reply.whisper(not_your_solo(click.reader, "", game and require_solitaire(game), click.user_id))

    return checked


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


# --- Playing ----------------------------------------------------------------------------------------------------------


def _owner_only(handler: _OnSolo) -> Handler:
    """A handler of clicks on a solitaire. Only its owner may click, and only on the picture that shows it now."""

    async def checked(click: Click) -> None:
        solo = await click.services.solos.find(click.match_id)
        if not solo.is_of(click.person):
            await click.reply.whisper(not_your_solo(click.reader, solo.stored.name, solo.stored.game, click.user_id))
            return
        try:
            await handler(click, solo)
        except Stale:
            solo = await click.services.solos.find(click.match_id)
            await show_solo(click, solo, SoloNotes((await reader_here(click)).words("solo.stale")))
        except SoloOver:
            await show_solo(click, await click.services.solos.find(click.match_id))
        except StorageError as error:
            log_unsaved(click.services.metrics, error)
            await click.reply.whisper(unsaved_move_text(error, click.reader))

    return checked


@on(Kind.SOLO_SHOW)
@_owner_only
async def _show(click: Click, solo: Solo) -> None:
    await show_solo(click, solo)


@on(Kind.SOLO_MOVE)
@_owner_only
async def _move(click: Click, solo: Solo) -> None:
    asked = asked_key(click.value)
    if asked is not None:
        await _put(click, solo, asked)
        return
    text = click.value or click.address.rest
    try:
        solo = await _apply(click, steps.move, text)
    except Refused as error:
        await show_solo(click, solo, SoloNotes(refusal_text(error.refusal, await reader_here(click))))
        return
    click.services.metrics.moved(solo.stored.game, Mover.PERSON)
    await show_solo(click, solo)


@on(Kind.SOLO_ASK)
@_owner_only
async def _ask(click: Click, solo: Solo) -> None:
    await _put(click, solo, click.address.rest)


async def _put(click: Click, solo: Solo, asked: str) -> None:
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
    """Apply a step in the name of the person who clicked, on the picture that they saw."""
    number = click.address.number
    taken = await click.services.solos.apply(
        click.match_id, lambda solo, now: step(solo, click.person, number, *values, now)
    )
    click.services.solving.call_off(click.user_id)  # a hint for what was shown before is of no use any more
    return taken


# --- The solver -------------------------------------------------------------------------------------------------------


@on(Kind.SOLO_HINT)
@_owner_only
async def _hint(click: Click, solo: Solo) -> None:
    """Think about what to do next; say so if it takes long."""
    steps.needs_picture(solo, click.person, click.address.number)
    answer = click.services.solving.hint(solo)
    await asyncio.wait({answer}, timeout=_THINKING_AFTER_S)
    if not answer.done():
        await show_solo(click, solo, SoloNotes(thinking=True))
    await _give(click, solo, await answer)


async def _give(click: Click, solo: Solo, hint: Hint) -> None:
    """Give a hint, unless something has been done while it was thought about."""
    now = await click.services.solos.find(solo.id)
    if now.revision != solo.revision or now.is_final:
        await show_solo(click, now)
        return
    if hint.verdict is not Verdict.UNKNOWN:
        now = await _apply(click, steps.hint)
        click.services.solving.record_given(now, hint)
    await show_solo(click, now, SoloNotes(hint=hint))


@on(Kind.SOLO_CALL_OFF)
@_owner_only
async def _call_off(click: Click, _solo: Solo) -> None:
    click.services.solving.call_off(click.user_id)
    await click.reply.acknowledge()


@on(Kind.SOLO_ASK_GIVE_UP)
@_owner_only
async def _ask_give_up(click: Click, solo: Solo) -> None:
    steps.needs_picture(solo, click.person, click.address.number)
    await click.reply.renew(give_up_message(solo, await reader_here(click)))


@on(Kind.SOLO_GIVE_UP)
@_owner_only
async def _give_up(click: Click, _solo: Solo) -> None:
    """Give up, and tell whether the deal could be solved."""
    solo = await _apply(click, steps.give_up)
    search = asyncio.ensure_future(click.services.solving.solution(solo.stored.game, solo.stored.seed, click.user_id))
    await asyncio.wait({search}, timeout=_THINKING_AFTER_S)
    if not search.done():
        await show_solo(click, solo, SoloNotes(thinking=True))
    verdict = (await search).verdict
    if verdict is Verdict.LOST:
        solo = await click.services.solos.apply(solo.id, steps.excuse)
    await show_solo(click, solo, SoloNotes(verdict=verdict))


# --- When it is over --------------------------------------------------------------------------------------------------


def _needs_end(solo: Solo) -> Solo:
    """The solitaire, if its record may be seen: the layout of one that can still be played is secret.

    :raises TableError: otherwise.
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
