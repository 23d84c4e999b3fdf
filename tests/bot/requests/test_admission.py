"""Admission: clicks beyond the bot's capacity."""

import asyncio
from collections.abc import Callable

import pytest

from bot.app import Boneyard
from bot.requests.limits import GIVEN_UP_S, Admission, Admitted
from bot.settings import Settings
from tests.bot.play.at_table import bot_of, match_in, open_match, play_one, table_in
from tests.bot.play.conftest import settings
from tests.discord_world import DiscordWorld

__all__ = ["settings"]

LONG = 60.0
"""Seconds that no test lasts."""
ADA, BORYS, CELINA = 1, 2, 3


class Clock:
    """Discord's clock is an hour behind ours."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def click(self, ago: float = 0.0) -> float:
        """Return Discord's time of a click arriving now."""
        return self.now - 3600 - ago


async def seen_one(door: Admission, clock: Clock) -> None:
    """Check that a click was answered without delay."""
    assert await door.enter(clock.click(), ADA) is Admitted.IN
    door.leave()


async def test_so_many_are_let_in_and_the_next_in_their_order_as_others_leave() -> None:
    clock = Clock()
    door = Admission(clock, at_once=2, patience_s=LONG)
    assert [await door.enter(clock.click(), ADA) for _ in range(2)] == [Admitted.IN] * 2
    order: list[int] = []

    async def wait(number: int) -> None:
        assert await door.enter(clock.click(), ADA) is Admitted.IN
        order.append(number)

    waiting = [asyncio.ensure_future(wait(number)) for number in range(3)]
    await asyncio.sleep(0)
    for _ in range(3):
        door.leave()
    await asyncio.gather(*waiting)
    assert order == [0, 1, 2]


async def test_a_person_whose_click_was_turned_away_goes_first_the_next_time() -> None:
    clock = Clock()
    door = Admission(clock, at_once=1, patience_s=1.0)
    assert await door.enter(clock.click(), ADA) is Admitted.IN
    assert await door.enter(clock.click(ago=1), BORYS) is Admitted.BUSY
    order: list[int] = []

    async def wait(user_id: int) -> None:
        assert await door.enter(clock.click(), user_id) is Admitted.IN
        order.append(user_id)
        door.leave()

    waiting = [asyncio.ensure_future(wait(user_id)) for user_id in (CELINA, BORYS)]
    await asyncio.sleep(0)
    door.leave()
    await asyncio.gather(*waiting)
    assert order == [BORYS, CELINA]
    assert await door.enter(clock.click(), ADA) is Admitted.IN
    waiting = [asyncio.ensure_future(wait(user_id)) for user_id in (CELINA, BORYS)]
    await asyncio.sleep(0)
    door.leave()
    await asyncio.gather(*waiting)
    assert order == [BORYS, CELINA, CELINA, BORYS], "once"


async def test_it_is_calm_while_fewer_than_four_clicks_await_their_answers() -> None:
    clock = Clock()
    door = Admission(clock)
    calm = []
    for _ in range(5):
        calm.append(door.calm.is_set())
        assert await door.enter(clock.click(), ADA) is Admitted.IN
    for _ in range(5):
        calm.append(door.calm.is_set())
        door.leave()
    assert calm == [True, True, True, True, False, False, False, True, True, True]


async def test_who_would_wait_too_long_is_told_so_and_takes_nobody_s_place() -> None:
    clock = Clock()
    door = Admission(clock, at_once=1, patience_s=0.001)
    await seen_one(door, clock)
    assert await door.enter(clock.click(), ADA) is Admitted.IN
    assert await door.enter(clock.click(), ADA) is Admitted.BUSY, "it waited in vain"
    assert await door.enter(clock.click(ago=0.5), ADA) is Admitted.BUSY, "it has waited on the way here"
    door.leave()
    assert await door.enter(clock.click(ago=0.5), ADA) is Admitted.IN, "where there is room no one is turned away"


async def test_a_click_on_which_discord_has_given_up_is_not_begun() -> None:
    clock = Clock()
    door = Admission(clock, at_once=1, patience_s=LONG)
    await seen_one(door, clock)
    assert await door.enter(clock.click(ago=GIVEN_UP_S), ADA) is Admitted.LATE
    assert await door.enter(clock.click(ago=GIVEN_UP_S - 0.1), ADA) is Admitted.IN, "and took no place"


