"""The state of an installation, for its owner."""

from dataclasses import dataclass
from math import inf

from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.version import VERSION


@dataclass(frozen=True)
class Installation:
    """The state of an installation. Times are in unix seconds.

    :ivar tables: the number of live tables.
    :ivar errors: the number of errors in the log.
    :ivar errors_since: the time from which errors are counted.
    :ivar backup_at: the time of the newest backup; -inf if there is none, None if the bot does not know the folder.
    """

    servers: int
    tables: int
    errors: int
    errors_since: float
    backup_at: float | None
    free_bytes: int
    disk_bytes: int


def installation_message(found: Installation, reader: Reader) -> Message:
    """Return the state of an installation in words."""
    w = reader.words
    if found.backup_at is None:
        backup = w("owner.backup.unknown", setting="`BACKUP_DIR`")
    else:
        backup = w("owner.backup.none") if found.backup_at == -inf else f"<t:{found.backup_at:.0f}:R>"
    lines = (
        f"**Boneyard {VERSION}**",
        w("owner.servers", number=found.servers),
        w("owner.tables", number=found.tables),
        w("owner.errors", number=found.errors, since=f"<t:{found.errors_since:.0f}:R>"),
        w("owner.backup", when=backup),
        w("owner.disk", free=found.free_bytes // 10**9, all=found.disk_bytes // 10**9),
    )
    return Message("\n".join(lines))
