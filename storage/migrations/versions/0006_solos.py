"""Solitaires: their logs and results, the deals of the days, and who stands in which server's tables."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "solos",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("helped", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_solos"),
    )
    op.create_index("ix_solos_guild_id", "solos", ["guild_id"])
    op.create_index("ix_solos_user_id_created_at", "solos", ["user_id", "created_at"])
    op.create_index("ix_solos_day_game", "solos", ["day", "game"])
    for condition, column in (("open", "day"), ("counted", "seed")):
        op.create_index(
            f"uq_solos_{condition}",
            "solos",
            ["user_id", "game", column],
            unique=True,
            sqlite_where=sa.text(condition),
            postgresql_where=sa.text(condition),
        )
    op.create_table(
        "solo_log",
        sa.Column("solo_id", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("solo_id", "revision", name="pk_solo_log"),
        sa.ForeignKeyConstraint(["solo_id"], ["solos.id"], name="fk_solo_log_solo_id", ondelete="CASCADE"),
    )
    op.create_index("ix_solo_log_guild_id", "solo_log", ["guild_id"])
    op.create_table(
        "solo_players",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_solo_players"),
    )
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("stars", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("day", "game", name="pk_daily_deals"),
    )


def downgrade() -> None:
    """Drop them, with all that is in them."""
    for table in ("daily_deals", "solo_players", "solo_log", "solos"):
        op.drop_table(table)
