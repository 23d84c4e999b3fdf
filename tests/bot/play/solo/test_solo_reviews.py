"""The review of a solitaire that is over, by clicks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from bot.coach.clicks import CoachClick
from bot.messages.parts.components import ClickKind, Kind
from bot.tables.processes import Signals
from games.solitaires.line_review import LineReview
from storage.solo import SoloStatus
from tests import simulation
from tests.bot.play.at_table import bot_of, everything_said, forged, set_own, texts_in, user_id
from tests.bot.play.solo.at_solo import (
    DEAD_END,
    find_private_message,
    load_open,
    load_solo,
    make,
    press,
    solo_of,
    solve_by_clicks,
)
from tests.discord_world import DiscordWorld


async def give_up(world: DiscordWorld) -> str:
    """Let Ada give up; return the id of her solitaire."""
    solo_id = (await load_open(world))[0].id
    await press(world, "soloaskgiveup")
    await press(world, "sologiveup")
    return solo_id


async def lose(world: DiscordWorld) -> str:
    """Let Ada lose a Pyramid by her second move; return the id of her solitaire."""
    for move in DEAD_END:
        await make(world, move)
    return await give_up(world)


async def answer(world: DiscordWorld, name: str = "Ada") -> str:
    return texts_in(await find_private_message(world, name))


async def send_forged(world: DiscordWorld, kind: ClickKind, solo_id: str, number: str = "0", name: str = "Ada") -> str:
    """Press a button that was never sent; return the text of the answer."""
    await simulation.deliver(world.env, forged(world, name, "b", kind, solo_id, number, "", ""))
    await world.pass_time(2)
    return await answer(world, name)


async def test_the_review_names_the_losing_move_and_a_solution(pyramid: DiscordWorld) -> None:
    """Of 14 pairs one is gone before the losing move; after it no two free tiles make twelve."""
    await lose(pyramid)
    await pyramid.click("Ada", "Review")
    text = await answer(pyramid)
    assert "Move 2 lost the deal: **4-4 + 2-2" in text
    assert "Shortest solution found: 13 moves" in text
    assert "Step 0 of 13" in text
    for step in range(1, 14):
        await pyramid.click("Ada", id_prefix=f"b:soloreviewstep:{(await find_id(pyramid))}:{step}:2")
        assert f"Step {step} of 13" in await answer(pyramid)
    assert "Solved." in await answer(pyramid)


async def find_id(world: DiscordWorld) -> str:
    """Return the id of the reviewed solitaire."""
    return world.button("Ada", id_prefix="b:soloreview:").custom_id.split(":")[2]


async def test_moves_taken_back_are_not_reviewed(pyramid: DiscordWorld) -> None:
    for move in DEAD_END:
        await make(pyramid, move)
    await press(pyramid, "soloundo")
    await give_up(pyramid)
    await pyramid.click("Ada", "Review")
    text = await answer(pyramid)
    assert "You gave up a deal that was not lost." in text
    assert "Shortest solution found: 13 moves" in text


async def test_a_solved_pyramid_has_no_shorter_solution(pyramid: DiscordWorld) -> None:
    await solve_by_clicks(pyramid)
    await pyramid.click("Ada", "Review")
    assert "You solved it in 14 moves. No shorter solution was found." in await answer(pyramid)


async def test_a_text_board_says_the_same_as_the_picture(pyramid: DiscordWorld) -> None:
    solo_id = await lose(pyramid)
    await set_own(pyramid, "Ada", "board", "text")
    text = await send_forged(pyramid, Kind.SOLO_REVIEW, solo_id)
    assert "Move 2 lost the deal: **4-4 + 2-2" in text
    assert "```" in text


@pytest.mark.parametrize("language", ["pl", "ru"])
async def test_the_review_speaks_the_language_of_its_reader(pyramid: DiscordWorld, language: str) -> None:
    solo_id = await lose(pyramid)
    pyramid.speak("Ada", language)
    said = {"pl": "Rozdanie przegrał ruch 2: **4-4 + 2-2", "ru": "Расклад проигран ходом 2: **4-4 + 2-2"}
    assert said[language] in await send_forged(pyramid, Kind.SOLO_REVIEW, solo_id)


# --- Play on ----------------------------------------------------------------------------------------------------------


async def test_the_position_before_the_loss_is_played_on_uncounted(pyramid: DiscordWorld) -> None:
    await lose(pyramid)
    await pyramid.click("Ada", "Review")
    await pyramid.click("Ada", "Play on from here")
    solo = await solo_of(pyramid)
    assert solo.line.played == DEAD_END[:1]
    assert (solo.stored.moves, solo.stored.counted, solo.stored.day) == (1, False, "")
    assert "does not count" in await answer(pyramid)


async def test_an_unfinished_solitaire_is_not_given_up_unasked(pyramid: DiscordWorld) -> None:
    solo_id = await lose(pyramid)
    await pyramid.slash("Ada", "play", game="pyramid")
    await make(pyramid, str((await solo_of(pyramid)).match.moves(0)[0]))  # type: ignore[union-attr]
    unfinished = await solo_of(pyramid)
    assert "You have an unfinished" in await send_forged(pyramid, CoachClick.SOLO_PLAY_ON, solo_id)
    assert await solo_of(pyramid) == unfinished


# --- Who may see it ---------------------------------------------------------------------------------------------------

KINDS = (Kind.SOLO_REVIEW, CoachClick.SOLO_REVIEW_STEP, CoachClick.SOLO_PLAY_ON)


@pytest.mark.parametrize("kind", KINDS)
async def test_nothing_is_reviewed_that_can_still_be_played(pyramid: DiscordWorld, kind: ClickKind) -> None:
    for move in DEAD_END:
        await make(pyramid, move)  # stuck, but moves can be taken back
    before = await solo_of(pyramid)
    assert "when the deal is over" in await send_forged(pyramid, kind, before.id)
    assert await solo_of(pyramid) == before


@pytest.mark.parametrize("kind", KINDS)
async def test_no_one_else_sees_a_review(pyramid: DiscordWorld, kind: ClickKind) -> None:
    solo_id = await lose(pyramid)
    assert "This is **Ada**'s solitaire" in await send_forged(pyramid, kind, solo_id, name="Borys")
    assert await load_open(pyramid, "Borys") == ()


async def test_a_daily_deal_is_not_reviewed_while_it_runs(world: DiscordWorld) -> None:
    world.speak("Ada", "en-US")
    await world.slash("Dmitri", "play", game="block")  # something that a click can be made on
    await world.slash("Ada", "daily", game="pyramid")
    await world.click("Ada", id_prefix="b:dailyplay")
    solo = await solo_of(world)
    await make(world, str(solo.match.moves(0)[0]))  # type: ignore[union-attr]
    assert "when the deal is over" in await send_forged(world, Kind.SOLO_REVIEW, solo.id)


async def test_forged_steps_show_the_last_one_or_nothing(pyramid: DiscordWorld) -> None:
    solo_id = await lose(pyramid)
    assert "Step 13 of 13" in await send_forged(pyramid, CoachClick.SOLO_REVIEW_STEP, solo_id, "99999999999999999999")
    assert "Step 13 of 13" in await send_forged(pyramid, CoachClick.SOLO_PLAY_ON, solo_id, "13")
    assert await load_open(pyramid) == ()
    assert "That solitaire is over" in await send_forged(pyramid, Kind.SOLO_REVIEW, "AAAAAAAAAAA")


# --- The search -------------------------------------------------------------------------------------------------------


def endless_review(_game: str, _seed: str, _played: Sequence[str], *, signals: Signals) -> LineReview:
    """Search until called off, or for a while."""
    until = time.monotonic() + 20
    while not signals.cancelled() and time.monotonic() < until:
        time.sleep(0.01)
    return LineReview(2, None, None)


async def test_a_long_search_is_shown_and_can_be_stopped(
    pyramid: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_patience(*_: object, **__: object) -> None:
        """Time stands still while a click is under way."""

    solo_id = await lose(pyramid)
    assert (await load_solo(pyramid, solo_id))[0].status is SoloStatus.STUCK
    still = SimpleNamespace(wait=no_patience, ensure_future=asyncio.ensure_future)
    monkeypatch.setattr("bot.coach.late_answers.asyncio", still)
    monkeypatch.setattr("bot.tables.solo.solving.review_line", endless_review)
    pyramid.moment = 0
    asked = asyncio.ensure_future(pyramid.click("Ada", "Review"))
    for _ in range(500):
        await asyncio.sleep(0.01)
        if "🔍 Searching" in everything_said(pyramid, "Ada"):
            break
    assert pyramid.button("Ada", "Stop").custom_id == f"b:soloreviewstop:{solo_id}:0:"
    bot_of(pyramid).services.solo.solving.call_off(user_id(pyramid, "Ada"))
    await asked
    assert "The review was stopped." in await answer(pyramid)
