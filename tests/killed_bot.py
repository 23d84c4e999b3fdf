"""A killed program: the whole bot, and people who click.

Discord is simulated. The program continues live tables that it finds and opens new ones where there are none. Clicks in
different channels come at one instant. After each accepted click it prints a line for `tests.kills`. The bot's logged
errors go to stderr, which must stay empty.
"""

from __future__ import annotations

import asyncio
import logging
from random import Random

from simcord.env import Env

from bot.app import Boneyard
from bot.messages.parts.components import ClickAddress, Kind
from bot.posts import tile_emojis
from bot.settings import Settings
from playground import simulated
from tests import simulation
from tests.bot.play.at_table import (
    PLAYOUTS,
    buttons,
    hand_of,
    look,
    move_buttons,
    mover,
    shown,
    table_in,
    tables_of,
    user_id,
)
from tests.discord_world import Button, DiscordWorld

_CHANNELS = tuple(simulated.CHANNELS)
_PATIENCE = 200
"""The number of looks for a move before there is none: 20 simulated seconds, and 2 real ones."""


async def _at_table(world: DiscordWorld, channel: str) -> None:
    """Seat people at a running match with a visible board."""
    tables, channel_id = tables_of(world), world.channels[channel].id
    table = await tables.in_channel(channel_id)
    if table is None:
        await world.slash("Ada", "play", channel, game="block", clock="none")
        table = await tables.in_channel(channel_id)
    elif not _has_board(world, channel, table.id):  # this Discord is new: what was posted in another life is gone
        await world.pass_time(31)  # a board may be asked for every thirty seconds
        await world.slash("Ada", "table show", channel)
    if table is not None and table.match is None:
        if len(table.seats) < 2:
            await world.click("Borys", id_prefix="b:join", channel=channel)
        await world.click("Ada", id_prefix="b:start", channel=channel)


def _has_board(world: DiscordWorld, channel: str, match_id: str) -> bool:
    """Return True if a match's button is visible."""
    return any(f":{match_id}:" in part["custom_id"] for _, part in world._parts("Ada", channel))


def _has_hand_button(world: DiscordWorld, channel: str, match_id: str) -> bool:
    public = (one for message in shown(world, None, channel) for one in buttons(message))
    return any(one.custom_id.startswith(f"b:hand:{match_id}:") for one in public)


async def _wait_for_buttons(world: DiscordWorld, channel: str, rng: Random) -> tuple[str, Button]:
    """Return the player to move and a hand button, once shown."""
    for _ in range(_PATIENCE):
        name, match_id = mover(world, channel), table_in(world, channel).id
        if hand_of(world, name, channel) is not None and move_buttons(world, name, channel):
            return name, rng.choice(move_buttons(world, name, channel))
        if _has_hand_button(world, channel, match_id):
            await look(world, name, channel)
        await asyncio.sleep(0.01)
        await world.pass_time(0.1)
    raise SystemExit(f"in {channel} nobody is offered a move")


async def _click_everywhere(world: DiscordWorld, rng: Random) -> None:
    """Click in each channel at one instant; report accepted moves."""
    for channel in _CHANNELS:
        await _at_table(world, channel)
    pressed = [await _wait_for_buttons(world, channel, rng) for channel in _CHANNELS]
    answers = await world.race(*pressed)
    for (name, button), answer in zip(pressed, answers, strict=True):
        if not answer.acknowledged:
            raise SystemExit(f"{name} got no answer to {button.custom_id}")
        address = ClickAddress.parse(button.custom_id)
        table = await tables_of(world).find(address.match_id)
        if table is None:
            raise SystemExit(f"there is no table {address.match_id}")
        seat = table.seat_of(user_id(world, name))
        if address.kind is Kind.MOVE and table.revision > address.number and seat is not None:
            print(table.id, address.number + 1, seat.seat, address.rest, flush=True)


async def _main(url: str, seed: str) -> None:
    logging.basicConfig(level=logging.ERROR)
    simulation.hasten()
    vars(tile_emojis)["ALL_TILES"] = ()  # their faces would be drawn again in every life
    settings = Settings(_env_file=None, database_url=url, shard_count=1)
    env = Env(Boneyard(settings, pause=0, playouts=PLAYOUTS))
    simulation.settle_slowly(env, 60.0)
    world = DiscordWorld(simulated.furnish(env), lambda: Boneyard(settings, pause=0, playouts=PLAYOUTS))
    world.moment = 0
    await world.start()
    rng = Random(seed)
    while True:
        await _click_everywhere(world, rng)


def click_on(url: str, seed: str) -> None:
    """Run the bot; let people click by this seed for ever."""
    asyncio.run(_main(url, seed))
