"""The slash commands.

Each reads its options, calls a table or `bot.requests`, and answers. Cogs are found here, and in the files of features
whose names end with ``commands``.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from functools import cache
from types import ModuleType
from typing import TypeGuard

from discord.ext import commands

__all__ = ["find_cogs"]


@cache
def find_cogs(*features: str) -> tuple[type[commands.Cog], ...]:
    """Return the cogs of the core and of the features in these packages."""
    modules = [importlib.import_module(name) for name in _modules(features)]
    things = (thing for module in modules for thing in vars(module).values() if _is_its_own(thing, module))
    return tuple(thing for thing in things if issubclass(thing, commands.Cog))


def _modules(features: Sequence[str]) -> Iterator[str]:
    yield from (found.name for found in pkgutil.iter_modules(__path__, f"{__name__}."))
    for feature in features:
        found = pkgutil.walk_packages(importlib.import_module(feature).__path__, f"{feature}.")
        yield from (one.name for one in found if one.name.endswith("commands"))


def _is_its_own(thing: object, module: ModuleType) -> TypeGuard[type]:
    """Return True if the module defines the class itself."""
    return isinstance(thing, type) and thing.__module__ == module.__name__
