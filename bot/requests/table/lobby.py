"""The buttons of the lobby."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial

from bot.messages.parts.addresses import parse_level
from bot.messages.parts.components import Kind
from bot.messages.table.lobby import (
    NUMBER_FIELD,
    choose_options,
    choose_player_to_remove,
    lobby_menu,
    number_form,
    value_of_code,
)
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.table.hand import show_hand
from bot.requests.table.opening import start_match
from bot.requests.table.rules import call_absent, join_table, require_complete, require_free_table, reserved_seats
from bot.tables import lobby
from bot.tables.errors import TableError
from bot.tables.state import Person, Step, Table
from games import Option, SetupError
from storage.matches import Status

logger = logging.getLogger(__name__)


@on(Kind.JOIN)
async def _join(click: Click) -> None:
    await _show_seated(click, await join_table(click, click.match_id))


async def _show_seated(click: Click, table: Table) -> None:
    """Show the hands if the match has begun; else call the others of a full table that waits."""
    if table.status is not Status.LOBBY:
        await show_hand(click, table, new=True)
        await _show_to_joined(click, table)
        return
    click.services.hands.show_at_start(table.id, click.user_id, partial(_show_first, click))
    await click.reply.acknowledge()  # waits, and the match may begin meanwhile
    await call_absent(click, table)


async def _show_first(click: Click, table: Table) -> None:
    """Show the first hand of a match below the click of a player who joined in the lobby."""
    try:
        await show_hand(click, table, new=True)
    except (TableError, *REQUEST_ERRORS) as error:  # the board's button shows it, too
        logger.info("the first hand of a player at table %s could not be shown: %s", table.id, error)


async def _show_to_joined(click: Click, table: Table) -> None:
    """Show their hands to the other players whose clicks in the lobby are young enough."""
    others = [seat.user_id for seat in table.persons if seat.user_id not in (None, click.user_id)]
    first_hands = click.services.hands.take_first_hands(table.id, others)
    await asyncio.gather(*(show(table) for show in first_hands))


@on(Kind.LEAVE_LOBBY)
async def _leave(click: Click) -> None:
    await click.apply(click.match_id, lobby.leave)
    await settle(click)


@on(Kind.ADD_COMPUTER)
async def _add_computer(click: Click) -> None:
    await require_free_table(click, click.match_id)
    await click.apply(click.match_id, lobby.add_computer, None)
    await click.reply.acknowledge()


@on(Kind.CHOOSE_LEVEL)
async def _choose_level(click: Click) -> None:
    await require_free_table(click, click.match_id)
    level = parse_level(click.value)
    table = await click.apply(click.match_id, lobby.choose_level, level)
    await (show_lobby_menu(click, table) if click.reply.is_on_private else click.reply.acknowledge())
    await click.services.preferences.change_player(
        click.guild_id, click.user_id, lambda settings: replace(settings, computer=level)
    )


@on(Kind.FILL_SEATS)
async def _fill_seats(click: Click) -> None:
    await require_free_table(click, click.match_id)
    await click.apply(click.match_id, lobby.fill_seats)
    await settle(click)


@on(Kind.LOBBY_MENU)
async def _menu(click: Click) -> None:
    """Show the controls that the lobby itself has no room for."""
    table = await click.table()
    _require_lobby(table)
    await show_lobby_menu(click, table)


async def show_lobby_menu(request: Request, table: Table, note: str = "") -> None:
    """Show the menu of a lobby, with a note as its first line."""
    server = await request.services.preferences.server(request.guild_id)
    can_call, can_invite = server.players_role_id is not None, table.seat_of(request.user_id) is not None
    await request.reply.show(lobby_menu(table, request.reader, can_call=can_call, can_invite=can_invite, note=note))


async def settle(click: Click) -> None:
    """Acknowledge a click that the lobby shows, and delete the menu."""
    await (click.reply.dismiss() if click.reply.is_on_private else click.reply.acknowledge())


@on(Kind.CHOOSE_TEAM)
async def _choose_team(click: Click) -> None:
    if await reserved_seats(click, click.match_id) is not None:  # partners are known
        await _show_seated(click, await join_table(click, click.match_id))
        return
    await click.apply(click.match_id, lobby.choose_team, click.number)
    await click.reply.acknowledge()


@on(Kind.DRAW_TEAMS)
async def _draw_teams(click: Click) -> None:
    await require_free_table(click, click.match_id)
    await click.apply(click.match_id, lobby.draw_teams, click.services.chance.lots)
    await settle(click)


@on(Kind.CHANGE_PAIRS)
async def _change_pairs(click: Click) -> None:
    await require_free_table(click, click.match_id)
    await click.apply(click.match_id, lobby.change_pairs)
    await settle(click)


@on(Kind.CHOOSE_REMOVED)
async def _choose_removed(click: Click) -> None:
    table = await _as_host(click)
    if not table.seats:
        raise TableError("lobby.refusal.nobody_to_remove")
    await click.reply.whisper(choose_player_to_remove(table, click.words))


@on(Kind.REMOVE)
async def _remove(click: Click) -> None:
    await click.apply(click.match_id, lobby.remove, click.number)
    await click.reply.dismiss()


@on(Kind.SET_UP)
async def _set_up(click: Click) -> None:
    await require_free_table(click, click.match_id)
    await click.reply.whisper(choose_options(await _as_host(click), click.words))


@on(Kind.SET_CLOCK)
async def _set_clock(click: Click) -> None:
    await require_free_table(click, click.match_id)
    table = await click.apply(click.match_id, _with_clock, click.value)
    await click.reply.renew(choose_options(table, click.words))


@on(Kind.SET_OPTION)
async def _set_option(click: Click) -> None:
    await require_free_table(click, click.match_id)
    table = await click.apply(click.match_id, _with_option, click.address.rest, click.value)
    await click.reply.renew(choose_options(table, click.words))


@on(Kind.ASK_NUMBER)
async def _ask_number(click: Click) -> None:
    await require_free_table(click, click.match_id)
    form = number_form(await _as_host(click), click.address.rest, click.words)
    if form is None:
        raise TableError("error.button_unknown")
    await click.reply.ask(form)


@on(Kind.TAKE_NUMBER)
async def _take_number(click: Click) -> None:
    await require_free_table(click, click.match_id)
    typed = click.filled.texts.get(NUMBER_FIELD, "").strip()
    table = await click.apply(click.match_id, _with_number, click.address.rest, typed)
    await click.reply.renew(choose_options(table, click.words))


@on(Kind.START)
async def _start(click: Click) -> None:
    await require_complete(click, click.match_id)
    reserved = await reserved_seats(click, click.match_id)
    if reserved is not None:
        ready = await click.apply(click.match_id, lobby.get_ready, reserved, click.services.chance.seed)
        await _show_seated(click, ready)
        return
    table = await start_match(click, click.match_id)
    if table.seat_of(click.user_id) is None:
        await click.reply.acknowledge()
    else:
        await show_hand(click, table, new=True)
    await _show_to_joined(click, table)


@on(Kind.CANCEL)
async def _cancel(click: Click) -> None:
    await click.apply(click.match_id, lobby.cancel)
    await settle(click)


async def _as_host(click: Click) -> Table:
    """Return the lobby; check that the person may change it."""
    table = await click.table()
    _require_lobby(table)
    if click.user_id != table.stored.host_id:
        raise TableError("lobby.refusal.only_host", name=table.host_name)
    return table


def _require_lobby(table: Table) -> None:
    """Check that the match has not started.

    :raises TableError: if it has.
    """
    if table.status is not Status.LOBBY:
        raise TableError("lobby.refusal.already_started" if table.status.is_live else "lobby.refusal.over")


def _with_clock(table: Table, person: Person, clock: str, now: float) -> Step:
    return lobby.configure(table, person, now, clock=clock)


def _with_option(table: Table, person: Person, key: str, code: str, now: float) -> Step:
    option = _option_of(table, key)
    value = value_of_code(option, code)
    if value is None:
        raise TableError("error.button_unknown")
    return lobby.configure(table, person, now, options={key: value})


def _with_number(table: Table, person: Person, key: str, typed: str, now: float) -> Step:
    option = _option_of(table, key)
    number = option.number(typed)
    return lobby.configure(table, person, now, options={key: typed if number is None else number})


def _option_of(table: Table, key: str) -> Option:
    """Return an option of the table's game.

    :raises SetupError: if the game has no such option.
    """
    option = next((one for one in table.game.option_list if one.key == key), None)
    if option is None:
        raise SetupError("options", key, ", ".join(one.key for one in table.game.option_list))
    return option
