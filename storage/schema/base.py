"""What all tables of the schema have in common: the names of their keys, and the reference to a match."""

from sqlalchemy import Column, Dialect, ForeignKey, MetaData, Text, TypeDecorator

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


_RENAMED = {"latin_square": "domino_square"}


def current_key(game: str) -> str:
    """The key under which a game is stored today, given one under which it is or was."""
    return _RENAMED.get(game, game)


class GameKey(TypeDecorator[str]):
    """The key of a game, or a scope of ratings, which may be one.

    What a process of an earlier version writes beside this one under a former key is read under the one of today.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002  # the interface
        return None if value is None else current_key(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002  # the interface
        return None if value is None else current_key(value)


def match_id() -> Column[str]:
    """A column that names a match, and goes when the match goes."""
    return Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False)
