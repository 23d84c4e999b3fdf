"""Steps for tests of solitaires: open, press, solve."""

from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.tables.solo import steps
from bot.tables.solo.live import Solos
from bot.tables.solo.state import Solo
from bot.tables.state import Person
from games.solitaires import solver
from playground import simulated
from storage import solo as solos
from storage.solo import SoloEntry, StoredSolo
from tests.bot.play.at_table import bot_of, buttons, hand_of, shown, user_id
from tests.discord_world import Button, DiscordWorld

WINNABLE = {
    "triangle": "boneyard daily triangle 2026-11-22/0",
    "twelves": "boneyard daily twelves 2026-11-22/1",
    "seven_columns": "boneyard daily seven_columns 2026-11-22/0",
    "pyramid": "boneyard daily pyramid 2026-11-22/3",
}
"""Seeds of deals that can be won, by the keys of their games."""

PYRAMID = WINNABLE["pyramid"]
"""Face up lie 6-2 on top and 2-0 3-2 1-1 2-2 5-2 5-1 4-4 at the foot; pairs are 6-2 2-2, 4-4 2-2 and 5-2 3-2."""
DEAD_END = ("pair 5-2=3-2", "pair 4-4=2-2")
"""After these two nothing makes twelve any more."""


def solos_of(world: DiscordWorld) -> Solos:
    return bot_of(world).services.solo.live


async def load_open(world: DiscordWorld, name: str = "Ada") -> tuple[StoredSolo, ...]:
    """Return a user's open solitaires, newest first."""
    return await solos_of(world).open_of(user_id(world, name))


async def solo_of(world: DiscordWorld, name: str = "Ada") -> Solo:
    """Return the newest open solitaire of a user."""
    return await solos_of(world).find((await load_open(world, name))[0].id)


async def load_solo(world: DiscordWorld, solo_id: str) -> tuple[StoredSolo, tuple[SoloEntry, ...]]:
    """Return a solitaire as it is on the disk."""
    async with bot_of(world).services.database.read() as tx:
        found = await solos.load(tx, solo_id)
    assert found is not None
    return found


def message_of(world: DiscordWorld, solo_id: str, name: str = "Ada", channel: str = "dominoes") -> dict[str, Any]:
    """Return the newest message that shows a solitaire."""
    message: dict[str, Any]
    for message in reversed(shown(world, name, channel)):
        if any(f":{solo_id}:" in button.custom_id for button in buttons(message)):
            return message
    pytest.fail(f"{name} sees no message with solitaire {solo_id}")


def button(
    world: DiscordWorld, solo_id: str, kind: str, rest: str = "", name: str = "Ada", channel: str = "dominoes"
) -> Button:
    """Return a button of a solitaire's newest message."""
    message = message_of(world, solo_id, name, channel)
    for one in buttons(message):
        if one.custom_id.startswith(f"b:{kind}:{solo_id}:") and (not rest or one.custom_id.endswith(f":{rest}")):
            return one
    pytest.fail(f"no button {kind} {rest} but {[one.custom_id for one in buttons(message)]}")


async def press(
    world: DiscordWorld, kind: str, rest: str = "", name: str = "Ada", channel: str = "dominoes"
) -> InteractionResult:
    """Press a button of a person's open solitaire."""
    solo_id = (await load_open(world, name))[0].id
    return await world.press(name, button(world, solo_id, kind, rest, name, channel))


async def make(world: DiscordWorld, move: str, name: str = "Ada", channel: str = "dominoes") -> int:
    """Make a move by clicks; how many these were."""
    solo_id = (await load_open(world, name))[0].id
    message = message_of(world, solo_id, name, channel)
    offered = {one.custom_id.split(":", 4)[4]: one for one in buttons(message) if ":solomove:" in one.custom_id}
    if move in offered:
        await world.press(name, offered[move])
        return 1
    await press(world, "soloask", move.partition("@")[0], name, channel)
    await press(world, "solomove", move, name, channel)
    return 2


async def solve_by_clicks(world: DiscordWorld, name: str = "Ada", channel: str = "dominoes", leave: int = 0) -> int:
    """Play the solver's line; return a move's most clicks."""
    match = (await solo_of(world, name)).match
    assert match is not None
    line = solver.solve(match).line
    assert line, "this deal cannot be won"
    return max([await make(world, str(move), name, channel) for move in line[: len(line) - leave]], default=0)


async def solve(world: DiscordWorld, name: str = "Ada") -> None:
    """Play the solver's line without clicks or messages."""
    solo = await solo_of(world, name)
    assert solo.match is not None
    player = Person(user_id(world, name), name)
    line = solver.solve(solo.match).line
    assert line, "this deal cannot be won"
    for move in line:
        revision = (await solo_of(world, name)).revision
        with simulated.acting_as_bot(world.env):
            await solos_of(world).apply(solo.id, steps.move, player, revision, str(move))


async def find_private_message(world: DiscordWorld, name: str) -> dict[str, Any]:
    """Return the newest message that only this person sees."""
    found = hand_of(world, name)
    assert found is not None
    return found
