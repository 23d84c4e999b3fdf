"""Lessons by clicks, to a match against the computer or from the lesson's last position."""

import pytest

from bot.messages.games.lesson import LessonVerdict
from bot.messages.lesson import LESSONS
from bot.messages.parts.components import Kind
from bot.tables.state import Table
from tests import simulation
from tests.bot.play.at_table import bot_of, end_table, forged, hand_of, read, said, table_in, words_in
from tests.discord_world import DiscordWorld


async def test_a_beginner_learns_block_and_plays_a_casual_computer(world: DiscordWorld) -> None:
    assert "Step 1 of 5" in said(await world.slash("Celina", "learn", game="block"))
    await world.click("Celina", "Next")
    assert "**B** shows 4, but `3-1` has 3 and 1" in said(await world.click("Celina", "3-1 · B"))
    assert "the new end is 1" in said(await world.click("Celina", "4-1 · B"))
    await world.click("Celina", "Next")
    await world.click("Celina", "74 points")
    await world.click("Celina", "Next")
    await world.click("Celina", "5-5 · A")
    last = await world.click("Celina", "Next")
    assert "Step 5 of 5" in said(last)
    assert "Lesson done." in said(last)
    assert not world.messages("Borys")
    await world.click("Celina", "Against the computer")
    table = table_in(world)
    assert table.game.key == "block"
    assert [seat.player for seat in table.seats] == ["person", "casual"]
    assert "✅ Block with Bonus" in said(await world.slash("Celina", "learn"))
    assert "✅" not in said(await world.slash("Borys", "learn"))


async def finish(world: DiscordWorld, game: str) -> None:
    """Answer all questions of a game's lesson."""
    answer = await world.slash("Celina", "learn", game=game)
    steps = LESSONS[game][0].steps
    for number, step in enumerate(steps):
        for index, one in enumerate(step.answers, 1):
            if one.verdict is LessonVerdict.RIGHT:
                answer = await world.click("Celina", id_prefix=f"b:lessonstep::{number}:{game}/{index}")
        if number + 1 < len(steps):
            answer = await world.click("Celina", "Next")
    assert "Lesson done." in said(answer)


async def play_last_position(world: DiscordWorld, game: str) -> Table:
    """Finish a lesson, press the button of its last step, and return the table."""
    await finish(world, game)
    await world.click("Celina", "Play this position")
    return table_in(world)


async def test_the_last_position_is_played_on_and_counts_nowhere(world: DiscordWorld) -> None:
    table = await play_last_position(world, "plus_minus")
    assert [seat.player for seat in table.seats] == ["person", "casual"]
    assert table.stored.helped
    assert table.stored.continues is not None
    assert (table.stored.continues.match_id, table.stored.continues.moves) == ("", 2)
    assert table.match is not None
    assert table.match.record().log == ((0, "4-2"), (1, "4-4@left"))
    assert table.match.scores == (3, 5)
    assert {str(tile) for tile in table.match.view(0).hand} == {"1-0", "2-0", "5-0", "6-1", "3-2", "5-3"}
    hand = hand_of(world, "Celina")
    assert hand is not None
    assert "2-0" in words_in(hand)
    assert "played on from a lesson" in read(world.messages("Borys")[-1])
    await world.restart()
    again = await bot_of(world).services.tables.newest(table.id)
    assert again is not None
    assert again.match == table.match
    await end_table(world, "Celina")
    await world.click("Celina", id_prefix="b:end")
    click = forged(world, "Celina", "b", Kind.CHECK_SHUFFLE, table.id, "0", "", "")
    [answer] = await simulation.deliver(world.env, click)
    assert "played on from a lesson" in said(answer)
    assert "fingerprint" not in said(answer)


@pytest.mark.parametrize(("game", "seats"), [("nos", 3), ("block", 2), ("seventy_nine", 6)])
async def test_computers_play_on_whoever_is_to_move(world: DiscordWorld, game: str, seats: int) -> None:
    table = await play_last_position(world, game)
    assert len(table.seats) == seats
    assert table.match is not None
    moves = len(table.match.record().log)
    mover = table.match.actors()[0]
    await world.pass_time(30)
    match = table_in(world).match
    assert match is not None
    assert (len(match.record().log) > moves) == (mover != 0)


async def test_in_a_channel_with_a_table_the_position_goes_to_a_thread(begun: DiscordWorld) -> None:
    await finish(begun, "plus_minus")
    assert "thread" in said(await begun.click("Celina", "Play this position"))
    answer = said(await begun.click("Celina", "Play this position"))
    assert "Plus-Minus" in answer


async def test_the_list_opens_a_lesson(world: DiscordWorld) -> None:
    await world.slash("Celina", "learn")
    assert "Lesson: Nos" in said(await world.select("Celina", ["nos/0"]))


async def test_a_lesson_that_nobody_knows_is_refused(begun: DiscordWorld) -> None:
    for kind, rest in (
        (Kind.LEARN, "chess/0"),
        (Kind.LESSON_STEP, "chess/0"),
        (Kind.LESSON_STEP, "block/0/9"),
        (Kind.LESSON_PLAY, "chess/0"),
        (Kind.LESSON_PLAY, "kent/0"),
        (Kind.LESSON_PLAY, "pyramid/0"),
    ):
        [answer] = await simulation.deliver(begun.env, forged(begun, "Ada", "b", kind, "", "0", rest, ""))
        assert answer.acknowledged
        assert "I don't know that button" in read(begun.messages("Ada")[-1])


async def test_a_step_beyond_all_steps_shows_the_last(begun: DiscordWorld) -> None:
    click = forged(begun, "Ada", "b", Kind.LESSON_STEP, "", "9" * 30, f"block/{'9' * 30}", "")
    [answer] = await simulation.deliver(begun.env, click)
    assert answer.acknowledged
    assert any("Step 5 of 5" in read(message) for message in begun.messages("Ada"))
