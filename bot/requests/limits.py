"""Limits on requests, so that no person delays the others."""

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from cachetools import LRUCache, TLRUCache

from bot.messages.parts.text import timestamp
from bot.tables.errors import TableError

# --- Clicks that are worked on at the same time -----------------------------------------------------------------------

GIVEN_UP_S: Final = 3.0
"""Seconds after which Discord shows the click as failed and rejects answers to it."""

_PATIENCE_S: Final = 2.0
"""Seconds after a click for which it may wait in the queue: then the answer may still come before `GIVEN_UP_S`."""

_AT_ONCE: Final = 12
"""The number of clicks handled concurrently: enough to keep the processor and the disk busy."""

_MANY: Final = 4
"""The number of clicks in progress from which boards wait a little."""

_TURNED_AWAY: Final = 1000
"""The number of people remembered whose last click was turned away."""

_WINDOW_S: Final = 600.0
"""Seconds for which the lowest latency from Discord is remembered; clocks drift apart."""


class Admitted(Enum):
    """The decision about a click."""

    IN = auto()
    BUSY = auto()
    """The click would wait too long; the person is informed."""
    LATE = auto()
    """Discord no longer accepts an answer."""


class Admission:
    """A limit on concurrent clicks, with a short queue.

    :param now: the time in seconds, of a monotonic clock.
    :param at_once: the number of clicks handled concurrently.
    :param patience_s: seconds after a click for which it may wait.
    :ivar calm: set unless several clicks await their answers.
    """

    def __init__(self, now: Callable[[], float], *, at_once: int = _AT_ONCE, patience_s: float = _PATIENCE_S) -> None:
        self._free = self._at_once = at_once
        self.calm = asyncio.Event()
        self.calm.set()
        self._patience_s = patience_s
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._turned_away: MutableMapping[int, None] = LRUCache(_TURNED_AWAY)
        self._way = _ClockOffset(now)

    async def enter(self, clicked_at: float, user_id: int) -> Admitted:
        """Wait for admission; an admitted click must `leave`.

        A person whose last click was turned away goes before all who wait.

        :param clicked_at: the time at which Discord received the click, in seconds of Discord's clock.
        """
        admitted = await self._enter(clicked_at, first=user_id in self._turned_away)
        if admitted is Admitted.BUSY:
            self._turned_away[user_id] = None
        else:
            self._turned_away.pop(user_id, None)
        return admitted

    async def _enter(self, clicked_at: float, *, first: bool) -> Admitted:
        age = self._way.age(clicked_at)
        if age >= GIVEN_UP_S:
            return Admitted.LATE
        if self._free and not self._waiting:
            self._give(-1)
            return Admitted.IN
        if age >= self._patience_s:
            return Admitted.BUSY
        place = asyncio.get_running_loop().create_future()
        if first:
            self._waiting.appendleft(place)
        else:
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
        """Release the place of an admitted click."""
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                return
        self._give(1)

    def _give(self, places: int) -> None:
        self._free += places
        if self._at_once - self._free >= _MANY:
            self.calm.clear()
        else:
            self.calm.set()


class _ClockOffset:
    """The offset of Discord's clock, by the lowest recent latency."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._since = now()
        self._before = float("inf")  # in the window before this one
        self._least = float("inf")

    def age(self, clicked_at: float) -> float:
        """Return a click's age in seconds beyond the lowest latency."""
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
    """First clicks that await confirmation; a restart forgets them.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._first: dict[Hashable, float] = {}

    def counts(self, what: Hashable) -> bool:
        """Return True for a second click; remember a first one.

        :param what: the person and the clicked button.
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
"""A channel, and a person there, or None for all people."""


class Cooldowns:
    """Recent requests for a board, by channel and person.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: TLRUCache[_Asker, float] = TLRUCache(
            _REMEMBERED_PEOPLE, ttu=lambda _who, until, _now: until, timer=now
        )

    def until(self, channel_id: int, user_id: int) -> float | None:
        """Return the unix time of the next allowed request."""
        found = [self._until.get((channel_id, user)) for user in (user_id, None)]
        return max((until for until in found if until is not None), default=None)

    def record(self, channel_id: int, user_id: int) -> None:
        """Record that the person asked in the channel."""
        now = self._now()
        self._until[channel_id, user_id] = now + PERSON_COOLDOWN_S
        self._until[channel_id, None] = now + CHANNEL_COOLDOWN_S


# --- What costs much --------------------------------------------------------------------------------------------------

_HOUR_S: Final = 3600.0
_REMEMBERED_USES: Final = 10_000


@dataclass(frozen=True, eq=False)
class Quota:
    """A limit on how often a thing may be done. Each is counted apart, even with the same numbers.

    :ivar refusal: the key of the text of a refusal.
    """

    most: int
    period_s: float
    refusal: str = "error.often"


FILES: Final = Quota(12, _HOUR_S, "error.often_here")
"""Result files that a server may send, including refused ones."""

RECORDS: Final = Quota(60, _HOUR_S, "error.often_here")
"""Records of matches that a server may send."""

EXPORTS: Final = Quota(2, 120.0, "error.often_here")
"""Exports that a server may have."""

TOURNAMENTS: Final = Quota(20, 24 * _HOUR_S, "error.often_here")
"""Tournaments that may be created in a server."""

TOURNAMENTS_OF_ONE: Final = Quota(5, _HOUR_S)
"""Tournaments that one person may create."""

TOURNAMENTS_OF_MANAGER: Final = replace(TOURNAMENTS_OF_ONE, most=20)
"""Tournaments that a person with Manage Server may create."""


POSTS: Final = Quota(5, 300.0)
"""Results, steps and GIFs of replays that one person may post in a channel."""

MENTIONS: Final = Quota(8, 600.0)
"""Messages that mention people, and threads, that one person's clicks may cause; see `Quotas.mention`."""

