"""A person's past in every table, and a search for it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date, time
from typing import Any

from sqlalchemy import insert, select

from storage import guilds, kept_out, ledger, matches, reports, reviews, signs, solo
from storage.database import Database, Transaction
from storage.kept_out import KeptOut
from storage.league import (
    audit_log,
    club_nights,
    leagues,
    people,
    player_records,
    ratings,
    result_claims,
    results,
    seasons,
    tournaments,
)
from storage.league.audit_log import AuditAction, AuditEntry
from storage.league.club_nights import ClubNight
from storage.league.result_claims import ResultClaim
from storage.league.results import MatchEntry, Place, Result
from storage.league.seasons import Season
from storage.league.tournament_values import (
    Pairing,
    PairingSide,
    PairingState,
    Participant,
    Tournament,
    TournamentRules,
    TournamentStage,
    key_of,
)
from storage.ledger import Payment
from storage.matches import Cut, DealResult, LogEntry, MatchResult, Player, Status, StoredSeat
from storage.privacy import people as privacy
from storage.privacy.people import Forgotten
from storage.reports import Report
from storage.reviews import StoredReview
from storage.schema import league_merges, metadata, puzzle_attempts, puzzle_solvers
from storage.signs import Pact, Pad
from storage.solo import SoloEntry, SoloStatus, StoredSolo
from tests.storage.samples import GUILD, match

ADA, BEN, CLEO = 1_100_000_000_000_000_101, 1_100_000_000_000_000_102, 1_100_000_000_000_000_103
NAME = "Ada Łucka"
ELSEWHERE = GUILD + 7
NOON = 1_763_035_200.0


async def save_history(database: Database, guild_id: int = GUILD, name: str = "past") -> None:
    """Save a past of Ada in a server's tables."""
    async with database.write() as tx:
        await _save_match(tx, guild_id, name)
        await _save_ratings(tx, guild_id, name)
        await guilds.save_player(tx, guilds.PlayerSettings(guild_id, ADA, locale="pl"))
        await solo.replace_next_seed(tx, guild_id, ADA, None, f"{name}.next")
        await solo.meet(tx, guild_id, ADA, NAME)
        await solo.meet(tx, guild_id, BEN, "Ben")
        for person, called in ((ADA, NAME), (BEN, "Ben")):
            await reports.add(tx, Report(0, guild_id, person, called, name, "block", 1, "6-4 is laid.", "odd", NOON))
        for number, (day, counted, is_open) in enumerate(
            [("2025-11-13", True, False), ("", True, False), ("", False, True)]
        ):
            solo_id = f"{name}-solo-{number}"
            one = StoredSolo(
                solo_id, guild_id, ADA, NAME, "a game", f"{name} {number}", day, counted, is_open,
                SoloStatus.PLAYING if is_open else SoloStatus.SOLVED, 0, 3, helped=False, created_at=NOON,
                ended_at=None if is_open else NOON + 60,
            )  # fmt: skip
            if not is_open or guild_id == GUILD:
                await solo.add(tx, one)
                await solo.update(tx, solo_id, 0, [SoloEntry(1, "a move", NOON)])


def review(match_id: str, guild_id: int, seat: int, user_id: int) -> StoredReview:
    """Return a finished review."""
    return StoredReview(
        match_id=match_id,
        guild_id=guild_id,
        seat=seat,
        user_id=user_id,
        game="block",
        judgements=[],
        total=0,
        done=True,
        chips=False,
        accuracy=None,
        luck=0,
        play=0,
        at=NOON,
    )


async def _save_match(tx: Transaction, guild_id: int, name: str) -> None:
    sitting = (
        StoredSeat(0, ADA, Player.PERSON, NAME, 0, away=False),
        StoredSeat(1, BEN, Player.PERSON, "Ben", 0, away=False, former_id=ADA, former_name=NAME),
    )
    over = match(
        name,
        guild_id=guild_id,
        host_id=ADA,
        status=Status.OVER,
        started_at=NOON,
        ended_at=NOON + 600,
        server_seed=f"{name}.5eed",
        ended_by=ADA,
        cuts=(Cut(ADA, "17 Łucka"), Cut(BEN, "18 heads")),
    )
    await matches.add(tx, over, sitting)
    await results.enter(tx, MatchEntry(name, guild_id, over.game, NOON, None, {0: ADA, 1: BEN}))
    await matches.update(tx, name, 0, [LogEntry(1, 0, "6-4", ADA, NOON), LogEntry(2, 1, "6-5", BEN, NOON + 1)])
    await matches.save_deal_results(tx, name, [DealResult(1, 0, ADA, 5, 5), DealResult(1, 1, BEN, 0, 0)])
    await matches.save_match_results(
        tx,
        name,
        [MatchResult(0, ADA, NAME, 1, won=True, score=5), MatchResult(1, BEN, "Ben", 2, won=False, score=0)],
    )
    for seat, person in enumerate((ADA, BEN)):
        await reviews.save(tx, review(name, guild_id, seat, person))
        attempt = {"user_id": person, "guild_id": guild_id, "puzzle": name, "game": "block", "day": "", "move": "6-4"}
        await tx.add_new(puzzle_attempts, attempt | {"solved": True, "at": NOON})
        solver = {"user_id": person, "guild_id": guild_id, "mu": 25.0, "sigma": 8.0, "attempts": 1, "solved": 1}
        await tx.add_new(puzzle_solvers, solver)
    await ledger.sit_down(tx, guild_id, [ADA, BEN], NOON)
    paid = (Payment(1, 1, ADA, BEN, 28, "opening", NOON), Payment(2, 1, BEN, ADA, 14, "out", NOON))
    await ledger.pay(tx, guild_id, name, paid)
    await signs.save_pacts(tx, name, [Pact(0, "wink", open=False, proposals=("wink", "wink"))])
    await signs.save_pads(tx, name, [Pad(0, ADA, 5, 6, 7), Pad(1, BEN, 8, 9, 10)])


