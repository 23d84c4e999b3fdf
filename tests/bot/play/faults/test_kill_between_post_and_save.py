"""A bot killed between post and save posts nothing twice.

Every kind of post has a scene here.
"""

import ast
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.local_time import week_begins
from bot.messages.parts.message import Message
from bot.posts.open_hands import ACTIVE_S
from bot.posts.outgoing import nonce_of
from bot.posts.unsaved_messages import Post, Poster, PostKind, UnsavedMessages
from storage.database import Unavailable
from storage.league import leaderboards, seasons
from storage.matches import StoredMatch
from storage.signs import Pad
from tests.bot.play.at_table import SHORT, bot_of, everything_said, open_match, table_in, user_id, wake
from tests.bot.play.kent.at_kent import agree_on, open_party
from tests.bot.play.league.at_administration import set_league
from tests.bot.play.league.at_league import now, reading, save_matches, writing
from tests.bot.play.league.tournaments.at_tournaments import new_tournament, sign_up, tournament_in
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.needs import some_of

from .test_restart import play_out_the_deal


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance, world: DiscordWorld) -> None:
    chance.fix_seed(SHORT)
    chance.fix_lots()
    for name in ("Borys", "Dmitri"):
        world.speak(name, "en-US")


WEEK = "This week in the league"


# --- Killing ----------------------------------------------------------------------------------------------------------


@dataclass
class LastWords:
    """A bot's last sent message, and its post."""

    post: Post | None = None
    channel_id: int = 0
    message_id: int = 0


@contextmanager
def killed_after(world: DiscordWorld, kind: PostKind) -> Iterator[LastWords]:
    """Kill the bot in this block after a post of a kind."""
    last, send, post_direct = LastWords(), UnsavedMessages.send, UnsavedMessages.post_direct

    def die_if(post: Post, channel_id: int, message_id: int) -> None:
        if post.kind is kind and last.post is None:
            last.post, last.channel_id, last.message_id = post, channel_id, message_id
            die(world)
            raise Unavailable("killed")

    async def send_and_die(posts: UnsavedMessages, post: Post, message: Message, poster: Poster | None = None) -> int:
        message_id = await send(posts, post, message, poster)
        die_if(post, post.channel_id, message_id)
        return message_id

    async def sent_direct(posts: UnsavedMessages, post: Post, user: int, message: Message) -> tuple[int, int] | None:
        place = await post_direct(posts, post, user, message)
        if place is not None:
            die_if(post, *place)
        return place

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(UnsavedMessages, "send", send_and_die)
        patched.setattr(UnsavedMessages, "post_direct", sent_direct)
        yield last
    assert last.post is not None, f"no {kind.name} was posted"


def die(world: DiscordWorld) -> None:
    """Stop all writes of the bot to Discord and database."""
    services = bot_of(world).services
    services.channels._may_write = lambda: False
    services.database.allow_writes_while(lambda: False)


def messages_in(world: DiscordWorld, channel_id: int) -> list[int]:
    """Return the bot's messages left in a channel."""
    public = [world.messages(channel=name) for name, channel in world.channels.items() if channel.id == channel_id]
    direct = [world.direct_messages(name) for name in world.names if direct_channel(world, name) == channel_id]
    return [one.id for place in (*public, *direct) for one in place if one.author.bot]


def direct_channel(world: DiscordWorld, name: str) -> int:
    return int(world.person(name).user.dm_channel.id)


# --- Scenes -----------------------------------------------------------------------------------------------------------

Act = Callable[[DiscordWorld], Awaitable[Any]]


@dataclass(frozen=True)
class Scene:
    """The origin of a kind of post.

    :ivar before: what happens before `act`, which makes the bot post it.
    :ivar change: the messages added between the kill and the end of the restart.
    :ivar saved: reads the id that was saved; None if only the fact that it was posted is saved.
    """

    kind: PostKind
    before: Act
    act: Act
    saved: Callable[[DiscordWorld, Post], Awaitable[int | None]] | None = None
    change: int = 0
    wait_s: float = 5.0
    """The time for which the next run is watched."""


async def nothing(_: DiscordWorld) -> None:
    """Begin with an empty channel."""


