"""How a deal is solved, step by step: the position before each move, and that move in light."""

from __future__ import annotations

from typing import Final

import discord

from bot.messages.parts.components import Address, Button, Kind, Row
from bot.messages.parts.message import COLOUR, Message, embedded
from bot.messages.parts.reader import Reader
from bot.tables.solo.state import dealt
from games.solver import Solution, Verdict

from .board import solo_presenter

__all__ = ["solution_message"]

_LEAP: Final = 10


def solution_message(game: str, seed: str, solution: Solution, step: int, reader: Reader, source: str) -> Message:
    """A step of a solution, counted from 0; a number beyond its end shows the end.

    :param source: what an address says of the deal: the id of a solitaire, or a game and a day with a stroke between.
    """
    w = reader.words
    if solution.verdict is not Verdict.WON:
        return Message(w(f"solo.verdict.{solution.verdict}"))
    line = solution.line
    step = max(0, min(step, len(line)))
    match = dealt(game, seed, [str(move) for move in line[:step]])
    view, presenter = match.view(0), solo_presenter(type(match), reader, "")
    coming = line[step] if step < len(line) else None
    embed = discord.Embed(colour=COLOUR, title=w("solo.solution.title", game=w(f"game.{game}.name")))
    embed.description = f"**{presenter.label(view, coming)}**" if coming else w("solo.solution.done")
    embed.set_footer(text=w("solo.solution.step", number=step, total=len(line)))
    rows = (_step_buttons(source, step, len(line)),)
    if reader.board == "text":
        letters = f"```\n{presenter.letters(view)}\n```"
        embed.add_field(name=w("solo.layout"), value=letters, inline=False)
        return Message(embed=embed, rows=rows)
    return embedded(embed, presenter.board(view, presenter.focus(coming) if coming else None), rows)


def _step_buttons(source: str, step: int, last: int) -> Row:
    """The buttons that lead to other steps."""
    leads = (
        ("⏮️", 0, step > 0),
        ("◀️", step - 1, step > 0),
        ("▶️", step + 1, step < last),
        ("⏩", min(step + _LEAP, last), step < last),
        ("⏭️", last, step < last),
    )
    solo_id, rest = ("", source) if "/" in source else (source, "")
    return tuple(
        Button(
            Address(Kind.SOLUTION_STEP, solo_id, max(0, to), f"{rest}/{place}"),
            None,
            emoji=emoji,
            disabled=not leads_on,
        )
        for place, (emoji, to, leads_on) in enumerate(leads)
    )
