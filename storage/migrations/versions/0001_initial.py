"""The schema of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "r0001"
down_revision = None
branch_labels = None
depends_on = None

# SQLite counts up only in a column of this very type.
_AUTO_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:  # noqa: PLR0915  # one table after the other
    """Create all tables."""
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("stars", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "game", name=op.f("pk_daily_deals")),
    )
    op.create_table(
        "departures",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("left_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_departures")),
    )
    op.create_table(
        "league_deeds",
        sa.Column("id", _AUTO_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("deed", sa.Text(), nullable=False),
        sa.Column("result_id", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_deeds")),
    )
    op.create_index(op.f("ix_league_deeds_guild_id_id"), "league_deeds", ["guild_id", "id"], unique=False)
    op.create_table(
        "league_imports",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("touched_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_imports")),
        sa.UniqueConstraint("guild_id", name=op.f("uq_league_imports_guild_id")),
    )
    op.create_table(
        "league_people",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_league_people")),
    )
    op.create_table(
        "leagues",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("time_zone", sa.Text(), nullable=False),
        sa.Column("daily_limit", sa.Integer(), nullable=False),
        sa.Column("quarterly", sa.Boolean(), nullable=False),
        sa.Column("games_off", sa.JSON(), nullable=False),
        sa.Column("summary_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("summary_at", sa.Double(), nullable=True),
        sa.Column("last_at", sa.Double(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("anew_from", sa.Double(), nullable=True),
        sa.Column("run_by", sa.Text(), nullable=True),
        sa.Column("run_until", sa.Double(), nullable=True),
        sa.Column("run_done", sa.Integer(), nullable=False),
        sa.Column("run_total", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_leagues")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("deadline", sa.Double(), nullable=True),
        sa.Column("warned", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=True),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("board_id", sa.BigInteger(), nullable=True),
        sa.Column("board_at", sa.Double(), nullable=True),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("rematch_of", sa.Text(), nullable=True),
        sa.Column("call_id", sa.BigInteger(), nullable=True),
        sa.Column("deals_ended", sa.Integer(), nullable=False),
        sa.Column("announced", sa.Integer(), nullable=False),
        sa.Column("shown_revision", sa.Integer(), nullable=False),
        sa.Column("players_called_at", sa.Double(), nullable=True),
        sa.Column("open_to_all", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("computer_level", sa.Text(), server_default="regular", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index(op.f("ix_matches_guild_id"), "matches", ["guild_id"], unique=False)
    op.create_index(
        "uq_matches_live_channel",
        "matches",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("status IN ('lobby', 'playing', 'paused')"),
        postgresql_where=sa.text("status IN ('lobby', 'playing', 'paused')"),
    )
    op.create_table(
        "player_settings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=True),
        sa.Column("notice", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_player_settings")),
    )
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("last_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "generation", "scope", "user_id", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_guild_id_user_id"), "ratings", ["guild_id", "user_id"], unique=False)
    op.create_table(
        "seasons",
        sa.Column("id", _AUTO_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("quarter", sa.Text(), nullable=True),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("starts_at", sa.Double(), nullable=False),
        sa.Column("ends_at", sa.Double(), nullable=False),
        sa.Column("counting", sa.Text(), nullable=False),
        sa.Column("points", sa.JSON(), nullable=False),
        sa.Column("opened_by", sa.BigInteger(), nullable=True),
        sa.Column("closed_at", sa.Double(), nullable=True),
        sa.Column("final", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
    )
    op.create_index(op.f("ix_seasons_guild_id_starts_at"), "seasons", ["guild_id", "starts_at"], unique=False)
    op.create_index("uq_seasons_quarter", "seasons", ["guild_id", "quarter"], unique=True)
    op.create_table(
        "server_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("locale", sa.Text(), nullable=True),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=True),
        sa.Column("ender_role_id", sa.BigInteger(), nullable=True),
        sa.Column("players_role_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_server_settings")),
    )
    op.create_table(
        "solo_players",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_solo_players")),
    )
    op.create_table(
        "solos",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("helped", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_solos")),
    )
    op.create_index(op.f("ix_solos_day_game"), "solos", ["day", "game"], unique=False)
    op.create_index(op.f("ix_solos_guild_id"), "solos", ["guild_id"], unique=False)
    op.create_index(op.f("ix_solos_user_id_created_at"), "solos", ["user_id", "created_at"], unique=False)
    op.create_index(
        "uq_solos_counted",
        "solos",
        ["user_id", "game", "seed"],
        unique=True,
        sqlite_where=sa.text("counted"),
        postgresql_where=sa.text("counted"),
    )
    op.create_index(
        "uq_solos_open",
        "solos",
        ["user_id", "game", "day"],
        unique=True,
        sqlite_where=sa.text("open"),
        postgresql_where=sa.text("open"),
    )
    op.create_table(
        "spent_tries",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", "mark", name=op.f("pk_spent_tries")),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", _AUTO_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("sides", sa.Integer(), nullable=False),
        sa.Column("team_size", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("shown_revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index(op.f("ix_tournaments_guild_id_id"), "tournaments", ["guild_id", "id"], unique=False)
    op.create_table(
        "chip_payments",
        sa.Column("id", _AUTO_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.Text(), nullable=True),
        sa.Column("deal", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("payer", sa.BigInteger(), nullable=False),
        sa.Column("receiver", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.CheckConstraint("(match_id IS NULL) = (number IS NULL)", name=op.f("ck_chip_payments_numbered")),
        sa.CheckConstraint("amount > 0", name=op.f("ck_chip_payments_something")),
        sa.CheckConstraint("payer <> receiver", name=op.f("ck_chip_payments_between_two")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_chip_payments_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chip_payments")),
        sa.UniqueConstraint("match_id", "number", name=op.f("uq_chip_payments_match_id_number")),
    )
    op.create_index(
        op.f("ix_chip_payments_guild_id_payer_id_amount"),
        "chip_payments",
        ["guild_id", "payer", "id", "amount"],
        unique=False,
    )
    op.create_index(
        op.f("ix_chip_payments_guild_id_receiver_id_amount"),
        "chip_payments",
        ["guild_id", "receiver", "id", "amount"],
        unique=False,
    )
    op.create_index(
        "uq_chip_payments_sit_down",
        "chip_payments",
        ["guild_id", "receiver"],
        unique=True,
        sqlite_where=sa.text("reason = 'sit_down'"),
        postgresql_where=sa.text("reason = 'sit_down'"),
    )
    op.create_table(
        "deal_results",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_deal_results_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "deal", "seat", name=op.f("pk_deal_results")),
    )
    op.create_index(op.f("ix_deal_results_guild_id"), "deal_results", ["guild_id"], unique=False)
    op.create_table(
        "kent_pacts",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("pair", sa.Integer(), nullable=False),
        sa.Column("sign", sa.Text(), nullable=True),
        sa.Column("drawn", sa.Boolean(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.Column("proposals", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_kent_pacts_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "pair", name=op.f("pk_kent_pacts")),
    )
    op.create_index(op.f("ix_kent_pacts_guild_id"), "kent_pacts", ["guild_id"], unique=False)
    op.create_table(
        "kent_pads",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("pad_id", sa.BigInteger(), nullable=True),
        sa.Column("pact_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("shut", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_kent_pads_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_kent_pads")),
    )
    op.create_index(op.f("ix_kent_pads_guild_id"), "kent_pads", ["guild_id"], unique=False)
    op.create_index(op.f("ix_kent_pads_pact_id"), "kent_pads", ["pact_id"], unique=False)
    op.create_index(op.f("ix_kent_pads_pad_id"), "kent_pads", ["pad_id"], unique=False)
    op.create_table(
        "kent_signs",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("sign", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_kent_signs_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_kent_signs")),
    )
    op.create_index(op.f("ix_kent_signs_guild_id"), "kent_signs", ["guild_id"], unique=False)
    op.create_table(
        "league_entrants",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_league_entrants_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_league_entrants")),
    )
    op.create_index(op.f("ix_league_entrants_guild_id"), "league_entrants", ["guild_id"], unique=False)
    op.create_index(op.f("ix_league_entrants_user_id"), "league_entrants", ["user_id"], unique=False)
    op.create_table(
        "league_entries",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("why_not", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_league_entries_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_league_entries")),
    )
    op.create_index(
        op.f("ix_league_entries_guild_id_people_started_at"),
        "league_entries",
        ["guild_id", "people", "started_at"],
        unique=False,
    )
    op.create_table(
        "league_results",
        sa.Column("id", _AUTO_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.Text(), nullable=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("why_not", sa.Text(), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.Column("import_id", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_league_results_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_results")),
        sa.UniqueConstraint("match_id", name=op.f("uq_league_results_match_id")),
    )
    op.create_index(op.f("ix_league_results_guild_id_at_id"), "league_results", ["guild_id", "at", "id"], unique=False)
    op.create_index(
        op.f("ix_league_results_guild_id_game_at_id"), "league_results", ["guild_id", "game", "at", "id"], unique=False
    )
    op.create_index(
        "ix_league_results_import_id",
        "league_results",
        ["import_id"],
        unique=False,
        sqlite_where=sa.text("import_id != 0"),
        postgresql_where=sa.text("import_id != 0"),
    )
    op.create_table(
        "match_log",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_match_log_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "revision", name=op.f("pk_match_log")),
    )
    op.create_index(op.f("ix_match_log_guild_id"), "match_log", ["guild_id"], unique=False)
    op.create_table(
        "match_results",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_match_results_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_match_results")),
    )
    op.create_index(op.f("ix_match_results_guild_id_user_id"), "match_results", ["guild_id", "user_id"], unique=False)
    op.create_table(
        "seats",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_seats_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_guild_id"), "seats", ["guild_id"], unique=False)
    op.create_index(op.f("ix_seats_user_id"), "seats", ["user_id"], unique=False)
    op.create_table(
        "solo_log",
        sa.Column("solo_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["solo_id"], ["solos.id"], name=op.f("fk_solo_log_solo_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("solo_id", "revision", name=op.f("pk_solo_log")),
    )
    op.create_index(op.f("ix_solo_log_guild_id"), "solo_log", ["guild_id"], unique=False)
    op.create_table(
        "tournament_people",
        sa.Column("tournament_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("team", sa.Integer(), nullable=False),
        sa.Column("signed_at", sa.Double(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_people_tournament_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name=op.f("pk_tournament_people")),
    )
    op.create_index(
        op.f("ix_tournament_people_guild_id_user_id"), "tournament_people", ["guild_id", "user_id"], unique=False
    )
    op.create_table(
        "league_feats",
        sa.Column("result_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("feat", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"], ["league_results.id"], name=op.f("fk_league_feats_result_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("result_id", "user_id", "feat", name=op.f("pk_league_feats")),
    )
    op.create_index(
        op.f("ix_league_feats_guild_id_user_id_game"), "league_feats", ["guild_id", "user_id", "game"], unique=False
    )
    op.create_table(
        "league_places",
        sa.Column("result_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("sides", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["result_id"], ["league_results.id"], name=op.f("fk_league_places_result_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("result_id", "user_id", name=op.f("pk_league_places")),
    )
    op.create_index(
        op.f("ix_league_places_guild_id_user_id_at_result_id"),
        "league_places",
        ["guild_id", "user_id", "at", "result_id"],
        unique=False,
    )
    op.create_table(
        "rating_changes",
        sa.Column("id", _AUTO_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("result_id", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("mu_before", sa.Double(), nullable=False),
        sa.Column("sigma_before", sa.Double(), nullable=False),
        sa.Column("mu_after", sa.Double(), nullable=False),
        sa.Column("sigma_after", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"], ["league_results.id"], name=op.f("fk_rating_changes_result_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_changes")),
    )
    op.create_index(
        op.f("ix_rating_changes_guild_id_generation"), "rating_changes", ["guild_id", "generation"], unique=False
    )
    op.create_index(
        op.f("ix_rating_changes_guild_id_scope_user_id"),
        "rating_changes",
        ["guild_id", "scope", "user_id"],
        unique=False,
    )
    op.create_index(op.f("ix_rating_changes_result_id"), "rating_changes", ["result_id"], unique=False)
    op.create_table(
        "tournament_pairings",
        sa.Column("id", _AUTO_ID, nullable=False),
        sa.Column("tournament_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.Double(), nullable=False),
        sa.Column("result_id", sa.BigInteger(), nullable=True),
        sa.Column("match_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["result_id"], ["league_results.id"], name=op.f("fk_tournament_pairings_result_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_pairings_tournament_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_pairings")),
    )
    op.create_index(
        op.f("ix_tournament_pairings_guild_id_game_people"),
        "tournament_pairings",
        ["guild_id", "game", "people"],
        unique=False,
    )
    op.create_index(op.f("ix_tournament_pairings_match_id"), "tournament_pairings", ["match_id"], unique=False)
    op.create_index(op.f("ix_tournament_pairings_result_id"), "tournament_pairings", ["result_id"], unique=False)
    op.create_index(
        op.f("ix_tournament_pairings_tournament_id_round"),
        "tournament_pairings",
        ["tournament_id", "round"],
        unique=False,
    )
    op.create_table(
        "tournament_places",
        sa.Column("pairing_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("team", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["pairing_id"], ["tournament_pairings.id"], name=op.f("fk_tournament_places_pairing_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("pairing_id", "side", name=op.f("pk_tournament_places")),
    )
