"""The pacts and the pads of Kent."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "kent_pacts",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("pair", sa.Integer, nullable=False),
        sa.Column("sign", sa.Text),
        sa.Column("drawn", sa.Boolean, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("asked", sa.Boolean, nullable=False),
        sa.Column("proposals", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "pair", name="pk_kent_pacts"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_kent_pacts_match_id", ondelete="CASCADE"),
    )
    op.create_table(
        "kent_pads",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("pad_id", sa.BigInteger),
        sa.Column("pact_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("shut", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_kent_pads"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_kent_pads_match_id", ondelete="CASCADE"),
    )
    for table, column in (("pacts", "guild_id"), ("pads", "guild_id"), ("pads", "pad_id"), ("pads", "pact_id")):
        op.create_index(f"ix_kent_{table}_{column}", f"kent_{table}", [column])


def downgrade() -> None:
    """Drop them, with all that is in them."""
    for table in ("kent_pads", "kent_pacts"):
        op.drop_table(table)
