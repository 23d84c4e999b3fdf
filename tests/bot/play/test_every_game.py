"""Every game, played by any clicks that hands offer."""

import random
from typing import Any

import pytest
from simcord.components import walk_components
from simcord.enums import ComponentType

import games
from bot.tables.time_controls import PACT_S
from playground.simulated import SimulatedPerson
from tests.bot.play.at_table import (
    buttons,
    everything_said,
    hand_of,
    look,
    mover,
    open_match,
    said,
    table_in,
    tables_of,
)
from tests.discord_world import PARTY_OF_SIX, Button, DiscordWorld
from tests.needs import THOROUGH, some_of

PEOPLE = tuple(person.name for person in PARTY_OF_SIX)
USUAL = 4
"""The number of players, where the game can be played by fewer than six."""
MOVES = 40 if THOROUGH else 20
CLICKS = 30
"""By so many clicks at random, through questions, pages and ways back, a move is made."""

SETTINGS: dict[str, list[dict[str, str]]] = {
    "full_speed": [{}, {"options": "pairs=on, closed_boneyard=on"}],
    "double_trouble": [{}, {"options": "draw=none"}],
    "plus_minus": [{"options": "limit=60"}],
    "nos": [{}, {"options": "fines=on, deals=3"}],
}
ROUNDS = [(game, options) for game in games.TABLE_GAMES for options in SETTINGS.get(game, [{}])]


@pytest.fixture
def people() -> tuple[SimulatedPerson, ...]:
    return PARTY_OF_SIX


@pytest.mark.parametrize(("game", "options"), some_of(ROUNDS, 4, share=2), ids=str)
async def test_whatever_the_hand_offers_can_be_clicked(world: DiscordWorld, game: str, options: dict[str, str]) -> None:
    rng = random.Random(f"{game} {options}")
    counts = games.CATALOGUE[game].seat_counts
    seats = max((count for count in counts if count <= USUAL), default=min(counts))
    for name in PEOPLE:
        world.speak(name, "en-US")
    await open_match(world, *PEOPLE[1:seats], game=game, **options)
    if table_in(world).agreeing:
        await world.pass_time(PACT_S + world.moment)
    opened: set[str] = set()
    for _ in range(MOVES):
        if tables_of(world).cached_in(world.channel.id) is None:
            break
        name = mover(world)
        if name not in opened:
            await look(world, name)
            opened.add(name)
        await _act(world, name, rng)
    for reader in (None, *PEOPLE):
        assert "went wrong" not in everything_said(world, reader)


async def _act(world: DiscordWorld, name: str, rng: random.Random) -> None:
    """Click offered components until a move is made."""
    before = table_in(world).revision
    for _ in range(CLICKS):
        hand = hand_of(world, name)
        offered: list[Any] = [one for one in buttons(hand) if not one.custom_id.startswith(("b:hand", "b:pad"))]
        offered = [one for one in offered if not one.custom_id.endswith("offence") and "b:look" not in one.custom_id]
        offered += [part for part in walk_components((hand or {})["components"]) if _is_select(part)]
        offered = offered or list(buttons(hand))  # what is only told has nothing but the way back
        assert offered, f"{name} is to move, but the hand offers nothing: {hand}"
        chosen = rng.choice(offered)
        if isinstance(chosen, Button):
            answer = await world.press(name, chosen)
        else:
            value = rng.choice(chosen["options"])["value"]
            answer = await world.select(name, [value], id_prefix=chosen["custom_id"])
        assert not answer.followups, [said(answer)]
        assert "went wrong" not in said(answer)
        table = tables_of(world).cached_in(world.channel.id)
        if table is None or table.revision > before:
            return
    pytest.fail(f"{name} clicked {CLICKS} times, but no move was made")


def _is_select(part: Any) -> bool:
    """Return True if the select offers a choice."""
    return bool(part["type"] == ComponentType.STRING_SELECT) and not all(
        one["value"].startswith("?!") for one in part["options"]
    )
