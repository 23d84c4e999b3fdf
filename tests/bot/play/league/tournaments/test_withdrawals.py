"""Withdrawals by clicks: the question before them, their news, and the way back."""

from collections.abc import Awaitable, Callable

import pytest

from bot.messages.parts.message import Message
from bot.posts.unsaved_messages import Post, Poster, UnsavedMessages
from playground.simulated import SimulatedPerson
from storage.database import Unavailable
from tests.bot.play.at_table import play_quickly, said, set_own, user_id
from tests.bot.play.faults.test_kill_between_post_and_save import die
from tests.bot.play.league.test_moderation import keep_out, let_in
from tests.bot.play.league.tournaments.at_tournaments import (
    begin_match,
    enter,
    new_tournament,
    remove,
    shown,
    tournament_in,
    win,
    with_person,
)
from tests.bot.play.league.tournaments.test_host import mention, pairing_of, public, start_tournament
from tests.bot.play.league.tournaments.test_teams import join_team
from tests.bot.play.league.tournaments.test_time import HOUR, mentioned, news
from tests.bot.play.league.tournaments.test_waiting_list import withdraw
from tests.discord_world import PARTY_OF_SIX, DiscordWorld, Route
from tests.needs import some_of


@pytest.fixture
def people() -> tuple[SimulatedPerson, ...]:
    return PARTY_OF_SIX


async def teams_of_kent(world: DiscordWorld, *, limit: int = 4) -> None:
    """Let Ada and Borys be a team, and Celina and Dmitri."""
    await new_tournament(world, "Ada", game="kent", title="Cup", limit=limit)
    for number, (founder, partner) in enumerate((("Ada", "Borys"), ("Celina", "Dmitri")), 1):
        await join_team(world, founder, "0")
        await join_team(world, partner, str(number), founder)


async def ask_remove(world: DiscordWorld, name: str) -> list[str]:
    return (await with_person(world, "Ada", name, "Remove")).splitlines()


async def add(world: DiscordWorld, name: str) -> str:
    return await with_person(world, "Ada", name, "Add")


async def leave_server(world: DiscordWorld, name: str) -> None:
    world.guild.remove_member(world.person(name))
    await world.env.settle()


async def forget(world: DiscordWorld, name: str) -> None:
    await world.slash(name, "privacy")
    await world.click(name, id_prefix="b:privacyask")
    await world.click(name, id_prefix="b:privacyforget")


# --- The question -----------------------------------------------------------------------------------------------------


async def test_a_removal_before_the_start_asks_and_names_the_place_and_the_partner(world: DiscordWorld) -> None:
    await teams_of_kent(world)
    assert await ask_remove(world, "Borys") == [
        "Remove **Borys** from **Cup**?",
        "The place becomes free.",
        "**Ada** is left without a partner.",
    ]
    assert len((await tournament_in(world)).people) == 4, "nothing happens before the answer"
    yes = world.button("Ada", "Yes")
    assert "Only hosts can do that" in said(await world.press("Celina", yes))
    assert said(await world.press("Ada", yes)) == "**Borys** no longer plays in **Cup**."
    assert "isn't playing in the tournament" in said(await world.press("Ada", yes))


@pytest.mark.thorough
async def test_a_removal_from_a_running_tournament_asks_and_lists_the_walkovers(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="round_robin")
    await enter(world, await pairing_of(world, "Borys", 1), "Borys")
    asked = await ask_remove(world, "Borys")
    assert asked[:2] == ["Remove **Borys** from **Cup**?", "In these matches the others get a walkover:"]
    now = await tournament_in(world)
    left = [one for one in now.open_pairings if 2 in one.teams]
    assert len(asked[2:]) == len(left) == 2
    yes = world.button("Ada", "Yes")
    await enter(world, await pairing_of(world, "Borys", 2), "Borys")
    assert "Something has changed" in said(await world.press("Ada", yes))
    await ask_remove(world, "Celina")
    await world.click("Ada", "Yes")
    assert (await tournament_in(world)).withdrawn == {3}


@pytest.mark.parametrize("kind", ["arena", "duplicate"])
async def test_a_removal_lists_no_match_that_no_one_wins_by_it(world: DiscordWorld, kind: str) -> None:
    await start_tournament(world, "Ada", "Borys", kind=kind)
    assert len((await tournament_in(world)).open_pairings) == (1 if kind == "arena" else 2)
    assert await ask_remove(world, "Borys") == ["Remove **Borys** from **Cup**?"]
    await world.click("Ada", "Yes")
    assert not any(side.place for one in (await tournament_in(world)).pairings for side in one.sides)


async def test_a_partner_in_a_running_tournament_is_named_and_told(world: DiscordWorld) -> None:
    await teams_of_kent(world)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    assert (await ask_remove(world, "Borys"))[1:3] == [
        "The whole team withdraws, so **Ada** no longer plays either.",
        "In these matches the others get a walkover:",
    ]
    await withdraw(world, "Dmitri")
    await world.pass_time(2)
    [told] = news(world, "🏆 **Cup**: **Dmitri** has withdrawn.")
    assert told.content.endswith(f"Without a partner: {mention(world, 'Celina')}.")
    assert mentioned(world, told) == {"Ada", "Borys", "Celina"}


