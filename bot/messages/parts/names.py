"""The names of players in messages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Self
from zlib import crc32

from bot import render
from bot.locales import Words
from bot.messages.parts.text import bold, without_directions
from bot.tables.state import Table
from games import Match
from storage.matches import COMPUTER_LEVELS, Player, Status, StoredSeat


class Computer(NamedTuple):
    """A computer player's identity.

    :ivar key: the key of the name in the catalogue.
    """

    key: str
    face: str


COMPUTERS: Final[Mapping[Player, Sequence[Computer]]] = {
    Player.CASUAL: (
        Computer("duckling", "🐥"),
        Computer("puppy", "🐶"),
        Computer("kitten", "🐱"),
        Computer("bunny", "🐰"),
        Computer("hamster", "🐹"),
        Computer("mouse", "🐭"),
    ),
    Player.REGULAR: (
        Computer("fox", "🦊"),
        Computer("owl", "🦉"),
        Computer("bear", "🐻"),
        Computer("turtle", "🐢"),
        Computer("hedgehog", "🦔"),
        Computer("raccoon", "🦝"),
    ),
    Player.STRONG: (
        Computer("wolf", "🐺"),
        Computer("lion", "🦁"),
        Computer("tiger", "🐯"),
        Computer("eagle", "🦅"),
        Computer("badger", "🦡"),
        Computer("boar", "🐗"),
    ),
    Player.MASTER: (
        Computer("dragon", "🐲"),
        Computer("unicorn", "🦄"),
        Computer("octopus", "🐙"),
        Computer("elephant", "🐘"),
        Computer("dolphin", "🐬"),
        Computer("whale", "🐳"),
    ),
}
"""The computers of each level, as many as the largest table has seats."""


_NAMELESS: Final = "◆"
"""The name of a person whose own name has no visible character."""


@dataclass(frozen=True)
class PlayerNames:
    """The names of the players at a table, by seat.

    :ivar plain: names without markup, for files and plain texts; equal ones are numbered.
    :ivar spoken: names for sentences: escaped and bold.
    :ivar sides: the name of each side for sentences: a player, or the partners together.
    """

    plain: tuple[str, ...]
    spoken: tuple[str, ...]
    sides: tuple[str, ...]

    @classmethod
    def at(cls, table: Table, words: Words) -> Self:
        """Return the names at a table; in the lobby those of computers include their level."""
        bare = [seat_name(table, seat, words) for seat in table.seats]
        plain = tuple(
            f"{name} {bare[: index + 1].count(name)}" if bare.count(name) > 1 else name
            for index, name in enumerate(bare)
        )
        faces = (computer_face(table, seat) for seat in table.seats)
        spoken = tuple(f"{face} {bold(name)}" if face else bold(name) for face, name in zip(faces, plain, strict=True))
        if table.match is None:
            return cls(plain, spoken, spoken)
        return cls(plain, spoken, _sides(spoken, table.match, words))

    @classmethod
    def beside_computers(cls, name: str, match: Match, words: Words) -> Self:
        """Return the names at a match of a person, in seat 0, with computers."""
        computers = COMPUTERS[Player.CASUAL][: match.seats - 1]
        plain = (name, *(words(f"computer.{computer.key}") for computer in computers))
        faces = ("", *(f"{computer.face} " for computer in computers))
        spoken = tuple(f"{face}{bold(name)}" for face, name in zip(faces, plain, strict=True))
        return cls(plain, spoken, _sides(spoken, match, words))

    @classmethod
    def numbered(cls, seats: int) -> Self:
        """Return numbers instead of names, for an example without people."""
        numbers = tuple(str(seat + 1) for seat in range(seats))
        return cls(numbers, numbers, numbers)

    def in_pictures(self, words: Words) -> Self:
        """Return these names with the plain ones as pictures draw them; see `names_in_pictures`."""
        stand_ins = [words("name.seat", number=seat + 1) for seat in range(len(self.plain))]
        return replace(self, plain=names_in_pictures(self.plain, stand_ins))


def names_in_pictures(names: Sequence[str], stand_ins: Sequence[str]) -> tuple[str, ...]:
    """Return names as pictures draw them, each marked, so that only names are shortened.

    Characters that no font has are left out. A name is replaced by its stand-in if nothing is left of it, or if it then
    looks like another name.
    """
    kept = [render.drawable(name) for name in names]
    return tuple(
        render.as_name(text) if text and (text == name or kept.count(text) == 1) else render.as_whole(stand_in)
        for text, name, stand_in in zip(kept, names, stand_ins, strict=True)
    )


def _sides(spoken: Sequence[str], match: Match, words: Words) -> tuple[str, ...]:
    """Return the names of the sides of a match, each of all its players."""
    sides: dict[int, list[str]] = {}
    for seat, name in enumerate(spoken):
        sides.setdefault(match.side_of(seat), []).append(name)
    return tuple(words.list(sides[side]) for side in sorted(sides))


def seat_name(table: Table, seat: StoredSeat, words: Words) -> str:
    """Return the name of the player in a seat; in the lobby a computer's includes its level."""
    if seat.player is Player.PERSON:
        return display_name(seat.name, words)
    name = words(f"computer.{_computer(table, seat).key}")
    if table.status is not Status.LOBBY:
        return name
    return words("lobby.computer", name=name, level=words(f"lobby.computer.{seat.player}"))


def computer_face(table: Table, seat: StoredSeat) -> str:
    """Return the emoji of the computer in a seat; "" for a person."""
    return "" if seat.player is Player.PERSON else _computer(table, seat).face


def _computer(table: Table, seat: StoredSeat) -> Computer:
    """Return the computer in a seat; it is constant for the match and unique at the table."""
    of_level = COMPUTERS[seat.player]
    return of_level[(crc32(table.id.encode()) + seat.seat) % len(of_level)]


def person_named(user_id: int, names: Mapping[int, str], words: Words) -> str:
    """Return a person of a league in a sentence; a person without a known name is mentioned without a ping.

    :param names: the names of people, by their ids.
    """
    if user_id < 0:
        return words("name.former")
    return bold(plain_name(names[user_id])) if user_id in names else f"<@{user_id}>"


def display_name(name: str, words: Words) -> str:
    """Return the display name of a stored person; a forgotten person is a former player."""
    return plain_name(name) if name else words("name.former")


def plain_name(name: str) -> str:
    """Return a user-chosen name without direction marks, for pictures, labels and titles."""
    return without_directions(name) or _NAMELESS


COMPLETES: Final = {
    "lobby.computer.{}": COMPUTER_LEVELS,
    "computer.{}": [computer.key for level in COMPUTERS.values() for computer in level],
}
