"""Domino Square has the key `domino_square`, which was `latin_square` before."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_OLD, _NEW = "latin_square", "domino_square"

_KEYS = (
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

_LISTS = (("leagues", "guild_id", "games_off"), ("seasons", "id", "games"))
"""The tables and columns that hold keys of games in a list, each with the key of a row."""


def upgrade() -> None:
    """Rename the game wherever it is stored."""
    _rename(_OLD, _NEW)


def downgrade() -> None:
    """Give the game its former key back."""
    _rename(_NEW, _OLD)


def _rename(before: str, after: str) -> None:
    for name, column in _KEYS:
        table = sa.table(name, sa.column(column))
        op.execute(table.update().where(table.c[column] == before).values({column: after}))
    for name, key, column in _LISTS:
        table = sa.table(name, sa.column(key), sa.column(column, sa.JSON))
        for row in op.get_bind().execute(sa.select(table.c[key], table.c[column])).all():
            if before in row[1]:
                keys = [after if one == before else one for one in row[1]]
                op.execute(table.update().where(table.c[key] == row[0]).values({column: keys}))
