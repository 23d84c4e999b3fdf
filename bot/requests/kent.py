"""The recent calls at Kent in a channel."""

from collections.abc import Sequence

from storage import kent
from storage.kent import RecordedCall

from .request import Request


async def calls_here(request: Request, past_s: float) -> Sequence[RecordedCall]:
    """Return the channel's recent calls of Kent, oldest first.

    :raises StorageError: if they cannot be read.
    """
    async with request.services.database.read() as tx:
        return await kent.calls(tx, request.channel_id, request.services.now() - past_s)
