"""The time played of each solitaire, without pauses."""

import sqlalchemy as sa
from alembic import op

revision = "r0014"
down_revision = "r0013"
branch_labels = None
depends_on = None

_SPENT = """
UPDATE solos SET spent = COALESCE((
    SELECT SUM(CASE WHEN gaps.gap > 120 THEN 120 WHEN gaps.gap < 0 THEN 0 ELSE gaps.gap END)
    FROM (
        SELECT at - COALESCE(LAG(at) OVER (ORDER BY revision), solos.created_at) AS gap
        FROM solo_log WHERE solo_log.solo_id = solos.id
    ) AS gaps
), 0)
"""
"""At most two minutes of each time between two entries of a log count as played."""


def upgrade() -> None:
    """Add the column, and compute it for earlier solitaires from their logs."""
    op.add_column("solos", sa.Column("spent", sa.Double(), nullable=False, server_default="0"))
    op.execute(_SPENT)
