"""Club nights by commands and clicks, with the clock moved."""

from datetime import UTC, datetime
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.league import scheduler
from bot.league.club_nights.posts import ClubNights
from bot.league.scheduler import LeagueScheduler
from storage.database import Transaction, Unavailable
from storage.league import club_nights, tournaments
from storage.league.club_nights import ClubNight
from storage.league.tournament_values import Tournament, TournamentStage
from tests.bot.play.at_table import bot_of, said
from tests.bot.play.faults.test_kill_between_post_and_save import die
from tests.bot.play.league.at_league import DAY, now, reading
from tests.bot.play.league.tournaments.at_tournaments import new_tournament, posted, sign_up, tournament_in
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld, Route

HOUR = 3600.0


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance, world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "_HOUR_S", 100 * DAY)  # weeks pass, and hourly jobs would take most of the time
    chance.fix_lots()
    for name in world.names:
        world.speak(name, "en-US")


def in_days(world: DiscordWorld, days: float) -> float:
    """Return a full hour after so many days."""
    return (now(world) + days * DAY) // HOUR * HOUR


def typed(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"


async def create(world: DiscordWorld, at: float, **options: Any) -> str:
    """Create a club night by the form; return the answer."""
    wanted = {"game": "block", "title": "Friday club", **options}
    return said(await new_tournament(world, "Ada", start=typed(at), weekly=True, **wanted))


async def change(world: DiscordWorld, night: int | None = None, **values: Any) -> str:
    """Change a club night as Ada, by the form of the list; return the answer."""
    await world.slash("Ada", "club-nights")
    if night is not None:
        await world.select("Ada", [str(night)], id_prefix="s:clubchoose")
    form = await world.click("Ada", "Change")
    return said(await world.submit("Ada", form, **(filled_in(form) | values)))


def filled_in(form: InteractionResult) -> dict[str, Any]:
    """Return the texts with which a form was opened."""
    assert form.modal is not None
    fields = [one["component"] for one in form.modal["components"]]
    return {one["custom_id"]: one["value"] for one in fields if one.get("value")}


async def ask_to_cancel(world: DiscordWorld) -> None:
    await world.slash("Ada", "club-nights")
    await world.click("Ada", "Skip or end …")


async def go_to(world: DiscordWorld, at: float) -> None:
    """Move the clock to just after a time."""
    await world.pass_time(at - now(world) + 3)
    await world.pass_time(7)  # the event waits for the message


async def all_tournaments(world: DiscordWorld) -> list[Tournament]:
    async with reading(world) as tx:
        found = await tournaments.page(tx, world.guild.id, stages=list(TournamentStage))
    return sorted(found, key=lambda one: one.id)


async def nights(world: DiscordWorld) -> tuple[ClubNight, ...]:
    async with reading(world) as tx:
        return await club_nights.in_guild(tx, world.guild.id)


def news(world: DiscordWorld) -> list[str]:
    return [one.content for one in world.messages() if one.content.startswith("📅")]


def day_of(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC).day} {datetime.fromtimestamp(at, UTC):%B %Y}"


@pytest.mark.thorough
async def test_an_evening_that_is_not_announced_yet_says_when_sign_up_opens(world: DiscordWorld) -> None:
    first = in_days(world, 5)
    await create(world, first)
    title = f"friday club · {day_of(first)}"
    for command, options in (
        ("tournament join", {}),
        ("tournament join", {"tournament": title}),
        ("tournament view", {}),
        ("tournament view", {"tournament": "Friday club"}),
        ("tournament-host edit", {"tournament": title}),
    ):
        refused = said(await world.slash("Ada", command, **options))
        opens = f"Sign-up for the next evening of **Friday club** opens <t:{int(first - 2 * DAY)}:f>."
        assert refused.startswith(opens), (command, options)
    unknown = said(await world.slash("Ada", "tournament join", tournament="Cup"))
    assert "There is no such tournament" in unknown
    await go_to(world, first - DAY)
    joined = said(await world.slash("Ada", "tournament join", tournament="Friday club"))
    assert "Friday club · " in joined
    assert "opens <t:" not in joined


