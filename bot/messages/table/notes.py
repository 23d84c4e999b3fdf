"""Notes of other subjects in the messages of a table."""

from dataclasses import dataclass
from typing import Final

from bot.messages.parts.components import Row


@dataclass(frozen=True)
class Notes:
    """Lines, fields and buttons that a subject adds to a lobby, a board or the end of a match.

    :ivar lines: lines below the others; on a board, facts below it.
    :ivar fields: titles with their texts, at the end of a match.
    :ivar row: buttons: below those of a lobby, above those of an end.
    :ivar kept_seats: the number of seats of a lobby that are kept for people; 0 if all players may sit down.
    :ivar goes_on: whether a button in `row` takes the place of a rematch.
    """

    lines: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    row: Row = ()
    kept_seats: int = 0
    goes_on: bool = False

    def __add__(self, other: "Notes") -> "Notes":
        return Notes(
            (*self.lines, *other.lines),
            (*self.fields, *other.fields),
            (*self.row, *other.row),
            max(self.kept_seats, other.kept_seats),
            self.goes_on or other.goes_on,
        )


NO_NOTES: Final = Notes()
