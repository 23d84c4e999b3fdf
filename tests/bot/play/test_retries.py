"""Decisions of a review tried again by clicks, and played on against computers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from bot.coach.clicks import CoachClick
from bot.coach.reviews.reviewing import Reviews
from bot.messages.parts.components import ClickKind, Kind
from bot.messages.replay.course import course_of
from bot.tables.errors import TableError
from games import Match
from games.computers.review import decisions
from storage import matches, reviews
from storage.matches import Continuation, Player
from storage.reviews import StoredReview
from tests import simulation
from tests.bot.play.at_table import (
    board_of,
    bot_of,
    buttons,
    end_table,
    everything_said,
    forged,
    hand_of,
    move_buttons,
    open_match,
    shown,
    stored_match,
    table_in,
    tables_of,
    texts_in,
    tiles_in,
    user_id,
    words_in,
)
from tests.bot.play.league.past_matches import save_past_match
from tests.discord_world import DiscordWorld
from tests.games.finished import finished

pytestmark = pytest.mark.thorough

OVER = "AAAAAAAAAAA"
PLY = 9
"""Ada, seat 0, laid 2-0; 1-0 and 4-1 were possible, too."""
JUDGED = {
    "ply": PLY,
    "played": "2-0@right",
    "best": "4-1@left",
    "before": 5773,
    "after": 5462,
    "error": 0,
    "chips": False,
    "solved": True,
    "moves": [["4-1@left", 5773, 0], ["1-0@left", 5748, 0], ["1-0@right", 5573, 0], ["2-0@right", 5462, 0]],
    "reasons": [],
}


async def save_review(world: DiscordWorld, *, match_id: str = OVER, done: bool = True, **saved: Any) -> Match:
    """Save a match of Ada and Borys, with the review of Ada's seat."""
    match = await save_past_match(world, match_id, match=finished("block"), **saved)
    review = StoredReview(
        match_id, world.guild.id, 0, user_id(world, "Ada"), "block", [JUDGED], 1, done, False, 90.0, 0, 0, 0.0
    )
    async with bot_of(world).services.database.write() as tx:
        await reviews.save(tx, review)
    return match


async def press(
    world: DiscordWorld,
    kind: ClickKind,
    number: int = PLY,
    *,
    name: str = "Ada",
    match_id: str = OVER,
    rest: str = "",
    value: str = "",
) -> str:
    """Press a button, or choose from a select; return the text of the answer."""
    if not shown(world):
        await world.slash("Dmitri", "play", game="block")  # something that a click can be made on
        cancel = forged(world, "Dmitri", "b", Kind.CANCEL, table_in(world).id, "0", "", "")
        await simulation.deliver(world.env, cancel)
    component = "s" if value else "b"
    await simulation.deliver(world.env, forged(world, name, component, kind, match_id, str(number), rest, value))
    await world.pass_time(1)
    message = hand_of(world, name)
    assert message is not None
    return texts_in(message)


def labels(world: DiscordWorld, name: str = "Ada") -> list[str | None]:
    return [button.label for button in buttons(hand_of(world, name))]


async def choose(world: DiscordWorld, move: str) -> str:
    """Press the button of a move in the open question."""
    found = next(one for one in buttons(hand_of(world, "Ada")) if one.custom_id.endswith(f":{move}"))
    await world.press("Ada", found)
    message = hand_of(world, "Ada")
    assert message is not None
    return texts_in(message)


async def test_the_question_shows_the_hand_as_it_was_and_no_other(world: DiscordWorld) -> None:
    match = await save_review(world)
    text = await press(world, CoachClick.RETRY)
    assert "within 2%" in text
    before = course_of(match.record()).match_before(PLY)
    message = hand_of(world, "Ada")
    assert message is not None
    on_table = {str(one.tile) for one in before.view(None).line.tiles}  # type: ignore[attr-defined]
    assert set(map(str, before.view(0).hand)) <= tiles_in(words_in(message))
    assert tiles_in(words_in(message)) <= on_table | set(map(str, before.view(0).hand))


async def test_the_best_move_is_right(world: DiscordWorld) -> None:
    await save_review(world)
    await press(world, CoachClick.RETRY)
    answer = await choose(world, "4-1@left")
    assert "✅ Right" in answer
    assert "`4-1` is the best move." in answer
    assert labels(world) == ["Play on from here", "Back to the review"]


