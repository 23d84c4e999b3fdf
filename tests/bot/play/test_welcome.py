"""The way to a first hand: greeting and menu."""

import logging
from dataclasses import replace

import pytest

import games
from bot.locales import words
from bot.messages.parts.components import Select
from bot.messages.parts.reader import Reader
from bot.messages.welcome import Menu, game_menu
from bot.tables import live
from storage.matches import Player, Status
from tests.bot.play.at_table import FIRST_OPENS, bot_of, hand_of, said, shown, table_in, tables_of, user_id, words_in
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld, Route

QUICK = "Quick game: Block with Bonus, 10 min"


@pytest.mark.parametrize("locale", ["en", "pl", "ru"])
@pytest.mark.parametrize("board", ["picture", "text"])
def test_the_menu_lists_every_game_with_time_and_a_line(locale: str, board: str) -> None:
    w = words(locale)
    menu = game_menu(replace(Reader(w), board=board), Menu(user_id=1))
    [select] = [part for row in menu.rows for part in row if isinstance(part, Select)]
    listed = [f"**{one.label}** {one.description}" for one in select.options]
    if board == "text":
        assert menu.embed is not None
        listed = [line for line in (menu.embed.description or "").splitlines() if line.startswith("**")]
    shown = [game for family in games.FAMILIES.values() for game in family]
    assert len(listed) == len(shown) == 14
    for game, line in zip(shown, listed, strict=True):
        assert line.startswith(f"**{w(f'game.{game.key}.name')}**")
        assert f"{game.info.minutes} {'мин' if locale == 'ru' else 'min'}" in line
        assert line.endswith(w(f"game.{game.key}.line"))


async def test_play_without_a_game_shows_the_menu_in_private_and_opens_no_table(world: DiscordWorld) -> None:
    answer = await world.slash("Celina", "play")
    assert answer.ephemeral
    assert "What would you like to play?" in said(answer)
    assert tables_of(world).cached_in(world.channel.id) is None


async def test_two_clicks_lead_to_a_hand_against_the_computer_and_the_menu_goes(
    world: DiscordWorld,
) -> None:
    await world.slash("Ada", "play")
    answer = await world.click("Ada", QUICK)
    assert "Your hand" in said(answer)
    assert table_in(world).status is Status.PLAYING
    assert table_in(world).stored.game == "block"
    assert [seat.player for seat in table_in(world).seats] == [Player.PERSON, Player.REGULAR]
    assert any("My hand" in words_in(message) for message in shown(world))
    assert not any(QUICK in words_in(message) for message in shown(world, "Ada"))


INTERACTION = (Route.ANSWER, Route.FOLLOW_UP, Route.EDIT_ANSWER, Route.DELETE_ANSWER)


