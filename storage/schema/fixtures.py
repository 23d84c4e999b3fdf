"""The tables of the fixtures: tournaments, who plays in them, and who is to meet whom.

What a pairing came to is kept with it, and which result says so; whose points follow from that is computed when shown.
"""

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, Table, Text
from sqlalchemy import PrimaryKeyConstraint as PrimaryKey

from storage.schema.base import GameKey, metadata

# SQLite counts up only in a column of this very type.
_COUNTED_UP = BigInteger().with_variant(Integer, "sqlite")

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", _COUNTED_UP, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("title", Text, nullable=False),
    Column("game", GameKey, nullable=False),
    Column("kind", Text, nullable=False),
    Column("sides", Integer, nullable=False),
    Column("team_size", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("stage", Text, nullable=False),
    Column("locale", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("ended_at", Double),
    Column("revision", Integer, nullable=False),
    Column("shown_revision", Integer, nullable=False),
    Index(None, "guild_id", "id"),
)
"""Tournaments. Every change counts `revision` up; `shown_revision` is the one that the public message shows."""


def _tournament() -> Column[int]:
    reference = ForeignKey("tournaments.id", ondelete="CASCADE")
    return Column("tournament_id", BigInteger, reference, nullable=False)


tournament_people = Table(
    "tournament_people",
    metadata,
    _tournament(),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("team", Integer, nullable=False),
    Column("signed_at", Double, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    PrimaryKey("tournament_id", "user_id"),
    Index(None, "guild_id", "user_id"),
)
"""Who plays in a tournament, and in which of its teams; 0 for those who have none yet."""

tournament_pairings = Table(
    "tournament_pairings",
    metadata,
    Column("id", _COUNTED_UP, primary_key=True),
    _tournament(),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", GameKey, nullable=False),
    Column("round", Integer, nullable=False),
    Column("people", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("opened_at", Double, nullable=False),
    Column("result_id", BigInteger, ForeignKey("league_results.id", ondelete="SET NULL"), index=True),
    Column("match_id", Text, index=True),
    Index(None, "tournament_id", "round"),
    Index(None, "guild_id", "game", "people"),
)
"""Who meets whom. `people` are the ids of all, side by side: what a match at a table is recognised by. `match_id` is
the match whose table was opened for it last."""

tournament_places = Table(
    "tournament_places",
    metadata,
    Column("pairing_id", BigInteger, ForeignKey("tournament_pairings.id", ondelete="CASCADE"), nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("side", Integer, nullable=False),
    Column("team", Integer, nullable=False),
    Column("place", Integer),
    PrimaryKey("pairing_id", "side"),
)
"""The teams of a pairing, and where each came in, from 1, which equal ones share."""
