"""Files of results: all or nothing, without side effects."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bot.league.import_export import (
    BadLine,
    LeagueFull,
    TakenIn,
    UnderWay,
    clear_left_behind,
    export_league,
    import_lines,
    names_in,
    read_lines,
)
from bot.league.ratings.recompute import differences, recompute
from bot.league.throttle import LeagueThrottle
from storage.database import Database, StorageError, Transaction, Unavailable
from storage.league import audit_log, leagues, people, player_records, ratings, results, standings
from storage.league.audit_log import AuditAction
from storage.league.results import NotCounted, Result, ResultOrigin, Wanted
from tests.bot.league.league_samples import GUILD, NOON, book, load_ratings, result

ADA, BEN, CLEO = 11, 12, 13


def line(sides: Sequence[Sequence[int]], game: str = "nos", at: float = NOON - 60) -> str:
    return json.dumps({"game": game, "at": at, "sides": sides, "places": list(range(1, len(sides) + 1))})


def some(count: int, since: float = NOON - 6000) -> tuple[Result, ...]:
    """Results as a file has them, a minute apart."""
    return read_lines("\n".join(line([[ADA], [BEN]], at=since + 60 * n) for n in range(count)), GUILD, NOON)


async def taken_in(database: Database, found: Sequence[Result]) -> TakenIn:
    return await import_lines(database, GUILD, found, lambda: NOON)


async def seen(database: Database) -> tuple[int, int, int, int, int]:
    """Return the numbers of results visible in each way."""
    async with database.read() as tx:
        career = await player_records.totals(tx, GUILD, ADA)
        return (
            len(await results.page(tx, Wanted(GUILD), count=100)),
            await results.count(tx, Wanted(GUILD, people=(ADA,))),
            sum(one.matches for one in career),
            len({one.result_id for one in await standings.placed_between(tx, GUILD, 0, NOON)}),
            len(await results.following(tx, GUILD, None, 100)),
        )


# --- What a result can be ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "game"),
    [
        ([[one] for one in range(1, 4)], "block"),
        ([[1, 2], [3, 4], [5, 6]], "nos"),  # five at most
        ([[one] for one in range(1, 7)], "kent"),  # six people, but on three sides
        ([[one] for one in range(1, 2501)], "nos"),
        ([list(range(1, 70_001)), [70_001]], "kent"),
    ],
)
def test_a_line_with_more_people_or_sides_than_its_game_seats_is_refused(sides: list[list[int]], game: str) -> None:
    with pytest.raises(BadLine) as caught:
        read_lines(line(sides, game), GUILD, NOON)
    assert caught.value.reason == "crowded"


@pytest.mark.parametrize(("sides", "game"), [([[1, 2], [3, 4], [5, 6]], "kent"), ([[1], [2], [3], [4], [5]], "nos")])
def test_a_line_with_a_full_table_is_taken_in(sides: list[list[int]], game: str) -> None:
    (found,) = read_lines(line(sides, game), GUILD, NOON)
    assert len(found.places) == sum(map(len, sides))


async def test_results_with_more_people_than_seats_are_skipped_and_reported(database: Database) -> None:
    crowds = [
        result(*([one] for one in range(1, 501)), game="nos", at=NOON - 50),
        result(range(1, 2000), [2000], game="kent", at=NOON - 40),
        result([1], [2], [3], game="block", at=NOON - 30),
        result(*([one] for one in range(1, 501)), game="whist", at=NOON - 20),  # a game that nobody knows any more
    ]
    async with database.write() as tx:
        await leagues.hold(tx, GUILD)
        await results.add_all(tx, [replace(one, origin=ResultOrigin.IMPORT) for one in crowds])
        await results.add_all(tx, [result([ADA], [BEN], game="block", origin=ResultOrigin.IMPORT, at=NOON - 10)])
        await leagues.request_recompute(tx, GUILD, 0.0)
    assert await recompute(database, GUILD, lambda: NOON)
    assert await differences(database, GUILD) == ()
    assert set(await load_ratings(database)) == {(scope, one) for scope in ("all", "block") for one in (ADA, BEN)}
    async with database.read() as tx:
        found = await results.page(tx, Wanted(GUILD))
        assert [one.why_not for one in found] == [None, *[NotCounted.CROWDED] * 4]
        assert [(one.crowded, len(one.places)) for one in found[1:]] == [(True, 0), (False, 3), (True, 0), (True, 0)]
        entries, _ = await audit_log.page(tx, GUILD)
    assert [(one.user_id, one.action, one.about) for one in entries] == [(None, AuditAction.CROWDED, {"results": 4})]


# --- All or nothing ---------------------------------------------------------------------------------------------------


async def test_nobody_sees_results_of_a_file_before_all_are_there(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.league.import_export._PIECE", 2)
    looks: list[tuple[int, ...]] = []

    class Looking(LeagueThrottle):
        @asynccontextmanager
        async def piece(self) -> AsyncIterator[None]:
            """Look before each piece, when the ones before are saved."""
            looks.append(await seen(database))
            yield

    work = asyncio.ensure_future(import_lines(database, GUILD, some(9), lambda: NOON, throttle=Looking()))
    while not work.done():
        looks.append(await seen(database))
    assert await work == TakenIn(9, 0, 0)
    assert len(looks) > 4
    assert set(looks) <= {(0, 0, 0, 0, 0), (9, 9, 9, 9, 9)}
    assert await seen(database) == (9, 9, 9, 9, 9)


async def test_a_file_that_is_broken_off_leaves_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.league.import_export._PIECE", 2)
    add_all, calls = results.add_all, 0

    async def failing(*about: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise OverflowError
        await add_all(*about)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(results, "add_all", failing)
    with pytest.raises(OverflowError):
        await taken_in(database, some(9))
    assert await seen(database) == (0, 0, 0, 0, 0)
    monkeypatch.setattr(results, "add_all", add_all)
    assert await taken_in(database, some(9)) == TakenIn(9, 0, 0)


async def test_the_rest_of_a_file_that_a_killed_bot_took_in_is_deleted_later(
    database: Database,
) -> None:
    async with database.write() as tx:
        await leagues.hold(tx, GUILD)
        await results.begin_import(tx, GUILD, 77, NOON)
        await results.add_all(tx, some(5), 77)
    with pytest.raises(UnderWay):
        await taken_in(database, some(9))
    other = [replace(one, guild_id=GUILD + 1) for one in some(2)]
    assert (await import_lines(database, GUILD + 1, other, lambda: NOON)).added == 2
    assert await clear_left_behind(database, NOON + 59, LeagueThrottle(0)) == 0
    assert await clear_left_behind(database, NOON + 61, LeagueThrottle(0)) == 1
    assert await seen(database) == (0, 0, 0, 0, 0)
    assert await taken_in(database, some(9)) == TakenIn(9, 0, 0)


async def test_a_late_process_does_not_finish_an_abandoned_file(database: Database) -> None:
    async with database.write() as tx:
        await leagues.hold(tx, GUILD)
        await results.begin_import(tx, GUILD, 77, NOON)
        await results.add_all(tx, some(5), 77)
        assert await results.drop_import(tx, 77, 2)
        assert not await results.touch_import(tx, 77, NOON)
        assert not await results.finish_import(tx, 77)
    assert await clear_left_behind(database, NOON, LeagueThrottle(0)) == 1
    assert await seen(database) == (0, 0, 0, 0, 0)


async def test_a_file_can_be_imported_a_minute_after_a_killed_import(database: Database) -> None:
    async with database.write() as tx:
        await leagues.hold(tx, GUILD)
        await results.begin_import(tx, GUILD, 77, NOON)
        await results.add_all(tx, some(5), 77)
    with pytest.raises(UnderWay):
        await import_lines(database, GUILD, some(9), lambda: NOON + 59)
    assert await import_lines(database, GUILD, some(9), lambda: NOON + 61) == TakenIn(9, 0, 0)
    assert await seen(database) == (9, 9, 9, 9, 9)


@pytest.mark.parametrize("quiet_pieces", range(1, 7))
async def test_a_file_that_is_given_up_while_it_is_taken_in_is_not_taken_in(
    database: Database, monkeypatch: pytest.MonkeyPatch, quiet_pieces: int
) -> None:
    monkeypatch.setattr("bot.league.import_export._PIECE", 2)
    looked_after: list[int] = []

    class Late(LeagueThrottle):
        """A throttle that wakes after the file was given up."""

        pieces = 0

        @asynccontextmanager
        async def piece(self) -> AsyncIterator[None]:
            self.pieces += 1
            if self.pieces == quiet_pieces:
                looked_after.append(await clear_left_behind(database, NOON + 61, LeagueThrottle(0)))
            yield

    # One piece compares the nine results, five add them.
    with pytest.raises(StorageError, match="given up"):
        await import_lines(database, GUILD, some(9), lambda: NOON, throttle=Late())
    assert looked_after == [1]
    assert await seen(database) == (0, 0, 0, 0, 0)
    async with database.read() as tx:
        assert await audit_log.page(tx, GUILD) == ((), 0)
    assert await taken_in(database, some(9)) == TakenIn(9, 0, 0)


async def test_a_file_that_is_given_up_after_its_last_piece_is_not_taken_in(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish = results.finish_import

    async def finish_late(tx: Transaction, import_id: int) -> bool:
        while await results.drop_import(tx, import_id, 100):
            pass
        return await finish(tx, import_id)

    monkeypatch.setattr(results, "finish_import", finish_late)
    with pytest.raises(StorageError, match="given up"):
        await taken_in(database, some(9))
    assert await seen(database) == (0, 0, 0, 0, 0)


async def test_a_long_comparison_of_a_file_keeps_its_claim(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.league.import_export._PAGE", 2)
    await taken_in(database, some(8))
    clock = iter(range(10**6))

    class Slow(LeagueThrottle):
        """A throttle of almost a minute per piece, with ticks."""

        @asynccontextmanager
        async def piece(self) -> AsyncIterator[None]:
            yield
            assert await clear_left_behind(database, NOON + 50 * next(clock), LeagueThrottle(0)) == 0

    at = iter(range(10**6))
    found = await import_lines(database, GUILD, some(9), lambda: NOON + 50 * next(at), throttle=Slow())
    assert found == TakenIn(1, 8, 0)


async def test_a_league_takes_in_no_more_results_than_it_may_have(database: Database) -> None:
    await taken_in(database, some(3))
    with pytest.raises(LeagueFull):
        await import_lines(database, GUILD, some(9), lambda: NOON, most=8)
    assert (await seen(database))[0] == 3
    assert await import_lines(database, GUILD, some(9), lambda: NOON, most=9) == TakenIn(6, 3, 0)


# --- Once more, and out of time ---------------------------------------------------------------------------------------


async def test_a_file_that_is_taken_in_again_adds_nothing_that_was_made_void(database: Database) -> None:
    await taken_in(database, some(3))
    async with database.write() as tx:
        first = (await results.following(tx, GUILD, None, 1))[0]
        await results.set_void(tx, first.id, void=True)
    assert await taken_in(database, some(4)) == TakenIn(1, 2, 1)
    assert await taken_in(database, some(4)) == TakenIn(0, 3, 1)
    async with database.read() as tx:
        assert [one.void for one in await results.page(tx, results.Wanted(GUILD))] == [False] * 3 + [True]


def test_a_future_result_is_refused_beyond_small_clock_differences() -> None:
    assert read_lines(line([[1], [2]], at=NOON + 59), GUILD, NOON)
    with pytest.raises(BadLine) as caught:
        read_lines(line([[1], [2]], at=NOON + 61), GUILD, NOON)
    assert caught.value.reason == "at"


async def test_a_match_after_a_result_from_the_future_is_rated_as_recomputed(
    database: Database,
) -> None:
    ahead = read_lines(line([[ADA], [BEN], [CLEO]], at=NOON + 50), GUILD, NOON)
    await taken_in(database, ahead)
    assert await recompute(database, GUILD, lambda: NOON)
    await book(database, result([CLEO], [BEN], [ADA], game="nos", at=NOON))
    assert await differences(database, GUILD) == ()
    before = await load_ratings(database)
    async with database.write() as tx:
        await leagues.request_recompute(tx, GUILD, 0.0)
    assert await recompute(database, GUILD, lambda: NOON)
    assert await load_ratings(database) == before


async def test_a_match_that_ends_while_a_file_is_rated_has_its_ratings(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.league.ratings.recompute._PIECE", 4)
    monkeypatch.setattr("bot.league.ratings.recompute._LAST", 2)
    ahead = read_lines(line([[ADA], [BEN], [CLEO]], at=NOON + 50), GUILD, NOON)
    await taken_in(database, (*some(12), *ahead))
    ends: list[int] = []
    heard: list[asyncio.Future[list[int]]] = []

    def told(_done: int, _total: int) -> None:
        heard.append(asyncio.ensure_future(book(database, result([CLEO], [BEN], game="block", at=NOON))))

    assert await recompute(database, GUILD, lambda: NOON, told)
    for one in heard:
        ends += await one
    assert len(ends) >= 4
    assert await differences(database, GUILD) == ()
    async with database.read() as tx:
        assert not (await leagues.load(tx, GUILD)).is_due
        for result_id in ends:
            assert {one.scope for one in await ratings.of_result(tx, result_id)} >= {"all", "block"}


# --- Giving out -------------------------------------------------------------------------------------------------------


async def test_an_export_that_meets_a_new_generation_half_way_is_of_the_new_one(database: Database) -> None:
    await taken_in(database, some(4))
    assert await recompute(database, GUILD, lambda: NOON)

    class Meeting(LeagueThrottle):
        """A throttle that imports a fifth result after one piece."""

        met = False

        @asynccontextmanager
        async def piece(self) -> AsyncIterator[None]:
            yield
            if not self.met:
                self.met = True
                assert await taken_in(database, some(5)) == TakenIn(1, 4, 0)
                assert await recompute(database, GUILD, lambda: NOON)

    told = json.loads((await export_league(database, GUILD, Meeting(0))).json)
    assert len(told["results"]) == 5
    assert {one["matches"] for one in told["ratings"]} == {5}


def test_a_line_may_say_what_people_are_called() -> None:
    named = line([[ADA], [BEN]])[:-1] + f', "names": {{"{ADA}": " Ada  L. ", "77": "nobody here"}}}}'
    assert names_in(named, NOON) == {ADA: "Ada L."}
    assert len(read_lines(named, GUILD, NOON)) == 1
    with pytest.raises(BadLine, match="names must give each user id a text"):
        names_in(line([[ADA], [BEN]])[:-1] + ', "names": {"1": 2}}', NOON)


def test_half_an_emoji_and_control_characters_in_a_name_are_left_out() -> None:
    cut = line([[ADA], [BEN]])[:-1] + f', "names": {{"{ADA}": "Ada \\ud83e", "{BEN}": "B\\u0000en 🦴"}}}}'
    assert names_in(cut, NOON) == {ADA: "Ada", BEN: "Ben 🦴"}
    with pytest.raises(BadLine) as caught:
        read_lines(line([[ADA], [BEN]], game="\ud83e"), GUILD, NOON)
    assert str(caught.value).encode()


async def test_names_are_saved_with_the_results_or_neither(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(people, "name_new", fail)
        with pytest.raises(Unavailable):
            await import_lines(database, GUILD, some(3), lambda: NOON, names={ADA: "Ada"})
    assert await seen(database) == (0, 0, 0, 0, 0)
    assert await import_lines(database, GUILD, some(3), lambda: NOON, names={ADA: "Ada"}) == TakenIn(3, 0, 0)
    assert await import_lines(database, GUILD, some(3), lambda: NOON, names={BEN: "Ben"}) == TakenIn(0, 3, 0)
    async with database.read() as tx:
        assert await people.all_names(tx, GUILD) == {ADA: "Ada", BEN: "Ben"}


def test_a_void_line_of_an_export_is_passed_over() -> None:
    void = line([[ADA], [BEN]])[:-1] + ', "match": "abc", "void": true}'
    assert len(read_lines(f"{void}\n{line([[ADA], [BEN]])}", GUILD, NOON)) == 1
