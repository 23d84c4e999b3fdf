"""The reader of a message: their language, their settings, and their notation of commands and tiles."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.locales import Words
from games import Tile


@dataclass(frozen=True)
class Reader:
    """A person, or all members of a channel, as the reader of a message.

    :ivar words: the texts in their language.
    :ivar commands: the mention of each command, by its name ("table leave").
    :ivar tiles: the emoji of each tile in Discord's notation, for the tiles that have one.
    :ivar board: their form of the board in their hand: ``picture``, ``large`` or ``text``.
    """

    words: Words
    commands: Mapping[str, str] = field(default_factory=dict)
    tiles: Mapping[Tile, str] = field(default_factory=dict)
    board: str = "picture"

    def command(self, name: str) -> str:
        """Return the mention of a command."""
        return self.commands.get(name, f"`/{name}`")

    def emoji(self, tile: Tile) -> str:
        """Return the emoji of a tile; "" if it has none."""
        return self.tiles.get(tile, "")
