"""A forgotten person leaves no trace, and others keep theirs."""

from __future__ import annotations

from math import inf

import pytest
from sqlalchemy import JSON, BigInteger

from bot.league.ratings.recompute import differences, recompute
from bot.league.recording import add_result
from storage import ledger, matches, solo
from storage.database import Database, Transaction
from storage.league import audit_log, leagues, merging, ratings, results, seasons
from storage.league import people as league_people
from storage.league.audit_log import AuditAction, AuditEntry
from storage.league.results import Place, Result
from storage.matches import Player, Status, StoredSeat
from storage.privacy import disclosure, people, personal_data
from storage.schema import league_entries, metadata
from tests.storage.privacy.histories import (
    ADA,
    BEN,
    CLEO,
    ELSEWHERE,
    NAME,
    NOON,
    everything,
    forgotten,
    said_of,
    save_history,
)
from tests.storage.samples import GUILD, match

NOT_PEOPLE = {
    *("id", "guild_id", "channel_id", "board_id", "call_id", "ender_role_id", "players_role_id", "podium_role_id"),
    *("pad_id", "pact_id", "summary_channel_id", "result_id", "amount"),
    *(
        "message_id",
        "host_message_id",
        "tournament_id",
        "pairing_id",
        "import_id",
        "event_id",
        "told_entry",
        "main_season_id",
        "series_id",
        "log_channel_id",
        "logged_id",
        "role_id",
    ),
}
"""Columns of large numbers that are not people."""

JSON_WITHOUT_PEOPLE = {
    *("matches.options", "server_settings.channels", "kent_pacts.proposals", "leagues.games_off"),
    *("matches.offers", "matches.end_request"),  # digests, and seats
    *("reviews.judgements", "player_settings.lessons", "ratings.scores"),
    "league_merges.moved",  # ids of matches, results and tournaments
    *("seasons.games", "seasons.points", "tournaments.options", "tournaments.rules", "tournaments.announcements"),
    "tournaments.withdrawals",
    *("club_nights.evenings", "tournament_series.points"),
}

CUTS = {"matches.cuts"}
"""Lists of who cut which tiles, which are rewritten with the matches in which a person sat."""

IN_LOBBIES = {"matches.pairing_consent"}
"""Lists of people in a lobby; they are emptied when a person leaves, who can be forgotten only afterwards."""


def test_every_column_that_may_name_a_person_is_known_to_do_so_or_not() -> None:
    numbers = {
        column.name for table in metadata.sorted_tables for column in table.c if isinstance(column.type, BigInteger)
    }
    assert numbers == NOT_PEOPLE | personal_data.IDS
    told = {f"{table.name}.{name}" for table, name in personal_data.JSON_WITH_PEOPLE}
    json = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.c
        if isinstance(column.type, JSON)
    }
    assert json == JSON_WITHOUT_PEOPLE | CUTS | IN_LOBBIES | told
    assert all("guild_id" in table.c for table in personal_data.tables())
    lists = {table.name for table in metadata.sorted_tables if "people" in table.c}
    assert lists == {"league_entries", "tournament_pairings"}, "lists of ids in a text must be rewritten too"


async def test_this_history_names_the_person_in_every_possible_column(database: Database) -> None:
    await save_history(database)
    found = set(await said_of(database, ADA))
    assert found >= {
        f"{table.name}.{name}" for table in personal_data.tables() for name in personal_data.IDS if name in table.c
    }
    assert found >= {
        "league_entries.people",
        "tournament_pairings.people",
        "seasons.final",
        "league_deeds.about",
        "league_deeds.reason",
    }


async def test_who_is_forgotten_stands_in_no_table_by_id_or_name(database: Database) -> None:
    await save_history(database)
    await save_history(database, ELSEWHERE, "elsewhere")
    gone = await forgotten(database)
    assert await said_of(database, ADA, NAME, "Łucka") == []
    assert gone.former.keys() == {GUILD, ELSEWHERE}
    assert len(set(gone.former.values())) == 2
    assert all(one < ledger.COMPUTERS for one in gone.former.values())


