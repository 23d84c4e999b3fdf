"""Leaderboards, announced seasons, and a role for the first three."""

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Seasons that were closed before are not announced."""
    op.create_table(
        "leaderboards",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("of", sa.Text(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name=op.f("pk_leaderboards")),
    )
    op.create_index(op.f("ix_leaderboards_guild_id"), "leaderboards", ["guild_id"], unique=False)
    op.add_column("leagues", sa.Column("podium_role_id", sa.BigInteger(), nullable=True))
    op.add_column("seasons", sa.Column("announced_at", sa.Double(), nullable=True))
    op.execute("UPDATE seasons SET announced_at = closed_at WHERE closed_at IS NOT NULL")
