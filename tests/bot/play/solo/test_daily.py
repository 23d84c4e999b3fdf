"""Daily deals by clicks: first tries, help, streaks, sharing."""

from datetime import date, timedelta

import discord
import pytest
from simcord.results import InteractionResult
from sqlalchemy import select

import games
from bot.locales import words
from bot.messages.parts.components import ClickKind, Kind
from bot.posts.channels import Channels
from bot.tables.solo.state import day_of
from games.solitaires.daily import daily_deal
from storage.schema import daily_deals, spent_tries
from storage.solo import SoloStatus
from tests import simulation
from tests.bot.play.at_table import bot_of, everything_said, forged, said, shown, tiles_in, user_id, words_in
from tests.bot.play.solo.at_solo import (
    find_private_message,
    load_open,
    load_solo,
    message_of,
    press,
    solo_of,
    solve,
    solve_by_clicks,
)
from tests.discord_world import DiscordWorld
from tests.needs import some_of
from tests.storage.privacy.histories import said_of

pytestmark = pytest.mark.thorough

DAY = 24 * 60 * 60


async def play(world: DiscordWorld, name: str, *, hint: bool = False, by_clicks: bool = False) -> str:
    """Play today's Pyramid to its end; return the try's id."""
    await world.slash(name, "daily", game="pyramid")
    await world.click(name, id_prefix="b:dailyplay")
    solo_id = (await load_open(world, name))[0].id
    if hint:
        await press(world, "solohint", name=name)
    if by_clicks:
        await solve_by_clicks(world, name)
    else:
        await solve(world, name)
    return solo_id


async def test_all_people_get_the_deal_of_the_day_in_private(world: DiscordWorld) -> None:
    first = await play(world, "Ada", by_clicks=True)
    day = day_of(bot_of(world).services.now())
    deal = daily_deal("pyramid", day, f"{day:%Y-%m}.known")
    second = await play(world, "Borys", by_clicks=True)
    for solo_id in (first, second):
        assert (await load_solo(world, solo_id))[0].seed == deal.seed
    assert everything_said(world, "Celina") == ""


