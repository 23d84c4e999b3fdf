"""The tables of the league: what matches came to, the ratings that follow from it, and seasons.

A rating belongs to a scope: one game, all games together, or a season. `rating_changes` is only ever added to. When a
result in the past is taken out or put in, everything after it is computed anew as a new generation, and the league
then turns to that generation in one step; what an older one said stays to be read.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    literal_column,
)
from sqlalchemy import PrimaryKeyConstraint as PrimaryKey

from storage.schema.base import GameKey, match_id, metadata

# SQLite counts up only in a column of this very type.
_COUNTED_UP = BigInteger().with_variant(Integer, "sqlite")

leagues = Table(
    "leagues",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("time_zone", Text, nullable=False),
    Column("daily_limit", Integer, nullable=False),
    Column("quarterly", Boolean, nullable=False),
    Column("games_off", JSON, nullable=False),
    Column("summary_channel_id", BigInteger),
    Column("summary_at", Double),
    Column("last_at", Double, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("asked", Integer, nullable=False),
    Column("answered", Integer, nullable=False),
    Column("anew_from", Double),
    Column("run_by", Text),
    Column("run_until", Double),
    Column("run_done", Integer, nullable=False),
    Column("run_total", Integer, nullable=False),
)
"""A league a server. `asked` counts the demands to compute anew, `answered` those that have been met."""

league_entries = Table(
    "league_entries",
    metadata,
    match_id(),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", GameKey, nullable=False),
    Column("people", Text, nullable=False),
    Column("started_at", Double, nullable=False),
    Column("why_not", Text, nullable=False),
    PrimaryKey("match_id"),
    Index(None, "guild_id", "people", "started_at"),
)
"""Whether a match counts, settled when it begins. `people` are the ids of all who sit there, in order."""

league_entrants = Table(
    "league_entrants",
    metadata,
    match_id(),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    PrimaryKey("match_id", "seat"),
)
"""Who sat where when a match began."""

league_results = Table(
    "league_results",
    metadata,
    Column("id", _COUNTED_UP, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), unique=True),
    Column("game", GameKey, nullable=False),
    Column("at", Double, nullable=False),
    Column("origin", Text, nullable=False),
    Column("why_not", Text, nullable=False),
    Column("void", Boolean, nullable=False),
    Column("import_id", BigInteger, nullable=False, server_default="0"),
    Index(None, "guild_id", "at", "id"),
    Index(None, "guild_id", "game", "at", "id"),
)
"""What a match came to; it counts unless `why_not` says why not, or it is void.

`import_id` says with which file it came in, 0 for none. As long as `league_imports` names that file it is not there yet
for anybody who reads.
"""

_IMPORTED = league_results.c.import_id != literal_column("0")
# A literal: with a parameter SQLite would not see that the partial index answers it.

Index("ix_league_results_import_id", league_results.c.import_id, sqlite_where=_IMPORTED, postgresql_where=_IMPORTED)

league_imports = Table(
    "league_imports",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False, unique=True),
    Column("touched_at", Double, nullable=False),
)
"""The files of results that are being taken in, one a server; `touched_at` is when that last went on."""


def _result_id() -> Column[int]:
    return Column("result_id", BigInteger, ForeignKey("league_results.id", ondelete="CASCADE"), nullable=False)


league_places = Table(
    "league_places",
    metadata,
    _result_id(),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("game", GameKey, nullable=False),
    Column("at", Double, nullable=False),
    Column("side", Integer, nullable=False),
    Column("sides", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", Integer),
    PrimaryKey("result_id", "user_id"),
    Index(None, "guild_id", "user_id", "at", "result_id"),
)
"""Where people came in: `side` of so many `sides`, and `place` from 1, which equal sides share."""

league_feats = Table(
    "league_feats",
    metadata,
    _result_id(),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("game", GameKey, nullable=False),
    Column("feat", Text, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKey("result_id", "user_id", "feat"),
    Index(None, "guild_id", "user_id", "game"),
)
"""What people did in a match that is told of them: the points of their best deal, how many calls were right."""

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("id", _COUNTED_UP, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("generation", Integer, nullable=False),
    _result_id(),
    Column("scope", GameKey, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu_after", Double, nullable=False),
    Column("sigma_after", Double, nullable=False),
    Index(None, "guild_id", "scope", "user_id"),
    Index(None, "result_id"),
    Index(None, "guild_id", "generation"),
)
"""Rows are only ever added, but for those of a generation that was never finished."""

ratings = Table(
    "ratings",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("scope", GameKey, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Double, nullable=False),
    Column("last_at", Double, nullable=False),
    PrimaryKey("guild_id", "generation", "scope", "user_id"),
    Index(None, "guild_id", "user_id"),
)
"""How everybody stands in every scope: what the changes of a generation come to."""

seasons = Table(
    "seasons",
    metadata,
    Column("id", _COUNTED_UP, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("quarter", Text),
    Column("games", JSON, nullable=False),
    Column("starts_at", Double, nullable=False),
    Column("ends_at", Double, nullable=False),
    Column("counting", Text, nullable=False),
    Column("points", JSON, nullable=False),
    Column("opened_by", BigInteger),
    Column("closed_at", Double),
    Column("final", JSON),
    Index(None, "guild_id", "starts_at"),
    Index("uq_seasons_quarter", "guild_id", "quarter", unique=True),
)
"""Seasons; `games` are those that count in it, none for all. `final` is its table once it is closed."""

league_people = Table(
    "league_people",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    PrimaryKey("guild_id", "user_id"),
)
"""What people were called last. Who has been forgotten has an id below zero and no name."""

league_deeds = Table(
    "league_deeds",
    metadata,
    Column("id", _COUNTED_UP, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("user_id", BigInteger),
    Column("deed", Text, nullable=False),
    Column("result_id", BigInteger),
    Column("reason", Text, nullable=False),
    Column("about", JSON, nullable=False),
    Index(None, "guild_id", "id"),
)
"""Who changed what in the league, and why; nobody for the command line."""
