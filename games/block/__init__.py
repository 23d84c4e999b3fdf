"""Block with Bonus, a chain game for two."""

from .match import Block, BlockView, Bonus, wins_match

__all__ = ["Block", "BlockView", "Bonus", "wins_match"]
