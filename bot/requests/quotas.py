"""How often somebody, or a server, may have something done that costs much, so that nobody else has to wait for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Final, NamedTuple

from cachetools import LRUCache

from bot.messages.parts.text import timestamp
from bot.tables.errors import TableError

__all__ = ["EXPORTS", "FILES", "RECORDS", "TOURNAMENTS", "TOURNAMENTS_OF_ONE", "Quota", "Quotas"]

_HOUR_S: Final = 3600.0
_REMEMBERED: Final = 10_000


class Quota(NamedTuple):
    """How often something may be done.

    :ivar what: the key of the text that says that it was done often enough.
    :ivar most: how often,
    :ivar period_s: in so many seconds.
    """

    what: str
    most: int
    period_s: float


FILES: Final = Quota("league.import.often", 12, _HOUR_S)
"""Files of results that a server may send in, those that are refused among them,"""

RECORDS: Final = Quota("league.import.often", 60, _HOUR_S)
"""and records of matches."""

EXPORTS: Final = Quota("league.export.often", 2, 120.0)
"""Exports that a server may have."""

TOURNAMENTS: Final = Quota("tournament.refusal.often_here", 20, 24 * _HOUR_S)
"""Tournaments that may be begun in a server,"""

TOURNAMENTS_OF_ONE: Final = Quota("tournament.refusal.often", 5, _HOUR_S)
"""and those that one person may begin."""


class Quotas:
    """What has been done lately, as far as this process knows.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._done: MutableMapping[tuple[Quota, Hashable], deque[float]] = LRUCache(_REMEMBERED)
        self._under_way: set[tuple[Quota, Hashable]] = set()

    def needs(self, quota: Quota, who: Hashable) -> None:
        """Refuse what was done often enough.

        :raises TableError: it says from when on it may be done again.
        """
        times = self._done.get((quota, who), deque())
        while times and times[0] <= self._now() - quota.period_s:
            times.popleft()
        if len(times) >= quota.most:
            again = timestamp(times[-quota.most] + quota.period_s, "R")
            raise TableError(quota.what, again=again)

    def used(self, quota: Quota, who: Hashable) -> None:
        """It is done now."""
        self._done.setdefault((quota, who), deque()).append(self._now())

    @contextmanager
    def one_at_a_time(self, quota: Quota, who: Hashable, busy: str) -> Iterator[None]:
        """A block in which it is done once more. It counts even if it fails.

        :param busy: the key of the text that refuses it while it is still being done.
        :raises TableError: if it is being done, or was done often enough.
        """
        if (quota, who) in self._under_way:
            raise TableError(busy)
        self.needs(quota, who)
        self.used(quota, who)
        self._under_way.add((quota, who))
        try:
            yield
        finally:
            self._under_way.discard((quota, who))
