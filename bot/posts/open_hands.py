"""Hands that lie open: the newest ephemeral message of each player, to be renewed while its token lives."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from cachetools import TTLCache

from bot.posts.replies import TOKEN_LIFE_S, Answer
from bot.tables.state import Table

__all__ = ["ACTIVE_S", "OpenHand", "OpenHands"]

ACTIVE_S: Final = 120.0
"""Seconds for which somebody who has clicked at a table is taken to be looking."""

_MAX_CLICKS: Final = 10_000


@dataclass
class OpenHand:
    """A hand that a player has open.

    :ivar answer: where it lies.
    :ivar revision: what it shows.
    :ivar deals_ended: how many deals had ended by then.
    :ivar looks: what it shows, where that is compared.
    :ivar live: whether the match was going on.
    """

    answer: Answer
    opened_at: float
    revision: int
    deals_ended: int
    looks: object = None
    live: bool = True
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def record_shown(self, table: Table) -> None:
        """It has just been written as it is at the table."""
        self.revision, self.deals_ended, self.live = table.revision, table.stored.deals_ended, table.status.is_live


class OpenHands:
    """All hands that lie open.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._hands: dict[str, dict[int, OpenHand]] = {}
        # When each was opened, the oldest first. A plain dict would look for its first behind all that were taken out.
        self._by_age: OrderedDict[tuple[str, int], float] = OrderedDict()
        self._clicked: TTLCache[tuple[str, int], float] = TTLCache(_MAX_CLICKS, ACTIVE_S, timer=now)
        self._answered: Counter[tuple[str, int]] = Counter()

    def __len__(self) -> int:
        """How many hands are known."""
        return len(self._by_age)

    def lock(self, match_id: str, user_id: int) -> asyncio.Lock:
        """The lock under which a player's hand is written, so that an older state never follows a newer one."""
        hand = self._hands.get(match_id, {}).get(user_id)
        return hand.lock if hand else asyncio.Lock()

    def record(self, table: Table, answer: Answer, looks: object = None) -> Answer | None:
        """A player's click has just been answered with his hand as it is at the table.

        :return: where it lay before, if that is another message: nobody will renew it any more.
        """
        self._drop_expired()
        user_id = answer.interaction.user.id
        old = self._hands.get(table.id, {}).get(user_id)
        self.close(table.id, user_id)
        live = table.status.is_live
        hand = OpenHand(answer, self._now(), table.revision, table.stored.deals_ended, looks, live)
        if old:
            hand.lock = old.lock
        self._hands.setdefault(table.id, {})[user_id] = hand
        self._by_age[table.id, user_id] = hand.opened_at
        self.record_click(table.id, user_id)
        return old.answer if old and old.answer.is_elsewhere(answer) else None

    @contextmanager
    def answering(self, match_id: str, user_id: int) -> Iterator[None]:
        """A block in which a player's click is answered, mostly with his hand."""
        key = (match_id, user_id)
        self._answered[key] += 1
        try:
            yield
        finally:
            self._answered[key] -= 1
            if not self._answered[key]:
                del self._answered[key]

    def is_being_answered(self, match_id: str, user_id: int) -> bool:
        """Whether a click of a player is just being answered."""
        return (match_id, user_id) in self._answered

    def get(self, match_id: str, user_id: int) -> OpenHand | None:
        """The hand that a player has open, if its token lives."""
        self._drop_expired()
        return self._hands.get(match_id, {}).get(user_id)

    def of_match(self, match_id: str) -> tuple[tuple[int, OpenHand], ...]:
        """The users with a hand of this match whose token lives, and the hands."""
        self._drop_expired()
        return tuple(self._hands.get(match_id, {}).items())

    def record_click(self, match_id: str, user_id: int) -> None:
        """A player has clicked somewhere at the table."""
        self._clicked[match_id, user_id] = self._now()

    def last_click_at(self, match_id: str, user_id: int) -> float:
        """When the player last clicked at the table, in unix seconds; 0 if that is over `ACTIVE_S` ago."""
        return self._clicked.get((match_id, user_id), 0.0)

    def is_looking(self, match_id: str, user_id: int) -> bool:
        """Whether the player has just clicked at the table."""
        return (match_id, user_id) in self._clicked

    def is_open(self, match_id: str, user_id: int) -> bool:
        """Whether the player has his hand open, where it is renewed when his turn comes."""
        return self.get(match_id, user_id) is not None

    def is_watched(self, table: Table) -> bool:
        """Whether somebody at the table has just clicked there."""
        return any(seat.user_id is not None and self.is_looking(table.id, seat.user_id) for seat in table.persons)

    def close(self, match_id: str, user_id: int) -> None:
        """The hand can no longer be renewed."""
        here = self._hands.get(match_id, {})
        here.pop(user_id, None)
        if not here:
            self._hands.pop(match_id, None)
        self._by_age.pop((match_id, user_id), None)

    def _drop_expired(self) -> None:
        oldest = self._now() - TOKEN_LIFE_S
        while self._by_age:
            key, opened = next(iter(self._by_age.items()))
            if opened >= oldest:
                return
            self.close(*key)