@pytest.mark.thorough
async def test_each_week_a_tournament_of_the_next_game_opens_two_days_before(world: DiscordWorld) -> None:
    first = in_days(world, 5)
    assert await create(world, first, then=("plus_minus",), rounds=3) == "**Friday club** is created."
    told = news(world)[-1]
    start, opens = int(first), int(first - 2 * DAY)
    assert told.startswith("📅 New club night: **Friday club**\nWeekly: Tuesday, ")
    assert f"Next: Block with Bonus, <t:{start}:F> (<t:{start}:R>). Announced on <t:{opens}:f>." in told
    await go_to(world, first - 2 * DAY - HOUR)
    assert await all_tournaments(world) == []
    await go_to(world, first - 2 * DAY)
    [block] = await all_tournaments(world)
    assert (block.game, block.starts_at, block.rounds, block.stage) == ("block", first, 3, "open")
    assert block.title.startswith("Friday club · ")
    assert day_of(first) in block.title
    assert block.event_id is not None
    assert len(posted(world)) == 1
    await sign_up(world, "Ada", "Borys")
    await go_to(world, first - 600)
    await world.click("Ada", "Check in")
    await world.click("Borys", "Check in")
    await world.restart()
    await go_to(world, first)
    assert (await tournament_in(world)).stage == "running"
    await go_to(world, first + 5 * DAY)
    _, plus_minus = await all_tournaments(world)
    assert (plus_minus.game, plus_minus.starts_at, plus_minus.stage) == ("plus_minus", first + 7 * DAY, "open")
    listed = said(await world.slash("Borys", "club-nights"))
    assert "Next: Block" in listed
    assert "Change" not in world.labels("Borys")
    assert f"**{plus_minus.title}** · sign-up is open" in listed


async def test_a_club_night_whose_line_is_refused_opens_in_time_and_moves_with_a_change(
    world: DiscordWorld,
) -> None:
    at = in_days(world, 1)
    world.fail(Route.SEND, 403)
    await create(world, at)
    await world.pass_time(10)
    assert (await tournament_in(world)).starts_at == at
    world.fail(Route.SEND, 403)
    await change(world, start=typed(at + HOUR))
    assert (await tournament_in(world)).starts_at == at + HOUR


async def test_an_evening_that_could_not_start_makes_way_for_the_next(world: DiscordWorld) -> None:
    first = in_days(world, 1)
    await create(world, first)
    before = len(world.messages())
    await go_to(world, first + 5 * DAY)
    assert [one.stage for one in await all_tournaments(world)] == ["cancelled", "open"]
    assert len(world.messages()) == before + 1, "the next evening, and no word about the one that no one wanted"


