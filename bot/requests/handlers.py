"""The handlers of clicks; read `on` and `load_handlers` first."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import walk_packages
from types import MappingProxyType

from bot.messages.parts.components import ClickKind, all_kinds
from bot.requests.request import Handler

_registered: dict[ClickKind, Handler] = {}


def on(kind: ClickKind) -> Callable[[Handler], Handler]:
    """Return a decorator that registers the handler of a kind.

    :raises RuntimeError: if the kind has another handler.
    """

    def register(handler: Handler) -> Handler:
        if kind in _registered:
            raise RuntimeError(f"two handlers for the address kind {kind}")
        _registered[kind] = handler
        return handler

    return register


def load_handlers(*packages: str) -> Mapping[ClickKind, Handler]:
    """Import packages and return the handlers that they declare.

    :raises RuntimeError: if a kind of address has no handler, or two.
    """
    for package in packages:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
    require_all(_registered)
    return MappingProxyType(_registered)


def require_all(handlers: Mapping[ClickKind, Handler]) -> None:
    """Check that every kind of address has a handler.

    :raises RuntimeError: if a kind of address has no handler.
    """
    if missing := sorted(set(all_kinds()) - handlers.keys()):
        raise RuntimeError(f"no handlers for these address kinds: {', '.join(missing)}")
