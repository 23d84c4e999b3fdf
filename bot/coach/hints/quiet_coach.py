"""The quiet coach: a line in the hand after an own mistake, for people who want it.

A move is judged in the background, so no answer waits for it. Only the hand shows the line, when it is next refreshed.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final

from bot.coach.reviews.judging import judge_move
from bot.coach.reviews.reviewing import Reviews
from bot.messages.parts.reader import Reader
from bot.posts.core_services import CoreServices
from bot.posts.open_hands import HandNote
from bot.tables.errors import TableError
from bot.tables.helping import lone_player, take_remark
from bot.tables.state import Table, automatic
from games import Match, View
from games.computers.decisions import are_judged
from games.computers.judging import Judgement, MoveVerdict

from .messages import remark_text

logger = logging.getLogger(__name__)

_CRITICISED: Final = (MoveVerdict.MISTAKE, MoveVerdict.BLUNDER)


class QuietCoach:
    """Watches the moves of people who play against computers alone."""

    def __init__(self, services: CoreServices, reviews: Reviews) -> None:
        self._services = services
        self._reviews = reviews
        self._tasks: set[asyncio.Task[None]] = set()

    def on_change(self, table: Table, before: Table | None) -> None:
        """Judge a person's move in the background."""
        if before is None or before.match is None or table.match is None or table.revision == before.revision:
            return
        seat = lone_player(before)
        if (
            seat is None
            or seat.user_id is None
            or before.to_move() != seat
            or automatic(seat)
            or table.seats[seat.seat].late
        ):
            return
        self._services.hands.drop_shown_note(table.id, seat.user_id)
        if table.deal != before.deal or not table.status.is_live or not are_judged(before.match):
            return
        task = asyncio.get_running_loop().create_task(
            self._judge(before, before.match, table.match, seat.seat, seat.user_id), name=f"coach {table.id}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def on_refresh(self, table: Table) -> None:
        """Ignore a change by another process, which has judged it."""

    async def close(self) -> None:
        """Drop the moves that are being judged."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _judge(self, before: Table, match: Match, after: Match, seat: int, user_id: int) -> None:
        """Judge the move made between two states, and note a mistake."""
        if not (await self._services.preferences.player(before.stored.guild_id, user_id)).coach:
            return
        view = match.view(seat)
        if len(view.moves) < 2 or before.pays_chips:
            return
        _, text = after.record().log[before.revision]
        try:
            judgement = await self._reviews.judge_now(judge_move, match.copy(), seat, before.id, before.revision, text)
            if judgement is None or judgement.verdict not in _CRITICISED:
                return
            change = await self._services.tables.apply(before.id, take_remark, user_id, before.deal)
        except TableError:
            return
        except Exception as error:  # noqa: BLE001  # no one waits for it, and its text might name tiles
            logger.warning("a move of match %s was not judged: %s", before.id, type(error).__name__)
            return
        newly = not change.before.stored.helped
        note = HandNote(partial(_note, deal=before.deal, view=view, judgement=judgement, newly=newly))
        self._services.hands.add_note(before.id, user_id, note)


def _note(table: Table, reader: Reader, *, deal: int, view: View, judgement: Judgement, newly: bool) -> str:
    """Return the line during the deal of the mistake."""
    if table.deal != deal or not table.status.is_live:
        return ""
    return remark_text(table, view, judgement, reader, newly=newly)