async def test_forgetting_somebody_changes_nothing_of_anybody_else(database: Database) -> None:
    await save_history(database)
    await save_history(database, ELSEWHERE, "elsewhere")
    before = await everything(database)
    former = set((await forgotten(database)).former.values())
    after = await everything(database)

    def of_others(rows: dict[str, list[dict[str, object]]]) -> dict[str, list[dict[str, object]]]:
        others = {
            "player_settings",
            "league_people",
            "kent_pads",
            "solo_log",
            "seasons",
            "league_deeds",
            "league_entries",
            "club_nights",
            "tournaments",
            "tournament_people",
            "tournament_pairings",
        }
        return {
            table: [row for row in found if not any(value in (ADA, *former) for value in row.values())]
            for table, found in rows.items()
            if table not in others | {"solos", "solo_players"}
        }

    assert of_others(after) == of_others(before)
    for table in ("matches", "seats", "match_log", "deal_results", "match_results", "league_places", "chip_payments"):
        assert len(after[table]) == len(before[table])
    assert [row["user_id"] for row in after["league_people"]] == [BEN, BEN]
    asked = [row["asks_id"] for row in after["tournament_people"] if row["user_id"] == BEN]
    assert asked == [None, None]
    async with database.read() as tx:
        [season] = await seasons.closed_between(tx, GUILD, 0.0, inf)
        assert season.final is not None
        assert season.final[1] == {"user_id": BEN, "name": "Ben", "place": 2}
        assert season.final[0]["name"] == ""


async def test_the_ledger_stays_sound_and_a_former_player_is_no_leader(database: Database) -> None:
    await save_history(database)
    gone = await forgotten(database)
    async with database.read() as tx:
        assert await ledger.audit(tx) == ()
        held = await ledger.balances(tx, GUILD)
        # 500 to begin with each; Ada paid 28 and got 14.
        assert held == {ledger.BANK: -1000, gone.former[GUILD]: 486, BEN: 514}
        leaders = await ledger.leaders(tx, GUILD)
        assert ([one.account for one in leaders.items], leaders.total) == ([BEN], 1)


async def test_the_audit_finds_an_account_of_a_former_player_never_seated(database: Database) -> None:
    await save_history(database)
    async with database.write() as tx:
        await ledger.pay(tx, GUILD, "past", [ledger.Payment(3, 1, BEN, -77, 5, "out", NOON)])
    async with database.read() as tx:
        assert await ledger.audit(tx) == ("1 people have payments but never sat down",)


async def test_ratings_of_others_stay_and_computing_again_changes_nothing(database: Database) -> None:
    played = [((ADA, BEN), (CLEO, 4)), ((BEN,), (ADA,)), ((CLEO, ADA, 5), (BEN, 4, 6)), ((ADA,), (CLEO,))]
    for number, sides in enumerate(played):
        places = tuple(Place(one, side, side + 1, won=side == 0) for side, here in enumerate(sides) for one in here)
        async with database.write() as tx:
            await add_result(
                tx, Result(0, GUILD, None, "kent", NOON + number, results.ResultOrigin.IMPORT, places, len(sides))
            )
    async with database.read() as tx:
        before = {(one.scope, one.user_id): one for one in await ratings.all_in(tx, GUILD, 0)}
    new = (await forgotten(database)).former[GUILD]
    async with database.read() as tx:
        after = {(one.scope, one.user_id): one for one in await ratings.all_in(tx, GUILD, 0)}
    assert {key: one for key, one in after.items() if key[1] != new} == {
        key: one for key, one in before.items() if key[1] != ADA
    }
    assert after["all", new].mu == before["all", ADA].mu
    assert await differences(database, GUILD) == ()
    async with database.write() as tx:
        await leagues.request_recompute(tx, GUILD, 0.0)
    assert await recompute(database, GUILD, lambda: NOON)
    async with database.read() as tx:
        assert {(one.scope, one.user_id): one for one in await ratings.all_in(tx, GUILD, 1)} == after


