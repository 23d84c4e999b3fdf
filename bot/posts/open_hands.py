"""Hands that lie open: the newest ephemeral message of each player, to be renewed while its token lives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import discord

from bot.tables.state import Table

from .replies import TOKEN_LIFE

__all__ = ["OpenHand", "OpenHands"]

_ACTIVE: Final = 60.0
"""Seconds for which somebody who has clicked is taken to be looking."""


@dataclass
class OpenHand:
    """A hand that a player has open.

    :ivar interaction: the player's last click on it, whose token renews it.
    :ivar revision: what it shows.
    :ivar deals_ended: how many deals had ended by then.
    """

    interaction: discord.Interaction[Any]
    opened: float
    revision: int
    deals_ended: int
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)


class OpenHands:
    """All hands that lie open.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._hands: dict[tuple[str, int], OpenHand] = {}
        self._clicked: dict[tuple[str, int], float] = {}

    def writing(self, match_id: str, user_id: int) -> asyncio.Lock:
        """The lock under which a player's hand is written, so that an older state never follows a newer one."""
        hand = self._hands.get((match_id, user_id))
        return hand.writing if hand else asyncio.Lock()

    def opened(self, table: Table, interaction: discord.Interaction[Any]) -> None:
        """A player's click has just been answered with his hand as it is at the table now."""
        key = (table.id, interaction.user.id)
        old = self._hands.get(key)
        hand = OpenHand(interaction, self._now(), table.revision, table.stored.deals_ended)
        if old:
            hand.writing = old.writing
        self._hands[key] = hand
        self._clicked[key] = self._now()

    def of(self, match_id: str) -> Iterator[tuple[int, OpenHand]]:
        """The users with a hand of this match whose token lives, and the hands."""
        self._forget_old()
        for (match, user_id), hand in list(self._hands.items()):
            if match == match_id:
                yield user_id, hand

    def is_looking(self, match_id: str, user_id: int) -> bool:
        """Whether the player has just clicked on his hand, and so need not be called."""
        return self._now() - self._clicked.get((match_id, user_id), float("-inf")) < _ACTIVE

    def close(self, match_id: str, user_id: int) -> None:
        """The hand can no longer be renewed."""
        self._hands.pop((match_id, user_id), None)

    def _forget_old(self) -> None:
        oldest = self._now() - TOKEN_LIFE
        for key in [key for key, hand in self._hands.items() if hand.opened < oldest]:
            del self._hands[key]
            self._clicked.pop(key, None)
