"""The first person who left each seat."""

import sqlalchemy as sa
from alembic import op

revision = "r0030"
down_revision = "r0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; who left earlier matches is not known."""
    op.add_column("seats", sa.Column("former_id", sa.BigInteger()))
    op.add_column("seats", sa.Column("former_name", sa.Text(), nullable=False, server_default=""))
    op.create_index(op.f("ix_seats_former_id"), "seats", ["former_id"])
