"""Files of results that are being taken in, and what earlier ones left wrong in leagues."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_IMPORTED = sa.text("import_id != 0")


def upgrade() -> None:
    """Make the table and the column; compute leagues anew that have taken in files.

    Their results may be of more people than their games seat, and later than the time that the league had for its
    latest one.
    """
    op.create_table(
        "league_imports",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("touched_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_league_imports"),
        sa.UniqueConstraint("guild_id", name="uq_league_imports_guild_id"),
    )
    op.add_column("league_results", sa.Column("import_id", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index(
        "ix_league_results_import_id",
        "league_results",
        ["import_id"],
        sqlite_where=_IMPORTED,
        postgresql_where=_IMPORTED,
    )
    op.execute(
        """UPDATE leagues SET asked = asked + 1, anew_from = 0
           WHERE guild_id IN (SELECT DISTINCT guild_id FROM league_results WHERE origin = 'import')"""
    )
    latest = "(SELECT max(at) FROM league_results WHERE league_results.guild_id = leagues.guild_id)"
    op.execute(f"UPDATE leagues SET last_at = {latest} WHERE last_at < {latest}")  # noqa: S608  # nothing from outside


def downgrade() -> None:
    """Drop them, with what was being taken in."""
    op.execute("DELETE FROM league_results WHERE import_id IN (SELECT id FROM league_imports)")
    op.drop_index("ix_league_results_import_id", "league_results")
    op.drop_column("league_results", "import_id")
    op.drop_table("league_imports")
