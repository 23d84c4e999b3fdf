"""The disk and the backups of an installation, as `doctor`, the start, metrics and alerts judge them."""

import os
import shutil
from math import inf
from pathlib import Path
from time import time
from typing import Final

from bot.settings import Settings
from storage.backup import existing_part, newest_backup

MIN_FREE_BYTES: Final = 500_000_000
MIN_FREE_SHARE: Final = 0.1
"""Below one of these the disk is too full."""
MAX_BACKUP_AGE_S: Final = 36 * 3600.0


def can_create(path: Path) -> bool:
    """Return True if this user may create a file below the path's existing part."""
    above = existing_part(path)
    return above.is_dir() and os.access(above, os.W_OK | os.X_OK)


def disk_problem(settings: Settings) -> str | None:
    """Return a sentence about a disk that is too full, or None."""
    disk = shutil.disk_usage(existing_part(settings.data_dir))
    if disk.free >= MIN_FREE_BYTES and disk.free >= MIN_FREE_SHARE * disk.total:
        return None
    return f"only {disk.free // 10**6} of {disk.total // 10**6} MB are free on the disk of {settings.data_dir}"


def backup_problem(settings: Settings) -> str | None:
    """Return a sentence about backups that are old or cannot be made, or None.

    A missing folder is none: the first backup creates it.
    """
    folder = settings.backup_dir
    if folder is None:
        return None
    # On PostgreSQL another program makes the backups, and the bot only looks at them.
    if not (can_create(folder) if settings.database.startswith("sqlite") else os.access(folder, os.R_OK)):
        return f"BACKUP_DIR {folder} cannot be {'written' if folder.exists() else 'created'}"
    hours = (time() - newest_backup(folder)) / 3600
    return f"the newest backup is {hours:.0f} hours old" if MAX_BACKUP_AGE_S / 3600 < hours < inf else None
