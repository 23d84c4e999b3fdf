"""The services that commands and clicks work with."""

from dataclasses import dataclass

from bot.coach.reviews.reviewing import Reviews
from bot.league.administration.posts import ModerationPosts
from bot.league.club_nights.posts import ClubNights
from bot.league.ratings.recomputing import Recomputing
from bot.league.scheduler import LeagueScheduler
from bot.league.standings.leaderboards import Leaderboards
from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.publisher import Publisher
from bot.posts.replies import ShownMenus
from bot.posts.sign_pads import SignPads

from .limits import Limits
from .replays import Replays


@dataclass(frozen=True)
class LeagueServices:
    """The services of all leagues: scheduled work and current messages."""

    scheduler: LeagueScheduler
    tournaments: TournamentMessages
    club_nights: ClubNights
    leaderboards: Leaderboards
    moderation: ModerationPosts
    recomputing: Recomputing


@dataclass(frozen=True)
class Services(CoreServices):
    """The core services, and those that need Discord."""

    publisher: Publisher
    channels: Channels
    pads: SignPads
    league: LeagueServices
    limits: Limits
    replays: Replays
    reviews: Reviews
    menus: ShownMenus
