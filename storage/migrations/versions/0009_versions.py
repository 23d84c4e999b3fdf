"""Versions of matches and solitaires, which tell several processes apart, and the level of computers in a lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; everything begins at version 0, and lobbies with the level that they had always begun with."""
    for table in ("matches", "solos"):
        op.add_column(table, sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("computer_level", sa.Text, nullable=False, server_default="regular"))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("matches", "computer_level")
    for table in ("solos", "matches"):
        op.drop_column(table, "version")
