"""Indexes for what is asked of a channel at a click, and of all matches at a start."""

import sqlalchemy as sa
from alembic import op

revision = "r0042"
down_revision = "r0041"
branch_labels = None
depends_on = None

_UNSHOWN = (
    "announced < deals_ended OR revision > shown_revision "
    "OR board_id IS NULL AND status IN ('lobby', 'playing', 'paused') "
    "OR board_id IS NOT NULL AND (status NOT IN ('lobby', 'playing', 'paused'))"
)


def upgrade() -> None:
    """Create them."""
    for name, columns, where in (
        ("ix_matches_over", ["channel_id", "ended_at"], "status = 'over'"),
        ("ix_matches_called", ["channel_id", "players_called_at"], "players_called_at IS NOT NULL"),
        ("ix_matches_unshown", ["created_at", "id"], _UNSHOWN),
    ):
        op.create_index(name, "matches", columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))
