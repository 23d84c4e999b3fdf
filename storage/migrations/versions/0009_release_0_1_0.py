"""The schema of 0.1.0."""

from storage.migrations.steps import run

revision = "r0009"
down_revision = None

_SCHEMA = """\
CREATE TABLE daily_deals (
    day TEXT NOT NULL, game TEXT NOT NULL, seed TEXT NOT NULL, stars INTEGER NOT NULL,
    CONSTRAINT pk_daily_deals PRIMARY KEY (day, game));
CREATE TABLE departures (
    guild_id BIGINT NOT NULL, left_at DOUBLE NOT NULL, CONSTRAINT pk_departures PRIMARY KEY (guild_id));
CREATE TABLE league_deeds (
    id AUTO_ID NOT NULL, guild_id BIGINT NOT NULL, at DOUBLE NOT NULL, user_id BIGINT, deed TEXT NOT NULL,
    result_id BIGINT, reason TEXT NOT NULL, about JSON NOT NULL, CONSTRAINT pk_league_deeds PRIMARY KEY (id));
CREATE TABLE league_imports (
    id BIGINT NOT NULL, guild_id BIGINT NOT NULL, touched_at DOUBLE NOT NULL,
    CONSTRAINT pk_league_imports PRIMARY KEY (id), CONSTRAINT uq_league_imports_guild_id UNIQUE (guild_id));
CREATE TABLE league_people (
    guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, name TEXT NOT NULL,
    CONSTRAINT pk_league_people PRIMARY KEY (guild_id, user_id));
CREATE TABLE leagues (
    guild_id BIGINT NOT NULL, time_zone TEXT NOT NULL, daily_limit INTEGER NOT NULL, quarterly BOOLEAN NOT NULL,
    games_off JSON NOT NULL, summary_channel_id BIGINT, summary_at DOUBLE, last_at DOUBLE NOT NULL,
    generation INTEGER NOT NULL, asked INTEGER NOT NULL, answered INTEGER NOT NULL, anew_from DOUBLE, run_by TEXT,
    run_until DOUBLE, run_done INTEGER NOT NULL, run_total INTEGER NOT NULL, podium_role_id BIGINT,
    CONSTRAINT pk_leagues PRIMARY KEY (guild_id));
CREATE TABLE matches (
    id TEXT NOT NULL, guild_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, host_id BIGINT NOT NULL, game TEXT NOT NULL,
    options JSON NOT NULL, status TEXT NOT NULL, seed TEXT, revision INTEGER NOT NULL, clock TEXT NOT NULL,
    deadline DOUBLE, warned BOOLEAN NOT NULL, created_at DOUBLE NOT NULL, started_at DOUBLE, ended_at DOUBLE,
    board_id BIGINT, board_at DOUBLE, locale TEXT NOT NULL, rematch_of TEXT, call_id BIGINT,
    deals_ended INTEGER NOT NULL, announced INTEGER NOT NULL, shown_revision INTEGER NOT NULL, players_called_at DOUBLE,
    open_to_all BOOLEAN DEFAULT false NOT NULL, version INTEGER DEFAULT '0' NOT NULL,
    computer_level TEXT DEFAULT 'regular' NOT NULL, server_seed TEXT, cuts JSON DEFAULT '[]' NOT NULL,
    next_fingerprint TEXT, CONSTRAINT pk_matches PRIMARY KEY (id));
CREATE TABLE player_settings (
    guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, locale TEXT, notice TEXT NOT NULL, board TEXT NOT NULL,
    computer TEXT, CONSTRAINT pk_player_settings PRIMARY KEY (guild_id, user_id));
CREATE TABLE ratings (
    guild_id BIGINT NOT NULL, generation INTEGER NOT NULL, scope TEXT NOT NULL, user_id BIGINT NOT NULL,
    mu DOUBLE NOT NULL, sigma DOUBLE NOT NULL, matches INTEGER NOT NULL, wins INTEGER NOT NULL, points DOUBLE NOT NULL,
    last_at DOUBLE NOT NULL, CONSTRAINT pk_ratings PRIMARY KEY (guild_id, generation, scope, user_id));
CREATE TABLE seasons (
    id AUTO_ID NOT NULL, guild_id BIGINT NOT NULL, name TEXT NOT NULL, quarter TEXT, games JSON NOT NULL,
    starts_at DOUBLE NOT NULL, ends_at DOUBLE NOT NULL, counting TEXT NOT NULL, points JSON NOT NULL, opened_by BIGINT,
    closed_at DOUBLE, final JSON, announced_at DOUBLE, CONSTRAINT pk_seasons PRIMARY KEY (id));
CREATE TABLE server_settings (
    guild_id BIGINT NOT NULL, locale TEXT, channels JSON NOT NULL, clock TEXT, ender_role_id BIGINT,
    players_role_id BIGINT, computer TEXT, CONSTRAINT pk_server_settings PRIMARY KEY (guild_id));
CREATE TABLE solo_players (
    guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, name TEXT NOT NULL,
    CONSTRAINT pk_solo_players PRIMARY KEY (guild_id, user_id));
CREATE TABLE solos (
    id TEXT NOT NULL, guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, name TEXT NOT NULL, game TEXT NOT NULL,
    seed TEXT NOT NULL, day TEXT NOT NULL, counted BOOLEAN NOT NULL, open BOOLEAN NOT NULL, status TEXT NOT NULL,
    revision INTEGER NOT NULL, moves INTEGER NOT NULL, helped BOOLEAN NOT NULL, created_at DOUBLE NOT NULL,
    ended_at DOUBLE, version INTEGER DEFAULT '0' NOT NULL, server_seed TEXT, cut TEXT DEFAULT '' NOT NULL,
    next_fingerprint TEXT, CONSTRAINT pk_solos PRIMARY KEY (id));
CREATE TABLE spent_tries (
    day TEXT NOT NULL, mark TEXT NOT NULL, CONSTRAINT pk_spent_tries PRIMARY KEY (day, mark));
CREATE TABLE tournaments (
    id AUTO_ID NOT NULL, guild_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, message_id BIGINT,
    host_id BIGINT NOT NULL, title TEXT NOT NULL, game TEXT NOT NULL, kind TEXT NOT NULL, sides INTEGER NOT NULL,
    team_size INTEGER NOT NULL, rounds INTEGER NOT NULL, round INTEGER NOT NULL, stage TEXT NOT NULL,
    locale TEXT NOT NULL, created_at DOUBLE NOT NULL, ended_at DOUBLE, revision INTEGER NOT NULL,
    shown_revision INTEGER NOT NULL, round_s INTEGER, timed_round INTEGER DEFAULT '0' NOT NULL, deadline DOUBLE,
    announced_round INTEGER DEFAULT '0' NOT NULL, reminded_round INTEGER DEFAULT '0' NOT NULL,
    end_announced BOOLEAN DEFAULT false NOT NULL, clock TEXT, options JSON, rules JSON, co_host_id BIGINT,
    closed_round INTEGER DEFAULT '0' NOT NULL, starts_at DOUBLE, check_in_told BOOLEAN DEFAULT false NOT NULL,
    event_id BIGINT, CONSTRAINT pk_tournaments PRIMARY KEY (id));
CREATE TABLE chip_payments (
    id AUTO_ID NOT NULL, guild_id BIGINT NOT NULL, match_id TEXT, deal INTEGER, number INTEGER, payer BIGINT NOT NULL,
    receiver BIGINT NOT NULL, amount BIGINT NOT NULL, reason TEXT NOT NULL, at DOUBLE NOT NULL,
    CONSTRAINT pk_chip_payments PRIMARY KEY (id),
    CONSTRAINT ck_chip_payments_numbered CHECK ((match_id IS NULL) = (number IS NULL)),
    CONSTRAINT ck_chip_payments_something CHECK (amount > 0),
    CONSTRAINT ck_chip_payments_between_two CHECK (payer <> receiver),
    CONSTRAINT fk_chip_payments_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
    CONSTRAINT uq_chip_payments_match_id_number UNIQUE (match_id, number));
CREATE TABLE deal_results (
    match_id TEXT NOT NULL, guild_id BIGINT NOT NULL, deal INTEGER NOT NULL, seat INTEGER NOT NULL, user_id BIGINT,
    points INTEGER NOT NULL, score INTEGER NOT NULL, CONSTRAINT pk_deal_results PRIMARY KEY (match_id, deal, seat),
    CONSTRAINT fk_deal_results_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE);
CREATE TABLE kent_pacts (
    match_id TEXT NOT NULL, guild_id BIGINT NOT NULL, pair INTEGER NOT NULL, sign TEXT, drawn BOOLEAN NOT NULL,
    open BOOLEAN NOT NULL, asked BOOLEAN NOT NULL, proposals JSON NOT NULL,
    CONSTRAINT pk_kent_pacts PRIMARY KEY (match_id, pair),
    CONSTRAINT fk_kent_pacts_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE);
CREATE TABLE kent_pads (
    match_id TEXT NOT NULL, guild_id BIGINT NOT NULL, seat INTEGER NOT NULL, user_id BIGINT NOT NULL, pad_id BIGINT,
    pact_id BIGINT, channel_id BIGINT, shut BOOLEAN NOT NULL, CONSTRAINT pk_kent_pads PRIMARY KEY (match_id, seat),
    CONSTRAINT fk_kent_pads_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE);
CREATE TABLE kent_signs (
    match_id TEXT NOT NULL, guild_id BIGINT NOT NULL, seat INTEGER NOT NULL, sign TEXT NOT NULL, at DOUBLE NOT NULL,
    number INTEGER NOT NULL, CONSTRAINT pk_kent_signs PRIMARY KEY (match_id, seat),
    CONSTRAINT fk_kent_signs_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE);
CREATE TABLE league_entrants (
    match_id TEXT NOT NULL, guild_id BIGINT NOT NULL, seat INTEGER NOT NULL, user_id BIGINT NOT NULL,
    CONSTRAINT pk_league_entrants PRIMARY KEY (match_id, seat),
    CONSTRAINT fk_league_entrants_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE);
CREATE TABLE league_entries (
    match_id TEXT NOT NULL, guild_id BIGINT NOT NULL, game TEXT NOT NULL, people TEXT NOT NULL,
    started_at DOUBLE NOT NULL, why_not TEXT NOT NULL, CONSTRAINT pk_league_entries PRIMARY KEY (match_id),
    CONSTRAINT fk_league_entries_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE);
CREATE TABLE league_results (
    id AUTO_ID NOT NULL, guild_id BIGINT NOT NULL, match_id TEXT, game TEXT NOT NULL, at DOUBLE NOT NULL,
    origin TEXT NOT NULL, why_not TEXT NOT NULL, void BOOLEAN NOT NULL, import_id BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_league_results PRIMARY KEY (id),
    CONSTRAINT fk_league_results_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE,
    CONSTRAINT uq_league_results_match_id UNIQUE (match_id));
CREATE TABLE match_log (
    match_id TEXT NOT NULL, guild_id BIGINT NOT NULL, revision INTEGER NOT NULL, seat INTEGER, move TEXT NOT NULL,
    user_id BIGINT, at DOUBLE NOT NULL, CONSTRAINT pk_match_log PRIMARY KEY (match_id, revision),
    CONSTRAINT fk_match_log_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE);
CREATE TABLE match_results (
    match_id TEXT NOT NULL, guild_id BIGINT NOT NULL, seat INTEGER NOT NULL, user_id BIGINT, name TEXT NOT NULL,
    rank INTEGER NOT NULL, won BOOLEAN NOT NULL, score INTEGER NOT NULL,
    CONSTRAINT pk_match_results PRIMARY KEY (match_id, seat),
    CONSTRAINT fk_match_results_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE);
CREATE TABLE seats (
    match_id TEXT NOT NULL, guild_id BIGINT NOT NULL, seat INTEGER NOT NULL, user_id BIGINT, player TEXT NOT NULL,
    name TEXT NOT NULL, late INTEGER NOT NULL, away BOOLEAN NOT NULL, CONSTRAINT pk_seats PRIMARY KEY (match_id, seat),
    CONSTRAINT fk_seats_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE);
CREATE TABLE solo_log (
    solo_id TEXT NOT NULL, guild_id BIGINT NOT NULL, revision INTEGER NOT NULL, move TEXT NOT NULL, at DOUBLE NOT NULL,
    CONSTRAINT pk_solo_log PRIMARY KEY (solo_id, revision),
    CONSTRAINT fk_solo_log_solo_id FOREIGN KEY(solo_id) REFERENCES solos (id) ON DELETE CASCADE);
CREATE TABLE tournament_people (
    tournament_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, team INTEGER NOT NULL,
    signed_at DOUBLE NOT NULL, withdrawn BOOLEAN NOT NULL, checked_in BOOLEAN DEFAULT false NOT NULL,
    CONSTRAINT pk_tournament_people PRIMARY KEY (tournament_id, user_id),
    CONSTRAINT fk_tournament_people_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE);
CREATE TABLE league_feats (
    result_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, game TEXT NOT NULL,
    feat TEXT NOT NULL, number INTEGER NOT NULL, CONSTRAINT pk_league_feats PRIMARY KEY (result_id, user_id, feat),
    CONSTRAINT fk_league_feats_result_id FOREIGN KEY(result_id) REFERENCES league_results (id) ON DELETE CASCADE);
CREATE TABLE league_places (
    result_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, game TEXT NOT NULL,
    at DOUBLE NOT NULL, side INTEGER NOT NULL, sides INTEGER NOT NULL, place INTEGER NOT NULL, won BOOLEAN NOT NULL,
    score INTEGER, CONSTRAINT pk_league_places PRIMARY KEY (result_id, user_id),
    CONSTRAINT fk_league_places_result_id FOREIGN KEY(result_id) REFERENCES league_results (id) ON DELETE CASCADE);
CREATE TABLE rating_changes (
    id AUTO_ID NOT NULL, guild_id BIGINT NOT NULL, generation INTEGER NOT NULL, result_id BIGINT NOT NULL,
    scope TEXT NOT NULL, user_id BIGINT NOT NULL, mu_before DOUBLE NOT NULL, sigma_before DOUBLE NOT NULL,
    mu_after DOUBLE NOT NULL, sigma_after DOUBLE NOT NULL, CONSTRAINT pk_rating_changes PRIMARY KEY (id),
    CONSTRAINT fk_rating_changes_result_id FOREIGN KEY(result_id) REFERENCES league_results (id) ON DELETE CASCADE);
CREATE TABLE tournament_pairings (
    id AUTO_ID NOT NULL, tournament_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, game TEXT NOT NULL,
    round INTEGER NOT NULL, people TEXT NOT NULL, state TEXT NOT NULL, opened_at DOUBLE NOT NULL, result_id BIGINT,
    match_id TEXT, CONSTRAINT pk_tournament_pairings PRIMARY KEY (id),
    CONSTRAINT fk_tournament_pairings_result_id FOREIGN KEY(result_id) REFERENCES league_results (id) ON DELETE SET NULL,
    CONSTRAINT fk_tournament_pairings_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE);
CREATE TABLE tournament_places (
    pairing_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, side INTEGER NOT NULL, team INTEGER NOT NULL, place INTEGER,
    CONSTRAINT pk_tournament_places PRIMARY KEY (pairing_id, side),
    CONSTRAINT fk_tournament_places_pairing_id FOREIGN KEY(pairing_id) REFERENCES tournament_pairings (id) ON DELETE CASCADE);
CREATE TABLE leaderboards (
    channel_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, "of" TEXT NOT NULL, message_id BIGINT NOT NULL,
    CONSTRAINT pk_leaderboards PRIMARY KEY (channel_id));
CREATE TABLE channel_seeds (
    channel_id BIGINT NOT NULL, guild_id BIGINT NOT NULL, seed TEXT NOT NULL,
    CONSTRAINT pk_channel_seeds PRIMARY KEY (channel_id));
CREATE TABLE solo_seeds (
    guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, seed TEXT NOT NULL,
    CONSTRAINT pk_solo_seeds PRIMARY KEY (guild_id, user_id));
CREATE TABLE month_seeds (
    month TEXT NOT NULL, seed TEXT NOT NULL, CONSTRAINT pk_month_seeds PRIMARY KEY (month));
CREATE TABLE reports (
    id AUTO_ID NOT NULL, guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, name TEXT NOT NULL, match_id TEXT NOT NULL,
    game TEXT NOT NULL, revision INTEGER NOT NULL, shown TEXT NOT NULL, text TEXT NOT NULL, at DOUBLE NOT NULL,
    done_at DOUBLE, CONSTRAINT pk_reports PRIMARY KEY (id));
CREATE INDEX ix_league_deeds_guild_id_id ON league_deeds (guild_id, id);
CREATE INDEX ix_matches_guild_id ON matches (guild_id);
CREATE UNIQUE INDEX uq_matches_live_channel ON matches (channel_id) WHERE status IN ('lobby', 'playing', 'paused');
CREATE INDEX ix_ratings_guild_id_user_id ON ratings (guild_id, user_id);
CREATE INDEX ix_seasons_guild_id_starts_at ON seasons (guild_id, starts_at);
CREATE UNIQUE INDEX uq_seasons_quarter ON seasons (guild_id, quarter);
CREATE INDEX ix_solos_day_game ON solos (day, game);
CREATE INDEX ix_solos_guild_id ON solos (guild_id);
CREATE INDEX ix_solos_user_id_created_at ON solos (user_id, created_at);
CREATE UNIQUE INDEX uq_solos_counted ON solos (user_id, game, seed) WHERE counted;
CREATE UNIQUE INDEX uq_solos_open ON solos (user_id, game, day) WHERE open;
CREATE INDEX ix_tournaments_guild_id_id ON tournaments (guild_id, id);
CREATE INDEX ix_chip_payments_guild_id_payer_id_amount ON chip_payments (guild_id, payer, id, amount);
CREATE INDEX ix_chip_payments_guild_id_receiver_id_amount ON chip_payments (guild_id, receiver, id, amount);
CREATE UNIQUE INDEX uq_chip_payments_sit_down ON chip_payments (guild_id, receiver) WHERE reason = 'sit_down';
CREATE INDEX ix_deal_results_guild_id ON deal_results (guild_id);
CREATE INDEX ix_kent_pacts_guild_id ON kent_pacts (guild_id);
CREATE INDEX ix_kent_pads_guild_id ON kent_pads (guild_id);
CREATE INDEX ix_kent_pads_pact_id ON kent_pads (pact_id);
CREATE INDEX ix_kent_pads_pad_id ON kent_pads (pad_id);
CREATE INDEX ix_kent_signs_guild_id ON kent_signs (guild_id);
CREATE INDEX ix_league_entrants_guild_id ON league_entrants (guild_id);
CREATE INDEX ix_league_entrants_user_id ON league_entrants (user_id);
CREATE INDEX ix_league_entries_guild_id_people_started_at ON league_entries (guild_id, people, started_at);
CREATE INDEX ix_league_results_guild_id_at_id ON league_results (guild_id, at, id);
CREATE INDEX ix_league_results_guild_id_game_at_id ON league_results (guild_id, game, at, id);
CREATE INDEX ix_league_results_import_id ON league_results (import_id) WHERE import_id != 0;
CREATE INDEX ix_match_log_guild_id ON match_log (guild_id);
CREATE INDEX ix_match_results_guild_id_user_id ON match_results (guild_id, user_id);
CREATE INDEX ix_seats_guild_id ON seats (guild_id);
CREATE INDEX ix_seats_user_id ON seats (user_id);
CREATE INDEX ix_solo_log_guild_id ON solo_log (guild_id);
CREATE INDEX ix_tournament_people_guild_id_user_id ON tournament_people (guild_id, user_id);
CREATE INDEX ix_league_feats_guild_id_user_id_game ON league_feats (guild_id, user_id, game);
CREATE INDEX ix_league_places_guild_id_user_id_at_result_id ON league_places (guild_id, user_id, at, result_id);
CREATE INDEX ix_rating_changes_guild_id_generation ON rating_changes (guild_id, generation);
CREATE INDEX ix_rating_changes_guild_id_scope_user_id ON rating_changes (guild_id, scope, user_id);
CREATE INDEX ix_rating_changes_result_id ON rating_changes (result_id);
CREATE INDEX ix_tournament_pairings_guild_id_game_people ON tournament_pairings (guild_id, game, people);
CREATE INDEX ix_tournament_pairings_match_id ON tournament_pairings (match_id);
CREATE INDEX ix_tournament_pairings_result_id ON tournament_pairings (result_id);
CREATE INDEX ix_tournament_pairings_tournament_id_round ON tournament_pairings (tournament_id, round);
CREATE INDEX ix_leaderboards_guild_id ON leaderboards (guild_id);
CREATE INDEX ix_channel_seeds_guild_id ON channel_seeds (guild_id);
CREATE INDEX ix_solo_seeds_user_id ON solo_seeds (user_id);
CREATE INDEX ix_reports_guild_id ON reports (guild_id);
CREATE INDEX ix_reports_user_id ON reports (user_id);
CREATE INDEX ix_reports_at_id ON reports (at, id);
"""  # noqa: E501  # SQL


def upgrade() -> None:
    """Create all tables."""
    run(_SCHEMA)
