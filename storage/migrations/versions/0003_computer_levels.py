"""The level of computers that a person or a server has chosen for new tables."""

import sqlalchemy as sa
from alembic import op

revision = "r0003"
down_revision = "r0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column to both kinds of settings; no one has chosen a level yet."""
    for table in ("server_settings", "player_settings"):
        op.add_column(table, sa.Column("computer", sa.Text()))
