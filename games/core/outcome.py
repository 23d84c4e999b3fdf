"""How a match ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["EndReason", "Outcome"]


class EndReason(StrEnum):
    """Why a match ended."""

    SOLVED = "solved"
    """A solitaire has come out."""
    STUCK = "stuck"
    """A solitaire in which nothing can move."""
    GAVE_UP = "gave_up"
    """A solitaire whose player has given up."""


@dataclass(frozen=True)
class Outcome:
    """How a match ended: the winning sides, the final scores, and the sides from best to worst, equals together."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ranking: list[frozenset[int]]
    reason: EndReason | None = None
