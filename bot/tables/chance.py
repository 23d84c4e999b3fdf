"""Randomness: the secret seeds of matches, random choices, and the ids of tables."""

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
        """Return the seed for all shuffles and random choices of one match.

        :param origin: its origin; None: a new secret seed, of a shuffle of version 1.
        """
        return secrets.token_hex(_SEED_BYTES) if origin is None else origin.seed

    def server_seed(self) -> str:
        """Return a new id and secret for a match or solitaire, drawn before any player cuts; see `ShuffleOrigin`."""
        return f"{self.new_id()}.{secrets.token_hex(_SERVER_SEED_BYTES)}"

    def month_seed(self, month: str) -> str:
        """Return a new secret from which the daily deals of a month are made.

        :param month: the month as ``YYYY-MM``, which the fingerprint of the secret fixes too.
        """
        return f"{month}.{secrets.token_hex(_SERVER_SEED_BYTES)}"

    def new_id(self) -> str:
        """Return a new id for a table or a solitaire. It fits into an address."""
        return secrets.token_urlsafe(_ID_BYTES)

    def offer_id(self) -> str:
        """Return a new id for the offer of a seat. It fits into an address, and cannot be guessed."""
        return secrets.token_hex(_OFFER_BYTES)
