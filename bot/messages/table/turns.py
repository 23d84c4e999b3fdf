"""Whose turn it is at a table, and until when, in words."""

from __future__ import annotations

from bot.messages.parts.markup import moment
from bot.tables.state import Table
from bot.tables.time.clock import has_own_tempo

__all__ = ["turn_end"]


def turn_end(table: Table) -> str:
    """When the running turn ends: a time of day, to the second where the pace is the game's own and quick."""
    return moment(table.stored.deadline or 0.0, "T" if has_own_tempo(table.game) else "t")
