"""Whether anybody may take over a seat that the computer plays, without asking the people at the table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; no match that there is was opened to all."""
    op.add_column("matches", sa.Column("open_to_all", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("matches", "open_to_all")
