"""The messages that announce rounds and ends of tournaments, and the last announced entry of the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "r0011"
down_revision = "r0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Announcements of before are not known, and stay as they are."""
    op.add_column("tournaments", sa.Column("announcements", sa.JSON(), nullable=True))
    op.add_column("tournaments", sa.Column("told_entry", sa.BigInteger(), server_default="0", nullable=False))
