"""The payments of an account in their order: a page of a statement reads no more than it shows."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_SIDES = ("payer", "receiver")


def upgrade() -> None:
    """Put the id into the two indexes from which balances are added up."""
    for side in _SIDES:
        op.create_index(
            f"ix_chip_payments_guild_id_{side}_id_amount", "chip_payments", ["guild_id", side, "id", "amount"]
        )
        op.drop_index(f"ix_chip_payments_guild_id_{side}_amount", "chip_payments")


def downgrade() -> None:
    """Take it out."""
    for side in _SIDES:
        op.create_index(f"ix_chip_payments_guild_id_{side}_amount", "chip_payments", ["guild_id", side, "amount"])
        op.drop_index(f"ix_chip_payments_guild_id_{side}_id_amount", "chip_payments")
