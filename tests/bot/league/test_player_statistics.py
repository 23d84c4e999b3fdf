"""People's statistics: matches, averages, streaks, meetings and feats."""

from __future__ import annotations

import games
from bot.league.recording import achievements_in
from storage.database import Database
from storage.league import player_records, results
from storage.league.player_records import BEST_DEAL, MADE, MISSED, RIGHT, WRONG, Achievement, Meeting, Streaks
from storage.league.results import NotCounted, Wanted
from storage.matches import DealResult
from tests.bot.league.league_samples import GUILD, NOON, book, result
from tests.games.finished import finished

ADA, BEN, CLEO, DAN = 1, 2, 3, 4


async def test_totals_tell_apart_what_counts_and_leave_out_what_was_taken_out(database: Database) -> None:
    ids = await book(
        database,
        result([ADA], [BEN]),
        result([BEN], [ADA], at=NOON + 1),
        result([ADA], [BEN], at=NOON + 2, why_not=NotCounted.COMPUTERS),
        result([ADA], [BEN], at=NOON + 3),
        result([BEN], [CLEO], [ADA], game="nos", at=NOON + 4),
    )
    async with database.write() as tx:
        await results.set_void(tx, ids[3], void=True)
        found = await player_records.totals(tx, GUILD, ADA)
    assert [(one.game, one.matches, one.wins, one.counted, one.counted_wins) for one in found] == [
        ("block", 3, 2, 2, 1),
        ("nos", 1, 0, 1, 0),
    ]
    # Places 1, 2, 1 of two, then 3 of three.
    assert [(round(one.place, 3), one.sides, one.score) for one in found] == [(1.333, 2.0, None), (3.0, 3.0, None)]


async def test_streaks_are_of_matches_that_count_in_their_order(database: Database) -> None:
    wins = [True, True, True, False, True, True]
    await book(
        database,
        *(result([ADA], [BEN]) if won else result([BEN], [ADA]) for won in wins),
        result([BEN], [ADA], at=NOON + 9, why_not=NotCounted.OFTEN),
    )
    async with database.read() as tx:
        assert await player_records.streaks(tx, GUILD, ADA) == Streaks(running=2, longest=3)
        assert await player_records.streaks(tx, GUILD, BEN) == Streaks(running=0, longest=1)
        assert await player_records.streaks(tx, GUILD, ADA, "nos") == Streaks()
        assert await player_records.streaks(tx, GUILD, CLEO) == Streaks()


async def test_meetings_tell_partners_from_opponents(database: Database) -> None:
    await book(
        database,
        result([ADA], [BEN]),
        result([BEN], [ADA]),
        result([ADA], [BEN], places=[1, 1]),
        result([ADA, BEN], [CLEO, DAN], game="kent"),
        result([CLEO, DAN], [ADA, BEN], game="kent"),
        result([ADA, CLEO], [BEN, DAN], game="kent"),
        result([CLEO], [DAN]),
    )
    async with database.read() as tx:
        assert await player_records.meetings(tx, GUILD, ADA, BEN) == (
            Meeting("block", against=3, better=1, worse=1, together=0, won=0),
            Meeting("kent", against=1, better=1, worse=0, together=2, won=1),
        )
        assert await player_records.meetings(tx, GUILD, ADA, 99) == ()


async def test_pages_of_people_hold_their_matches_alone_the_newest_first(database: Database) -> None:
    ids = await book(
        database,
        *(
            result([ADA], [other], at=NOON + number, game=game)
            for number, (other, game) in enumerate([(BEN, "block"), (CLEO, "block"), (BEN, "nos"), (BEN, "block")])
        ),
        result([CLEO], [BEN], at=NOON + 9, why_not=NotCounted.OFTEN),
    )
    async with database.read() as tx:

        async def found(**wanted: object) -> list[int]:
            page = await results.page(tx, Wanted(GUILD, **wanted), count=2)  # type: ignore[arg-type]  # as each test asks
            return [ids.index(one.id) for one in page]

        assert await found(people=(ADA,)) == [3, 2]
        assert await found(people=(ADA, BEN), game="block") == [3, 0]
        assert await found(people=(BEN,), counting_only=True) == [3, 2]
        assert await found(people=(BEN, CLEO)) == [4]
        assert await found(people=(DAN,)) == []
        assert await results.count(tx, Wanted(GUILD, people=(ADA, BEN), game="block")) == 2
        assert await results.count(tx, Wanted(GUILD, people=(BEN,), counting_only=True)) == 3


def test_calls_and_deals_are_told_of_whoever_sat_there_when_the_deal_ended() -> None:
    match = games.new_match("kent", seats=4, seed="calls", options={"target": 2})
    sitting = {1: ADA, 2: BEN}
    while match.outcome is None:
        match.play(0, "kent")  # right or wrong, as the hands have it
    ends = [event for event in match.events if event.kind in ("right", "wrong")]
    deals = [
        DealResult(number, 0, sitting.get(number, CLEO), 1 if event.kind == "right" else 0, 0)
        for number, event in enumerate(ends, 1)
    ]
    found = achievements_in(match, deals)
    for number, event in enumerate(ends, 1):
        assert (sitting.get(number, CLEO), str(event.kind)) in found
    assert sum(count for (_, feat), count in found.items() if feat in (RIGHT, WRONG)) == len(ends)


def test_bids_made_and_missed_are_those_that_the_deals_tell() -> None:
    match = finished("seventy_nine")
    told = [event for event in match.events if event.kind in ("made", "missed")]
    deals = [DealResult(number, seat, 10 + seat, 0, 0) for number in range(1, 50) for seat in range(6)]
    found = achievements_in(match, deals)
    for seat in range(6):
        for feat in (MADE, MISSED):
            wanted = sum(event.seat == seat and str(event.kind) == feat for event in told)
            assert found.get((10 + seat, feat), 0) == wanted
    assert told


def test_the_best_deal_has_most_points_or_fewest_where_points_are_bad() -> None:
    deals = [DealResult(1, 0, ADA, 12, 12), DealResult(1, 1, BEN, 0, 0), DealResult(2, 0, ADA, 30, 42)]
    assert achievements_in(games.new_match("block", seats=2, seed="s"), deals) == {(ADA, BEST_DEAL): 30}
    assert achievements_in(games.new_match("double_trouble", seats=2, seed="s"), deals) == {}
    assert achievements_in(games.new_match("plus_minus", seats=2, seed="s"), deals) == {}


async def test_feats_add_up_without_those_of_matches_that_were_taken_out(database: Database) -> None:
    first, second, third = await book(database, *(result([ADA], [BEN], game="kent") for _ in range(3)))
    async with database.write() as tx:
        await player_records.add_achievements(
            tx, GUILD, first, "kent", {(ADA, RIGHT): 2, (ADA, BEST_DEAL): 2, (BEN, WRONG): 1}
        )
        await player_records.add_achievements(tx, GUILD, second, "kent", {(ADA, RIGHT): 3, (ADA, BEST_DEAL): 1})
        await player_records.add_achievements(tx, GUILD, third, "kent", {(ADA, RIGHT): 5})
        await results.set_void(tx, third, void=True)
        assert await player_records.achievements_of(tx, GUILD, ADA) == (
            Achievement("kent", BEST_DEAL, total=3, best=2),
            Achievement("kent", RIGHT, total=5, best=3),
        )
