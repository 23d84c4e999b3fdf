"""The tables of the database, for both engines.

A change here needs a migration; a test compares the two. Every table whose rows belong to a server has `guild_id`, so
that a server can be forgotten; 0 means direct messages. Ids of Discord are 64-bit integers and all times are unix
seconds. Texts have no length: SQLite would not hold them to it and PostgreSQL would.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    true,
)
from sqlalchemy import PrimaryKeyConstraint as PrimaryKey
from sqlalchemy import literal_column as literal

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
    """Return a game's current key from a current or former one."""
    return _RENAMED.get(game, game)


class GameKey(TypeDecorator[str]):
    """A game's key, or a scope of ratings.

    Former keys, written by a process of an earlier version, are read as current ones.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002  # the interface
        return None if value is None else current_key(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002  # the interface
        return None if value is None else current_key(value)


def match_id() -> Column[str]:
    """Return a match's id column, whose rows go with the match."""
    return Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False)


auto_id_type = BigInteger().with_variant(Integer, "sqlite")
"""The type of an auto-increment id, as SQLite requires it."""


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
    Column("version", Integer, nullable=False, server_default="0"),
    Column("computer_level", Text, nullable=False, server_default="regular"),
    Column("server_seed", Text),
    Column("cuts", JSON, nullable=False, server_default="[]"),
    Column("next_fingerprint", Text),
    Column("pairing_consent", JSON, nullable=False, server_default="[]"),
    Column("offers", JSON, nullable=False, server_default="[]"),
    Column("end_request", JSON),
    Column("paused_seat", Integer),
    Column("turn_left_s", Double),
    Column("end_reason", Text),
    Column("ended_by", BigInteger),
    Column("helped", Boolean, nullable=False, server_default=false()),
    Column("continues", Text),
    Column("ladder", Text),
    Column("shared", Text),
)

LIVE_STATUSES = ("lobby", "playing", "paused")
"""The statuses in which a match is live and occupies its channel."""

LIVE = matches.c.status.in_([literal(f"'{status}'") for status in LIVE_STATUSES])
"""The condition of a live match. Literals: with parameters SQLite would not use the partial index."""

Index("uq_matches_live_channel", matches.c.channel_id, unique=True, sqlite_where=LIVE, postgresql_where=LIVE)

IS_OVER = matches.c.status == literal("'over'")
"""The condition of a match played out, with a literal for the same reason."""

UNSHOWN = (
    (matches.c.announced < matches.c.deals_ended)
    | (matches.c.revision > matches.c.shown_revision)
    | (matches.c.board_id.is_(None) & LIVE)  # not posted yet, or dropped for the summary of a deal
    | (matches.c.board_id.is_not(None) & ~LIVE)  # a match that is over has no board
)
"""The condition of a match that is not up to date in Discord."""

_CALLED = matches.c.players_called_at.is_not(None)

for _name, _columns, _where in (
    ("ix_matches_over", (matches.c.channel_id, matches.c.ended_at), IS_OVER),
    ("ix_matches_called", (matches.c.channel_id, matches.c.players_called_at), _CALLED),
    ("ix_matches_unshown", (matches.c.created_at, matches.c.id), UNSHOWN),
):
    Index(_name, *_columns, sqlite_where=_where, postgresql_where=_where)

_CLIMBED = matches.c.ladder.is_not(None)

Index("ix_matches_ladder", matches.c.guild_id, matches.c.host_id, sqlite_where=_CLIMBED, postgresql_where=_CLIMBED)

channel_seeds = Table(
    "channel_seeds",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("seed", Text, nullable=False),
)
"""The server's secret seed of the next match in each channel, whose fingerprint is shown already."""

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
    Column("former_id", BigInteger, index=True),
    Column("former_name", Text, nullable=False, server_default=""),
    PrimaryKey("match_id", "seat"),
)
"""The seats. `former_id` is the first person who played there and left, with their name."""

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
    Index(None, "user_id"),
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
    Column("computer", Text),
)

player_settings = Table(
    "player_settings",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("locale", Text),
    Column("notice", Text, nullable=False),
    Column("board", Text, nullable=False),
    Column("computer", Text),
    Column("gives_puzzles", Boolean, nullable=False, server_default=false()),
    Column("confirms_calls", Boolean, nullable=False, server_default=true()),
    Column("lessons", JSON, nullable=False, server_default="[]"),
    PrimaryKey("guild_id", "user_id"),
)

chip_payments = Table(
    "chip_payments",
    metadata,
    Column("id", auto_id_type, primary_key=True),
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
    # By id, so that a statement reads only the rows of its page; with the amount, so that the index gives a balance.
    Index(None, "guild_id", "payer", "id", "amount"),
    Index(None, "guild_id", "receiver", "id", "amount"),
)
"""The ledger: rows are added and never changed. Accounts have no rows."""

