"""Families of games, as people look for one."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Family"]


class Family(StrEnum):
    """What kind of game it is, as people look for one."""

    CHAIN = "chain"
    TRICKS = "tricks"
    GAMBLING = "gambling"
    PARTY = "party"
    PLACING = "placing"
    SOLITAIRE = "solitaire"
