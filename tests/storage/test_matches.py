"""Round trips of matches, and table constraints, on both engines."""

import asyncio
from dataclasses import replace

import pytest

from storage import guilds, matches
from storage.database import Conflict, Database, Missing, Outdated
from storage.matches import TAKEN_BACK, DealResult, LogEntry, MatchResult, Player, Status, StoredSeat
from storage.privacy import servers
from storage.schema import metadata
from tests.storage.samples import CHANNEL, GUILD, HOST, MATCH, SEATS, append, match, moves, saved_revisions

LIVE = [Status.LOBBY, Status.PLAYING, Status.PAUSED]
ENDED = [Status.OVER, Status.CANCELLED]


async def test_a_match_comes_back_as_it_was_added(database: Database) -> None:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
    async with database.read() as tx:
        assert await matches.load(tx, MATCH.id) == (MATCH, SEATS)


async def test_the_enums_come_back_as_enums(database: Database) -> None:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        found = await matches.load(tx, MATCH.id)
    assert found is not None
    assert isinstance(found[0].status, Status)
    assert [type(seat.player) for seat in found[1]] == [Player, Player]


async def test_the_largest_ids_and_the_finest_times_survive(database: Database) -> None:
    extreme = replace(MATCH, channel_id=2**63 - 1, deadline=1_763_000_000.0000002, board_at=0.1)
    async with database.write() as tx:
        await matches.add(tx, extreme, ())
        assert await matches.load(tx, MATCH.id) == (extreme, ())


async def test_an_unknown_match_is_none(database: Database) -> None:
    async with database.read() as tx:
        assert await matches.load(tx, "nobody") is None
        assert await matches.log(tx, "nobody") == ()
        assert await matches.live_in(tx, CHANNEL) is None


@pytest.mark.parametrize("name", ["", "x" * 17, "with space", "ż", "a:b"])
def test_the_id_of_a_match_fits_a_button(name: str) -> None:
    with pytest.raises(ValueError, match="url-safe"):
        replace(MATCH, id=name)


def test_the_seed_is_in_no_repr() -> None:
    assert "secret" not in repr(MATCH)


async def test_a_new_match_has_no_log(database: Database) -> None:
    async with database.write() as tx:
        with pytest.raises(ValueError, match="revision 0"):
            await matches.add(tx, replace(MATCH, revision=1), ())


@pytest.mark.parametrize("second", LIVE)
@pytest.mark.parametrize("first", LIVE)
async def test_a_channel_has_one_live_match(database: Database, first: Status, second: Status) -> None:
    async with database.write() as tx:
        await matches.add(tx, match("first", channel_id=CHANNEL, status=first), SEATS)
    with pytest.raises(Conflict):
        async with database.write() as tx:
            await matches.add(tx, match("second", channel_id=CHANNEL, status=second), SEATS)
    async with database.read() as tx:
        assert await matches.live_in(tx, CHANNEL) == "first"
        assert await matches.load(tx, "second") is None


@pytest.mark.parametrize("status", ENDED)
async def test_an_ended_match_leaves_its_channel_free(database: Database, status: Status) -> None:
    async with database.write() as tx:
        await matches.add(tx, match("first", channel_id=CHANNEL), SEATS)
        await matches.update(tx, "first", 0, status=status)
        assert await matches.live_in(tx, CHANNEL) is None
        await matches.add(tx, match("second", channel_id=CHANNEL, rematch_of="first"), SEATS)
        assert await matches.live_in(tx, CHANNEL) == "second"


async def test_an_ended_match_cannot_come_to_life_in_a_taken_channel(database: Database) -> None:
    async with database.write() as tx:
        await matches.add(tx, match("first", channel_id=CHANNEL, status=Status.OVER), SEATS)
        await matches.add(tx, match("second", channel_id=CHANNEL), SEATS)
    with pytest.raises(Conflict):
        async with database.write() as tx:
            await matches.update(tx, "first", 0, status=Status.PLAYING)


async def test_a_fingerprint_is_announced_by_a_match_of_the_same_channel(database: Database) -> None:
    async with database.write() as tx:
        await matches.add(tx, replace(MATCH, next_fingerprint="f0"), SEATS)
        found = [await matches.announced_by(tx, match("next", channel_id=channel), "f0") for channel in (CHANNEL, 7)]
    assert found == [MATCH.id, None]


async def test_an_id_is_given_once(database: Database) -> None:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
    with pytest.raises(Conflict):
        async with database.write() as tx:
            await matches.add(tx, replace(MATCH, channel_id=7), SEATS)


async def test_update_changes_what_is_named_and_nothing_else(database: Database) -> None:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        await matches.add(tx, match("other"), SEATS)
        await matches.update(tx, MATCH.id, 0, status=Status.PLAYING, deadline=None, options={"limit": 30}, warned=True)
        changed = replace(MATCH, status=Status.PLAYING, deadline=None, options={"limit": 30}, warned=True, version=1)
        assert await matches.load(tx, MATCH.id) == (changed, SEATS)
        assert await matches.load(tx, "other") == (match("other"), SEATS)