async def _save_ratings(tx: Transaction, guild_id: int, name: str) -> None:
    await leagues.hold(tx, guild_id)
    places = (Place(ADA, 0, 1, won=True, score=5), Place(BEN, 1, 2, won=False, score=0))
    result_id = await results.add(
        tx, Result(0, guild_id, name, "block", NOON + 600, results.ResultOrigin.TABLE, places, 2)
    )
    for person in (ADA, BEN):
        change = ratings.RatingChange(result_id, "all", person, 25.0, 8.0, 26.0, 7.0)
        await ratings.add_changes(tx, guild_id, 0, [change])
        await ratings.save(tx, guild_id, 0, [ratings.Rating("all", person, 26.0, 7.0, 1, 1, 3.0, NOON)])
    await player_records.add_achievements(
        tx, guild_id, result_id, "block", {(ADA, player_records.BEST_DEAL): 5, (BEN, player_records.BEST_DEAL): 0}
    )
    await _save_tournament(tx, guild_id)
    for one, other in ((ADA, BEN), (BEN, ADA)):
        row = {"guild_id": guild_id, "user_id": one, "into_id": other, "name": NAME, "begun_at": NOON, "moved": {}}
        await tx.execute(insert(league_merges).values(row))
    for person in (ADA, BEN):
        await kept_out.save(tx, KeptOut(guild_id, person, NOON, NOON + 1, NAME if person == ADA else "Spam"))
    await people.name(tx, guild_id, {ADA: NAME, BEN: "Ben"})
    final = ({"user_id": ADA, "name": NAME, "place": 1}, {"user_id": BEN, "name": "Ben", "place": 2})
    season = Season(0, guild_id, "Autumn", NOON, NOON + 1, opened_by=ADA)
    season_id = await seasons.add(tx, season)
    assert season_id is not None
    await seasons.close(tx, season_id, NOON, final)
    await audit_log.add(
        tx, AuditEntry(0, guild_id, NOON, ADA, AuditAction.VOID, f"{NAME} and <@{ADA}> cheated", result_id, {})
    )
    await audit_log.add(
        tx,
        AuditEntry(0, guild_id, NOON, BEN, AuditAction.MERGE, f"Adam asked {NAME}", None, {"from": ADA, "into": BEN}),
    )


async def _save_tournament(tx: Transaction, guild_id: int) -> None:
    """Save Ada's tournament, in which she meets Ben."""
    drawn = Tournament(
        id=0,
        guild_id=guild_id,
        channel_id=20,
        message_id=21,
        host_id=ADA,
        paused_at=NOON,
        paused_by=ADA,
        co_hosts=(ADA,),
        title="Cup",
        game="block",
        rules=TournamentRules(),
        sides=2,
        team_size=1,
        rounds=1,
        round=1,
        stage=TournamentStage.RUNNING,
        locale="en",
        created_at=NOON,
    )
    drawn = replace(drawn, id=await tournaments.add(tx, drawn))
    await tournaments.save_co_hosts(tx, drawn)
    await tournaments.save_participants(tx, drawn, [Participant(ADA, 1, NOON), Participant(BEN, 2, NOON, asks_id=ADA)])
    pairing = Pairing(0, 1, PairingState.OPEN, (PairingSide(1), PairingSide(2)), key_of([[ADA], [BEN]]), NOON)
    await tournaments.add_pairings(tx, drawn, [pairing])
    await result_claims.add(tx, ResultClaim(0, drawn.id, guild_id, 1, ADA, "2:1", NOON))
    friday, evening = date(2025, 11, 14), tournaments.settings_of(drawn)
    await club_nights.add(
        tx, ClubNight(0, guild_id, 20, ADA, "Club", "en", NOON, friday, time(20), 3600, (evening,), next_day=friday)
    )


async def everything(database: Database) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of all tables."""
    async with database.read() as tx:
        return {
            table.name: [dict(row) for row in (await tx.execute(select(table).order_by(*table.primary_key))).mappings()]
            for table in metadata.sorted_tables
        }


async def said_of(database: Database, *words: object) -> list[str]:
    """Return the columns (table.column) with one of these words; a number is not looked for inside of a seed."""
    wanted = re.compile(
        "|".join(
            rf"(?<![0-9a-f]){word}(?![0-9a-f])" if isinstance(word, int) else re.escape(str(word)) for word in words
        )
    )
    return [
        f"{table}.{column}"
        for table, rows in (await everything(database)).items()
        for row in rows
        for column, value in row.items()
        if wanted.search(json.dumps(value, ensure_ascii=False))
    ]


async def forgotten(database: Database, user_id: int = ADA) -> Forgotten:
    """Forget a person as the bot does it."""
    async with database.read() as tx:
        known = await privacy.long_traces(tx, user_id)
    async with database.write() as tx:
        return await privacy.forget(tx, user_id, known, NOON + 10_000)


__all__ = ["ADA", "BEN", "CLEO", "ELSEWHERE", "NAME", "NOON", "everything", "forgotten", "said_of", "save_history"]
