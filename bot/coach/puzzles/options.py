"""The option of a command for a game with puzzles."""

from bot.coach.puzzles.stock import games_with_puzzles
from bot.cogs.suggestions import AnyGame, Choices, Typing


class PuzzleGame(AnyGame):
    """A game; those with puzzles are suggested."""

    async def suggest(self, typing: Typing) -> Choices:
        with_puzzles = games_with_puzzles()
        return [one for one in await super().suggest(typing) if one.value in with_puzzles]
