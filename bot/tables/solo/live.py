"""The one door through which anything happens to solitaires: worked out, saved in one transaction, then shown."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from dataclasses import fields
from hashlib import blake2b
from typing import Final
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.tables.errors import TableError
from bot.tables.state import Person
from storage import solo as solos
from storage.database import Conflict, Database, Missing, Outdated, Transaction
from storage.solo import StoredSolo

from . import steps
from .state import Solo, SoloStep, day_of, rebuilt

__all__ = ["Solos"]

_HELD: Final = 500
_SEED_BYTES: Final = 16
_OWN_COLUMNS: Final = frozenset({"revision", "version"})
"""What `append` and `update` write by themselves."""
_TRIES: Final = 5
"""How often a step is worked out while other processes change the solitaire in between."""


class Solos:
    """All solitaires of the bot.

    :param now: the time in unix seconds.
    :param secret: makes the marks of people who are forgotten unreadable, see `keep_tries`.
    """

    def __init__(self, database: Database, *, now: Callable[[], float], secret: str = "") -> None:
        self._database = database
        self._now = now
        self._memory: MutableMapping[str, Solo] = LRUCache(_HELD)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._key = blake2b(secret.encode()).digest()
        self._closing = False

    async def close(self) -> None:
        """Take no more requests, and let those under way end."""
        self._closing = True
        for lock in list(self._locks.values()):
            async with lock:
                pass

    async def find(self, solo_id: str) -> Solo:
        """A solitaire as it is stored now, rebuilt from its log if need be.

        :raises TableError: if there is none of this id.
        :raises StorageError: if it cannot be read.
        """
        async with self._lock(solo_id):
            with suppress(Outdated):
                await self._check(solo_id)
            return await self._loaded(solo_id)

    async def open_of(self, user_id: int) -> tuple[StoredSolo, ...]:
        """What a person has open, the newest first.

        :raises StorageError: if it cannot be read.
        """
        async with self._database.read() as tx:
            return await solos.open_of(tx, user_id)

    async def begin(self, person: Person, *, guild_id: int, game: str, seed: str = "", day: str = "") -> Solo:
        """A new solitaire; one of the same game and day that is open is given up for it.

        :param seed: "" for a secret one of its own.
        :param day: the date whose deal it is.
        :raises StorageError: if it could not be saved.
        """
        self._needs_open_door()
        for other in await self.open_of(person.user_id):
            if (other.game, other.day) == (game, day):
                await self.take(other.id, steps.dropped)
        seed = seed or secrets.token_hex(_SEED_BYTES)
        begun = steps.begun(
            secrets.token_urlsafe(8),
            person,
            guild_id=guild_id,
            game=game,
            seed=seed,
            day=day,
            counted=True,
            now=self._now(),
        )
        try:
            async with self._database.write() as tx:
                mark = self._mark(person.user_id, game, day)
                tried = await solos.has_tried(tx, person.user_id, game, seed)
                if tried or (day and await solos.is_spent(tx, day, mark)):
                    begun = begun.with_stored(counted=False)
                await solos.add(tx, begun.stored)
        except Conflict:  # somebody has clicked twice at one instant
            for other in await self.open_of(person.user_id):
                if (other.game, other.day) == (game, day):
                    return await self.find(other.id)
            raise
        self._memory[begun.id] = begun
        return begun

    async def keep_tries(self, tx: Transaction, user_id: int) -> None:
        """Keep at which deals of the running day a person has tried who is forgotten in this transaction.

        Else their next try would be a first one, with the solution known. A mark stands for the person, from which
        nobody is read without the secret, and it goes when the day is over.
        """
        day = day_of(self._now()).isoformat()
        for game in await solos.games_tried(tx, user_id, day):
            await solos.spend_try(tx, day, self._mark(user_id, game, day))

    async def forget_old_tries(self, tx: Transaction) -> None:
        """Forget the marks of days that are over."""
        await solos.forget_spent(tx, day_of(self._now()).isoformat())

    def _mark(self, user_id: int, game: str, day: str) -> str:
        return blake2b(f"{day}:{game}:{user_id}".encode(), key=self._key, digest_size=16).hexdigest()

    async def take(self, solo_id: str, step: Callable[[Solo, float], SoloStep]) -> Solo:
        """Take a step at a solitaire: work it out, save it, and only then let it stand.

        :param step: a function of the solitaire and the time; it may raise `TableError`, and then nothing has happened.
        :raises StorageError: if it could not be saved; then nothing has happened either.
        """
        self._needs_open_door()
        async with self._lock(solo_id):
            for _ in range(_TRIES - 1):
                with suppress(Outdated, Missing):
                    return await self._taken(solo_id, step)
            return await self._taken(solo_id, step)

    async def _taken(self, solo_id: str, step: Callable[[Solo, float], SoloStep]) -> Solo:
        """The solitaire after a step; the lock is held.

        :raises Outdated: if another process has changed it; it is read anew when it is next needed.
        """
        before = await self._loaded(solo_id)
        try:
            taken = step(before, self._now())
        except TableError:
            await self._check(solo_id)
            raise
        if taken.solo == before and not taken.entries:
            await self._check(solo_id)
            return before
        return await self._save(before, taken)

    async def _check(self, solo_id: str) -> None:
        """:raises Outdated: if what is held in memory is no longer what is stored."""
        held = self._memory.get(solo_id)
        if held is None:
            return
        version = await self._database.read_at_once(lambda tx: solos.newest_version(tx, solo_id))
        if version != held.stored.version:
            self._memory.pop(solo_id, None)
            raise Outdated(f"solitaire {solo_id!r} has been changed by another process")

    async def _save(self, before: Solo, taken: SoloStep) -> Solo:
        changes = {
            part.name: getattr(taken.solo.stored, part.name)
            for part in fields(StoredSolo)
            if part.name not in _OWN_COLUMNS
            and getattr(taken.solo.stored, part.name) != getattr(before.stored, part.name)
        }

        async def saved(tx: Transaction) -> None:
            await solos.update(tx, before.id, before.stored.version, **changes)
            await solos.append(tx, before.id, taken.entries)

        try:
            await self._database.write_at_once(saved)
        except BaseException:
            self._memory.pop(before.id, None)  # what is on the disk is known only when it has been read again
            raise
        after = taken.solo.with_stored(version=before.stored.version + 1)
        self._memory[after.id] = after
        return after

    # --- Memory ----------------------------------------------------------------------------------------------------

    async def reread(self, concerned: Callable[[Solo], bool]) -> None:
        """Hold no longer, as they were, the solitaires that are concerned by what was written past them."""
        for solo_id in {*self._memory, *self._locks}:
            async with self._lock(solo_id):
                solo = self._memory.get(solo_id)
                if solo is not None and concerned(solo):
                    del self._memory[solo_id]

    def _lock(self, solo_id: str) -> asyncio.Lock:
        return self._locks.setdefault(solo_id, asyncio.Lock())

    def _needs_open_door(self) -> None:
        if self._closing:
            raise TableError("lobby.refusal.drained")

    async def _loaded(self, solo_id: str) -> Solo:
        """The solitaire from memory or from its log; the lock is held."""
        held = self._memory.get(solo_id)
        if held is not None:
            return held
        found = await self._database.read_at_once(lambda tx: solos.load(tx, solo_id))
        if found is None:
            raise TableError("solo.unknown", command="solo play")
        solo = rebuilt(*found)
        self._memory[solo_id] = solo
        return solo
