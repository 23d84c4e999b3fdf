"""Steps for tests of trick games with six people."""

from __future__ import annotations

import random
from typing import Any

from simcord.components import walk_components

from games.seventy_nine.view import SeventyNineView
from tests.bot.play.at_table import (
    hand_of,
    look,
    match_in,
    move_buttons,
    mover,
    open_match,
    table_in,
    tables_of,
)
from tests.discord_world import PARTY_OF_SIX, Button, DiscordWorld

SIX = tuple(person.name for person in PARTY_OF_SIX)
"""Ada, Celina and Ewa are one team, Borys, Dmitri and Feliks the other."""


async def open_six(world: DiscordWorld, **options: str) -> None:
    """Open Seventy-Nine for six readers of English."""
    for name in SIX:
        world.speak(name, "en-US")
    await open_match(world, *SIX[1:], game="seventy_nine", **options)


def table_view(world: DiscordWorld) -> SeventyNineView:
    """Return the public view of the match of Seventy-Nine."""
    view = match_in(world).view(None)
    assert isinstance(view, SeventyNineView)
    return view


def bids_offered(world: DiscordWorld, name: str) -> dict[str, str]:
    """Return the bids of an open hand, with select addresses."""
    hand = hand_of(world, name)
    assert hand is not None
    return {
        option["value"]: str(part["custom_id"])
        for part in walk_components(hand["components"])
        for option in part.get("options") or ()
        if option["value"].startswith("bid=")
    }


async def act(world: DiscordWorld, text: str, name: str | None = None) -> Any:
    """Make this move in the open hand, by one click or two."""
    name = name or mover(world)
    await look(world, name)
    before = table_in(world).revision
    selects = bids_offered(world, name)
    if text in selects:
        answer = await world.select(name, [text], id_prefix=selects[text])
    else:
        answer = await world.press(name, _button(world, name, text))
    table = tables_of(world).cached_in(world.channel.id)
    assert table is None or table.revision > before, f"{name} clicked {text}, but nothing moved"
    return answer


async def act_at_random(world: DiscordWorld, rng: random.Random) -> str:
    """Let the player to move act; return the player."""
    name, match = mover(world), match_in(world)
    (seat,) = match.actors()
    move = rng.choice(match.sensible_moves(seat) or match.moves(seat))
    offered = {button.custom_id.split(":", 4)[-1]: button for button in move_buttons(world, name)}
    if str(move) not in offered and str(move) not in (bids_offered(world, name) if hand_of(world, name) else {}):
        await look(world, name)
        offered = {button.custom_id.split(":", 4)[-1]: button for button in move_buttons(world, name)}
    if str(move) in offered:
        await world.press(name, offered[str(move)])
    elif move.tile is not None and str(move.tile) in offered:  # a double that can be declared asks first
        await world.press(name, offered[str(move.tile)])
        await world.press(name, _button(world, name, str(move)))
    elif str(move) in bids_offered(world, name):
        await world.select(name, [str(move)], id_prefix=bids_offered(world, name)[str(move)])
    else:
        raise AssertionError(f"{name} is not offered {move}: {sorted(offered)}")
    return name


def _button(world: DiscordWorld, name: str, text: str) -> Button:
    """Return a move's button in the person's open hand."""
    found = [one for one in move_buttons(world, name) if one.custom_id.split(":", 4)[-1] == text]
    assert found, f"{name} sees no button for {text}: {[one.custom_id for one in move_buttons(world, name)]}"
    return found[0]
