"""The result of a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class EndReason(StrEnum):
    """The reasons for the end of a match."""

    TARGET = "target"
    """A side has reached the target: a score, a number of deals."""
    LIMIT = "limit"
    """A side has as many bad points as end the match."""
    ROUNDS = "rounds"
    """All rounds have been played, play-offs included."""
    DEALS = "deals"
    """All deals agreed on have been played."""
    LAST_LEFT = "last_left"
    """At most one side is still in; the rules have eliminated the others."""
    TOO_FEW = "too_few"
    """Too few players stay to deal again; the others have left."""
    FINISHED = "finished"
    """The table has ended it in the regular way."""
    STOPPED = "stopped"
    """The table has ended it early: only its complete deals count."""
    RESIGNED = "resigned"
    """A player has given it up."""
    SOLVED = "solved"
    """A solitaire has come out."""
    STUCK = "stuck"
    """A solitaire cannot go on."""
    GAVE_UP = "gave_up"
    """The player of a solitaire has given it up."""


class DealEndReason(StrEnum):
    """The reasons for the end of a deal."""

    OUT = "out"
    """A player went out; in Nos all but one did."""
    BLOCKED = "blocked"
    """All who were still in play passed in succession."""
    CLOSED = "closed"
    """A player rightly said that the tile just laid blocks the layout."""
    LAST_TILE = "last_tile"
    """No one can place a tile."""
    PLAYED_OUT = "played_out"
    """All tiles have been played."""
    TOOK_TRICK = "took_trick"
    """A player who had undertaken to take no trick took one."""
    CALLED = "called"
    """A player called."""
    CUT_OFF = "cut_off"
    """The match was decided in the middle of the deal."""


@dataclass(frozen=True)
class Outcome:
    """The result of a match.

    :ivar winners: the sides that have won; none if a solitaire is lost.
    :ivar scores: the final scores, one entry a side.
    :ivar ranking: the sides from best to worst, ties together.
    :ivar reason: the reason for its end.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ranking: tuple[frozenset[int], ...]
    reason: EndReason


def ranked(scores: Sequence[int], *, fewest_first: bool = False) -> tuple[frozenset[int], ...]:
    """Return the sides from best to worst, ties grouped."""
    order = sorted(set(scores), reverse=not fewest_first)
    return tuple(frozenset(side for side, score in enumerate(scores) if score == value) for value in order)
