"""The door to tournaments: `Tournaments.apply` makes all changes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVarTuple, Unpack

from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.progress.clock import plan_by_clock
from bot.league.tournaments.progress.saving import load_for_step
from bot.tables.chance import Chance
from bot.tables.errors import TableError
from bot.tables.store import Change, LiveStore, Repository
from storage.database import Database, Missing, Outdated, Transaction
from storage.league import leagues, round_deals, tournaments
from storage.league.tournament_values import Tournament

Ts = TypeVarTuple("Ts")
Saving = Callable[[Transaction, Tournament], Awaitable[object]]


class UnknownTournament(TableError):
    """There is no such tournament."""

    def __init__(self) -> None:
        super().__init__("tournament.refusal.unknown", command="tournament view")


@dataclass(frozen=True)
class TournamentStep:
    """A tournament after a step, and what is saved with it.

    :ivar also: saves more in the same transaction, or refuses the step by `TableError`; gets the tournament before.
    """

    after: Tournament
    also: tuple[Saving, ...] = ()


Result = TournamentStep | Tournament
"""The result of a step; a tournament alone if nothing else is saved with it."""


class _TournamentRepository(Repository[int, Tournament, Result]):
    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    async def read(self, database: Database, key: int) -> Tournament | None:
        return await database.run_read(lambda tx: load_for_step(tx, key, with_turns=True))

    async def newest_version(self, tx: Transaction, key: int) -> int | None:
        return await tournaments.revision_of(tx, key)

    async def save(self, tx: Transaction, before: Tournament, step: Result, now: float) -> Tournament:  # noqa: ARG002  # the interface
        await leagues.hold(tx, before.guild_id)
        newest = await load_for_step(tx, before.id)
        if newest is None:
            raise Missing(f"tournament {before.id} is gone")
        if (newest, newest.around) != (before, before.around):
            raise Outdated(f"tournament {before.id} or one of its tables has changed")
        after = step.after if isinstance(step, TournamentStep) else step
        for save in step.also if isinstance(step, TournamentStep) else ():
            await save(tx, before)
        await tournaments.save_step(tx, before, after)
        for number in _rounds_to_deal(after):
            await round_deals.draw(tx, after.guild_id, after.id, number, self._chance.server_seed())
        return await load_for_step(tx, before.id) or after

    def changes(self, before: Tournament, step: Result) -> bool:
        return step != before or bool(_rounds_to_deal(before))

    def is_same(self, stored: Tournament, after: Tournament, /) -> bool:
        shown = {name: getattr(after, name) for name in tournaments.SHOWN}
        return replace(stored, **shown) == after  # its messages may have been shown meanwhile

    def unknown(self) -> TableError:
        return UnknownTournament()

    def carry_over(self, read: Tournament, _before: Tournament, /) -> Tournament:
        return read

    def may_cache(self, _item: Tournament, /) -> bool:
        return False  # matches and other processes change it, and its tables

    def is_done(self, _item: Tournament, /) -> bool:
        return True


def _rounds_to_deal(tournament: Tournament) -> list[int]:
    """Return the paired rounds whose shared deals have no seed yet."""
    if not kind_of(tournament).shares_deals:
        return []
    return sorted(set(range(1, tournament.round + 1)) - tournament.fingerprints.keys())


class Tournaments:
    """All tournaments of the bot.

    Steps are computed in a thread, because pairing many teams takes a while.

    :param now: the time in unix seconds.
    """

    def __init__(self, database: Database, *, now: Callable[[], float], chance: Chance) -> None:
        self._chance = chance
        self._observers: list[Callable[[Tournament], None]] = []
        self._store = LiveStore(
            database, _TournamentRepository(chance), now=now, cache={}, observer=self, in_thread=True
        )

    def add_observer(self, observer: Callable[[Tournament], None]) -> None:
        """Call a function, which must not block, after every change and every unknown outcome."""
        self._observers.append(observer)

    async def close(self) -> None:
        """Refuse new steps, and finish running ones."""
        self._store.start_closing()
        await self._store.wait_for_steps()

    async def apply(
        self,
        tournament_id: int,
        step: Callable[[Tournament, Unpack[Ts], float], TournamentStep | Tournament],
        *values: *Ts,
        while_closing: bool = False,
    ) -> Change[Tournament]:
        """Apply a step, save it with what belongs to it, and notify the observers; see `LiveStore.apply`."""
        return await self._store.apply(tournament_id, step, *values, while_closing=while_closing)

    async def advance(self, tournament_id: int) -> Tournament | None:
        """Take the due steps; return the tournament, None if it is missing."""
        while True:
            try:
                change = await self._store.apply(tournament_id, plan_by_clock, self._chance.lots, while_closing=True)
            except UnknownTournament:
                return None
            if change.after == change.before:
                return change.after

    def on_change(self, item: Tournament, _before: Tournament | None, /) -> None:
        """Notify the observers of a saved step."""
        for observer in self._observers:
            observer(item)

    def on_refresh(self, item: Tournament, /) -> None:
        """Do nothing: no tournament is kept in memory."""

    def on_unknown_outcome(self, item: Tournament, /) -> None:
        """Let the observers look at a tournament that may have changed."""
        self.on_change(item, None)
