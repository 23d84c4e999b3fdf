"""Announcements of tables in threads, and invitations."""

import pytest
from simcord.builders import UserHandle

from bot.requests.limits import MENTIONS
from tests.bot.play.at_table import bot_of, everything_said, play_one, read, said, table_in, user_id
from tests.bot.play.league.tournaments.at_tournaments import enter_thread
from tests.discord_world import Button, DiscordWorld


async def open_in_thread(world: DiscordWorld) -> int:
    """Let Ada take the channel and Celina open a table in a thread; return its id."""
    await world.slash("Ada", "play", game="block")
    await world.slash("Celina", "play", game="bingo", clock="slow")
    await world.click("Celina", "Open a table")
    enter_thread(world)
    return world.channels["thread"].id


def announced(world: DiscordWorld, thread_id: int) -> str:
    """Return the text of the announcement."""
    return next(read(message) for message in world.messages() if message.id == thread_id)


def join_from_announcement(world: DiscordWorld, thread_id: int) -> Button:
    """Return the button of the announcement."""
    join = world.button("Borys", id_prefix="b:joininvited")
    assert int(join.message["id"]) == thread_id
    return join


async def test_a_table_in_a_thread_is_announced_in_its_channel(world: DiscordWorld) -> None:
    thread_id = await open_in_thread(world)
    text = announced(world, thread_id)
    assert text.startswith("**Celina** is looking for players for **Bingo (Sixty-Six)** (1 free seat). <#")
    assert f"<#{thread_id}>" in text
    assert "Clock: slow" in text


async def test_joining_from_the_announcement_takes_the_seat_and_links_to_the_thread(world: DiscordWorld) -> None:
    thread_id = await open_in_thread(world)
    join = join_from_announcement(world, thread_id)
    answer = await world.press("Borys", join)
    assert answer.ephemeral
    assert said(answer).startswith(f"Masz miejsce przy stole: <#{thread_id}>")
    assert [seat.name for seat in table_in(world, "thread").seats] == ["Celina", "Borys"]
    assert announced(world, thread_id).startswith("**Bingo (Sixty-Six)** is about to start: **Celina** and **Borys**.")
    twice = await world.press("Borys", join)
    assert f"<#{thread_id}>" in said(twice)


async def test_the_announcement_of_a_begun_match_is_no_invitation(world: DiscordWorld) -> None:
    thread_id = await open_in_thread(world)
    join = join_from_announcement(world, thread_id)
    await world.press("Borys", join)
    await world.click("Celina", "Start", channel="thread")
    assert announced(world, thread_id).startswith("**Bingo (Sixty-Six)**: **Celina** and **Borys** are playing. <#")
    late = await world.press("Dmitri", join)
    [private] = late.followups
    assert private.ephemeral
    assert read(private.message).startswith(f"Этот матч уже идёт. <#{thread_id}>")
    await play_one(world, "thread")


async def test_the_announcement_of_a_closed_table_says_so(world: DiscordWorld) -> None:
    thread_id = await open_in_thread(world)
    join = join_from_announcement(world, thread_id)
    await world.click("Celina", "More…", channel="thread")
    await world.click("Celina", "Cancel", channel="thread")
    assert announced(world, thread_id).startswith("The table for **Bingo (Sixty-Six)** is closed. <#")
    [private] = (await world.press("Borys", join)).followups
    assert private.ephemeral


async def test_an_invitation_to_a_begun_match_loses_its_button(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Ada", "More…")
    await world.select("Ada", [world.person("Celina")], id_prefix="s:invite")
    await world.click("Borys", id_prefix="b:join:")
    await world.click("Ada", "Start")
    await world.click("Celina", id_prefix="b:joininvited")
    assert "invites you to play **Block with Bonus**" in everything_said(world)
    assert "\nThis match has already started." in everything_said(world)
    with pytest.raises(pytest.fail.Exception):
        world.button("Celina", id_prefix="b:joininvited")


async def test_a_player_invites_a_person_from_the_menu_of_the_lobby(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Ada", "More…")
    answer = await world.select("Ada", [world.person("Celina")], id_prefix="s:invite")
    assert "Invitation sent: **Celina**" in said(answer)
    invitation = world.messages()[-1]
    celina = user_id(world, "Celina")
    assert read(invitation).startswith(f"<@{celina}>, **Ada** invites you to play **Block with Bonus**. <#")
    assert [user.id for user in invitation.mentions] == [celina]
    again = await world.select("Ada", [world.person("Celina")], id_prefix="s:invite")
    assert "That person is already invited to this table." in said(again)
    accepted = await world.click("Celina", id_prefix="b:joininvited")
    assert "You have a seat: <#" in said(accepted)
    assert "✅ **Celina** has taken a seat." in everything_said(world)
    assert [seat.name for seat in table_in(world).seats] == ["Ada", "Celina"]
    assert not [label for label in world.labels("Borys") if label == "Join"]


@pytest.mark.parametrize(("who", "refusal"), [("bot", "is a bot"), ("Ada", "already has a seat at this table.")])
async def test_neither_bots_nor_players_are_invited(world: DiscordWorld, who: str, refusal: str) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Ada", "More…")
    person = UserHandle(world.env, world.env.backend.bot_user) if who == "bot" else world.person(who)
    answer = await world.select("Ada", [person], id_prefix="s:invite")
    assert refusal in said(answer)
    assert "invites you" not in everything_said(world)


async def test_only_players_are_offered_to_invite(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Celina", "More…")
    with pytest.raises(pytest.fail.Exception):
        await world.select("Celina", [world.person("Dmitri")], id_prefix="s:invite")


async def test_a_person_invites_only_so_many_in_a_while(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="nos")
    for _ in range(8):
        bot_of(world).services.limits.quotas.record(MENTIONS, user_id(world, "Ada"))
    await world.click("Ada", "More…")
    answer = await world.select("Ada", [world.person("Celina")], id_prefix="s:invite")
    assert "You have done that often enough for now." in said(answer)
