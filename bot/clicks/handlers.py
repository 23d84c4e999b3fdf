"""What each kind of address does: all handlers together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.messages.parts.addresses import Kind
from bot.requests.request import Handler

from . import calls, chips, daily, hand, lobby, looks, menu, privacy, rules, settings, signs, solo, summary, welcome
from .league import administration, fixtures, people, replays, seasons, standings

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
        **settings.HANDLERS,
        **solo.HANDLERS,
        **daily.HANDLERS,
        **privacy.HANDLERS,
        **administration.HANDLERS,
        **standings.HANDLERS,
        **seasons.HANDLERS,
        **replays.HANDLERS,
        **people.HANDLERS,
        **fixtures.HANDLERS,
    }
)