async def test_a_concurrent_league_computation_does_not_restore_the_id(database: Database) -> None:
    for number in range(20):
        places = (Place(ADA, 0, 1, won=True), Place(BEN, 1, 2, won=False))
        async with database.write() as tx:
            await add_result(tx, Result(0, GUILD, None, "kent", NOON + number, results.ResultOrigin.IMPORT, places, 2))
    async with database.write() as tx:
        await leagues.request_recompute(tx, GUILD, 0.0)
        # What the run of another process has begun to write.
        assert await leagues.claim_run(tx, GUILD, "another", NOON, 60.0)
        await ratings.save(tx, GUILD, 1, [ratings.Rating("all", ADA, 26.0, 7.0, 1, 1, 3.0, NOON)])
        asked = (await leagues.load(tx, GUILD)).asked
    await forgotten(database)
    async with database.read() as tx:
        assert (await leagues.load(tx, GUILD)).asked == asked + 1
    assert await recompute(database, GUILD, lambda: NOON + 61)
    assert await said_of(database, ADA) == []
    assert await differences(database, GUILD) == ()


async def test_results_of_the_deals_of_the_days_stay_and_other_solitaires_go(database: Database) -> None:
    await save_history(database)
    await forgotten(database)
    async with database.read() as tx:
        [left] = await solo.day_in(tx, GUILD, "a game", "2025-11-13")
        assert (left.id, left.name) == ("past-solo-0", "")
        assert await solo.load(tx, "past-solo-1") is None
        assert await solo.load(tx, "past-solo-2") is None


async def test_the_seats_of_live_matches_are_told_and_those_of_others_are_not(database: Database) -> None:
    await save_history(database)
    async with database.write() as tx:
        sitting = (StoredSeat(0, ADA, Player.PERSON, NAME, 0, away=False),)
        await matches.add(tx, match("live", status=Status.PAUSED), sitting)
        await matches.add(
            tx, match("other", status=Status.PLAYING), (StoredSeat(0, BEN, Player.PERSON, "Ben", 0, away=False),)
        )
    async with database.read() as tx:
        assert [one.id for one in await people.tables_of(tx, ADA)] == ["live"]


async def test_matches_played_during_the_search_are_forgotten_too(database: Database) -> None:
    async with database.read() as tx:
        known = await people.long_traces(tx, ADA)
    await save_history(database)  # ends at NOON + 600
    async with database.write() as tx:
        await people.forget(tx, ADA, known, NOON + 590)
    assert await said_of(database, ADA, NAME) == []


async def test_who_began_a_match_is_still_told_in_order_for_others(database: Database) -> None:
    await save_history(database)
    new = (await forgotten(database)).former[GUILD]
    async with database.read() as tx:
        [entry] = (await tx.execute(league_entries.select())).all()
    assert entry.people == f"{new},{BEN}"


async def test_a_person_gets_all_that_names_them_and_no_seed(database: Database) -> None:
    await save_history(database)
    async with database.read() as tx:
        told = await disclosure.of_person(tx, ADA)
        counted = await disclosure.counts(tx, ADA)
    named = {place.partition(".")[0] for place in await said_of(database, ADA)} - {
        "league_entries",
        "seasons",
        "tournament_pairings",
    }
    assert told.keys() >= named
    assert "secret of the shuffle" not in str(told)
    assert str(BEN) not in str(
        {table: rows for table, rows in told.items() if table not in {"chip_payments", "league_deeds"}}
    )
    assert [(one["payer"], one["amount"]) for one in told["chip_payments"]] == [(0, 500), (ADA, 28), (BEN, 14)]
    assert [one["move"] for one in told["match_log"]] == ["6-4"]
    assert [(one["id"], one["hosted"]) for one in told["matches"]] == [("past", True)]
    assert told["kent_pacts"] == [{"match_id": "past", "sign": "wink", "drawn": False}]
    assert [one["season"] for one in told["seasons_final"]] == ["Autumn"]
    assert (counted["seats"], counted["chip_payments"], counted["solos"]) == (2, 3, 3)


