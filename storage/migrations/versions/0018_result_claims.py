"""The results that players claim for their pairings."""

import sqlalchemy as sa
from alembic import op

revision = "r0018"
down_revision = "r0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of claims."""
    op.create_table(
        "result_claims",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tournament_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("pairing_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("host_message_id", sa.BigInteger()),
        sa.Column("end_shown", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_result_claims_tournament_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_result_claims")),
    )
    op.create_index(op.f("ix_result_claims_user_id"), "result_claims", ["user_id"])
    op.create_index(op.f("ix_result_claims_tournament_id"), "result_claims", ["tournament_id"])
    op.create_index(op.f("ix_result_claims_guild_id_end_shown"), "result_claims", ["guild_id", "end_shown"])
