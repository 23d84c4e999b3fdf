"""Discord requests at the real pace, in simulated time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.app import Boneyard
from bot.settings import Settings
from storage import matches
from tests.bot.play.at_table import FIRST_OPENS, PLAYOUTS, bot_of, look, open_match, play_one, tables_of
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld, Route
from tests.needs import THOROUGH

SECONDS = 5.0
EDITS = 5
"""Discord takes so many edits in a channel in so many seconds."""

REQUESTS = 2.5
"""The highest cost of a click: its answer, the other's hand, and an edit of the board every other time."""


@pytest.fixture
def build_bot(settings: Settings, chance: KnownChance) -> Callable[[], Boneyard]:
    """Return the bot with its real pause between edits."""
    return lambda: Boneyard(settings, playouts=PLAYOUTS, chance=chance)


class Requests(list[Any]):
    """The bot's requests, with simulated seconds."""

    def __init__(self, world: DiscordWorld) -> None:
        super().__init__(world.env.backend.http_requests)
        self._world = world
        self._clock = world.env.backend.clock
        self.times = [0.0] * len(self)
        world.env.backend.http_requests = self

    def append(self, entry: Any) -> None:
        super().append(entry)
        self.times.append(self._clock.elapsed)

    def edits(self, channel_id: int) -> list[float]:
        """When messages of a channel were edited."""
        place = f"/channels/{channel_id}/messages/"
        made = zip(self, self.times, strict=True)
        return [
            at
            for entry, at in made
            if (entry.method == "PATCH" and entry.path.startswith(place)) or self._world.is_public_edit(entry)
        ]


async def hands_open(world: DiscordWorld, chance: KnownChance) -> None:
    """Start a quick match with two open hands, quietly."""
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, "Borys", clock="quick")
    for name in ("Ada", "Borys"):
        await look(world, name)
    await world.pass_time(SECONDS)


async def play_on(world: DiscordWorld) -> int:
    """Play until the match is over; return the clicks."""
    clicks = 0
    while tables_of(world).cached_in(world.channel.id) is not None:
        clicks += await play_one(world)
    return clicks


@pytest.mark.thorough
@pytest.mark.parametrize("moment", [0.1, 0.25, 0.7] if THOROUGH else [0.1])
async def test_a_board_is_edited_five_times_in_five_seconds_at_most(
    world: DiscordWorld, chance: KnownChance, moment: float
) -> None:
    await hands_open(world, chance)
    requests = Requests(world)
    world.moment = moment
    clicks = await play_on(world)
    await world.pass_time(10)
    edits = requests.edits(world.channel.id)
    assert len(edits) > clicks * moment / 2, "the board is shown all the time"
    assert max(sum(begin <= at < begin + SECONDS - 0.001 for at in edits) for begin in edits) <= EDITS


@pytest.mark.thorough
async def test_a_click_of_quick_players_costs_at_most_two_and_a_half_requests(
    world: DiscordWorld, chance: KnownChance
) -> None:
    """All requests count, from the first tile to the result.

    They are answers, renewed hands, boards, deals announced, players called and messages deleted. Two clicks come in
    the pause between two edits of a board. Only at the end of a deal does a hand cost two requests and not one: it is
    sent below the new board, and deleted above it.
    """
    await hands_open(world, chance)
    world.moment = bot_of(world).services.publisher.queue.pause / 2
    before, deleted = len(world.env.http_requests), world.requests(Route.DELETE_ANSWER)
    clicks, deals = await play_on(world), await _deals_ended(world)
    await world.pass_time(60)
    assert clicks > 50
    deleted = world.requests(Route.DELETE_ANSWER) - deleted
    assert deleted <= 2 * deals, "of both players"
    assert (len(world.env.http_requests) - before - deleted) / clicks <= REQUESTS


async def _deals_ended(world: DiscordWorld) -> int:
    """Return the last match's number of deals."""
    async with bot_of(world).services.database.read() as tx:
        match_id = await matches.last_over_in(tx, world.channel.id)
        assert match_id is not None
        deals, _ = await matches.results(tx, match_id)
    return max(deal.deal for deal in deals)
