"""The end of the quiet coach and of tables that are open to all."""

from alembic import op

revision = "r0041"
down_revision = "r0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the columns of these options."""
    op.drop_column("player_settings", "coach")
    op.drop_column("matches", "open_to_all")
