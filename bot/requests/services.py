"""What commands and clicks work on: the shared parts, and who shows tables where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from discord import app_commands

from bot.posts.channels import Channels
from bot.posts.pads import Pads
from bot.posts.publisher import Publisher
from bot.posts.shared import Shared

from .second_clicks import SecondClicks

__all__ = ["Services"]


@dataclass(frozen=True)
class Services:
    """The parts of the running bot."""

    shared: Shared
    publisher: Publisher
    channels: Channels
    pads: Pads
    second_clicks: SecondClicks
    tree: app_commands.CommandTree[Any]
