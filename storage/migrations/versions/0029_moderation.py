"""People kept out by moderators, and the channel of the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "r0029"
down_revision = "r0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table and the columns."""
    op.create_table(
        "kept_out",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("until", sa.Double()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("settled", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_kept_out")),
    )
    op.add_column("leagues", sa.Column("log_channel_id", sa.BigInteger()))
    op.add_column("leagues", sa.Column("logged_id", sa.BigInteger(), nullable=False, server_default="0"))
