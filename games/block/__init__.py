"""Block with Bonus: a chain game for two without drawing, to 100 points."""

from .match import Block, BlockView, Bonus

__all__ = ["Block", "BlockView", "Bonus"]
