"""Club nights, and series of tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "r0028"
down_revision = "r0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both tables, and the series of a tournament."""
    op.create_table(
        "tournament_series",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("points", sa.JSON(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_series")),
    )
    op.create_index(op.f("ix_tournament_series_guild_id"), "tournament_series", ["guild_id"])
    op.add_column("tournaments", sa.Column("series_id", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_tournaments_series_id"), "tournaments", ["series_id"])
    op.create_table(
        "club_nights",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("first_day", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("weekly", sa.Boolean(), nullable=False),
        sa.Column("open_s", sa.Integer(), nullable=False),
        sa.Column("free_play", sa.Boolean(), nullable=False),
        sa.Column("evenings", sa.JSON(), nullable=False),
        sa.Column("series_id", sa.BigInteger(), nullable=True),
        sa.Column("next_day", sa.Text(), nullable=True),
        sa.Column("tournament_id", sa.BigInteger(), nullable=True),
        sa.Column("calls_at", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club_nights")),
    )
    op.create_index(op.f("ix_club_nights_guild_id"), "club_nights", ["guild_id"])
