"""The buttons of the lobby."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from bot.messages.lobby import choose_computer, choose_options, choose_removed
from bot.requests.request import Click, Handler
from bot.tables import lobby
from bot.tables.errors import TableError
from bot.tables.state import Step, Table
from games import SetupError
from storage.matches import Player, Status

__all__ = ["HANDLERS"]

_SEED_BYTES = 16


async def _join(click: Click) -> None:
    await _take(click, lambda table, now: lobby.join(table, click.person, now))
    await click.reply.acknowledge()


async def _leave(click: Click) -> None:
    await _take(click, lambda table, now: lobby.leave(table, click.person, now))
    await click.reply.acknowledge()


async def _computer(click: Click) -> None:
    await click.reply.whisper(choose_computer(await _as_host(click), click.words))


async def _add_computer(click: Click) -> None:
    await _take(click, lambda table, now: lobby.add_computer(table, click.person, Player(click.value), now))
    await click.reply.dismiss()


async def _choose(click: Click) -> None:
    table = await _as_host(click)
    if not table.seats:
        raise TableError("lobby.refusal.nobody_to_remove")
    await click.reply.whisper(choose_removed(table, click.words))


async def _remove(click: Click) -> None:
    await _take(click, lambda table, now: lobby.remove(table, click.person, int(click.value), now))
    await click.reply.dismiss()


async def _options(click: Click) -> None:
    await click.reply.whisper(choose_options(await _as_host(click), click.words))


async def _clock(click: Click) -> None:
    table = await _take(click, partial(_with_clock, click=click))
    await click.reply.renew(choose_options(table, click.words))


async def _option(click: Click) -> None:
    table = await _take(click, partial(_with_option, click=click))
    await click.reply.renew(choose_options(table, click.words))


async def _start(click: Click) -> None:
    await _take(click, lambda table, now: lobby.start(table, click.person, secrets.token_hex(_SEED_BYTES), now))
    await click.reply.acknowledge()


async def _cancel(click: Click) -> None:
    await _take(click, lambda table, now: lobby.cancel(table, click.person, now))
    await click.reply.acknowledge()


HANDLERS: Final[Mapping[str, Handler]] = {
    "join": _join,
    "leave": _leave,
    "computer": _computer,
    "addcomputer": _add_computer,
    "choose": _choose,
    "remove": _remove,
    "options": _options,
    "clock": _clock,
    "option": _option,
    "start": _start,
    "cancel": _cancel,
}


async def _take(click: Click, step: Callable[[Table, float], Step]) -> Table:
    return await click.shared.tables.take(click.address.match_id, step)


async def _as_host(click: Click) -> Table:
    """The lobby, for somebody who may change it."""
    table = await click.shared.tables.find(click.address.match_id)
    if table is None:
        raise TableError("hand.table_unknown")
    if table.status is not Status.LOBBY:
        raise TableError("lobby.refusal.already_started" if table.status.is_live else "lobby.refusal.over")
    if click.user_id != table.stored.host_id:
        raise TableError("lobby.refusal.only_host", name=table.host_name)
    return table


def _with_clock(table: Table, now: float, *, click: Click) -> Step:
    return lobby.configure(table, click.person, now, clock=click.value)


def _with_option(table: Table, now: float, *, click: Click) -> Step:
    option = next((one for one in table.game.option_list if one.key == click.address.rest), None)
    index = int(click.value)
    if option is None or not 0 <= index < len(option.values):
        raise SetupError("options", click.address.rest, ", ".join(one.key for one in table.game.option_list))
    return lobby.configure(table, click.person, now, options={option.key: option.values[index]})
