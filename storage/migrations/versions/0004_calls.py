"""The role that lobbies call for players, and when they did."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column to the settings of servers and one to matches."""
    op.add_column("server_settings", sa.Column("players_role_id", sa.BigInteger))
    op.add_column("matches", sa.Column("players_called_at", sa.Double))


def downgrade() -> None:
    """Drop them, with all that is in them."""
    op.drop_column("matches", "players_called_at")
    op.drop_column("server_settings", "players_role_id")
