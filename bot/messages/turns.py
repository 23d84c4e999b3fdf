"""Whose turn it is at a table, and until when, in words."""

from __future__ import annotations

from bot.tables.clock import has_own_tempo
from bot.tables.state import Table

from .markup import moment

__all__ = ["turn_end"]


def turn_end(table: Table) -> str:
    """When the running turn ends: a time of day, to the second where the pace is the game's own and quick."""
    return moment(table.stored.deadline or 0.0, "T" if has_own_tempo(table.game) else "t")
