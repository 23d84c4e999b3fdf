import discord
import pytest

from playground.simulated import REFUSED, acting_as_bot
from tests.bot.sample_bot import SampleBot
from tests.discord_world import BuildBot, DiscordWorld, Route


@pytest.fixture
def closed() -> list[str]:
    return []


@pytest.fixture
def build_bot(closed: list[str]) -> BuildBot:
    return lambda: SampleBot(closed)


def failures(world: DiscordWorld) -> list[discord.HTTPException]:
    assert isinstance(world.bot, SampleBot)
    return world.bot.failures


async def test_a_click_is_answered_to_its_person_alone(world: DiscordWorld) -> None:
    await world.slash("Ada", "open", size=1)
    answer = await world.click("Borys", "Count")
    assert answer.response is not None
    assert answer.response.ephemeral
    assert [len(world.messages(name)) for name in ("Ada", "Borys")] == [1, 2]


async def test_everybody_speaks_their_own_language_and_the_server_its_own(world: DiscordWorld) -> None:
    await world.slash("Ada", "open", size=1)
    answer = await world.click("Dmitri", id_prefix="count:")
    assert answer.response is not None
    assert answer.response.content == "Dmitri ru en-US: 1"
    world.speak("Dmitri", "pl")
    answer = await world.click("Dmitri", "Count")
    assert answer.response is not None
    assert answer.response.content == "Dmitri pl en-US: 2"


async def test_timers_fire_when_time_passes_and_not_before(world: DiscordWorld) -> None:
    await world.slash("Ada", "open", size=1)
    world.moment = 0
    await world.click("Ada", "Count")
    assert world.messages()[-1].embeds[0].description == "number 0"
    await world.pass_time(0.29)
    assert world.messages()[-1].embeds[0].description == "number 0"
    await world.pass_time(0.02)
    assert world.messages()[-1].embeds[0].description == "number 1"
    assert world.requests(Route.EDIT_ANSWER) == 1


async def test_of_two_clicks_at_one_instant_both_reach_the_bot(world: DiscordWorld) -> None:
    await world.slash("Ada", "open", size=1)
    button = world.button("Ada", "Count")
    first, second = await world.race(("Ada", button), ("Borys", button))
    assert first.response is not None
    assert second.response is not None
    assert {first.response.content, second.response.content} == {"Ada en-US en-US: 1", "that was before 1"}


async def test_an_old_button_can_be_pressed_after_its_message_is_gone(world: DiscordWorld) -> None:
    await world.slash("Ada", "open", size=1)
    old = world.button("Ada", "Count")
    world.delete_message(world.messages()[-1])
    answer = await world.press("Ada", old)
    assert answer.acknowledged
    assert [type(error) for error in failures(world)] == [discord.NotFound]  # the board cannot be edited any more


async def test_buttons_work_after_a_restart(world: DiscordWorld, closed: list[str]) -> None:
    await world.slash("Ada", "open", size=1)
    before = world.bot
    await world.restart()
    assert closed == ["closed"]
    assert world.bot is not before
    answer = await world.click("Celina", "Count")
    assert answer.acknowledged


@pytest.mark.parametrize(
    ("status", "kind"), [(403, discord.Forbidden), (404, discord.NotFound), (500, discord.HTTPException)]
)
async def test_a_failing_request_raises_what_discord_would(
    world: DiscordWorld, status: int, kind: type[discord.HTTPException]
) -> None:
    await world.slash("Ada", "open", size=1)
    world.fail(Route.EDIT_ANSWER, status)
    await world.click("Ada", "Count")
    (error,) = failures(world)
    assert isinstance(error, kind)
    assert error.status == status


@pytest.mark.parametrize(("live", "status", "code"), [(True, 401, 50027), (False, 404, 10015)])
async def test_an_expired_token_is_told_as_live_discord_or_as_simcord_tells_it(
    world: DiscordWorld, live: bool, status: int, code: int
) -> None:
    await world.slash("Ada", "open", size=1)
    board = world.button("Ada", "Count")
    if live:
        world.fail(Route.EDIT_ANSWER, 401)
    else:
        await world.expire_tokens()
    await world.press("Ada", board)
    (error,) = failures(world)
    assert (error.status, error.code) == (status, code)


async def test_direct_messages_are_seen(world: DiscordWorld) -> None:
    await world.slash("Ada", "open", size=1)
    assert [message.content for message in world.direct_messages("Ada")] == ["Your board is open."]


async def test_an_error_in_a_callback_is_told_by_the_environment(world: DiscordWorld) -> None:
    await world.slash("Ada", "open", size=1)
    world.fail(Route.ANSWER, 500)
    answer = await world.click("Ada", "Count")
    assert not answer.acknowledged
    assert [type(error) for error in world.env.errors] == [discord.HTTPException]


async def test_a_request_beyond_the_limits_is_answered_as_by_discord(
    world: DiscordWorld, caplog: pytest.LogCaptureFixture
) -> None:
    place = world.bot.get_partial_messageable(world.channel.id)
    with acting_as_bot(world.env), pytest.raises(discord.HTTPException, match="nonce: 26 of 25") as refused:
        await place.send("hi", nonce="x" * 26)
    assert (refused.value.status, refused.value.code) == (400, 50035)
    assert world.messages() == []
    reason = "POST /channels/*/messages: nonce: 26 of 25"
    assert REFUSED.pop(world.env.backend) == [reason], "else the fixture of the world fails the test"
    assert reason in caplog.text
