"""Locks that say which process runs which shards of the bot: what both engines have in common."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Sequence
from typing import Protocol

from storage.engines import Fence, read_address

from .advisory import AdvisoryLocks
from .file import FileLock

__all__ = ["Locks", "NoLocks", "locks_at", "process_name"]


class Locks(Protocol):
    """The locks of the shards that one process runs. Nobody else gets one of them until they are given back."""

    @property
    def held(self) -> bool:
        """Whether all of them are held now."""

    @property
    def fence(self) -> Fence | None:
        """What keeps this process from the database without them, where another one could take them meanwhile."""

    async def take(self) -> str | None:
        """Take all of them or none; None if they are held now, else in words who holds one.

        :raises StorageError: if that cannot be found out.
        """

    def on_loss(self, callback: Callable[[], None]) -> None:
        """Call this whenever the locks that are held are lost without having been given back."""

    async def give_back(self) -> None:
        """Hold none of them any more; done twice it does no harm."""


class NoLocks:
    """For a database in the memory of one process, which nobody else can have."""

    held = False
    fence = None

    async def take(self) -> str | None:
        self.held = True
        return None

    def on_loss(self, callback: Callable[[], None]) -> None:
        """They are never lost."""

    async def give_back(self) -> None:
        self.held = False


def locks_at(url: str, count: int, ids: Sequence[int]) -> Locks:
    """The locks of these shards, of so many, beside the database at an address; none is taken yet.

    :raises StorageError: it is no address of a database.
    """
    address = read_address(url)
    if not address.is_sqlite:
        return AdvisoryLocks(address, count, ids, process_name())
    return NoLocks() if address.file is None else FileLock(address.file, process_name())


def process_name() -> str:
    """What people find this process by, with a part that no other has: `host:process id:random`."""
    return f"{socket.gethostname()[:24]}:{os.getpid()}:{secrets.token_hex(4)}"
