"""Leaving a match that goes on for the others, and ending one at any time: what the table may do besides moves."""

from __future__ import annotations

from typing import Final

from games.core.dealt import DealtMatch
from games.core.errors import IllegalMove
from games.core.events import Event
from games.core.finishing import FinishableMatch
from games.core.match import ranked
from games.core.moves import Move
from games.core.outcome import EndReason
from games.core.refusals import Refusal

from .events import Finished, Leaving, Left

__all__ = ["LeavableMatch"]

_FEWEST: Final = 3
_LEAVE: Final = Move("leave")


class _HasLeft(Refusal):
    sentence = "seat {seat} is leaving the match or has left it"
    seat: int


class LeavableMatch(FinishableMatch, DealtMatch):
    """A match that players may leave between deals and the table may end; both are entries of its log."""

    _players: tuple[int, ...]
    """The seats that play the match still."""
    _leaving: frozenset[int]
    """Those of them that leave when the deal ends."""

    def _reset(self) -> None:
        super()._reset()
        self._players = tuple(range(self.seats))
        self._leaving = frozenset()

    def _let_go(self) -> bool:
        """Those who wanted to leave have left; False if fewer than three stay, and then the match is over."""
        for seat in sorted(self._leaving):
            self._tell(Left(seat))
        self._players = tuple(seat for seat in self._players if seat not in self._leaving)
        self._leaving = frozenset()
        if len(self._players) < _FEWEST:
            self._finish(ranked(self._scores), EndReason.TOO_FEW)
        return self.outcome is None

    def leave(self, seat: int) -> list[Event]:
        """A player leaves when the deal ends; with fewer than three the match is then over.

        :raises NoSuchSeat: if there is no such seat.
        :raises IllegalMove: if the match is over, or the player is leaving or has left.
        """
        self._check_running(seat)
        if seat not in self._players or seat in self._leaving:
            raise IllegalMove(_HasLeft(seat=seat))
        self._log.append((seat, _LEAVE))
        self._leaving |= {seat}
        self._tell(Leaving(seat))
        return self.events[-1:]

    def _break_off(self) -> None:
        """The running deal is dropped unsettled, payments made stand."""
        self._tell(Finished())
        self._finish(ranked(self._scores), EndReason.FINISHED)

    def apply(self, seat: int, text: str) -> list[Event]:
        """A move, or ``leave`` or ``finish``."""
        return self.leave(seat) if text == str(_LEAVE) else super().apply(seat, text)
