"""The errors that the engine raises."""

from typing import Self

from .names import quoted
from .refusals import Refusal


class GameError(ValueError):
    """The base of all errors of the engine."""


class IllegalMove(GameError):
    """An illegal move, which changed nothing; `refusal` is the reason."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[Self], tuple[Refusal]]:
        return type(self), (self.refusal,)


class NoSuchSeat(GameError):
    """A seat that the match does not have."""


class SetupError(GameError):
    """A bad argument for a new match, and the accepted values.

    `what` is ``game``, ``seats``, ``options``, ``seed``, ``deals``, ``lots`` or the key of an option.
    """

    def __init__(self, what: str, got: object, allowed: str) -> None:
        super().__init__(f"{what}: {quoted(got)} will not do; allowed: {allowed}")
        self.what = what
        self.got = got
        self.allowed = allowed

    def __reduce__(self) -> tuple[type[Self], tuple[str, object, str]]:
        return type(self), (self.what, self.got, self.allowed)


class RecordError(GameError):
    """A text that is not the record of a match."""
