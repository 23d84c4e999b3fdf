"""Bringing a database up to the schema of this version, step by step, with Alembic.

A step is a file `versions/NNNN_what.py` that names the one before; write it by hand in the manner of the first one, for
both engines (`op.batch_alter_table` where SQLite cannot alter). All that are due run in one transaction of the caller.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from storage.errors import StorageError

FOLDER = Path(__file__).parent


def configuration() -> Config:
    """What Alembic wants to know, in place of an alembic.ini."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config


@cache
def newest() -> str | None:
    """The last step of this version. The steps are read once in a process: they are part of the program."""
    return ScriptDirectory.from_config(configuration()).get_current_head()


def upgrade(connection: Connection) -> bool:
    """Apply the steps that are due; False when there are none. The transaction is the caller's to begin and to commit.

    Alembic keeps its current context in a global: never run two at once in a process.

    :raises StorageError: the database was made by a newer version, or its marks are not ours.
    """
    if MigrationContext.configure(connection).get_current_revision() == newest():
        return False
    config = configuration()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StorageError(f"the database belongs to another, perhaps newer, version of Boneyard: {error}") from error
    return True


@dataclass(frozen=True)
class Schema:
    """How far a database is migrated.

    :ivar found: the last step that was applied; None if there was none.
    :ivar is_known: whether this version knows that step.
    :ivar is_current: whether no step is due.
    """

    found: str | None
    is_known: bool
    is_current: bool


def schema_of(connection: Connection) -> Schema:
    """How far a database is migrated; changes nothing."""
    steps = ScriptDirectory.from_config(configuration())
    found = MigrationContext.configure(connection).get_current_revision()
    known = {step.revision for step in steps.walk_revisions()}
    return Schema(found, found is None or found in known, found == steps.get_current_head())


def downgrade_to_nothing(connection: Connection) -> None:
    """Undo every step, with all that is stored. The same conditions as for `upgrade`."""
    config = configuration()
    config.attributes["connection"] = connection
    command.downgrade(config, "base")
