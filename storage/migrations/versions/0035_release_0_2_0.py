"""From 0.1.0 to 0.2.0."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from storage.migrations.steps import run

revision = "r0035"
down_revision = "r0009"

_SCHEMA = """\
ALTER TABLE leagues ADD COLUMN medal_matches INTEGER DEFAULT '5' NOT NULL;
ALTER TABLE leagues ADD COLUMN main_season_id BIGINT;
ALTER TABLE leagues ADD COLUMN log_channel_id BIGINT;
ALTER TABLE leagues ADD COLUMN logged_id BIGINT DEFAULT '0' NOT NULL;
ALTER TABLE matches ADD COLUMN pairing_consent JSON DEFAULT '[]' NOT NULL;
ALTER TABLE matches ADD COLUMN offers JSON DEFAULT '[]' NOT NULL;
ALTER TABLE matches ADD COLUMN end_request JSON;
ALTER TABLE matches ADD COLUMN paused_seat INTEGER;
ALTER TABLE matches ADD COLUMN end_reason TEXT;
ALTER TABLE matches ADD COLUMN ended_by BIGINT;
ALTER TABLE matches ADD COLUMN helped BOOLEAN DEFAULT false NOT NULL;
ALTER TABLE matches ADD COLUMN continues TEXT;
ALTER TABLE matches ADD COLUMN ladder TEXT;
ALTER TABLE matches ADD COLUMN shared TEXT;
ALTER TABLE player_settings ADD COLUMN coach BOOLEAN DEFAULT false NOT NULL;
ALTER TABLE player_settings ADD COLUMN gives_puzzles BOOLEAN DEFAULT false NOT NULL;
ALTER TABLE player_settings ADD COLUMN confirms_calls BOOLEAN DEFAULT true NOT NULL;
ALTER TABLE player_settings ADD COLUMN lessons JSON DEFAULT '[]' NOT NULL;
ALTER TABLE ratings ADD COLUMN scores JSON DEFAULT '[]' NOT NULL;
ALTER TABLE seasons ADD COLUMN best INTEGER;
ALTER TABLE solos ADD COLUMN spent DOUBLE DEFAULT '0' NOT NULL;
ALTER TABLE tournaments ADD COLUMN announcements JSON;
ALTER TABLE tournaments ADD COLUMN told_entry BIGINT DEFAULT '0' NOT NULL;
ALTER TABLE tournaments ADD COLUMN paused_at DOUBLE;
ALTER TABLE tournaments ADD COLUMN paused_by BIGINT;
ALTER TABLE tournaments ADD COLUMN resumed_at DOUBLE;
ALTER TABLE tournaments ADD COLUMN series_id BIGINT;
ALTER TABLE tournaments ADD COLUMN role_id BIGINT;
ALTER TABLE tournaments ADD COLUMN role_told BOOLEAN DEFAULT false NOT NULL;
ALTER TABLE seats ADD COLUMN former_id BIGINT;
ALTER TABLE seats ADD COLUMN former_name TEXT DEFAULT '' NOT NULL;
ALTER TABLE tournament_people ADD COLUMN entry TEXT DEFAULT 'placed' NOT NULL;
ALTER TABLE tournament_people ADD COLUMN team_name TEXT DEFAULT '' NOT NULL;
ALTER TABLE tournament_people ADD COLUMN asks_id BIGINT;
ALTER TABLE tournament_people ADD COLUMN question_id BIGINT;
ALTER TABLE tournament_places ADD COLUMN score INTEGER;
CREATE TABLE reviews (
    match_id TEXT NOT NULL, guild_id BIGINT NOT NULL, seat INTEGER NOT NULL, user_id BIGINT, game TEXT NOT NULL,
    judgements JSON NOT NULL, total INTEGER NOT NULL, done BOOLEAN NOT NULL, chips BOOLEAN NOT NULL, accuracy DOUBLE,
    luck INTEGER, play INTEGER, at DOUBLE NOT NULL, CONSTRAINT pk_reviews PRIMARY KEY (match_id, seat),
    CONSTRAINT fk_reviews_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE);
CREATE TABLE puzzles (
    id AUTO_ID NOT NULL, match_id TEXT NOT NULL, guild_id BIGINT NOT NULL, game TEXT NOT NULL, ply INTEGER NOT NULL,
    seat INTEGER NOT NULL, best TEXT NOT NULL, margin INTEGER NOT NULL, at DOUBLE NOT NULL,
    CONSTRAINT pk_puzzles PRIMARY KEY (id), CONSTRAINT uq_puzzles_match_id_ply UNIQUE (match_id, ply),
    CONSTRAINT fk_puzzles_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE);
