"""Alembic, which applies the steps in `versions`."""

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from storage.errors import StorageError
from storage.migrations import FIRST, FOLDER
from storage.migrations.adoption import bring_to_last_old
from storage.schema import metadata


def configuration() -> Config:
    """Alembic's configuration, in place of an alembic.ini."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config


def apply(connection: Connection, adopted: str | None) -> None:
    """Apply due steps to a database, in its transaction.

    :param adopted: the old revision of a database that is adopted first.
    :raises StorageError: the database is not Boneyard's, or of a newer version.
    """
    config = configuration()
    config.attributes["connection"] = connection
    if adopted is not None:
        bring_to_last_old(Operations(MigrationContext.configure(connection)), adopted)
        command.stamp(config, FIRST, purge=True)
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StorageError(f"the database belongs to another, perhaps newer, version of Boneyard: {error}") from error
    if adopted is not None:
        _require_schema(connection, adopted)


def _require_schema(connection: Connection, found: str) -> None:
    """Refuse a database adopted at `found` with unexpected tables."""
    differences = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)
    if differences:
        raise StorageError(f"the database differs from its schema {found} in {len(differences)} places")
