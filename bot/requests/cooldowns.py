"""How often a person may have a board posted again, so that nobody floods a channel with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cachetools import TLRUCache

__all__ = ["CHANNEL_COOLDOWN_S", "PERSON_COOLDOWN_S", "Cooldowns"]

CHANNEL_COOLDOWN_S: Final = 10.0
"""Seconds after which a board may be asked for again in a channel."""

PERSON_COOLDOWN_S: Final = 30.0
"""Seconds after which the same person may ask for it again there."""

_REMEMBERED: Final = 10_000

_Who = tuple[int, int | None]
"""A channel, and a person there or (None) anybody."""


class Cooldowns:
    """Who has asked for a board lately.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: TLRUCache[_Who, float] = TLRUCache(_REMEMBERED, ttu=lambda _who, until, _now: until, timer=now)

    def until(self, channel_id: int, user_id: int) -> float | None:
        """When the person may ask in the channel, in unix seconds; None: now."""
        found = [self._until.get((channel_id, user)) for user in (user_id, None)]
        return max((until for until in found if until is not None), default=None)

    def asked(self, channel_id: int, user_id: int) -> None:
        """The person has asked in the channel."""
        now = self._now()
        self._until[channel_id, user_id] = now + PERSON_COOLDOWN_S
        self._until[channel_id, None] = now + CHANNEL_COOLDOWN_S
