"""Manual changes: voiding, restoring and adding results, and merging accounts.

Every change is written to the audit log in the same transaction.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.league import recording
from bot.league.administration.messages import shape_text
from bot.league.changes import log_change
from bot.league.entered_results import InvalidSides, Recorded, entered_result, result_of_record, shapes
from bot.league.import_export import LeagueFull, TakenIn, UnderWay, import_lines
from bot.league.ratings.recomputing import Recomputing
from bot.league.seasons.messages import season_name
from bot.league.seasons.quarters import open_quarter_season
from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.league.tournaments.hosting.requests import action_entry
from bot.league.tournaments.progress.matches import plan_voided
from bot.league.tournaments.progress.rounds import outcome_of
from bot.league.tournaments.progress.saving import change, settle_pairing
from bot.league.tournaments.results.entering import sides_in
from bot.league.tournaments.showing.pairings import void_changes
from bot.messages.parts.text import bold
from bot.posts.discord_components import Chosen
from bot.requests.request import Request
from bot.tables.errors import TableError
from storage.database import Transaction
from storage.league import audit_log, leagues, merging, pairing_tables, people, results, seasons, tournaments
from storage.league.audit_log import AuditAction, HostAction
from storage.league.merging import StoredMerge
from storage.league.results import Result
from storage.matches import Status

_DAY: Final = 86_400.0
MOST_RESULTS: Final = 100_000
"""A league with more results imports files only on the command line."""

_NOW: Final = 60.0
"""The age in seconds up to which a result counts as current."""


async def find_result(request: Request, named: str) -> Result:
    """Return the result with this match id or result number.

    :raises TableError: if the server has none.
    """
    wanted = named.strip().lstrip("#")
    async with request.services.database.read() as tx:
        found = await results.of_match(tx, wanted)
        if found is None and wanted.isascii() and wanted.isdecimal() and len(wanted) <= 18:
            found = await results.load(tx, request.guild_id, int(wanted))
    if found is None or found.guild_id != request.guild_id:
        raise TableError("league.amend.unknown", value=named)
    return found


async def effect_on_tournament(request: Request, result_id: int, *, void: bool) -> str:
    """Return the effect on a finished tournament; "" for none."""
    async with request.services.database.read() as tx:
        tournament_id = await tournaments.of_result(tx, result_id)
        found = None if tournament_id is None else await tournaments.load(tx, request.guild_id, tournament_id)
        names = {} if found is None else await tournaments.names(tx, found)
    return "" if found is None else void_changes(found, result_id, names, request.words, void=void)


async def amend(request: Request, result_id: int, reason: str, *, void: bool) -> Result:
    """Void or restore a result.

    :raises TableError: if it does not count anyway, or is void or restored already.
    """
    async with request.services.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        found = await results.load(tx, request.guild_id, result_id)
        if found is None:
            raise TableError("league.amend.unknown", value=f"#{result_id}")
        if found.why_not:
            raise TableError("league.amend.does_not_count")
        if not await results.set_void(tx, result_id, void=void):
            raise TableError("league.amend.void_already" if void else "league.amend.not_void")
        await leagues.request_recompute(tx, request.guild_id, found.at)
        await log_change(tx, request, AuditAction.VOID if void else AuditAction.RESTORE, reason, result_id=result_id)
        for tournament_id, pairing_id in await pairing_tables.of_counted(tx, result_id):
            await change(tx, tournament_id, plan_voided, result_id, void, now=request.services.now())
            tournament = await tournaments.load(tx, request.guild_id, tournament_id)
            if tournament is None:
                continue
            for one in (one for one in tournament.pairings if one.id == pairing_id):
                about = {"round": one.round, "sides": sides_in(tournament, one), "after": outcome_of(one)}
                await audit_log.add(
                    tx, action_entry(request, tournament, HostAction.VOID if void else HostAction.RESTORE, about)
                )
    request.services.of(TournamentMessages).changed_in(request.guild_id)
    return replace(found, void=void)


async def add_entered_games(
    request: Request, game: str, days_ago: int, groups: Sequence[Sequence[Chosen]], won: tuple[int, int] = (1, 0)
) -> tuple[Result, ...]:
    """Add games that were played at a real table by the same people.

    :param groups: people by their places, the best first.
    :param won: the games that the first group has won, and the second; only two groups can have played several.
    :raises TableError: if the game is not played by such sides.
    """
    _needs_people([one for group in groups for one in group])
    if won != (1, 0) and len(groups) != 2:
        raise TableError("league.add.games_sides")
    at = request.services.now() - days_ago * _DAY
    ids = [[one.user_id for one in group] for group in groups]
    ranked = [*[ids] * won[0], *[ids[::-1]] * won[1]]
    try:
        found = [entered_result(request.guild_id, game, at, one) for one in ranked]
    except InvalidSides:
        name, played = request.words(f"game.{game}.name"), [shape_text(shape) for shape in shapes(game)]
        raise TableError("league.add.sizes", game=name, sizes=request.words.list(played)) from None
    return await _taken_in(request, found, groups, AuditAction.ADD, {})


async def take_record(request: Request, recorded: Recorded, days_ago: int, sides: Sequence[Sequence[Chosen]]) -> Result:
    """Add a recorded match.

    :param sides: the people of each side.
    :raises TableError: if the league has it already, or a side has the wrong number of people.
    """
    _needs_people([one for side in sides for one in side])
    if [len(side) for side in sides] != [recorded.size] * len(recorded.places):
        raise TableError("league.add.sizes_of_record")
    at = request.services.now() - days_ago * _DAY
    result = result_of_record(request.guild_id, recorded, at, [[one.user_id for one in side] for side in sides])
    [added] = await _taken_in(request, [result], sides, AuditAction.RECORD, {"record": recorded.mark})
    return added


def _needs_people(chosen: Collection[Chosen]) -> None:
    for one in chosen:
        if one.bot:
            raise TableError("league.add.bot", name=one.name)
        if sum(other.user_id == one.user_id for other in chosen) > 1:
            raise TableError("league.add.twice", name=one.name)


async def _taken_in(
    request: Request,
    found: Sequence[Result],
    sides: Iterable[Iterable[Chosen]],
    action: AuditAction,
    about: Mapping[str, Any],
) -> tuple[Result, ...]:
    """Save results of one time; rate them if current, else request a recomputation."""
    added, at = [], found[0].at
    async with request.services.database.write() as tx:
        league = await leagues.hold(tx, request.guild_id)
        mark = about.get("record")
        if mark is not None and await audit_log.contains(tx, request.guild_id, action, "record", mark):
            raise TableError("league.record.known")
        await people.name(tx, request.guild_id, {one.user_id: one.name for side in sides for one in side})
        is_current = request.services.now() - at < _NOW
        for result in found:
            if is_current:
                saved = replace(result, id=await recording.add_result(tx, result))
                await settle_pairing(tx, saved, result.at)
            else:
                saved = replace(result, id=await results.add(tx, result))
            await log_change(tx, request, action, "", result_id=saved.id, about=about)
            added.append(saved)
        if not is_current:
            await open_quarter_season(tx, league, found, request.services.now())
            await leagues.advance_clock(tx, request.guild_id, at)
            await leagues.request_recompute(tx, request.guild_id, at)
    request.services.of(TournamentMessages).changed_in(request.guild_id)
    return tuple(added)


async def import_results(request: Request, found: Sequence[Result], names: Mapping[int, str]) -> TakenIn:
    """Import the results and names of a file.

    :raises TableError: if another import is running, or the league would be too large.
    """
    services, guild_id = request.services, request.guild_id
    throttle = request.services.of(Recomputing).throttle
    try:
        return await import_lines(
            services.database,
            guild_id,
            found,
            services.now,
            request.user_id,
            names=names,
            most=MOST_RESULTS,
            throttle=throttle,
        )
    except UnderWay:
        raise TableError("league.import.under_way") from None
    except LeagueFull:
        raise TableError("league.import.full", most=MOST_RESULTS) from None


async def merge(request: Request, old: int, new: int) -> tuple[StoredMerge, int]:
    """Move all matches of an account to another; return their number.

    The new account keeps its name.

    :raises TableError: if the two cannot be merged.
    """
    services = request.services
    async with services.database.write() as tx:
        await mergeable(tx, request.guild_id, old, new)
        begun = await merging.begin(tx, request.guild_id, old, new, services.now())
        known = await merging.long_traces(tx, old)
        is_unnamed = new not in await people.names(tx, request.guild_id, [new])
    if is_unnamed:
        await services.members.find_names(request.guild_id, [new])
    for renaming in merging.renamings_before(known, request.guild_id, old, new):
        async with services.of(Recomputing).throttle.piece():
            await services.database.run_write(lambda tx: tx.execute(renaming))  # noqa: B023  # it is awaited here
    async with services.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        count = await mergeable(tx, request.guild_id, old, new)
        playing = await tournaments.live_with(tx, request.guild_id, old)
        since = await merging.first_at(tx, request.guild_id, old)
        names = await people.names(tx, request.guild_id, [old, new])
        await merging.merge(tx, begun, services.now())
        if new not in names and old in names:  # it is the same person
            await people.name(tx, request.guild_id, {new: names[old]})
        await leagues.request_recompute(tx, request.guild_id, since or 0.0)
        about = {"from": old, "into": new, "results": count}
        await log_change(tx, request, AuditAction.MERGE, "", about=about)
        for tournament_id in await tournaments.live_with(tx, request.guild_id, new):
            tournament = await tournaments.load(tx, request.guild_id, tournament_id)
            if tournament is not None and tournament_id in playing:
                await audit_log.add(tx, action_entry(request, tournament, HostAction.MERGE, {"from": old, "into": new}))
    await services.tables.reload(lambda table: table.seat_of(old) is not None)
    services.of(TournamentMessages).changed_in(request.guild_id)
    return begun, count


async def merge_to_undo(request: Request, old: int, new: int) -> StoredMerge | None:
    """Return the merge of two accounts, if the old one has had no results since."""
    async with request.services.database.read() as tx:
        if await merging.played_by(tx, request.guild_id, old):
            return None
        return await merging.latest(tx, request.guild_id, old, new)


async def undoable(tx: Transaction, request: Request, merge_id: int) -> StoredMerge:
    """Return a merge that can be undone.

    :raises TableError: if it is too late, or something that happened since makes it impossible.
    """
    guild_id = request.guild_id
    one = await merging.load(tx, guild_id, merge_id)
    if one is None or one.at is None or request.services.now() - one.at > merging.UNDO_S:
        raise TableError("league.unmerge.too_late")
    new = f"<@{one.into_id}>"
    if await merging.went_on(tx, one):
        raise TableError("league.unmerge.went_on", person=new)
    await _require_no_table(tx, guild_id, one.into_id)
    for season in await seasons.closed_between(tx, guild_id, one.at, math.inf):
        if any(row["user_id"] == one.into_id for row in season.final or ()):
            raise TableError("league.unmerge.season", season=bold(season_name(season, request.words)), person=new)
    for tournament_id in one.tournament_ids:
        tournament = await tournaments.load(tx, guild_id, tournament_id)
        if tournament is None:
            continue
        signed = tournament.participant(one.into_id)
        if signed is None or tournament.participant(one.user_id) is not None:
            raise TableError("league.unmerge.played", title=bold(tournament.title))
        mine = [pairing for pairing in tournament.pairings if signed.team in pairing.teams]
        counted = {result_id for pairing in mine for result_id in pairing.result_ids}
        found = await results.load_all(tx, guild_id, counted - one.result_ids)
        if any(one.into_id in result.people for result in found.values()):
            raise TableError("league.unmerge.played", title=bold(tournament.title))
    return one


async def undo_merge(request: Request, merge_id: int) -> StoredMerge:
    """Give an account back what a merge has moved.

    :raises TableError: if the merge cannot be undone.
    """
    services, guild_id = request.services, request.guild_id
    one = await services.database.run_read(lambda tx: undoable(tx, request, merge_id))
    for renaming in merging.undoings_before(one):
        async with services.of(Recomputing).throttle.piece():
            await services.database.run_write(lambda tx: tx.execute(renaming))  # noqa: B023  # it is awaited here
    async with services.database.write() as tx:
        await leagues.hold(tx, guild_id)
        one = await undoable(tx, request, merge_id)
        await merging.undo(tx, one)
        since = await merging.first_at(tx, guild_id, one.user_id)
        await leagues.request_recompute(tx, guild_id, since or 0.0)
        about = {"from": one.user_id, "into": one.into_id, "results": len(one.result_ids)}
        await log_change(tx, request, AuditAction.UNDO_MERGE, "", about=about)
        playing = await tournaments.live_with(tx, guild_id, one.user_id)
        for tournament_id in (number for number in one.tournament_ids if number in playing):
            tournament = await tournaments.load(tx, guild_id, tournament_id)
            if tournament is not None:
                about = {"from": one.user_id, "into": one.into_id}
                await audit_log.add(tx, action_entry(request, tournament, HostAction.UNDO_MERGE, about))
    await services.tables.reload(lambda table: table.seat_of(one.into_id) is not None)
    services.of(TournamentMessages).changed_in(guild_id)
    return one


async def mergeable(tx: Transaction, guild_id: int, old: int, new: int) -> int:
    """Return the number of results that a merge would move.

    :raises TableError: if the two cannot be merged.
    """
    if old == new:
        raise TableError("league.merge.same")
    both = await merging.together(tx, guild_id, old, new)
    if both:
        raise TableError("league.merge.together", count=both)
    await _require_no_table(tx, guild_id, old)
    title = await tournaments.title_of_both(tx, guild_id, old, new)
    if title is not None:
        raise TableError("league.merge.tournament", title=bold(title))
    count = await merging.played_by(tx, guild_id, old)
    if not count:
        raise TableError("league.merge.nothing", person=f"<@{old}>")
    return count


async def note_export(request: Request) -> None:
    """Record the export of the league as files."""
    async with request.services.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        await log_change(tx, request, AuditAction.EXPORT, "")


async def _require_no_table(tx: Transaction, guild_id: int, user_id: int) -> None:
    """Refuse an account that plays or waits.

    :raises TableError: if it is in a running match or in a lobby.
    """
    live = await merging.live_tables(tx, guild_id, user_id)
    if live:
        key = "league.merge.waiting" if live == {Status.LOBBY} else "league.merge.playing"
        raise TableError(key, person=f"<@{user_id}>")
