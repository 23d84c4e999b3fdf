"""The message of a tournament is pinned where the bot may pin."""

import discord
import pytest

from bot.posts.unsaved_messages import PostKind
from tests.bot.play.at_table import user_id
from tests.bot.play.faults.test_kill_between_post_and_save import killed_after
from tests.bot.play.league.tournaments.at_tournaments import enter, new_tournament, posted, sign_up, tournament_in, win
from tests.discord_world import DiscordWorld

PINS = "/channels/*/messages/pins/*"


@pytest.fixture
def may_pin() -> bool:
    return True


async def create(world: DiscordWorld) -> int:
    await new_tournament(world, "Ada", game="block", title="Cup")
    await sign_up(world, "Ada", "Borys")
    message_id = (await tournament_in(world)).message_id
    assert message_id is not None
    return message_id


async def start(world: DiscordWorld) -> None:
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


def pinned(world: DiscordWorld) -> list[int]:
    return [one.id for one in world.messages() if one.pinned]


def notes(world: DiscordWorld) -> list[discord.Message]:
    return [one for one in world.messages() if one.type is discord.MessageType.pins_add]


@pytest.mark.thorough
async def test_a_card_is_pinned_once_from_its_posting_to_the_end(world: DiscordWorld) -> None:
    card = await create(world)
    assert pinned(world) == [card]
    await world.restart()
    await start(world)
    assert (pinned(world), len(notes(world))) == ([card], 1)
    await win(world, "Ada", "Borys")
    await world.pass_time(2)
    assert (await tournament_in(world)).stage == "over"
    assert pinned(world) == []


async def test_a_card_that_a_person_unpins_stays_unpinned(world: DiscordWorld) -> None:
    card = await create(world)
    world.env.backend.set_pinned((await tournament_in(world)).channel_id, card, False, actor_id=user_id(world, "Ada"))
    await start(world)
    assert (pinned(world), len(notes(world))) == ([], 1)


@pytest.mark.parametrize(("status", "code", "left"), [(400, 30003, 0), (403, 50013, 0), (500, 0, 1)])
async def test_a_refused_pin_stops_nothing(world: DiscordWorld, status: int, code: int, left: int) -> None:
    world.env.inject_error("PUT", PINS, status=status, code=code, times=1 if code else None)
    card = await create(world)
    assert pinned(world) == []
    world.heal()
    await start(world)
    await world.pass_time(60)
    assert pinned(world) == [card] * left
    assert len([one for one in world.messages() if one.content.startswith("🏆 **Cup** · round 1")]) == 1


class TestWithoutThePermission:
    @pytest.fixture
    def may_pin(self) -> bool:
        return False

    async def test_the_card_moves_below_its_earlier_news_once_a_round(self, world: DiscordWorld) -> None:
        await new_tournament(world, "Ada", game="block", kind="swiss", rounds=2, title="Cup", seeding="entry")
        await sign_up(world, "Ada", "Borys", "Celina", "Dmitri")
        card = (await tournament_in(world)).message_id
        await start(world)
        assert (await tournament_in(world)).message_id == card, "no earlier news are below it"
        for one in (await tournament_in(world)).pairings:
            await enter(world, f"1/{one.id}", "draw")
        await world.pass_time(2)
        [shown] = posted(world)
        cup = await tournament_in(world)
        assert cup.message_id == shown.id != card
        before, after = (news.messages for news in cup.announcements)
        assert max(before) < shown.id < min(after)
        await world.restart()
        await world.pass_time(2)
        assert [one.id for one in posted(world)] == [shown.id]
        assert "Open the table" in world.labels("Ada")

    async def test_a_kill_after_the_move_leaves_one_card(self, world: DiscordWorld) -> None:
        await new_tournament(world, "Ada", game="block", kind="swiss", rounds=2, title="Cup", seeding="entry")
        await sign_up(world, "Ada", "Borys", "Celina", "Dmitri")
        await start(world)
        first, second = (await tournament_in(world)).pairings
        await enter(world, f"1/{first.id}", "draw")
        with killed_after(world, PostKind.TOURNAMENT):
            await enter(world, f"1/{second.id}", "draw")
            await world.pass_time(2)
        for _ in range(2):
            await world.restart()
            await world.pass_time(5)
            [shown] = posted(world)
            assert (await tournament_in(world)).message_id == shown.id
