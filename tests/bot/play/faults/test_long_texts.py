"""Every command is answered, despite long texts and lists."""

from dataclasses import replace

from simcord.results import InteractionResult

from bot.messages.parts.components import Kind
from bot.tables import lobby
from bot.tables.state import Person
from storage.league import seasons
from storage.league.seasons import Season
from tests import simulation
from tests.bot.play.at_table import bot_of, forged, replay, said, table_in, tables_of
from tests.discord_world import DiscordWorld

CONTENT = 2000
"""Discord's limit for the text of a message."""


async def allow(world: DiscordWorld, number: int) -> list[int]:
    """So many channels are allowed for dominoes; their ids."""
    preferences = bot_of(world).services.preferences
    channels = [10**18 + count for count in range(number)]
    await preferences.change_server(world.guild.id, lambda old: replace(old, channels=tuple(channels)))
    return channels


def mentioned(answer: InteractionResult, channels: list[int]) -> list[int]:
    return [channel for channel in channels if f"<#{channel}>" in said(answer)]


async def test_too_long_options_are_refused_with_the_allowed_ones(world: DiscordWorld) -> None:
    answer = await world.slash("Ada", "play", game="plus_minus", options="x" * 6000)
    assert "limit" in said(answer)
    assert "xxx…" in said(answer)
    assert len(said(answer)) < CONTENT


async def test_a_value_that_is_too_long_is_refused_with_what_is_allowed(world: DiscordWorld) -> None:
    answer = await world.slash("Ada", "play", game="plus_minus", options=f"limit={'<@1>*' * 1200}")
    assert "100" in said(answer)
    assert len(said(answer)) < CONTENT


async def test_a_refusal_names_some_of_very_many_channels_and_counts_the_others(world: DiscordWorld) -> None:
    channels = await allow(world, 90)
    answer = await world.slash("Ada", "play", game="block")
    assert mentioned(answer, channels) == channels[:20]
    assert "70 more" in said(answer)


async def test_the_settings_name_some_of_very_many_channels_and_count_the_others(world: DiscordWorld) -> None:
    channels = await allow(world, 200)
    answer = await world.slash("Ada", "server-settings")
    assert mentioned(answer, channels) == channels[:40]
    assert "160 more" in said(answer)


async def test_only_server_managers_change_its_settings_by_a_select(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")  # something that a click can be made on
    click = forged(world, "Celina", "s", Kind.SERVER_SETTING, "", "0", "clock", "quick")
    [answer] = await simulation.deliver(world.env, click)
    assert "Manage Server" in said(answer)
    assert (await bot_of(world).services.preferences.server(world.guild.id)).clock is None


async def test_what_is_repeated_of_a_long_text_ends_in_an_ellipsis(world: DiscordWorld) -> None:
    for answer in (
        said(await replay(world, "Ada", "x " * 100)),
        said(await world.slash("Ada", "league-admin match", match="x " * 100)),
    ):
        assert "x x…" in answer
        assert answer.count("x") < 50


async def test_what_is_repeated_of_a_line_that_is_taken_in_ends_in_an_ellipsis(world: DiscordWorld) -> None:
    content = b'{"game": "%s", "at": 1, "sides": [[1], [2]], "places": [1, 2]}' % (b"x" * 5000)
    answer = said(await world.slash("Ada", "league-admin import", file=("results.jsonl", content)))
    assert "xxx…" in answer
    assert len(answer) < CONTENT


async def test_a_season_with_a_long_name_is_suggested_with_an_ellipsis(world: DiscordWorld) -> None:
    async with bot_of(world).services.database.write() as tx:
        await seasons.add(tx, Season(0, world.guild.id, "cup " * 40, 1.0, 2.0))
    [suggested] = await world.person("Ada").autocomplete(world.channel, "leaderboard", "season", "cup")
    assert suggested["name"].endswith("cup cup…")
    assert len(suggested["name"]) <= 100


async def test_a_seat_of_somebody_with_a_long_name_is_suggested_with_an_ellipsis(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    somebody = Person(5, "so long " * 20)
    await tables_of(world).apply(table_in(world).id, lobby.join, somebody)
    _, suggested = await world.person("Ada").autocomplete(world.channel, "table replace", "seat", "")
    assert suggested["name"].startswith("2. so long")
    assert suggested["name"].endswith("…")
    assert len(suggested["name"]) <= 100
