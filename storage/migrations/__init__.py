"""Migrations of a database to the current schema, with Alembic.

A step is a file `versions/NNNN_what.py` with the revision `rNNNN` that names the one before. Write it by hand like the
first one, for both engines (`op.batch_alter_table` where SQLite cannot alter). All steps that are due run in one
transaction of the caller.

Before the first release there were sixteen steps, `0001` to `0016`, which are one today. A database at `0013` or later
is migrated to the schema of `r0001` and adopted. An earlier one must first be opened once by a version with those
steps.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from storage.errors import StorageError
from storage.migrations.adoption import LAST_OLD, OLDEST_ADOPTED, bring_to_last_old
from storage.schema import metadata

FOLDER = Path(__file__).parent

FIRST: Final = "r0001"
"""The revision of the first step."""
_OLD: Final = frozenset(f"{number:04}" for number in range(1, int(LAST_OLD) + 1))
_ADOPTED: Final = frozenset(revision for revision in _OLD if revision >= OLDEST_ADOPTED)
_TOO_OLD: Final = _OLD - _ADOPTED

UPGRADE_OLD: Final = (
    "start the last version that has the file storage/migrations/versions/0016_domino_square.py on it once "
    "(docs/operating.md says under Upgrade how to find it), and this version after that"
)
"""The advice for a database of a revision before `OLDEST_ADOPTED`."""


def configuration() -> Config:
    """Alembic's configuration, in place of an alembic.ini."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config


def upgrade(connection: Connection) -> tuple[str | None, str | None]:
    """Apply due steps; return the schema before and after.

    The caller begins and commits the transaction. Alembic keeps its current context in a global: never run two at once
    in a process.

    :raises StorageError: the database was made by a newer version or by one that is too old, or is not Boneyard's.
    """
    config = configuration()
    found = MigrationContext.configure(connection).get_current_revision()
    head = ScriptDirectory.from_config(config).get_current_head()
    if found == head:
        return found, head
    config.attributes["connection"] = connection
    if found in _TOO_OLD:
        raise StorageError(f"the database has the schema {found} of a version that is too old: {UPGRADE_OLD}")
    if found in _ADOPTED:
        bring_to_last_old(Operations(MigrationContext.configure(connection)), str(found))
        command.stamp(config, FIRST, purge=True)
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StorageError(f"the database belongs to another, perhaps newer, version of Boneyard: {error}") from error
    if found in _ADOPTED:
        _require_schema(connection, str(found))
    return found, head


def _require_schema(connection: Connection, found: str) -> None:
    """Refuse a database adopted at `found` with unexpected tables."""
    differences = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)
    if differences:
        raise StorageError(f"the database differs from its schema {found} in {len(differences)} places")


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
    newest: str | None
    is_too_old: bool = False


def schema_of(connection: Connection) -> Schema:
    """Return the schema of a database; changes nothing."""
    steps = ScriptDirectory.from_config(configuration())
    found = MigrationContext.configure(connection).get_current_revision()
    known = {None, *_ADOPTED, *(step.revision for step in steps.walk_revisions())}
    head = steps.get_current_head()
    return Schema(found, found in known, found == head, head, found in _TOO_OLD)
