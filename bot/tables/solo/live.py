"""The live solitaires; `Solos.apply` makes all changes."""

from collections.abc import Awaitable, Callable
from hashlib import blake2b
from typing import Final, TypeVarTuple, Unpack

from cachetools import LRUCache

from bot.tables.chance import Chance
from bot.tables.errors import TableError
from bot.tables.state import Person
from bot.tables.store import LiveStore, Repository
from games.core import shuffle
from storage import solo as solos
from storage.database import Conflict, Database, Transaction
from storage.solo import StoredSolo
from storage.versions import changed_columns

from . import steps
from .state import Solo, SoloStep, day_of, rebuild

_CACHED: Final = 500
Ts = TypeVarTuple("Ts")


class _SoloRepository(Repository[str, Solo, SoloStep]):
    async def read(self, database: Database, key: str) -> Solo | None:
        found = await database.run_read(lambda tx: solos.load(tx, key))
        return None if found is None else rebuild(*found)

    async def newest_version(self, tx: Transaction, key: str) -> int | None:
        return await solos.newest_version(tx, key)

    async def save(self, tx: Transaction, before: Solo, step: SoloStep, now: float) -> Solo:  # noqa: ARG002  # the interface
        changes = changed_columns(before.stored, step.solo.stored)
        await solos.update(tx, before.id, before.version, step.entries, **changes)
        return step.solo.with_stored(version=before.version + 1)

    def changes(self, before: Solo, step: SoloStep) -> bool:
        return step.solo != before or bool(step.entries)

    def is_same(self, stored: Solo, after: Solo) -> bool:
        return (stored.stored, stored.line) == (after.stored, after.line)

    def unknown(self) -> TableError:
        return TableError("solo.over", command="play")

    def carry_over(self, read: Solo, _before: Solo, /) -> Solo:
        return read

    def may_cache(self, _item: Solo, /) -> bool:
        return True

    def is_done(self, _item: Solo, /) -> bool:
        return False


class Solos:
    """All solitaires of the bot.

    :param now: the time in unix seconds.
    :param secret: hides deleted people behind their marks, see `keep_tries`.
    :param chance: makes ids and seeds; secret by default.
    """

    def __init__(
        self, database: Database, *, now: Callable[[], float], secret: str = "", chance: Chance | None = None
    ) -> None:
        self._database = database
        self._now = now
        self._chance = chance or Chance()
        self._repository = _SoloRepository()
        self._store = LiveStore(database, self._repository, now=now, cache=LRUCache(_CACHED))
        self._key = blake2b(secret.encode()).digest()

    async def close(self) -> None:
        """Refuse new requests, and finish running ones."""
        self._store.start_closing()
        await self._store.wait_for_steps()

    async def find(self, solo_id: str) -> Solo:
        """Return a solitaire as it is stored now.

        :raises TableError: if there is none with this id.
        :raises StorageError: if it cannot be read.
        """
        found = await self._store.newest(solo_id)
        if found is None:
            raise self._repository.unknown()
        return found

    async def open_of(self, user_id: int) -> tuple[StoredSolo, ...]:
        """Return a person's open solitaires, newest first.

        :raises StorageError: if it cannot be read.
        """
        return await self._database.run_read(lambda tx: solos.open_of(tx, user_id))

    async def begin(
        self,
        person: Person,
        *,
        guild_id: int,
        game: str,
        seed: str = "",
        day: str = "",
        choose: Callable[[str], Awaitable[str]] | None = None,
    ) -> Solo:
        """Begin a solitaire instead of an open one of that game and day.

        :param seed: the seed of a daily deal; "" to make it of the person's next seed and their click.
        :param choose: makes the seed of the deal from that one; None to use that one.
        :param day: the date of a daily deal; else "".
        :raises StorageError: if it could not be saved.
        """
        self._store.require_open()
        for other in await self.open_of(person.user_id):
            if (other.game, other.day) == (game, day):
                await self.apply(other.id, steps.drop)
        announced = await self._database.run_read(lambda tx: solos.next_seed(tx, guild_id, person.user_id))
        following, origin = self._chance.server_seed(), None
        if not seed:
            made_of = shuffle.cut(person.click_id) if person.click_id else shuffle.NO_CUT
            origin = shuffle.ShuffleOrigin(announced or self._chance.server_seed(), (made_of,))
        solo_id = self._chance.new_id() if origin is None else origin.match_id
        if not seed:
            seed = self._chance.seed(origin) if choose is None else await choose(self._chance.seed(origin))
        solo = steps.begin(solo_id, person, guild_id=guild_id, game=game, seed=seed, day=day, now=self._now())
        if origin is not None:
            after = shuffle.commitment(following)
            solo = solo.with_stored(server_seed=origin.server_seed, cut=origin.cuts[0], next_fingerprint=after)
        mark = self._mark(person.user_id, game, day)

        async def add(tx: Transaction) -> Solo:
            if origin is not None:
                await solos.replace_next_seed(tx, guild_id, person.user_id, announced, following)
            tried = await solos.has_tried(tx, person.user_id, game, seed)
            spent = tried or (day and await solos.is_spent(tx, day, mark))
            added = solo.with_stored(counted=False) if spent else solo
            await solos.add(tx, added.stored)
            return added

        try:
            solo = await self._database.run_write(add)
        except Conflict:  # two clicks at the same moment
            for other in await self.open_of(person.user_id):
                if (other.game, other.day) == (game, day):
                    return await self.find(other.id)
            raise
        self._store.put(solo)
        return solo

    async def keep_tries(self, tx: Transaction, user_id: int) -> None:
        """Remember the daily deals that a deleted person tried today.

        Otherwise their next try would count as their first, although they may know the solution. The mark is a keyed
        hash of person, game and day, so it identifies no one without the secret. It is deleted when the day is over.
        """
        day = day_of(self._now()).isoformat()
        for game in await solos.games_tried(tx, user_id, day):
            await solos.spend_try(tx, day, self._mark(user_id, game, day))

    async def forget_old_tries(self, tx: Transaction) -> None:
        """Delete the marks of days that are over."""
        await solos.forget_spent(tx, day_of(self._now()).isoformat())

    def _mark(self, user_id: int, game: str, day: str) -> str:
        return blake2b(f"{day}:{game}:{user_id}".encode(), key=self._key, digest_size=16).hexdigest()

    async def apply(self, solo_id: str, step: Callable[[Solo, Unpack[Ts], float], SoloStep], *values: *Ts) -> Solo:
        """Apply a step; return the saved solitaire. See `LiveStore.apply`."""
        return (await self._store.apply(solo_id, step, *values)).after

    async def reload(self, concerned: Callable[[Solo], bool]) -> None:
        """Drop solitaires from memory after a direct database write."""
        await self._store.reload(concerned)
