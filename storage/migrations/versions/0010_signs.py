"""The last signs that seats have made, which one process takes in direct messages and another shows at the table."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "kent_signs",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("sign", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_kent_signs_match_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_kent_signs"),
    )
    op.create_index("ix_kent_signs_guild_id", "kent_signs", ["guild_id"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("kent_signs")
