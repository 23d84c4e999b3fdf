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

    :ivar plain: without markup, for files and plain texts; equal ones are numbered.
    :ivar spoken: escaped and bold, for sentences.
    :ivar sides: for sentences, the name of each side: a player, or the partners.
    """

    plain: tuple[str, ...]
    spoken: tuple[str, ...]
    sides: tuple[str, ...]

    @classmethod
    def at(cls, table: Table, words: Words) -> Self:
        """Return a table's names; computers in a lobby include their level."""
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
        """Return the names of one person, seat 0, and computers."""
        computers = COMPUTERS[Player.CASUAL][: match.seats - 1]
        plain = (name, *(words(f"computer.{computer.key}") for computer in computers))
        faces = ("", *(f"{computer.face} " for computer in computers))
        spoken = tuple(f"{face}{bold(name)}" for face, name in zip(faces, plain, strict=True))
        return cls(plain, spoken, _sides(spoken, match, words))

    @classmethod
    def nameless(cls, match: Match, own: int, words: Words) -> Self:
        """Return the numbers of the seats for names; `own` is the reader's."""
        plain = tuple(
            words("name.own_seat" if seat == own else "name.seat", number=seat + 1) for seat in range(match.seats)
        )
        spoken = tuple(map(bold, plain))
        return cls(plain, spoken, _sides(spoken, match, words))

    @classmethod
    def numbered(cls, seats: int) -> Self:
        """Return numbers instead of names, for an example without people."""
        numbers = tuple(str(seat + 1) for seat in range(seats))
        return cls(numbers, numbers, numbers)

    def with_name(self, seat: int, name: str) -> Self:
        """Return these names with another person at a seat."""
        plain, spoken = list(self.plain), list(self.spoken)
        plain[seat], spoken[seat] = plain_name(name), bold(plain_name(name))
        return replace(self, plain=tuple(plain), spoken=tuple(spoken))

    def in_pictures(self, words: Words) -> Self:
        """Return these names, with `names_in_pictures` applied to plain ones."""
        stand_ins = [words("name.seat", number=seat + 1) for seat in range(len(self.plain))]
        return replace(self, plain=names_in_pictures(self.plain, stand_ins))


def names_in_pictures(names: Sequence[str], stand_ins: Sequence[str]) -> tuple[str, ...]:
    """Return names as pictures draw them, marked for shortening.

    Characters without a font are dropped. A name left empty, or equal to another, is replaced by its stand-in.
    """
    kept = [render.drawable(name) for name in names]
    return tuple(
        render.as_name(text) if text and (text == name or kept.count(text) == 1) else render.as_whole(stand_in)
        for text, name, stand_in in zip(kept, names, stand_ins, strict=True)
    )


def _sides(spoken: Sequence[str], match: Match, words: Words) -> tuple[str, ...]:
    """Return each side's name, listing all its players."""
    sides: dict[int, list[str]] = {}
    for seat, name in enumerate(spoken):
        sides.setdefault(match.side_of(seat), []).append(name)
    return tuple(words.list(sides[side]) for side in sorted(sides))


def seat_name(table: Table, seat: StoredSeat, words: Words, *, with_level: bool = True) -> str:
    """Return a seat's name, with the person who left it; computers in a lobby include their level if wanted."""
    if seat.player is Player.PERSON:
        name = display_name(seat.name, words)
    else:
        name = words(f"computer.{_computer(table, seat).key}")
        if with_level and table.status is Status.LOBBY:
            return words("lobby.computer", name=name, level=words(f"lobby.computer.{seat.player}"))
    if seat.former_id is None:
        return name
    return words("name.in_place", name=name, former=display_name(seat.former_name, words))


def computer_face(table: Table, seat: StoredSeat) -> str:
    """Return a computer's emoji; "" for a person."""
    return "" if seat.player is Player.PERSON else _computer(table, seat).face


def _computer(table: Table, seat: StoredSeat) -> Computer:
    return computer_at(table.id, seat.seat, seat.player)


def computer_at(match_id: str, seat: int, level: Player) -> Computer:
    """Return a seat's computer, constant and unique in a match."""
    of_level = COMPUTERS[level]
    return of_level[(crc32(match_id.encode()) + seat) % len(of_level)]


def person_named(user_id: int, names: Mapping[int, str], words: Words) -> str:
    """Return a league member's name in a sentence.

    A person without a known name is mentioned.
    """
    if user_id < 0:
        return words("name.former")
    return bold(plain_name(names[user_id])) if user_id in names else f"<@{user_id}>"


def display_name(name: str, words: Words) -> str:
    """Return a stored name, or "former player" if forgotten."""
    return plain_name(name) if name else words("name.former")


def plain_name(name: str) -> str:
    """Return a user-chosen name without direction marks."""
    return without_directions(name) or _NAMELESS


COMPLETES: Final = {
    "lobby.computer.{}": COMPUTER_LEVELS,
    "computer.{}": [computer.key for level in COMPUTERS.values() for computer in level],
}
