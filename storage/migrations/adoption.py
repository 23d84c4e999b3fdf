"""The last three of the sixteen steps that became `r0001`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

if TYPE_CHECKING:
    from collections.abc import Callable

    from alembic.operations import Operations

OLDEST_ADOPTED: Final = "0013"
"""The oldest revision that is brought up to date here."""
LAST_OLD: Final = "0016"
"""The last of the sixteen steps, with the schema of `r0001`."""

_FORMER_KEY, _KEY = "latin_square", "domino_square"

_GAME_COLUMNS: Final = (
    ("matches", "game"),
    ("league_entries", "game"),
    ("league_results", "game"),
    ("league_places", "game"),
    ("league_feats", "game"),
    ("rating_changes", "scope"),
    ("ratings", "scope"),
    ("tournaments", "game"),
    ("tournament_pairings", "game"),
)
"""The tables and columns that hold the key of a game."""

_GAME_LISTS: Final = (("leagues", "guild_id", "games_off"), ("seasons", "id", "games"))
"""The tables and columns that hold keys of games in a list, each with the key of a row."""


def bring_to_last_old(op: Operations, found: str) -> None:
    """Apply the steps after `found` (`OLDEST_ADOPTED` or later) to `LAST_OLD`."""
    for revision, apply in _STEPS.items():
        if found < revision:
            apply(op)


def _add_spent_tries(op: Operations) -> None:
    """Add the table of deleted people's used daily first tries."""
    op.create_table(
        "spent_tries",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("day", "mark", name="pk_spent_tries"),
    )


def _add_imports(op: Operations) -> None:
    """Add the table and column of imported results.

    Leagues with imported results are recomputed: such results may have more people than their games seat, and be later
    than the latest time that the league knows.
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
    imported = sa.text("import_id != 0")
    op.create_index(
        "ix_league_results_import_id",
        "league_results",
        ["import_id"],
        sqlite_where=imported,
        postgresql_where=imported,
    )
    op.execute(
        """UPDATE leagues SET asked = asked + 1, anew_from = 0
           WHERE guild_id IN (SELECT DISTINCT guild_id FROM league_results WHERE origin = 'import')"""
    )
    latest = "(SELECT max(at) FROM league_results WHERE league_results.guild_id = leagues.guild_id)"
    op.execute(f"UPDATE leagues SET last_at = {latest} WHERE last_at < {latest}")  # noqa: S608  # nothing from outside


def _rename_domino_square(op: Operations) -> None:
    """Domino Square has the key `domino_square`, which was `latin_square` before."""
    for name, column in _GAME_COLUMNS:
        table = sa.table(name, sa.column(column))
        op.execute(table.update().where(table.c[column] == _FORMER_KEY).values({column: _KEY}))
    for name, key, column in _GAME_LISTS:
        table = sa.table(name, sa.column(key), sa.column(column, sa.JSON))
        for row in op.get_bind().execute(sa.select(table.c[key], table.c[column])).all():
            if _FORMER_KEY in row[1]:
                keys = [_KEY if one == _FORMER_KEY else one for one in row[1]]
                op.execute(table.update().where(table.c[key] == row[0]).values({column: keys}))


_STEPS: Final[dict[str, Callable[[Operations], None]]] = {
    "0014": _add_spent_tries,
    "0015": _add_imports,
    "0016": _rename_domino_square,
}
