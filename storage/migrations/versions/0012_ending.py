"""The end of a match: request, pause, reason; offered seats."""

import sqlalchemy as sa
from alembic import op

revision = "r0012"
down_revision = "r0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, without seats offered by earlier versions."""
    op.add_column("matches", sa.Column("offers", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("matches", sa.Column("end_request", sa.JSON()))
    op.add_column("matches", sa.Column("paused_seat", sa.Integer()))
    op.add_column("matches", sa.Column("end_reason", sa.Text()))
    op.add_column("matches", sa.Column("ended_by", sa.BigInteger()))
