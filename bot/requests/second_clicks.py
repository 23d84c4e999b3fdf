"""Clicks that do something only when they come twice, because a slip would cost too much."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

__all__ = ["WITHIN_S", "SecondClicks"]

WITHIN_S: Final = 3
"""Seconds within which the second click must come."""


class SecondClicks:
    """First clicks that wait for their second; after a restart they are forgotten, and one clicks once more.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._first: dict[Hashable, float] = {}

    def counts(self, what: Hashable) -> bool:
        """Whether this click is the second one for the same thing in time; if not, it is the first.

        :param what: who clicked for what.
        """
        now = self._now()
        self._first = {key: at for key, at in self._first.items() if now - at <= WITHIN_S}
        if self._first.pop(what, None) is not None:
            return True
        self._first[what] = now
        return False
