"""Messages that announce tournaments, and the last announced log entry."""

import sqlalchemy as sa
from alembic import op

revision = "r0011"
down_revision = "r0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add announcements; earlier ones are unknown and stay unchanged."""
    op.add_column("tournaments", sa.Column("announcements", sa.JSON(), nullable=True))
    op.add_column("tournaments", sa.Column("told_entry", sa.BigInteger(), server_default="0", nullable=False))
