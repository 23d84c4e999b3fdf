"""What has been sent to Discord and is not saved yet.

A message that is sent while the database is away must not be sent again when it is back, and what it replaces must not
stay. So its place is saved as soon as that works, before anything else is shown there.
"""

from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterable
from functools import partial

from .channels import Channels
from .core_services import CoreServices


class UnsavedMessages:
    """What has been sent and is not saved yet, or replaces messages that are not deleted yet.

    Whatever belongs together has a key: everything of one key is saved in order, and by one caller at a time.
    """

    def __init__(self, services: CoreServices, channels: Channels) -> None:
        self._services = services
        self._channels = channels
        self._left: dict[Hashable, deque[Callable[[], Awaitable[object]]]] = {}

    async def save_table(
        self, match_id: str, channel_id: int, *, replaced: Iterable[int | None] = (), **columns: object
    ) -> None:
        """Save what has been posted of a table, and delete what it replaces; if that fails, `flush` does the rest.

        :param columns: see `Tables.record_display`.
        :raises StorageError: if it could not be saved, or not be deleted because the locks of this process are lost.
        """
        ids = {one for one in replaced if one is not None}
        left = self._left.setdefault(match_id, deque())
        left.append(partial(self._save_columns, match_id, columns, ids))
        left.append(partial(self._delete, channel_id, ids))
        await self.flush(match_id)

    async def save(self, key: Hashable, work: Callable[[], Awaitable[object]]) -> None:
        """Save something; if that fails, `flush` does it.

        :param work: saves it. It is called until it does not raise, so it must be harmless to repeat.
        :raises StorageError: if it could not be saved.
        """
        self._left.setdefault(key, deque()).append(work)
        await self.flush(key)

    async def flush(self, key: Hashable) -> None:
        """Save what is left of a key; to be called before more is shown there.

        :raises StorageError: if something could not be saved.
        """
        left = self._left.get(key)
        while left:
            await left[0]()
            left.popleft()
        self._left.pop(key, None)

    async def _save_columns(self, match_id: str, columns: dict[str, object], replaced: set[int]) -> None:
        before = await self._services.tables.record_display(match_id, **columns)
        board_id = columns.get("board_id")
        if board_id is not None and before is not None and before.stored.board_id not in (None, board_id):
            replaced.add(before.stored.board_id)  # another process has posted one meanwhile

    async def _delete(self, channel_id: int, message_ids: set[int]) -> None:
        while message_ids:
            message_id = next(iter(message_ids))
            await self._channels.delete(channel_id, message_id)
            message_ids.discard(message_id)
