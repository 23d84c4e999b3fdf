"""The core without any feature beside it, and with a feature that only this test knows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

from bot import app
from bot.messages.parts import components
from bot.requests import handlers
from bot.requests.features import Feature
from tests.bot.play.at_table import (
    SHORT,
    bot_of,
    open_lobby,
    open_match,
    play_to_the_end,
    read,
    said,
    table_in,
    tables_of,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld

COIN = "tests.samples.coin"


def plug(monkeypatch: pytest.MonkeyPatch, *features: type[Feature]) -> None:
    monkeypatch.setattr(app, "FEATURES", features)
    monkeypatch.setattr(app, "PACKAGES", tuple(one.package() for one in features))
    handlers.load_handlers(*app.PACKAGES)


@pytest.fixture
def coin() -> Iterator[type[Feature]]:
    """Return the feature, whose kinds and handlers no other test sees."""
    found: type[Feature] = import_module(f"{COIN}.feature").CoinFeature
    yield found
    for kind in import_module(f"{COIN}.clicks").CoinClick:
        del vars(components)["_KINDS"][kind.value], vars(handlers)["_registered"][kind]
    for name in [one for one in sys.modules if one.startswith(COIN)]:
        del sys.modules[name]


async def test_a_match_is_played_without_the_league_and_the_coach(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, chance: KnownChance
) -> None:
    plug(monkeypatch)
    await world.restart()
    assert list(bot_of(world).services.features) == []
    chance.fix_seed(SHORT)
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id
    await play_to_the_end(world)
    ended = await tables_of(world).find(match_id)
    assert ended is not None
    assert ended.match is not None
    assert (ended.match.outcome is not None, ended.entry) == (True, None)
    assert "Ranking" in read(world.messages("Ada")[-1])


async def test_a_feature_needs_its_folder_and_one_line_in_the_app(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, coin: type[Feature]
) -> None:
    plug(monkeypatch, *app.FEATURES, coin)
    await world.restart()
    assert said(await world.slash("Ada", "coin")) == "heads"
    await open_lobby(world, "Borys")
    assert said(await world.click("Borys", "Toss a coin")) == "tails"
    assert "Counts in this server's league" in read(world.messages("Ada")[-1])  # the league adds its line beside it