CREATE TABLE puzzle_attempts (
    user_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, puzzle TEXT NOT NULL, game TEXT NOT NULL, day TEXT NOT NULL,
    move TEXT NOT NULL, solved BOOLEAN NOT NULL, at DOUBLE NOT NULL,
    CONSTRAINT pk_puzzle_attempts PRIMARY KEY (user_id, puzzle));
CREATE TABLE puzzle_solvers (
    user_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, mu DOUBLE NOT NULL, sigma DOUBLE NOT NULL,
    attempts INTEGER NOT NULL, solved INTEGER NOT NULL, CONSTRAINT pk_puzzle_solvers PRIMARY KEY (user_id));
CREATE TABLE puzzle_ratings (
    puzzle TEXT NOT NULL, mu DOUBLE NOT NULL, sigma DOUBLE NOT NULL, attempts INTEGER NOT NULL,
    CONSTRAINT pk_puzzle_ratings PRIMARY KEY (puzzle));
CREATE TABLE result_claims (
    id AUTO_ID NOT NULL, tournament_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, pairing_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL, score TEXT NOT NULL, at DOUBLE NOT NULL, state TEXT NOT NULL, message_id BIGINT,
    host_message_id BIGINT, end_shown BOOLEAN DEFAULT false NOT NULL, CONSTRAINT pk_result_claims PRIMARY KEY (id),
    CONSTRAINT fk_result_claims_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE);
CREATE TABLE league_merges (
    id AUTO_ID NOT NULL, guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, into_id BIGINT NOT NULL, name TEXT NOT NULL,
    begun_at DOUBLE NOT NULL, at DOUBLE, moved JSON NOT NULL, CONSTRAINT pk_league_merges PRIMARY KEY (id));
CREATE TABLE tournament_co_hosts (
    tournament_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, number INTEGER NOT NULL,
    CONSTRAINT pk_tournament_co_hosts PRIMARY KEY (tournament_id, user_id),
    CONSTRAINT fk_tournament_co_hosts_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE);
CREATE TABLE round_deals (
    id AUTO_ID NOT NULL, tournament_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, round INTEGER NOT NULL,
    seed TEXT NOT NULL, CONSTRAINT pk_round_deals PRIMARY KEY (id),
    CONSTRAINT fk_round_deals_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE,
    CONSTRAINT uq_round_deals_tournament_id_round UNIQUE (tournament_id, round));
CREATE TABLE tournament_series (
    id AUTO_ID NOT NULL, guild_id BIGINT NOT NULL, name TEXT NOT NULL, points JSON NOT NULL, best INTEGER NOT NULL,
    created_at DOUBLE NOT NULL, CONSTRAINT pk_tournament_series PRIMARY KEY (id));
CREATE TABLE club_nights (
    id AUTO_ID NOT NULL, guild_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, host_id BIGINT NOT NULL,
    title TEXT NOT NULL, locale TEXT NOT NULL, created_at DOUBLE NOT NULL, first_day TEXT NOT NULL, clock TEXT NOT NULL,
    weekly BOOLEAN NOT NULL, open_s INTEGER NOT NULL, free_play BOOLEAN NOT NULL, evenings JSON NOT NULL,
    series_id BIGINT, next_day TEXT, tournament_id BIGINT, calls_at DOUBLE, role_id BIGINT,
    CONSTRAINT pk_club_nights PRIMARY KEY (id));
CREATE TABLE kept_out (
    guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, since DOUBLE NOT NULL, until DOUBLE, reason TEXT NOT NULL,
    settled BOOLEAN DEFAULT false NOT NULL, CONSTRAINT pk_kept_out PRIMARY KEY (guild_id, user_id));
CREATE TABLE tournament_templates (
    id AUTO_ID NOT NULL, guild_id BIGINT NOT NULL, name TEXT NOT NULL, settings JSON NOT NULL, series_id BIGINT,
    role_id BIGINT, CONSTRAINT pk_tournament_templates PRIMARY KEY (id));
CREATE TABLE pairing_matches (
    result_id BIGINT NOT NULL, pairing_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, team INTEGER NOT NULL,
    CONSTRAINT pk_pairing_matches PRIMARY KEY (result_id),
    CONSTRAINT fk_pairing_matches_result_id FOREIGN KEY(result_id) REFERENCES league_results (id) ON DELETE CASCADE,
    CONSTRAINT fk_pairing_matches_pairing_id FOREIGN KEY(pairing_id) REFERENCES tournament_pairings (id) ON DELETE CASCADE);
