"""Clicks that mention people or open threads: no one can disturb others by them without end."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.messages.parts.components import Kind
from bot.requests.limits import MENTIONS, MENTIONS_BETWEEN, MENTIONS_HERE, MENTIONS_OF_ONE, Quotas
from bot.tables.errors import TableError
from storage.league import leagues
from tests.bot.play.at_table import bot_of, end_table, open_lobby, said, use_menu
from tests.bot.play.league.at_administration import amend, save_result
from tests.bot.play.league.tournaments.at_tournaments import (
    as_host,
    enter,
    enter_thread,
    fix_chance,
    new_tournament,
    sign_up,
    tournament_in,
    with_person,
)
from tests.bot.play.league.tournaments.test_partners import ask_ada
from tests.bot.play.league.tournaments.test_reporting import report
from tests.bot.play.league.tournaments.test_teams import join_team
from tests.bot.play.test_welcome import QUICK
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld, Route

OFTEN = "often "
Act = Callable[[DiscordWorld], Awaitable[str]]
Before = Callable[[DiscordWorld], Awaitable[None]]


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance, world: DiscordWorld) -> None:
    fix_chance(world, chance)


def notices(world: DiscordWorld) -> int:
    """Return the number of mentions and new threads so far."""
    count = 0
    for entry in world.env.http_requests:
        body = entry.json if isinstance(entry.json, dict) else {}
        body = body.get("data") or body
        if entry.method == "POST":
            count += sum(len((body.get("allowed_mentions") or {}).get(key, ())) for key in ("users", "roles"))
            count += entry.path.endswith("/threads")
    return count


async def in_a_match(world: DiscordWorld) -> None:
    await open_lobby(world, "Borys")
    await world.click("Ada", id_prefix="b:start")


async def beside_a_computer(world: DiscordWorld) -> None:
    await in_a_match(world)
    await world.slash("Borys", "table leave")
    await world.click("Borys", "Yes")


async def before_a_pairing(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", kind="swiss")
    await sign_up(world, "Ada", "Borys")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def ask_for_an_end(world: DiscordWorld) -> str:
    await end_table(world, "Ada")
    answer = said(await world.click("Ada", "Ask everyone to agree"))
    if OFTEN not in answer:
        await world.click("Borys", "Play on")
    return answer


async def ask_for_a_pause(world: DiscordWorld) -> str:
    answer = said(await use_menu(world, "Ada", Kind.PAUSE))
    if OFTEN not in answer:
        await world.click("Borys", "Play on")
    return answer


async def ask_in_turn(world: DiscordWorld) -> str:
    await end_table(world, "Ada")
    ended = said(await world.click("Ada", "Ask everyone to agree"))
    return ended if OFTEN in ended else said(await use_menu(world, "Ada", Kind.PAUSE))


async def ask_for_a_seat(world: DiscordWorld) -> str:
    await world.slash("Celina", "table replace")
    return said(await world.click("Celina", "Yes"))


async def offer_a_seat(world: DiscordWorld) -> str:
    return said(await world.slash("Ada", "table replace", seat=1, person=world.person("Celina")))


async def open_a_thread(world: DiscordWorld) -> str:
    await world.slash("Celina", "play")
    answer = said(await world.click("Celina", QUICK))
    if OFTEN not in answer:
        enter_thread(world)
        await world.slash("Celina", "table leave", channel="thread")
        await world.click("Celina", "Yes", channel="thread")
    return answer


async def invite_again(world: DiscordWorld) -> str:
    await world.slash("Ada", "play", channel="second-table", game="block")
    await world.click("Ada", "More…", channel="second-table")
    asked = await world.select("Ada", [world.person("Borys")], channel="second-table", id_prefix="s:invite")
    await end_table(world, "Ada", channel="second-table")
    return said(asked)


async def open_a_pairing(world: DiscordWorld) -> str:
    answer = said(await world.click("Ada", "Open the table"))
    if OFTEN not in answer:
        enter_thread(world)
        await end_table(world, "Ada", channel="thread")
    return answer


async def ask_a_partner_again(world: DiscordWorld) -> str:
    answer = await join_team(world, "Borys", "1")
    if OFTEN not in answer:
        await world.click("Borys", id_prefix="b:fixteams")
        await world.click("Borys", "Take my question back")
        await world.pass_time(2)
    return answer


async def report_again(world: DiscordWorld) -> str:
    answer = await report(world, "Ada", "1:0")
    if OFTEN not in answer:
        await world.click("Borys", "That's wrong")
    return answer


PLACES: dict[str, tuple[Act | Before, Act, int]] = {
    "ending": (in_a_match, ask_for_an_end, 4),
    "pause": (in_a_match, ask_for_a_pause, 4),
    "ending and pause in turn": (in_a_match, ask_in_turn, 4),
    "seat": (beside_a_computer, ask_for_a_seat, 8),
    "offer": (beside_a_computer, offer_a_seat, 4),
    "thread": (in_a_match, open_a_thread, 8),
    "invitation": (in_a_match, invite_again, 4),
    "pairing": (before_a_pairing, open_a_pairing, 12),
    "partner": (ask_ada, ask_a_partner_again, 4),
    "report": (before_a_pairing, report_again, 12),
}
"""Each place: what comes before, the click, and the most mentions and threads that twelve clicks cause."""


@pytest.mark.thorough
@pytest.mark.parametrize("place", PLACES)
async def test_a_click_repeated_without_end_mentions_few_times(world: DiscordWorld, place: str) -> None:
    before, act, most = PLACES[place]
    await before(world)
    start = notices(world)
    answers = [await act(world) for _ in range(12)]
    await world.pass_time(2)
    assert OFTEN in answers[-1]
    assert 0 < notices(world) - start <= most


async def before_many_pairings(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", kind="round_robin")
    await sign_up(world, "Borys", "Celina", "Dmitri")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def before_a_start(world: DiscordWorld) -> None:
    role = world.guild.create_role("dominoes", mentionable=True)
    await new_tournament(world, "Ada", game="block", title="Cup", kind="swiss", role=role)
    await sign_up(world, "Borys", "Celina")
    await world.pass_time(2)


async def in_a_league(world: DiscordWorld) -> None:
    async with bot_of(world).services.database.write() as tx:
        league = await leagues.hold(tx, world.guild.id)
        await leagues.save(tx, replace(league, summary_channel_id=world.channel.id))


async def enter_again(world: DiscordWorld, number: int) -> None:
    tournament = await tournament_in(world)
    [pairing] = [one for one in tournament.pairings if one.round == 1 and len(one.sides) == 2][:1]
    first = tournament.teams[pairing.teams[number % 2]][0].user_id
    winner = next(name for name in world.names if world.person(name).id == first)
    await enter(world, f"1/{pairing.id}", winner)


async def start_and_undo(world: DiscordWorld, _: int) -> None:
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    await as_host(world, "Ada", "Undo the last step")
    await world.click("Ada", "Yes")


async def pause_and_resume(world: DiscordWorld, number: int) -> None:
    await as_host(world, "Ada", "Resume" if number % 2 else "Pause")


async def name_a_co_host(world: DiscordWorld, number: int) -> None:
    await with_person(world, "Ada", "Celina", "Not a co-host any more" if number % 2 else "Co-host")


async def void_another(world: DiscordWorld, _: int) -> None:
    wrong = await save_result(world, ["Borys"], ["Celina"])
    await amend(world, f"#{wrong}", "a slip")


QUIET: dict[str, tuple[Before, Callable[[DiscordWorld, int], Awaitable[None]], int]] = {
    "result": (before_many_pairings, enter_again, 2 * 4 + 2),
    "start": (before_a_start, start_and_undo, 2 * 4 + 2 * 4 + 4),
    "pause": (before_many_pairings, pause_and_resume, 3 * 4),
    "co-host": (before_many_pairings, name_a_co_host, 4),
    "void": (in_a_league, void_another, 2 * 4),
}
"""Each place where a click has another purpose: what comes before, the click, and the most mentions of twelve."""


@pytest.mark.thorough
@pytest.mark.parametrize("place", QUIET)
async def test_a_repeated_action_is_done_without_mentions_at_last(world: DiscordWorld, place: str) -> None:
    before, act, most = QUIET[place]
    await before(world)
    start = notices(world)
    for number in range(12):
        await act(world, number)
        await world.pass_time(2)
    assert 0 < notices(world) - start <= most
    await world.pass_time(3600)
    start = notices(world)
    await act(world, 12)
    await world.pass_time(2)
    assert notices(world) > start, "an hour later"


async def test_news_that_discord_could_not_take_at_first_still_mention(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", kind="swiss")
    await sign_up(world, "Borys", "Celina")
    await world.pass_time(2)
    world.fail(Route.SEND, 500, times=None)
    await world.click("Ada", id_prefix="b:fixstart")
    for _ in range(25):
        await world.pass_time(60)
    world.heal()
    start = notices(world)
    await world.pass_time(600)
    assert notices(world) - start == 2, "all tries are one mention"


async def test_nobody_keeps_the_news_of_a_round_from_a_person_by_many_clicks(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", kind="swiss")
    await sign_up(world, "Borys", "Celina")
    await world.pass_time(2)
    quotas = bot_of(world).services.limits.quotas
    for asker in range(1, 3):
        for _ in range(4):
            quotas.mention(asker, [world.person("Borys").id], 1)
    start = notices(world)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    assert notices(world) - start == 2


def test_mentions_are_limited_by_asker_asked_and_channel() -> None:
    now = [0.0]

    def allowed(quotas: Quotas, uses: list[tuple[int, tuple[int, ...], int]]) -> int:
        for number, use in enumerate(uses):
            try:
                quotas.mention(*use)
            except TableError:
                return number
        return len(uses)

    assert allowed(Quotas(lambda: now[0]), [(1, (one,), 5) for one in range(10, 99)]) == MENTIONS.most
    assert allowed(Quotas(lambda: now[0]), [(1, (2,), 5)] * 99) == MENTIONS_BETWEEN.most
    assert allowed(Quotas(lambda: now[0]), [(one, (2,), one) for one in range(10, 99)]) == MENTIONS_OF_ONE.most
    assert allowed(Quotas(lambda: now[0]), [(one, (), 5) for one in range(99)]) == MENTIONS_HERE.most
    quotas = Quotas(lambda: now[0])
    assert [quotas.may_mention(1, 2) for _ in range(5)] == [True] * 4 + [False], "a table opens without a mention"
    now[0] = MENTIONS_BETWEEN.period_s
    assert quotas.may_mention(1, 2)
