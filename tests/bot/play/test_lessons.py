"""Lessons by clicks, to a match against the computer."""

from bot.messages.parts.components import Kind
from tests import simulation
from tests.bot.play.at_table import forged, read, said, table_in
from tests.discord_world import DiscordWorld


async def test_a_beginner_learns_block_and_plays_a_casual_computer(world: DiscordWorld) -> None:
    assert "Step 1 of 5" in said(await world.slash("Celina", "learn", game="block"))
    await world.click("Celina", "Next")
    assert "You can't do that" in said(await world.click("Celina", "3-1 · B"))
    assert "the new end is 1" in said(await world.click("Celina", "4-1 · B"))
    await world.click("Celina", "Next")
    await world.click("Celina", "74 points")
    await world.click("Celina", "Next")
    await world.click("Celina", "5-5 · A")
    last = await world.click("Celina", "Next")
    assert "Step 5 of 5" in said(last)
    assert not world.messages("Borys")
    await world.click("Celina", "Against the computer")
    table = table_in(world)
    assert table.game.key == "block"
    assert [seat.player for seat in table.seats] == ["person", "casual"]


async def test_a_lesson_that_nobody_knows_is_refused(begun: DiscordWorld) -> None:
    for kind in (Kind.LEARN, Kind.LESSON_STEP):
        [answer] = await simulation.deliver(begun.env, forged(begun, "Ada", "b", kind, "", "0", "chess/0", ""))
        assert answer.acknowledged
        assert "I don't know that button" in read(begun.messages("Ada")[-1])


async def test_a_step_beyond_all_steps_shows_the_last(begun: DiscordWorld) -> None:
    click = forged(begun, "Ada", "b", Kind.LESSON_STEP, "", "9" * 30, f"block/{'9' * 30}", "")
    [answer] = await simulation.deliver(begun.env, click)
    assert answer.acknowledged
    assert any("Step 5 of 5" in read(message) for message in begun.messages("Ada"))
