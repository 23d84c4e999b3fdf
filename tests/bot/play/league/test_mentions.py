"""Clicks that mention people or open threads: no one can disturb others by them without end."""

from collections.abc import Awaitable, Callable

import pytest

from bot.requests.limits import MENTIONS, MENTIONS_BETWEEN, MENTIONS_HERE, MENTIONS_OF_ONE, Quotas
from bot.tables.errors import TableError
from tests.bot.play.at_table import SHORT, open_lobby, said
from tests.bot.play.league.tournaments.at_tournaments import enter_thread, sign_up
from tests.bot.play.league.tournaments.test_partners import ask_ada
from tests.bot.play.league.tournaments.test_reporting import report
from tests.bot.play.league.tournaments.test_teams import join_team
from tests.bot.play.test_welcome import QUICK
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld

OFTEN = "often just now"
Act = Callable[[DiscordWorld], Awaitable[str]]


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance, world: DiscordWorld) -> None:
    chance.fix_seed(SHORT)
    chance.fix_lots()
    for name in world.names:
        world.speak(name, "en-US")


def notices(world: DiscordWorld) -> int:
    """Return the number of mentions and new threads so far."""
    count = 0
    for entry in world.env.http_requests:
        body = entry.json if isinstance(entry.json, dict) else {}
        body = body.get("data") or body
        if entry.method == "POST":
            count += len((body.get("allowed_mentions") or {}).get("users", ()))
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
    await world.slash("Ada", "tournament create", game="block", title="Cup", kind="swiss")
    await sign_up(world, "Ada", "Borys")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def ask_for_an_end(world: DiscordWorld) -> str:
    await world.slash("Ada", "table end")
    answer = said(await world.click("Ada", "Ask everyone to agree"))
    if OFTEN not in answer:
        await world.click("Borys", "Play on")
    return answer


async def ask_for_a_pause(world: DiscordWorld) -> str:
    answer = said(await world.slash("Ada", "table pause"))
    if OFTEN not in answer:
        await world.click("Borys", "Play on")
    return answer


async def ask_in_turn(world: DiscordWorld) -> str:
    await world.slash("Ada", "table end")
    ended = said(await world.click("Ada", "Ask everyone to agree"))
    return ended if OFTEN in ended else said(await world.slash("Ada", "table pause"))


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
    await world.slash("Ada", "table end", channel="second-table")
    return said(asked)


async def open_a_pairing(world: DiscordWorld) -> str:
    answer = said(await world.click("Ada", "Open the table"))
    if OFTEN not in answer:
        enter_thread(world)
        await world.slash("Ada", "table end", channel="thread")
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


PLACES: dict[str, tuple[Act | Callable[[DiscordWorld], Awaitable[None]], Act, int]] = {
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


@pytest.mark.parametrize("place", PLACES)
async def test_a_click_repeated_without_end_mentions_few_times(world: DiscordWorld, place: str) -> None:
    before, act, most = PLACES[place]
    await before(world)
    start = notices(world)
    answers = [await act(world) for _ in range(12)]
    await world.pass_time(2)
    assert OFTEN in answers[-1]
    assert 0 < notices(world) - start <= most


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
