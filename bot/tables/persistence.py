"""Reading, rebuilding and saving tables."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

import games
from bot.tables.signs import said
from games import Event, GameError, Match
from games.core.view import DealEnd
from storage import ledger, matches, signs
from storage.database import Transaction
from storage.league import pairing_tables, results
from storage.league.results import MatchEntry, NotCounted
from storage.matches import LogEntry, Status, StoredMatch
from storage.versions import changed_columns

from .chips import settle
from .state import NOTHING_SHOWN, RECENT, Step, Table
from .time_controls import has_own_tempo

logger = logging.getLogger(__name__)


Log = tuple[LogEntry, ...]
"""The moves of a match, in order."""

Recorder = Callable[[Transaction, Table, Step, Table], Awaitable[Table]]
"""Saves what belongs to a step in its transaction; gets the table before, the step and the saved table, and returns
the table with what it has added."""


async def record_nothing(_tx: Transaction, _before: Table, _step: Step, after: Table) -> Table:
    """Return the saved table."""
    return after


async def read(tx: Transaction, match_id: str) -> tuple[Table, Log] | None:
    """Return a stored table without its match, and the log."""
    found = await matches.load(tx, match_id)
    if found is None:
        return None
    log, entry = await matches.log(tx, match_id), await results.entry(tx, match_id)
    game = games.TABLE_GAMES.get(found[0].game)  # None if it is one of a later version
    booked = await ledger.last_number(tx, match_id) if game is None or game.info.chips else 0
    of_pairing = await counts_for_pairing(tx, entry, match_id)
    table = await _with_newcomers(tx, Table(*found, booked=booked, entry=entry, of_pairing=of_pairing))
    if game is not None and not game.info.signs:
        return table, log
    pacts, pads = await signs.load(tx, match_id)
    return replace(table, pacts=pacts, pads=pads, signs=await signs.last_signs(tx, match_id) if pacts else ()), log


async def counts_for_pairing(tx: Transaction, entry: MatchEntry | None, match_id: str) -> bool:
    """Return True if a match that is not rated may count for a pairing; one with shared deals keeps its players."""
    unrated = entry is not None and entry.why_not in (NotCounted.OFF, NotCounted.OFTEN)
    return unrated and await pairing_tables.pairing_of_table(tx, match_id) is not None


async def _with_newcomers(tx: Transaction, table: Table) -> Table:
    """Return the table with its newcomers, which are read from the results of deals."""
    if not (table.is_known and has_own_tempo(table.game) and table.status in (Status.PLAYING, Status.PAUSED)):
        return table
    here = [seat.user_id for seat in table.persons if seat.user_id is not None]
    return replace(table, newcomers=await matches.newcomers(tx, table.stored.game, here))


def carry_over(table: Table, before: Table) -> Table:
    """Return a reread table, with the valid parts from memory."""
    if table.deal != before.deal:
        return table
    table = replace(table, accounts=before.accounts)
    if table.revision == before.revision and before.match:
        table = replace(table, recent=before.recent)
    return table.noted(*(note for sign in table.signs if sign not in before.signs for note in said(table, sign)))


def rebuild(table: Table, log: Log) -> Table:
    """Replay the match from the log, if possible."""
    stored = table.stored
    if stored.seed is None or not table.is_known:
        return table
    try:
        match, endings = _replay(stored, len(table.seats), log)
    except GameError:
        logger.exception("match %s cannot be rebuilt from its log", stored.id)
        return table
    recent: tuple[Event, ...] = tuple(event.seen_by(None) for event in match.events[-RECENT:])
    waiting = tuple(ending for ending in endings if ending.number > stored.announced)
    return replace(table, match=match, recent=recent, endings=waiting)


def _replay(stored: StoredMatch, seats: int, log: Log) -> tuple[Match, list[DealEnd]]:
    given = stored.continues
    match = games.new_match(
        stored.game,
        seats=seats,
        options=stored.options,
        seed=stored.seed,
        deals=given.deals if given else (),
        lots=given.lots if given else (),
    )
    endings: list[DealEnd] = []
    for entry in log:
        before = match.last_deal
        match.apply(entry.seat if entry.seat is not None else -1, entry.move)
        if match.last_deal is not None and match.last_deal is not before:
            endings.append(match.last_deal)
    return match, endings


async def save(tx: Transaction, before: Table, step: Step, record: Recorder = record_nothing) -> Table:
    """Save a step's changes and payments; return the new table.

    :raises Outdated: if another process was first.
    """
    changes = changed_columns(before.stored, step.table.stored)
    version = before.stored.version
    await matches.update(tx, before.id, version, step.entries, **changes)
    after = step.table.with_stored(version=version + 1)
    if after.seats != before.seats:
        await matches.save_seats(tx, after.id, after.seats)
    if after.pacts != before.pacts:
        await signs.save_pacts(tx, after.id, after.pacts)
    if after.pads != before.pads:
        await signs.save_pads(tx, after.id, after.pads)
    if after.signs != before.signs:
        await signs.save_signs(tx, after.id, after.signs)
    for deal in {result.deal for result in step.deal_results}:
        await matches.save_deal_results(tx, after.id, [result for result in step.deal_results if result.deal == deal])
    if after.seats != before.seats or before.status is Status.LOBBY:
        after = await _with_newcomers(tx, after)
    if step.match_results:
        await matches.save_match_results(tx, after.id, step.match_results)
    after = await record(tx, before, step, after)
    return after if step.chips is None else await settle(tx, after, step.chips)


def mark_unshown(step: Step, before: Table) -> Step:
    """Mark a table that changed without a new revision as unshown.

    A change of private parts alone is not marked: an edit of the board after a crash would reveal a secret sign.
    """
    if (
        step.table.revision != before.revision
        or step.table.is_done
        or step.table.without_private_parts == before.without_private_parts
    ):
        return step
    return replace(step, table=step.table.with_stored(shown_revision=NOTHING_SHOWN))


def still_to_record(columns: dict[str, object], known: StoredMatch, now: StoredMatch) -> dict[str, object]:
    """Return the message columns to save after another process's change.

    A changed column is not set to None, because it may name a message of the other process.

    :param known: the columns known to this process.
    :param now: the columns stored now.
    """
    return {
        name: value
        for name, value in columns.items()
        if value is not None or getattr(known, name) == getattr(now, name)
    }
