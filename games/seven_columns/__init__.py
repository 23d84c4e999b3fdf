"""Seven Columns: a solitaire in which each double gathers three tiles of its number under it."""

from .match import MOST, SevenColumns, SevenColumnsLayout, SevenColumnsView

__all__ = ["MOST", "SevenColumns", "SevenColumnsLayout", "SevenColumnsView"]
