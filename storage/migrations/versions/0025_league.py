"""Best results and the main season of a league, and merges that can be undone."""

import sqlalchemy as sa
from alembic import op

revision = "r0025"
down_revision = "r0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table; in earlier seasons all results score."""
    op.add_column("seasons", sa.Column("best", sa.Integer()))
    op.add_column("ratings", sa.Column("scores", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("leagues", sa.Column("main_season_id", sa.BigInteger()))
    op.create_table(
        "league_merges",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("into_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("begun_at", sa.Double(), nullable=False),
        sa.Column("at", sa.Double()),
        sa.Column("moved", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_merges")),
    )
    op.create_index(
        op.f("ix_league_merges_guild_id_user_id_into_id"), "league_merges", ["guild_id", "user_id", "into_id"]
    )
