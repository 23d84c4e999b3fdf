"""/leaderboard: pages, pictures, own place, plots."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.league.recording import add_result
from bot.local_time import quarter_at
from storage import solo
from storage.league import people, seasons
from storage.league.seasons import Season
from storage.solo import SoloStatus, StoredSolo
from tests.bot.league.league_samples import result
from tests.bot.play.at_table import said, set_own, user_id
from tests.bot.play.league.at_league import DAY, now, reading, save_matches, writing
from tests.discord_world import DiscordWorld


def _alt(world: DiscordWorld, name: str) -> str:
    """Return the alternative text of a person's newest picture."""
    with_pictures = [message for message in world.messages(name) if message.attachments]
    return with_pictures[-1].attachments[0].description or ""


async def test_a_server_has_a_season_for_the_quarter_without_setting_anything_up(world: DiscordWorld) -> None:
    quarter = quarter_at(now(world), "UTC")
    year, number = quarter.key.split("-")
    before = await world.slash("Ada", "leaderboard")
    assert before.ephemeral
    assert f"Standings: Quarter {number} of {year}" in said(before)
    assert "No results yet." in said(before)
    await save_matches(world, ["Ada"], ["Celina"])
    shown = said(await world.slash("Ada", "leaderboard"))
    assert "1 Jan – 31 Mar 2026 · All games · by rating" in shown
    # One win over an equal: openskill's 27.64 and 8.07 from 25 and 8.33: 1500 + 24 x 2.64 and 48 x 8.07.
    assert "Your place: **1\\*** of 2 · **1563** ±387 · 1 match" in shown
    assert "\\* provisional: fewer than 10 matches" in shown
    assert _alt(world, "Ada").startswith(
        "Standings. 1*. Ada: Rating 1563 ±387, Matches 1, Wins 1. 2*. Celina: Rating 1437"
    )


async def test_standings_are_turned_page_by_page_and_still_after_a_restart(world: DiscordWorld) -> None:
    for number in range(11, 33):
        await save_matches(world, [number], [number + 1])
    await world.slash("Celina", "leaderboard")
    first = _alt(world, "Celina")
    assert "Page 1 of 3" in said(await world.slash("Celina", "leaderboard"))
    second = await world.click("Celina", "Next")
    assert "Page 2 of 3" in said(second)
    assert _alt(world, "Celina") != first
    await world.restart()
    assert "Page 3 of 3" in said(await world.click("Celina", "Next"))
    assert "You are not in this table yet" in said(second)
    assert "Page 2 of 3" in said(await world.click("Celina", "Back"))