async def test_a_kill_in_between_creates_an_evening_once(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    first = in_days(world, 3)
    await create(world, first)
    added = tournaments.add

    async def add_and_die(tx: Transaction, tournament: Tournament) -> int:
        await added(tx, tournament)
        die(world)
        raise Unavailable("killed")

    with monkeypatch.context() as kill:
        kill.setattr(tournaments, "add", add_and_die)
        await go_to(world, first - 2 * DAY)
    for _ in range(2):
        await world.restart()
        await world.pass_time(10)
        assert len(await all_tournaments(world)) == 1
        assert len(posted(world)) == 1


async def test_a_kill_after_the_creation_posts_it_once(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    first = in_days(world, 3)
    await create(world, first)
    opened = ClubNights._open

    async def open_and_die(nights: ClubNights, *about: Any) -> ClubNight | None:
        found = await opened(nights, *about)
        die(world)
        return found

    with monkeypatch.context() as kill:
        kill.setattr(ClubNights, "_open", open_and_die)
        await go_to(world, first - 2 * DAY)
    for _ in range(2):
        await world.restart()
        await world.pass_time(10)
        [tournament] = await all_tournaments(world)
        assert len(posted(world)) == 1
        assert tournament.event_id is not None


@pytest.mark.thorough
async def test_after_a_rest_an_evening_opens_late_or_is_left_out(world: DiscordWorld) -> None:
    first = in_days(world, 3)
    await create(world, first)
    bot = bot_of(world)
    await bot.services.of(ClubNights).close()
    await bot.services.of(LeagueScheduler).close()
    await go_to(world, first - HOUR)
    assert await all_tournaments(world) == []
    await world.restart()
    await world.pass_time(10)
    assert [one.starts_at for one in await all_tournaments(world)] == [first]
    bot = bot_of(world)
    await bot.services.of(ClubNights).close()
    await bot.services.of(LeagueScheduler).close()
    await world.pass_time(15 * DAY)
    await world.restart()
    await world.pass_time(10)
    missed, following = int(first + 7 * DAY), int(first + 21 * DAY)
    assert news(world)[-1] == (
        f"📅 **Friday club**: the evening of <t:{missed}:F> could not be announced in time and is left out."
        f" The next one is <t:{following}:F>."
    )
    assert len(await all_tournaments(world)) == 1


async def test_free_play_is_announced_and_called(world: DiscordWorld) -> None:
    first = in_days(world, 2)
    await create(world, first, kind="free", title="Open house", open_hours=24)
    await go_to(world, first - DAY)
    start = int(first)
    assert news(world)[-1] == (
        f"📅 **Open house**: free play of **Block with Bonus**, <t:{start}:F> (<t:{start}:R>)."
        " Come and sit down at any table."
    )
    await go_to(world, first)
    assert news(world)[-1] == "📅 **Open house** begins: **Block with Bonus**. Open a table, or sit down at one."
    assert "Block" in said(await world.click("Borys", "Play"))


async def test_a_week_is_skipped_once_and_the_night_is_ended(world: DiscordWorld) -> None:
    first = in_days(world, 5)
    await create(world, first, then=("plus_minus",))
    await ask_to_cancel(world)
    skip = world.button("Ada", id_prefix="b:clubskip")
    skipped = said(await world.press("Ada", skip))
    assert f"is skipped. The next one is <t:{int(first + 7 * DAY)}:F>." in skipped
    assert "has changed meanwhile" in said(await world.press("Ada", skip))
    assert "Only people with the permission" in said(await world.press("Borys", skip))
    [night] = await nights(world)
    assert night.next_day is not None
    assert night.game(night.next_day) == "plus_minus", "the games keep their weeks"
    await ask_to_cancel(world)
    assert "no longer comes back" in said(await world.click("Ada", "End for good"))
    assert await nights(world) == ()


async def test_a_list_from_before_an_end_or_a_change_is_answered(world: DiscordWorld) -> None:
    await create(world, in_days(world, 5))
    await create(world, in_days(world, 6), title="Open table")
    await world.slash("Ada", "club-nights")
    await world.select("Ada", ["1"], id_prefix="s:clubchoose")
    edit, ask = world.button("Ada", "Change"), world.button("Ada", "Skip or end …")
    form = await world.press("Ada", edit)
    await change(world, 1, title="Sunday club")
    assert "has changed meanwhile" in said(await world.submit("Ada", form, **filled_in(form)))
    for button in (edit, ask):
        assert "Only people with the permission" in said(await world.press("Borys", button))
    await world.press("Ada", ask)
    await world.click("Ada", "End for good")
    for button in (edit, ask):
        assert "This club night has ended." in said(await world.press("Ada", button))
    assert "Open table" in said(await world.select("Ada", ["1"], id_prefix="s:clubchoose"))
    assert [one.title for one in await nights(world)] == ["Open table"]


async def test_a_changed_night_keeps_the_turn_of_its_games(world: DiscordWorld) -> None:
    first = in_days(world, 5)
    await create(world, first, then=("plus_minus",))
    await ask_to_cancel(world)
    await world.click("Ada", id_prefix="b:clubskip")
    later = first + 8 * DAY - 1800
    assert "Monday club" in await change(world, start=typed(later), title="Monday club")
    assert news(world)[-1].startswith("📅 Club night changed: **Monday club**")
    assert f"Next: Plus-Minus, <t:{int(later)}:F>" in news(world)[-1]
    assert "Nothing would change" in await change(world, title="Monday club")
    assert "not possible for time of sign-up. Allowed: 1–336" in await change(world, open_hours="0")
    assert "I don't understand “soon” as a time" in await change(world, start="soon")


@pytest.mark.thorough
async def test_a_changed_start_moves_the_announced_evening_and_tells_who_signed_up(world: DiscordWorld) -> None:
    first = in_days(world, 3)
    await create(world, first, then=("plus_minus",))
    await go_to(world, first - 2 * DAY)
    await sign_up(world, "Borys", "Celina")
    for later in (HOUR, DAY, 0.0, 2 * HOUR):
        await change(world, start=typed(first + later))
        assert f"already announced begins <t:{int(first + later)}:F> instead" in news(world)[-1]
        await world.pass_time(10)
    assert len(await all_tournaments(world)) == 1
    moved = await tournament_in(world)
    assert (moved.game, moved.starts_at, len(moved.people)) == ("block", first + 2 * HOUR, 2)
    assert moved.title.endswith(day_of(first))
    assert len(posted(world)) == 1
    [told] = [one for one in world.messages() if one.content.startswith("📝")][-1:]
    assert f"<t:{int(first + 2 * HOUR)}:f>" in told.content
    assert {one.id for one in told.mentions} == {world.person(name).id for name in ("Borys", "Celina")}
    [night] = await nights(world)
    assert (night.next_day, night.game(night.next_day or night.first_day)) == (
        datetime.fromtimestamp(first + 7 * DAY, UTC).date(),
        "plus_minus",
    )
    await go_to(world, first + 5 * DAY + 2 * HOUR)
    assert [one.game for one in await all_tournaments(world)] == ["block", "plus_minus"]
    await change(world, start=typed(first + 15 * DAY))
    assert "already announced" not in news(world)[-1]


async def test_a_changed_start_moves_the_call_of_announced_free_play(world: DiscordWorld) -> None:
    first = in_days(world, 2)
    await create(world, first, kind="free", title="Open house", open_hours=24)
    await go_to(world, first - DAY)
    await change(world, start=typed(first + HOUR))
    await go_to(world, first)
    assert "begins" not in news(world)[-1].partition("\n")[0]
    await go_to(world, first + HOUR)
    assert news(world)[-1].startswith("📅 **Open house** begins")
    assert sum("free play of" in one for one in news(world)) == 1


async def test_a_role_is_mentioned_by_the_evenings_and_can_be_changed(world: DiscordWorld) -> None:
    role = world.guild.create_role("club", mentionable=True)
    start = in_days(world, 3)
    await create(world, start, role=role)
    await create(world, start, kind="free", title="Open table", role=role)
    await go_to(world, start - 48 * HOUR)
    assert [one.role_id for one in await all_tournaments(world)] == [role.id]
    assert any(one.startswith(f"<@&{role.id}> 📅 **Open table**") for one in (m.content for m in world.messages()))
    assert "Nothing would change" in await change(world, 1, role=[role])
    await change(world, 1)
    assert [one.role_id for one in await nights(world)] == [None, role.id]
    await change(world, 1, role=[role])
    assert [one.role_id for one in await nights(world)] == [role.id, role.id]


async def test_club_nights_of_one_name_are_told_apart(world: DiscordWorld) -> None:
    first = in_days(world, 3)
    await create(world, first)
    await create(world, first + DAY)
    await world.slash("Ada", "club-nights")
    [select] = [part for _, part in world._parts("Ada", "dominoes") if part["custom_id"].startswith("s:clubchoose")]
    days = [f"{datetime.fromtimestamp(one, UTC):%A %H:%M}" for one in (first, first + DAY)]
    assert [one["label"] for one in select["options"]] == [f"Friday club · #dominoes · {day}" for day in days]
    await change(world, 2, title="Saturday club")
    await change(world, 1, open_hours="24")
    assert [(one.title, one.open_s) for one in await nights(world)] == [
        ("Friday club", 24 * HOUR),
        ("Saturday club", 48 * HOUR),
    ]


async def test_evenings_have_the_options_of_their_format(world: DiscordWorld) -> None:
    await create(world, in_days(world, 3), kind="duplicate", deals=4, level="strong", comparison="imps")
    await create(world, in_days(world, 4), best_of=3)
    duplicate, other = (night.evenings[0]["rules"] for night in await nights(world))
    assert (duplicate["deals"], duplicate["level"], duplicate["comparison"]) == (4, "strong", "imps")
    assert other["best_of"] == 3


async def test_changes_of_club_nights_are_in_the_change_log(world: DiscordWorld) -> None:
    await create(world, in_days(world, 3))
    await change(world, title="Sunday club", open_hours="24")
    await ask_to_cancel(world)
    await world.click("Ada", id_prefix="b:clubskip")
    await ask_to_cancel(world)
    await world.click("Ada", id_prefix="b:clubend")
    log = said(await world.slash("Ada", "league-admin log"))
    assert "created the club night **Friday club**" in log
    assert "changed the club night **Friday club**: title and time of sign-up" in log
    assert "of the club night **Sunday club**" in log
    assert "ended the club night **Sunday club**" in log
