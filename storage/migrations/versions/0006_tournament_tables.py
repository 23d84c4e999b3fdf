"""The clock and the options of the tables of a tournament."""

import sqlalchemy as sa
from alembic import op

revision = "r0006"
down_revision = "r0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tournaments of before have the clock of the server and the usual options."""
    op.add_column("tournaments", sa.Column("clock", sa.Text(), nullable=True))
    op.add_column("tournaments", sa.Column("options", sa.JSON(), nullable=True))
