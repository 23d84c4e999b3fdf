"""Limits on what people may ask for, so that nobody else has to wait for it."""

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, NamedTuple

from cachetools import LRUCache, TLRUCache

from bot.messages.parts.text import timestamp
from bot.tables.errors import TableError

# --- Clicks that are worked on at the same time -----------------------------------------------------------------------

GIVEN_UP_S: Final = 3.0
"""Seconds after which Discord tells the person that the click has failed, and takes no answer any more."""

_PATIENCE_S: Final = 0.5
"""Seconds from a click for which it may wait until it is worked on."""

_AT_ONCE: Final = 12
"""How many clicks are worked on at the same time: enough to keep the processor and the disk busy."""

_WINDOW_S: Final = 600.0
"""Seconds for which the quickest way from Discord to here is remembered; clocks drift apart."""


class Admitted(Enum):
    """What becomes of a click."""

    IN = auto()
    BUSY = auto()
    """It would wait too long; the person should be told."""
    LATE = auto()
    """Discord waits no longer for an answer."""


class Admission:
    """The door to the work on clicks.

    :param now: the time in seconds, of a clock that is never set.
    :param at_once: how many clicks are worked on at the same time.
    :param patience_s: seconds from a click for which it may wait.
    """

    def __init__(self, now: Callable[[], float], *, at_once: int = _AT_ONCE, patience_s: float = _PATIENCE_S) -> None:
        self._free = at_once
        self._patience_s = patience_s
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._way = _QuickestWay(now)

    async def enter(self, clicked_at: float) -> Admitted:
        """Wait until a click may be worked on. Who is let in must `leave`.

        :param clicked_at: when Discord took the click, in seconds of its clock.
        """
        age = self._way.age(clicked_at)
        if age >= GIVEN_UP_S:
            return Admitted.LATE
        if self._free and not self._waiting:
            self._free -= 1
            return Admitted.IN
        if age >= self._patience_s:
            return Admitted.BUSY
        place = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            async with asyncio.timeout(self._patience_s - age):
                await place
        except TimeoutError:
            if place.cancelled():
                return Admitted.BUSY
        except asyncio.CancelledError:
            if not place.cancelled():
                self.leave()
            raise
        return Admitted.LATE if self._too_late(clicked_at) else Admitted.IN

    def _too_late(self, clicked_at: float) -> bool:
        if self._way.age(clicked_at) < GIVEN_UP_S:
            return False
        self.leave()
        return True

    def leave(self) -> None:
        """The answer to a click that was let in is on the way."""
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                return
        self._free += 1


class _QuickestWay:
    """How old clicks are, though Discord's clock is not ours: the quickest in a while are taken to be new."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._since = now()
        self._before = float("inf")  # in the window before this one
        self._least = float("inf")

    def age(self, clicked_at: float) -> float:
        """Seconds since a click, as far as they are more than those of the quickest."""
        now = self._now()
        if now - self._since >= _WINDOW_S:
            self._since, self._before, self._least = now, self._least, float("inf")
        apart = now - clicked_at
        self._least = min(self._least, apart)
        return apart - min(self._least, self._before)


# --- Clicks that count only when they come twice ----------------------------------------------------------------------

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


# --- Boards that are posted again -------------------------------------------------------------------------------------

CHANNEL_COOLDOWN_S: Final = 10.0
"""Seconds after which a board may be asked for again in a channel."""

PERSON_COOLDOWN_S: Final = 30.0
"""Seconds after which the same person may ask for it again there."""

_REMEMBERED_PEOPLE: Final = 10_000

_Asker = tuple[int, int | None]
"""A channel, and a person there or (None) anybody."""


class Cooldowns:
    """Who has asked for a board lately.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: TLRUCache[_Asker, float] = TLRUCache(
            _REMEMBERED_PEOPLE, ttu=lambda _who, until, _now: until, timer=now
        )

    def until(self, channel_id: int, user_id: int) -> float | None:
        """When the person may ask in the channel, in unix seconds; None: now."""
        found = [self._until.get((channel_id, user)) for user in (user_id, None)]
        return max((until for until in found if until is not None), default=None)

    def asked(self, channel_id: int, user_id: int) -> None:
        """The person has asked in the channel."""
        now = self._now()
        self._until[channel_id, user_id] = now + PERSON_COOLDOWN_S
        self._until[channel_id, None] = now + CHANNEL_COOLDOWN_S


# --- What costs much --------------------------------------------------------------------------------------------------

_HOUR_S: Final = 3600.0
_REMEMBERED_USES: Final = 10_000


class Quota(NamedTuple):
    """How often something may be done.

    :ivar what: the key of the text that says that it was done often enough.
    :ivar most: how often,
    :ivar period_s: the seconds in which they may.
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


POSTS: Final = Quota("replay.often", 5, 300.0)
"""Steps and films of replays that one person may post in a channel for all."""

REPORTS: Final = Quota("report.often", 5, _HOUR_S)
"""Reports of what is odd that one person may send."""


class Quotas:
    """What has been done lately, as far as this process knows.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._done: MutableMapping[tuple[Quota, Hashable], deque[float]] = LRUCache(_REMEMBERED_USES)
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


# --- All of them ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limits:
    """All limits on what people ask of this process."""

    admission: Admission
    second_clicks: SecondClicks
    cooldowns: Cooldowns
    quotas: Quotas
