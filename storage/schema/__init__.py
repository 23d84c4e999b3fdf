"""The tables, one schema for both engines. A change here needs a migration beside it; a test compares the two.

Every table whose rows belong to a server carries `guild_id`, so that the whole can be divided by server and a server
can be forgotten; 0 stands for direct messages. All times are unix seconds. Texts have no length: SQLite would not hold
them to it and PostgreSQL would.
"""

from storage.schema.base import metadata
from storage.schema.fixtures import tournament_pairings, tournament_people, tournament_places, tournaments
from storage.schema.league import (
    league_deeds,
    league_entrants,
    league_entries,
    league_feats,
    league_people,
    league_places,
    league_results,
    leagues,
    rating_changes,
    ratings,
    seasons,
)
from storage.schema.play import (
    LIVE,
    LIVE_STATUSES,
    SITTING_DOWN,
    chip_payments,
    daily_deals,
    deal_results,
    departures,
    kent_pacts,
    kent_pads,
    kent_signs,
    match_log,
    match_results,
    matches,
    player_settings,
    seats,
    server_settings,
    solo_log,
    solo_players,
    solos,
    spent_tries,
)

__all__ = [
    "LIVE",
    "LIVE_STATUSES",
    "SITTING_DOWN",
    "chip_payments",
    "daily_deals",
    "deal_results",
    "departures",
    "kent_pacts",
    "kent_pads",
    "kent_signs",
    "league_deeds",
    "league_entrants",
    "league_entries",
    "league_feats",
    "league_people",
    "league_places",
    "league_results",
    "leagues",
    "match_log",
    "match_results",
    "matches",
    "metadata",
    "player_settings",
    "rating_changes",
    "ratings",
    "seasons",
    "seats",
    "server_settings",
    "solo_log",
    "solo_players",
    "solos",
    "spent_tries",
    "tournament_pairings",
    "tournament_people",
    "tournament_places",
    "tournaments",
]