SITTING_DOWN = chip_payments.c.reason == literal("'sit_down'")
"""The condition of the payment that opens an account; a literal, or SQLite would not use the partial index."""

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
"""The last sign of each seat in the running deal. Direct messages may come to another process than the table's."""

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
    Column("server_seed", Text),
    Column("cut", Text, nullable=False, server_default=""),
    Column("next_fingerprint", Text),
    Column("spent", Double, nullable=False, server_default="0"),
    Index(None, "user_id", "created_at"),
    Index(None, "day", "game"),
)
"""Solitaires with their results; `day` is the date of a daily deal, else empty."""

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

solo_seeds = Table(
    "solo_seeds",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("seed", Text, nullable=False),
    PrimaryKey("guild_id", "user_id"),
)
"""The server's secret seed of the next solitaire of each person in a server."""

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
"""The players of the daily deals in each server, for its standings."""

daily_deals = Table(
    "daily_deals",
    metadata,
    Column("day", Text, nullable=False),
    Column("game", GameKey, nullable=False),
    Column("seed", Text, nullable=False),
    Column("stars", Integer, nullable=False),
    PrimaryKey("day", "game"),
)
"""The daily deals, which are the same in all servers."""

month_seeds = Table(
    "month_seeds",
    metadata,
    Column("month", Text, primary_key=True),
    Column("seed", Text, nullable=False),
)
"""The secret from which the daily deals of a month are made, which is shown when the month is over."""

spent_tries = Table(
    "spent_tries",
    metadata,
    Column("day", Text, nullable=False),
    Column("mark", Text, nullable=False),
    PrimaryKey("day", "mark"),
)
"""First tries at the daily deals of people deleted the same day; a mark identifies no person."""

departures = Table(
    "departures",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", Double, nullable=False),
)
"""The servers that the bot has left; their data is deleted after a while."""


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
    Column("podium_role_id", BigInteger),
    Column("medal_matches", Integer, nullable=False, server_default="5"),
    Column("main_season_id", BigInteger),
    Column("log_channel_id", BigInteger),
    Column("logged_id", BigInteger, nullable=False, server_default="0"),
    Column("run_by", Text),
    Column("run_until", Double),
    Column("run_done", Integer, nullable=False),
    Column("run_total", Integer, nullable=False),
)
"""A league a server. `asked` counts the requests to recalculate, `answered` those that were done."""

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
"""Whether a match counts, decided when it begins. `people` are the ids of all its people, in order."""

league_entrants = Table(
    "league_entrants",
    metadata,
    match_id(),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    PrimaryKey("match_id", "seat"),
)
"""The seats when a match began."""

league_results = Table(
    "league_results",
    metadata,
    Column("id", auto_id_type, primary_key=True),
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
"""Results of matches. One counts unless `why_not` gives a reason, or it is void.

`import_id` is the file that it was imported from, 0 for none. Readers skip it while `league_imports` has that file.
"""

_IMPORTED = league_results.c.import_id != literal("0")
# A literal: with a parameter SQLite would not use the partial index.

Index("ix_league_results_import_id", league_results.c.import_id, sqlite_where=_IMPORTED, postgresql_where=_IMPORTED)

league_imports = Table(
    "league_imports",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False, unique=True),
    Column("touched_at", Double, nullable=False),
)
"""The files of results that are being imported, one a server; `touched_at` is the time of the last progress."""


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
"""The places of people: their side, the number of sides, and the place from 1, which equal sides share."""

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
"""Numbers of people in a match for their achievements: the points of their best deal, their right calls."""

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("id", auto_id_type, primary_key=True),
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
"""Changes of ratings, of which the newest generation holds; those it replaced, or that never held, are deleted."""

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
    Column("scores", JSON, nullable=False, server_default="[]"),
    PrimaryKey("guild_id", "generation", "scope", "user_id"),
    Index(None, "guild_id", "user_id"),
)
"""The ratings of people in each scope: the sum of the changes of a generation.

`scores` are the points of the best results, where only the best results of a season score."""

seasons = Table(
    "seasons",
    metadata,
    Column("id", auto_id_type, primary_key=True),
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
    Column("announced_at", Double),
    Column("best", Integer),
    Column("roles_since", Double),
    Index(None, "guild_id", "starts_at"),
    Index("uq_seasons_quarter", "guild_id", "quarter", unique=True),
)
"""Seasons; `games` are those that count, empty for all. `final` is the standings once it is closed.

`best` is the number of results of a person that score, empty for all. The roles of the podium are being given while
`roles_since` has the time of its first try."""

