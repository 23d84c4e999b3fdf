"""Logs of Kent at full detail contain no secrets."""

import io
import logging
from collections.abc import Iterator

import pytest

from bot.messages.table.signs import EMOJIS
from bot.operating.logs import set_up
from bot.settings import LogLevel, Settings
from tests.bot.play.at_table import look, move_buttons, seat_number, table_in, tiles_in
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld

from .at_kent import holder, open_party, react

SEED = "a seed that stands nowhere else"


@pytest.fixture
def all_logs(world: DiscordWorld, settings: Settings) -> Iterator[io.StringIO]:
    """Yield the bot's log at LOG_LEVEL=DEBUG, once it is up."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers[:], root.level
    set_up(settings.model_copy(update={"log_level": LogLevel.DEBUG}), stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)


async def test_debug_logs_of_a_party_hold_no_seed_no_tile_no_sign_and_no_token(
    world: DiscordWorld, all_logs: io.StringIO, chance: KnownChance
) -> None:
    chance.fix_seed(SEED)
    await open_party(world, options="tempo=none")
    await react(world, "Ada", "yawn")
    name = holder(world)
    await look(world, name)
    await world.press(name, next(one for one in move_buttons(world, name) if ":pass " in one.custom_id))
    logging.getLogger("bot").debug("the end")
    text = all_logs.getvalue()
    tokens = [stored.token for stored in world.env.backend.interactions.values()]
    assert table_in(world).pact_of(seat_number(world, "Ada")).sign == "wink"
    assert tokens
    assert "the end" in text
    assert SEED not in text
    assert not tiles_in(text)
    for token in tokens:
        assert token not in text
    for key, emoji in EMOJIS.items():
        assert emoji not in text
        assert f"'{key}'" not in text
