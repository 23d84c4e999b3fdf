"""Properties of the whole bot, such as secrets."""

import hashlib
import re
from pathlib import Path
from random import Random

import discord
import pytest

import bot.coach
import bot.league
import bot.messages
import bot.requests
import games
from bot.app import HANDLERS, PACKAGES
from bot.cogs import find_cogs
from bot.messages.parts.components import MAX_CUSTOM_ID, ClickAddress, Kind, all_kinds
from bot.removed_guilds import BACK_WITHIN_S
from bot.tables.clocks import Clocks
from bot.tables.live import Tables
from storage import matches
from storage.database import Busy, Full, Transaction
from tests.bot.play.at_table import (
    SHORT,
    bot_of,
    everything_said,
    open_match,
    play_to_the_end,
    said,
    table_in,
    tables_of,
)
from tests.bot.play.league.test_removed_guilds import remove_bot
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld

ROOMS = [Path(package.__path__[0]) for package in (bot.messages, bot.league, bot.coach)]


@pytest.mark.parametrize("game", games.TABLE_GAMES)
def test_every_move_of_every_game_fits_into_a_button(game: str) -> None:
    rng = Random(game)
    for walk in range(6):
        kind = games.TABLE_GAMES[game]
        match = games.new_match(game, seats=rng.choice(kind.seat_counts), seed=f"walk {walk}")
        for _ in range(400):
            if match.outcome is not None:
                break
            seat = rng.choice(match.actors())
            moves = match.moves(seat)
            for move in moves:
                address = ClickAddress(Kind.MOVE, "m" * 16, 99_999, str(move))
                assert len(address.custom_id("b")) <= MAX_CUSTOM_ID
                assert ClickAddress.parse(address.custom_id("b")) == address
            match.play(seat, rng.choice(moves))


def test_the_longest_address_of_a_seat_fits_into_a_button() -> None:
    snowflake = 2**63
    assert ClickAddress(Kind.ACCEPT_SEAT, "m" * 16, 99_999, f"5/{snowflake}/{snowflake}/{snowflake}").custom_id("b")


def messages() -> list[str]:
    """Return sources that make buttons, without handler declarations; of requests, only the addresses in them."""
    paths = [path for room in ROOMS for path in room.rglob("*.py") if path.name != "addresses.py"]
    sources = [re.sub(r"^@on\(.*\)$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE) for path in paths]
    requests = [path.read_text(encoding="utf-8") for path in Path(bot.requests.__path__[0]).rglob("*.py")]
    return [*sources, *(address for source in requests for address in re.findall(r"ClickAddress\(\w+\.\w+", source))]


def test_every_kind_of_button_has_a_handler_and_every_handler_a_button() -> None:
    assert set(HANDLERS) == set(all_kinds())
    sources = messages()
    names = {kind: f"{type(kind).__name__}.{kind.name}" for kind in all_kinds()}
    used = {kind for kind, name in names.items() if any(name in source for source in sources)}
    assert used == set(all_kinds())


async def test_names_of_commands_are_unique_in_every_language(world: DiscordWorld) -> None:
    registered = await world.bot.tree.fetch_commands()
    assert (
        len({one.name for one in registered}) == len(registered) == len(find_cogs(*PACKAGES)) + 1
    )  # the menu of a person
    for locale in (discord.Locale.polish, discord.Locale.russian):
        assert len({one.name_localizations[locale] for one in registered}) == len(registered)


async def test_the_fingerprint_is_shown_at_the_start_and_the_seed_at_the_end(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(SHORT)
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", clock="none")
    origin = table_in(world).origin
    assert origin is not None
    assert origin.fingerprint == hashlib.sha256(origin.server_seed.encode()).hexdigest()
    await world.click("Celina", "Menu")
    assert origin.fingerprint in said(await world.click("Celina", "Fair shuffle"))
    assert origin.server_seed not in everything_said(world)
    await play_to_the_end(world)
    await world.click("Celina", "Replay")
    await world.click("Celina", "Fair shuffle")
    answer = await world.click("Celina", "Record")
    assert origin.server_seed in said(answer)
    assert answer.response is not None
    [file] = answer.response.attachments
    assert origin.fingerprint in (await file.read()).decode()


async def test_a_command_that_fails_outside_of_our_hands_is_answered(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a fault")

    [command] = [one for one in world.bot.tree.get_commands() if one.name == "help"]
    monkeypatch.setattr(command, "_callback", broken)
    answer = await world.slash("Celina", "help")
    assert answer.ephemeral
    assert "Something went wrong on my side." in said(answer)


async def test_a_bot_that_is_about_to_stop_says_so(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    bot_of(world).services.tables._store.start_closing()
    answer = await world.click("Celina", "Join")
    assert said(answer) == "Boneyard is about to restart. Try again in a minute."


async def test_a_table_that_cannot_be_ended_when_a_server_goes_is_ended_later(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels = list(world.channels)[:2]
    for channel, host in zip(channels, ("Ada", "Borys"), strict=True):
        await world.slash(host, "play", channel=channel, game="block")
    first, second = (table_in(world, channel).id for channel in channels)
    tables, tries = tables_of(world), []
    abandon = tables.abandon

    async def full_at_first(match_id: str) -> None:
        tries.append(match_id)
        if match_id == first and tries.count(first) < 3:
            raise Full("no room")
        await abandon(match_id)

    monkeypatch.setattr(tables, "abandon", full_at_first)
    await remove_bot(world)
    await world.pass_time(BACK_WITHIN_S + 1)
    assert [await is_live(tables, match_id) for match_id in (first, second)] == [True, False]
    await world.pass_time(11)
    await world.pass_time(11)
    assert not await is_live(tables, first)
    assert sorted(tries) == sorted([first, second, first, first])


async def test_the_table_of_a_channel_that_is_gone_is_ended_when_it_can_be_saved(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.slash("Ada", "play", game="block")
    match_id, tables, tries = table_in(world).id, tables_of(world), []
    find = matches.live_in

    async def busy_at_first(tx: Transaction, channel_id: int) -> str | None:
        tries.append(channel_id)
        if len(tries) == 1:
            raise Busy("somebody else holds the database")
        return await find(tx, channel_id)

    monkeypatch.setattr(matches, "live_in", busy_at_first)
    with world.env._bot_scope():
        world.bot.dispatch("guild_channel_delete", world.channel)
    await world.env.settle()
    assert await is_live(tables, match_id)
    await world.pass_time(11)
    assert not await is_live(tables, match_id)


async def is_live(tables: Tables, match_id: str) -> bool:
    table = await tables.find(match_id)
    assert table is not None
    return table.status.is_live


async def test_the_solver_searches_in_processes_in_which_no_computer_thinks(world: DiscordWorld) -> None:
    services = bot_of(world).services
    clocks = services.tables._observers.timekeeper
    assert isinstance(clocks, Clocks)
    thinking = clocks._computers._thinker._processes
    assert services.solo.solving._processes is services.solo.dealer._processes is not thinking
    assert services.replays._processes is not thinking
