"""What each kind of address does: all handlers together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.messages.parts.addresses import Kind
from bot.requests.request import Handler

from . import calls, chips, daily, hand, lobby, looks, menu, rules, signs, solo, summary, welcome

__all__ = ["HANDLERS"]

HANDLERS: Final[Mapping[Kind, Handler]] = MappingProxyType(
    {
        **welcome.HANDLERS,
        **lobby.HANDLERS,
        **hand.HANDLERS,
        **looks.HANDLERS,
        **calls.HANDLERS,
        **signs.HANDLERS,
        **menu.HANDLERS,
        **rules.HANDLERS,
        **summary.HANDLERS,
        **chips.HANDLERS,
        **solo.HANDLERS,
        **daily.HANDLERS,
    }
)
