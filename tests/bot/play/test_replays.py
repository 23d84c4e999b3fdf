"""Replays show all hands of finished matches only."""

from __future__ import annotations

import asyncio
import io
import threading
from functools import partial
from hashlib import sha256
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import update

from bot.locales import words
from bot.messages.games import presenter_at
from bot.messages.parts.components import Button, ClickKind, Kind
from bot.messages.parts.message import Drawing, Message
from bot.messages.replay import course, gif
from bot.messages.replay.course import MatchCourse
from bot.posts.outgoing import prepare
from bot.render import animation
from bot.render.drawing.canvas import Canvas
from bot.tables.errors import TableError
from bot.tables.processes import Processes
from games import Record, verifying
from games.verifying import Verification
from storage.matches import Status
from storage.schema import match_log
from tests import simulation
from tests.bot.messages.tables import READER, table_of
from tests.bot.play.at_table import (
    FIRST_OPENS,
    SHORT,
    bot_of,
    buttons,
    forged,
    hand_of,
    open_match,
    play_to_the_end,
    replay,
    said,
    set_own,
    shown,
    table_in,
    tiles_in,
    words_in,
)
from tests.bot.play.league.past_matches import save_past_match
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.games.finished import finished

OVER = "AAAAAAAAAAA"
KINDS = (
    *(Kind.OPEN_REPLAY, Kind.REPLAY, Kind.REPLAY_TO, Kind.ANIMATION, Kind.CHECK_SHUFFLE, Kind.RECORD),
    *(Kind.POST_STEP, Kind.POST_ANIMATION),
)


async def press(
    world: DiscordWorld, kind: ClickKind, match_id: str = OVER, number: str = "0", *, value: str = "", name: str = "Ada"
) -> str:
    """Return the answer to an unoffered click or select `value`."""
    if not shown(world):
        await world.slash("Dmitri", "play", game="block")  # something that a click can be made on
    click = forged(world, name, "s" if value else "b", kind, match_id, number, "", value)
    [answer] = await simulation.deliver(world.env, click)
    await world.pass_time(1)
    return said(answer)


async def open_replay(world: DiscordWorld, name: str = "Ada", match_id: str = OVER) -> dict[str, Any]:
    """Open the replay of a match; return the message."""
    await replay(world, name, match_id)
    return seen(world, name)


def seen(world: DiscordWorld, name: str = "Ada") -> dict[str, Any]:
    message = hand_of(world, name)
    assert message is not None
    return message


def place(message: dict[str, Any]) -> str:
    return str(message["embeds"][0]["footer"]["text"]).partition(" · match")[0]


def alt(message: dict[str, Any]) -> str:
    return str(message["attachments"][0]["description"])


