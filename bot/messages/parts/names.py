"""The names of players, as they stand in messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from bot.locales import Words
from bot.messages.parts.text import bold
from bot.tables.state import Table
from storage.matches import Player, Status, StoredSeat

__all__ = ["Names", "display_name", "person_named", "seat_name"]


@dataclass(frozen=True)
class Names:
    """What the players at a table are called, seat by seat.

    :ivar plain: as they are, for pictures and files; equal ones are numbered.
    :ivar spoken: for sentences: escaped and bold.
    :ivar sides: the name of each side for sentences: of a player, or of partners together.
    """

    plain: tuple[str, ...]
    spoken: tuple[str, ...]
    sides: tuple[str, ...]

    @classmethod
    def at(cls, table: Table, words: Words) -> Self:
        """The names at a table. In the lobby a computer is called by what it can do, at the match just a computer."""
        level = table.status is Status.LOBBY
        bare = [
            seat_name(seat, words) if level or seat.player is Player.PERSON or seat.name else words("board.computer")
            for seat in table.seats
        ]
        plain = tuple(
            f"{name} {bare[: index + 1].count(name)}" if bare.count(name) > 1 else name
            for index, name in enumerate(bare)
        )
        spoken = tuple(map(bold, plain))
        if table.match is None:
            return cls(plain, spoken, spoken)
        sides: dict[int, list[str]] = {}
        for seat, name in enumerate(spoken):
            sides.setdefault(table.match.side_of(seat), []).append(name)
        return cls(plain, spoken, tuple(words.list(sides[side]) for side in sorted(sides)))

    @classmethod
    def numbered(cls, seats: int) -> Self:
        """Numbers instead of names, for an example at which nobody sits."""
        numbers = tuple(str(seat + 1) for seat in range(seats))
        return cls(numbers, numbers, numbers)


def seat_name(seat: StoredSeat, words: Words) -> str:
    """The name of the player in a seat: a person's, or what kind of computer it is."""
    return display_name(seat.name, words) if seat.player is Player.PERSON else words(f"lobby.computer.{seat.player}")


def person_named(user_id: int, names: Mapping[int, str], words: Words) -> str:
    """A person of a league in a sentence; somebody without a known name is mentioned, which notifies nobody.

    :param names: what people are called, by their ids.
    """
    if user_id < 0:
        return words("name.former")
    return bold(names[user_id]) if user_id in names else f"<@{user_id}>"


def display_name(name: str, words: Words) -> str:
    """How to call a person who is stored under a name. A person who has been forgotten is a former player."""
    return name or words("name.former")
