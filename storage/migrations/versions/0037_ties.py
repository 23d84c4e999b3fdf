"""Ratings of shared places anew, and the time since which the roles of a season are due."""

import time

import sqlalchemy as sa
from alembic import op

revision = "r0037"
down_revision = "r0036"
branch_labels = None
depends_on = None

_TIED = """
SELECT guild_id FROM leagues WHERE EXISTS (
    SELECT 1 FROM league_results AS result
    JOIN league_places AS one ON one.result_id = result.id
    JOIN league_places AS other
        ON other.result_id = result.id AND other.place = one.place AND other.side > one.side
    WHERE result.guild_id = leagues.guild_id AND result.why_not = '' AND NOT result.void
)
"""


def upgrade() -> None:
    """Add the column; have leagues with ties recomputed, and tell their moderators."""
    op.add_column("seasons", sa.Column("roles_since", sa.Double()))
    for guild_id in op.get_bind().execute(sa.text(_TIED)).scalars().all():
        anew = sa.text("UPDATE leagues SET asked = asked + 1, anew_from = 0 WHERE guild_id = :id")
        op.get_bind().execute(anew, {"id": guild_id})
        deeds = sa.table(
            "league_deeds", *map(sa.column, ("guild_id", "at", "deed", "reason")), sa.column("about", sa.JSON)
        )
        entry = {"guild_id": guild_id, "at": time.time(), "deed": "rate_ties", "reason": "", "about": {}}
        op.get_bind().execute(deeds.insert().values(**entry))
