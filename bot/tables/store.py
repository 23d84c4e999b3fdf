"""A live store: things in memory that change step by step, each step saved before it is announced.

Each thing has a lock. While it is held, a step is worked out, saved in one transaction, and only then shown to the
observer. If saving fails, nothing has changed, and the thing is read again when it is next needed.

The thing in memory is a copy: another process may work on the same database. So every write checks the version that it
was worked out from. If that version is gone, the thing is read again and the step worked out once more. The same is
done before a step is refused.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from math import inf
from typing import Final, Generic, Protocol, TypeVar, TypeVarTuple, Unpack
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
    def id(self) -> str: ...

    @property
    def version(self) -> int:
        """The number of its changes in the database."""


T = TypeVar("T", bound=Item)
S = TypeVar("S")
R = TypeVar("R")
Ts = TypeVarTuple("Ts")
Seen_contra = TypeVar("Seen_contra", bound=Item, contravariant=True)


@dataclass(frozen=True)
class Change(Generic[T]):
    """An item before and after a step; both are the same if the step changes nothing."""

    before: T
    after: T


class Repository(ABC, Generic[T, S]):
    """The persistence of one kind of thing (`T`) and of the results of its steps (`S`)."""

    @abstractmethod
    async def read(self, database: Database, key: str) -> T | None:
        """Return the thing with this id as it is stored; None if there is none."""

    @abstractmethod
    async def newest_version(self, tx: Transaction, key: str) -> int | None:
        """Return the version that is stored; None if there is no thing with this id."""

    @abstractmethod
    async def save(self, tx: Transaction, before: T, step: S) -> T:
        """Save the changes of a step; return the thing after it, with its new version.

        :raises Outdated: if another process has changed it since it was read.
        """

    @abstractmethod
    def changes(self, before: T, step: S) -> bool:
        """Return True if a step changes anything that has to be saved."""

    @abstractmethod
    def is_same(self, stored: T, after: T, /) -> bool:
        """Return True if the stored thing is the one that a step led to. Both have the same version."""

    @abstractmethod
    def unknown(self) -> TableError:
        """Return the error for an id that is not stored."""

    @abstractmethod
    def carry_over(self, read: T, before: T, /) -> T:
        """Return the thing that was read again, with the parts that only memory had."""

    @abstractmethod
    def may_cache(self, item: T, /) -> bool:
        """Return True if a thing may be held in memory."""

    @abstractmethod
    def is_done(self, item: T, /) -> bool:
        """Return True if nothing more will happen to a thing, so that it need not be held in memory."""


class StoreObserver(Protocol[Seen_contra]):
    """An observer of the changes in a live store. Its methods must not wait for anything."""

    def on_change(self, item: Seen_contra, before: Seen_contra | None, /) -> None:
        """Handle a saved step. `before` is None for a new thing."""

    def on_refresh(self, item: Seen_contra, /) -> None:
        """Handle a thing that was read again because another process had changed it."""

    def on_unknown_outcome(self, item: Seen_contra, /) -> None:
        """Handle a thing whose stored state is unknown."""


class LiveStore(Generic[T, S]):
    """All things of one kind: those in memory, and the others that can be read.

    :param now: the time in unix seconds.
    :param cache: the things in memory.
    """

    def __init__(
        self,
        database: Database,
        repository: Repository[T, S],
        *,
        now: Callable[[], float],
        cache: MutableMapping[str, T],
        observer: StoreObserver[T] | None = None,
    ) -> None:
        self._database = database
        self._repository = repository
        self._now = now
        self._cache = cache
        self._observer = observer
        self._newer: MutableMapping[str, float] = LRUCache(_VERSIONS_REMEMBERED)  # versions that others have stored
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._closing = False

    # --- Closing ---------------------------------------------------------------------------------------------------

    def require_open(self) -> None:
        """:raises TableError: if the store is closing."""
        if self._closing:
            raise TableError("lobby.refusal.drained")

    def start_closing(self) -> None:
        """From now on refuse new steps; those under way go on."""
        self._closing = True

    async def wait_for_steps(self) -> None:
        """Wait for all steps that are under way."""
        for lock in list(self._locks.values()):
            async with lock:
                pass

    # --- Steps -----------------------------------------------------------------------------------------------------

    async def apply(
        self, key: str, step: Callable[[T, Unpack[Ts], float], S], *values: *Ts, while_closing: bool = False
    ) -> Change[T]:
        """Apply a step: work it out, save it, and only then tell the observer.

        :param step: a function of the thing, the values and the time. It may raise `TableError` or `GameError`, and
            then nothing has changed. It is called again if another process has changed the thing in between.
        :param while_closing: whether to take the step even while the store closes: it has already happened and only has
            to be saved.
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
        """Do some work, and try again a few times if it fails because another process was first."""
        for _ in range(_TRIES - 1):
            with suppress(Outdated, Missing):
                return await work()
        return await work()

    async def _apply(self, key: str, step: Callable[[T, Unpack[Ts], float], S], *values: *Ts) -> Change[T]:
        """Work a step out once and save it; the lock is held.

        :raises Outdated: if another process has changed it. It is read again when it is next needed.
        """
        was_cached = self.cached(key) is not None
        before = await self.load(key)
        if before is None:
            raise self._repository.unknown()
        try:
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
        """:raises Outdated: if the copy in memory is out of date."""
        if await self._stored_version(item.id) != item.version:
            self.invalidate(item.id)
            raise Outdated(f"{item.id!r} has been changed by another process")

    async def _save(self, before: T, step: S) -> T:
        after = before

        async def save(tx: Transaction) -> None:
            nonlocal after
            after = await self._repository.save(tx, before, step)

        try:
            await self._database.run_write(save)
        except (Outdated, Missing):
            self.invalidate(before.id)
            raise
        except OutcomeUnknown:
            self.doubt(before)
            if not await self._is_saved(before, after):
                raise
        except BaseException:
            self.doubt(before)  # a cancellation during a commit lets it finish
            raise
        return after

    async def _is_saved(self, before: T, after: T) -> bool:
        """Return True if a step was saved although the answer to the commit was lost; False if unknown.

        :raises Outdated: if it was not saved; then it can be worked out once more.
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

    async def find(self, key: str) -> T | None:
        """Return the thing with this id, read if need be; None if there is none.

        It may be older than another process's stored version; see `newest`.

        :raises StorageError: if it cannot be read.
        """
        item = self.cached(key)
        if item is not None:
            return item
        async with self.lock(key):
            return await self.load(key)

    async def newest(self, key: str) -> T | None:
        """Return the thing as it is stored now. For one in memory this is a short read.

        :raises StorageError: if it cannot be read.
        """
        if self.cached(key) is None:
            return await self.find(key)
        async with self.lock(key):  # requests that come at the same time are answered in order
            self.invalidate(key, await self._stored_version(key))
            return await self.load(key)

    async def _stored_version(self, key: str) -> int | None:
        return await self._database.run_read(lambda tx: self._repository.newest_version(tx, key))

    # --- Memory ----------------------------------------------------------------------------------------------------

    def cached(self, key: str) -> T | None:
        """Return the thing with this id if it is in memory and not known to be out of date."""
        item = self._cache.get(key)
        return item if item is not None and item.version >= self._newer.get(key, 0) else None

    def invalidate(self, key: str, version: int | None = None) -> None:
        """Have the thing read again before it is next used, because another process has changed it.

        :param version: the version that is known to be stored, if any. Nothing happens if memory has that version.
        """
        self._newer[key] = max(inf if version is None else version, self._newer.get(key, 0))

    def doubt(self, item: T) -> None:
        """Drop a thing from memory, because its stored state is unknown."""
        self._cache.pop(item.id, None)
        if self._observer is not None:
            self._observer.on_unknown_outcome(item)

    def put(self, item: T) -> None:
        """Hold a thing in memory in place of its older state, if it may be held."""
        if self._repository.may_cache(item):
            self._cache[item.id] = item

    async def reload(self, concerned: Callable[[T], bool]) -> None:
        """Drop things from memory after a direct write to the database."""
        for key in {*self._cache, *self._locks}:
            async with self.lock(key):
                item = self.cached(key)
                if item is not None and concerned(item):
                    self.doubt(item)

    @asynccontextmanager
    async def lock(self, key: str) -> AsyncIterator[None]:
        """A block in which nothing else happens to a thing.

        A caller that waits too long for the steps of others gives up: each of them may have to wait for the database.

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

    async def load(self, key: str) -> T | None:
        """Return the thing from memory or from the database; the lock is held."""
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
