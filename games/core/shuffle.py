"""The shuffle of a match: Fisher-Yates over a SHA-256 stream.

The stream is our own, so that a record replays on any version of Python. In version 1 the server draws the seed, and
``sha256(seed)`` is shown when the match begins. In version 2 the seed combines the server's random draw with the
players' cuts; see `ShuffleOrigin`.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, TypeVar
from unicodedata import normalize

T = TypeVar("T")

_LIMITS: Final = (0, *(256 - 256 % n for n in range(1, 257)))
"""For each number of choices the greatest multiple of it that bytes can be held below."""


def commitment(seed: str) -> str:
    """Return a seed's SHA-256 in hexadecimal, which is safe to publish."""
    return sha256(seed.encode()).hexdigest()


NO_CUT: Final = "-"
"""The text in place of a missing cut: of a computer, or of a player who has not clicked."""

LONGEST_WORD: Final = 30
"""The most characters in the word of a cut."""

_HIDDEN: Final = "sha256 "
"""The prefix of a cut that is known only by its SHA-256, because the person has deleted their data."""

_CUT: Final = re.compile(rf"-|\d{{1,20}}(?: \S(?:.{{,{LONGEST_WORD - 2}}}\S)?)?|{_HIDDEN}[0-9a-f]{{64}}", re.ASCII)


def cut(click_id: int, word: str = "") -> str:
    """Return a player's contribution to a shuffle.

    Of the word only printable characters are kept, in the Unicode form NFC, with single spaces.
    """
    printable = "".join(one if one.isprintable() else " " for one in normalize("NFC", word))
    return f"{click_id} {' '.join(printable.split())[:LONGEST_WORD]}".strip()


def split_cut(text: str) -> tuple[str, str]:
    """Split a cut into number (or placeholder) and word (or SHA-256)."""
    number, _, word = text.partition(" ")
    return number, word


def hidden_cut(text: str) -> str:
    """Return a cut reduced to its SHA-256, for the same seed."""
    return text if text == NO_CUT else f"{_HIDDEN}{_hash_of(text)}"


_CODE_BYTES: Final = 16
"""The bytes of a fingerprint that its code stands for: 128 bits, which no one can forge."""


def code_of(fingerprint: str) -> str:
    """Return the code of a fingerprint, as lobbies show it: its beginning as 26 letters and digits of base32."""
    return b32encode(bytes.fromhex(fingerprint)[:_CODE_BYTES]).decode().rstrip("=")


def is_cut(text: str) -> bool:
    """Return True for a cut or a cut's placeholder."""
    return _CUT.fullmatch(text) is not None


def _hash_of(text: str) -> str:
    return text.removeprefix(_HIDDEN) if text.startswith(_HIDDEN) else commitment(text)


@dataclass(frozen=True)
class ShuffleOrigin:
    """The origin of the seed of a shuffle of version 2.

    :ivar server_seed: the server's random draw before the first cut: the id of the match, a full stop and 64
        hexadecimal digits. It is secret until the match is over.
    :ivar cuts: the cuts of the players, in the order of seats.
    """

    server_seed: str = field(repr=False)
    cuts: tuple[str, ...]

    @property
    def match_id(self) -> str:
        """The id of the match, which the fingerprint fixes, too."""
        return self.server_seed.partition(".")[0]

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the server's seed, shown before the first cut."""
        return commitment(self.server_seed)

    @property
    def seed(self) -> str:
        """The seed of all shuffles and lots.

        It is the HMAC-SHA-256, in hexadecimal, with the server's seed as the key. The message is these lines, each of
        which ends with a line feed: ``boneyard shuffle 2``, the id of the match, and the SHA-256 of each cut.
        """
        lines = ("boneyard shuffle 2", self.match_id, *map(_hash_of, self.cuts))
        return keyed(self.server_seed, lines)


def keyed(key: str, lines: Sequence[str]) -> str:
    """Return the hexadecimal HMAC-SHA-256 of UTF-8 lines with line feeds."""
    message = "".join(f"{line}\n" for line in lines)
    return hmac.digest(key.encode(), message.encode(), "sha256").hex()


class Shuffler:
    """A deterministic stream of fair choices from a seed.

    Block number ``i`` of the stream is ``sha256(seed + "/" + i)``. A choice below ``n`` (``n <= 256``) takes the next
    byte below the greatest multiple of ``n``, and returns its remainder.
    """

    __slots__ = ("_block", "_bytes", "_seed", "permutations")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._block = 0
        self._bytes = iter(b"")
        self.permutations: tuple[tuple[object, ...], ...] = ()
        """All permutations so far."""

    def copy(self) -> Shuffler:
        """Return an independent shuffler in the same state."""
        other = Shuffler(self._seed)
        other._block, other._bytes = self._block, copy(self._bytes)
        other.permutations = self.permutations
        return other

    def below(self, n: int) -> int:
        """Return a uniform number from 0 to ``n - 1``.

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
        """Return the things in random order."""
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
