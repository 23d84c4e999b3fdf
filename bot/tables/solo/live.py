"""The one door through which anything happens to solitaires: worked out, saved in one transaction, then shown."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, MutableMapping
from dataclasses import fields
from typing import Final
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.tables.errors import TableError
from bot.tables.state import Person
from storage import solo as solos
from storage.database import Conflict, Database
from storage.solo import StoredSolo

from . import steps
from .state import Solo, SoloStep, rebuilt

__all__ = ["Solos"]

_HELD: Final = 500
_SEED_BYTES: Final = 16
_OWN_COLUMNS: Final = frozenset({"revision"})
"""What `append` writes by itself."""


class Solos:
    """All solitaires of the bot.

    :param now: the time in unix seconds.
    """

    def __init__(self, database: Database, *, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._memory: MutableMapping[str, Solo] = LRUCache(_HELD)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._closing = False

    async def close(self) -> None:
        """Take no more requests, and let those under way end."""
        self._closing = True
        for lock in list(self._locks.values()):
            async with lock:
                pass

    async def find(self, solo_id: str) -> Solo:
        """A solitaire, rebuilt from its log if need be.

        :raises TableError: if there is none of this id.
        :raises StorageError: if it cannot be read.
        """
        async with self._lock(solo_id):
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
                if await solos.has_tried(tx, person.user_id, game, seed):
                    begun = begun.with_stored(counted=False)
                await solos.add(tx, begun.stored)
        except Conflict:  # somebody has clicked twice at one instant
            for other in await self.open_of(person.user_id):
                if (other.game, other.day) == (game, day):
                    return await self.find(other.id)
            raise
        self._memory[begun.id] = begun
        return begun

    async def take(self, solo_id: str, step: Callable[[Solo, float], SoloStep]) -> Solo:
        """Take a step at a solitaire: work it out, save it, and only then let it stand.

        :param step: a function of the solitaire and the time; it may raise `TableError`, and then nothing has happened.
        :raises StorageError: if it could not be saved; then nothing has happened either.
        """
        self._needs_open_door()
        async with self._lock(solo_id):
            before = await self._loaded(solo_id)
            taken = step(before, self._now())
            if taken.solo == before and not taken.entries:
                return before
            await self._save(before, taken)
            self._memory[solo_id] = taken.solo
            return taken.solo

    async def _save(self, before: Solo, taken: SoloStep) -> None:
        changes = {
            part.name: getattr(taken.solo.stored, part.name)
            for part in fields(StoredSolo)
            if part.name not in _OWN_COLUMNS
            and getattr(taken.solo.stored, part.name) != getattr(before.stored, part.name)
        }
        try:
            async with self._database.write() as tx:
                await solos.append(tx, before.id, taken.entries)
                await solos.update(tx, before.id, **changes)
        except BaseException:
            self._memory.pop(before.id, None)  # what is on the disk is known only when it has been read again
            raise

    # --- Memory ----------------------------------------------------------------------------------------------------

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
        async with self._database.read() as tx:
            found = await solos.load(tx, solo_id)
        if found is None:
            raise TableError("solo.unknown", command="solo play")
        solo = rebuilt(*found)
        self._memory[solo_id] = solo
        return solo
