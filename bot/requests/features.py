"""Features: subjects beside the core, such as the league, and their ways into it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import discord

from bot.posts.budget import RequestBudget
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.table_notes import TableNotes
from bot.requests.limits import Quotas
from bot.shards import Shards
from bot.tables.observers import Observer
from bot.tables.state import Step, Table
from storage.database import Transaction


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


class Feature:
    """A subject beside the core. The bot makes one of each; all that it adds is optional.

    Its commands and the handlers of its clicks are found in its package.

    :ivar services: the objects that requests find by `Services.of`, such as `TableRules`.
    :ivar observers: watch tables.
    :ivar notes: are added to the messages of tables.
    """

    services: Sequence[object] = ()
    observers: Sequence[Observer] = ()
    notes = TableNotes()

    def __init__(self, core: CoreServices, posting: Posting) -> None:
        """Make the services of the subject."""

    @classmethod
    def package(cls) -> str:
        """Return the package of its modules."""
        return cls.__module__.rpartition(".")[0]

    @staticmethod
    async def record(_tx: Transaction, _before: Table, _step: Step, after: Table) -> Table:
        """Save in the transaction of a table's step what the subject keeps of it; see `Recorder`."""
        return after

    async def forget(self, tx: Transaction, former: Mapping[int, int], now: float) -> None:
        """Change what names a person who deletes their data, in that transaction.

        :param former: the person's new id in each server.
        """

    def forgotten(self, guild_ids: Collection[int]) -> None:
        """Show in these servers that a person's data are deleted."""

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