async def test_a_match_that_is_over_is_replayed_with_all_hands(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(SHORT)
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", clock="none")
    match = table_in(world).match
    assert match is not None
    hands = {str(tile) for seat in (0, 1) for tile in match.view(seat).hand}
    await play_to_the_end(world)
    await world.click("Celina", "Replay")
    message = seen(world, "Celina")
    assert place(message).startswith("Deal 1 · move 0 of ")
    assert len(hands) == 14
    assert hands <= tiles_in(alt(message))
    await world.click("Celina", id_prefix="b:replay:" + message["embeds"][0]["footer"]["text"].split()[-1] + ":1:")
    assert place(seen(world, "Celina")).startswith("Deal 1 · move 1 of ")
    assert "opens with" in seen(world, "Celina")["embeds"][0]["description"]


async def test_steps_lead_forward_and_back_and_still_after_a_restart(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    message = await open_replay(world)
    assert [button.custom_id for button in buttons(message)][:2] == [f"b:replay:{OVER}:1:2", f"b:replay:{OVER}:38:3"]
    await world.click("Ada", id_prefix=f"b:replay:{OVER}:38:3")
    end = seen(world)
    assert place(end) == "Deal 3 · move 14 of 14"
    assert "wins the match" in end["embeds"][0]["description"]
    await world.restart()
    await world.click("Ada", id_prefix=f"b:replay:{OVER}:37:1")
    assert place(seen(world)) == "Deal 3 · move 13 of 14"
    await world.click("Ada", id_prefix=f"b:replay:{OVER}:0:0")
    assert place(seen(world)) == place(message)


async def test_one_goes_to_a_deal_and_to_a_move_of_it(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    await open_replay(world)
    await world.select("Ada", ["14"], id_prefix=f"s:replayto:{OVER}:0:deals")
    assert place(seen(world)) == "Deal 2 · move 0 of 9"
    await world.select("Ada", ["19"], id_prefix=f"s:replayto:{OVER}:0:moves")
    assert place(seen(world)) == "Deal 2 · move 5 of 9"


@pytest.mark.parametrize("number", ["39", "999999999999999999999999"])
async def test_a_step_beyond_the_end_shows_the_end(world: DiscordWorld, number: str) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    assert "wins the match" in await press(world, Kind.REPLAY, number=number)
    assert "wins the match" in await press(world, Kind.REPLAY_TO, value="999999")


async def test_a_step_that_is_no_number_is_refused(world: DiscordWorld) -> None:
    await save_past_match(world, OVER)
    for value in ("x", "-1", "²", "9999999"):
        assert "wins" not in await press(world, Kind.REPLAY_TO, value=value), value


async def test_hands_of_a_running_match_are_never_shown(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id
    for kind in KINDS:
        for name in ("Ada", "Celina"):
            value = "0" if kind is Kind.REPLAY_TO else ""
            answer = await press(world, kind, match_id, name=name, value=value)
            assert "when the match" in answer, (kind, answer)
            assert not tiles_in(answer)
            message = seen(world, name)
            assert not message["attachments"]
            assert "shuffle 2" not in words_in(message)


async def test_a_match_that_was_broken_off_is_not_replayed(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, status=Status.CANCELLED)
    assert "when the match is over" in await press(world, Kind.OPEN_REPLAY)


async def test_a_match_of_another_server_is_not_shown(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, guild_id=world.guild.id + 1)
    for kind in KINDS:
        answer = await press(world, kind, value="0" if kind is Kind.REPLAY_TO else "")
        assert "There is no such match here" in answer, kind
        assert not seen(world)["attachments"], kind


async def test_who_reads_text_gets_the_table_and_the_hands_in_letters(world: DiscordWorld) -> None:
    await save_past_match(world, OVER)
    await set_own(world, "Ada", "board", "text")
    message = await open_replay(world)
    assert not message["attachments"]
    field = message["embeds"][0]["fields"][-1]["value"]
    assert field.startswith("Tiles of Ada: ")
    assert len(tiles_in(field)) == 14


async def test_the_record_is_given_from_the_replay(world: DiscordWorld) -> None:
    await save_past_match(world, OVER)
    await open_replay(world)
    await world.click("Ada", "Record")
    assert seen(world)["attachments"][0]["filename"] == f"boneyard-{OVER}.txt"


async def test_the_shuffle_is_checked_by_a_click(world: DiscordWorld) -> None:
    match = await save_past_match(world, OVER, match=finished("block"))
    await open_replay(world)
    await world.click("Ada", "Record")
    answer = said(await world.click("Ada", "Check the shuffle"))
    assert "Everything checks out." in answer
    assert sha256(match.seed.encode()).hexdigest() in answer
    assert "3 deals were dealt again" in answer
    assert "36 moves were replayed" in answer
    assert "printf %s 'a seed' | sha256sum" in answer


async def test_a_log_that_was_changed_is_told_by_the_check(world: DiscordWorld) -> None:
    await save_past_match(world, OVER)
    async with bot_of(world).services.database.write() as tx:
        third = (match_log.c.match_id == OVER) & (match_log.c.revision == 3)
        await tx.execute(update(match_log).where(third).values(move="draw"))
    answer = await press(world, Kind.CHECK_SHUFFLE)
    assert "Something does not match" in answer
    assert "Move 3, `draw`" in answer
    assert "can't be loaded any more" in await press(world, Kind.OPEN_REPLAY)


async def test_an_animated_picture_is_announced_at_once_and_then_stands_there(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.requests.table.replays.make_gif", partial(gif.make_gif, most=3))
    monkeypatch.setattr(bot_of(world).services.replays, "_processes", Processes(0))  # beginning one takes seconds
    await save_past_match(world, OVER)
    await open_replay(world)
    answer = await world.click("Ada", "GIF")
    assert answer.response is not None
    assert "Creating the GIF" in str(world.env.http_requests)
    message = seen(world)
    assert f"Match {OVER} as a GIF." in words_in(message)
    assert "The whole match does not fit: this GIF has 3 of " in words_in(message)
    [file] = message["attachments"]
    assert file["filename"] == f"boneyard-{OVER}.gif"


@pytest.mark.parametrize("how", ["made", "nothing to see", "refused", "failed"])
async def test_after_dismissing_the_announcement_the_outcome_is_still_sent(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    made = gif.make_gif(order(), most=3)
    ends = {"nothing to see": None, "refused": TableError("error.crowded"), "failed": RuntimeError("out of order")}

    async def make_gif(*_: object, **__: object) -> gif.Gif | None:
        [announced] = [one for one in world.messages("Ada") if "Creating the GIF" in one.content]
        world.delete_message(announced)
        end = ends.get(how, made)
        if isinstance(end, Exception):
            raise end
        return end

    await save_past_match(world, OVER)
    await open_replay(world)
    monkeypatch.setattr(bot_of(world).services.replays, "make_gif", make_gif)
    answer = await world.click("Ada", "GIF")
    w = words("en")
    texts = {
        "made": f"Match {OVER} as a GIF.",
        "nothing to see": w("look.nothing"),
        "refused": w("error.crowded"),
        "failed": w("film.failed"),
    }
    assert texts[how] in said(answer)
    assert all(one.ephemeral for one in answer.followups)
    assert [file["filename"] for file in seen(world)["attachments"]] == [f"boneyard-{OVER}.gif"] * (how == "made")


async def test_a_film_is_posted_for_all_with_nothing_to_press(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.requests.table.replays.make_gif", partial(gif.make_gif, most=3))
    monkeypatch.setattr(bot_of(world).services.replays, "_processes", Processes(0))
    await save_past_match(world, OVER, match=finished("block"))
    await open_replay(world)
    assert [label for label in world.labels("Ada") if "GIF" in label] == ["GIF"]
    await world.click("Ada", "GIF")
    assert "GIF of this deal" in world.labels("Ada")
    before = len(shown(world))
    answer = await world.click("Ada", id_prefix="b:postfilm:")
    assert "✅ Posted here." in words_in(seen(world))
    assert answer.ephemeral
    assert len(shown(world)) == before + 1
    posted = shown(world)[-1]
    assert posted["attachments"][0]["filename"] == f"boneyard-{OVER}.gif"
    assert not posted["components"]


async def test_a_step_is_posted_for_all_five_times_in_five_minutes(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    await open_replay(world)
    for number in range(5):
        before = len(shown(world))
        assert "Posted here" in said(await world.click("Ada", id_prefix="b:poststep:"))
        assert len(shown(world)) == before + 1, number
    posted = shown(world)[-1]
    assert posted["embeds"][0]["footer"]["text"].startswith("Deal 1 · move 0 of ")
    assert not posted["components"]
    assert "often enough" in said(await world.click("Ada", id_prefix="b:poststep:"))


def order(number: int = 0, *, deal_only: bool = False) -> gif.Order:
    match = finished("block")
    table = table_of(match)
    return gif.Order(table.stored, table.seats, match.record(), number, "en", deal_only)


def test_a_film_of_one_deal_shows_that_deal_alone() -> None:
    made = gif.make_gif(order(20, deal_only=True))
    assert made is not None
    assert (made.first, made.last, made.total, made.deals) == (14, 23, 10, (2, 2, 3))
    message = gif.gif_message(made, OVER, READER, asked_at=20)
    assert message.content == f"Deal 2 of match {OVER} as a GIF."
    assert [button.label for row in message.rows for button in row if isinstance(button, Button)] == ["Post for all"]


def test_pictures_of_a_film_say_deal_and_score_below() -> None:
    match = finished("block")
    whole = course.course_of(match.record())
    presenter = presenter_at(table_of(match), READER)
    ends = [frame for frame in whole.frames if frame.ending is not None]
    captions = [gif._caption(whole.scene(frame), presenter) for frame in (whole.frames[0], *ends)]
    told = [caption.replace("\u2068", "").replace("\u2069", "") for caption in captions]  # the marks of names
    assert told[0] == "Deal 1 · Ada 0 · Borys 0"
    assert told[1:] == [
        f"Deal {number} · Ada {end.ending.scores[0]} · Borys {end.ending.scores[1]}"
        for number, end in enumerate(ends, 1)
        if end.ending is not None
    ]


def test_captions_stand_in_a_strip_below_the_pictures() -> None:
    table = Canvas(720, 300, 1).png()
    plain, told = (
        animation.animated_gif([animation.AnimationFrame(table, 100, text)])
        for text in ("", "Deal 1 · Ada 0 · Borys 0")
    )
    sizes = [Image.open(io.BytesIO(one)).size for one in (plain, told)]
    assert sizes == [(720, 300), (720, 348)]
    strip = Image.open(io.BytesIO(told)).convert("L").crop((0, 300, 720, 348))
    assert len(set(strip.tobytes())) > 1


def test_a_film_shows_all_pictures_in_their_order() -> None:
    made = gif.make_gif(order())
    assert made is not None
    assert made.is_whole
    with Image.open(io.BytesIO(made.file)) as image:
        assert image.format == "GIF"
        assert getattr(image, "n_frames", 1) == made.total == 39


def test_a_too_long_film_begins_with_the_viewed_deal_and_says_so() -> None:
    made = gif.make_gif(order(20), most=12)
    assert made is not None
    assert (made.first, made.last, made.total, made.deals) == (14, 23, 39, (2, 2, 3))
    assert "this GIF has 10 of 39 pictures, from deal 2 to deal 2 of 3" in gif.gif_message(made, OVER, READER).content


def test_a_film_that_is_too_large_is_cut_until_discord_takes_it() -> None:
    whole = gif.make_gif(order())
    assert whole is not None
    made = gif.make_gif(order(), largest=len(whole.file) // 2)
    assert made is not None
    assert len(made.file) <= len(whole.file) // 2
    assert made.first == 0
    assert 5 < made.last < 38


# --- What looking costs -----------------------------------------------------------------------------------------------


async def test_a_match_that_many_look_at_at_once_is_played_again_once(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    replays, courses, threads = bot_of(world).services.replays, [], []

    def course_of(record: Record) -> MatchCourse:
        courses.append(record)
        threads.append(threading.current_thread())
        return course.course_of(record)

    monkeypatch.setattr("bot.requests.table.replays.course_of", course_of)
    guild = world.guild.id
    looks = [replays.load_step(guild, OVER, number % 40, READER, number) for number in range(50)]
    records = [replays.load_record(guild, OVER, READER, number) for number in range(5)]
    messages = await asyncio.gather(*looks, *records)
    assert len(messages) == 55
    assert len(courses) == 1
    assert threading.main_thread() not in threads


async def test_a_match_is_checked_once_for_all_who_ask(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    checks: list[str] = []

    def verify(text: str, **known: Any) -> Verification:
        checks.append(text)
        return verifying.verify(text, **known)

    monkeypatch.setattr("bot.requests.table.replays.verify", verify)
    found = await asyncio.gather(
        *(bot_of(world).services.replays.verify(world.guild.id, OVER, number) for number in range(20))
    )
    assert all(one.is_sound for one, *_ in found)
    assert len(checks) == 1


async def test_a_film_requested_twice_is_made_once_and_one_per_person(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    replays, orders, let_go = bot_of(world).services.replays, [], threading.Event()

    def make_gif(order: gif.Order) -> gif.Gif | None:
        orders.append(order)
        let_go.wait()
        return gif.make_gif(order, most=2)

    monkeypatch.setattr("bot.requests.table.replays.make_gif", make_gif)
    monkeypatch.setattr(replays, "_processes", Processes(0))
    asked = [
        asyncio.create_task(replays.make_gif(world.guild.id, OVER, number, "en", user))
        for number, user in ((0, 1), (7, 2), (0, 1))
    ]
    try:
        refused, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    finally:
        let_go.set()
    third = await asyncio.gather(*refused, return_exceptions=True)
    first, second = await asyncio.gather(*waiting)
    assert isinstance(first, gif.Gif)
    assert second is first
    assert len(third) == 1
    assert isinstance(third[0], TableError)
    assert third[0].key == "film.busy_own"
    assert await replays.make_gif(world.guild.id, OVER, 0, "en", 1) is first
    assert len(orders) == 1


async def test_pictures_of_others_do_not_wait_for_a_long_match(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    let_go = threading.Event()

    def course_of(record: Record) -> MatchCourse:
        assert let_go.wait(30)
        return course.course_of(record)

    monkeypatch.setattr("bot.requests.table.replays.course_of", course_of)
    replays = bot_of(world).services.replays
    looks = [asyncio.create_task(replays.load_step(world.guild.id, OVER, 0, READER, number)) for number in range(40)]
    ready = await prepare(Message(drawings=(Drawing(partial(bytes, b"a picture"), "of another table"),)))
    assert ready.pictures == (b"a picture",)
    assert not any(look.done() for look in looks)
    let_go.set()
    await asyncio.gather(*looks)


async def test_a_picture_that_many_want_at_once_is_drawn_once() -> None:
    paintings: list[str] = []

    def paint(what: str) -> bytes:
        paintings.append(what)
        return what.encode()

    message = Message(drawings=(Drawing(partial(paint, "a board"), "a board"),))
    ready = await asyncio.gather(*(prepare(message) for _ in range(20)))
    assert {one.pictures for one in ready} == {(b"a board",)}
    assert paintings == ["a board"]
