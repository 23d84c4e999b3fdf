"""Choices of hands from before an update are still played and answered."""

from typing import Any

from bot.messages.parts.components import ClickKind, Kind
from games import Move
from tests import simulation
from tests.bot.play.at_table import (
    FIRST_OPENS,
    forged,
    match_in,
    mover,
    open_match,
    play_one,
    said,
    seat_number,
    table_in,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld


async def click(world: DiscordWorld, kind: ClickKind, rest: str, value: str = "") -> Any:
    """Click on a choice of the hand to move, in a select if a value is chosen."""
    table = table_in(world)
    component = "s" if value else "b"
    old = forged(world, mover(world), component, kind, table.id, str(table.revision), rest, value)
    [answer] = await simulation.deliver(world.env, old)
    assert answer.acknowledged
    return answer


async def test_an_old_button_of_a_folded_place_is_still_played(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", game="domino_square", clock="none")
    await play_one(world)
    moves = match_in(world).moves(seat_number(world, mover(world)))
    below = next(move for move in moves if move.at.endswith(">1,1"))  # e7 and f7
    await click(world, Kind.MOVE, str(below))
    assert match_in(world).view(None).layout[-1].tile == below.tile  # type: ignore[attr-defined]  # of Domino Square


async def test_old_selects_of_variants_and_claims_are_still_answered(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    for name in ("Ada", "Borys", "Celina"):
        world.speak(name, "en-US")
    await open_match(world, "Borys", "Celina", game="nos", clock="none")
    while Move.parse("variant=1") not in match_in(world).moves(seat_number(world, mover(world))):
        await play_one(world)
    assert "**11. Demands**" in said(await click(world, Kind.MOVE, "0", "?variant 11"))
    await click(world, Kind.MOVE, "0", "variant=1")
    while not (tile := _claimed(world)):
        await play_one(world)
    assert "“I close!” with" in said(await click(world, Kind.ASK, f"close {tile}"))


def _claimed(world: DiscordWorld) -> str:
    """Return a tile with which the player to move may close."""
    moves = match_in(world).moves(seat_number(world, mover(world)))
    return next((str(move.tile) for move in moves if move.verb == "close"), "")
