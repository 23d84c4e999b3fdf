"""Steps for tests of Kent: parties, reactions, pads, melds."""

from typing import Any

import discord
from simcord.results import InteractionResult

from bot.messages.parts.components import Kind
from bot.messages.table.signs import EMOJIS
from bot.tables import lobby
from bot.tables.kent_decisions import has_meld
from bot.tables.live import Tables
from bot.tables.state import Person
from games import new_match
from storage.matches import Player
from tests import simulation
from tests.bot.play.at_table import (
    match_in,
    on_board,
    open_match,
    said,
    seat_number,
    shown,
    table_in,
    tables_of,
    words_in,
)
from tests.discord_world import Button, DiscordWorld

PARTY = ("Ada", "Borys", "Celina", "Dmitri")
"""Ada and Celina are partners, and so are Borys and Dmitri."""


async def open_party(world: DiscordWorld, *, agree: bool = True, **options: str) -> None:
    """Open Kent for four; by default pairs agree on signs."""
    for name in PARTY:
        world.speak(name, "en-US")
    await open_match(world, *PARTY[1:], game="kent", **options)
    if agree:
        await agree_on(world, "Ada", "Celina", "wink")
        await agree_on(world, "Borys", "Dmitri", "nose")


async def new_sign(world: DiscordWorld, name: str) -> InteractionResult:
    """Ask for a new sign on the person's pad."""
    await world.click(name, id_prefix=f"b:{Kind.OPEN_PAD}:")
    return await world.click(name, id_prefix=f"b:{Kind.NEW_SIGN}:")


async def agree_on(world: DiscordWorld, one: str, other: str, sign: str) -> None:
    """Let one propose a sign and the other agree."""
    await react(world, one, sign)
    await react(world, other, sign)


async def react(world: DiscordWorld, name: str, sign: str, message: discord.Message | None = None) -> None:
    """Put a sign under the signing message, anew if needed."""
    target = message or signing(world, name)
    user = world.person(name).user
    await user.set_reaction(target, EMOJIS[sign], reacted=False)
    await user.set_reaction(target, EMOJIS[sign], reacted=True)
    await world.pass_time(world.moment)


async def unreact(world: DiscordWorld, name: str, sign: str) -> None:
    """Take a sign off again."""
    await world.person(name).user.set_reaction(signing(world, name), EMOJIS[sign], reacted=False)
    await world.pass_time(world.moment)


def signing(world: DiscordWorld, name: str) -> discord.Message:
    """Return the person's current signing message: pact or pad."""
    seat = seat_number(world, name)
    pad = table_in(world).pad_of(seat)
    assert pad is not None, f"{name} has neither a pact nor a pad"
    wanted = pad.pact_id if table_in(world).pact_of(seat).open else pad.pad_id
    return next(message for message in world.direct_messages(name) if message.id == wanted)


def direct_words(world: DiscordWorld, name: str) -> str:
    """Return all readable words of a person's direct messages."""
    return "\n".join(map(words_in, shown(world, name, "dm")))


async def call(world: DiscordWorld, name: str, label: str, channel: str = "dominoes") -> InteractionResult:
    """Call from the board, with a second click if needed."""
    answer = await world.press(name, on_board(world, label, channel))
    if "counts when it is pressed twice: press it again here" not in said(answer):
        return answer
    return await world.click(name, channel=channel, id_prefix="b:accuse:")


def holder(world: DiscordWorld) -> str:
    """Return the holder of four tiles."""
    view: Any = match_in(world).view(None)
    return next(name for name in PARTY if seat_number(world, name) == view.holder)


def melds(world: DiscordWorld) -> set[str]:
    """Return the holders of melds, by unseen whole hands."""
    match = match_in(world)
    return {name for name in PARTY if has_meld(match.view(seat_number(world, name)).hand)}


def seed_of_first_deal(melds_of: set[int]) -> str:
    """Return a seed that gives first melds to these seats."""
    for number in range(5_000):
        match = new_match("kent", seats=4, options={}, seed=f"kent {number}")
        if {seat for seat in range(4) if has_meld(match.view(seat).hand)} == melds_of:
            return f"kent {number}"
    raise AssertionError(f"no seed gives melds to {melds_of} alone")


async def open_company(world: DiscordWorld, *players: str | Player, **options: str) -> None:
    """Open Ada's Kent match with these people and computers."""
    for name in PARTY:
        world.speak(name, "en-US")
    await world.slash("Ada", "play", game="kent", **options)
    host = Person(world.person("Ada").id, "Ada")
    for player in players:
        if isinstance(player, Player):
            await _add_computer(tables_of(world), table_in(world).id, host, player)
        else:
            await world.click(player, id_prefix="b:join")
    await world.pass_time(world.moment)
    await world.click("Ada", id_prefix="b:start")


async def _add_computer(tables: Tables, match_id: str, host: Person, level: Player) -> None:
    await tables.apply(match_id, lobby.add_computer, host, level)


def reaction(world: DiscordWorld, name: str, sign: str) -> tuple[str, dict[str, Any]]:
    """Return a gateway payload for a person's sign."""
    message = signing(world, name)
    return "MESSAGE_REACTION_ADD", {
        "user_id": str(world.person(name).id),
        "channel_id": str(message.channel.id),
        "message_id": str(message.id),
        "emoji": {"id": None, "name": EMOJIS[sign]},
        "burst": False,
        "type": 0,
    }


def press(world: DiscordWorld, name: str, button: Button) -> tuple[str, dict[str, Any]]:
    """Return a gateway payload for a click on a button."""
    _, payload = simulation.click_payload(world.env, world.person(name), button.message, button.custom_id)
    return "INTERACTION_CREATE", payload


async def at_once(world: DiscordWorld, *events: tuple[str, dict[str, Any]]) -> None:
    """Hand in several events before the bot reacts."""
    with world.env._bot_scope():
        for kind, payload in events:
            world.env.bot._connection.parsers[kind](payload)
    await world.env.settle()
    await world.pass_time(world.moment)
