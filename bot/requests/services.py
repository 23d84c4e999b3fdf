"""The services that commands and clicks work with."""

from dataclasses import dataclass
from typing import Any

from discord import app_commands

from bot.league.ratings.recomputing import Recomputing
from bot.league.scheduler import LeagueScheduler
from bot.league.standings.leaderboards import Leaderboards
from bot.league.tournaments.posts import TournamentMessages
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.hand_refresh import HandRefresh
from bot.posts.publisher import Publisher
from bot.posts.replies import ShownMenus
from bot.posts.sign_pads import SignPads

from .limits import Admission, Cooldowns, Quotas, SecondClicks
from .replays import Replays


@dataclass(frozen=True)
class Services(CoreServices):
    """All services of the running bot: the core, and what needs the connection to Discord."""

    publisher: Publisher
    hand_refresh: HandRefresh
    channels: Channels
    pads: SignPads
    league: LeagueScheduler
    tournaments: TournamentMessages
    leaderboards: Leaderboards
    admission: Admission
    second_clicks: SecondClicks
    cooldowns: Cooldowns
    quotas: Quotas
    replays: Replays
    menus: ShownMenus
    tree: app_commands.CommandTree[Any]
    recomputing: Recomputing
