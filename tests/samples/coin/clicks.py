"""The kind of click on a coin."""

from bot.messages.parts.components import ClickKind


class CoinClick(ClickKind):
    """The kind of click on a coin."""

    TOSS = "tosscoin"
