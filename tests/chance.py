"""Chance as a test wants it: known seeds, and lots that change nothing."""

from collections.abc import Callable, MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

import pytest

from bot.tables.chance import Chance
from games.core.shuffle import ShuffleOrigin

T = TypeVar("T")


class InOrder(Random):
    """Lots that leave everything as it was, and choose the first."""

    def shuffle(self, _x: MutableSequence[Any]) -> None:
        """Leave it."""

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]  # typeshed asks for less than a sequence
        """Return the first of the values."""
        return seq[0]


class KnownChance(Chance):
    """The chance of a bot under test. Whatever the test has not fixed is secret."""

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
        """From now on nothing is mixed by lot, and of several signs the first is drawn."""
        self.lots = InOrder()


def fixed(seed: str) -> Callable[[ShuffleOrigin | None], str]:
    """Gives this seed to every match, whatever stands behind it."""
    return KnownChance(seed).seed


@pytest.fixture
def chance() -> KnownChance:
    """Return the chance of the bot under test, also after a restart; secret until the test fixes it."""
    return KnownChance()
