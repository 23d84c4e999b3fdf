"""Solitaire seeds: announced, revealed and checked."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

from bot.locales import words
from bot.messages.solo.daily import seeds_message
from bot.tables.solo.state import day_of
from games.core.shuffle import code_of
from storage import solo
from storage.solo import StoredDeal
from tests.bot.play.at_table import bot_of, everything_said, said
from tests.bot.play.solo.at_solo import load_open, load_solo, press, solo_of
from tests.discord_world import DiscordWorld


async def test_a_solitaire_that_was_given_up_has_a_record_and_announces_the_next(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="pyramid")
    begun = (await solo_of(world)).stored
    assert begun.server_seed is not None
    assert code_of(sha256(begun.server_seed.encode()).hexdigest()) in everything_said(world)
    await press(world, "soloaskgiveup")
    await press(world, "sologiveup")
    answer = await world.click("Ada", "Fair shuffle")
    assert begun.server_seed in said(answer)
    assert str(begun.next_fingerprint) in said(answer)
    assert "Everything checks out." in said(await world.click("Ada", "Check the shuffle"))
    await world.click("Ada", "Another")
    again = (await solo_of(world)).stored
    assert sha256(str(again.server_seed).encode()).hexdigest() == begun.next_fingerprint


async def test_nobody_sees_the_seed_of_a_solitaire_that_can_still_be_played(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="pyramid")
    begun = (await solo_of(world)).stored
    assert "Fair shuffle" not in world.labels("Ada")
    assert str(begun.server_seed) not in everything_said(world)
    assert str(begun.server_seed) not in repr(begun)


async def test_the_seed_of_a_month_is_shown_after_it_and_its_fingerprint_before(world: DiscordWorld) -> None:
    day = day_of(bot_of(world).services.now())
    following = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    async with bot_of(world).services.database.write() as tx:
        await solo.keep_deal(tx, StoredDeal(day.isoformat(), "triangle", "a seed", 3))  # nobody has to look for it
    await world.slash("Ada", "daily", game="triangle")
    first = said(await world.click("Ada", "Fair shuffle"))
    for month in (day, following):
        seed = f"{month:%Y-%m}.known"
        assert seed not in first
        assert f"{month:%Y-%m}: `{sha256(seed.encode()).hexdigest()}`" in first
    later = seeds_message(await bot_of(world).services.solo.dealer.months(following), words("en")).content or ""
    assert f"`{day:%Y-%m}.known`" in later
    assert f"`{following:%Y-%m}.known`" not in later


async def test_a_month_has_the_seed_of_the_process_that_needed_it_first(world: DiscordWorld) -> None:
    database = bot_of(world).services.database
    async with database.write() as tx:
        await solo.keep_month_seed(tx, "2031-05", "2031-05.first")
        await solo.keep_month_seed(tx, "2031-05", "2031-05.second")
        assert await solo.month_seed(tx, "2031-05") == "2031-05.first"


async def test_a_deal_of_today_that_was_found_by_an_earlier_version_stays(world: DiscordWorld) -> None:
    day = day_of(bot_of(world).services.now()).isoformat()
    async with bot_of(world).services.database.write() as tx:
        await solo.keep_deal(tx, StoredDeal(day, "pyramid", f"boneyard daily pyramid {day}/0", 3))
    await world.slash("Ada", "daily", game="pyramid")
    await world.click("Ada", id_prefix="b:dailyplay")
    begun, _ = await load_solo(world, (await load_open(world))[0].id)
    assert begun.seed == f"boneyard daily pyramid {day}/0"
    assert (begun.server_seed, begun.cut) == (None, "")
