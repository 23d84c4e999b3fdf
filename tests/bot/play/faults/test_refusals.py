"""A Discord that is unwell: every kind of post and of answer passes through every refusal.

While it refuses, people get an answer where a token permits, the log has lines and no traceback, retries become rare,
and another channel goes on. When it is well again, the posts are there.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.league.standings.leaderboards import Leaderboards
from bot.messages.parts.message import Message
from bot.posts.replies import Answer, Reply
from bot.posts.unsaved_messages import Post, PostKind, UnsavedMessages
from playground.simulated import acting_as_bot
from tests.bot.play.at_table import (
    SHORT,
    board_of,
    bot_of,
    everything_said,
    look,
    move_buttons,
    open_lobby,
    said,
    table_in,
    words_in,
)
from tests.bot.play.league.at_league import now, save_matches
from tests.bot.play.league.tournaments.at_tournaments import new_tournament
from tests.bot.play.league.tournaments.test_news import edits_of
from tests.chance import KnownChance
from tests.discord_world import BY_CHANNEL, DiscordWorld, Route
from tests.needs import some_of
from tests.simulation import Refusal

from .test_kill_between_post_and_save import SCENES, Act, choose_log, pad_id

REFUSALS = {
    "shut thread": Refusal(400, 50083),
    "AutoMod": Refusal(400, 200000),
    "permission": Refusal(403, 50013),
    "unknown code": Refusal(400, 99999),
    "rate limit": Refusal(429, 20028, retry_after=1200),
    "server error": Refusal(500),
    "bad gateway": Refusal(502),
    "lost answer": Refusal(takes_effect=True),
    "broken connection": Refusal(),
}
FOR_GOOD = {"shut thread", "AutoMod", "permission"}
"""Refusals that only people of the server end."""

LEFT_OUT = {PostKind.SEASON_END, PostKind.CLUB_NIGHT}
"""Posts that are left out where people of the server forbid them: they are saved as posted."""

FINAL = FOR_GOOD | {"unknown code"}
LEFT_TO_THE_NEXT_CHANGE = {
    *(PostKind.PACT, PostKind.PAD, PostKind.PERSONAL_NEWS),
    *(PostKind.TOURNAMENT, PostKind.TOURNAMENT_NEWS),
}
"""Posts that are not tried again after a `FINAL` refusal."""
PADS = (PostKind.PACT, PostKind.PAD)
"""Direct messages, one in the place of the other."""

TO_CHANNELS = (Route.SEND, Route.EDIT)
REFUSED_S = 400.0
"""The time in which Discord refuses: more than all growing delays together, and less than the limit."""


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance, world: DiscordWorld) -> None:
    chance.fix_seed(SHORT)
    chance.fix_lots()
    for name in ("Borys", "Dmitri"):
        world.speak(name, "en-US")


@contextmanager
def posts_of(*kinds: PostKind) -> Iterator[list[Post]]:
    """Note the posts of some kinds that are made, or found again."""
    made, posts = list[Post](), UnsavedMessages

    def noting(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def do_and_note(itself: UnsavedMessages, post: Post, *given: Any) -> Any:
            done = await method(itself, post, *given)
            made.extend([post] * (post.kind in kinds and done is not None))
            return done

        return do_and_note

    with pytest.MonkeyPatch.context() as patched:
        for name in ("send", "post_direct", "adopt"):
            patched.setattr(posts, name, noting(getattr(posts, name)))
        yield made


def assert_calm(world: DiscordWorld, caplog: pytest.LogCaptureFixture, refused: list[str]) -> None:
    """Check that clicks were answered, and that requests and lines of the log are few."""
    assert all(one.responded for one in world.env.backend.interactions.values())
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
    seconds = world.env.backend.clock.elapsed
    assert max(Counter(refused).values(), default=0) <= 14 + seconds / 300, "all growing delays, and then 300 s each"
    lines = [record.getMessage() for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    assert len(lines) <= 2 * len(refused) + 5, "one line of discord.py, and one of the bot"


def is_there(world: DiscordWorld, message_id: int) -> bool:
    places = [*world.channels.values(), *(world.person(name).user.dm_channel for name in world.names)]
    return any(message_id in world.env.backend.messages.get(place.id, {}) for place in places)


CASES = some_of(product(SCENES, REFUSALS), 8)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "refusal"), CASES)
async def test_a_refused_post_delays_nothing_else_and_comes_later(
    world: DiscordWorld, caplog: pytest.LogCaptureFixture, name: str, refusal: str
) -> None:
    scene = SCENES[name]
    await scene.before(world)
    with posts_of(*(PADS if scene.kind in PADS else (scene.kind,))) as made:
        refused = world.refuse(REFUSALS[refusal], *TO_CHANNELS, but_in="second-table")
        await scene.act(world)
        await open_lobby(world, "Celina", host="Dmitri", channel="second-table", clock="none")
        await world.pass_time(5)
        assert "Celina" in words_in(board_of(world, "second-table"))
        await world.pass_time(REFUSED_S)
        assert_calm(world, caplog, refused)
        world.heal()
        if scene.kind is PostKind.LEADERBOARD:
            await scene.act(world)  # the person was told, and asks again
        await world.pass_time(max(scene.wait_s, 1000.0 if refusal == "rate limit" else 650.0))
    if (refusal in FOR_GOOD and scene.kind in LEFT_OUT) or (refusal in FINAL and scene.kind in LEFT_TO_THE_NEXT_CHANGE):
        return
    assert made
    if scene.saved is not None:
        message_id = await (pad_id if scene.kind in PADS else scene.saved)(world, made[-1])
        assert message_id is not None
        assert is_there(world, message_id)


# --- Things of one server ---------------------------------------------------------------------------------------------

HERE = "dominoes"


async def open_cup(world: DiscordWorld, channel: str) -> None:
    await new_tournament(world, "Ada", game="block", title=channel, kind="swiss", channel=channel)
    for name in ("Ada", "Celina"):
        await world.click(name, id_prefix="b:fixsign", channel=channel)


def rounds_in(world: DiscordWorld, channel: str) -> int:
    return sum(f"**{channel}** · round 1" in one.content for one in world.messages(channel=channel))


@pytest.mark.parametrize("refusal", some_of(REFUSALS, 3))
async def test_a_refused_tournament_delays_no_other_of_its_server(world: DiscordWorld, refusal: str) -> None:
    for channel in (HERE, "second-table"):
        await open_cup(world, channel)
    refused = world.refuse(REFUSALS[refusal], *TO_CHANNELS, but_in="second-table")
    await world.click("Ada", id_prefix="b:fixstart", channel=HERE)
    await world.pass_time(100)
    tries = len(refused)
    assert tries
    await world.click("Ada", id_prefix="b:fixstart", channel="second-table")
    await world.pass_time(2)
    assert rounds_in(world, "second-table") == 1
    await world.pass_time(1300)
    later, limit = len(refused) - tries, 0 if refusal in FINAL else 14
    assert later <= limit, "a refusal for good is not tried again"
    world.heal()
    await world.pass_time(1300)
    assert rounds_in(world, HERE) == (0 if refusal in FINAL else 1)


@pytest.mark.parametrize("refusal", some_of(["rate limit", "server error"], 1))
async def test_a_refused_leaderboard_delays_no_other_of_its_server(world: DiscordWorld, refusal: str) -> None:
    await save_matches(world, ["Ada"], ["Dmitri"])
    for channel in (HERE, "second-table"):
        await world.slash("Ada", "leaderboard", channel=channel)
        await world.click("Ada", "Keep here", channel=channel)
    world.refuse(REFUSALS[refusal], *TO_CHANNELS, but_in="second-table")
    shown = world.messages(channel="second-table")[-1]
    for number, winner in enumerate(("Celina", "Borys"), 1):
        await save_matches(world, [winner], ["Dmitri"])
        with acting_as_bot(world.env):
            bot_of(world).services.of(Leaderboards).changed_in(world.guild.id)
        await world.pass_time(5)
        assert edits_of(world, shown) == number
    world.heal()
    await world.pass_time(1300)
    assert "Borys" in (world.messages(channel=HERE)[-1].attachments[0].description or "")


@pytest.mark.parametrize("refusal", ["rate limit", "server error"])
async def test_a_refused_club_night_delays_no_other_of_its_server(world: DiscordWorld, refusal: str) -> None:
    for channel in (HERE, "second-table"):
        start = f"{datetime.fromtimestamp(now(world) + 3 * 3600, UTC):%Y-%m-%d %H:%M}"
        about: dict[str, Any] = {"game": "block", "kind": "free", "title": channel, "open_hours": 2}
        await new_tournament(world, "Ada", channel, start=start, weekly=True, **about)
        await world.pass_time(600)
    world.refuse(REFUSALS[refusal], *TO_CHANNELS, but_in="second-table")
    before = len(world.messages(channel="second-table"))
    await world.pass_time(3660)
    assert len(world.messages(channel="second-table")) == before + 1
    world.heal()


async def test_a_refused_word_to_a_host_does_not_delay_the_log(world: DiscordWorld) -> None:
    await choose_log(world)
    await open_cup(world, HERE)
    await world.click("Ada", id_prefix="b:fixstart")
    world.refuse(Refusal(429, 20028, retry_after=1200), Route.SEND, but_in=HERE)
    form = await world.slash("Ada", "league-admin keep-out", person=world.person("Celina").user)
    await world.submit("Ada", form, reason="sandbagging")
    await world.pass_time(5)
    assert "sandbagging" in everything_said(world)


# --- Answers ---------------------------------------------------------------------------------------------------------


async def press_move(world: DiscordWorld) -> InteractionResult:
    return await world.press("Ada", move_buttons(world, "Ada")[0])


async def press_board(world: DiscordWorld) -> InteractionResult:
    return await world.click("Borys", id_prefix="b:hand:")


async def open_history(world: DiscordWorld) -> None:
    await look(world, "Ada")
    await world.slash("Celina", "history", channel="second-table")


async def look_as_ada(world: DiscordWorld) -> None:
    await look(world, "Ada")


async def ask_for_form(world: DiscordWorld) -> InteractionResult:
    return await world.click("Celina", "By code", channel="second-table")


async def use_command(world: DiscordWorld) -> InteractionResult:
    return await world.slash("Celina", "rules", game="block")


def deferred(answer: Callable[..., Awaitable[Answer]]) -> Callable[..., Awaitable[Answer]]:
    """Return a way to answer that asks Discord for more time first, as if it were slow."""

    async def answer_later(reply: Reply, message: Message | str) -> Answer:
        if reply._holding is None:
            reply._holding = asyncio.ensure_future(reply._defer())
            await reply._holding
        return await answer(reply, message)

    return answer_later


ANSWERS: dict[str, tuple[Act, Callable[[DiscordWorld], Awaitable[InteractionResult]], Route]] = {
    "callback of a click": (look_as_ada, press_move, Route.ANSWER),
    "callback of a command": (look_as_ada, use_command, Route.ANSWER),
    "form": (open_history, ask_for_form, Route.ANSWER),
    "edit of a deferred click": (look_as_ada, press_move, Route.EDIT_ANSWER),
    "edit of a deferred command": (look_as_ada, use_command, Route.EDIT_ANSWER),
    "follow-up of a deferred click": (look_as_ada, press_board, Route.FOLLOW_UP),
}
SENTENCES = {
    "shut thread": "This thread is archived or locked",
    "AutoMod": "AutoMod blocked my message",
    "permission": "I lack permissions here",
    "unknown code": "Something went wrong on my side",
    "rate limit": "Discord makes me wait",
    "server error": "The connection to Discord broke",
    "bad gateway": "The connection to Discord broke",
}
"""The sentences for refusals; a request whose connection broke is repeated instead."""


@BY_CHANNEL  # else the edit of the board may meet the refusal that is meant for the answer
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "refusal"), some_of(product(ANSWERS, REFUSALS), 8))
async def test_a_refused_answer_is_followed_by_a_sentence(
    begun: DiscordWorld, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, name: str, refusal: str
) -> None:
    before, act, route = ANSWERS[name]
    await before(begun)
    if "deferred" in name:
        monkeypatch.setattr(Reply, "renew", deferred(Reply.renew))
        monkeypatch.setattr(Reply, "whisper", deferred(Reply.whisper))
    refused = begun.refuse(REFUSALS[refusal], route, times=1)
    answer = await act(begun)
    await begun.pass_time(35)
    assert len(refused) == 1
    if refusal == "rate limit" and route is Route.ANSWER:
        assert not answer.acknowledged, "after half a minute no token permits a first answer"
    elif refusal in SENTENCES:
        assert SENTENCES[refusal] in said(answer)
    else:
        assert answer.acknowledged
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
    begun.heal()
    if act is press_move:
        assert table_in(begun).revision > 0, "the move is saved"
    assert (await begun.slash("Dmitri", "rules", game="block")).acknowledged
