"""The weekly summary: its time and contents."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from bot.league.weekly_summary.week import longest_streaks, summary_due, week_in
from storage.database import Database
from storage.league import leagues, results
from storage.league.leagues import League
from storage.league.ratings import shown
from storage.league.results import NotCounted
from storage.league.standings import Placement
from tests.bot.league.league_samples import GUILD, book, by_openskill_alone, result

DAY = 86_400.0
ANN, BOB, CID, DAN = 1, 2, 3, 4
MONDAY = datetime(2026, 11, 23, tzinfo=UTC).timestamp()


def _league(zone: str = "UTC", summary_at: float | None = MONDAY - 7 * DAY) -> League:
    return League(GUILD, time_zone=zone, summary_channel_id=5, summary_at=summary_at)


def test_a_summary_is_due_from_eight_on_monday_in_the_server_s_zone() -> None:
    eight = MONDAY + 8 * 3600
    assert summary_due(_league(), eight - 1) is None
    assert summary_due(_league(), eight) == eight
    assert summary_due(_league(), eight + 6 * DAY) == eight  # the bot was away
    assert summary_due(_league("America/New_York"), eight + 5 * 3600 - 1) is None  # UTC-5
    assert summary_due(_league("America/New_York"), eight + 5 * 3600) == eight + 5 * 3600


def test_a_summary_that_was_posted_is_due_no_more_till_the_next_monday() -> None:
    eight = MONDAY + 8 * 3600
    posted = _league(summary_at=eight)
    assert summary_due(posted, eight + 3600) is None
    assert summary_due(posted, eight + 7 * DAY) == eight + 7 * DAY
    assert summary_due(replace(posted, summary_channel_id=None), eight + 7 * DAY) is None


async def test_the_week_has_leaders_most_matches_rises_and_longest_streak(database: Database) -> None:
    before = [result([BOB], [ANN], at=MONDAY - 8 * DAY)]
    week = [
        result([ANN], [BOB], at=MONDAY - 7 * DAY),
        result([ANN], [CID], at=MONDAY - 6 * DAY),
        result([ANN], [BOB], at=MONDAY - 5 * DAY),
        result([DAN], [CID], at=MONDAY - 1),
    ]
    after = [result([CID], [DAN], at=MONDAY)]
    ids = await book(database, *before, *week, *after)
    async with database.write() as tx:  # what does not count is not told
        await results.add(tx, replace(result([DAN], [BOB], at=MONDAY - 4 * DAY), why_not=NotCounted.OFF))
    assert len(ids) == 6
    async with database.read() as tx:
        found = await week_in(tx, await leagues.load(tx, GUILD), MONDAY + 9 * 3600)
    assert found is not None
    assert (found.first_day, found.last_day) == (date(2026, 11, 16), date(2026, 11, 22))
    assert (found.matches, found.players) == (4, 4)
    assert found.busiest[0] == (1, ANN, 3)
    assert found.streaks == ((1, ANN, 3),)
    then, now = by_openskill_alone(before), by_openskill_alone([*before, *week])
    gained = {
        one: shown(now["all", one][0]) - shown(then.get(("all", one), (25.0,))[0]) for one in (ANN, BOB, CID, DAN)
    }
    assert [one.user_id for _, one, _ in found.rises] == [
        one for one in sorted(gained, key=gained.__getitem__, reverse=True) if gained[one] > 0
    ]
    assert found.rises[0][2] == gained[ANN]


async def test_of_a_week_without_a_match_that_counts_there_is_nothing_to_tell(database: Database) -> None:
    await book(database, result([ANN], [BOB], at=MONDAY - 8 * DAY), result([ANN], [BOB], at=MONDAY))
    async with database.read() as tx:
        assert await week_in(tx, await leagues.load(tx, GUILD), MONDAY + DAY) is None


def test_a_loss_ends_a_row_of_wins() -> None:
    def row(*won: bool) -> int:
        return longest_streaks(Placement(ANN, number, one) for number, one in enumerate(won))[ANN]

    assert row(True, True, False, True, True) == 2
    assert row(True, True, True, False, True) == 3
    assert row(True, True, True, False, True, True, True, True) == 4
