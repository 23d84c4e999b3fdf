"""The league's notes at tables: whether a match counts, for which pairing, and the new ratings."""

from typing import Final

from cachetools import LRUCache

from bot.league.ratings.changes import match_ratings
from bot.league.ratings.messages import rated_lines
from bot.league.recording import reason_not_counted
from bot.league.tournaments.after_match import AfterMatch, after_match
from bot.league.tournaments.live import Tournaments
from bot.league.tournaments.progress.saving import offered_pairings
from bot.league.tournaments.table_notes import accept_button, board_fact, end_line, kept_lines, lobby_line
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.table.notes import NO_NOTES, Notes
from bot.posts.core_services import CoreServices
from bot.posts.table_notes import TableNotes
from bot.tables.state import Table
from storage.league import pairing_tables, people, tournaments
from storage.league.tournament_values import TablePairing

_REMEMBERED: Final = 10_000
"""The matches of which is remembered that they have no pairing."""


class LeagueNotes(TableNotes):
    """The notes of the league."""

    def __init__(self, services: CoreServices, live: Tournaments) -> None:
        self._services = services
        self._tournaments = live
        self._unpaired = LRUCache[str, bool](_REMEMBERED)
        """The matches that began without a pairing, which get none later."""

    async def in_lobby(self, table: Table, reader: Reader) -> Notes:
        """Return whether a match would count, and for which pairing it does or may."""
        w, clock = reader.words, await self._services.usual_clock(table.stored.guild_id)
        async with self._services.database.read() as tx:
            why_not = await reason_not_counted(tx, table.stored, table.seats, self._services.now())
            pairing = await pairing_tables.pairing_of_table(tx, table.id)
            agreed = [one for side in pairing.sides for one in side] if pairing is not None and pairing.is_open else []
            if not agreed:
                offered = await offered_pairings(tx, table.stored, table.seats, clock)
                pairing = offered[0] if offered else pairing
            names = await people.names(tx, table.stored.guild_id, agreed) if agreed else {}
        lines = [*kept_lines(table, [called(names, one, w) for one in agreed], w)]
        if pairing is not None:
            lines.append(lobby_line(table, pairing, w))
        lines.append(w(f"league.counts.{why_not or 'would'}"))
        is_offered = pairing is not None and pairing.match_id != table.id
        row = (accept_button(table, pairing, w),) if pairing is not None and is_offered else ()
        return Notes(tuple(lines), row=row, kept_seats=len(agreed))

    async def on_board(self, table: Table, reader: Reader) -> Notes:
        """Return the pairing that a match is played for; only the first board asks for one that has none."""
        if table.id in self._unpaired:
            return NO_NOTES
        pairing = await self._services.database.run_read(lambda tx: pairing_tables.pairing_of_table(tx, table.id))
        if pairing is None and not table.revision:
            self._unpaired[table.id] = True
        return NO_NOTES if pairing is None else Notes((board_fact(pairing, reader.words),))

    async def at_end(self, table: Table, reader: Reader) -> Notes:
        """Return the notes of an ended match: its pairing, the next match there, the new ratings."""
        w = reader.words
        async with self._services.database.read() as tx:
            rated = await match_ratings(tx, table.id)
            pairing = await pairing_tables.pairing_of_table(tx, table.id)
            has_settled = pairing is not None and await pairing_tables.has_settled(tx, pairing.id, table.id)
        title = w("league.rated.title", game=w(f"game.{table.stored.game}.name"))
        fields = ((title, "\n".join(rated_lines(rated, w))),) if rated.changes else ()
        if pairing is None:
            return Notes(fields=fields)
        after = await self._after_match(pairing, reader) if has_settled or pairing.is_open else AfterMatch()
        row = () if after.next_table is None else (after.next_table,)
        lines = (end_line(pairing, w, has_settled=has_settled), *after.lines)
        return Notes(lines, fields, row, goes_on=bool(row) and pairing.is_open)

    async def _after_match(self, pairing: TablePairing, reader: Reader) -> AfterMatch:
        """Return the news of the tournament, after its next round was paired if it is due."""
        tournament = await self._tournaments.advance(pairing.tournament_id)
        if tournament is None:
            return AfterMatch()
        names = await self._services.database.run_read(lambda tx: tournaments.names(tx, tournament))
        return after_match(tournament, pairing.id, names, reader.words)
