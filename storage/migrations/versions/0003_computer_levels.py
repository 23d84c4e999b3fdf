"""The computers' level for new tables, by person or server."""

import sqlalchemy as sa
from alembic import op

revision = "r0003"
down_revision = "r0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the level, not yet chosen, to both kinds of settings."""
    for table in ("server_settings", "player_settings"):
        op.add_column(table, sa.Column("computer", sa.Text()))
