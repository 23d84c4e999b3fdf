"""The shuffle of a match: Fisher-Yates over a SHA-256 stream of its secret seed.

The stream is our own, so that a record replays for ever on any Python. ``sha256(seed)`` is shown when a match begins
and can be checked when the seed is shown at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from hashlib import sha256
from typing import Final, TypeVar

T = TypeVar("T")

_LIMITS: Final = (0, *(256 - 256 % n for n in range(1, 257)))
"""For each number of choices the greatest multiple of it that bytes can be held below."""


def commitment(seed: str) -> str:
    """The SHA-256 of a seed, in hexadecimal: safe to show while the seed itself is secret."""
    return sha256(seed.encode()).hexdigest()


class Shuffler:
    """A stream of fair choices that depends on nothing but the seed.

    Block number ``i`` of the stream is ``sha256(seed + "/" + i)``. A choice below ``n`` (``n <= 256``) takes the next
    byte that is below the greatest multiple of ``n``, and its remainder.
    """

    __slots__ = ("_block", "_bytes", "_seed", "permutations")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._block = 0
        self._bytes = iter(b"")
        self.permutations: tuple[tuple[object, ...], ...] = ()
        """All that were made so far."""

    def copy(self) -> Shuffler:
        """A shuffler that will make the same choices from here on."""
        other = Shuffler(self._seed)
        other._block, other._bytes = self._block, copy(self._bytes)
        other.permutations = self.permutations
        return other

    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, each equally likely.

        :raises ValueError: unless ``1 <= n <= 256``.
        """
        if not 1 <= n <= 256:
            raise ValueError(f"a choice is made among 1 to 256, not {n}")
        limit = _LIMITS[n]
        while True:
            for byte in self._bytes:
                if byte < limit:
                    return byte % n
            self._next_block()

    def permutation(self, things: Sequence[T]) -> list[T]:
        """The things in random order, as a new list."""
        order = list(things)
        left = len(order)
        while left > 1:
            for byte in self._bytes:
                if byte < _LIMITS[left]:
                    chosen = byte % left
                    left -= 1
                    order[left], order[chosen] = order[chosen], order[left]
                    if left == 1:
                        break
            else:
                self._next_block()
        self.permutations += (tuple(order),)
        return order

    def _next_block(self) -> None:
        self._bytes = iter(sha256(f"{self._seed}/{self._block}".encode()).digest())
        self._block += 1
