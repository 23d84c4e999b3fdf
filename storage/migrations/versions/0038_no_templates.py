"""Tournaments without templates."""

from alembic import op

revision = "r0038"
down_revision = "r0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the table, with its rows."""
    op.drop_table("tournament_templates")
