"""Rules of features about a table; see `TableRules`."""

from bot.requests.request import Click, Request
from bot.tables import lobby
from bot.tables.lobby import ReservedSeats
from bot.tables.state import Table


class TableRules:
    """A subject's rules about who sits at a table, and what may change there; none by default."""

    async def reserved_seats(self, request: Request, match_id: str) -> ReservedSeats | None:  # noqa: ARG002  # of subclasses
        """Return the reserved seats of a table; None if unreserved.

        :raises TableError: if the table is for others than the person who asks.
        """
        return None

    async def require_free(self, request: Request, match_id: str) -> None:
        """Refuse to change the seats or settings of a table.

        :raises TableError: if they are fixed.
        """

    async def require_complete(self, request: Request, match_id: str) -> None:
        """Refuse to begin a match without those for whom it is.

        :raises TableError: if players are missing.
        """

    async def call_absent(self, click: Click, table: Table) -> None:
        """Call those for whom a full lobby waits."""


async def reserved_seats(request: Request, match_id: str) -> ReservedSeats | None:
    """Return the reserved seats of a table; None if unreserved.

    :raises TableError: if the table is for others than the person who asks.
    """
    for one in request.services.all_of(TableRules):
        if (found := await one.reserved_seats(request, match_id)) is not None:
            return found
    return None


async def join_table(request: Request, match_id: str) -> Table:
    """Join a table; the last player for whom its seats are reserved begins the match.

    :raises TableError: if the seats are reserved for others, or the person cannot join.
    """
    reserved = await reserved_seats(request, match_id)
    if reserved is None:
        return await request.apply(match_id, lobby.join)
    return await request.apply(match_id, lobby.join_reserved, reserved, request.services.chance.seed)


async def require_free_table(request: Request, match_id: str) -> None:
    """Refuse to change the seats or settings of a table where they are fixed."""
    for one in request.services.all_of(TableRules):
        await one.require_free(request, match_id)


async def require_complete(request: Request, match_id: str) -> None:
    """Refuse to begin a match without those for whom it is."""
    for one in request.services.all_of(TableRules):
        await one.require_complete(request, match_id)


async def call_absent(click: Click, table: Table) -> None:
    """Call those for whom a full lobby waits."""
    for one in click.services.all_of(TableRules):
        await one.call_absent(click, table)
