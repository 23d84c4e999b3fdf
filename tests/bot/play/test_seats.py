"""/table and the menu: show, leave, pause, end."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.messages.parts.components import Kind
from storage.matches import Player, Status
from tests.bot.play.at_table import (
    board_of,
    buttons,
    end_table,
    everything_said,
    hand_of,
    look,
    move_buttons,
    pause_match,
    play_one,
    said,
    set_for_server,
    shown,
    table_in,
    tables_of,
    use_menu,
    user_id,
    words_in,
)
from tests.discord_world import Button, DiscordWorld


def sitters(world: DiscordWorld) -> list[str]:
    return [seat.name or seat.player.value for seat in table_in(world).seats]


async def status_of(world: DiscordWorld, match_id: str) -> Status:
    table = await tables_of(world).find(match_id)
    assert table is not None
    return table.status


def by_command(action: str) -> Callable[[DiscordWorld, str], Awaitable[str]]:
    async def give(world: DiscordWorld, name: str) -> str:
        return said(await world.slash(name, f"table {action}"))

    return give


def by_menu(label: str) -> Callable[[DiscordWorld, str], Awaitable[str]]:
    async def press(world: DiscordWorld, name: str) -> str:
        await world.click(name, "Menu")
        return said(await world.click(name, label))

    return press


def forged(button: Button, custom_id: str) -> Button:
    """Return the button with another address."""
    return replace(button, custom_id=custom_id)


@pytest.mark.parametrize("way", [by_command("show"), by_menu("Show the board")])
async def test_the_board_is_shown_again_at_the_bottom_and_the_old_one_goes(
    begun: DiscordWorld, way: Callable[[DiscordWorld, str], Awaitable[str]]
) -> None:
    old = board_of(begun)["id"]
    await begun.person("Celina").send(begun.channel, "how is it going?")
    assert "The board is now at the bottom of the channel." in await way(begun, "Celina")
    assert board_of(begun)["id"] != old
    assert [str(message.id) for message in begun.messages() if message.embeds] == [board_of(begun)["id"]]


@pytest.mark.parametrize("way", [by_command("leave"), by_menu("Leave")])
async def test_leaving_asks_first_and_then_the_computer_takes_the_seat(
    begun: DiscordWorld, way: Callable[[DiscordWorld, str], Awaitable[str]]
) -> None:
    assert await way(begun, "Borys") == "Leave the match? A computer will play on in your seat."
    assert sitters(begun) == ["Ada", "Borys"]
    assert said(await begun.click("Borys", "Yes")) == "You have left. A computer plays on in your seat."
    assert sitters(begun) == ["Ada", "regular"]
    assert "**Borys** leaves the table." in words_in(board_of(begun))


async def test_who_says_no_stays(begun: DiscordWorld) -> None:
    await begun.slash("Borys", "table leave")
    assert said(await begun.click("Borys", "No")) == "Nothing has changed."
    assert sitters(begun) == ["Ada", "Borys"]


async def test_when_the_host_leaves_a_match_another_person_becomes_host(begun: DiscordWorld) -> None:
    await begun.slash("Ada", "table leave")
    await begun.click("Ada", "Yes")
    assert table_in(begun).stored.host_id == user_id(begun, "Borys")


async def test_when_the_last_person_leaves_the_match_ends_after_a_warning(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    await begun.slash("Borys", "table leave")
    await begun.click("Borys", "Yes")
    asked = await begun.slash("Ada", "table leave")
    assert "if you leave, you resign, and the win goes to" in said(asked)
    answer = await begun.click("Ada", "Yes")
    assert await status_of(begun, match_id) is Status.OVER
    assert "A computer plays on" not in said(answer)
    assert "**Ada** resigns." in everything_said(begun)


async def test_who_left_is_named_to_the_end_of_the_match(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    await begun.slash("Borys", "table leave")
    await begun.click("Borys", "Yes")
    assert " for Borys** · " in words_in(board_of(begun))
    await begun.restart()
    await end_table(begun, "Ada")
    await begun.click("Ada", "Resign")
    assert await status_of(begun, match_id) is Status.OVER
    assert " for Borys** wins the match" in everything_said(begun)


async def test_a_seat_is_the_newcomer_s_for_who_left_until_they_are_back(begun: DiscordWorld) -> None:
    for _ in range(2):
        await begun.slash("Borys", "table replace", person=begun.person("Celina"))
        await begun.click("Celina", "Yes")
        assert "**Celina for Borys** · " in words_in(board_of(begun))
        passed_on = await begun.slash("Celina", "table replace", person=begun.person("Dmitri"))
        assert said(passed_on) == "This match counts, and that seat belongs to **Borys**: ask **Borys**."
        assert said(await end_table(begun, "Celina")) == said(passed_on), "a stand-in resigns nothing"
        await begun.click("Borys", "My hand")
        await begun.click("Borys", "I'm back")
        assert "**Borys** · " in words_in(board_of(begun))
        assert "1-0, 2-1, 2-2, 4-1, 5-0, 5-3, 6-2" in words_in(hand_of(begun, "Borys") or {})
    assert said(await begun.click("Celina", "My hand")).startswith("👀 **You are watching.**")


async def test_an_old_hand_of_a_leaver_says_that_they_sit_here_no_more(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    old = move_buttons(begun, "Ada")[0]
    await begun.slash("Ada", "table leave")
    await begun.click("Ada", "Yes")
    answer = await begun.press("Ada", old)
    assert "You don't have a seat at this table." in said(answer)


async def test_a_seat_in_which_a_person_plays_cannot_be_taken(begun: DiscordWorld) -> None:
    answer = await begun.slash("Celina", "table replace", seat=2)
    assert answer.ephemeral
    assert "**Borys** plays in that seat." in said(answer)
    assert "don't have a seat" in said(await begun.slash("Celina", "table replace"))


async def test_an_offered_seat_goes_only_to_the_person_who_was_asked(begun: DiscordWorld) -> None:
    answer = await begun.slash("Borys", "table replace", person=begun.person("Celina"))
    assert not answer.ephemeral
    assert f"<@{user_id(begun, 'Celina')}>, would you like to take over the seat of **Borys**?" in said(answer)
    assert answer.response is not None
    assert [user.id for user in answer.response.message.mentions] == [user_id(begun, "Celina")]
    refused = await begun.click("Dmitri", "Yes")
    assert refused.ephemeral
    assert said(refused) == "This seat was offered to another person."
    assert sitters(begun) == ["Ada", "Borys"]
    await begun.click("Celina", "Yes")
    assert sitters(begun) == ["Ada", "Celina"]
    assert said(await begun.click("Borys", "My hand")).startswith("👀 **You are watching.**")


async def test_an_offer_is_void_when_somebody_else_has_the_seat_by_then(begun: DiscordWorld) -> None:
    await begun.slash("Borys", "table replace", person=begun.person("Celina"))
    offer = begun.button("Celina", "Yes")
    await begun.slash("Borys", "table replace", person=begun.person("Dmitri"))
    await begun.click("Dmitri", "Yes")
    answer = await begun.press("Celina", offer)
    assert "another person has the seat, or play has moved on" in said(answer)
    assert sitters(begun) == ["Ada", "Dmitri"]


async def test_an_offer_lapses_after_15_minutes_without_showing_the_hand(begun: DiscordWorld) -> None:
    await begun.slash("Borys", "table replace", person=begun.person("Celina"))
    offer = begun.button("Celina", "Yes")
    await begun.pass_time(15 * 60 + 1)
    assert "another person has the seat, or play has moved on" in said(await begun.press("Celina", offer))
    assert sitters(begun) == ["Ada", "Borys"]
    assert "b:acceptseat" not in "".join(map(words_in, shown(begun)))


async def test_an_offer_lapses_with_its_deal(begun: DiscordWorld) -> None:
    await begun.slash("Borys", "table replace", person=begun.person("Celina"))
    offer = begun.button("Celina", "Yes")
    while not table_in(begun).stored.deals_ended:
        await play_one(begun)
    assert "another person has the seat, or play has moved on" in said(await begun.press("Celina", offer))
    assert sitters(begun) == ["Ada", "Borys"]


async def test_an_offer_is_taken_back_by_who_made_it_and_declined_by_who_got_it(begun: DiscordWorld) -> None:
    await begun.slash("Borys", "table replace", person=begun.person("Celina"))
    offer, end = begun.button("Celina", "Yes"), begun.button("Borys", "Decline / withdraw")
    for stranger in ("Ada", "Dmitri"):
        assert "Only the person who made this offer can withdraw it" in said(await begun.press(stranger, end))
    await begun.press("Borys", end)
    assert "has withdrawn the offer of the seat of **Borys**" in everything_said(begun)
    assert "b:acceptseat" not in "".join(map(words_in, shown(begun)))
    assert "another person has the seat, or play has moved on" in said(await begun.press("Celina", offer))
    assert sitters(begun) == ["Ada", "Borys"]
    await begun.slash("Borys", "table replace", person=begun.person("Celina"))
    assert offer != begun.button("Celina", "Yes")
    await begun.press("Celina", begun.button("Celina", "Decline / withdraw"))
    assert f"<@{user_id(begun, 'Celina')}> has declined the seat of **Borys**" in everything_said(begun)
    assert sitters(begun) == ["Ada", "Borys"]


@pytest.mark.parametrize("by", ["0", "guessed"])
async def test_a_forged_address_of_an_offer_takes_no_seat(begun: DiscordWorld, by: str) -> None:
    match_id, celina, borys = table_in(begun).id, user_id(begun, "Celina"), user_id(begun, "Borys")
    await begun.slash("Borys", "table replace", person=begun.person("Dmitri"))
    address = f"b:acceptseat:{match_id}:1:1/{celina}/{borys}/{by}"
    answer = await begun.press("Celina", forged(begun.button("Dmitri", "Yes"), address))
    assert "another person has the seat, or play has moved on" in said(answer)
    assert sitters(begun) == ["Ada", "Borys"]


async def test_the_host_gives_only_their_own_seat_while_others_are_there(begun: DiscordWorld) -> None:
    refused = await begun.slash("Ada", "table replace", seat=2, computer="regular")
    assert "**Borys** plays in that seat. In a match between people" in said(refused)
    refused = await begun.slash("Ada", "table replace", seat=2, person=begun.person("Celina"))
    assert "that seat belongs to **Borys**" in said(refused)
    stronger = await begun.slash("Ada", "table replace", computer="master")
    assert "only a regular computer" in said(stronger)
    asked = await begun.slash("Ada", "table replace", computer="regular")
    assert "Computer (regular) takes over the seat of **Ada**" in said(asked)
    await begun.click("Ada", "Yes")
    assert table_in(begun).seats[0].player is Player.REGULAR


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"seat": 2, "computer": "casual"}, "You can give away your own seat"),
        ({"seat": 6}, "There is no seat 6 at this table."),
    ],
)
async def test_a_seat_that_is_not_one_s_own_cannot_be_given_away(
    begun: DiscordWorld, options: dict[str, Any], told: str
) -> None:
    assert told in said(await begun.slash("Celina", "table replace", **options))
    assert sitters(begun) == ["Ada", "Borys"]


async def test_a_stranger_offers_no_seats_and_nobody_gets_two(begun: DiscordWorld) -> None:
    offered = await begun.slash("Celina", "table replace", seat=1, person=begun.person("Dmitri"))
    assert "that seat belongs to **Ada**" in said(offered)
    twice = await begun.slash("Ada", "table replace", seat=1, person=begun.person("Borys"))
    assert "**Borys** already has a seat at this table." in said(twice)


async def test_the_last_person_cannot_hand_everything_to_computers(begun: DiscordWorld) -> None:
    await begun.slash("Borys", "table leave")
    await begun.click("Borys", "Yes")
    assert "last person" in said(await begun.slash("Ada", "table replace", computer="casual"))


async def test_a_paused_match_stands_still_until_it_is_resumed(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    button = move_buttons(begun, "Ada")[0]
    assert "until the other side agrees" in await by_menu("Pause")(begun, "Ada")
    await begun.click("Borys", "Agree")
    assert "paused" in words_in(board_of(begun)["embeds"][0])
    answer = await begun.press("Ada", button)
    assert "The match is paused. *Resume* is below the board" in said(answer)
    assert table_in(begun).revision == 0
    assert await by_menu("Resume")(begun, "Borys") == "The match continues."
    await look(begun, "Ada")
    await play_one(begun)
    assert table_in(begun).revision > 0


async def test_both_sides_ask_for_a_pause_and_the_players_resume(begun: DiscordWorld) -> None:
    assert "Only the host (**Ada**) or a moderator" in said(await use_menu(begun, "Celina", Kind.PAUSE))
    assert "The match is not paused." in said(await use_menu(begun, "Borys", Kind.RESUME))
    await use_menu(begun, "Ada", Kind.PAUSE)
    await begun.click("Borys", "Play on")
    assert "**Borys** wants to play on." in everything_said(begun)
    await use_menu(begun, "Borys", Kind.PAUSE)
    asked = f"<@{user_id(begun, 'Borys')}> asks for a pause. The clock runs until each side agrees."
    assert asked in everything_said(begun)
    assert table_in(begun).status is Status.PLAYING
    await begun.click("Ada", "Agree")
    assert table_in(begun).status is Status.PAUSED
    assert "Each side has agreed to a pause." in everything_said(begun)
    assert "already paused" in said(await use_menu(begun, "Ada", Kind.PAUSE))
    assert "You don't have a seat at this table." in said(await use_menu(begun, "Celina", Kind.RESUME))


@pytest.mark.parametrize("name", ["Ada", "Borys"])
async def test_who_ends_a_match_that_counts_resigns_and_is_asked_first(begun: DiscordWorld, name: str) -> None:
    match_id, other = table_in(begun).id, "Borys" if name == "Ada" else "Ada"
    assert f"you resign, and the win goes to **{other}**." in await by_menu("End the match")(begun, name)
    assert await status_of(begun, match_id) is Status.PLAYING
    assert said(await begun.click(name, "Resign")) == "You have resigned."
    assert await status_of(begun, match_id) is Status.OVER
    text = everything_said(begun)
    assert f"**{name}** resigns." in text
    assert f"**{other}** wins the match" in text
    await begun.slash("Celina", "play", game="block")
    assert sitters(begun) == ["Celina"]


async def test_an_old_button_that_ended_a_match_asks_whether_to_resign(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    await end_table(begun, "Ada")
    answer = await begun.press("Ada", forged(begun.button("Ada", "Resign"), f"b:endmatch:{match_id}:0:"))
    assert "you resign" in said(answer)
    assert await status_of(begun, match_id) is Status.PLAYING


async def test_a_match_that_counts_ends_without_a_result_if_everybody_agrees(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    await end_table(begun, "Ada")
    assert said(await begun.click("Ada", "Ask everyone to agree")).startswith("You have asked.")
    assert f"<@{user_id(begun, 'Ada')}> asks to end the match without a winner." in everything_said(begun)
    agree, play_on = begun.button("Borys", "Agree"), begun.button("Borys", "Play on")
    assert "You don't have a seat" in said(await begun.press("Celina", agree))
    await begun.press("Ada", agree)
    assert await status_of(begun, match_id) is Status.PLAYING
    await begun.press("Borys", play_on)
    assert "**Borys** wants to play on." in everything_said(begun)
    assert "That request is over." in said(await begun.press("Borys", agree))
    await end_table(begun, "Borys")
    await begun.click("Borys", "Ask everyone to agree")
    await begun.click("Ada", "Agree")
    assert await status_of(begun, match_id) is Status.CANCELLED
    assert "The match was abandoned and has no winner." in everything_said(begun)
    assert "0 matches" in said(await begun.slash("Celina", "history")), "no deal was played to its end"
    assert "abandoned: all players agreed" in said(await begun.click("Celina", "Show unplayed"))
    assert "0 matches" in said(await begun.click("Celina", "Hide unplayed"))


async def test_strangers_cannot_end_a_match(begun: DiscordWorld) -> None:
    assert "only its players can resign" in said(await end_table(begun, "Celina"))


async def test_a_pause_says_who_resigns_if_nobody_comes_back(begun: DiscordWorld) -> None:
    assert "If nobody resumes it within 30 days, you resign." in said(await use_menu(begun, "Ada", Kind.PAUSE))


async def test_somebody_who_may_manage_the_server_ends_any_match(begun: DiscordWorld) -> None:
    role = begun.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    begun.env.backend.add_member_role(begun.guild.id, user_id(begun, "Celina"), role.id)
    await begun.env.settle()
    match_id = table_in(begun).id
    await end_table(begun, "Celina")
    await begun.click("Celina", "Yes")
    assert await status_of(begun, match_id) is Status.CANCELLED
    log = said(await begun.slash("Celina", "league-admin log"))
    ada, borys, celina = (f"<@{user_id(begun, name)}>" for name in ("Ada", "Borys", "Celina"))
    assert f"{celina}: ended a match that counts: Block with Bonus ({ada} and {borys}, <t:" in log


async def test_the_role_of_the_settings_ends_any_match(begun: DiscordWorld) -> None:
    role = begun.guild.create_role("wardens")
    begun.env.backend.add_member_role(begun.guild.id, user_id(begun, "Celina"), role.id)
    await begun.env.settle()
    assert "only its players" in said(await end_table(begun, "Celina"))
    saved = await set_for_server(begun, "enders", role)
    assert role.mention in said(saved)
    match_id = table_in(begun).id
    await end_table(begun, "Celina")
    await begun.click("Celina", "Yes")
    assert await status_of(begun, match_id) is Status.CANCELLED


async def test_without_a_table_every_table_command_says_so(world: DiscordWorld) -> None:
    assert "No table is open in the channels that you can see." in said(await world.slash("Ada", "table show"))
    for action in ("leave", "replace"):
        answer = await world.slash("Ada", f"table {action}")
        assert answer.ephemeral
        assert "No table is open in this channel. Open one with </play:" in said(answer)


async def test_in_the_lobby_table_commands_do_what_fits_there(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Borys", "Join")
    world.speak("Borys", "en-US")
    assert "has not started" in said(await world.slash("Ada", "table replace"))
    assert said(await world.slash("Borys", "table leave")) == "You have left the table."
    assert sitters(world) == ["Ada"]
    await end_table(world, "Ada")
    assert tables_of(world).cached_in(world.channel.id) is None


async def test_the_text_board_of_the_menu_is_seen_by_who_asked_alone(begun: DiscordWorld) -> None:
    await play_one(begun)
    await begun.click("Celina", "Menu")
    await begun.click("Celina", "Text board")
    text = words_in(hand_of(begun, "Celina") or {})
    assert "Open ends: A 0 and B 0." in text


async def test_open_hands_are_told_that_a_match_was_broken_off(begun: DiscordWorld) -> None:
    for name in ("Ada", "Borys"):
        await look(begun, name)
    await end_table(begun, "Ada")
    await begun.click("Ada", "Ask everyone to agree")
    await begun.click("Borys", "Agree")
    for name in ("Ada", "Borys"):
        hand = [message for message in shown(begun, name) if "Your hand" in words_in(message)][-1]
        assert "That match is over." in words_in(hand)
        assert not list(buttons(hand))


async def test_a_paused_hand_resumes_the_match_by_its_button(begun: DiscordWorld) -> None:
    await look(begun, "Borys")
    await pause_match(begun)
    await look(begun, "Ada")
    hand = hand_of(begun, "Ada")
    assert hand is not None
    assert not [one for one in buttons(hand) if one.custom_id.startswith("b:move:")]
    resume = next(one for one in buttons(hand) if one.custom_id.startswith("b:resume:"))
    await begun.press("Ada", resume)
    assert table_in(begun).status is Status.PLAYING
    renewed = hand_of(begun, "Ada")
    assert renewed is not None
    assert [one for one in buttons(renewed) if one.custom_id.startswith("b:move:")]


async def test_players_resume_a_paused_match_by_a_button_of_the_board(begun: DiscordWorld) -> None:
    assert "b:resume:" not in words_in(board_of(begun))
    await pause_match(begun)
    stranger = await begun.click("Celina", "Resume")
    assert (stranger.ephemeral, said(stranger)) == (True, "You don't have a seat at this table.")
    messages = len(shown(begun))
    await begun.click("Borys", "Resume")
    assert "Ada to play" in words_in(board_of(begun))
    assert "b:resume:" not in words_in(board_of(begun))
    assert len(shown(begun)) == messages, "the board is the answer"
