"""People's reports: their sources and stored match facts."""

import pytest
from simcord.results import InteractionResult

from bot.messages.parts.components import Kind
from bot.requests.limits import REPORTS
from bot.tools.reports import lines
from storage import reports
from storage.reports import Report
from tests import simulation
from tests.bot.play.at_table import (
    FIRST_OPENS,
    SHORT,
    bot_of,
    forged,
    match_in,
    mover,
    open_match,
    play_one,
    play_quickly,
    said,
    table_in,
    tiles_in,
    user_id,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld


async def load_reports(world: DiscordWorld) -> list[Report]:
    async with bot_of(world).services.database.read() as tx:
        found, _ = await reports.found(tx, 0.0, done=True, page=1, on_page=50)
    return list(found)


async def send(world: DiscordWorld, name: str, text: str) -> InteractionResult:
    """Press Report and fill the form in."""
    return await world.submit(name, await world.click(name, "Report a bug"), text=text)


async def test_a_report_from_the_menu_has_match_move_and_public_view(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, "Celina", clock="none")
    match_id = table_in(world).id
    await play_one(world)
    await world.click("Celina", "Menu")
    answer = await send(world, "Celina", "Why\nthat tile?")
    assert answer.ephemeral
    assert f"match `{match_id}`" in said(answer)
    assert "move 1" in said(answer)
    [report] = await load_reports(world)
    assert (report.match_id, report.game, report.revision) == (match_id, "block", 1)
    assert (report.user_id, report.name, report.text) == (user_id(world, "Celina"), "Celina", "Why that tile?")
    assert report.shown.endswith("1 (person) opens with 0-0.")
    assert "Ada" not in report.shown


async def test_a_report_has_the_moves_up_to_its_click_only_and_no_tile_of_a_hand(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, "Celina", clock="none")
    await play_one(world)
    await world.click("Celina", "Menu")
    form = await world.click("Celina", "Report a bug")
    await play_one(world)
    await world.submit("Celina", form, text="odd")
    [report] = await load_reports(world)
    assert report.revision == 1
    everything = "\n".join([*lines([report]), str(report)])
    assert match_in(world).seed not in everything
    assert tiles_in(everything) == {"0-0"}, "what Ada has laid, and nothing of what Celina has laid since"


async def test_the_command_takes_the_channel_s_table_or_last_match_or_none(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(SHORT)
    await world.submit("Celina", await world.slash("Celina", "report"), text="the bot")
    await open_match(world, "Celina", clock="none")
    match_id = table_in(world).id
    await world.submit(mover(world), await world.slash(mover(world), "report"), text="live")
    await play_quickly(world)
    await world.submit("Celina", await world.slash("Celina", "report"), text="over")
    over, live, nothing = await load_reports(world)
    assert (nothing.match_id, nothing.game, nothing.shown) == ("", "", "")
    assert (live.match_id, live.revision) == (match_id, 0)
    assert over.match_id == match_id
    assert over.revision > 0


@pytest.mark.parametrize("text", ["   ", "\x1b\u200b\n"])
async def test_a_report_of_nothing_that_can_be_read_is_refused(world: DiscordWorld, text: str) -> None:
    assert "say in a line what is odd" in said(
        await world.submit("Celina", await world.slash("Celina", "report"), text=text)
    )
    assert await load_reports(world) == []


async def test_who_has_reported_often_enough_is_told_when_to_do_it_again(world: DiscordWorld) -> None:
    for number in range(REPORTS.most):
        await world.submit("Celina", await world.slash("Celina", "report"), text=f"odd {number}")
    assert "You can do it again <t:" in said(await world.slash("Celina", "report"))
    await world.pass_time(REPORTS.period_s)
    await world.submit("Celina", await world.slash("Celina", "report"), text="odd again")
    assert len(await load_reports(world)) == REPORTS.most + 1


async def test_a_table_of_another_channel_is_not_reported_by_its_id(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block", channel="second-table")
    await world.slash("Dmitri", "play", game="block")
    match_id = table_in(world, "second-table").id
    button = forged(world, "Celina", "b", Kind.REPORT, match_id, "0", "", "")
    [form] = await simulation.deliver(world.env, button)
    await world.submit("Celina", form, text="what do they hold?")
    assert await load_reports(world) == []
