"""A bot stopped by Discord stays answering, and resumes gently."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.app import Boneyard
from bot.settings import Settings
from bot.tables.lobby import TableSetup
from bot.tables.state import Person
from tests import simulation
from tests.bot.play.at_table import (
    FIRST_OPENS,
    board_of,
    look,
    match_in,
    move_buttons,
    mover,
    open_match,
    stored_match,
    table_in,
    tables_of,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import BY_CHANNEL, DiscordWorld

PLACES = ("dominoes", "second-table")
STOPPED = 5.0
RATE = 4
"""The bot's requests a second here."""

MANY = 16
"""The number of boards to post after the pause: fewer than could have begun meanwhile."""


@pytest.fixture
def build_bot(settings: Settings, chance: KnownChance) -> Callable[[], Boneyard]:
    """Return the bot with its own pause between edits."""
    unhurried = settings.model_copy(update={"requests_per_second": float(RATE)})
    return lambda: Boneyard(unhurried, chance=chance)


class Limits:
    """A simulated Discord that tells discord.py to wait.

    Answers to clicks come another way, without limits.

    :ivar times: when it was answered, in simulated seconds.
    :ivar refused: when it was told to wait.
    :ivar until: when that ends.
    """

    def __init__(self, world: DiscordWorld) -> None:
        self.times: list[float] = []
        self.refused: list[float] = []
        self.until = 0.0
        self._clock = world.env.backend.clock
        simulation.ask_through_discord_py(world.env, self._refusal, lambda: self.until - self._clock.elapsed)

    def stop(self, seconds: float) -> None:
        """Refuse everything from now on, for so long."""
        self.until = self._clock.elapsed + seconds

    def _refusal(self, _method: str, path: str) -> dict[str, Any] | None:
        if path.startswith(("/interactions/", "/webhooks/")):
            return None
        now = self._clock.elapsed
        if now >= self.until:
            self.times.append(now)
            return None
        self.refused.append(now)
        return {"message": "You are being rate limited.", "retry_after": self.until - now, "global": True}


@BY_CHANNEL
async def test_while_discord_blocks_the_bot_it_only_answers_clicks(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    for place in PLACES:
        await open_match(world, "Borys", channel=place, clock="none")
        for name in ("Ada", "Borys"):
            await look(world, name, place)
    await world.pass_time(5)
    limits = Limits(world)
    limits.stop(STOPPED)
    world.moment = 0.5
    for _ in range(4):
        for place in PLACES:
            table, name = table_in(world, place), mover(world, place)
            answer = await world.press(name, move_buttons(world, name, place)[0])
            assert answer.response is not None
            assert (await stored_match(world, table.id)).revision > table.revision
    assert len(limits.refused) == 1
    assert limits.times == []
    await world.pass_time(5)
    assert len(limits.refused) == 1
    assert min(limits.times) >= limits.until
    for place in PLACES:
        last = next(event for event in reversed(match_in(world, place).events) if event.kind == "played")
        assert f"`{last.tiles[0]}`" in words_in(board_of(world, place))


async def test_after_a_stop_by_discord_what_has_gathered_does_not_go_at_once(
    world: DiscordWorld,
) -> None:
    places = [world.guild.create_text_channel(f"table-{number}") for number in range(MANY)]
    await world.env.settle()
    limits = Limits(world)
    limits.stop(STOPPED)
    here: dict[str, Any] = {"guild_id": world.guild.id, "game": "block", "clock": "none", "locale": "en"}
    for number, place in enumerate(places, 1):
        with world.env._bot_scope():
            await tables_of(world).open(Person(number, "Ada"), TableSetup(channel_id=place.id, **here))
        await world.pass_time(STOPPED / MANY)
    await world.pass_time(30)
    assert len(limits.refused) == 1
    assert len(limits.times) == MANY
    assert max(sum(begin <= at < begin + 1 for at in limits.times) for begin in limits.times) <= RATE + 2