# --- The way back -----------------------------------------------------------------------------------------------------


async def test_only_a_host_lets_a_person_play_again_and_the_walkovers_are_open_again(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="round_robin")
    before = (await tournament_in(world)).pairings
    await withdraw(world, "Borys")
    await world.pass_time(2)
    assert len((await tournament_in(world)).open_pairings) == 1
    assert "already started" in said(await world.slash("Borys", "tournament join"))
    assert await add(world, "Borys") == "**Borys** now plays in **Cup**."
    await world.pass_time(2)
    now = await tournament_in(world)
    assert ([one.state for one in now.pairings], now.withdrawn) == ([one.state for one in before], frozenset())
    assert public(world)[-1].startswith("📝 **Cup** · **Ada**: let **Borys** play again; open again: ")
    [told] = [one for one in world.messages() if ": open again (" in one.content]
    assert {"Borys", "Celina"} <= mentioned(world, told)
    assert "is already signed up" in await add(world, "Borys")
    await win(world, "Borys", "Celina")
    await world.pass_time(2)
    assert "**Borys** — 3 points" in shown(world)
    await withdraw(world, "Borys")
    await world.pass_time(2)
    assert len(news(world, "🏆 **Cup**: **Borys** has withdrawn.")) == 2, "a second withdrawal is news again"


async def test_no_one_plays_a_match_anew_that_went_on_to_its_end_after_the_withdrawal(
    world: DiscordWorld,
) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="round_robin")
    await begin_match(world, "Ada", "Borys")
    await withdraw(world, "Borys")
    await world.pass_time(2)
    await play_quickly(world)
    assert "went on to its end" in await add(world, "Borys")
    assert (await tournament_in(world)).withdrawn == {2}


