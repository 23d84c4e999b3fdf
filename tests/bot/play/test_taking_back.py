"""Taking moves back by clicks: alone at once, among people when all agree."""

from __future__ import annotations

from bot.messages.parts.components import Kind
from tests.bot.play.at_table import (
    FIRST_OPENS,
    board_of,
    everything_said,
    look,
    move_buttons,
    mover,
    open_lobby,
    open_match,
    play_one,
    said,
    stored_match,
    table_in,
    use_menu,
    user_id,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld

ADA_OPENS_AND_BORYS_FOLLOWS = "shuffle 1"
"""In Double Trouble of three; Borys, the next, has a tile that fits the first of Ada's moves."""


async def test_alone_a_move_is_taken_back_in_two_presses_and_the_match_counts_nowhere(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, game="block", clock="none", computer="casual")
    await look(world, "Ada")
    first = [button.label for button in move_buttons(world, "Ada")]
    await play_one(world)
    await world.pass_time(5)
    laid = table_in(world).revision
    await world.click("Ada", "Menu")
    assert "Your last move is taken back. From now on the match counts nowhere." in said(
        await world.click("Ada", "Take back")
    )
    table = table_in(world)
    assert table.revision == laid + 1
    assert table.match is not None
    assert table.match.record().log == ()
    assert "**Ada** takes a move back." in words_in(board_of(world)["embeds"][0])
    await look(world, "Ada")
    assert [button.label for button in move_buttons(world, "Ada")] == first
    assert (await stored_match(world, table.id)).helped
    assert "no move in this match" in said(await use_menu(world, "Ada", Kind.TAKE_BACK))
    await play_one(world)
    assert table_in(world).revision > laid + 1


async def test_among_people_a_move_is_taken_back_when_all_agree(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(ADA_OPENS_AND_BORYS_FOLLOWS)
    await open_lobby(world, "Borys", game="double_trouble", clock="none")
    await world.click("Ada", "Add computer")
    await world.click("Ada", id_prefix="b:start")
    assert mover(world) == "Ada"
    await play_one(world)
    assert mover(world) == "Borys"
    assert "You have asked." in said(await use_menu(world, "Ada", Kind.TAKE_BACK))
    assert f"<@{user_id(world, 'Ada')}> asks to take a move back." in everything_said(world)
    await world.click("Borys", "Agree")
    assert "All players at the table agree: the move is taken back." in everything_said(world)
    assert mover(world) == "Ada"
    assert table_in(world).stored.helped


async def test_in_a_match_that_counts_the_menu_has_no_take_back_and_a_forged_click_is_told_why(
    begun: DiscordWorld,
) -> None:
    await look(begun, "Ada")
    await play_one(begun)
    await begun.click("Ada", "Menu")
    assert "Take back" not in everything_said(begun, "Ada")
    assert "Moves stand here: the match counts" in said(await use_menu(begun, "Ada", Kind.TAKE_BACK))