async def test_a_worse_move_is_wrong_and_can_be_tried_again(world: DiscordWorld) -> None:
    await save_review(world)
    await press(world, CoachClick.RETRY)
    answer = await choose(world, "2-0@right")
    assert "❌ There is a better move" in answer
    assert "`2-0` wins 55 of 100 matches, `4-1` wins 58." in answer
    assert labels(world) == ["Try again", "Play on from here", "Back to the review"]
    await world.click("Ada", "Try again")
    assert "✅ Right" in await choose(world, "1-0@left"), "0.25 points worse than the best"


async def test_back_leads_to_the_review(world: DiscordWorld) -> None:
    await save_review(world)
    await press(world, CoachClick.RETRY)
    await world.click("Ada", "Back to the review")
    message = hand_of(world, "Ada")
    assert message is not None
    assert "Accuracy" in texts_in(message)


async def test_a_question_about_the_end_is_answered_from_a_select_too(world: DiscordWorld) -> None:
    await save_review(world)
    assert "Where do you want to play `1-0`" in await press(world, CoachClick.RETRY_MOVE, value="?1-0")
    await world.click("Ada", "Back")
    assert "`4-1` is the best move." in await press(world, CoachClick.RETRY_MOVE, value="4-1@left")


@pytest.mark.parametrize(("move", "why"), [("6-6", "have 6-6"), ("nonsense", "move"), ("pass", "must play")])
async def test_an_illegal_move_is_refused_in_words(world: DiscordWorld, move: str, why: str) -> None:
    await save_review(world)
    answer = await press(world, CoachClick.RETRY_MOVE, rest=move)
    assert why in answer
    assert "Right" not in answer
    assert "better move" not in answer


async def test_a_forged_ply_is_no_decision_of_the_review(world: DiscordWorld) -> None:
    await save_review(world)
    kinds = (CoachClick.RETRY, CoachClick.RETRY_MOVE, CoachClick.RETRY_ASK, CoachClick.PLAY_FROM)
    before = tables_of(world).live_count
    for kind, ply in product(kinds, (8, 10, 1, 36, 99999)):
        answer = await press(world, kind, ply, rest="4-1@left")
        assert "button" in answer or "no review yet" in answer, (kind, ply)
    assert tables_of(world).live_count == before


async def test_a_match_of_another_server_is_unknown(world: DiscordWorld) -> None:
    await save_review(world, guild_id=1)
    for kind in (CoachClick.RETRY, CoachClick.RETRY_MOVE, CoachClick.PLAY_FROM):
        assert "no such match here" in await press(world, kind, rest="4-1@left")


async def test_a_running_match_cannot_be_tried(world: DiscordWorld) -> None:
    await open_match(world, "Borys")
    match_id = table_in(world).id
    for kind in (CoachClick.RETRY, CoachClick.RETRY_MOVE, CoachClick.PLAY_FROM):
        assert "when the match is over" in await press(world, kind, 0, match_id=match_id, rest="4-1@left")


@pytest.mark.parametrize("kind", [CoachClick.RETRY, CoachClick.RETRY_MOVE, CoachClick.PLAY_FROM])
async def test_without_a_finished_review_there_is_nothing_to_try(world: DiscordWorld, kind: ClickKind) -> None:
    await save_review(world, done=False)
    assert "no review yet" in await press(world, kind, rest="4-1@left")


@pytest.mark.thorough
async def test_many_tries_are_refused_for_a_while(world: DiscordWorld) -> None:
    await save_review(world)
    for _ in range(60):
        await press(world, CoachClick.RETRY_MOVE, rest="4-1@left")
    assert "often enough for now" in await press(world, CoachClick.RETRY_MOVE, rest="4-1@left")


