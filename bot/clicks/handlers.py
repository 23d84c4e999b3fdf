"""The handlers of all kinds of address, found by the bot when somebody clicks."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.messages.parts.components import Kind
from bot.requests.request import Handler

from . import calls, daily, finished, hand, information, league, lobby, menu, settings, signs, solo, welcome


def one_for_each(*tables: Mapping[Kind, Handler]) -> Mapping[Kind, Handler]:
    """All handlers together.

    :raises RuntimeError: if a kind of address has two handlers, or none.
    """
    handlers: dict[Kind, Handler] = {}
    for table in tables:
        if twice := sorted(handlers.keys() & table.keys()):
            raise RuntimeError(f"these kinds of address have two handlers: {', '.join(twice)}")
        handlers.update(table)
    if missing := sorted(set(Kind) - handlers.keys()):
        raise RuntimeError(f"these kinds of address have no handler: {', '.join(missing)}")
    return MappingProxyType(handlers)


HANDLERS: Final = one_for_each(
    welcome.HANDLERS,
    lobby.HANDLERS,
    hand.HANDLERS,
    calls.HANDLERS,
    signs.HANDLERS,
    menu.HANDLERS,
    finished.HANDLERS,
    information.HANDLERS,
    solo.HANDLERS,
    daily.HANDLERS,
    league.HANDLERS,
    settings.HANDLERS,
)
