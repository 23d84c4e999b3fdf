"""Migrations of a database to the current schema, with Alembic.

There is one step a release, a file `versions/NNNN_what.py` with the revision `rNNNN` that names the one before, written
by hand for both engines. All steps that are due run in one transaction of the caller. A database between two releases
is refused: the release after it has to migrate it first.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from storage.errors import StorageError

FOLDER: Final = Path(__file__).parent

STEPS: Final = tuple(
    sorted(f"r{file.name[:4]}" for file in FOLDER.glob("versions/*.py") if re.match(r"\d{4}_", file.name))
)
"""The revisions of all steps, the oldest first."""
NEWEST: Final = STEPS[-1]
"""The revision of the last step."""
RELEASES: Final = {"0.1.0": "r0009", "0.2.0": "r0035"}
"""The last step of each release, the oldest first."""
_OURS: Final = re.compile(r"r\d{4}|00(0\d|1[0-6])")
"""The revisions of Boneyard; those without a letter are older than all others."""


@dataclass(frozen=True)
class Schema:
    """The schema of a database.

    :ivar found: the last step that was applied; None if there was none.
    """

    found: str | None

    @property
    def is_current(self) -> bool:
        """True if no step is due."""
        return self.found == NEWEST

    @property
    def refusal(self) -> str | None:
        """The reason why this version cannot use or migrate it, with what to do; None if it can."""
        if self.found is None or self.found in STEPS:
            return None
        is_ours = _OURS.fullmatch(self.found) is not None
        release = next((name for name, last in RELEASES.items() if is_ours and self.found < last), None)
        if release is None:
            return (
                f"the database has the schema {self.found} of a newer version or of none that was released: "
                f"install the version that made it, or restore a backup made by {list(RELEASES)[-1]}"
            )
        return (
            f"the database has the schema {self.found} from before {release}: "
            f"install {release} and start it once, then install this version"
        )


def schema_of(connection: Connection) -> Schema:
    """Return the schema of a database; changes nothing."""
    if not inspect(connection).has_table("alembic_version"):
        return Schema(None)
    return Schema(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none())


def upgrade(connection: Connection) -> Schema:
    """Apply due steps; return the schema before.

    The caller begins and commits the transaction. Alembic keeps its current context in a global: never run two at once
    in a process. It is imported only if a step is due, as it takes more than 10 MB.

    :raises StorageError: this version cannot migrate the database.
    """
    schema = schema_of(connection)
    if schema.refusal is not None:
        raise StorageError(schema.refusal)
    if not schema.is_current:
        from storage.migrations import steps

        steps.apply(connection)
    return schema