async def open_lobby(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block", clock="none")


async def two_play(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="none")


async def two_play_and_chat(world: DiscordWorld) -> None:
    """Write much below the board, so the next posts low."""
    await two_play(world)
    for number in range(11):
        await world.person("Ada").send(world.channel, f"chatter {number}")


async def show_again(world: DiscordWorld) -> None:
    await world.slash("Ada", "table show")


async def ask_to_end(world: DiscordWorld) -> None:
    await two_play_and_chat(world)
    await world.click("Ada", "Menu")
    await world.click("Ada", "End the match")


async def resign(world: DiscordWorld) -> None:
    await world.click("Ada", "Resign")


async def two_have_played(world: DiscordWorld) -> None:
    await two_play(world)
    await world.click("Ada", "Menu")
    await world.click("Ada", "End the match")
    await resign(world)


async def rematch(world: DiscordWorld) -> None:
    await world.click("Ada", "Rematch")
    assert "b:join:" not in str(world.labels("Ada")), "the lobby is full"


async def wait_for_the_call(world: DiscordWorld) -> None:
    await world.pass_time(ACTIVE_S + 61)


async def deal_kent(world: DiscordWorld) -> None:
    await open_party(world, agree=False)


async def agree(world: DiscordWorld) -> None:
    await agree_on(world, "Ada", "Celina", "wink")


async def create_tournament(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", kind="swiss")


async def three_sign_up(world: DiscordWorld) -> None:
    services = bot_of(world).services
    wish = partial(replace, notice="dm")
    await services.preferences.change_player(world.guild.id, user_id(world, "Borys"), wish)
    await create_tournament(world)
    await sign_up(world, "Ada", "Borys", "Celina")


async def start_tournament(world: DiscordWorld) -> None:
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def look_at_leaderboard(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    await world.slash("Ada", "leaderboard")


async def keep_leaderboard(world: DiscordWorld) -> None:
    await world.click("Ada", "Keep here")


async def keep_and_post_leaderboards(world: DiscordWorld) -> None:
    """Set a leaderboard, with a person's standings below it."""
    await look_at_leaderboard(world)
    await keep_leaderboard(world)
    await world.slash("Ada", "leaderboard")
    await world.click("Ada", "Post here")


async def play_with_summaries(world: DiscordWorld) -> None:
    await set_league(world, "summary", world.channel)
    await save_matches(world, ["Ada"], ["Celina"])


async def monday_comes(world: DiscordWorld) -> None:
    await world.pass_time(week_begins(now(world) + 7 * 86_400, "UTC") + 9 * 3600 - now(world))


async def play_a_season(world: DiscordWorld) -> None:
    await set_league(world, "summary", world.channel)
    async with writing(world) as tx:
        await seasons.add(tx, seasons.Season(0, world.guild.id, "Cup", now(world) - 5, now(world) + 60))
    await save_matches(world, ["Ada"], ["Celina"])


async def plan_free_play(world: DiscordWorld) -> None:
    start = f"{datetime.fromtimestamp(now(world) + 3 * 3600, UTC):%Y-%m-%d %H:%M}"
    about: dict[str, Any] = {"game": "block", "kind": "free", "title": "Club", "open_hours": 2}
    await new_tournament(world, "Ada", start=start, weekly=True, **about)


async def two_hours_pass(world: DiscordWorld) -> None:
    await world.pass_time(7300)


async def an_hour_passes(world: DiscordWorld) -> None:
    await world.pass_time(3700)


async def choose_log(world: DiscordWorld) -> None:
    await set_league(world, "log", world.channel)
    await world.pass_time(5)


async def change_settings(world: DiscordWorld) -> None:
    await set_league(world, "daily", "3")
    await world.pass_time(5)


async def load_stored(world: DiscordWorld) -> StoredMatch:
    await wake(world)
    return table_in(world).stored


async def board_id(world: DiscordWorld, _: Post) -> int | None:
    return (await load_stored(world)).board_id


async def call_id(world: DiscordWorld, _: Post) -> int | None:
    return (await load_stored(world)).call_id


async def pad_of(world: DiscordWorld, post: Post) -> Pad:
    await wake(world)
    return next(one for one in table_in(world).pads if (table_in(world).id, one.user_id) == post.owner)


async def pact_id(world: DiscordWorld, post: Post) -> int | None:
    return (await pad_of(world, post)).pact_id


async def pad_id(world: DiscordWorld, post: Post) -> int | None:
    return (await pad_of(world, post)).pad_id


async def card_id(world: DiscordWorld, _: Post) -> int | None:
    return (await tournament_in(world)).message_id


async def leaderboard_id(world: DiscordWorld, _: Post) -> int | None:
    async with reading(world) as tx:
        (found,) = await leaderboards.in_guild(tx, world.guild.id)
    return found.message_id


SCENES = {
    "lobby": Scene(PostKind.BOARD, nothing, open_lobby, board_id),
    # The old board goes, and the player to move is called.
    "board that takes the place of another": Scene(PostKind.BOARD, two_play, show_again, board_id, change=0),
    "full lobby of a rematch": Scene(PostKind.BOARD, two_have_played, rematch, board_id),
    # The old board goes, the board of the next deal comes, and the player to move is called.
    "end of a deal": Scene(PostKind.DEAL_END, two_play_and_chat, play_out_the_deal, change=1),
    "end of a match": Scene(PostKind.MATCH_END, ask_to_end, resign, change=-1),
    "turn call": Scene(PostKind.TURN_CALL, two_play, wait_for_the_call, call_id, wait_s=ACTIVE_S + 61),
    "pact": Scene(PostKind.PACT, nothing, deal_kent, pact_id),
    "pad": Scene(PostKind.PAD, deal_kent, agree, pad_id),
    "tournament": Scene(PostKind.TOURNAMENT, nothing, create_tournament, card_id),
    "round": Scene(PostKind.TOURNAMENT_NEWS, three_sign_up, start_tournament),
    "round in a direct message": Scene(PostKind.PERSONAL_NEWS, three_sign_up, start_tournament),
    "leaderboard": Scene(PostKind.LEADERBOARD, look_at_leaderboard, keep_leaderboard, leaderboard_id, wait_s=3700),
    "leaderboard that takes the place of another": Scene(
        PostKind.LEADERBOARD, keep_and_post_leaderboards, keep_leaderboard, leaderboard_id, change=-1, wait_s=3700
    ),
    "club night": Scene(PostKind.CLUB_NIGHT, plan_free_play, two_hours_pass, wait_s=60),
    "end of a season": Scene(PostKind.SEASON_END, play_a_season, an_hour_passes, wait_s=3700),
    "weekly summary": Scene(PostKind.WEEKLY_SUMMARY, play_with_summaries, monday_comes, wait_s=3700),
    "log of moderators": Scene(PostKind.MODERATOR_LOG, choose_log, change_settings),
}


def test_every_kind_of_post_has_a_scene() -> None:
    assert {scene.kind for scene in SCENES.values()} == set(PostKind)


@pytest.mark.parametrize("name", some_of(SCENES, 6))
async def test_a_message_posted_just_before_a_kill_is_not_posted_twice(world: DiscordWorld, name: str) -> None:
    scene = SCENES[name]
    await scene.before(world)
    with killed_after(world, scene.kind) as last:
        await scene.act(world)
    assert last.post is not None
    at_kill = messages_in(world, last.channel_id)
    assert last.message_id in at_kill
    for _ in range(2):  # the second restart finds all of it saved
        await world.restart()
        await world.pass_time(scene.wait_s)
        await world.pass_time(5)
        after = messages_in(world, last.channel_id)
        assert last.message_id in after
        assert len(after) == len(at_kill) + scene.change
        if scene.saved is not None:
            assert await scene.saved(world, last.post) == last.message_id


async def test_of_several_boards_that_were_not_saved_the_newest_stays(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two_play(world)
    send, posted = UnsavedMessages.send, list[int]()

    async def send_three(posts: UnsavedMessages, post: Post, message: Message, _: Poster | None = None) -> int:
        posted.extend(
            [await send(posts, replace(post, nonce=nonce_of("copy", number)), message) for number in range(3)]
        )
        die(world)
        raise Unavailable("killed")

    with monkeypatch.context() as kill:
        kill.setattr(UnsavedMessages, "send", send_three)
        await show_again(world)
    before = len(messages_in(world, world.channel.id))
    await world.restart()
    await world.pass_time(5)
    left = messages_in(world, world.channel.id)
    assert [one for one in posted if one in left] == posted[-1:]
    assert (await load_stored(world)).board_id == posted[-1]
    assert len(left) == before - 2, "two copies and the old board go, and the player to move is called"


@pytest.mark.thorough
async def test_a_weekly_summary_is_posted_after_a_kill_just_before_it(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_with_summaries(world)
    send, killed = UnsavedMessages.send, list[Post]()

    async def die_first(posts: UnsavedMessages, post: Post, message: Message, poster: Poster | None = None) -> int:
        if post.kind is PostKind.WEEKLY_SUMMARY:
            killed.append(post)
            die(world)
        return await send(posts, post, message, poster)

    with monkeypatch.context() as kill:
        kill.setattr(UnsavedMessages, "send", die_first)
        await monday_comes(world)
    assert killed
    assert WEEK not in everything_said(world)
    for _ in range(2):
        await world.restart()
        await world.pass_time(3700)
        assert everything_said(world).count(WEEK) == 1


# --- Nothing else posts -----------------------------------------------------------------------------------------------

SAID_ONCE = {
    "league/administration/requests.py": "news of results voided, restored or added; the change log has them",
    "league/club_nights/requests.py": "news of a new or changed club night; the list has it",
    "league/players/tallying.py": "a tally that a person has posted with a click",
    "league/seasons/requests.py": "news of an opened season, if the person who opens it wants that",
    "league/standings/requests.py": "standings that a person has posted with a click",
    "league/tournaments/announcing/posts.py": "word to the hosts of a match without a result; the history has it",
    "league/tournaments/sign_up/partners.py": "the answer to a question of a partner; the card shows what is saved",
    "league/tournaments/tables.py": "a call to the players of a pairing when one of them opens its table",
    "posts/channels.py": "a greeting when the bot joins a server; nothing is saved",
    "posts/turn_calls.py": "a call by direct message; only a nonce keeps it from being repeated",
    "posts/unsaved_messages.py": "the one way to post what is saved",
}
"""The modules of `bot.posts` and `bot.league` that send messages themselves, and what those are."""


def test_whatever_is_posted_and_saved_is_posted_in_one_way() -> None:
    (folder,) = map(Path, bot.__path__)
    sending = {
        path.relative_to(folder).as_posix()
        for part in ("posts", "league")
        for path in (folder / part).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in ("send", "send_direct", "direct")
        and ast.unparse(node.value).endswith("channels")
    }
    assert sending == set(SAID_ONCE)