async def test_who_reads_text_has_the_table_in_letters(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    await set_own(world, "Celina", "board", "text")
    answer = await world.slash("Celina", "leaderboard")
    text = said(answer)
    assert answer.response is not None
    assert answer.response.attachments == []
    lines = text.partition("```text\n")[2].partition("\n```")[0].splitlines()
    assert lines[0].split() == ["Rating", "M", "W"]
    assert lines[1].split() == ["1*", "Ada", "1563", "±387", "1", "1"]
    assert lines[2].split() == [">", "2*", "Celina", "1437", "±387", "1", "0"]
    assert max(map(len, lines)) <= 40
    plot = said(await world.click("Celina", "Chart"))
    assert "Ada: from 1500 to 1563, lowest 1500, highest 1563." in plot


async def test_the_leaders_are_plotted_and_the_way_leads_back_to_the_page(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"], times=3)
    await world.slash("Ada", "leaderboard")
    plot = await world.click("Ada", "Chart")
    assert "Leaders over time" in said(plot)
    assert "Ada: from 1500 to " in _alt(world, "Ada")
    await world.restart()
    assert "Standings: " in said(await world.click("Ada", "Table"))


async def test_a_game_or_a_season_can_be_chosen_but_not_both(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    await save_matches(world, ["Celina"], ["Ada"], game="nos")
    assert "Your place: **1\\*** of 2" in said(await world.slash("Celina", "leaderboard", game="nos"))
    assert "Your place: **2\\*** of 2" in said(await world.slash("Celina", "leaderboard", game="block"))
    assert "Standings: All games" in said(await world.select("Celina", ["all"], id_prefix="s:standingsof"))
    refused = await world.slash("Celina", "leaderboard", game="nos", season="season:1")
    assert "Choose either a game or a season." in said(refused)
    assert "There is no such season here." in said(await world.slash("Celina", "leaderboard", season="season:77"))
    assert "There is no such season here." in said(await world.slash("Celina", "leaderboard", season="xyz"))


async def test_the_seasons_are_suggested_by_their_names(world: DiscordWorld) -> None:
    async with writing(world) as tx:
        for name in ("Autumn cup", "Spring cup", "Winter"):
            await seasons.add(tx, Season(0, world.guild.id, name, now(world) - DAY, now(world) + DAY))
    suggested = await world.person("Ada").autocomplete(world.channel, "leaderboard", "season", "cup")
    assert {choice["name"] for choice in suggested} == {"Autumn cup", "Spring cup"}


async def test_an_opened_season_precedes_the_quarter_and_ranks_by_points(world: DiscordWorld) -> None:
    async with writing(world) as tx:
        season = Season(0, world.guild.id, "Cup", now(world) - DAY, now(world) + DAY, "points", points=(5, 2))
        await seasons.add(tx, season)
    await save_matches(world, ["Celina"], ["Ada"], ["Borys"])
    await save_matches(world, ["Ada"], ["Borys"], ["Celina"], places=[1, 1, 3])
    shown = said(await world.slash("Ada", "leaderboard"))
    assert "Standings: Cup" in shown
    assert "by points for places" in shown
    # Ada: second of three, 2; first with Borys, (5 + 2) / 2. Celina: first, 5; last, 0. Borys: last, 0; 3.5.
    assert "Your place: **1** of 3 · Points: 5.5 · 2 matches" in shown
    assert "provisional" not in shown
    alt = _alt(world, "Ada")
    assert "1. Ada: Points 5.5, Matches 2, Wins 1. 2. Celina: Points 5, Matches 2, Wins 1. 3. Borys: Points 3.5" in alt
    await world.click("Ada", "Chart")
    assert "Ada: from 0 to 6, lowest 0, highest 6." in _alt(world, "Ada")


async def test_places_risen_since_monday_are_told(world: DiscordWorld) -> None:
    long_ago = now(world) - 8 * DAY
    await save_matches(world, ["Celina"], ["Ada"], ["Borys"], at=long_ago)
    await save_matches(world, ["Ada"], ["Celina"], times=4)
    await world.slash("Ada", "leaderboard", game="all")
    assert "1*. Ada (up 1 place): " in _alt(world, "Ada")
    assert "2*. Borys (up 1 place): " in _alt(world, "Ada")  # who has lost once stands before who has lost four times
    assert "3*. Celina (down 2 places): " in _alt(world, "Ada")


def _solved(world: DiscordWorld, name: str, number: int, **about: object) -> StoredSolo:
    day = datetime.fromtimestamp(now(world), UTC).date().isoformat()
    given: dict[str, object] = {
        "id": f"solo{number}",
        "guild_id": world.guild.id,
        "user_id": user_id(world, name),
        "name": name,
        "game": "pyramid",
        "seed": f"seed {number}",
        "day": day,
        "counted": True,
        "open": False,
        "status": SoloStatus.SOLVED,
        "revision": 0,
        "moves": 14,
        "helped": False,
        "created_at": now(world) - 60,
        "ended_at": now(world),
    }
    return StoredSolo(**given | about)  # type: ignore[arg-type]  # the fields of the dataclass by name


async def test_solitaires_are_ranked_by_the_days_solved_alone_then_by_moves(world: DiscordWorld) -> None:
    async with writing(world) as tx:
        for name in ("Ada", "Celina", "Borys"):
            await solo.meet(tx, world.guild.id, user_id(world, name), name)
        solved: list[tuple[str, dict[str, object]]] = [
            ("Ada", {"moves": 20}),
            ("Celina", {"moves": 10}),
            ("Celina", {"moves": 9}),
            ("Borys", {"moves": 12}),
            ("Borys", {"helped": True}),
            ("Borys", {"counted": False}),
            ("Borys", {"status": SoloStatus.STUCK}),
            ("Borys", {"day": "2020-01-01"}),
            ("Dmitri", {}),  # they have never looked at a deal of the day in this server
        ]
        for number, (name, about) in enumerate(solved):
            await solo.add(tx, _solved(world, name, number, **about))
    shown = said(await world.slash("Ada", "leaderboard", game="pyramid"))
    assert "Your place: **3** of 3 · 1 deal of the day · 20 moves" in shown
    assert _alt(world, "Ada") == (
        "Standings. 1. Celina: Deals 2, Moves 19. 2. Borys: Deals 1, Moves 12. 3. Ada: Deals 1, Moves 20."
    )
    assert "Chart" not in world.labels("Ada")


async def test_a_closed_season_is_shown_as_it_ended(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    final = [
        {
            "user_id": user,
            "name": name,
            "place": place,
            "matches": 12,
            "wins": 6,
            "points": 0.0,
            "mu": 30.0 - place,
            "sigma": 2.0,
        }
        for place, (user, name) in enumerate(
            [(user_id(world, "Celina"), "Cel"), (-5, ""), (user_id(world, "Ada"), "Ada")], 1
        )
    ]
    async with writing(world) as tx:
        number = await seasons.add(tx, Season(0, world.guild.id, "Old", now(world) - 9 * DAY, now(world) - DAY))
        assert number is not None
        assert await seasons.close(tx, number, now(world), tuple(final))
    shown = said(await world.slash("Ada", "leaderboard", season=f"season:{number}"))
    assert "closed" in shown
    assert "Your place: **3** of 3 · **1548** ±96 · 12 matches" in shown
    assert _alt(world, "Ada").startswith("Standings. 1. Cel: Rating 1596 ±96, Matches 12, Wins 6. 2. former player: ")
    async with reading(world) as tx:
        assert (await seasons.load(tx, world.guild.id, number)) is not None


async def test_people_of_a_file_are_looked_up_in_the_server_by_their_ids(world: DiscordWorld) -> None:
    async with writing(world) as tx:
        sides = [user_id(world, "Borys")], [user_id(world, "Dmitri")], [123_456_783_008]
        await add_result(tx, result(*sides, guild_id=world.guild.id, at=now(world)))
    await world.slash("Ada", "leaderboard")
    assert "1*. Borys" in _alt(world, "Ada")
    assert "2*. Dmitri" in _alt(world, "Ada")
    assert "player …3008" in _alt(world, "Ada"), "nobody knows this id"
    async with reading(world) as tx:
        assert set((await people.all_names(tx, world.guild.id)).values()) == {"Borys", "Dmitri"}
