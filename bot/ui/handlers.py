"""What each kind of address does: all handlers together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from . import chips, hand_clicks, kent_clicks, lobby_clicks, menu, rulebook, summary_clicks
from .clicks import Handler

__all__ = ["HANDLERS"]

HANDLERS: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        **lobby_clicks.HANDLERS,
        **hand_clicks.HANDLERS,
        **kent_clicks.HANDLERS,
        **menu.HANDLERS,
        **rulebook.HANDLERS,
        **summary_clicks.HANDLERS,
        **chips.HANDLERS,
    }
)
