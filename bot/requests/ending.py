"""Ending a match early: who may do that now, and the question before."""

from collections.abc import Set as AbstractSet

from bot.messages.parts.message import Message
from bot.messages.table.ending import confirm_end, confirm_resign
from bot.requests.request import Request
from bot.tables import ending
from bot.tables.errors import TableError
from bot.tables.state import Table
from storage.league import tournaments


async def umpires_of(request: Request, match_id: str) -> AbstractSet[int] | None:
    """Return the hosts of the tournament for which a table was opened; None if it is for none.

    :raises StorageError: if that cannot be read.
    """
    async with request.services.database.read() as tx:
        tournament = await tournaments.of_table(tx, request.guild_id, match_id)
    return None if tournament is None else tournament.hosts


async def end_question(request: Request, table: Table) -> Message:
    """Return the question before a person ends a match, or resigns it.

    :raises TableError: if they may do neither.
    :raises StorageError: if something cannot be read.
    """
    umpires = await umpires_of(request, table.id)
    if not ending.is_at_stake(table, umpires):
        table.host_needed(request.person)
        alone = [seat.user_id for seat in table.persons] == [request.user_id]
        return confirm_end(table, request.reader, agreed=alone)
    seat = table.seat_of(request.user_id)
    if seat is not None:
        can_ask = umpires is None and len(table.persons) > 1
        return confirm_resign(table, seat, request.reader, can_ask=can_ask)
    if not ending.is_umpire(table, request.person, umpires):
        raise TableError("table.end.only_umpire")
    return confirm_end(table, request.reader)
