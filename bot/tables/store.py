"""A live store, which saves each step before it is announced.

Each item has a lock. Under it, a step is computed, saved in one transaction, and then shown to the observer. If saving
fails, nothing has changed, and the item is reread when needed.

The item in memory is a copy, because other processes may use the database. So every write checks the version that the
step was computed from. If it is outdated, the item is reread and the step computed again. This also happens before a
step is refused.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, MutableMapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from math import inf
from typing import Any, Final, Generic, Protocol, TypeVar, TypeVarTuple, Unpack
from weakref import WeakValueDictionary

from cachetools import LRUCache

from games import GameError
from storage.database import Busy, Database, Missing, OutcomeUnknown, Outdated, StorageError, Transaction

from .errors import TableError

logger = logging.getLogger(__name__)

LOCK_TIMEOUT_S: Final = 3.0
"""The longest wait of a step for the steps before it. After that it may still wait for the database."""

READ_BACK_PAUSES_S: Final = (0.1, 0.2, 0.4, 0.8, 1.5)
"""The pauses between tries to find out whether a step was saved, when the answer to its commit was lost. After the last
try it stays unknown."""

_TRIES: Final = 5
"""The number of attempts at a step if other processes keep changing the same thing."""

_VERSIONS_REMEMBERED: Final = 10_000
"""For how many things the store remembers that a newer version is stored."""


class Item(Protocol):
    """A frozen value that is kept in a live store."""

    @property
    def id(self) -> Any: ...

    @property
    def version(self) -> int:
        """The number of its saved changes."""


K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Item)
S = TypeVar("S")
R = TypeVar("R")
Ts = TypeVarTuple("Ts")
Seen_contra = TypeVar("Seen_contra", bound=Item, contravariant=True)


@dataclass(frozen=True)
class Change(Generic[T]):
    """An item before and after a step, equal if unchanged."""

    before: T
    after: T


class Repository(ABC, Generic[K, T, S]):
    """The persistence of items `T` with ids `K`, and of step results `S`."""

    @abstractmethod
    async def read(self, database: Database, key: K) -> T | None:
        """Return the item as stored, if any."""

    @abstractmethod
    async def newest_version(self, tx: Transaction, key: K) -> int | None:
        """Return the stored version of an item, if any."""

    @abstractmethod
    async def save(self, tx: Transaction, before: T, step: S, now: float) -> T:
        """Save a step's changes; return the item's new version.

        :raises Outdated: if another process was first.
        """

    @abstractmethod
    def changes(self, before: T, step: S) -> bool:
        """Return True if a step needs saving."""

    @abstractmethod
    def is_same(self, stored: T, after: T, /) -> bool:
        """Return True if the stored item is `after`. Both have equal versions."""

    @abstractmethod
    def unknown(self) -> TableError:
        """Return the error for an id that is not stored."""

    @abstractmethod
    def carry_over(self, read: T, before: T, /) -> T:
        """Return the reread item with the old memory-only parts."""

    @abstractmethod
    def may_cache(self, item: T, /) -> bool:
        """Return True if memory may hold the item."""

    @abstractmethod
    def is_done(self, item: T, /) -> bool:
        """Return True if an item can leave memory for good."""


class StoreObserver(Protocol[Seen_contra]):
    """An observer of a live store; its methods must not block."""

    def on_change(self, item: Seen_contra, before: Seen_contra | None, /) -> None:
        """Handle a saved step; `before` is None for new items."""

    def on_refresh(self, item: Seen_contra, /) -> None:
        """Handle an item changed by another process."""

    def on_unknown_outcome(self, item: Seen_contra, /) -> None:
        """Handle an item whose stored state is unknown."""


class LiveStore(Generic[K, T, S]):
    """All items of one kind, in memory or stored only.

    :param now: the time in unix seconds.
    :param in_thread: whether steps are computed in a thread, because some take long.
    """

    def __init__(
        self,
        database: Database,
        repository: Repository[K, T, S],
        *,
        now: Callable[[], float],
        cache: MutableMapping[K, T],
        observer: StoreObserver[T] | None = None,
        in_thread: bool = False,
    ) -> None:
        self._database = database
        self._repository = repository
        self._now = now
        self._cache = cache
        self._observer = observer
        self._in_thread = in_thread
        self._newer: MutableMapping[K, float] = LRUCache(_VERSIONS_REMEMBERED)  # versions that others have stored
        self._locks: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()
        self._closing = False

    # --- Closing ---------------------------------------------------------------------------------------------------

    def require_open(self) -> None:
        """Check that the store is not closing.

        :raises TableError: if the store is closing.
        """
        if self._closing:
            raise TableError("lobby.refusal.drained")

    def start_closing(self) -> None:
        """Refuse new steps; let running ones finish."""
        self._closing = True

    async def wait_for_steps(self) -> None:
        """Wait for all running steps."""
        for lock in list(self._locks.values()):
            async with lock:
                pass

    # --- Steps -----------------------------------------------------------------------------------------------------

    async def apply(
        self, key: K, step: Callable[[T, Unpack[Ts], float], S], *values: *Ts, while_closing: bool = False
    ) -> Change[T]:
        """Apply a step, save it, and then notify the observer.

        :param step: a function of the item, the values and the time. If it raises `TableError` or `GameError`, nothing
            has changed. It is called again if another process was first.
        :param while_closing: whether to accept the step while closing, because it has already happened.
        :raises OutcomeUnknown: if it is not known whether it was saved.
        :raises StorageError: if it could not be saved; then nothing has changed either.
        """
        if not while_closing:
            self.require_open()
        async with self.lock(key):
            for _ in range(_TRIES - 1):  # as `retry`, without a closure
                with suppress(Outdated, Missing):
                    return await self._apply(key, step, *values)
            return await self._apply(key, step, *values)

    async def retry(self, work: Callable[[], Awaitable[R]]) -> R:
        """Do some work; retry it a few times if others were first."""
        for _ in range(_TRIES - 1):
            with suppress(Outdated, Missing):
                return await work()
        return await work()

    async def _apply(self, key: K, step: Callable[[T, Unpack[Ts], float], S], *values: *Ts) -> Change[T]:
        """Compute a step once and save it, under the lock.

        :raises Outdated: if another process was first. The item is reread when needed.
        """
        was_cached = self.cached(key) is not None
        before = await self.load(key)
        if before is None:
            raise self._repository.unknown()
        try:
            if self._in_thread:
                result = await asyncio.to_thread(lambda: step(before, *values, self._now()))
            else:
                result = step(before, *values, self._now())
        except (TableError, GameError):
            if was_cached:
                await self._check(before)
            raise
        if not self._repository.changes(before, result):
            if was_cached:
                await self._check(before)
            return Change(before, before)
        after = await self._save(before, result)
        self.put(after)
        if self._observer is not None:
            self._observer.on_change(after, before)
        return Change(before, after)

    async def _check(self, item: T) -> None:
        """Check that the copy in memory is up to date.

        :raises Outdated: if the copy in memory is out of date.
        """
        if await self._stored_version(item.id) != item.version:
            self.invalidate(item.id)
            raise Outdated(f"{item.id!r} has been changed by another process")

    async def _save(self, before: T, step: S) -> T:
        after, now = before, self._now()

        async def save(tx: Transaction) -> None:
            nonlocal after
            after = await self._repository.save(tx, before, step, now)

        try:
            await self._database.run_write(save)
        except (Outdated, Missing):
            self.invalidate(before.id)
            raise
        except TableError:
            raise  # refused within the transaction, so nothing is saved
        except OutcomeUnknown:
            self.doubt(before)
            if not await self._is_saved(before, after):
                raise
        except BaseException:
            self.doubt(before)  # a cancellation during a commit lets it finish
            raise
        return after

    async def _is_saved(self, before: T, after: T) -> bool:
        """Return True if a step was saved despite a lost answer.

        :raises Outdated: if it was not saved; then it can be computed again.
        """
        pauses = iter(READ_BACK_PAUSES_S)
        while True:
            try:
                version = await self._database.run_write(lambda tx: self._repository.newest_version(tx, before.id))
                stored = await self._repository.read(self._database, before.id)
            except StorageError as error:
                logger.info("%s cannot be read back after saving yet: %s", before.id, error)
                pause = next(pauses, None)
                if pause is None or self._database.is_closed:
                    return False
                await asyncio.sleep(pause)
                continue
            if stored is not None and stored.version == version == after.version:
                if self._repository.is_same(stored, after):
                    return True
            elif version is not None and version > before.version:
                return False  # another process has changed it since, after this step or instead of it
            raise Outdated(f"a step of {before.id!r} was not saved")

    # --- Finding ---------------------------------------------------------------------------------------------------

    async def find(self, key: K) -> T | None:
        """Return an item from memory or the database, if any.

        It may be older than another process's stored version; see `newest`.

        :raises StorageError: if it cannot be read.
        """
        item = self.cached(key)
        if item is not None:
            return item
        async with self.lock(key):
            return await self.load(key)

    async def newest(self, key: K) -> T | None:
        """Return the item as stored now, by a short read if cached.

        :raises StorageError: if it cannot be read.
        """
        if self.cached(key) is None:
            return await self.find(key)
        async with self.lock(key):  # requests that come at the same time are answered in order
            self.invalidate(key, await self._stored_version(key))
            return await self.load(key)

    async def _stored_version(self, key: K) -> int | None:
        return await self._database.run_read(lambda tx: self._repository.newest_version(tx, key))

    # --- Memory ----------------------------------------------------------------------------------------------------

    def cached(self, key: K) -> T | None:
        """Return an item from memory, unless known to be outdated."""
        item = self._cache.get(key)
        return item if item is not None and item.version >= self._newer.get(key, 0) else None

    def invalidate(self, key: K, version: int | None = None) -> None:
        """Let an item be reread before its next use.

        :param version: the known stored version, if any. Nothing happens if memory has it.
        """
        self._newer[key] = max(inf if version is None else version, self._newer.get(key, 0))

    def doubt(self, item: T) -> None:
        """Drop an item whose stored state is unknown."""
        self._cache.pop(item.id, None)
        if self._observer is not None:
            self._observer.on_unknown_outcome(item)

    def put(self, item: T) -> None:
        """Hold an item in memory, if the repository allows."""
        if self._repository.may_cache(item):
            self._cache[item.id] = item

    async def reload(self, concerned: Callable[[T], bool]) -> None:
        """Drop items from memory after a direct database write."""
        for key in {*self._cache, *self._locks}:
            async with self.lock(key):
                item = self.cached(key)
                if item is not None and concerned(item):
                    self.doubt(item)

    @asynccontextmanager
    async def lock(self, key: K) -> AsyncIterator[None]:
        """A block with exclusive access to an item.

        Waiting ends after a limit, because each earlier step may wait for the database.

        :raises Busy: if the lock does not come free in time.
        """
        lock = self._locks.setdefault(key, asyncio.Lock())
        try:
            async with asyncio.timeout(LOCK_TIMEOUT_S):  # a free lock may be about to wake another one that waits
                await lock.acquire()
        except TimeoutError as error:
            raise Busy(f"too many wait for {key}") from error
        try:
            yield
        finally:
            item = self._cache.get(key)
            if item is not None and self._repository.is_done(item):
                del self._cache[key]
            lock.release()

    async def load(self, key: K) -> T | None:
        """Return the item from memory or the database, under the lock."""
        item, old = self.cached(key), self._cache.get(key)
        if item is not None:
            return item
        self._newer.pop(key, None)  # what others store from now on may be missing from this read
        try:
            item = await self._repository.read(self._database, key)
        except BaseException:
            self.invalidate(key)
            raise
        if item is None:
            self._cache.pop(key, None)
        elif old is None:
            self.put(item)
        elif old.version != item.version:
            item = self._repository.carry_over(item, old)
            self.put(item)
            if self._observer is not None:
                self._observer.on_refresh(item)
        else:
            item = old
        return item
