"""The servers that the bot has left, and when."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "departures",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("left_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_departures"),
    )


def downgrade() -> None:
    """Drop it, with all that is in it."""
    op.drop_table("departures")
