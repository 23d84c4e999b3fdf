"""The slash commands. Each reads what was asked, lets a table or `bot.requests` do it, and answers.

The folder is the list: every cog that a file here defines is taken.
"""

import importlib
import pkgutil
from types import ModuleType
from typing import Final, TypeGuard

from discord.ext import commands

__all__ = ["ALL"]


def _find_cogs() -> tuple[type[commands.Cog], ...]:
    modules = [importlib.import_module(found.name) for found in pkgutil.iter_modules(__path__, f"{__name__}.")]
    things = (thing for module in modules for thing in vars(module).values() if _is_its_own(thing, module))
    return tuple(thing for thing in things if issubclass(thing, commands.Cog))


def _is_its_own(thing: object, module: ModuleType) -> TypeGuard[type]:
    """Whether a module defines a class, and has not only imported it."""
    return isinstance(thing, type) and thing.__module__ == module.__name__


ALL: Final = _find_cogs()
"""The cogs; each is made with the `Services` of the bot."""