async def test_the_page_says_when_the_day_turns_in_the_time_of_its_reader(world: DiscordWorld) -> None:
    now = bot_of(world).services.now()
    midnight = int((now // DAY + 1) * DAY)  # unix time counts days from 00:00 UTC
    text = said(await world.slash("Ada", "daily", game="pyramid"))
    assert f"<t:{midnight}:t>" in text
    assert f"<t:{midnight}:R>" in text


async def test_the_first_try_counts_and_more_are_for_fun(world: DiscordWorld) -> None:
    first = await play(world, "Ada")
    page = said(await world.slash("Ada", "daily", game="pyramid"))
    assert "Your first try: ✅ 14 moves" in page
    assert "★ is easy, ★★★★★ is hard" in page
    await world.click("Ada", "Again, for fun")
    again = (await load_open(world))[0].id
    assert "this try does not count" in words_in(message_of(world, again))
    await solve_by_clicks(world)
    assert [(await load_solo(world, one))[0].counted for one in (first, again)] == [True, False]
    table = said(await world.slash("Celina", "daily", game="pyramid"))
    assert table.count("**Ada**") == 1


async def test_who_gave_up_the_first_try_does_not_win_with_the_second(world: DiscordWorld) -> None:
    await world.slash("Ada", "daily", game="pyramid")
    await world.click("Ada", "Play")
    await press(world, "soloaskgiveup")
    await press(world, "sologiveup")
    await play(world, "Ada")
    page = said(await world.slash("Ada", "daily", game="pyramid"))
    assert "Your first try: ❌" in page
    assert "🥇" not in page
    assert "Not solved\n1 try" in page


async def test_a_half_played_try_is_gone_on_with(world: DiscordWorld) -> None:
    await world.slash("Ada", "daily", game="pyramid")
    await world.click("Ada", "Play")
    await solve_by_clicks(world, leave=3)
    [running] = await load_open(world)
    await world.restart()
    assert "unfinished: 11 moves" in said(await world.slash("Ada", "daily", game="pyramid"))
    await world.click("Ada", "Continue")
    await solve_by_clicks(world)
    result, _ = await load_solo(world, running.id)
    assert (result.status, result.counted) == (SoloStatus.SOLVED, True)


async def test_the_table_ranks_by_time_where_moves_are_equal_and_puts_help_apart(world: DiscordWorld) -> None:
    await play(world, "Ada", hint=True)
    for name, pause in (("Borys", 90.0), ("Celina", 0.0)):
        await world.slash(name, "daily", game="pyramid")
        await world.click(name, id_prefix="b:dailyplay")
        await world.pass_time(pause)
        await solve(world, name)
    page = said(await world.slash("Celina", "daily", game="pyramid"))
    alone, helped = page.split("With help")
    assert "🥇 1. **Celina**" in alone
    assert "🥈 2. **Borys**" in alone
    assert "Ada" not in alone
    assert "1. **Ada** · 14 moves" in helped


async def test_the_table_of_a_server_holds_who_looks_at_the_day_there(world: DiscordWorld) -> None:
    await play(world, "Ada")
    other = world.env.create_guild("Elsewhere", owner=world.person("Celina").user)
    celina, ada = (other.add_member(world.person(name).user) for name in ("Celina", "Ada"))
    place = other.create_text_channel("dominoes")
    await world.env.settle()
    assert "**Ada**" not in said(await celina.slash(place, "daily", game="pyramid"))
    await ada.slash(place, "daily", game="pyramid")
    assert "**Ada**" in said(await celina.slash(place, "daily", game="pyramid"))


async def test_days_solved_in_a_row_make_a_streak_that_a_missed_day_breaks(world: DiscordWorld) -> None:
    for days in (1, 2):
        await play(world, "Ada")
        assert f"🔥 {days} day" in said(await world.slash("Ada", "daily", game="pyramid"))
        await world.pass_time(DAY)
    assert "🔥 2 days" in said(await world.slash("Ada", "daily", game="pyramid"))  # today still runs
    await world.pass_time(DAY)
    assert "🔥" not in said(await world.slash("Ada", "daily", game="pyramid"))


async def test_a_day_solved_with_a_hint_visibly_misses_the_streak(
    world: DiscordWorld,
) -> None:
    await play(world, "Ada")
    assert "🔥 1 day in a row, solved without help" in said(await world.slash("Ada", "daily", game="pyramid"))
    await world.pass_time(DAY)
    await play(world, "Ada", hint=True)
    page = said(await world.slash("Ada", "daily", game="pyramid"))
    assert "🔥 1 day in a row" in page  # the day before; today still runs, but its first try is used up
    await world.pass_time(DAY)
    assert "🔥" not in said(await world.slash("Ada", "daily", game="pyramid"))


async def test_a_try_that_ends_after_its_day_does_not_count(world: DiscordWorld) -> None:
    await world.slash("Ada", "daily", game="pyramid")
    await world.click("Ada", "Play")
    [late] = await load_open(world)
    await world.pass_time(DAY)
    await solve_by_clicks(world)
    result, _ = await load_solo(world, late.id)
    assert (result.status, result.counted) == (SoloStatus.SOLVED, False)
    assert "🔥" not in said(await world.slash("Ada", "daily", game="pyramid"))


async def test_yesterdays_solution_is_shown_step_by_step_and_todays_is_not(world: DiscordWorld) -> None:
    await world.slash("Celina", "daily", game="pyramid")
    await world.click("Celina", "Yesterday's solution")
    yesterday = day_of(bot_of(world).services.now()) - timedelta(days=1)
    assert "Step 0 of 14" in words_in(await find_private_message(world, "Celina"))
    address = f"b:solutionstep::14:pyramid/{yesterday}/"
    await world.click("Celina", id_prefix=address)
    assert "Solved." in words_in(await find_private_message(world, "Celina"))


def today(world: DiscordWorld) -> date:
    return day_of(bot_of(world).services.now())


async def solution_of(world: DiscordWorld, day: object, kind: ClickKind = Kind.SOLUTION) -> str:
    """Return the answer to a click for any day's solution."""
    if not shown(world):
        await world.slash("Celina", "play", game="block")  # something that a click can be made on
    click = forged(world, "Ada", "b", kind, "", "0", f"pyramid/{day}", "")
    [answer] = await simulation.deliver(world.env, click)
    return said(answer)


async def days_kept(world: DiscordWorld) -> list[str]:
    async with bot_of(world).services.database.read() as tx:
        return list((await tx.execute(select(daily_deals.c.day).order_by(daily_deals.c.day))).scalars())


@pytest.mark.parametrize("kind", [Kind.SOLUTION, Kind.SOLUTION_STEP])
async def test_no_solution_is_shown_of_a_day_to_which_no_page_leads(world: DiscordWorld, kind: ClickKind) -> None:
    await world.slash("Dmitri", "daily", game="pyramid")
    before_yesterday = today(world) - timedelta(days=2)
    for day in ("0001-01-01", "1970-01-01", before_yesterday):
        assert "I don't know that button" in await solution_of(world, day, kind)
    assert "Step 0 of 14" in await solution_of(world, today(world) - timedelta(days=1), kind)
    again = await solution_of(world, before_yesterday, kind)
    assert "I don't know that button" in again, "one solution does not lead to another"
    assert await days_kept(world) == [str(today(world))]


async def test_a_day_is_named_in_one_way_only(world: DiscordWorld) -> None:
    await world.slash("Dmitri", "daily", game="pyramid")
    yesterday = today(world) - timedelta(days=1)
    year, week, weekday = yesterday.isocalendar()
    for text in (f"{year}-W{week:02}-{weekday}", f"{yesterday:%Y%m%d}", f"{yesterday}T00", f" {yesterday}", "", "x"):
        assert "I don't know that button" in await solution_of(world, text), text
    assert "when the deal is over" in await solution_of(world, today(world))


async def test_the_solution_of_a_day_once_played_stays_available(world: DiscordWorld) -> None:
    await world.slash("Dmitri", "daily", game="pyramid")
    day = today(world)
    await world.pass_time(3 * DAY)
    await world.restart()
    await world.slash("Dmitri", "daily", game="twelves")
    assert "Step 0 of 14" in await solution_of(world, day)
    assert "Step 0 of 14" in await solution_of(world, day - timedelta(days=1))  # to which the page of that day leads


async def test_the_text_to_share_tells_the_result_and_nothing_of_the_deal(world: DiscordWorld) -> None:
    await play(world, "Ada", by_clicks=True)
    shared = said(await world.click("Ada", "Share"))
    assert "Boneyard · Pyramid · " in shared
    assert "✅ 14 moves" in shared
    assert "🔥 1" in shared
    assert tiles_in(shared.replace(str(day_of(bot_of(world).services.now())), "")) == set()
    assert "🟩" * 10 in shared
    assert "Play it too: </daily:" in shared
    await world.click("Ada", "Post here")
    posted = world.messages()[-1].content
    assert posted.startswith("**Ada**\nBoneyard · Pyramid · ")
    assert "✅ 14 moves" in posted
    assert not world.messages()[-1].attachments, "a picture would show the solution"
    assert "Posted here." in words_in(await find_private_message(world, "Ada"))
    assert "Post here" not in world.labels("Ada"), "it is posted once"


async def test_help_shows_in_the_squares_at_its_time(world: DiscordWorld) -> None:
    await play(world, "Ada", hint=True, by_clicks=True)
    # A hint and 14 moves are 15 entries in 10 parts: the first part is the hint alone.
    assert f"\n🟨{'🟩' * 9}\n" in said(await world.click("Ada", "Share"))


async def test_a_refusal_to_post_says_who_may_not_write_here(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(world, "Ada", by_clicks=True)
    await world.click("Ada", "Share")
    before = len(world.messages())
    with monkeypatch.context() as patched:
        patched.setattr(Channels, "missing", lambda *_: ("send_messages",))
        assert "I lack permissions here: Send Messages" in said(await world.click("Ada", "Post here"))
    with monkeypatch.context() as patched:
        patched.setattr(discord.Interaction, "permissions", discord.Permissions(view_channel=True))
        assert "You may not write in this channel" in said(await world.click("Ada", "Post here"))
    assert len(world.messages()) == before


async def test_a_deal_is_searched_for_once(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.slash("Ada", "daily", game="twelves")
    await world.restart()

    async def never(*_: object) -> None:
        raise AssertionError("it is known")

    monkeypatch.setattr(bot_of(world).services.solo.dealer._processes, "run", never)
    assert "went wrong" not in said(await world.slash("Borys", "daily", game="twelves"))


@pytest.mark.parametrize(("name", "locale"), some_of([("Borys", "pl"), ("Ada", "en"), ("Dmitri", "ru")], 1))
async def test_the_day_and_the_statistics_speak_the_language_of_their_reader(
    world: DiscordWorld, name: str, locale: str
) -> None:
    w = words(locale)
    assert w("daily.not_tried") in said(await world.slash(name, "daily"))
    await play(world, name)
    await world.slash(name, "daily")
    for key in games.SOLITAIRES:
        await world.select(name, [key], id_prefix="s:dailypage")
        assert w("daily.title", game=w(f"game.{key}.name")) in words_in(await find_private_message(world, name))
    text = said(await solo_stats(world, name, name))
    assert w("solo.stats.played", played=1, solved=1, share=100, alone=1) in text
    assert w("solo.stats.streak", streak=1, longest=1) in text


async def solo_stats(world: DiscordWorld, name: str, whose: str) -> InteractionResult:
    """Show a person's results at solitaires from the page of their statistics."""
    await world.slash(name, "stats", person=world.person(whose))
    return await world.click(name, id_prefix="b:solostats:")


async def test_statistics_count_first_tries_only_and_tell_of_others_too(world: DiscordWorld) -> None:
    assert "Nothing counted yet" in said(await solo_stats(world, "Ada", "Ada"))
    await play(world, "Ada", hint=True, by_clicks=True)
    await play(world, "Ada")
    text = said(await solo_stats(world, "Celina", "Ada"))
    assert "Played 1, solved 1 (100%), without help 0" in text
    assert "Best" not in text


async def test_nothing_is_kept_of_a_win_whose_last_move_could_not_be_saved(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.slash("Ada", "daily", game="pyramid")
    await world.click("Ada", "Play")
    await solve_by_clicks(world, leave=1)

    async def full(*_: object, **__: object) -> None:
        raise OSError("no room")

    with monkeypatch.context() as broken:
        broken.setattr("bot.tables.solo.live.solos.update", full)
        await solve_by_clicks(world)
    result, log = await load_solo(world, (await solo_of(world)).id)
    assert (result.status, result.moves, len(log)) == (SoloStatus.PLAYING, 13, 13)
    await solve_by_clicks(world)
    page = said(await world.slash("Ada", "daily", game="pyramid"))
    assert "🥇 1. **Ada** · 14 moves" in page
    assert user_id(world, "Ada") == result.user_id


async def test_who_deletes_themselves_has_no_second_first_try_on_that_day(world: DiscordWorld) -> None:
    await world.slash("Ada", "daily", game="pyramid")
    await world.click("Ada", "Play")
    await press(world, "soloaskgiveup")
    await press(world, "sologiveup")
    await world.slash("Ada", "privacy")
    await world.click("Ada", id_prefix="b:privacyask")
    await world.click("Ada", id_prefix="b:privacyforget")
    database = bot_of(world).services.database
    assert await said_of(database, user_id(world, "Ada"), "Ada") == []
    again = await play(world, "Ada")
    other = await play(world, "Borys")
    assert [(await load_solo(world, one))[0].counted for one in (again, other)] == [False, True]
    async with database.write() as tx:
        marks = (await tx.execute(select(spent_tries.c.day))).scalars().all()
        assert list(marks) == [str(today(world))]
    await world.pass_time(DAY)
    tomorrow = await play(world, "Ada")
    assert (await load_solo(world, tomorrow))[0].counted
    async with database.write() as tx:
        await bot_of(world).services.solo.live.forget_old_tries(tx)
        assert (await tx.execute(select(spent_tries.c.day))).scalars().all() == []
