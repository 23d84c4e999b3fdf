"""The finished lessons of players."""

import sqlalchemy as sa
from alembic import op

revision = "r0016"
down_revision = "r0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; earlier lessons were not noted."""
    op.add_column("player_settings", sa.Column("lessons", sa.JSON(), nullable=False, server_default="[]"))
