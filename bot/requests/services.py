"""The services that commands and clicks work with."""

from dataclasses import dataclass

from bot.league.ratings.recomputing import Recomputing
from bot.league.scheduler import LeagueScheduler
from bot.league.standings.leaderboards import Leaderboards
from bot.league.tournaments.posts import TournamentMessages
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.publisher import Publisher
from bot.posts.replies import ShownMenus
from bot.posts.sign_pads import SignPads

from .limits import Limits
from .replays import Replays


@dataclass(frozen=True)
class LeagueServices:
    """The services for the leagues of all servers: scheduled work, and messages that are kept up to date."""

    scheduler: LeagueScheduler
    tournaments: TournamentMessages
    leaderboards: Leaderboards
    recomputing: Recomputing


@dataclass(frozen=True)
class Services(CoreServices):
    """All services of the running bot: the core, and those that need the connection to Discord."""

    publisher: Publisher
    channels: Channels
    pads: SignPads
    league: LeagueServices
    limits: Limits
    replays: Replays
    menus: ShownMenus