CREATE INDEX ix_reviews_user_id ON reviews (user_id);
CREATE INDEX ix_reviews_guild_id ON reviews (guild_id);
CREATE INDEX ix_puzzles_game ON puzzles (game);
CREATE INDEX ix_puzzles_guild_id ON puzzles (guild_id);
CREATE INDEX ix_puzzle_attempts_guild_id ON puzzle_attempts (guild_id);
CREATE INDEX ix_puzzle_attempts_user_id_day ON puzzle_attempts (user_id, day);
CREATE INDEX ix_puzzle_solvers_guild_id ON puzzle_solvers (guild_id);
CREATE INDEX ix_deal_results_user_id ON deal_results (user_id);
CREATE INDEX ix_matches_ladder ON matches (guild_id, host_id) WHERE ladder IS NOT NULL;
CREATE INDEX ix_result_claims_user_id ON result_claims (user_id);
CREATE INDEX ix_result_claims_tournament_id ON result_claims (tournament_id);
CREATE INDEX ix_result_claims_guild_id_end_shown ON result_claims (guild_id, end_shown);
CREATE INDEX ix_league_merges_guild_id_user_id_into_id ON league_merges (guild_id, user_id, into_id);
CREATE INDEX ix_tournament_co_hosts_guild_id_user_id ON tournament_co_hosts (guild_id, user_id);
CREATE INDEX ix_tournament_series_guild_id ON tournament_series (guild_id);
CREATE INDEX ix_tournaments_series_id ON tournaments (series_id);
CREATE INDEX ix_club_nights_guild_id ON club_nights (guild_id);
CREATE INDEX ix_seats_former_id ON seats (former_id);
CREATE INDEX ix_tournament_templates_guild_id ON tournament_templates (guild_id);
CREATE INDEX ix_pairing_matches_pairing_id ON pairing_matches (pairing_id);
"""  # noqa: E501  # SQL

_DATA = """\
INSERT INTO tournament_co_hosts (tournament_id, guild_id, user_id, number)
    SELECT id, guild_id, co_host_id, 0 FROM tournaments WHERE co_host_id > 0;
ALTER TABLE tournaments DROP COLUMN co_host_id;
UPDATE solos SET spent = COALESCE((
    SELECT SUM(CASE WHEN gaps.gap > 120 THEN 120 WHEN gaps.gap < 0 THEN 0 ELSE gaps.gap END)
    FROM (
        SELECT at - COALESCE(LAG(at) OVER (ORDER BY revision), solos.created_at) AS gap
        FROM solo_log WHERE solo_log.solo_id = solos.id
    ) AS gaps
), 0);
"""
"""At most two minutes of each time between two entries of a solitaire's log count as played."""


def upgrade() -> None:
    """Change the schema, keep co-hosts, compute times, and link running matches to their open pairings."""
    run(_SCHEMA)
    run(_DATA)
    _link_running_matches(op.get_bind())


def _link_running_matches(connection: sa.Connection) -> None:
    """Link running matches that have no table of a pairing."""
    linked = set(connection.execute(sa.text("SELECT match_id FROM tournament_pairings")).scalars())
    running = connection.execute(
        sa.text(
            "SELECT e.match_id, e.guild_id, e.game, e.people, e.started_at FROM league_entries AS e "
            "JOIN matches AS m ON m.id = e.match_id WHERE m.status IN ('playing', 'paused')"
        )
    )
    for match in running.all():
        if match.match_id not in linked:
            _link(connection, match)


def _link(connection: sa.Connection, match: sa.Row[Any]) -> None:
    pairings = connection.execute(
        sa.text(
            "SELECT id, people FROM tournament_pairings WHERE guild_id = :guild_id AND game = :game "
            "AND state = 'open' AND opened_at <= :started_at ORDER BY opened_at, id"
        ),
        {"guild_id": match.guild_id, "game": match.game, "started_at": match.started_at},
    )
    players = set(match.people.split(","))
    for pairing in pairings.all():
        if set(pairing.people.replace("|", ",").split(",")) == players:
            update = sa.text("UPDATE tournament_pairings SET match_id = :match_id WHERE id = :id")
            connection.execute(update, {"match_id": match.match_id, "id": pairing.id})
            return
