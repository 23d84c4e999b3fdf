"""The slash commands.

Each reads its options, calls a table or `bot.requests`, and answers. Cogs are found here and in the league's files
named ``commands``.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import TypeGuard

from discord.ext import commands

from bot import league

__all__ = ["find_cogs"]


@cache
def find_cogs() -> tuple[type[commands.Cog], ...]:
    """Return the cogs."""
    modules = [importlib.import_module(name) for name in _modules()]
    things = (thing for module in modules for thing in vars(module).values() if _is_its_own(thing, module))
    return tuple(thing for thing in things if issubclass(thing, commands.Cog))


def _modules() -> Iterator[str]:
    yield from (found.name for found in pkgutil.iter_modules(__path__, f"{__name__}."))
    of_league = pkgutil.walk_packages(league.__path__, f"{league.__name__}.")
    yield from (found.name for found in of_league if found.name.endswith("commands"))


def _is_its_own(thing: object, module: ModuleType) -> TypeGuard[type]:
    """Return True if the module defines the class itself."""
    return isinstance(thing, type) and thing.__module__ == module.__name__
