"""The slash commands. Each reads what was asked, lets a table or the shared do it, and answers.

The folder is the list: every cog that a file here defines is taken.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import Final

from discord.ext import commands

__all__ = ["ALL"]


def _find_cogs() -> tuple[type[commands.Cog], ...]:
    modules = [importlib.import_module(found.name) for found in pkgutil.iter_modules(__path__, f"{__name__}.")]
    things = (thing for module in modules for thing in vars(module).values())
    return tuple(thing for thing in things if isinstance(thing, type) and issubclass(thing, commands.Cog))


ALL: Final = _find_cogs()
"""The cogs; each is made with the `Services` of the bot."""
