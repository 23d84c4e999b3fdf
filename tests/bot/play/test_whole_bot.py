"""What holds for the whole bot: addresses, handlers, commands, and that secrets stay secret."""

import ast
import hashlib
from collections.abc import Mapping
from pathlib import Path
from random import Random

import discord
import pytest

import bot
import games
from bot.cogs import ALL
from bot.ui.addresses import LONGEST, Address
from bot.ui.handlers import HANDLERS
from tests.bot.play.at_table import (
    SEED,
    bot_of,
    everything_said,
    fix_the_shuffle,
    open_match,
    play_to_the_end,
    said,
    table_in,
)
from tests.discord_world import DiscordWorld, Route

UI = Path(bot.__file__).parent / "ui"


@pytest.mark.parametrize("game", games.CATALOGUE)
def test_every_move_of_every_game_fits_into_a_button(game: str) -> None:
    rng = Random(game)
    for walk in range(6):
        kind = games.CATALOGUE[game]
        match = games.new_match(game, seats=rng.choice(kind.seat_counts), seed=f"walk {walk}")
        for _ in range(400):
            if match.outcome is not None:
                break
            seat = rng.choice(match.actors())
            moves = match.moves(seat)
            for move in moves:
                address = Address("move", "m" * 16, 99_999, str(move))
                assert len(address.custom_id("b")) <= LONGEST
                assert Address.parse(address.custom_id("b")) == address
            match.play(seat, rng.choice(moves))


def test_the_longest_address_of_a_seat_fits_into_a_button() -> None:
    snowflake = 2**63
    assert Address("acceptseat", "m" * 16, 99_999, f"5/{snowflake}/{snowflake}").custom_id("b")


def kinds_in(path: Path) -> set[str]:
    """The kinds that a module writes into addresses, directly or through functions that hand a parameter on to them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    makers = {"Address": 0} | PUBLIC_MAKERS
    makers |= makers_in(tree, makers)
    arguments = [kind for call in ast.walk(tree) if (kind := kind_given(call, makers)) is not None]
    return {str(kind.value) for kind in arguments if isinstance(kind, ast.Constant)}


def makers_in(tree: ast.AST, makers: Mapping[str, int]) -> dict[str, int]:
    """The functions that make an address of a kind that they are given, and which of their parameters it is."""
    found = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            parameters = [parameter.arg for parameter in function.args.args]
            kinds = [kind_given(call, makers) for call in ast.walk(function)]
            for kind in kinds:
                if isinstance(kind, ast.Name) and kind.id in parameters:
                    found[function.name] = parameters.index(kind.id)
    return found


def kind_given(call: ast.AST, makers: Mapping[str, int]) -> ast.expr | None:
    """The argument that is the kind of an address, if this is a call that makes one."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in makers:
        return None
    place = makers[call.func.id]
    return call.args[place] if len(call.args) > place else None


PUBLIC_MAKERS = {
    name: place
    for path in UI.glob("*.py")
    for name, place in makers_in(ast.parse(path.read_text(encoding="utf-8")), {"Address": 0}).items()
    if not name.startswith("_")
}
"""Those that other modules may call."""


def test_every_kind_of_button_has_a_handler_and_every_handler_a_button() -> None:
    used = set().union(*(kinds_in(path) for path in UI.glob("*.py")))
    assert used == set(HANDLERS)


async def test_names_of_commands_are_unique_in_every_language(world: DiscordWorld) -> None:
    registered = await world.bot.tree.fetch_commands()
    assert len({one.name for one in registered}) == len(registered) == len(ALL)
    for locale in (discord.Locale.polish, discord.Locale.russian):
        assert len({one.name_localizations[locale] for one in registered}) == len(registered)


async def test_the_fingerprint_of_the_shuffle_is_shown_at_the_start_and_the_seed_at_the_end(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_the_shuffle(monkeypatch)
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", clock="none")
    assert hashlib.sha256(SEED.encode()).hexdigest() in everything_said(world)
    assert SEED not in everything_said(world)
    await play_to_the_end(world)
    assert SEED in said(await world.click("Celina", "Record"))


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
    bot_of(world).parlour.desk.house._closing = True
    answer = await world.click("Celina", "Join")
    assert said(answer) == "Boneyard is about to restart. Try again in a minute."


async def test_a_server_that_the_bot_is_removed_from_has_no_live_tables_left(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="quick")
    match_id = table_in(world).id
    house = bot_of(world).parlour.desk.house
    guild = world.bot.guilds[0]
    for route in (Route.EDIT, Route.SEND):
        world.fail(route, 403, code=50001, times=None)
    with world.env._bot_scope():
        world.bot.dispatch("guild_remove", guild)
    await world.env.settle()
    table = await house.find(match_id)
    assert table is not None
    assert not table.status.is_live
