"""What all tables of the schema have in common: the names of their keys, and the reference to a match."""

from sqlalchemy import Column, ForeignKey, MetaData, Text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def match_id() -> Column[str]:
    """A column that names a match, and goes when the match goes."""
    return Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False)
