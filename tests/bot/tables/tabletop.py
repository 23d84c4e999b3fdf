"""Live tables in controlled time, and their stored state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVarTuple, Unpack

import games
from bot.league.recording import record_step
from bot.tables import lobby, play
from bot.tables.clocks import Clocks
from bot.tables.computers import Computers, Thinker
from bot.tables.live import Tables
from bot.tables.lobby import TableSetup
from bot.tables.persistence import rebuild
from bot.tables.processes import Processes
from bot.tables.state import Person, Step, Table
from storage import matches
from storage.database import Database
from storage.league.results import MatchEntry, NotCounted
from storage.matches import DealResult, LogEntry, MatchResult, Player, Status, StoredMatch, StoredSeat
from tests.chance import KnownChance, fixed
from tests.games.deals import deal

Ts = TypeVarTuple("Ts")

GUILD = 700
CHANNEL = 800
ADA = Person(1001, "Ada")
BORYS = Person(1002, "Борис")
CELINA = Person(1003, "Celina")
EWA = Person(1004, "Ewa", moderator=True)

NOON = 1_763_000_000.0

_LOW = "1-1 1-0 0-0 2-1 2-2 2-0 3-2"
"""Seven tiles that can be laid in this order while an opponent without 0, 1 and 2 passes."""

_STARTED = ("clock of ", "computer at ")
"""The start of the names of tasks begun by timers."""

OUT_IN_A_ROW = ("1-1", "1-0@left", "0-0@left", "2-1@right", "2-2@right", "2-0@left", "3-2@right")
"""The moves that lay `_LOW` from the first tile to the last."""

SEAT_0_WINS_94 = deal(_LOW, "6-5 6-4 5-4 6-3 5-3 4-3 4-4")
"""Block: seat 0 opens and goes out; 11 + 10 + 9 + 9 + 8 + 7 and 40 for 4-4, the highest double left, make 94."""

SEAT_0_WINS_117 = deal(_LOW, "6-6 6-5 6-4 5-5 5-4 4-4 6-3")
"""Block: seat 0 opens and goes out; 60 for 6-6, then 11 + 10 + 10 + 9 + 8 + 9: 117, and the match."""

SEAT_1_WINS_117 = deal("6-6 6-5 6-4 5-5 5-4 4-4 6-3", _LOW)
"""The same with the seats exchanged."""

TWO_DRAWS = deal("0-0 1-1 2-2 3-3 2-1", "6-6 6-5 5-5 5-4 6-4", boneyard="4-4 6-0")
"""Five to Fourteen: seat 0 opens with 0-0; seat 1 has no blank and draws 4-4 and 6-0, which fits."""


def stored_match(**changes: Any) -> StoredMatch:
    """Return a match like one of `Tables.open`, with changes."""
    columns: dict[str, Any] = {
        "id": "match",
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "host_id": ADA.user_id,
        "game": "block",
        "options": {},
        "status": Status.LOBBY,
        "seed": None,
        "revision": 0,
        "clock": "normal",
        "deadline": None,
        "warned": False,
        "created_at": NOON,
        "started_at": None,
        "ended_at": None,
        "board_id": None,
        "board_at": None,
        "locale": "en",
        "rematch_of": None,
    }
    return StoredMatch(**columns | changes)


def seat(
    number: int, player: Person | Player, *, late: int = 0, away: bool = False, after: Person | None = None
) -> StoredSeat:
    """Return a seat with a person or a computer.

    :param after: the person who left it.
    """
    former = () if after is None else (after.user_id, after.name)
    if isinstance(player, Person):
        return StoredSeat(number, player.user_id, Player.PERSON, player.name, late, away, *former)
    return StoredSeat(number, None, player, "", late, away, *former)


def a_lobby(*players: Person | Player, **changes: Any) -> Table:
    """Return a lobby of these players; the first person hosts."""
    host = next(player for player in players if isinstance(player, Person))
    seats = tuple(seat(number, player) for number, player in enumerate(players))
    return lobby.new(stored_match(host_id=host.user_id, **changes), seats, NOON)


def a_match(*players: Person | Player, deals: Sequence[str] = (), **changes: Any) -> Table:
    """Return a new match that Ada or the first opens."""
    table = a_lobby(*players, **{"status": Status.PLAYING, "seed": "a seed", "started_at": NOON} | changes)
    match = games.new_match(
        table.stored.game, seats=len(players), options=table.stored.options, seed="a seed", deals=deals, lots=[0]
    )
    running = Table(table.stored, table.seats, match)
    return play.begin(running, NOON).table


def agreed_pause(table: Table, person: Person, now: float) -> Step:
    """Pause the match as the person, as if each side had agreed."""
    seat = table.seat_of(person.user_id)
    return play.stop_clock(table, person.name, None if seat is None else seat.seat, now)


def entered(table: Table, why_not: NotCounted | None = None, **changes: Any) -> Table:
    """Return a match whose people have begun it, as the league has stored it."""
    entrants = {one.seat: one.user_id for one in table.seats if one.user_id is not None}
    entry = MatchEntry(table.id, GUILD, table.stored.game, NOON, why_not, entrants)
    return replace(table, entry=entry, **changes)


_BY_HAND = "dealt by hand: "


def seed_of(*deals: str) -> str:
    """Return a seed that `reading_deals` turns into these deals."""
    return _BY_HAND + ", ".join(deals)


def reading_deals(new_match: Callable[..., games.Match]) -> Callable[..., games.Match]:
    """Return `new_match` with `seed_of` seeds giving their deals."""

    def read(game: str, *, seed: str, **setup: Any) -> games.Match:
        if seed.startswith(_BY_HAND):
            setup |= {"deals": seed.removeprefix(_BY_HAND).split(", "), "lots": [0]}
        return new_match(game, seed=seed, **setup)

    return read


@dataclass(eq=False)
class Alarm:
    """A timer in the time of the test."""

    at: float
    ring: Callable[[], object]
    alarms: list[Alarm]

    def cancel(self) -> None:
        if self in self.alarms:
            self.alarms.remove(self)


@dataclass
class Time:
    """Controlled time, and the timers set in it."""

    now: float = NOON
    alarms: list[Alarm] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    def after(self, seconds: float, callback: Callable[[], object]) -> Alarm:
        """Set a timer, as `bot.tables.clocks.Timers` has it."""
        alarm = Alarm(self.now + seconds, callback, self.alarms)
        self.alarms.append(alarm)
        return alarm

    def ring_due(self) -> None:
        """Ring all timers that are due, one by one."""
        for alarm in sorted((alarm for alarm in self.alarms if alarm.at <= self.now), key=lambda alarm: alarm.at):
            alarm.cancel()
            alarm.ring()


class Heard:
    """A listener that writes down what it hears."""

    def __init__(self) -> None:
        self.changes: list[tuple[Table, Table | None]] = []
        self.rereads: list[Table] = []

    def on_change(self, table: Table, before: Table | None) -> None:
        self.changes.append((table, before))

    def on_refresh(self, table: Table) -> None:
        self.rereads.append(table)

    @property
    def ids(self) -> list[str]:
        return [table.id for table, _ in self.changes]


class Chance(Thinker):
    """A thinker that chooses the first legal move immediately."""

    async def choose(self, match: games.Match, seat: int, player: Player, *, repeatable: bool = False) -> games.Move:
        return match.moves(seat)[0]


@dataclass
class Saved:
    """The stored state of a match."""

    stored: StoredMatch
    seats: tuple[StoredSeat, ...]
    log: tuple[LogEntry, ...]
    deals: tuple[DealResult, ...]
    results: tuple[MatchResult, ...]

    @property
    def moves(self) -> list[str]:
        return [f"{entry.seat} {entry.move}" for entry in self.log]


class TableProcess:
    """Live tables on a database, with actions for tests."""

    def __init__(self, database: Database, time: Time, thinker: Thinker | None = None) -> None:
        self.database = database
        self.time = time
        self.heard = Heard()
        self.chance = KnownChance()
        self.tables = Tables(database, now=time, chance=self.chance, record=record_step)
        self.tables.set_timekeeper(
            Clocks(self.tables, Computers(self.tables, thinker or Chance(Processes(0))), time, now=time)
        )
        self.tables.add_observer(self.heard)

    async def open(self, host: Person = ADA, **changes: Any) -> Table:
        """Return a new lobby."""
        chosen: dict[str, Any] = {"guild_id": GUILD, "channel_id": CHANNEL, "game": "block", "clock": "none"}
        return await self.tables.open(host, TableSetup(**{**chosen, "locale": "en", **changes}))

    async def apply(self, table: Table | str, step: Callable[[Table, Unpack[Ts], float], Step], *about: *Ts) -> Table:
        """Apply a step function of table, `about` and time."""
        match_id = table if isinstance(table, str) else table.id
        return (await self.tables.apply(match_id, step, *about)).after

    async def begin(
        self, *players: Person | Player, seed: str = "a seed", deals: Sequence[str] = (), **changes: Any
    ) -> Table:
        """Start a match; Ada is first and host.

        :param deals: the first deals, given by hand; then the seed does not matter.
        """
        table = await self.open(**changes)
        for player in players[1:]:
            if isinstance(player, Person):
                await self.apply(table, lobby.join, player)
            else:
                await self.apply(table, lobby.add_computer, ADA, player)
        return await self.apply(table, lobby.start, ADA, fixed(seed_of(*deals) if deals else seed))

    async def move(self, table: Table | str, person: Person, text: str, revision: int | None = None) -> Table:
        """Make a person's move, by default on the newest picture."""
        match_id = table if isinstance(table, str) else table.id
        if revision is None:
            revision = (await self.table(match_id)).revision
        return await self.apply(match_id, play.move, person, revision, text)

    async def play(self, table: Table, rng: Random, moves: int = 10_000) -> Table:
        """Play random moves, some or to the end."""
        table = await self.table(table.id)
        persons = {person.user_id: person for person in (ADA, BORYS, CELINA, EWA)}
        for _ in range(moves):
            to_move = table.to_move()
            if to_move is None or table.match is None or to_move.user_id is None:
                break
            text = str(rng.choice(table.match.moves(to_move.seat)))
            table = await self.move(table, persons[to_move.user_id], text, table.revision)
        return table

    async def table(self, match_id: str) -> Table:
        """Return the table as it is held in memory."""
        found = await self.tables.find(match_id)
        if found is None:
            raise AssertionError(f"there is no table {match_id}")
        return found

    async def load_match(self, match_id: str) -> Saved:
        """Return the stored match."""
        async with self.database.read() as tx:
            found = await matches.load(tx, match_id)
            log = await matches.log(tx, match_id)
            deals, results = await matches.results(tx, match_id)
        if found is None:
            raise AssertionError(f"match {match_id} is not saved")
        return Saved(*found, log, deals, results)

    async def unshown(self) -> tuple[str, ...]:
        async with self.database.read() as tx:
            return await matches.unshown(tx)

    async def agrees(self, match_id: str) -> Table:
        """Return the table after comparing memory and disk."""
        table, saved = await self.table(match_id), await self.load_match(match_id)
        on_disk = rebuild(Table(saved.stored, saved.seats), saved.log)
        assert (table.stored, table.seats, table.match) == (on_disk.stored, on_disk.seats, on_disk.match)
        revisions = [entry.revision for entry in saved.log]
        assert revisions == sorted({*revisions}), "each move has a revision of its own"
        assert table.stored.helped or len(revisions) == table.revision, "only moves that were taken back are missing"
        return table

    async def show(self, table: Table) -> None:
        """Save the publisher's state after showing the table."""
        newest = await self.table(table.id)
        live = newest.status.is_live
        if newest.endings:
            await self.tables.record_display(table.id, board_id=None, announced=newest.stored.deals_ended)
        board = 5000 if live else None
        await self.tables.record_display(table.id, board_id=board, board_at=self.time(), shown_revision=newest.revision)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, including what clocks start."""
        end = self.time.now + seconds
        while due := [alarm for alarm in self.time.alarms if alarm.at <= end]:
            first = min(due, key=lambda alarm: alarm.at)
            self.time.now = max(self.time.now, first.at)
            first.cancel()
            first.ring()
            await self.settle()
        self.time.now = end

    async def settle(self) -> None:
        """Wait for clocks' and computers' work to end."""
        while started := [task for task in asyncio.all_tasks() if task.get_name().startswith(_STARTED)]:
            await asyncio.wait(started)

    def after_kill(self, thinker: Thinker | None = None) -> TableProcess:
        """Return new live tables, as after a kill."""
        for alarm in list(self.time.alarms):
            alarm.cancel()
        return TableProcess(self.database, self.time, thinker)
