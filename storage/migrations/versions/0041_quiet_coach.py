"""The end of the quiet coach."""

from alembic import op

revision = "r0041"
down_revision = "r0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the setting of the players who wanted it."""
    op.drop_column("player_settings", "coach")
