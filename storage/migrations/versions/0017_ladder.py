"""The matches of the ladder."""

import sqlalchemy as sa
from alembic import op

revision = "r0017"
down_revision = "r0016"
branch_labels = None
depends_on = None

_CLIMBED = sa.text("ladder IS NOT NULL")


def upgrade() -> None:
    """Add the column; earlier matches were not of the ladder."""
    op.add_column("matches", sa.Column("ladder", sa.Text()))
    op.create_index(
        "ix_matches_ladder", "matches", ["guild_id", "host_id"], sqlite_where=_CLIMBED, postgresql_where=_CLIMBED
    )