@pytest.mark.parametrize("version", [-1, 1, 7])
async def test_an_update_worked_out_from_another_version_changes_nothing(database: Database, version: int) -> None:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
    with pytest.raises(Outdated):
        async with database.write() as tx:
            await matches.update(tx, MATCH.id, version, clock="slow")
    async with database.read() as tx:
        assert await matches.load(tx, MATCH.id) == (MATCH, SEATS)


async def test_of_two_updates_from_one_version_at_once_one_succeeds(database: Database) -> None:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)

    async def update(clock: str) -> None:
        async with database.write() as tx:
            await matches.update(tx, MATCH.id, 0, clock=clock)

    ends = await asyncio.gather(update("slow"), update("quick"), return_exceptions=True)
    assert sorted(type(end).__name__ for end in ends) == ["NoneType", "Outdated"]
    async with database.read() as tx:
        assert await matches.newest_version(tx, MATCH.id) == 1


@pytest.mark.parametrize("name", ["colour", "id", "guild_id", "revision", "version"])
async def test_update_refuses_what_is_no_column_or_does_not_change(database: Database, name: str) -> None:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        with pytest.raises(TypeError, match=name):
            await matches.update(tx, MATCH.id, 0, **{name: 5}, clock="slow")
        assert await matches.load(tx, MATCH.id) == (MATCH, SEATS)


async def test_what_works_on_a_match_says_when_there_is_none(database: Database) -> None:
    async with database.write() as tx:
        with pytest.raises(Missing):
            await matches.update(tx, "nobody", 0, clock="slow")
        with pytest.raises(Missing):
            await matches.update(tx, "nobody", 0)
        with pytest.raises(Missing):
            await matches.save_seats(tx, "nobody", SEATS)
        with pytest.raises(Missing):
            await append(tx, "nobody", moves(1, 1))
        with pytest.raises(Missing):
            await matches.save_deal_results(tx, "nobody", [DealResult(1, 0, HOST, 5, 5)])
        with pytest.raises(Missing):
            await matches.save_match_results(tx, "nobody", [])


async def test_seats_are_replaced_as_a_whole(database: Database) -> None:
    new = (
        StoredSeat(0, None, Player.CASUAL, "Casual", 0, away=False),
        StoredSeat(3, 77, Player.PERSON, "Ян", 2, away=False),
    )
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        await matches.save_seats(tx, MATCH.id, new[::-1])
        assert await matches.load(tx, MATCH.id) == (MATCH, new)
        await matches.save_seats(tx, MATCH.id, ())
        assert await matches.load(tx, MATCH.id) == (MATCH, ())


async def test_the_log_comes_back_in_order_and_moves_the_revision(database: Database) -> None:
    entries = (
        LogEntry(1, 0, "6-4", HOST, 5.25),
        LogEntry(2, 1, "draw", None, 6.5),
        LogEntry(3, None, "pass", None, 7.125),
    )
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        await append(tx, MATCH.id, entries[:1])
        await append(tx, MATCH.id, ())
        await append(tx, MATCH.id, entries[1:])
    async with database.read() as tx:
        assert await matches.log(tx, MATCH.id) == entries
        assert await matches.load(tx, MATCH.id) == (replace(MATCH, revision=3, version=3), SEATS)


async def test_entries_that_were_taken_back_are_not_in_the_log_and_their_revisions_do_not_come_again(
    database: Database,
) -> None:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        await append(tx, MATCH.id, moves(1, 3))
        await append(tx, MATCH.id, [LogEntry(4, 0, f"{TAKEN_BACK}1", HOST, 5.5)])
        await append(tx, MATCH.id, moves(5, 5))
    async with database.read() as tx:
        assert await matches.log(tx, MATCH.id) == (*moves(1, 1), *moves(5, 5))
        found = await matches.load(tx, MATCH.id)
        assert found is not None
        assert found[0].revision == 5


async def test_a_step_claims_its_version_and_continues_the_log_in_one_statement(database: Database) -> None:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        await matches.update(tx, MATCH.id, 0, moves(1, 2), warned=True)
    async with database.read() as tx:
        found = await matches.load(tx, MATCH.id)
    assert found is not None
    assert (found[0].version, found[0].revision, found[0].warned) == (1, 2, True)
    assert await saved_revisions(database, MATCH.id) == [1, 2]
    async with database.write() as tx:
        with pytest.raises(Outdated):
            await matches.update(tx, MATCH.id, 0, moves(3, 3))
    async with database.write() as tx:
        with pytest.raises(Missing):
            await matches.update(tx, "nobody", 0, moves(1, 1))
    assert await saved_revisions(database, MATCH.id) == [1, 2]


