"""Subjects beside the core, such as the league: what they add to tables, and what the core asks of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.posts.budget import RequestBudget
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.table_notes import TableNotes
from bot.requests.limits import Quotas
from bot.shards import Shards
from bot.tables.lobby import ReservedSeats
from bot.tables.observers import Observer
from bot.tables.state import Step, Table
from storage.database import Transaction

if TYPE_CHECKING:
    from bot.requests.request import Click, Request

Afterwards = Callable[[], Awaitable[None]]
"""The work after a transaction."""


@dataclass(frozen=True)
class Posting:
    """The means of a feature to post in Discord.

    :ivar client: has the servers of this process; others post for the rest.
    :ivar pause: the seconds between two edits of a message.
    :ivar processes: the number of processes for long work; 0 without any.
    """

    client: discord.Client
    channels: Channels
    budget: RequestBudget
    shards: Shards
    quotas: Quotas
    pause: float
    processes: int


class TableRules:
    """A subject's rules about who sits at a table, and what may change there; none by default."""

    async def reserved_seats(self, request: Request, match_id: str) -> ReservedSeats | None:  # noqa: ARG002  # of subclasses
        """Return the reserved seats of a table; None if unreserved.

        :raises TableError: if the table is for others than the person who asks.
        """
        return None

    async def require_free(self, request: Request, match_id: str) -> None:
        """Refuse to change the seats or settings of a table.

        :raises TableError: if they are fixed.
        """

    async def require_complete(self, request: Request, match_id: str) -> None:
        """Refuse to begin a match without those for whom it is.

        :raises TableError: if players are missing.
        """

    async def call_absent(self, click: Click, table: Table) -> None:
        """Call those for whom a full lobby waits."""


class Feature:
    """A subject beside the core. The bot makes one of each; all that it adds is optional.

    Its commands and the handlers of its clicks are found in its package.

    :ivar services: the objects that its requests find by `Services.of`.
    """

    def __init__(self, core: CoreServices, posting: Posting) -> None:
        self.core = core
        self.posting = posting
        self.services: Sequence[object] = ()
        self.observers: Sequence[Observer] = ()
        self.notes = TableNotes()
        self.rules = TableRules()

    @classmethod
    def package(cls) -> str:
        """Return the package of its modules."""
        return cls.__module__.rpartition(".")[0]

    @staticmethod
    async def record(_tx: Transaction, _before: Table, _step: Step, after: Table) -> Table:
        """Save in the transaction of a table's step what the subject keeps of it; see `Recorder`."""
        return after

    async def forget(self, tx: Transaction, former: Mapping[int, int], now: float) -> Afterwards | None:  # noqa: ARG002  # of subclasses
        """Change what names a person who deletes their data; return what follows the transaction.

        :param former: the person's new id in each server.
        """
        return None

    async def start(self) -> None:
        """Begin the work that is due, once the tables have begun.

        :raises StorageError: if it cannot be read; it is tried again.
        """

    async def stop(self) -> None:
        """Begin no more work of its own; tables still end their steps."""

    async def close(self) -> None:
        """Show what is marked, and end."""

    def end_processes(self) -> None:
        """End its processes, whatever has failed before."""
