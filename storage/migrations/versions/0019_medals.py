"""The matches that a medal of a season needs."""

import sqlalchemy as sa
from alembic import op

revision = "r0019"
down_revision = "r0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the setting; seasons that are closed keep their medals."""
    op.add_column("leagues", sa.Column("medal_matches", sa.Integer(), nullable=False, server_default="5"))
