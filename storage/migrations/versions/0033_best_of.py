"""The matches of pairings that are the best of several."""

import sqlalchemy as sa
from alembic import op

revision = "r0033"
down_revision = "r0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; earlier pairings are one match each."""
    op.create_table(
        "pairing_matches",
        sa.Column("result_id", sa.BigInteger(), nullable=False),
        sa.Column("pairing_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("team", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"], ["league_results.id"], name=op.f("fk_pairing_matches_result_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["pairing_id"], ["tournament_pairings.id"], name=op.f("fk_pairing_matches_pairing_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("result_id", name=op.f("pk_pairing_matches")),
    )
    op.create_index(op.f("ix_pairing_matches_pairing_id"), "pairing_matches", ["pairing_id"])
