"""Co-hosts, scheduled starts with check-in, and rounds closed early."""

import sqlalchemy as sa
from alembic import op

revision = "r0008"
down_revision = "r0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let existing tournaments have no co-host and start by hand."""
    op.add_column("tournaments", sa.Column("co_host_id", sa.BigInteger(), nullable=True))
    op.add_column("tournaments", sa.Column("closed_round", sa.Integer(), server_default="0", nullable=False))
    op.add_column("tournaments", sa.Column("starts_at", sa.Double(), nullable=True))
    op.add_column("tournaments", sa.Column("check_in_told", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("tournaments", sa.Column("event_id", sa.BigInteger(), nullable=True))
    op.add_column("tournament_people", sa.Column("checked_in", sa.Boolean(), server_default=sa.false(), nullable=False))