async def test_a_long_judgement_is_announced_and_then_shown(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await save_review(world)

    async def judge_now(work: Callable[..., Any], *about: Any) -> Any:
        await asyncio.sleep(3)
        return work(*about)

    monkeypatch.setattr(bot_of(world).services.of(Reviews), "judge_now", judge_now)
    assert "Trying the move" in await press(world, CoachClick.RETRY_MOVE, rest="4-1@left")
    await world.pass_time(3)
    message = hand_of(world, "Ada")
    assert message is not None
    assert "✅ Right" in texts_in(message)


async def test_a_judgement_that_fails_leaves_the_question(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    await save_review(world)

    async def judge_now(_work: Callable[..., Any], *_about: Any) -> Any:
        await asyncio.sleep(3)
        raise TableError("error.crowded")

    monkeypatch.setattr(bot_of(world).services.of(Reviews), "judge_now", judge_now)
    await press(world, CoachClick.RETRY_MOVE, rest="4-1@left")
    await world.pass_time(3)
    assert "I'm too busy right now" in everything_said(world, "Ada")
    assert "Any move within 2%" in everything_said(world, "Ada")
    assert "Trying the move" not in everything_said(world, "Ada")


@pytest.mark.parametrize(("name", "words"), [("Borys", "Dobrze"), ("Dmitri", "Верно")])
async def test_the_answer_is_in_the_reader_s_language(world: DiscordWorld, name: str, words: str) -> None:
    await save_review(world)
    assert words in await press(world, CoachClick.RETRY_MOVE, name=name, rest="4-1@left")


# --- Playing on -------------------------------------------------------------------------------------------------------


async def test_playing_on_keeps_the_seat_and_the_deal(world: DiscordWorld) -> None:
    match = await save_review(world)
    await press(world, CoachClick.PLAY_FROM, name="Celina")
    table = table_in(world)
    assert table.match == course_of(match.record()).match_before(PLY)
    assert [(seat.user_id, seat.player) for seat in table.seats] == [
        (user_id(world, "Celina"), Player.PERSON),
        (None, Player.REGULAR),
    ]
    assert table.stored.continues == Continuation(OVER, PLY)
    board = board_of(world)
    assert f"counts nowhere · played on from match {OVER}, move {PLY + 1}" in texts_in(board)
    assert "seat" not in " ".join(str(button.label) for button in buttons(board))
    hand = hand_of(world, "Celina")
    assert hand is not None
    assert set(map(str, table.match.view(0).hand)) <= tiles_in(words_in(hand))


async def test_nobody_else_gets_a_seat_by_a_forged_click(world: DiscordWorld) -> None:
    await save_review(world)
    await press(world, CoachClick.PLAY_FROM)
    table = table_in(world)
    for kind in (Kind.ASK_SEAT, Kind.TAKE_SEAT):
        answer = await press(world, kind, table.revision, name="Borys", match_id=table.id, rest="1")
        assert "Nikt" in answer or "nikt" in answer
    assert table_in(world).seats == table.seats


async def test_a_restart_in_the_middle_goes_on(world: DiscordWorld) -> None:
    await save_review(world)
    await press(world, CoachClick.PLAY_FROM)
    await world.press("Ada", move_buttons(world, "Ada")[0])
    before = table_in(world)
    await world.restart()
    await tables_of(world).in_channel(world.channel.id)
    table = table_in(world)
    assert table.match is not None
    assert before.match is not None
    assert table.match.record().log[: before.revision] == before.match.record().log
    assert table.stored.helped


async def test_a_played_on_match_says_that_its_deal_was_known(world: DiscordWorld) -> None:
    await save_review(world)
    await press(world, CoachClick.PLAY_FROM)
    table = table_in(world)
    await end_table(world, "Ada")
    await world.click("Ada", id_prefix="b:end")
    over = await stored_match(world, table.id)
    assert not over.status.is_live
    answer = await press(world, Kind.CHECK_SHUFFLE, 0, match_id=table.id)
    assert f"played on from match `{OVER}`, move {PLY + 1}: its deals were known" in answer
    assert "fingerprint" not in answer


async def test_a_taken_channel_offers_a_thread(world: DiscordWorld) -> None:
    await save_review(world)
    await open_match(world, "Borys")
    assert "already open here" in await press(world, CoachClick.PLAY_FROM)
    assert len(shown(world)) > 0
    await world.click("Ada", "Play on from here")
    live = [one for one in tables_of(world)._cache.values() if one.stored.continues]
    assert len(live) == 1
    assert live[0].stored.channel_id != world.channel.id


async def test_a_second_click_opens_no_second_table(world: DiscordWorld) -> None:
    await save_review(world)
    await press(world, CoachClick.PLAY_FROM)
    assert "already open here" in await press(world, CoachClick.PLAY_FROM)
    assert tables_of(world).live_count == 1


async def test_a_review_of_it_judges_its_own_moves_alone(world: DiscordWorld) -> None:
    match = await save_past_match(world, OVER, match=finished("block"))
    stored = await stored_match(world, OVER)
    async with bot_of(world).services.database.write() as tx:
        await matches.update(tx, OVER, stored.version, continues=Continuation("BBBBBBBBBBB", PLY), helped=True)
    await press(world, Kind.OPEN_REVIEW, 0)
    async with bot_of(world).services.database.read() as tx:
        review = await reviews.load(tx, OVER, 0)
    assert review is not None
    assert review.done
    assert review.total == len([ply for ply in decisions(match, 0) if ply >= PLY])
    assert min(one["ply"] for one in review.judgements) == PLY
