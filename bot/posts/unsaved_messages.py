"""What has been posted in a channel and is not saved yet.

A message that is posted while the database is away must not be posted again when it is back, and what it replaces must
not stay. So where it is gets saved as soon as that goes, before anything else is shown of its table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .channels import Channels
from .shared import Shared

__all__ = ["UnsavedMessages"]


@dataclass
class _Left:
    """What is left to be done for one table.

    :ivar columns: what is to be saved of where and how far it is shown.
    :ivar replaced: messages to be deleted when that is saved.
    """

    channel_id: int
    columns: dict[str, object] = field(default_factory=dict)
    replaced: set[int] = field(default_factory=set)


class UnsavedMessages:
    """What has been posted of each table and is not saved yet, or not all that it replaces is deleted."""

    def __init__(self, shared: Shared, channels: Channels) -> None:
        self._shared = shared
        self._channels = channels
        self._left: dict[str, _Left] = {}

    async def save(
        self, match_id: str, channel_id: int, *, replaced: Iterable[int | None] = (), **columns: object
    ) -> None:
        """Save what has been posted of a table, and delete what it replaces; if that fails, `go_on` does the rest.

        :param columns: see `Tables.shown`.
        :raises StorageError: if it could not be saved, or not be deleted because the locks of this process are lost.
        """
        left = self._left.setdefault(match_id, _Left(channel_id))
        left.columns |= columns
        left.replaced |= {one for one in replaced if one is not None}
        await self.go_on(match_id)

    async def go_on(self, match_id: str) -> None:
        """Do what is left to be done for a table; to be called before more of it is shown.

        :raises StorageError: as `save` does.
        """
        left = self._left.get(match_id)
        if left is None:
            return
        if left.columns:
            before = await self._shared.tables.record_display(match_id, **left.columns)
            board_id = left.columns.get("board_id")
            if board_id is not None and before is not None and before.stored.board_id not in (None, board_id):
                left.replaced.add(before.stored.board_id)  # another process has posted one meanwhile
            left.columns = {}
        while left.replaced:
            message_id = next(iter(left.replaced))
            await self._channels.delete(left.channel_id, message_id)
            left.replaced.discard(message_id)
        del self._left[match_id]
