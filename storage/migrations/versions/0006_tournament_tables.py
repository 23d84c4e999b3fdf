"""The clock and the options of the tables of a tournament."""

import sqlalchemy as sa
from alembic import op

revision = "r0006"
down_revision = "r0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Give existing tournaments the server's clock and usual options."""
    op.add_column("tournaments", sa.Column("clock", sa.Text(), nullable=True))
    op.add_column("tournaments", sa.Column("options", sa.JSON(), nullable=True))
