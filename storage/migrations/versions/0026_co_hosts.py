"""Several co-hosts of a tournament, and paused tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "r0026"
down_revision = "r0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the only co-host of each tournament to a table of their own; none is paused."""
    op.create_table(
        "tournament_co_hosts",
        sa.Column("tournament_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_tournament_co_hosts_tournament_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name=op.f("pk_tournament_co_hosts")),
    )
    op.create_index(op.f("ix_tournament_co_hosts_guild_id_user_id"), "tournament_co_hosts", ["guild_id", "user_id"])
    op.execute(
        "INSERT INTO tournament_co_hosts (tournament_id, guild_id, user_id, number)"
        " SELECT id, guild_id, co_host_id, 0 FROM tournaments WHERE co_host_id > 0"
    )
    op.drop_column("tournaments", "co_host_id")
    op.add_column("tournaments", sa.Column("paused_at", sa.Double(), nullable=True))
    op.add_column("tournaments", sa.Column("paused_by", sa.BigInteger(), nullable=True))
    op.add_column("tournaments", sa.Column("resumed_at", sa.Double(), nullable=True))
