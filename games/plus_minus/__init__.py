"""Plus-Minus, a draw game for two with a spinner."""

from .match import Odd, PlusMinus, PlusMinusView, penalty

__all__ = ["Odd", "PlusMinus", "PlusMinusView", "penalty"]
