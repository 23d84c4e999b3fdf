"""Duplicate tournaments: the seed of each round, the matches that share it, and the scores of pairings."""

import sqlalchemy as sa
from alembic import op

revision = "r0027"
down_revision = "r0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of seeds, a column of matches and one of places."""
    op.create_table(
        "round_deals",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tournament_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_round_deals_tournament_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round_deals")),
        sa.UniqueConstraint("tournament_id", "round", name=op.f("uq_round_deals_tournament_id_round")),
    )
    op.add_column("matches", sa.Column("shared", sa.Text()))
    op.add_column("tournament_places", sa.Column("score", sa.Integer()))
