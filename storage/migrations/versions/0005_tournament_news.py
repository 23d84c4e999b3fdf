"""The length of tournament rounds, and the announcements made."""

import sqlalchemy as sa
from alembic import op

revision = "r0005"
down_revision = "r0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Earlier rounds and ends are not announced."""
    op.add_column("tournaments", sa.Column("round_s", sa.Integer(), nullable=True))
    op.add_column("tournaments", sa.Column("timed_round", sa.Integer(), server_default="0", nullable=False))
    op.add_column("tournaments", sa.Column("deadline", sa.Double(), nullable=True))
    op.add_column("tournaments", sa.Column("announced_round", sa.Integer(), server_default="0", nullable=False))
    op.add_column("tournaments", sa.Column("reminded_round", sa.Integer(), server_default="0", nullable=False))
    op.add_column("tournaments", sa.Column("end_announced", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("UPDATE tournaments SET announced_round = round")
    op.execute("UPDATE tournaments SET end_announced = true WHERE ended_at IS NOT NULL")
