"""Who a message is for: their language, their settings, and how commands and tiles are mentioned to them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.locales import Words
from games import Tile


@dataclass(frozen=True)
class Reader:
    """Somebody, or everybody in a channel, as the reader of a message.

    :ivar words: the texts in their language.
    :ivar commands: how each command is mentioned, by its name ("table leave").
    :ivar tiles: the emoji of each tile as it is written in a text, as far as there are any.
    :ivar board: how they want to see the board in their hand: ``picture``, ``large`` or ``text``.
    """

    words: Words
    commands: Mapping[str, str] = field(default_factory=dict)
    tiles: Mapping[Tile, str] = field(default_factory=dict)
    board: str = "picture"

    def command(self, name: str) -> str:
        """A command as it is mentioned in a text."""
        return self.commands.get(name, f"`/{name}`")

    def emoji(self, tile: Tile) -> str:
        """The emoji of a tile; "" where there is none, and its numbers must do."""
        return self.tiles.get(tile, "")