leaderboards = Table(
    "leaderboards",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("of", Text, nullable=False),
    Column("message_id", BigInteger, nullable=False),
)
"""Messages that show standings as they are now, one a channel."""

league_people = Table(
    "league_people",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    PrimaryKey("guild_id", "user_id"),
)
"""The latest names of people. Deleted people have an id below zero and no name."""

kept_out = Table(
    "kept_out",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("since", Double, nullable=False),
    Column("until", Double),
    Column("reason", Text, nullable=False),
    Column("settled", Boolean, nullable=False, server_default=false()),
    PrimaryKey("guild_id", "user_id"),
)
"""The people whom moderators keep out. A person who deletes their data keeps the row until its end."""

league_merges = Table(
    "league_merges",
    metadata,
    Column("id", auto_id_type, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("into_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("begun_at", Double, nullable=False),
    Column("at", Double),
    Column("moved", JSON, nullable=False),
    Index(None, "guild_id", "user_id", "into_id"),
)
"""The merges of accounts that can be undone: `user_id` with this `name` became `into_id`.

`moved` has the keys of the rows that changed. `at` is empty until the merge is complete."""

league_deeds = Table(
    "league_deeds",
    metadata,
    Column("id", auto_id_type, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("user_id", BigInteger),
    Column("deed", Text, nullable=False),
    Column("result_id", BigInteger),
    Column("reason", Text, nullable=False),
    Column("about", JSON, nullable=False),
    Index(None, "guild_id", "id"),
)
"""The audit log of the league: who changed what, and why. `user_id` is empty for the command line."""


tournaments = Table(
    "tournaments",
    metadata,
    Column("id", auto_id_type, primary_key=True),
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
    Column("round_s", Integer),
    Column("timed_round", Integer, nullable=False, server_default="0"),
    Column("deadline", Double),
    Column("closed_round", Integer, nullable=False, server_default="0"),
    Column("starts_at", Double),
    Column("event_id", BigInteger),
    Column("clock", Text),
    Column("options", JSON),
    Column("rules", JSON),
    Column("announcements", JSON),
    Column("withdrawals", JSON),
    Column("told_entry", BigInteger, nullable=False, server_default="0"),
    Column("paused_at", Double),
    Column("paused_by", BigInteger),
    Column("resumed_at", Double),
    Column("series_id", BigInteger, index=True),
    Column("role_id", BigInteger),
    Index(None, "guild_id", "id"),
)
"""Tournaments. Every change increments `revision`; `shown_revision` is the one that the public message shows.

A round lasts `round_s` seconds; `deadline` is when `timed_round` ends. What still runs in `closed_round` is played out.
Sign-up ends at `starts_at`. `event_id` is the scheduled event in Discord.

`announcements` has the messages that announce something, `withdrawals` the withdrawals that last. `told_entry` is the
latest entry of the audit log that was posted in the channel. `paused_at` is empty unless its clocks are stopped;
`resumed_at` is the end of the last pause. `role_id` is the role that is mentioned.
"""


def _tournament() -> Column[int]:
    reference = ForeignKey("tournaments.id", ondelete="CASCADE")
    return Column("tournament_id", BigInteger, reference, nullable=False)


tournament_co_hosts = Table(
    "tournament_co_hosts",
    metadata,
    _tournament(),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKey("tournament_id", "user_id"),
    Index(None, "guild_id", "user_id"),
)
"""The co-hosts of a tournament, numbered in the order in which they were named."""

tournament_people = Table(
    "tournament_people",
    metadata,
    _tournament(),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("team", Integer, nullable=False),
    Column("signed_at", Double, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    Column("checked_in", Boolean, nullable=False, server_default=false()),
    Column("entry", Text, nullable=False, server_default="placed"),
    Column("team_name", Text, nullable=False, server_default=""),
    Column("asks_id", BigInteger),
    PrimaryKey("tournament_id", "user_id"),
    Index(None, "guild_id", "user_id"),
)
"""The people of a tournament and their teams; 0 for those without one yet. All members have the name of their team.

`asks_id` is the person whom they ask for a place in the team."""

tournament_pairings = Table(
    "tournament_pairings",
    metadata,
    Column("id", auto_id_type, primary_key=True),
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
"""The pairings. `people` are the ids of all, side by side: a match is recognised by them. `match_id` is the match of
the table that was opened for it last."""

tournament_places = Table(
    "tournament_places",
    metadata,
    Column("pairing_id", BigInteger, ForeignKey("tournament_pairings.id", ondelete="CASCADE"), nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("side", Integer, nullable=False),
    Column("team", Integer, nullable=False),
    Column("place", Integer),
    Column("score", Integer),
    PrimaryKey("pairing_id", "side"),
)
"""The teams of a pairing and their places from 1, which equal ones share. `score` is the result of a seat in a
duplicate tournament, else the matches won in a pairing of several, or the reported score."""

pairing_matches = Table(
    "pairing_matches",
    metadata,
    Column("result_id", BigInteger, ForeignKey("league_results.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "pairing_id",
        BigInteger,
        ForeignKey("tournament_pairings.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    Column("guild_id", BigInteger, nullable=False),
    Column("team", Integer, nullable=False),
)
"""The won matches of pairings of several, and the team that won each."""

round_deals = Table(
    "round_deals",
    metadata,
    Column("id", auto_id_type, primary_key=True),
    _tournament(),
    Column("guild_id", BigInteger, nullable=False),
    Column("round", Integer, nullable=False),
    Column("seed", Text, nullable=False),
    UniqueConstraint("tournament_id", "round"),
)
"""The server's seed of all tables of a round of a duplicate tournament, secret until the round has ended."""

tournament_series = Table(
    "tournament_series",
    metadata,
    Column("id", auto_id_type, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("points", JSON, nullable=False),
    Column("best", Integer, nullable=False),
    Column("created_at", Double, nullable=False),
)
"""Series of tournaments. Their tables are computed from the tournaments with this `series_id`."""

club_nights = Table(
    "club_nights",
    metadata,
    Column("id", auto_id_type, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("title", Text, nullable=False),
    Column("locale", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("first_day", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("weekly", Boolean, nullable=False),
    Column("open_s", Integer, nullable=False),
    Column("free_play", Boolean, nullable=False),
    Column("evenings", JSON, nullable=False),
    Column("series_id", BigInteger),
    Column("next_day", Text),
    Column("tournament_id", BigInteger),
    Column("calls_at", Double),
    Column("role_id", BigInteger),
)
"""Recurring evenings. `clock` is a local time such as "20:00", days are dates.

`evenings` has the settings of the tournaments, which take turns week by week. `next_day` is the first evening that is
not announced yet; announcing one moves it in the same transaction, so no evening is created twice. `tournament_id` is
the tournament created last. `calls_at` is the start of an announced evening of free play."""

result_claims = Table(
    "result_claims",
    metadata,
    Column("id", auto_id_type, primary_key=True),
    _tournament(),
    Column("guild_id", BigInteger, nullable=False),
    Column("pairing_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("score", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("state", Text, nullable=False),
    Column("message_id", BigInteger),
    Column("host_message_id", BigInteger),
    Column("end_shown", Boolean, nullable=False, server_default=false()),
    Index(None, "tournament_id"),
    Index(None, "guild_id", "end_shown"),
)
"""The results that players claim for their pairings, until they are answered. `score` is side by side.

`message_id` is the question to the other side, `host_message_id` the later one to the hosts. The pairing may be gone:
rows stay, so that an id in an old message never means another claim."""

reports = Table(
    "reports",
    metadata,
    Column("id", auto_id_type, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("match_id", Text, nullable=False),
    Column("game", GameKey, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("shown", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("done_at", Double),
    Index(None, "user_id"),
    Index(None, "at", "id"),
)
"""The players' reports, for the operator; `match_id` and `game` are empty where there was no match."""

reviews = Table(
    "reviews",
    metadata,
    match_id(),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, index=True),
    Column("game", GameKey, nullable=False),
    Column("judgements", JSON, nullable=False),
    Column("total", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("chips", Boolean, nullable=False),
    Column("accuracy", Double),
    Column("luck", Integer),
    Column("play", Integer),
    Column("at", Double, nullable=False),
    PrimaryKey("match_id", "seat"),
)
"""The review of a seat of a finished match, saved in pieces. `total` counts the decisions.

The sums are empty until it is done."""

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", auto_id_type, primary_key=True),
    match_id(),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("game", GameKey, nullable=False, index=True),
    Column("ply", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("best", Text, nullable=False),
    Column("margin", Integer, nullable=False),
    Column("at", Double, nullable=False),
    UniqueConstraint("match_id", "ply"),
)
"""The puzzles found in matches of the bot; those that the package ships are in `games/<key>/puzzles.json`."""

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("user_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("puzzle", Text, nullable=False),
    Column("game", GameKey, nullable=False),
    Column("day", Text, nullable=False),
    Column("move", Text, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKey("user_id", "puzzle"),
    Index(None, "user_id", "day"),
)
"""The first attempt of a person at a puzzle. `day` is the date if it was the puzzle of the day, else ""."""

puzzle_solvers = Table(
    "puzzle_solvers",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)
"""The puzzle ratings of people, the same in all servers; `guild_id` is the server of the first attempt."""

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
)
"""The ratings of puzzles."""
