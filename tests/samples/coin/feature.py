"""The coin as a feature of the bot."""

from bot.messages.parts.components import Button, ClickAddress
from bot.messages.parts.reader import Reader
from bot.messages.table.notes import Notes
from bot.posts.core_services import CoreServices
from bot.posts.table_notes import TableNotes
from bot.requests.features import Feature, Posting
from bot.tables.state import Table
from tests.samples.coin.clicks import CoinClick
from tests.samples.coin.requests import Coin


class CoinNotes(TableNotes):
    """The button of lobbies."""

    async def in_lobby(self, table: Table, reader: Reader) -> Notes:  # the interface
        """Return a button that tosses a coin."""
        return Notes(row=(Button(ClickAddress(CoinClick.TOSS, table.id), "Toss a coin"),))


class CoinFeature(Feature):
    """A coin for all."""

    def __init__(self, core: CoreServices, posting: Posting) -> None:
        self.notes = CoinNotes()
        self.services = (Coin(),)
