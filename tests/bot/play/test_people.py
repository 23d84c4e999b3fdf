"""Personal choices: language, calls, and tile format."""

import io
import re
from itertools import product

import discord
import pytest
from PIL import Image

from bot.locales import words
from bot.messages.help import help_message
from bot.messages.parts.components import Kind
from bot.messages.parts.reader import Reader
from bot.posts.open_hands import ACTIVE_S
from bot.tables.state import Step
from tests.bot.play.at_table import (
    FIRST_OPENS,
    allow,
    board_of,
    buttons,
    everything_said,
    hand_of,
    look,
    open_match,
    play_one,
    replay,
    said,
    set_for_server,
    set_own,
    shown,
    table_in,
    tables_of,
    title_of,
    user_id,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld, Route


@pytest.fixture
async def world_of_four(world: DiscordWorld, chance: KnownChance) -> DiscordWorld:
    """Return the world before any table, with known shuffle."""
    chance.fix_seed(FIRST_OPENS)
    return world


async def test_hands_use_their_players_languages_and_the_board_the_server_s(
    world_of_four: DiscordWorld,
) -> None:
    world = world_of_four
    await open_match(world, "Borys", clock="none")
    await open_match(world, "Dmitri", host="Celina", channel="second-table", clock="none")
    hands = {
        "Ada": await look(world, "Ada"),
        "Borys": await look(world, "Borys"),
        "Dmitri": await look(world, "Dmitri", "second-table"),
    }
    titles = {name: title_of(hand) for name, hand in hands.items()}
    assert titles == {"Ada": "Your hand", "Borys": "Twoje kamienie", "Dmitri": "Ваши кости"}
    assert "Block with Bonus — Ada to play" in words_in(board_of(world))


@pytest.mark.parametrize(("language", "title"), [("pl", "Blok z premią — ruch: Ada"), ("ru", "Ada")])
async def test_the_language_of_the_server_is_that_of_its_settings(
    world_of_four: DiscordWorld, language: str, title: str
) -> None:
    world = world_of_four
    saved = await set_for_server(world, "language", language)
    assert {"pl": "Polski", "ru": "Русский"}[language] in said(saved)
    await open_match(world, "Borys", clock="none")
    board = board_of(world)["embeds"][0]["title"]
    assert "to play" not in board
    assert title.rsplit(maxsplit=1)[-1] in board


async def test_alone_with_computers_the_board_uses_the_player_s_language(
    world_of_four: DiscordWorld,
) -> None:
    world = world_of_four
    await world.slash("Borys", "play", game="block", computer="regular", clock="none")
    assert "b:start" in words_in(shown(world)[-1])
    assert "Block with Bonus" in shown(world)[-1]["embeds"][0]["title"], "the lobby is for everybody"
    await world.click("Borys", id_prefix="b:start")
    assert board_of(world)["embeds"][0]["title"].startswith("Blokada z premią — kolej:")


async def test_a_second_person_keeps_a_rematch_board_in_the_server_s_language(
    world_of_four: DiscordWorld,
) -> None:
    world = world_of_four
    await world.slash("Borys", "play", game="full_speed", computer="regular", clock="none")
    await tables_of(world).apply(table_in(world).id, lambda table, _: Step(table.with_stored(locale="pl")))
    await world.click("Ada", id_prefix="b:join")
    await world.click("Borys", id_prefix="b:start")
    assert board_of(world)["embeds"][0]["title"].startswith("Full Speed (121) — Ada")
    assert table_in(world).stored.locale == "en"


async def test_a_table_keeps_its_language_when_the_server_changes_its_own(world_of_four: DiscordWorld) -> None:
    await open_match(world_of_four, "Borys", clock="none")
    await set_for_server(world_of_four, "language", "ru")
    await play_one(world_of_four)
    assert "to play" in board_of(world_of_four)["embeds"][0]["title"]


async def test_a_player_s_own_choice_goes_before_the_language_of_their_discord(world_of_four: DiscordWorld) -> None:
    world = world_of_four
    answer = await set_own(world, "Borys", "language", "ru")
    assert "Русский" in said(answer), "the answer is in the new language already"
    await open_match(world, "Borys", clock="none")
    assert title_of(await look(world, "Borys")) == "Ваши кости"
    await set_own(world, "Borys", "language", "auto")
    assert title_of(await look(world, "Borys")) == "Twoje kamienie"


async def test_an_open_hand_is_renewed_in_its_owner_s_language(world_of_four: DiscordWorld) -> None:
    await open_match(world_of_four, "Borys", clock="none")
    await look(world_of_four, "Borys")
    await play_one(world_of_four)
    hand = hand_of(world_of_four, "Borys")
    assert hand is not None
    assert title_of(hand) == "Twoje kamienie"
    assert "Twoja kolej" in words_in(hand)


async def test_a_text_hand_says_the_line_and_the_tiles_in_letters(world_of_four: DiscordWorld) -> None:
    world = world_of_four
    await set_own(world, "Ada", "board", "text")
    await open_match(world, "Borys", clock="none")
    hand = await look(world, "Ada")
    assert hand["attachments"] == []
    assert "Your tiles: 0-0, 3-0, 4-0, 4-2, 4-4, 5-5, 6-4. You can play: " in words_in(hand)


async def test_a_large_hand_is_a_larger_picture(world_of_four: DiscordWorld) -> None:
    world = world_of_four
    await open_match(world, "Borys", clock="none")
    sizes = []
    for board in ("picture", "large"):
        await set_own(world, "Ada", "board", board)
        await look(world, "Ada")
        message = world.messages("Ada")[-1]
        with Image.open(io.BytesIO(await message.attachments[0].read())) as picture:
            sizes.append(picture.width * picture.height)
    assert sizes[1] > sizes[0]


async def test_who_wants_no_calls_is_not_called(world_of_four: DiscordWorld) -> None:
    await set_own(world_of_four, "Ada", "notices", "none")
    await open_match(world_of_four, "Borys", clock="none")
    await world_of_four.pass_time(ACTIVE_S)
    assert "your turn" not in everything_said(world_of_four)
    assert len(world_of_four.messages()) == 1


async def test_direct_turn_calls_come_in_the_person_s_language_with_a_link(
    world_of_four: DiscordWorld,
) -> None:
    world = world_of_four
    await set_own(world, "Borys", "notices", "dm")
    await open_match(world, "Borys", clock="none")
    await play_one(world)
    await world.pass_time(ACTIVE_S)
    [letter] = world.direct_messages("Borys")
    assert world.messages()[0].jump_url in letter.content
    assert "Twoja kolej" in letter.content
    assert f"<@{user_id(world, 'Borys')}>" not in everything_said(world)


@pytest.mark.parametrize(
    ("route", "code"), [(Route.OPEN_DM, 50007), (Route.SEND, 50007), (Route.SEND, 50278), (Route.OPEN_DM, 50278)]
)
async def test_with_closed_direct_messages_the_call_is_in_the_channel(
    world_of_four: DiscordWorld, route: Route, code: int
) -> None:
    world = world_of_four
    world.speak("Borys", "en-US")
    await set_own(world, "Borys", "notices", "dm")
    await open_match(world, "Borys", clock="none")
    await play_one(world)
    world.fail(route, 403, code=code)
    await world.pass_time(ACTIVE_S)
    call = world.messages()[-1]
    assert call.content.startswith(f"<@{user_id(world, 'Borys')}>, your turn!")
    assert "I couldn't send you a direct message" in call.content
    assert [user.id for user in call.mentions] == [user_id(world, "Borys")]


async def test_settings_are_shown_without_changing_them(world: DiscordWorld) -> None:
    answer = await world.slash("Celina", "settings")
    assert answer.ephemeral
    for said_words in ("Your settings", "as in Discord", "mention in the channel", "picture"):
        assert said_words in said(answer)
    assert "Saved" not in said(answer)


async def test_settings_of_the_server_are_refused_without_the_right_to_manage_it(world: DiscordWorld) -> None:
    await allow(world, "Celina", "server-settings")
    answer = await world.slash("Celina", "server-settings")
    assert answer.ephemeral
    assert said(answer) == "Only people with the permission Manage Server can do that. Ask one of them."
    shown = await world.slash("Ada", "server-settings")
    assert "as in Discord" in said(shown)


async def test_the_server_s_channel_and_role_can_be_taken_back(world: DiscordWorld) -> None:
    second = world.channels["second-table"]
    assert second.mention in said(await set_for_server(world, "channels", second))
    assert "all channels" in said(await set_for_server(world, "channels"))
    role = world.guild.create_role("wardens")
    await world.env.settle()
    assert role.mention in said(await set_for_server(world, "enders", role))
    assert "people with Manage Server" in said(await set_for_server(world, "enders"))


async def test_a_select_shows_what_is_set_and_changes_it_at_once(world: DiscordWorld) -> None:
    await world.slash("Ada", "settings")
    changed = said(await world.select("Ada", ["text"], id_prefix=f"s:{Kind.SETTING}::0:board"))
    assert "**Board**: text" in changed
    assert "Saved." in changed
    page = hand_of(world, "Ada")
    assert page is not None
    options = [one for row in page["components"] for one in row["components"][0].get("options", ())]
    chosen = [one["label"] for one in options if one.get("default")]
    assert chosen == [
        "Language: as in Discord",
        "Turn notifications: mention in the channel",
        "Board: text",
        "Level of computers: regular",
    ]


async def test_the_selects_of_the_server_show_its_channels_and_roles(world: DiscordWorld) -> None:
    second, role = world.channels["second-table"], world.guild.create_role("wardens")
    await world.env.settle()
    await set_for_server(world, "channels", second)
    await set_for_server(world, "enders", role)
    page = hand_of(world, "Ada")
    assert page is not None
    parts = [row["components"][0] for row in page["components"]]
    assert [one["id"] for part in parts for one in part.get("default_values", ())] == [str(second.id), str(role.id)]


async def test_a_setting_of_the_server_is_reset_to_its_default(world: DiscordWorld) -> None:
    role = world.guild.create_role("wardens")
    await world.env.settle()
    await set_for_server(world, "clock", "slow")
    level = said(await world.select("Ada", ["strong"], id_prefix=f"s:{Kind.SERVER_SETTING}::0:computer"))
    assert "**Level of computers**: strong\n" in level
    level = said(await world.click("Ada", "Reset: Level of computers"))
    assert "**Level of computers**: regular (default)\n" in level
    assert "Saved." in level
    assert "(default)" not in level.partition("**Default clock**")[2].partition("\n")[0]
    assert role.mention in said(await set_for_server(world, "players", role))
    assert "**Role to ping for players**: none (default)" in said(
        await world.click("Ada", "Reset: Role to ping for players")
    )


async def test_settings_outlive_a_restart(world: DiscordWorld) -> None:
    for setting, value in (("board", "text"), ("notices", "none"), ("language", "pl")):
        await set_own(world, "Ada", setting, value)
    for setting, value in (("language", "pl"), ("clock", "slow")):
        await set_for_server(world, setting, value)
    await world.restart()
    await world.slash("Ada", "play", game="block")
    assert table_in(world).stored.clock == "slow"
    assert table_in(world).stored.locale == "pl"
    answer = said(await world.slash("Ada", "settings"))
    assert "Polski" in answer


async def test_commands_are_registered_in_the_three_languages(world: DiscordWorld) -> None:
    registered = await world.bot.tree.fetch_commands()
    [menu] = [one for one in registered if one.type is discord.AppCommandType.user]
    assert (menu.name, menu.name_localizations[discord.Locale.polish]) == ("Play with …", "Zagraj z …")
    commands = {one.name: one for one in registered if one.type is discord.AppCommandType.chat_input}
    assert set(commands) == {
        *("play", "table", "rules", "help", "settings", "chips", "daily"),
        *("league-admin", "leaderboard", "tournament", "tournament-host", "server-settings"),
        *("privacy", "report", "stats", "history", "learn", "puzzle", "club-nights", "tally", "owner"),
    }
    for one in commands.values():
        assert {discord.Locale.polish, discord.Locale.russian} <= set(one.name_localizations)
        assert {discord.Locale.polish, discord.Locale.russian} <= set(one.description_localizations)


async def test_the_help_names_five_commands_to_press_and_links(world: DiscordWorld) -> None:
    text = said(await world.slash("Celina", "help"))
    assert re.findall(r"</([a-z-]+):", text) == ["play", "learn", "daily", "leaderboard", "settings"]
    assert "uczy gry" in said(await world.slash("Borys", "help"))
    published = help_message(Reader(words("en")), {"site": "https://boneyard.example"}).embed
    assert published is not None
    assert "[Documentation](https://boneyard.example)" in (published.description or "")


async def test_the_rules_are_read_page_by_page(world: DiscordWorld) -> None:
    for name, (game, count) in product(("Celina", "Borys", "Dmitri"), (("block", 2), ("five_to_fourteen", 3))):
        answer = await world.slash(name, "rules", game=game)
        assert answer.ephemeral
        pages = [said(answer)]
        while turn := [one for one in buttons(hand_of(world, name)) if one.custom_id.endswith(f"/{len(pages)}")]:
            pages.append(said(await world.press(name, turn[0])))
        assert len(set(pages)) == len(pages) == count, (name, game)
        assert [str(number) in page.splitlines()[-1] for number, page in enumerate(pages, 1)] == [True] * count


async def test_records_are_given_of_matches_of_this_server_that_are_over(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="none")
    running = await replay(world, "Celina", table_in(world).id)
    assert "available only when the match is over" in said(running)
    assert running.response is not None
    assert running.response.attachments == []
    for unknown in ("AAAAAAAAAAA", "**@everyone**", "x" * 200):
        told = said(await replay(world, "Celina", unknown))
        assert "There is no such match here" in told
        assert "@everyone" not in told


async def test_a_match_of_another_server_is_unknown_here(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id
    other = world.env.create_guild("Elsewhere", owner=world.person("Celina").user)
    celina = other.add_member(world.person("Celina").user)
    place = other.create_text_channel("dominoes")
    await world.env.settle()
    shown = await celina.slash(place, "history")
    assert shown.response is not None
    form = await celina.click(shown.response, custom_id="b:historycode::0:")
    answer = await celina.submit_modal(form, {"code": match_id})
    assert "There is no such match here" in said(answer)
