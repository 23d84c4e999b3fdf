"""Consents to count a match for a pairing, and links."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "r0010"
down_revision = "r0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add consents, and link running matches to their open pairings."""
    op.add_column("matches", sa.Column("pairing_consent", sa.JSON(), server_default="[]", nullable=False))
    link_running_matches(op.get_bind())


def link_running_matches(connection: sa.Connection) -> None:
    """Link running matches that have no table of a pairing."""
    linked = set(connection.execute(sa.text("SELECT match_id FROM tournament_pairings")).scalars())
    running = connection.execute(
        sa.text(
            "SELECT e.match_id, e.guild_id, e.game, e.people, e.started_at FROM league_entries AS e "
            "JOIN matches AS m ON m.id = e.match_id WHERE m.status IN ('playing', 'paused')"
        )
    )
    for match in running.all():
        if match.match_id not in linked:
            _link(connection, match)


def _link(connection: sa.Connection, match: sa.Row[Any]) -> None:
    pairings = connection.execute(
        sa.text(
            "SELECT id, people FROM tournament_pairings WHERE guild_id = :guild_id AND game = :game "
            "AND state = 'open' AND opened_at <= :started_at ORDER BY opened_at, id"
        ),
        {"guild_id": match.guild_id, "game": match.game, "started_at": match.started_at},
    )
    players = set(match.people.split(","))
    for pairing in pairings.all():
        if set(pairing.people.replace("|", ",").split(",")) == players:
            update = sa.text("UPDATE tournament_pairings SET match_id = :match_id WHERE id = :id")
            connection.execute(update, {"match_id": match.match_id, "id": pairing.id})
            return