async def test_no_one_plays_again_once_a_later_round_is_drawn(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri")
    await remove(world, "Dmitri")  # the opponent of Borys
    await enter(world, await pairing_of(world, "Ada", 1), "Ada")
    await world.pass_time(2)
    assert "a later round has been drawn without them" in await add(world, "Dmitri")
    assert (await tournament_in(world)).withdrawn == {4}


@pytest.mark.thorough
async def test_a_walkover_in_a_bracket_is_open_again_until_the_next_match_is_played(world: DiscordWorld) -> None:
    await start_tournament(
        world, "Ada", "Borys", "Celina", "Dmitri", "Ewa", kind="elimination"
    )  # 4 – 5, the others wait
    await remove(world, "Ewa")
    await world.pass_time(2)
    assert (await pairing_of(world, "Dmitri", 2)).startswith("1/")
    await add(world, "Ewa")
    assert [set(one.teams) for one in (await tournament_in(world)).open_pairings if one.round == 1] == [{4, 5}]
    await remove(world, "Ewa")
    await enter(world, await pairing_of(world, "Dmitri", 2), "Dmitri")
    assert "an opponent who has a walkover has already begun a later match" in await add(world, "Ewa")
    assert (await tournament_in(world)).withdrawn == {5}


@pytest.mark.thorough
async def test_a_person_whom_a_host_removed_from_an_arena_does_not_come_back_alone(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="arena")
    await remove(world, "Borys")
    assert "Only a host can let you play again" in said(await world.slash("Borys", "tournament join"))
    await withdraw(world, "Celina")
    assert "You are signed up" in said(await world.slash("Celina", "tournament join"))
    await add(world, "Borys")
    assert (await tournament_in(world)).withdrawn == frozenset()


async def test_no_team_plays_again_with_a_person_kept_out(world: DiscordWorld) -> None:
    await teams_of_kent(world)
    await join_team(world, "Ewa", "0")
    await join_team(world, "Feliks", "3", "Ewa")
    await world.click("Ada", id_prefix="b:fixstart")
    await keep_out(world, "Dmitri")
    await remove(world, "Dmitri")
    for name in ("Celina", "Dmitri"):
        assert await add(world, name) == "**Dmitri** can't take part here at the moment."
    await let_in(world, "Dmitri")
    assert await add(world, "Celina") == "**Celina** now plays in **Cup**."


# --- The news ---------------------------------------------------------------------------------------------------------

Leave = Callable[[DiscordWorld, str], Awaitable[object]]


@pytest.mark.parametrize(
    ("leave", "said_so", "hosts"),
    some_of(
        [
            (withdraw, "**Borys** has withdrawn.", True),
            (remove, "**Borys** no longer plays.", False),
            (forget, "a player has deleted their data and is withdrawn.", True),
        ],
        2,
    ),
)
async def test_a_withdrawal_is_announced_once_to_those_with_a_walkover_and_to_the_host(
    world: DiscordWorld, leave: Leave, said_so: str, hosts: bool
) -> None:
    await set_own(world, "Celina", "notices", "dm")
    await start_tournament(world, "Dmitri", "Borys", "Celina", kind="round_robin")
    await leave(world, "Borys")
    await world.pass_time(2)
    [told] = news(world, "🏆 **Cup**: " + said_so)
    assert "Walkover for " in told.content
    assert mentioned(world, told) == {"Dmitri"} | ({"Ada"} if hosts else set())
    [direct] = [one.content for one in world.direct_messages("Celina") if "Walkover" in one.content]
    assert direct.startswith("🏆 **Cup**: " + said_so)
    await world.restart()
    await world.pass_time(5)
    assert len(news(world, "🏆 **Cup**: " + said_so)) == 1


@pytest.mark.parametrize("is_sent", [False, True])
async def test_the_news_of_a_withdrawal_survive_a_kill_and_a_failed_request(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, is_sent: bool
) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri")
    send = UnsavedMessages.send

    async def send_and_die(posts: UnsavedMessages, post: Post, message: Message, poster: Poster | None = None) -> int:
        is_news = "is no longer in the server" in message.content
        if is_news and not is_sent:
            die(world)
        message_id = await send(posts, post, message, poster)
        if is_news:
            die(world)
            raise Unavailable("killed")
        return message_id

    await enter(world, await pairing_of(world, "Ada", 1), "Ada")
    await leave_server(world, "Borys")
    with monkeypatch.context() as kill:
        kill.setattr(UnsavedMessages, "send", send_and_die)
        await enter(world, await pairing_of(world, "Dmitri", 1), "Dmitri")
        await world.pass_time(2)
    for _ in range(2):
        await world.restart()
        await world.pass_time(5)
        assert len(news(world, "🏆 **Cup**: **Borys** is no longer in the server")) == 1


async def test_the_news_of_a_second_withdrawal_survive_a_kill_too(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="round_robin")
    await withdraw(world, "Borys")
    await world.pass_time(120)
    await add(world, "Borys")
    await world.pass_time(120)

    async def send(*_: object) -> int:
        die(world)
        raise Unavailable("killed")

    with monkeypatch.context() as kill:
        kill.setattr(UnsavedMessages, "send", send)
        await withdraw(world, "Borys")
        await world.pass_time(2)
    await world.restart()
    await world.pass_time(5)
    assert len(news(world, "🏆 **Cup**: **Borys** has withdrawn.")) == 2


async def test_the_news_of_a_withdrawal_are_posted_after_requests_that_fail(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina")
    world.fail(Route.SEND, 500, times=None)
    await withdraw(world, "Borys")
    await world.pass_time(2)
    world.heal()
    await world.pass_time(60)
    assert len(news(world, "🏆 **Cup**: **Borys** has withdrawn.")) == 1


@pytest.mark.parametrize("leave", some_of([withdraw, remove, forget], 1))
async def test_a_partner_is_told_before_the_start(world: DiscordWorld, leave: Leave) -> None:
    await teams_of_kent(world)
    await leave(world, "Dmitri")
    await world.pass_time(2)
    [told] = news(world, "🏆 **Cup**: <@")[-1:]
    assert told.content.endswith("your partner no longer plays. A place in your team is free.")
    assert mentioned(world, told) == {"Celina"}


# --- Halves of places, and hosts who leave ----------------------------------------------------------------------------


@pytest.mark.thorough
async def test_the_host_is_asked_before_a_single_takes_half_of_the_last_place_of_a_team(world: DiscordWorld) -> None:
    await teams_of_kent(world, limit=3)
    asked = await add(world, "Ewa")
    assert asked.startswith("Add **Ewa** to **Cup**? Without a partner, **Ewa** takes half of a team's place")
    assert len((await tournament_in(world)).people) == 4
    assert "The last place in **Cup** is for a whole team" in said(await world.slash("Ewa", "tournament join"))
    assert len((await tournament_in(world)).placed) == 4
    assert "takes half of a team's place" in await add(world, "Ewa")
    yes = world.button("Ada", "Yes")
    assert "Only hosts can do that" in said(await world.press("Borys", yes))
    assert said(await world.press("Ada", yes)) == "**Ewa** now plays in **Cup**."
    assert "You are signed up for **Cup**" in said(await world.slash("Feliks", "tournament join")), "the other half"


async def test_two_people_without_partners_get_the_last_place_of_a_team_together(world: DiscordWorld) -> None:
    await teams_of_kent(world, limit=3)
    await world.slash("Ewa", "tournament join")
    assert [one.waits for one in (await tournament_in(world)).people] == [False] * 4 + [True]
    await world.slash("Feliks", "tournament join")
    assert not any(one.waits for one in (await tournament_in(world)).people)


@pytest.mark.parametrize("has_co_host", [False, True])
async def test_a_host_who_left_the_server_is_noticed_within_an_hour(world: DiscordWorld, has_co_host: bool) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    await with_person(world, "Ada", "Feliks", "Make host")
    await world.click("Ada", "Yes")
    if not has_co_host:
        await with_person(world, "Feliks", "Ada", "Not a co-host any more")
    await leave_server(world, "Feliks")
    await world.pass_time(HOUR + 60)
    who = f"{mention(world, 'Ada')} is the host now" if has_co_host else "a moderator can take it over"
    [line] = [one for one in public(world) if "no longer hosts it" in one]
    assert who in line
    assert (await tournament_in(world)).hosts == ((user_id(world, "Ada"),) if has_co_host else ())
