"""The Prometheus metrics for /metrics.

Labels never contain text or identities of people: only shard numbers and entries of fixed lists.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from math import nan
from pathlib import Path
from shutil import disk_usage
from time import perf_counter, time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info
from prometheus_client.exposition import generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from bot.version import VERSION
from storage.backup import existing_part, newest_backup


class ClickResult(StrEnum):
    """The outcome of a click or a command."""

    DONE = "done"
    STALE = "stale"  # a button of an earlier position
    REFUSED = "refused"  # not legal, not this person's turn, not allowed
    OVER = "over"  # the table has ended
    BUSY = "busy"  # too many clicks; the person was asked to try again
    LATE = "late"  # Discord's deadline had passed before it was handled
    FAILED = "failed"  # an error of the bot or of Discord


class Mover(StrEnum):
    """The kind of player that made a move."""

    PERSON = "person"
    COMPUTER = "computer"
    CLOCK = "clock"  # the computer, for a person whose time was up


class Publication(StrEnum):
    """The way in which a board was shown."""

    POSTED = "posted"
    EDITED = "edited"
    FAILED = "failed"


class StorageFault(StrEnum):
    """The reason why a write failed."""

    LOCKED = "locked"
    FULL = "full"
    LOST = "lost"  # no connection
    OTHER = "other"


class RecentErrors(logging.Handler):
    """The errors in the log of the last week, at most a thousand."""

    _WEEK_S = 7 * 86_400.0

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._began = time()
        self._at: deque[float] = deque(maxlen=1000)

    def emit(self, record: logging.LogRecord) -> None:
        """Note the time of an error."""
        self._at.append(record.created)

    def since(self, now: float) -> float:
        """Return the unix time from which errors are counted."""
        return max(self._began, now - self._WEEK_S)

    def count(self, now: float) -> int:
        """Return the number of errors since then."""
        return sum(at >= self.since(now) for at in self._at)


class Metrics:
    """The counters of one bot, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.recent_errors = RecentErrors()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        Info("boneyard_build", "The version that runs", registry=self.registry).info({"version": VERSION})
        self._clicks = Counter("boneyard_clicks", "Clicks and commands by result", ["result"], registry=self.registry)
        self._answers = Histogram(
            "boneyard_answer_seconds",
            "From a click's arrival to its answer",
            registry=self.registry,
            buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5),
        )
        self._moves = Counter("boneyard_moves", "Moves taken", ["game", "by"], registry=self.registry)
        self._boards = Counter("boneyard_boards", "Boards shown", ["how"], registry=self.registry)
        self._tables = Gauge("boneyard_live_tables", "Tables that are live", registry=self.registry)
        self._ready = Gauge("boneyard_ready", "Whether /readyz says so: 1 or 0", registry=self.registry)
        self._shards = Gauge("boneyard_shards", "The number of shards in all processes", registry=self.registry)
        self._shards.set(nan)  # not known yet
        self._shard_held, self._shard_connected, self._shard_ready, self._shard_latency = (
            Gauge(f"boneyard_shard_{name}", description, ["shard"], registry=self.registry)
            for name, description in (
                ("held", "Whether this process holds the lock of the shard: 1 or 0"),
                ("connected", "Whether this process has a working connection of the shard to Discord: 1 or 0"),
                ("ready", "Whether this process runs the shard, with lock, Discord and database: 1 or 0"),
                ("latency_seconds", "From a heartbeat of the shard to its acknowledgement"),
            )
        )
        self._edits = Gauge(
            "boneyard_edits_waiting", "Boards and calls held back by the budget", registry=self.registry
        )
        self._queue = Gauge("boneyard_computers_waiting", "Computer moves without a process", registry=self.registry)
        self._ledger = Gauge("boneyard_ledger_faults", "What is wrong with the ledger of chips", registry=self.registry)
        self._ledger.set(nan)  # not audited yet
        self.storage_faults = 0
        self._storage = Counter("boneyard_storage_errors", "Refused by the database", ["kind"], registry=self.registry)
        self._thinking = Histogram(
            "boneyard_computer_seconds",
            "How long a computer player thought about a move",
            ["game"],
            registry=self.registry,
            buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10),
        )

    def count_click(self, result: ClickResult, seconds: float) -> None:
        """Count an answered click or command, and its delay."""
        self._clicks.labels(result.value).inc()
        self._answers.observe(seconds)

    def count_move(self, game: str, by: Mover) -> None:
        """Count a saved move. `game` is a key of the catalogue."""
        self._moves.labels(game, by.value).inc()

    def count_publication(self, how: Publication) -> None:
        """Count a posted, edited or failed board."""
        self._boards.labels(how.value).inc()

    def tables(self, live: Callable[[], int]) -> None:
        """Export the number of live tables."""
        self._tables.set_function(live)

    def ready(self, *, is_ready: bool) -> None:
        """Set the result of /readyz."""
        self._ready.set(is_ready)

    def shards(self, count: int) -> None:
        """Set the number of shards in all processes."""
        self._shards.set(count)

    def shard(self, shard_id: int, *, held: bool, connected: bool, ready: bool, latency_s: float) -> None:
        """Set the state of one shard of this process."""
        self._shard_held.labels(shard_id).set(held)
        self._shard_connected.labels(shard_id).set(connected)
        self._shard_ready.labels(shard_id).set(ready)
        self._shard_latency.labels(shard_id).set(latency_s)

    def edits_waiting(self, waiting: Callable[[], int]) -> None:
        """Export the number of queued requests to Discord."""
        self._edits.set_function(waiting)

    def computers_waiting(self, waiting: Callable[[], int]) -> None:
        """Export the number of computers' moves in the queue."""
        self._queue.set_function(waiting)

    def record_audit(self, faults: int) -> None:
        """Record an audit of the ledger of chips."""
        self._ledger.set(faults)

    def backups(self, folder: Path) -> None:
        """Export the age of the newest backup."""
        age = Gauge("boneyard_backup_age_seconds", "Since the newest backup; +Inf: none", registry=self.registry)
        age.set_function(lambda: time() - newest_backup(folder))

    def disk(self, folder: Path) -> None:
        """Export the size of the folder's disk and its free bytes."""
        size = Gauge("boneyard_disk_bytes", "The size of the disk of DATA_DIR", registry=self.registry)
        size.set_function(lambda: disk_usage(existing_part(folder)).total)
        free = Gauge("boneyard_disk_free_bytes", "The free bytes on the disk of DATA_DIR", registry=self.registry)
        free.set_function(lambda: disk_usage(existing_part(folder)).free)

    def count_storage_fault(self, kind: StorageFault) -> None:
        """Count a failed write."""
        self.storage_faults += 1
        self._storage.labels(kind.value).inc()

    @contextmanager
    def thinking(self, game: str) -> Iterator[None]:
        """A block that measures a computer's thinking time."""
        began = perf_counter()
        try:
            yield
        finally:
            self._thinking.labels(game).observe(perf_counter() - began)

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self.registry)
