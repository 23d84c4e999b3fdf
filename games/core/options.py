"""The options of a game, as data."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeGuard

from .errors import SetupError

OptionValue = str | int | bool


@dataclass(frozen=True)
class Option:
    """One choice of a game.

    :param key: its name in ``options``.
    :param values: the values offered, in this order; without `between` the only ones allowed.
    :param default: the value when nothing is chosen.
    :param seat_counts: the numbers of seats with which it may differ from its default; empty: any.
    :param between: the bounds, inclusive, of the whole numbers allowed besides `values`; None: no others.
    """

    key: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    seat_counts: tuple[int, ...] = ()
    between: tuple[int, int] | None = None

    @property
    def allowed(self) -> str:
        """The allowed values in any language: ``60, 100, 120 (20–500)``."""
        return _listed(self.values) + (f" ({self.between[0]}–{self.between[1]})" if self.between else "")

    def number(self, text: str) -> int | None:
        """Return the number in a text if it lies in `between`."""
        found = int(text) if re.fullmatch("[0-9]{1,9}", text, re.ASCII) else None
        return found if self._is_between(found) else None

    def _is_between(self, value: object) -> TypeGuard[int]:
        return self.between is not None and type(value) is int and self.between[0] <= value <= self.between[1]

    def check(self, value: object, seats: int) -> OptionValue:
        """Return the value if allowed for this number of seats.

        :raises SetupError: naming the allowed values.
        """
        others: tuple[OptionValue, ...] = (value,) if self._is_between(value) else ()
        for allowed in (*self.values, *others):
            if allowed == value and type(allowed) is type(value):
                if value != self.default and self.seat_counts and seats not in self.seat_counts:
                    counts = " or ".join(map(str, self.seat_counts))
                    raise SetupError(self.key, value, f"{self.default!r} unless there are {counts} seats")
                return allowed
        raise SetupError(self.key, value, self.allowed)


def chosen(options: tuple[Option, ...], wanted: Mapping[str, object] | None, seats: int) -> Mapping[str, OptionValue]:
    """Return all options' values: those wanted, else the defaults.

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
