"""Secret seeds, random choices and ids."""

from __future__ import annotations

import secrets
from random import Random, SystemRandom
from typing import Final

from games.core.shuffle import ShuffleOrigin

_SEED_BYTES: Final = 16
_SERVER_SEED_BYTES: Final = 32
_ID_BYTES: Final = 8
_OFFER_BYTES: Final = 6


class Chance:
    """The only source of seeds, random choices and ids.

    :ivar lots: draws teams, the numbers of teams in tournaments, and signs.
    """

    def __init__(self, lots: Random | None = None) -> None:
        self.lots: Random = SystemRandom() if lots is None else lots

    def seed(self, origin: ShuffleOrigin | None = None) -> str:
        """Return the seed for all random choices of a match.

        :param origin: its origin; None: a new secret seed, of a shuffle of version 1.
        """
        return secrets.token_hex(_SEED_BYTES) if origin is None else origin.seed

    def server_seed(self) -> str:
        """Return a new secret, drawn before players cut; see `ShuffleOrigin`."""
        return f"{self.new_id()}.{secrets.token_hex(_SERVER_SEED_BYTES)}"

    def month_seed(self, month: str) -> str:
        """Return a new secret for the daily deals of a month.

        :param month: the month as ``YYYY-MM``; it is part of the fingerprint.
        """
        return f"{month}.{secrets.token_hex(_SERVER_SEED_BYTES)}"

    def new_id(self) -> str:
        """Return a new table or solitaire id, usable in addresses."""
        return secrets.token_urlsafe(_ID_BYTES)

    def offer_id(self) -> str:
        """Return a new unguessable id for the offer of a seat."""
        return secrets.token_hex(_OFFER_BYTES)
