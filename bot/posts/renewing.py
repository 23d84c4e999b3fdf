"""Renewing hands that lie open, as far as their players need it."""

from __future__ import annotations

import logging

import discord

from bot.messages.table.hand import hand_message
from bot.tables.state import Table

from .open_hands import OpenHand
from .replies import is_expired
from .shared import Shared

__all__ = ["renew_hands"]

logger = logging.getLogger(__name__)


async def renew_hands(shared: Shared, table: Table, *, of: int | None = None) -> None:
    """Renew the open hands of players whose turn has come, and of all when a deal or the match has ended.

    :param of: the user whose hand alone is looked at; None: everybody's.
    """
    for user_id, hand in shared.hands.of(table.id):
        if of in (None, user_id) and _is_due(table, user_id, hand):
            await _renew(shared, table, user_id, hand)


def _is_due(table: Table, user_id: int, hand: OpenHand) -> bool:
    if hand.live and not table.status.is_live:  # a match that is broken off has no newer revision than before
        return True
    if hand.revision >= table.revision:
        return False
    seat = table.to_move()
    turn = seat is not None and seat.user_id == user_id
    return turn or hand.deals_ended != table.stored.deals_ended


async def _renew(shared: Shared, table: Table, user_id: int, hand: OpenHand) -> None:
    locale = hand.answer.interaction.locale.value
    reader = await shared.readers.person(table.stored.guild_id, user_id, locale)
    async with hand.writing:
        table = await shared.tables.find(table.id) or table
        try:
            await hand.answer.edit(hand_message(table, user_id, reader))
        except discord.HTTPException as error:
            shared.hands.close(table.id, user_id)
            if not is_expired(error):
                logger.warning("a hand could not be renewed: %s", error)
            return
        hand.revision, hand.deals_ended = table.revision, table.stored.deals_ended
        hand.live = table.status.is_live
