"""The time that a pause leaves of the running turn."""

import sqlalchemy as sa
from alembic import op

revision = "r0036"
down_revision = "r0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("turn_left_s", sa.Double(), nullable=True))
