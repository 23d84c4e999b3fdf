"""The coach as a feature of the bot: reviews, hints, puzzles and retries."""

from typing import Final

from bot.coach.puzzles.finding import PuzzleFinder
from bot.coach.reviews.reviewing import Reviews
from bot.posts.core_services import CoreServices
from bot.requests.features import Feature, Posting
from bot.tables.processes import Processes

_NICENESS: Final = 19
"""The Unix niceness of reviews: the lowest priority."""


class CoachFeature(Feature):
    """The coach of all players."""

    def __init__(self, core: CoreServices, posting: Posting) -> None:
        self._reviews = Reviews(core.database, Processes(min(1, posting.processes), niceness=_NICENESS), core.now)
        self._finder = PuzzleFinder(core.database, self._reviews, core.now)
        self.observers = (self._finder,)
        self.services = (self._reviews,)

    async def stop(self) -> None:
        """Judge no more moves in the background."""
        await self._finder.close()

    def end_processes(self) -> None:
        """End the process of the reviews."""
        self._reviews.close()
