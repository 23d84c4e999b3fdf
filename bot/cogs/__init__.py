"""The slash commands. Each reads what was asked, lets a table or the shared do it, and answers."""

from __future__ import annotations

from typing import Final

from discord.ext import commands

from .chips import ChipsCog
from .help import HelpCog
from .kent import KentCog
from .play import PlayCog
from .record import RecordCog
from .rules import RulesCog
from .settings import SettingsCog
from .solo import DailyCog, SoloCog
from .table import TableCog

__all__ = ["ALL"]

ALL: Final[tuple[type[commands.Cog], ...]] = (
    PlayCog,
    TableCog,
    RulesCog,
    HelpCog,
    SettingsCog,
    RecordCog,
    ChipsCog,
    KentCog,
    SoloCog,
    DailyCog,
)
"""The cogs; each is made with the `Services` of the bot."""
