"""The seeding, scoring and other rules of tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "r0007"
down_revision = "r0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tournaments of before have the defaults."""
    op.add_column("tournaments", sa.Column("rules", sa.JSON(), nullable=True))
