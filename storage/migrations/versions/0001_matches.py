"""Matches with seats, log and results; settings of servers and players."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_LIVE = sa.text("status IN ('lobby', 'playing', 'paused')")


def _of_match(table: str, *columns: sa.schema.SchemaItem) -> None:
    op.create_table(
        table,
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=f"fk_{table}_match_id", ondelete="CASCADE"),
    )


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("deadline", sa.Double),
        sa.Column("warned", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("started_at", sa.Double),
        sa.Column("ended_at", sa.Double),
        sa.Column("board_id", sa.BigInteger),
        sa.Column("board_at", sa.Double),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("rematch_of", sa.Text),
        sa.Column("call_id", sa.BigInteger),
        sa.Column("deals_ended", sa.Integer, nullable=False),
        sa.Column("announced", sa.Integer, nullable=False),
        sa.Column("shown_revision", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_guild_id", "matches", ["guild_id"])
    op.create_index(
        "uq_matches_live_channel", "matches", ["channel_id"], unique=True, sqlite_where=_LIVE, postgresql_where=_LIVE
    )

    _of_match(
        "seats",
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("late", sa.Integer, nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_guild_id", "seats", ["guild_id"])
    op.create_index("ix_seats_user_id", "seats", ["user_id"])

    _of_match(
        "match_log",
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "revision", name="pk_match_log"),
    )
    op.create_index("ix_match_log_guild_id", "match_log", ["guild_id"])

    _of_match(
        "deal_results",
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "deal", "seat", name="pk_deal_results"),
    )
    op.create_index("ix_deal_results_guild_id", "deal_results", ["guild_id"])

    _of_match(
        "match_results",
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_match_results"),
    )
    op.create_index("ix_match_results_guild_id_user_id", "match_results", ["guild_id", "user_id"])

    op.create_table(
        "server_settings",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("locale", sa.Text),
        sa.Column("channels", sa.JSON, nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("ender_role_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server_settings"),
    )
    op.create_table(
        "player_settings",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("locale", sa.Text),
        sa.Column("notice", sa.Text, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_player_settings"),
    )


def downgrade() -> None:
    """Drop them, with all that is in them."""
    for settings in ("player_settings", "server_settings"):
        op.drop_table(settings)
    for table in ("match_results", "deal_results", "match_log", "seats", "matches"):
        op.drop_table(table)