MENTIONS_BETWEEN: Final = Quota(4, _HOUR_S)
"""Mentions of one person by the clicks of another one."""

MENTIONS_OF_ONE: Final = Quota(8, 600.0, "mention.asked_often")
"""Mentions of one person by all clicks."""

MENTIONS_HERE: Final = Quota(40, 600.0, "error.often_here")
"""Messages that mention people, and threads, in one channel."""

INVITATIONS_TO_ONE: Final = Quota(1, _HOUR_S, "invitation.again")
"""Invitations of one person to one table."""

RETRIES: Final = Quota(60, _HOUR_S)
"""Moves of reviews that one person may try again."""

REPORTS: Final = Quota(5, _HOUR_S)
"""Reports of problems that one person may send."""


HINTS: Final = Quota(120, _HOUR_S)
"""Hints that one person may take."""


class Quotas:
    """Recent uses of each quota in this process.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._done: MutableMapping[tuple[Quota, Hashable], deque[float]] = LRUCache(_REMEMBERED_USES)
        self._under_way: set[tuple[Quota, Hashable]] = set()

    def require(self, quota: Quota, who: Hashable) -> None:
        """Refuse if the quota is used up.

        :raises TableError: with the next possible time.
        """
        times = self._done.get((quota, who), deque())
        while times and times[0] <= self._now() - quota.period_s:
            times.popleft()
        if len(times) >= quota.most:
            again = timestamp(times[-quota.most] + quota.period_s, "R")
            raise TableError(quota.refusal, again=again)

    def record(self, quota: Quota, who: Hashable) -> None:
        """Record one use."""
        self._done.setdefault((quota, who), deque()).append(self._now())

    def mention(self, asker: int, asked: Iterable[int], channel_id: int) -> None:
        """Count a click by which people are mentioned, or a thread is opened.

        Each click with this effect comes here before its step, so no one can disturb others without end.

        :raises TableError: if the asker, an asked person or the channel has reached a limit.
        """
        uses: list[tuple[Quota, Hashable]] = [(MENTIONS, asker), (MENTIONS_HERE, channel_id)]
        for one in asked:
            uses += ((MENTIONS_BETWEEN, (asker, one)), (MENTIONS_OF_ONE, one))
        for quota, who in uses:
            self.require(quota, who)
        for quota, who in uses:
            self.record(quota, who)

    def may_mention(self, asker: Hashable, asked: int) -> bool:
        """Count a mention that is left out at a limit, where the click has another purpose.

        :param asker: the person who clicks, or the subject of news that clicks can have repeated. News is not counted
            with the mentions of one person by all, so no one's clicks keep it from them.
        :param asked: a person or role.
        """
        uses: list[tuple[Quota, Hashable]] = [(MENTIONS_BETWEEN, (asker, asked))]
        if isinstance(asker, int):
            uses.append((MENTIONS_OF_ONE, asked))
        try:
            for quota, who in uses:
                self.require(quota, who)
        except TableError:
            return False
        for quota, who in uses:
            self.record(quota, who)
        return True

    @contextmanager
    def one_at_a_time(self, quota: Quota, who: Hashable, busy: str) -> Iterator[None]:
        """A block that uses the quota once, even if it fails.

        :param busy: the key of the text that refuses a second use meanwhile.
        :raises TableError: if another use is in progress, or the quota is used up.
        """
        if (quota, who) in self._under_way:
            raise TableError(busy)
        self.require(quota, who)
        self.record(quota, who)
        self._under_way.add((quota, who))
        try:
            yield
        finally:
            self._under_way.discard((quota, who))


# --- All of them ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limits:
    """All limits on requests to this process."""

    admission: Admission
    second_clicks: SecondClicks
    cooldowns: Cooldowns
    quotas: Quotas
