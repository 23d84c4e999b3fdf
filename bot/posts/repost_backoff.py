"""Channels in which boards are deleted again and again, mostly by another bot: the pauses before reposts grow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

OFTEN_DELETED: Final = 3
"""From this number of deletions in a row on, people are told of them."""

_PAUSES_S: Final = (0.0, 10.0, 60.0, 300.0, 1800.0)
"""How long no board is posted after each deletion in a row; the last is used from then on."""

_STABLE_S: Final = 600.0
"""A board that lived this long was not deleted by a bot that deletes every message."""

_REMEMBERED: Final = 10_000


@dataclass(frozen=True)
class _Deleted:
    times: int
    paused_until: float


class RepostBackoff:
    """Which channels have had their boards deleted.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._deleted: LRUCache[int, _Deleted] = LRUCache(_REMEMBERED)

    def record_deletion(self, channel_id: int, posted_at: float | None) -> None:
        """Record that a board was deleted that was posted at `posted_at`, in unix seconds."""
        now = self._now()
        stood = posted_at is not None and now - posted_at >= _STABLE_S
        times = 1 if stood else self.deletions(channel_id) + 1
        self._deleted[channel_id] = _Deleted(times, now + _PAUSES_S[min(times, len(_PAUSES_S)) - 1])

    def deletions(self, channel_id: int) -> int:
        """How many boards have been deleted in a row in a channel."""
        found = self._deleted.get(channel_id)
        return 0 if found is None else found.times

    def pause_s(self, channel_id: int) -> float:
        """How many seconds to wait before a board is posted there."""
        found = self._deleted.get(channel_id)
        return 0.0 if found is None else max(0.0, found.paused_until - self._now())

    def end_pause(self, channel_id: int) -> None:
        """End the pause because somebody asked for the board; the next pause is no shorter for it."""
        found = self._deleted.get(channel_id)
        if found is not None:
            self._deleted[channel_id] = _Deleted(found.times, self._now())
