"""The league: results, ratings, seasons; filled with the matches that have been played, to be rated by the bot."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_COUNTED_UP = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _id() -> sa.Column[int]:
    return sa.Column("id", _COUNTED_UP, nullable=False)


def _guild() -> sa.Column[int]:
    return sa.Column("guild_id", sa.BigInteger, nullable=False)


def _match() -> tuple[Any, ...]:
    return (
        sa.Column("match_id", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], ondelete="CASCADE"),
    )


def _result() -> tuple[Any, ...]:
    return (
        sa.Column("result_id", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["result_id"], ["league_results.id"], ondelete="CASCADE"),
    )


def _make(name: str, *parts: Any, key: tuple[str, ...], indexes: tuple[tuple[str, ...], ...] = ()) -> None:
    for part in parts:
        if isinstance(part, sa.ForeignKeyConstraint):
            part.name = f"fk_{name}_{'_'.join(part.column_keys)}"
    op.create_table(name, *parts, sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"))
    for columns in indexes:
        op.create_index(f"ix_{name}_{'_'.join(columns)}", name, list(columns))


def upgrade() -> None:
    """Make the tables, and fill in what has been played; each league asks to be computed."""
    _make(
        "leagues",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("time_zone", sa.Text, nullable=False),
        sa.Column("daily_limit", sa.Integer, nullable=False),
        sa.Column("quarterly", sa.Boolean, nullable=False),
        sa.Column("games_off", sa.JSON, nullable=False),
        sa.Column("summary_channel_id", sa.BigInteger),
        sa.Column("summary_at", sa.Double),
        sa.Column("last_at", sa.Double, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("answered", sa.Integer, nullable=False),
        sa.Column("anew_from", sa.Double),
        sa.Column("run_by", sa.Text),
        sa.Column("run_until", sa.Double),
        sa.Column("run_done", sa.Integer, nullable=False),
        sa.Column("run_total", sa.Integer, nullable=False),
        key=("guild_id",),
    )
    _make(
        "league_entries",
        *_match(),
        _guild(),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("people", sa.Text, nullable=False),
        sa.Column("started_at", sa.Double, nullable=False),
        sa.Column("why_not", sa.Text, nullable=False),
        key=("match_id",),
        indexes=(("guild_id", "people", "started_at"),),
    )
    _make(
        "league_entrants",
        *_match(),
        _guild(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        key=("match_id", "seat"),
        indexes=(("guild_id",), ("user_id",)),
    )
    _make(
        "league_results",
        _id(),
        _guild(),
        sa.Column("match_id", sa.Text),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("why_not", sa.Text, nullable=False),
        sa.Column("void", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], ondelete="CASCADE"),
        sa.UniqueConstraint("match_id", name="uq_league_results_match_id"),
        key=("id",),
        indexes=(("guild_id", "at", "id"), ("guild_id", "game", "at", "id")),
    )
    _make(
        "league_places",
        *_result(),
        _guild(),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("sides", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer),
        key=("result_id", "user_id"),
        indexes=(("guild_id", "user_id", "at", "result_id"),),
    )
    _make(
        "rating_changes",
        _id(),
        _guild(),
        sa.Column("generation", sa.Integer, nullable=False),
        *_result(),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("mu_before", sa.Double, nullable=False),
        sa.Column("sigma_before", sa.Double, nullable=False),
        sa.Column("mu_after", sa.Double, nullable=False),
        sa.Column("sigma_after", sa.Double, nullable=False),
        key=("id",),
        indexes=(("guild_id", "scope", "user_id"), ("result_id",), ("guild_id", "generation")),
    )
    _make(
        "ratings",
        _guild(),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("points", sa.Double, nullable=False),
        sa.Column("last_at", sa.Double, nullable=False),
        key=("guild_id", "generation", "scope", "user_id"),
        indexes=(("guild_id", "user_id"),),
    )
    _make(
        "seasons",
        _id(),
        _guild(),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("quarter", sa.Text),
        sa.Column("games", sa.JSON, nullable=False),
        sa.Column("starts_at", sa.Double, nullable=False),
        sa.Column("ends_at", sa.Double, nullable=False),
        sa.Column("counting", sa.Text, nullable=False),
        sa.Column("points", sa.JSON, nullable=False),
        sa.Column("opened_by", sa.BigInteger),
        sa.Column("closed_at", sa.Double),
        sa.Column("final", sa.JSON),
        key=("id",),
        indexes=(("guild_id", "starts_at"),),
    )
    op.create_index("uq_seasons_quarter", "seasons", ["guild_id", "quarter"], unique=True)
    _make(
        "league_people",
        _guild(),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        key=("guild_id", "user_id"),
    )
    _make(
        "league_deeds",
        _id(),
        _guild(),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("result_id", sa.BigInteger),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("about", sa.JSON, nullable=False),
        key=("id",),
        indexes=(("guild_id", "id"),),
    )
    _fill()


def _fill() -> None:
    """Take in the matches that are over. Whoever sat there at the end is taken for who played."""
    connection = op.get_bind()
    matches = sa.table(
        "matches", *(sa.column(name) for name in ("id", "guild_id", "game", "ended_at")), sa.column("options", sa.JSON)
    )
    booked = sa.table(
        "match_results",
        *(sa.column(name) for name in ("match_id", "seat", "user_id", "name", "rank", "score")),
        sa.column("won", sa.Boolean),
    )
    over = sa.select(matches).where(matches.c.id.in_(sa.select(booked.c.match_id)), matches.c.ended_at.is_not(None))
    leagues: dict[int, float] = {}
    people: dict[tuple[int, int], str] = {}
    for match in connection.execute(over.order_by(matches.c.ended_at, matches.c.id)).mappings().all():
        where = booked.c.match_id == match["id"]
        seats = connection.execute(sa.select(booked).where(where).order_by(booked.c.seat)).mappings().all()
        sides = _sides(match["game"], match["options"], len(seats))
        places = {side: seat["rank"] for side, seat in zip(sides, seats, strict=True)}
        result = {
            "guild_id": match["guild_id"],
            "match_id": match["id"],
            "game": match["game"],
            "at": match["ended_at"],
            "origin": "table",
            "why_not": "computers" if any(seat["user_id"] is None for seat in seats) else "",
            "void": False,
        }
        table = sa.table("league_results", *map(sa.column, ("id", *result)))
        added = connection.execute(sa.insert(table).values(**result).returning(table.c.id)).scalar_one()
        rows = {
            seat["user_id"]: {
                "result_id": added,
                "guild_id": match["guild_id"],
                "user_id": seat["user_id"],
                "game": match["game"],
                "at": match["ended_at"],
                "side": side,
                "sides": len(places),
                "place": 1 + sum(other < seat["rank"] for other in places.values()),
                "won": seat["won"],
                "score": seat["score"],
            }
            for side, seat in zip(sides, seats, strict=True)
            if seat["user_id"] is not None
        }
        _insert(connection, "league_places", list(rows.values()))
        leagues[match["guild_id"]] = match["ended_at"]
        people |= {(match["guild_id"], seat["user_id"]): seat["name"] for seat in seats if seat["user_id"] is not None}
    named = [{"guild_id": guild, "user_id": user, "name": name} for (guild, user), name in people.items()]
    _insert(connection, "league_people", named)
    nobody = {"time_zone": "UTC", "daily_limit": 5, "quarterly": True, "games_off": [], "generation": 0}
    run: dict[str, Any] = {"asked": 1, "answered": 0, "anew_from": 0.0, "run_done": 0, "run_total": 0}
    rows_of = [{"guild_id": guild, "last_at": last, **nobody, **run} for guild, last in leagues.items()]
    _insert(connection, "leagues", rows_of)


def _insert(connection: sa.Connection, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        columns = (sa.column(key, sa.JSON() if key == "games_off" else None) for key in rows[0])
        connection.execute(sa.insert(sa.table(name, *columns)), rows)


def _sides(game: str, options: dict[str, Any], seats: int) -> list[int]:
    """The side of each seat, as the games had it then."""
    if game == "kent":
        return [seat % (seats // 2) for seat in range(seats)]
    if game == "seventy_nine" or (game == "full_speed" and options.get("pairs")):
        return [seat % 2 for seat in range(seats)]
    return list(range(seats))


def downgrade() -> None:
    """Drop them, with all that is in them."""
    for table in (
        "league_deeds",
        "league_people",
        "seasons",
        "ratings",
        "rating_changes",
        "league_places",
        "league_results",
        "league_entrants",
        "league_entries",
        "leagues",
    ):
        op.drop_table(table)
