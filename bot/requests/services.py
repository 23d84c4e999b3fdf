"""What commands and clicks work on: the shared parts, and who shows tables where."""

from __future__ import annotations

from dataclasses import dataclass

from bot.posts.channels import Channels
from bot.posts.pads import Pads
from bot.posts.publisher import Publisher
from bot.posts.shared import Shared

__all__ = ["Services"]


@dataclass(frozen=True)
class Services:
    """The parts of the running bot."""

    shared: Shared
    publisher: Publisher
    channels: Channels
    pads: Pads
