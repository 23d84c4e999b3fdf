"""The first tries at deals of the day of people who have been forgotten since."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "spent_tries",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("day", "mark", name="pk_spent_tries"),
    )


def downgrade() -> None:
    """Drop it, with all that is in it."""
    op.drop_table("spent_tries")
