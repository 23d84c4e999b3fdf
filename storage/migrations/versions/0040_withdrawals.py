"""The withdrawals from tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "r0040"
down_revision = "r0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; earlier withdrawals are unknown."""
    op.add_column("tournaments", sa.Column("withdrawals", sa.JSON(), nullable=True))
