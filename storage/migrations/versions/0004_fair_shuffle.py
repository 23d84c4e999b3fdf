"""Shuffles of version 2, with seeds drawn early and cuts."""

import sqlalchemy as sa
from alembic import op

revision = "r0004"
down_revision = "r0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the origin of seeds. Existing matches keep version 1."""
    op.add_column("matches", sa.Column("server_seed", sa.Text()))
    op.add_column("matches", sa.Column("cuts", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("matches", sa.Column("next_fingerprint", sa.Text()))
    op.add_column("solos", sa.Column("server_seed", sa.Text()))
    op.add_column("solos", sa.Column("cut", sa.Text(), nullable=False, server_default=""))
    op.add_column("solos", sa.Column("next_fingerprint", sa.Text()))
    op.create_table(
        "channel_seeds",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name=op.f("pk_channel_seeds")),
    )
    op.create_index(op.f("ix_channel_seeds_guild_id"), "channel_seeds", ["guild_id"])
    op.create_table(
        "solo_seeds",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_solo_seeds")),
    )
    op.create_index(op.f("ix_solo_seeds_user_id"), "solo_seeds", ["user_id"])
    op.create_table(
        "month_seeds",
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("month", name=op.f("pk_month_seeds")),
    )