@pytest.mark.parametrize("wrong", [[1], [2], [4], [3, 5], [4, 3], [3, 3], [0], [2, 3]])
async def test_a_step_whose_entries_do_not_continue_the_log_writes_nothing(
    database: Database, wrong: list[int]
) -> None:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        await append(tx, MATCH.id, moves(1, 2))
    entries = [LogEntry(revision, 0, "6-4", HOST, 5.0) for revision in wrong]
    async with database.write() as tx:
        with pytest.raises(Conflict):
            await matches.update(tx, MATCH.id, 1, entries, warned=True)
    async with database.read() as tx:
        assert await matches.load(tx, MATCH.id) == (replace(MATCH, revision=2, version=1), SEATS)


async def test_live_matches_are_those_not_ended_the_oldest_first(database: Database) -> None:
    made = [match(status.value, status=status, created_at=100.0 - when) for when, status in enumerate(Status)]
    async with database.write() as tx:
        for one in made:
            await matches.add(tx, one, SEATS)
        assert await matches.live(tx) == (made[2], made[1], made[0])


async def test_results_come_back_in_order(database: Database) -> None:
    first = (DealResult(1, 0, HOST, 0, 0), DealResult(1, 1, None, 17, 17))
    second = (DealResult(2, 0, HOST, 44, 44), DealResult(2, 1, None, -3, 14))
    ends = (
        MatchResult(0, HOST, "Łucja", 1, won=True, score=44),
        MatchResult(1, None, "Regular", 2, won=False, score=14),
    )
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        await matches.save_deal_results(tx, MATCH.id, second[::-1])
        await matches.save_deal_results(tx, MATCH.id, first)
        await matches.save_match_results(tx, MATCH.id, ends[::-1])
    async with database.read() as tx:
        assert await matches.results(tx, MATCH.id) == (first + second, ends)
        assert await matches.results(tx, "nobody") == ((), ())


async def test_a_deal_and_a_match_are_booked_once(database: Database) -> None:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        await matches.save_deal_results(tx, MATCH.id, [DealResult(1, 0, HOST, 5, 5)])
        await matches.save_match_results(tx, MATCH.id, [MatchResult(0, HOST, "Łucja", 1, won=True, score=5)])
    with pytest.raises(Conflict):
        async with database.write() as tx:
            await matches.save_deal_results(tx, MATCH.id, [DealResult(1, 0, HOST, 6, 11)])
    with pytest.raises(Conflict):
        async with database.write() as tx:
            await matches.save_match_results(tx, MATCH.id, [MatchResult(0, HOST, "Łucja", 2, won=False, score=0)])
    async with database.read() as tx:
        deals, ends = await matches.results(tx, MATCH.id)
    assert [deal.score for deal in deals] == [5]
    assert [end.rank for end in ends] == [1]


async def test_forgetting_a_server_deletes_all_of_it_and_nothing_else(database: Database) -> None:
    async with database.write() as tx:
        for guild_id, name in ((GUILD, "mine"), (GUILD + 1, "theirs")):
            await matches.add(tx, match(name, guild_id=guild_id), SEATS)
            await append(tx, name, moves(1, 3))
            await matches.save_deal_results(tx, name, [DealResult(1, 0, HOST, 5, 5)])
            await matches.save_match_results(tx, name, [MatchResult(0, HOST, "Łucja", 1, won=True, score=5)])
            await guilds.save_server(tx, guilds.ServerSettings(guild_id, locale="ru"))
            await guilds.save_player(tx, guilds.PlayerSettings(guild_id, HOST, locale="pl"))
    async with database.write() as tx:
        # 1 match, 2 seats, 3 moves, 1 deal, 1 result, 1 server's and 1 player's settings
        assert await servers.forget(tx, GUILD, 1000) == 10
        assert await servers.forget(tx, GUILD, 1000) == 0
    async with database.read() as tx:
        assert await matches.load(tx, "mine") is None
        assert await matches.log(tx, "mine") == ()
        assert await matches.results(tx, "mine") == ((), ())
        assert await guilds.server(tx, GUILD) == guilds.ServerSettings(GUILD)
        assert await guilds.player(tx, GUILD, HOST) == guilds.PlayerSettings(GUILD, HOST)
        assert (await guilds.server(tx, GUILD + 1)).locale == "ru"
        assert (await guilds.player(tx, GUILD + 1, HOST)).locale == "pl"
        assert [len(part) for part in await matches.results(tx, "theirs")] == [1, 1]
    assert await saved_revisions(database, "theirs") == [1, 2, 3]


def test_every_table_can_be_divided_by_server() -> None:
    shared = ["daily_deals", "month_seeds", "puzzle_ratings", "spent_tries"]  # the same in all servers
    assert [table.name for table in metadata.sorted_tables if "guild_id" not in table.c] == shared
