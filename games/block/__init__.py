"""Block with Bonus, a chain game for two."""

from .match import Block, BlockView, Bonus

__all__ = ["Block", "BlockView", "Bonus"]
