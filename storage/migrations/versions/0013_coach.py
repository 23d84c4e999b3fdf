"""The coach's reviews, puzzles, help, and players' settings."""

import sqlalchemy as sa
from alembic import op

from storage.schema import auto_id_type

revision = "r0013"
down_revision = "r0012"
branch_labels = None
depends_on = None


def _match_id() -> "sa.Column[str]":
    return sa.Column("match_id", sa.Text(), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Add the tables and columns; earlier matches had no help."""
    op.add_column("matches", sa.Column("helped", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("continues", sa.Text()))
    op.add_column("player_settings", sa.Column("coach", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column(
        "player_settings", sa.Column("gives_puzzles", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "reviews",
        _match_id(),
        sa.Column("guild_id", sa.BigInteger(), nullable=False, index=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), index=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("judgements", sa.JSON(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("chips", sa.Boolean(), nullable=False),
        sa.Column("accuracy", sa.Double()),
        sa.Column("luck", sa.Integer()),
        sa.Column("play", sa.Integer()),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat"),
    )
    op.create_table(
        "puzzles",
        sa.Column("id", auto_id_type, primary_key=True),
        _match_id(),
        sa.Column("guild_id", sa.BigInteger(), nullable=False, index=True),
        sa.Column("game", sa.Text(), nullable=False, index=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("best", sa.Text(), nullable=False),
        sa.Column("margin", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.UniqueConstraint("match_id", "ply"),
    )
    op.create_table(
        "puzzle_attempts",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False, index=True),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "puzzle"),
    )
    op.create_index("ix_puzzle_attempts_user_id_day", "puzzle_attempts", ["user_id", "day"])
    op.create_table(
        "puzzle_solvers",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False, index=True),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.Text(), primary_key=True),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
    )
