"""The tables of what is played: matches, solitaires, chips, Kent's signs, and what people have set."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy import PrimaryKeyConstraint as PrimaryKey
from sqlalchemy import literal_column as literal

from storage.schema.base import GameKey, match_id, metadata

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("game", GameKey, nullable=False),
    Column("options", JSON, nullable=False),
    Column("status", Text, nullable=False),
    Column("seed", Text),
    Column("revision", Integer, nullable=False),
    Column("clock", Text, nullable=False),
    Column("deadline", Double),
    Column("warned", Boolean, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("started_at", Double),
    Column("ended_at", Double),
    Column("board_id", BigInteger),
    Column("board_at", Double),
    Column("locale", Text, nullable=False),
    Column("rematch_of", Text),
    Column("call_id", BigInteger),
    Column("deals_ended", Integer, nullable=False),
    Column("announced", Integer, nullable=False),
    Column("shown_revision", Integer, nullable=False),
    Column("players_called_at", Double),
    Column("open_to_all", Boolean, nullable=False, server_default=false()),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("computer_level", Text, nullable=False, server_default="regular"),
)

LIVE_STATUSES = ("lobby", "playing", "paused")
"""The statuses in which a match is live and keeps its channel."""

LIVE = matches.c.status.in_([literal(f"'{status}'") for status in LIVE_STATUSES])
"""The condition of a live match. Literals: with parameters SQLite would not see that the partial index answers it."""

Index("uq_matches_live_channel", matches.c.channel_id, unique=True, sqlite_where=LIVE, postgresql_where=LIVE)

seats = Table(
    "seats",
    metadata,
    match_id(),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, index=True),
    Column("player", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("late", Integer, nullable=False),
    Column("away", Boolean, nullable=False),
    PrimaryKey("match_id", "seat"),
)

match_log = Table(
    "match_log",
    metadata,
    match_id(),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("revision", Integer, nullable=False),
    Column("seat", Integer),
    Column("move", Text, nullable=False),
    Column("user_id", BigInteger),
    Column("at", Double, nullable=False),
    PrimaryKey("match_id", "revision"),
)

deal_results = Table(
    "deal_results",
    metadata,
    match_id(),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("deal", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("points", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    PrimaryKey("match_id", "deal", "seat"),
)

match_results = Table(
    "match_results",
    metadata,
    match_id(),
    Column("guild_id", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    PrimaryKey("match_id", "seat"),
    Index(None, "guild_id", "user_id"),
)

server_settings = Table(
    "server_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", Text),
    Column("channels", JSON, nullable=False),
    Column("clock", Text),
    Column("ender_role_id", BigInteger),
    Column("players_role_id", BigInteger),
)

player_settings = Table(
    "player_settings",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("locale", Text),
    Column("notice", Text, nullable=False),
    Column("board", Text, nullable=False),
    PrimaryKey("guild_id", "user_id"),
)

chip_payments = Table(
    "chip_payments",
    metadata,
    # SQLite counts up only in a column of this very type.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("match_id", Text, ForeignKey("matches.id")),
    Column("deal", Integer),
    Column("number", Integer),
    Column("payer", BigInteger, nullable=False),
    Column("receiver", BigInteger, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Double, nullable=False),
    CheckConstraint("amount > 0", name="something"),
    CheckConstraint("payer <> receiver", name="between_two"),
    CheckConstraint("(match_id IS NULL) = (number IS NULL)", name="numbered"),
    UniqueConstraint("match_id", "number"),
    # By id, so that a statement reads what it shows; with the amount, for adding up a balance from the index alone.
    Index(None, "guild_id", "payer", "id", "amount"),
    Index(None, "guild_id", "receiver", "id", "amount"),
)
"""The ledger: rows are added and never changed. Accounts have no rows of their own."""

SITTING_DOWN = chip_payments.c.reason == literal("'sit_down'")
"""The condition of the payment that opens an account; a literal for the sake of the partial index."""

Index(
    "uq_chip_payments_sit_down",
    chip_payments.c.guild_id,
    chip_payments.c.receiver,
    unique=True,
    sqlite_where=SITTING_DOWN,
    postgresql_where=SITTING_DOWN,
)

kent_pacts = Table(
    "kent_pacts",
    metadata,
    match_id(),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("pair", Integer, nullable=False),
    Column("sign", Text),
    Column("drawn", Boolean, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("asked", Boolean, nullable=False),
    Column("proposals", JSON, nullable=False),
    PrimaryKey("match_id", "pair"),
)

kent_pads = Table(
    "kent_pads",
    metadata,
    match_id(),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("pad_id", BigInteger, index=True),
    Column("pact_id", BigInteger, index=True),
    Column("channel_id", BigInteger),
    Column("shut", Boolean, nullable=False),
    PrimaryKey("match_id", "seat"),
)

kent_signs = Table(
    "kent_signs",
    metadata,
    match_id(),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("sign", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKey("match_id", "seat"),
)
"""The last sign of each seat in the running deal, for the process that looks after the table and heard of it nowhere
else: direct messages come to another."""

solos = Table(
    "solos",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", GameKey, nullable=False),
    Column("seed", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("helped", Boolean, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("ended_at", Double),
    Column("version", Integer, nullable=False, server_default="0"),
    Index(None, "user_id", "created_at"),
    Index(None, "day", "game"),
)
"""Solitaires, each with its result once it has one; `day` is the date of a deal of the day, else empty."""

Index(
    "uq_solos_open",
    solos.c.user_id,
    solos.c.game,
    solos.c.day,
    unique=True,
    sqlite_where=literal("open"),
    postgresql_where=literal("open"),
)
Index(
    "uq_solos_counted",
    solos.c.user_id,
    solos.c.game,
    solos.c.seed,
    unique=True,
    sqlite_where=literal("counted"),
    postgresql_where=literal("counted"),
)

solo_log = Table(
    "solo_log",
    metadata,
    Column("solo_id", Text, ForeignKey("solos.id", ondelete="CASCADE"), nullable=False),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("revision", Integer, nullable=False),
    Column("move", Text, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKey("solo_id", "revision"),
)

solo_players = Table(
    "solo_players",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    PrimaryKey("guild_id", "user_id"),
)
"""Who looks at the deals of the day in which server, and so stands in its tables."""

daily_deals = Table(
    "daily_deals",
    metadata,
    Column("day", Text, nullable=False),
    Column("game", GameKey, nullable=False),
    Column("seed", Text, nullable=False),
    Column("stars", Integer, nullable=False),
    PrimaryKey("day", "game"),
)
"""The deals of the days, which are the same in all servers."""

spent_tries = Table(
    "spent_tries",
    metadata,
    Column("day", Text, nullable=False),
    Column("mark", Text, nullable=False),
    PrimaryKey("day", "mark"),
)
"""First tries at deals of a day that runs, of people who were forgotten since; nobody can be read from a mark."""

departures = Table(
    "departures",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", Double, nullable=False),
)
"""The servers that the bot has left, of which everything is forgotten after a while."""