async def test_a_click_too_old_after_waiting_gives_its_place_to_the_next() -> None:
    clock = Clock()
    door = Admission(clock, at_once=1, patience_s=LONG)
    await seen_one(door, clock)
    assert await door.enter(clock.click(), ADA) is Admitted.IN
    old = asyncio.ensure_future(door.enter(clock.click(ago=1), ADA))
    await asyncio.sleep(0)
    clock.now += GIVEN_UP_S - 1
    young = asyncio.ensure_future(door.enter(clock.click(), ADA))
    await asyncio.sleep(0)
    door.leave()
    assert await old is Admitted.LATE
    assert await young is Admitted.IN


async def test_whose_waiting_is_called_off_takes_no_place() -> None:
    clock = Clock()
    door = Admission(clock, at_once=1, patience_s=LONG)
    assert await door.enter(clock.click(), ADA) is Admitted.IN
    waiting = asyncio.ensure_future(door.enter(clock.click(), ADA))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    door.leave()
    assert await door.enter(clock.click(), ADA) is Admitted.IN


async def test_a_clock_that_drifts_or_is_set_lets_clicks_in_again_in_a_while() -> None:
    clock = Clock()
    door = Admission(clock, at_once=1, patience_s=LONG)
    await seen_one(door, clock)
    ahead = GIVEN_UP_S + 1
    assert await door.enter(clock.click(ago=ahead), ADA) is Admitted.LATE
    for _ in range(2):
        clock.now += 601
        last = await door.enter(clock.click(ago=ahead), ADA)
    assert last is Admitted.IN


# --- In the whole bot -------------------------------------------------------------------------------------------------


@pytest.fixture
def build_bot(settings: Settings) -> Callable[[], Boneyard]:
    return lambda: Boneyard(settings, pause=0)


def results(world: DiscordWorld) -> dict[str, float]:
    """Return the number of clicks by result."""
    lines = bot_of(world).metrics.text().decode().splitlines()
    found = (line.rpartition(" ") for line in lines if line.startswith("boneyard_clicks_total"))
    return {name.split('"')[1]: float(value) for name, _, value in found}


def errors_of_storage(world: DiscordWorld) -> list[str]:
    return [
        line
        for line in bot_of(world).metrics.text().decode().splitlines()
        if line.startswith("boneyard_storage_errors_total")
    ]


BUSY = {
    "en-US": "I'm too busy right now. Nothing has changed; try again in a moment.",
    "pl": "Mam teraz za dużo pracy. Nic się nie zmieniło, spróbuj za chwilę.",
    "ru": "Сейчас у меня слишком много работы. Ничего не изменилось, попробуйте чуть позже.",
}


@pytest.mark.parametrize("locale", BUSY)
async def test_a_click_under_overload_is_rejected_without_changes(
    world: DiscordWorld, caplog: pytest.LogCaptureFixture, locale: str
) -> None:
    await open_match(world, "Borys")
    door = bot_of(world).services.limits.admission
    door._free, door._patience_s = 0, 0.0
    world.speak("Borys", locale)
    revision, done = table_in(world).stored, results(world)
    answer = await world.click("Borys", id_prefix="b:hand")
    assert answer.response is not None
    assert answer.response.ephemeral
    assert answer.response.content == BUSY[locale]
    assert table_in(world).stored == revision
    assert results(world) == done | {"busy": 1}
    assert errors_of_storage(world) == []
    assert [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []


async def test_every_click_gives_its_place_back(world: DiscordWorld) -> None:
    await open_match(world, "Borys")
    door = bot_of(world).services.limits.admission
    free = door._free
    for _ in range(3):
        await play_one(world)
    await world.click("Borys", id_prefix="b:rules")
    assert door._free == free


async def test_a_click_of_more_than_three_seconds_ago_changes_nothing(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_match(world, "Borys")
    await play_one(world)
    way = bot_of(world).services.limits.admission._way
    now = way._now
    monkeypatch.setattr(way, "_now", lambda: now() + GIVEN_UP_S)
    before, done = match_in(world).view(None).as_dict(), results(world)
    requests = len(world.env.http_requests)
    await world.click("Ada", id_prefix="b:hand")
    assert len(world.env.http_requests) == requests
    assert match_in(world).view(None).as_dict() == before
    assert results(world) == done | {"late": 1}
