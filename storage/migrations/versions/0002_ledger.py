"""The ledger of chips."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_SITTING_DOWN = sa.text("reason = 'sit_down'")


def upgrade() -> None:
    """Make the table of payments."""
    op.create_table(
        "chip_payments",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("match_id", sa.Text),
        sa.Column("deal", sa.Integer),
        sa.Column("number", sa.Integer),
        sa.Column("payer", sa.BigInteger, nullable=False),
        sa.Column("receiver", sa.BigInteger, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chip_payments"),
        sa.UniqueConstraint("match_id", "number", name="uq_chip_payments_match_id_number"),
        sa.CheckConstraint("amount > 0", name=op.f("ck_chip_payments_something")),
        sa.CheckConstraint("payer <> receiver", name=op.f("ck_chip_payments_between_two")),
        sa.CheckConstraint("(match_id IS NULL) = (number IS NULL)", name=op.f("ck_chip_payments_numbered")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_chip_payments_match_id"),
    )
    for account in ("payer", "receiver"):
        columns = ["guild_id", account, "amount"]
        op.create_index(f"ix_chip_payments_guild_id_{account}_amount", "chip_payments", columns)
    op.create_index(
        "uq_chip_payments_sit_down",
        "chip_payments",
        ["guild_id", "receiver"],
        unique=True,
        sqlite_where=_SITTING_DOWN,
        postgresql_where=_SITTING_DOWN,
    )


def downgrade() -> None:
    """Drop it, with all that is in it."""
    op.drop_table("chip_payments")
