"""Fixtures: tournaments, their people, and their pairings."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_COUNTED_UP = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _numbers(*names: str) -> tuple[Any, ...]:
    return tuple(sa.Column(name, sa.Integer, nullable=False) for name in names)


def _texts(*names: str) -> tuple[Any, ...]:
    return tuple(sa.Column(name, sa.Text, nullable=False) for name in names)


def _ids(*names: str) -> tuple[Any, ...]:
    return tuple(sa.Column(name, sa.BigInteger, nullable=False) for name in names)


def _reference(table: str, column: str, to: str, *, then: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=f"fk_{table}_{column}", ondelete=then)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", _COUNTED_UP, nullable=False),
        *_ids("guild_id", "channel_id", "host_id"),
        sa.Column("message_id", sa.BigInteger),
        *_texts("title", "game", "kind", "stage", "locale"),
        *_numbers("sides", "team_size", "rounds", "round", "revision", "shown_revision"),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_guild_id_id", "tournaments", ["guild_id", "id"])
    op.create_table(
        "tournament_people",
        *_ids("tournament_id", "guild_id", "user_id"),
        *_numbers("team"),
        sa.Column("signed_at", sa.Double, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        _reference("tournament_people", "tournament_id", "tournaments", then="CASCADE"),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name="pk_tournament_people"),
    )
    op.create_index("ix_tournament_people_guild_id_user_id", "tournament_people", ["guild_id", "user_id"])
    op.create_table(
        "tournament_pairings",
        sa.Column("id", _COUNTED_UP, nullable=False),
        *_ids("tournament_id", "guild_id"),
        *_texts("game", "people", "state"),
        *_numbers("round"),
        sa.Column("opened_at", sa.Double, nullable=False),
        sa.Column("result_id", sa.BigInteger),
        sa.Column("match_id", sa.Text),
        _reference("tournament_pairings", "tournament_id", "tournaments", then="CASCADE"),
        _reference("tournament_pairings", "result_id", "league_results", then="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_tournament_pairings"),
    )
    for columns in (["tournament_id", "round"], ["guild_id", "game", "people"], ["result_id"], ["match_id"]):
        op.create_index(f"ix_tournament_pairings_{'_'.join(columns)}", "tournament_pairings", columns)
    op.create_table(
        "tournament_places",
        *_ids("pairing_id", "guild_id"),
        *_numbers("side", "team"),
        sa.Column("place", sa.Integer),
        _reference("tournament_places", "pairing_id", "tournament_pairings", then="CASCADE"),
        sa.PrimaryKeyConstraint("pairing_id", "side", name="pk_tournament_places"),
    )


def downgrade() -> None:
    """Drop them, with all that is in them."""
    for table in ("tournament_places", "tournament_pairings", "tournament_people", "tournaments"):
        op.drop_table(table)
