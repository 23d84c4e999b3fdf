"""Chance for tests: known seeds and unchanging order."""

from collections.abc import Callable, MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

import pytest

from bot.tables.chance import Chance
from games.core.shuffle import ShuffleOrigin

T = TypeVar("T")


class InOrder(Random):
    """Chance that keeps all order and chooses the first."""

    def shuffle(self, _x: MutableSequence[Any]) -> None:
        """Leave it."""

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]  # typeshed asks for less than a sequence
        """Return the first of the values."""
        return seq[0]


class KnownChance(Chance):
    """A bot's chance under test; unfixed parts stay secret."""

    def __init__(self, seed: str | None = None) -> None:
        super().__init__()
        self._seed = seed

    def seed(self, origin: ShuffleOrigin | None = None) -> str:
        return super().seed(origin) if self._seed is None else self._seed

    def month_seed(self, month: str) -> str:
        return f"{month}.known"

    def fix_seed(self, seed: str) -> None:
        """Shuffle every following match and solitaire by this seed."""
        self._seed = seed

    def fix_lots(self) -> None:
        """Stop shuffling, and draw the first of several signs."""
        self.lots = InOrder()


def fixed(seed: str) -> Callable[[ShuffleOrigin | None], str]:
    """Return a function that gives every match this seed."""
    return KnownChance(seed).seed


@pytest.fixture
def chance() -> KnownChance:
    """Return the bot's chance; it survives restarts, secret until fixed."""
    return KnownChance()
