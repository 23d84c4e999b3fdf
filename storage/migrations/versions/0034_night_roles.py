"""Roles that club nights mention."""

import sqlalchemy as sa
from alembic import op

revision = "r0034"
down_revision = "r0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("club_nights", sa.Column("role_id", sa.BigInteger(), nullable=True))
