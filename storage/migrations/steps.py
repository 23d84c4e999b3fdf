"""Alembic, which applies the steps in `versions`."""

import re
from typing import Final

from alembic import command, op
from alembic.config import Config
from sqlalchemy import Connection

from storage.migrations import FOLDER

_TYPES: Final = {
    "sqlite": {"AUTO_ID": "INTEGER", "DEFAULT false": "DEFAULT 0", "DEFAULT true": "DEFAULT 1"},
    "postgresql": {"AUTO_ID": "BIGSERIAL", "DOUBLE": "DOUBLE PRECISION"},
}
"""The engines' words for those in the SQL of steps; `AUTO_ID` is a key that counts up."""


def configuration() -> Config:
    """Alembic's configuration, in place of an alembic.ini."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config


def apply(connection: Connection) -> None:
    """Apply due steps to a database, in its transaction."""
    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def run(sql: str) -> None:
    """Run a step's statements, which end with semicolons, on either engine."""
    connection = op.get_bind()
    for name, type_name in _TYPES[connection.dialect.name].items():
        sql = re.sub(rf"\b{name}\b", type_name, sql)
    for statement in sql.split(";"):
        if statement.strip():
            connection.exec_driver_sql(statement)