async def test_names_are_removed_from_reasons_only_as_whole_words(database: Database) -> None:
    await save_history(database)
    new = (await forgotten(database)).former[GUILD]
    rows = (await everything(database))["league_deeds"]
    assert [row["reason"] for row in rows] == [f"… and <@{new}> cheated", "Adam asked …"]
    assert rows[1]["about"] == {"from": new, "into": BEN}


@pytest.mark.parametrize("number", range(50))
def test_the_id_of_a_former_player_is_below_every_account_that_is_nobody_s(number: int) -> None:
    assert -(2**62) - 2 < people.former_id() < ledger.COMPUTERS


async def reasons(database: Database) -> list[str]:
    return [row["reason"] for row in (await everything(database))["league_deeds"]]


async def test_a_name_that_is_a_word_goes_only_from_reasons_about_its_owner(database: Database) -> None:
    """User "cheating" deletes their data; texts about others stay."""

    async def audit_entry(tx: Transaction, guild_id: int, reason: str, result_id: int | None, by: int = BEN) -> None:
        await audit_log.add(tx, AuditEntry(0, guild_id, NOON, by, AuditAction.VOID, reason, result_id))

    async with database.write() as tx:
        for guild_id, pair in ((GUILD, (ADA, BEN)), (GUILD, (BEN, CLEO)), (ELSEWHERE, (BEN, CLEO))):
            places = tuple(Place(one, side, side + 1, won=not side) for side, one in enumerate(pair))
            result_id = await results.add(
                tx, Result(0, guild_id, None, "block", NOON, results.ResultOrigin.IMPORT, places, 2)
            )
            await audit_entry(tx, guild_id, "Proven cheating by Zoe", result_id)
        await audit_entry(tx, GUILD, "I, cheating, say so", None, by=ADA)
        await audit_entry(tx, ELSEWHERE, f"cheating, as <@{ADA}> says", None)
        await league_people.name(tx, GUILD, {ADA: "cheating", BEN: "Ben"})
    former = (await forgotten(database)).former
    assert await reasons(database) == [
        "Proven … by Zoe",  # of a match of theirs, where the word may mean them
        "Proven cheating by Zoe",
        "Proven cheating by Zoe",
        "I, …, say so",
        f"cheating, as <@{former[ELSEWHERE]}> says",
    ]
    assert await said_of(database, ADA) == []


async def test_a_merged_account_is_told_where_it_stands_and_can_be_forgotten(
    database: Database,
) -> None:
    await save_history(database)
    async with database.write() as tx:
        places = (Place(CLEO, 0, 1, won=True), Place(4, 1, 2, won=False))
        await results.add(tx, Result(0, GUILD, None, "block", NOON, results.ResultOrigin.IMPORT, places, 2))
        await merging.merge(tx, await merging.begin(tx, GUILD, CLEO, BEN, NOON), NOON)
        merged = AuditEntry(0, GUILD, NOON, BEN, AuditAction.MERGE, about={"from": CLEO, "into": BEN})
        await audit_log.add(tx, merged)
    async with database.read() as tx:
        assert await disclosure.counts(tx, CLEO) == {"league_deeds": 1, "league_merges": 1}
        assert [one["about"]["from"] for one in (await disclosure.of_person(tx, CLEO))["league_deeds"]] == [CLEO]
    former = (await forgotten(database, CLEO)).former[GUILD]
    assert await said_of(database, CLEO) == []
    async with database.read() as tx:
        assert await disclosure.counts(tx, CLEO) == {}
        (newest, *_), _ = await audit_log.page(tx, GUILD)
    assert newest.about == {"from": former, "into": BEN}


async def test_who_stands_only_in_the_table_of_a_closed_season_is_told_so(database: Database) -> None:
    async with database.write() as tx:
        season_id = await seasons.add(tx, seasons.Season(0, GUILD, "Autumn", NOON, NOON + 1))
        assert season_id is not None
        await seasons.close(tx, season_id, NOON, ({"user_id": CLEO, "name": "Cleo", "place": 1},))
    async with database.read() as tx:
        assert await disclosure.counts(tx, CLEO) == {"seasons_final": 1}
