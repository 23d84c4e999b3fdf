"""Migrations of a database to the current schema, with Alembic.

A step is a file `versions/NNNN_what.py` with the revision `rNNNN` that names the one before. Write it by hand like the
first one, for both engines (`op.batch_alter_table` where SQLite cannot alter). All steps that are due run in one
transaction of the caller.

Before the first release there were sixteen steps, `0001` to `0016`, which are one today. A database at `0013` or later
is migrated to the schema of `r0001` and adopted. An earlier one must first be opened once by a version with those
steps.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from storage.errors import StorageError
from storage.migrations.adoption import LAST_OLD, OLDEST_ADOPTED

FOLDER: Final = Path(__file__).parent

STEPS: Final = tuple(
    sorted(f"r{file.name[:4]}" for file in FOLDER.glob("versions/*.py") if re.match(r"\d{4}_", file.name))
)
"""The revisions of all steps, the oldest first."""
FIRST: Final = STEPS[0]
"""The revision of the first step."""
NEWEST: Final = STEPS[-1]
"""The revision of the last step."""
_OLD: Final = frozenset(f"{number:04}" for number in range(1, int(LAST_OLD) + 1))
_ADOPTED: Final = frozenset(revision for revision in _OLD if revision >= OLDEST_ADOPTED)
_TOO_OLD: Final = _OLD - _ADOPTED

UPGRADE_OLD: Final = (
    "start the last version that has the file storage/migrations/versions/0016_domino_square.py on it once "
    "(docs/operating.md says under Upgrade how to find it), and this version after that"
)
"""The advice for a database of a revision before `OLDEST_ADOPTED`."""


def found_in(connection: Connection) -> str | None:
    """Return the last step that was applied to a database, if any."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return revision


def upgrade(connection: Connection) -> tuple[str | None, str]:
    """Apply due steps; return the schema before and after.

    The caller begins and commits the transaction. Alembic keeps its current context in a global: never run two at once
    in a process. It is imported only if a step is due, as it takes more than 10 MB.

    :raises StorageError: the database was made by a newer version or by one that is too old, or is not Boneyard's.
    """
    found = found_in(connection)
    if found == NEWEST:
        return found, NEWEST
    if found in _TOO_OLD:
        raise StorageError(f"the database has the schema {found} of a version that is too old: {UPGRADE_OLD}")
    from storage.migrations import steps

    steps.apply(connection, adopted=found if found in _ADOPTED else None)
    return found, NEWEST


@dataclass(frozen=True)
class Schema:
    """The schema of a database.

    :ivar found: the last step that was applied; None if there was none.
    :ivar is_known: whether this version can use or migrate it.
    :ivar is_current: whether no step is due.
    :ivar newest: the last step of this version.
    :ivar is_too_old: whether an older version has to migrate it first, see `UPGRADE_OLD`.
    """

    found: str | None
    is_known: bool
    is_current: bool
    newest: str
    is_too_old: bool = False


def schema_of(connection: Connection) -> Schema:
    """Return the schema of a database; changes nothing."""
    found = found_in(connection)
    known = {None, *_ADOPTED, *STEPS}
    return Schema(found, found in known, found == NEWEST, NEWEST, found in _TOO_OLD)
