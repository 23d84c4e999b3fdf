"""Tile faces for buttons: application emojis, or else letters."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

import discord

from bot import render
from bot.posts.discord_errors import REQUEST_ERRORS
from games.core.tiles import ALL_TILES, Tile

logger = logging.getLogger(__name__)

_VERSION: Final = 1
"""Raise this when the drawing changes, so that it is uploaded again."""


def emoji_name(tile: Tile) -> str:
    """Return a tile's emoji name in this drawing version."""
    return f"tile_{tile.high}_{tile.low}_v{_VERSION}"


class TileEmojis:
    """The emoji of each tile, where there is one."""

    def __init__(self) -> None:
        self._emojis: dict[Tile, str] = {}

    def texts(self) -> Mapping[Tile, str]:
        """Return the emojis as they are written in a text."""
        return self._emojis

    def __len__(self) -> int:
        return len(self._emojis)

    async def find(self, client: discord.Client, *, upload: bool) -> bool:
        """Find all tile emojis; return True if none is missing.

        :param upload: whether to upload those that are missing.
        """
        try:
            there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            for tile in ALL_TILES:
                name = emoji_name(tile)
                emoji = there.get(name)
                if emoji is None:
                    if not upload:
                        continue
                    image = await asyncio.to_thread(render.emoji, tile)
                    emoji = await client.create_application_emoji(name=name, image=image)
                self._emojis[tile] = str(discord.PartialEmoji(name=emoji.name, id=emoji.id))
        except REQUEST_ERRORS as error:
            logger.warning(
                "tile faces: %d of %d are there, letters do for the rest: %s", len(self), len(ALL_TILES), error
            )
        return len(self) == len(ALL_TILES)
