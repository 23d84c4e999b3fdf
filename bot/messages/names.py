"""The names of players, as they stand in messages."""

from __future__ import annotations

import discord

from bot.locales import Words
from bot.tables.state import Table
from storage.matches import Player, Status, StoredSeat

__all__ = ["escaped", "plain_name", "plain_names", "side_names", "spoken_name", "spoken_names"]


def escaped(text: str) -> str:
    """A text that somebody wrote, so that it neither formats nor mentions anything."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text))


def plain_names(table: Table, words: Words) -> tuple[str, ...]:
    """The name of each seat as it is, for pictures and files; equal ones are numbered.

    In the lobby a computer player is called by what it can do, at the match just a computer.
    """
    level = table.status is Status.LOBBY
    bare = [plain_name(seat, words) if level or seat.name else words("board.computer") for seat in table.seats]
    return tuple(
        f"{name} {bare[: index + 1].count(name)}" if bare.count(name) > 1 else name for index, name in enumerate(bare)
    )


def plain_name(seat: StoredSeat, words: Words) -> str:
    """The name of the player in a seat: a person's, or what kind of computer it is."""
    return seat.name if seat.player is Player.PERSON else words(f"lobby.computer.{seat.player}")


def spoken_names(table: Table, words: Words) -> tuple[str, ...]:
    """The name of each seat for sentences: escaped and bold."""
    return tuple(f"**{escaped(name)}**" for name in plain_names(table, words))


def spoken_name(table: Table, words: Words, seat: int) -> str:
    """The name of one seat for sentences."""
    return spoken_names(table, words)[seat]


def side_names(table: Table, words: Words) -> tuple[str, ...]:
    """The name of each side for sentences: of a player, or of partners together."""
    names = spoken_names(table, words)
    if table.match is None:
        return names
    sides: dict[int, list[str]] = {}
    for seat, name in enumerate(names):
        sides.setdefault(table.match.side_of(seat), []).append(name)
    return tuple(words.list(sides[side]) for side in sorted(sides))
