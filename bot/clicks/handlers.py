"""What each kind of address does: all handlers together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.messages import chips
from bot.requests.request import Handler

from . import hand, kent, lobby, menu, rules, summary

__all__ = ["HANDLERS"]

HANDLERS: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        **lobby.HANDLERS,
        **hand.HANDLERS,
        **kent.HANDLERS,
        **menu.HANDLERS,
        **rules.HANDLERS,
        **summary.HANDLERS,
        **chips.HANDLERS,
    }
)
