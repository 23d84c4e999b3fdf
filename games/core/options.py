"""The options of a game: what may be chosen when a match is made, as data."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .errors import SetupError

OptionValue = str | int | bool


@dataclass(frozen=True)
class Option:
    """One choice of a game.

    :param key: its name in ``options``.
    :param values: all values that it may have, in the order in which they are offered.
    :param default: the value when nothing is chosen.
    :param seat_counts: the numbers of seats with which it may differ from its default; empty: any.
    """

    key: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    seat_counts: tuple[int, ...] = ()

    def check(self, value: object, seats: int) -> OptionValue:
        """The value, if it is allowed for this number of seats.

        :raises SetupError: naming the allowed values.
        """
        for allowed in self.values:
            if allowed == value and type(allowed) is type(value):
                if value != self.default and self.seat_counts and seats not in self.seat_counts:
                    counts = " or ".join(map(str, self.seat_counts))
                    raise SetupError(self.key, value, f"{self.default!r} unless there are {counts} seats")
                return allowed
        raise SetupError(self.key, value, _listed(self.values))


def chosen(options: tuple[Option, ...], wanted: Mapping[str, object] | None, seats: int) -> Mapping[str, OptionValue]:
    """All options with their values: those wanted, and the defaults of the others.

    :raises SetupError: for an unknown option or a value that is not allowed.
    """
    known = {option.key: option for option in options}
    for key in wanted or {}:
        if key not in known:
            raise SetupError("options", key, _listed(known) if known else "none, this game has no options")
    values = {
        option.key: option.check(wanted[option.key], seats) if wanted and option.key in wanted else option.default
        for option in options
    }
    return MappingProxyType(values)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(str(value) for value in values)
