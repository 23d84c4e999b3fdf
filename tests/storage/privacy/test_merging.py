"""Merged accounts: matches go together, chips and closed seasons stay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage import ledger, matches
from storage.database import Database
from storage.league import merging, people, tournaments
from storage.league.merging import StoredMerge
from storage.league.results import MatchEntry, enter
from storage.league.tournament_values import Participant
from storage.matches import LogEntry
from storage.privacy import personal_data, servers
from storage.schema import tournament_co_hosts
from tests.storage.privacy.histories import ADA, BEN, CLEO, ELSEWHERE, NAME, NOON, everything, save_history
from tests.storage.samples import GUILD, append, match


async def merge(database: Database, old: int, new: int) -> StoredMerge:
    async with database.write() as tx:
        begun = await merging.begin(tx, GUILD, old, new, NOON)
        known = await merging.long_traces(tx, old)
    for renaming in merging.renamings_before(known, GUILD, old, new):
        async with database.write() as tx:
            await tx.execute(renaming)
    async with database.write() as tx:
        await merging.merge(tx, begun, NOON)
        done = await merging.latest(tx, GUILD, old, new)
    assert done is not None
    return done


async def undo(database: Database, one: StoredMerge) -> None:
    for renaming in merging.undoings_before(one):
        async with database.write() as tx:
            await tx.execute(renaming)
    async with database.write() as tx:
        await merging.undo(tx, one)


async def test_a_merged_account_passes_on_its_matches_in_this_server_alone(database: Database) -> None:
    await save_history(database)
    await save_history(database, ELSEWHERE, "elsewhere")
    before = await everything(database)
    await merge(database, ADA, CLEO)
    after = await everything(database)
    moved = (
        "seats",
        "match_log",
        "deal_results",
        "match_results",
        "league_entrants",
        "league_places",
        "league_feats",
        "tournament_co_hosts",
        "tournament_people",
        "result_claims",
    )
    for table in moved:
        renamed = [
            {
                key: CLEO if key in ("user_id", "asks_id") and (row["guild_id"], value) == (GUILD, ADA) else value
                for key, value in row.items()
            }
            for row in before[table]
        ]
        assert sorted(map(str, after[table])) == sorted(map(str, renamed)), table  # the key may hold the id
    began = {row["match_id"]: row["people"] for row in after["league_entries"]}
    assert began == {"past": f"{BEN},{CLEO}", "elsewhere": f"{ADA},{BEN}"}
    paired = {row["guild_id"]: row["people"] for row in after["tournament_pairings"]}
    assert paired == {GUILD: f"{BEN}|{CLEO}", ELSEWHERE: f"{ADA}|{BEN}"}
    assert {row["guild_id"]: row["host_id"] for row in after["tournaments"]} == {GUILD: CLEO, ELSEWHERE: ADA}
    assert {row["guild_id"]: row["host_id"] for row in after["club_nights"]} == {GUILD: CLEO, ELSEWHERE: ADA}
    changed = {"league_entries", "league_merges", "league_people", "tournaments", "tournament_pairings", "club_nights"}
    stay = before.keys() - {*moved, *changed}
    assert {table: after[table] for table in stay} == {table: before[table] for table in stay}
    assert {(row["guild_id"], row["user_id"]) for row in after["league_people"]} == {
        (GUILD, BEN), (ELSEWHERE, ADA), (ELSEWHERE, BEN),
    }  # fmt: skip
    async with database.read() as tx:
        assert await ledger.audit(tx) == ()
        assert await people.names(tx, ELSEWHERE, [ADA]) == {ADA: NAME}


async def test_an_undone_merge_leaves_everything_as_before(database: Database) -> None:
    await save_history(database)
    await save_history(database, ELSEWHERE, "elsewhere")
    async with database.write() as tx:  # both accounts moved in this match
        await matches.add(tx, match("shared"), ())
        await append(tx, "shared", (LogEntry(1, 0, "6-4", ADA, NOON), LogEntry(2, 1, "4-4", CLEO, NOON)))
    before = await everything(database)
    done = await merge(database, ADA, CLEO)
    async with database.write() as tx:  # what the new account plays later stays its own
        await append(tx, "shared", (LogEntry(3, 1, "4-2", CLEO, NOON),))
    await undo(database, done)
    after = await everything(database)
    assert [row["user_id"] for row in after["match_log"] if row["match_id"] == "shared"] == [ADA, CLEO, CLEO]
    later = {"match_log", "matches"}
    shown = {table: str(rows) for table, rows in after.items() if table not in later}
    kept = [{**row, "revision": 0} for row in before["tournaments"]]
    assert [{**row, "revision": 0} for row in after["tournaments"]] == kept
    del shown["tournaments"]
    assert shown == {table: str(before[table]) for table in shown}


async def test_an_undone_merge_of_two_co_hosts_restores_both(database: Database) -> None:
    await save_history(database)
    [of_ada] = (await everything(database))["tournament_co_hosts"]
    async with database.write() as tx:
        await tx.add_new(tournament_co_hosts, {**of_ada, "user_id": CLEO, "number": 1 + of_ada["number"]})
    before = (await everything(database))["tournament_co_hosts"]
    done = await merge(database, ADA, CLEO)
    assert [row["user_id"] for row in (await everything(database))["tournament_co_hosts"]] == [CLEO]
    await undo(database, done)
    assert sorted(map(str, (await everything(database))["tournament_co_hosts"])) == sorted(map(str, before))


async def test_an_undone_merge_takes_no_later_tournament_from_the_new_account(database: Database) -> None:
    await save_history(database)
    done = await merge(database, ADA, CLEO)
    async with database.write() as tx:
        [number] = (await tournaments.roles_of(tx, GUILD, CLEO))["host"]
        cup = await tournaments.load(tx, GUILD, number)
        assert cup is not None
        later = replace(cup, id=await tournaments.add(tx, cup))
        people = [Participant(CLEO, 1, NOON), Participant(BEN, 2, NOON, asks_id=CLEO)]
        await tournaments.save_participants(tx, later, people)
    roles = await roles_of(database, CLEO)
    assert roles == {role: [number, later.id] for role in ("host", "paused", "player", "asked")} | {"co_host": [number]}
    await undo(database, done)
    assert await roles_of(database, CLEO) == {role: [later.id] for role in ("host", "paused", "player", "asked")} | {
        "co_host": []
    }


async def roles_of(database: Database, person: int) -> dict[str, list[int]]:
    async with database.read() as tx:
        return await tournaments.roles_of(tx, GUILD, person)


async def test_an_interrupted_merge_can_be_undone_wholly(database: Database) -> None:
    await save_history(database)
    before = await everything(database)
    async with database.write() as tx:
        await merging.begin(tx, GUILD, ADA, CLEO, NOON)
        known = await merging.long_traces(tx, ADA)
    async with database.write() as tx:
        await tx.execute(next(merging.renamings_before(known, GUILD, ADA, CLEO)))
    await undo(database, await merge(database, ADA, CLEO))
    after = await everything(database)
    for table in ("match_log", "deal_results", "seats", "league_places", "league_merges"):
        assert after[table] == before[table], table


async def test_how_often_two_accounts_met_and_how_much_one_has_is_counted(database: Database) -> None:
    await save_history(database)
    async with database.read() as tx:
        assert await merging.together(tx, GUILD, ADA, BEN) == 1
        assert await merging.together(tx, GUILD, ADA, CLEO) == 0
        assert await merging.together(tx, ELSEWHERE, ADA, BEN) == 0
        assert await merging.played_by(tx, GUILD, ADA) == 1
        assert await merging.first_at(tx, GUILD, ADA) == NOON + 600
        assert await merging.first_at(tx, GUILD, CLEO) is None


async def test_who_has_left_a_match_that_goes_on_is_still_in_it(database: Database) -> None:
    await save_history(database)
    async with database.write() as tx:
        await matches.add(tx, match("live"), ())
        await enter(tx, MatchEntry("live", GUILD, "block", NOON, None, {0: CLEO, 1: BEN}))
    async with database.read() as tx:
        assert await merging.live_tables(tx, GUILD, CLEO)
        assert not await merging.live_tables(tx, GUILD, ADA)
        assert not await merging.live_tables(tx, ELSEWHERE, CLEO)
        assert not await servers.is_gone(tx, GUILD)


async def test_moves_are_renamed_in_pieces_that_find_them_by_their_matches(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(personal_data, "_AT_ONCE", 2)
    async with database.write() as tx:
        for number in range(5):
            await matches.add(tx, replace(match(f"m{number}"), channel_id=number), ())
            await append(tx, f"m{number}", (LogEntry(1, 0, "6-4", ADA, NOON),))
    async with database.read() as tx:
        known = await merging.long_traces(tx, ADA)
    pieces = list(merging.renamings_before(known, GUILD, ADA, CLEO))
    async with database.write() as tx:
        assert [(await tx.execute(piece)).rowcount for piece in pieces] == [2, 2, 1]
    assert {row["user_id"] for row in (await everything(database))["match_log"]} == {CLEO}
