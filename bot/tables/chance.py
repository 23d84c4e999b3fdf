"""What nobody decides: the secret seeds of matches, lots, and the ids of tables."""

from __future__ import annotations

import secrets
from random import Random, SystemRandom
from typing import Final

_SEED_BYTES: Final = 16
_ID_BYTES: Final = 8


class Chance:
    """The one source of seeds, lots and ids.

    :ivar lots: draws teams, the numbers of teams in tournaments, and signs.
    """

    def __init__(self, lots: Random | None = None) -> None:
        self.lots: Random = SystemRandom() if lots is None else lots

    def seed(self) -> str:
        """A new secret seed for all shuffles and lots of one match."""
        return secrets.token_hex(_SEED_BYTES)

    def new_id(self) -> str:
        """A new id for a table or a solitaire. It fits into an address."""
        return secrets.token_urlsafe(_ID_BYTES)
