"""Tossing a coin."""

from bot.messages.parts.message import Message
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from tests.samples.coin.clicks import CoinClick


async def toss(request: Request) -> None:
    """Toss a coin for the person who asks."""
    await request.reply.whisper(Message(request.services.of(Coin).toss()))


class Coin:
    """A coin that remembers its tosses."""

    tossed = 0

    def toss(self) -> str:
        """Return heads and tails in turn."""
        self.tossed += 1
        return "heads" if self.tossed % 2 else "tails"


@on(CoinClick.TOSS)
async def _toss(click: Click) -> None:
    await toss(click)
