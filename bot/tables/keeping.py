"""Tables on paper: rebuilding one from its log, and writing down what a step changed."""

from __future__ import annotations

import logging
from dataclasses import fields, replace

import games
from games import Event, GameError, Match
from games.core.view import DealEnd
from storage import matches, signs
from storage.database import Transaction
from storage.matches import LogEntry, StoredMatch, StoredSeat
from storage.signs import Pact, Pad

from .chips import settle
from .state import NOTHING_SHOWN, RECENT, Step, Table

__all__ = ["rebuilt", "save", "to_be_shown"]

logger = logging.getLogger(__name__)


def rebuilt(
    stored: StoredMatch,
    seats: tuple[StoredSeat, ...],
    log: tuple[LogEntry, ...],
    booked: int = 0,
    pacts: tuple[Pact, ...] = (),
    pads: tuple[Pad, ...] = (),
) -> Table:
    """A table as its log tells it; without a match if the log no longer fits the rules.

    :param booked: the number of the match's last payment in the ledger.
    :param pacts: what pairs have agreed on.
    :param pads: where people make their signs.
    """
    table = Table(stored, seats, booked=booked, pacts=pacts, pads=pads)
    if stored.seed is None:
        return table
    try:
        match, endings = _replayed(stored, len(seats), log)
    except GameError:
        logger.exception("match %s cannot be rebuilt from its log", stored.id)
        return table
    recent: tuple[Event, ...] = tuple(event.seen_by(None) for event in match.events[-RECENT:])
    waiting = tuple(ending for ending in endings if ending.number > stored.announced)
    return replace(table, match=match, recent=recent, endings=waiting)


def _replayed(stored: StoredMatch, seats: int, log: tuple[LogEntry, ...]) -> tuple[Match, list[DealEnd]]:
    match = games.new_match(stored.game, seats=seats, options=stored.options, seed=stored.seed)
    endings: list[DealEnd] = []
    for entry in log:
        before = match.last_deal
        match.apply(entry.seat if entry.seat is not None else -1, entry.move)
        if match.last_deal is not None and match.last_deal is not before:
            endings.append(match.last_deal)
    return match, endings


async def save(tx: Transaction, before: Table, step: Step) -> Table:
    """Write down what a step changed, and what follows from it in the ledger; the table with all of that."""
    after = step.table
    await matches.append(tx, after.id, step.entries)
    changes = {
        field.name: getattr(after.stored, field.name)
        for field in fields(StoredMatch)
        if field.name != "revision" and getattr(after.stored, field.name) != getattr(before.stored, field.name)
    }
    if changes:
        await matches.update(tx, after.id, **changes)
    if after.seats != before.seats:
        await matches.save_seats(tx, after.id, after.seats)
    if after.pacts != before.pacts:
        await signs.save_pacts(tx, after.id, after.pacts)
    if after.pads != before.pads:
        await signs.save_pads(tx, after.id, after.pads)
    for deal in {result.deal for result in step.deal_results}:
        await matches.book_deal(tx, after.id, [result for result in step.deal_results if result.deal == deal])
    if step.match_results:
        await matches.book_match(tx, after.id, step.match_results)
    return after if step.chips is None else await settle(tx, after, step.chips)


def to_be_shown(step: Step, before: Table) -> Step:
    """The step with its table marked as not shown, where the revision does not tell of it."""
    if step.table.revision != before.revision or step.table.is_done:
        return step
    return replace(step, table=step.table.with_stored(shown_revision=NOTHING_SHOWN))
