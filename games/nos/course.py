"""The course of a deal: how the stages of its variant open, shut and lock the ends of the line of play."""

from __future__ import annotations

from typing import Self

from games.core.layout.line import Line
from games.core.moves import Move

from .gates import BROKEN, Join
from .variants import Stage, Variant

__all__ = ["Course"]


class Course:
    """Where a line of play stands among the stages of its variant.

    :param variant: what the opener named.
    :param line: the line on which nothing but the opening tile lies; its ends are set as the first stage says.
    """

    __slots__ = ("_lacking", "_number", "left", "variant")

    def __init__(self, variant: Variant, line: Line) -> None:
        self.variant = variant
        self._number = 0
        self.left = 0
        """How many tiles the stage still demands."""
        self._lacking: dict[Join, int] = {}
        self._begin_stage(line)

    def copy(self) -> Self:
        """A course at the same place, for a copy of the line."""
        twin: Self = object.__new__(type(self))
        twin.variant, twin._number, twin.left = self.variant, self._number, self.left
        twin._lacking = self._lacking.copy()
        return twin

    @property
    def stage(self) -> Stage:
        """The stage that has been reached."""
        return self.variant.stages[self._number]

    def placed(self, move: Move, line: Line) -> bool:
        """A tile has been laid on the line; whether the next stage has begun by it."""
        if not self.left:
            return False
        self.left -= 1
        if not self.left:
            self._number += 1
            self._begin_stage(line)
            return True
        if self._lacking:
            self._joined(move, line)
        return False

    def _begin_stage(self, line: Line) -> None:
        self.left = self.stage.tiles
        self._lacking = dict(self.stage.lacking or {})
        for at, (now, after) in self.stage.ends.items():
            if at not in line.gates:
                line.open_arm(at, 0, line.tiles[0].outward)
                line.spinner = 0
            line.regate(at, now, after)

    def _joined(self, move: Move, line: Line) -> None:
        """One join less is lacking; once there are enough of its kind, the sides left take the other kind only."""
        join = Join.TRADITIONAL if move.value.endswith(Join.TRADITIONAL.value) else Join.MATADOR
        self._lacking[join] -= 1
        if self._lacking[join]:
            return
        row = BROKEN[tuple(kind for kind, count in self._lacking.items() if count)]
        for at, gate in line.gates.items():
            if gate.demanded:
                line.regate(at, row, line.rows[at])
