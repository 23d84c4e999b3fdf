"""Matches that the table may end before their rules do: the entry is kept in the log beside the moves."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from .errors import IllegalMove
from .events import Event
from .match import FINISH, Match
from .moves import Move
from .refusals import MatchOver

_FINISH: Final = Move(FINISH)


class FinishableMatch(Match):
    """A match that may be finished at any time, which is no move of its game."""

    can_finish = True

    def finish(self, seat: int = 0) -> list[Event]:
        """End the match at once, as its game says what that means.

        :param seat: who says so; it is kept in the record and has no other meaning.
        :raises NoSuchSeat: if there is no such seat.
        :raises IllegalMove: if the match is over.
        """
        self._check_running(seat)
        mark = len(self.events)
        self._log.append((seat, _FINISH))
        self._break_off()
        return self.events[mark:]

    def apply(self, seat: int, text: str) -> list[Event]:
        """A move, or ``finish``."""
        return self.finish(seat) if text == FINISH else super().apply(seat, text)

    @abstractmethod
    def _break_off(self) -> None:
        """Tell that the match is finished, and end it."""

    def _check_running(self, seat: int) -> None:
        self._check_seat(seat)
        if self.outcome:
            raise IllegalMove(MatchOver())
