"""Plus-Minus: a draw game for two with a spinner, where an even sum of the open ends is a penalty."""

from .match import Odd, PlusMinus, PlusMinusView, penalty

__all__ = ["Odd", "PlusMinus", "PlusMinusView", "penalty"]
