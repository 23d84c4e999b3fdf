"""/table list: the tables of a server that a person can see."""

import discord
import pytest

from tests.bot.play.at_table import bot_of, said
from tests.bot.play.test_lobby import add_channel
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance) -> None:
    chance.fix_lots()


async def _open_hidden(world: DiscordWorld) -> None:
    """Open a table of Ada in a channel that only Ada and the bot can see."""
    bot = bot_of(world).user
    assert bot is not None
    hidden, seen = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)
    handle = world.guild.create_text_channel(
        "hidden", overwrites={world.guild.default_role: hidden, bot: seen, world.person("Ada"): seen}
    )
    add_channel(world, "hidden", handle)
    await world.env.settle()
    await world.slash("Ada", "play", channel="hidden", game="block")


async def test_tables_are_listed_with_place_players_and_free_seats(world: DiscordWorld) -> None:
    assert "No table is open in the channels that you can see." in said(await world.slash("Celina", "table show"))
    await world.slash("Ada", "play", game="kent")
    await world.slash("Celina", "play", channel="second-table", game="block", computer="regular")
    await world.click("Celina", "Start", channel="second-table")
    shown = said(await world.slash("Celina", "table show", channel="demo"))
    lobby, playing = f"<#{world.channel.id}>", f"<#{world.channels['second-table'].id}>"
    assert f"🪑 **Kent** · {lobby} [↗](" in shown
    assert "**Ada** · 5 free seats" in shown
    assert f"▶️ **Block with Bonus** · {playing} [↗](" in shown
    assert "**Celina** and" in shown
    assert shown.index(lobby) < shown.index(playing)
    assert "press **Join** there" in shown


async def test_a_table_in_a_channel_that_one_cannot_see_is_not_listed(world: DiscordWorld) -> None:
    await _open_hidden(world)
    assert "No table is open" in said(await world.slash("Celina", "table show"))
    assert f"<#{world.channels['hidden'].id}>" in said(await world.slash("Ada", "table show"))
    await world.slash("Celina", "play")
    with pytest.raises(pytest.fail.Exception, match="sees no button"):
        world.button("Celina", id_prefix="b:tables:")


async def test_the_menu_of_games_leads_to_the_list_while_there_are_tables(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", channel="second-table", game="block")
    await world.slash("Celina", "play")
    shown = said(await world.click("Celina", "1 table on this server"))
    assert f"<#{world.channels['second-table'].id}>" in shown


async def test_a_long_list_of_tables_has_pages(world: DiscordWorld) -> None:
    for number in range(11):
        add_channel(world, f"room-{number}", world.guild.create_text_channel(f"room-{number}"))
    await world.env.settle()
    for number, name in zip(range(11), ("Ada", "Borys", "Celina", "Dmitri") * 3, strict=False):
        await world.slash(name, "play", channel=f"room-{number}", game="block")
    shown = said(await world.slash("Ada", "table show"))
    assert shown.count("🪑") == 10
    last = said(await world.click("Ada", id_prefix="b:tables::1"))
    assert last.count("🪑") == 1
    assert f"<#{world.channels['room-0'].id}>" in last  # the oldest
