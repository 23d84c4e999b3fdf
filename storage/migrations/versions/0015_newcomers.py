"""The confirmation of calls, and who has finished a deal."""

import sqlalchemy as sa
from alembic import op

revision = "r0015"
down_revision = "r0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, for which all players confirm calls, and the index."""
    op.add_column(
        "player_settings", sa.Column("confirms_calls", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.create_index("ix_deal_results_user_id", "deal_results", ["user_id"])
