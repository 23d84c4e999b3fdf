"""From nothing to one's first hand: the greeting, the menu of games, and playing with somebody."""

import logging

import pytest

import games
from bot.locales import words
from storage.matches import Player, Status
from tests.bot.play.at_table import bot_of, hand_of, said, shown, table_in, tables_of, user_id, words_in
from tests.discord_world import DiscordWorld, Route


@pytest.mark.parametrize(("name", "locale"), [("Celina", "en"), ("Borys", "pl"), ("Dmitri", "ru")])
async def test_play_without_a_game_shows_every_game_with_its_people_and_time(
    world: DiscordWorld, name: str, locale: str
) -> None:
    answer = await world.slash(name, "play")
    assert answer.ephemeral
    w = words(locale)
    for key, game in games.TABLE_GAMES.items():
        assert w(f"game.{key}.name") in said(answer)
        assert w("welcome.minutes", minutes=game.minutes) in said(answer)
    assert tables_of(world).cached_in(world.channel.id) is None


async def test_two_actions_lead_from_nothing_to_a_hand_against_the_computer(world: DiscordWorld) -> None:
    await world.slash("Ada", "play")
    answer = await world.click("Ada", "Against the computer")
    hand = hand_of(world, "Ada")
    assert hand is not None
    assert "Your hand" in words_in(hand)
    assert answer.acknowledged
    assert table_in(world).status is Status.PLAYING
    assert [seat.player for seat in table_in(world).seats] == [Player.PERSON, Player.REGULAR]
    assert any("My hand" in words_in(message) for message in shown(world))


async def test_the_game_chosen_in_the_menu_is_the_one_that_begins(world: DiscordWorld) -> None:
    await world.slash("Ada", "play")
    await world.select("Ada", ["plus_minus"], id_prefix="s:choosegame")
    await world.click("Ada", "Against the computer")
    assert table_in(world).stored.game == "plus_minus"


async def test_a_table_can_be_opened_from_the_menu(world: DiscordWorld) -> None:
    await world.slash("Ada", "play")
    await world.select("Ada", ["kent"], id_prefix="s:choosegame")
    answer = await world.click("Ada", "Open a table")
    assert "A table for Kent is open in this channel." in words_in(hand_of(world, "Ada") or {})
    assert answer.acknowledged
    assert table_in(world).status is Status.LOBBY


async def test_the_menu_says_when_a_table_is_open_already(world: DiscordWorld) -> None:
    await world.slash("Celina", "play")
    await world.slash("Ada", "play", game="block")
    for label in ("Against the computer", "Open a table"):
        answer = await world.click("Celina", label)
        assert "A table is already open here" in said(answer)
    assert table_in(world).stored.host_id == user_id(world, "Ada")


async def test_play_with_opens_a_table_and_asks_that_person(world: DiscordWorld) -> None:
    ada, celina = world.person("Ada"), world.person("Celina")
    answer = await ada.context_menu(world.channel, "Play with …", celina)
    assert answer.ephemeral
    assert f"<@{celina.id}>" in said(answer)
    await world.select("Ada", ["block"], id_prefix="s:choosegame")
    await world.click("Ada", "Open a table")
    call = world.messages()[-1]
    wish = "**Ada** would like to play Block with Bonus with you: take a seat at the table above."
    assert call.content == f"<@{celina.id}>, {wish}"
    assert [user.id for user in call.mentions] == [celina.id]
    assert table_in(world).status is Status.LOBBY


async def test_a_new_server_is_greeted_once_in_three_languages_with_a_button_to_play(world: DiscordWorld) -> None:
    with world.env._bot_scope():
        world.bot.dispatch("guild_join", world.bot.guilds[0])
    await world.env.settle()
    [greeting] = world.messages()
    text = greeting.embeds[0].description or ""
    assert [text.index(words(locale)("welcome.greeting")) for locale in ("en", "pl", "ru")] == sorted(
        text.index(words(locale)("welcome.greeting")) for locale in ("en", "pl", "ru")
    )
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
