"""Whose turn it is at a table, and until when, in words."""

from __future__ import annotations

from bot.messages.parts.reader import Reader
from bot.messages.parts.text import timestamp
from bot.tables.state import Table
from bot.tables.time_controls import has_own_tempo

__all__ = ["paused_text", "turn_end_time"]


def turn_end_time(table: Table) -> str:
    """When the running turn ends: a time of day, to the second where the pace is the game's own and quick."""
    return timestamp(table.stored.deadline or 0.0, "T" if has_own_tempo(table.game) else "t")


def paused_text(table: Table, reader: Reader) -> str:
    """How a paused match goes on, and when it ends otherwise."""
    ends = timestamp(table.stored.deadline or 0.0, "R")
    return reader.words("board.paused", command=reader.command("table resume"), when=ends)
