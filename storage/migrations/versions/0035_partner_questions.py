"""The posted questions to partners."""

import sqlalchemy as sa
from alembic import op

revision = "r0035"
down_revision = "r0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; questions that were asked before are asked once more."""
    op.add_column("tournament_people", sa.Column("question_id", sa.BigInteger(), nullable=True))
