"""A message's reader: language, settings, command and tile notation."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.locales import Words
from games import Tile


@dataclass(frozen=True)
class Reader:
    """The reader of a message: a person or a channel.

    :ivar commands: each command's mention, by name ("table leave").
    :ivar tiles: tile emojis in Discord's notation, where there are any.
    :ivar board: the board form in their hand: ``picture``, ``large`` or ``text``.
    :ivar confirms_calls: whether their calls count only when confirmed.
    """

    words: Words
    commands: Mapping[str, str] = field(default_factory=dict)
    tiles: Mapping[Tile, str] = field(default_factory=dict)
    board: str = "picture"
    confirms_calls: bool = True

    def command(self, name: str) -> str:
        """Return the mention of a command, or its name until commands are registered.

        A mention can be pressed in every language, but Discord shows the English name in it.
        """
        return self.commands.get(name) or f"`{self.words.command(name)}`"

    def emoji(self, tile: Tile) -> str:
        """Return a tile's emoji; "" if it has none."""
        return self.tiles.get(tile, "")