async def test_the_quick_game_takes_board_hand_answer_and_menu_end(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    await world.slash("Ada", "play")
    await world.select("Ada", ["block"], id_prefix="s:choosegame")
    routes = (Route.SEND, Route.EDIT, *INTERACTION)
    before = [world.requests(route) for route in routes]
    await world.click("Ada", "Against the computer")
    assert [world.requests(route) - one for route, one in zip(routes, before, strict=True)] == [1, 0, 1, 0, 0, 1]


async def test_a_menu_from_before_a_restart_goes_too_when_its_table_stands(world: DiscordWorld) -> None:
    await world.slash("Ada", "play")
    await world.restart()
    await world.click("Ada", QUICK)
    assert not any(QUICK in words_in(message) for message in shown(world, "Ada"))
    assert "Your hand" in words_in(hand_of(world, "Ada") or {})


async def test_the_game_chosen_in_the_menu_is_the_one_that_begins(world: DiscordWorld) -> None:
    await world.slash("Ada", "play")
    await world.select("Ada", ["plus_minus"], id_prefix="s:choosegame")
    await world.click("Ada", "Against the computer")
    assert table_in(world).stored.game == "plus_minus"


async def test_a_table_can_be_opened_from_the_menu(world: DiscordWorld) -> None:
    await world.slash("Ada", "play")
    await world.select("Ada", ["kent"], id_prefix="s:choosegame")
    answer = await world.click("Ada", "Open a table")
    assert "The table for Kent is in <#" in words_in(hand_of(world, "Ada") or {})
    assert answer.acknowledged
    assert table_in(world).status is Status.LOBBY


async def test_with_friends_offers_a_table_and_no_computer(world: DiscordWorld) -> None:
    await world.slash("Ada", "play")
    answer = await world.click("Ada", "With friends")
    assert "your friends press **Join**" in said(answer)
    answer = await world.select("Ada", ["bingo"], id_prefix="s:choosegame")
    assert "your friends press **Join**" in said(answer)
    assert "Against the computer" not in said(answer)
    await world.click("Ada", "Open a table")
    assert table_in(world).stored.game == "bingo"


async def test_alone_today_leads_to_the_deal_of_the_day(world: DiscordWorld) -> None:
    await world.slash("Ada", "play")
    assert "Triangle: the deal of the day" in said(await world.click("Ada", "Alone today"))


async def test_a_solitaire_takes_the_place_of_the_menu_and_is_offered_again(
    world: DiscordWorld,
) -> None:
    await world.slash("Ada", "play")
    await world.select("Ada", ["twelves"], id_prefix="s:choosegame")
    assert "Twelves · Ada" in said(await world.click("Ada", "Play"))
    await world.slash("Ada", "play")
    await world.slash("Celina", "play")
    assert "Again: Twelves" in world.labels("Ada")
    assert not any(label.startswith("Again") for label in world.labels("Celina"))


async def test_in_a_taken_channel_the_menu_says_so_and_opens_a_thread(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    answer = await world.slash("Celina", "play")
    text = said(answer)
    assert "A table is already open here" in text
    assert "Yours opens in a thread of its own." in text
    await world.click("Celina", QUICK)
    thread = next(channel for channel in world.env.backend.channels.values() if channel.is_thread)
    assert thread.name == "Block with Bonus · Celina"
    table = tables_of(world).cached_in(thread.id)
    assert table is not None
    assert table.status is Status.PLAYING
    assert table.stored.host_id == user_id(world, "Celina")
    assert any(
        f"Your match of Block with Bonus is in <#{thread.id}>: press **My hand** there." in words_in(one)
        for one in shown(world, "Celina")
    )
    assert not any("Yours opens in a thread" in words_in(one) for one in shown(world, "Celina"))
    assert "Your hand" not in words_in(hand_of(world, "Celina") or {}), "board and hand are in the thread"
    assert any("**Block with Bonus**: **Celina** and" in words_in(one) for one in shown(world))
    assert table_in(world).stored.host_id == user_id(world, "Ada")


async def test_a_game_asked_for_in_a_taken_channel_can_open_in_a_thread_too(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    answer = await world.slash("Celina", "play", game="bingo")
    assert answer.ephemeral
    assert "A table is already open here" in said(answer)
    await world.click("Celina", "Open a table")
    thread = next(channel for channel in world.env.backend.channels.values() if channel.is_thread)
    assert thread.name == "Bingo (Sixty-Six) · Celina"
    assert table_in(world).stored.game == "block"


async def test_what_play_was_told_is_kept_for_the_table_in_a_thread(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    answer = await world.slash("Celina", "play", game="plus_minus", options="limit=60", clock="slow", computer="casual")
    assert "⚙️ Limit: 60 · Clock: slow · Computer (casual)" in said(answer)
    await world.click("Celina", "Open a table")
    thread = next(channel for channel in world.env.backend.channels.values() if channel.is_thread)
    table = tables_of(world).cached_in(thread.id)
    assert table is not None
    assert (dict(table.stored.options)["limit"], table.stored.clock) == (60, "slow")
    assert [seat.player for seat in table.seats] == [Player.PERSON, Player.CASUAL]


async def test_another_game_begins_without_the_options_of_the_first(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.slash("Celina", "play", game="plus_minus", options="limit=60")
    await world.select("Celina", ["bingo"], id_prefix="s:choosegame")
    assert world.button("Celina", "Open a table").custom_id == "b:opentable::0:bingo//thread"


async def test_no_thread_is_made_for_somebody_who_may_open_no_further_table(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "TABLES_OF_ONE", 1)
    await world.slash("Ada", "play", game="block")
    await world.slash("Ada", "play")
    answer = await world.click("Ada", QUICK)
    assert "/table show" in said(answer)
    assert not any(channel.is_thread for channel in world.env.backend.channels.values())


async def test_an_older_menu_says_that_the_channel_is_taken_and_opens_a_thread(
    world: DiscordWorld,
) -> None:
    await world.slash("Celina", "play")
    await world.slash("Ada", "play", game="block")
    answer = await world.click("Celina", QUICK)
    assert "A table is already open here" in said(answer)
    assert table_in(world).stored.host_id == user_id(world, "Ada")
    await world.click("Celina", "Open a table")
    assert any(channel.is_thread for channel in world.env.backend.channels.values())


async def test_the_buttons_of_a_game_have_the_addresses_of_older_menus(world: DiscordWorld) -> None:
    await world.slash("Ada", "play")
    await world.select("Ada", ["bingo"], id_prefix="s:choosegame")
    assert world.button("Ada", "Against the computer").custom_id == "b:playcomputer::0:bingo/"
    assert world.button("Ada", "Open a table").custom_id == "b:opentable::0:bingo/"


async def test_play_with_opens_a_table_and_asks_that_person(world: DiscordWorld) -> None:
    ada, celina = world.person("Ada"), world.person("Celina")
    answer = await ada.context_menu(world.channel, "Play with …", celina)
    assert answer.ephemeral
    assert f"<@{celina.id}>" in said(answer)
    await world.select("Ada", ["block"], id_prefix="s:choosegame")
    await world.click("Ada", "Open a table")
    call = world.messages()[-1]
    assert call.content.startswith(f"<@{celina.id}>, **Ada** invites you to play **Block with Bonus**. <#")
    assert [user.id for user in call.mentions] == [celina.id]
    assert table_in(world).status is Status.LOBBY
    await world.click("Celina", id_prefix="b:joininvited")
    assert [seat.name for seat in table_in(world).seats] == ["Ada", "Celina"]


async def test_a_new_server_is_greeted_once_in_three_languages(world: DiscordWorld) -> None:
    with world.env._bot_scope():
        world.bot.dispatch("guild_join", world.bot.guilds[0])
    await world.env.settle()
    [greeting] = world.messages()
    text = greeting.embeds[0].description or ""
    play = bot_of(world).services.preferences.commands["play"]
    assert play.startswith("</play:")
    found = [text.index(words(locale)("welcome.greeting", play=play)) for locale in ("en", "pl", "ru")]
    assert found == sorted(found)
    answer = await world.click("Celina", "Play")
    assert answer.ephemeral
    assert "What would you like to play?" in said(answer)


async def test_a_server_that_cannot_be_written_to_is_not_greeted(
    world: DiscordWorld, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    world.fail(Route.SEND, 403, code=50013)
    with world.env._bot_scope():
        world.bot.dispatch("guild_join", world.bot.guilds[0])
    await world.env.settle()
    assert world.messages() == []
    assert "a server could not be greeted" in caplog.text
    assert bot_of(world).is_ready()
