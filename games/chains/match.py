"""A chain game whose computers think on a kernel."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar

from games.core.chain import ChainMatch
from games.core.line import ARMS
from games.core.match import Computer
from games.core.moves import DRAW as DRAW_MOVE
from games.core.moves import PASS as PASS_MOVE
from games.core.moves import Move
from games.core.tiles import FULL_SET, mask_of

from .inference import ObservedChoice, choices_of_others
from .kernel import DRAW, EMPTY, PASS, ChainKernel, Setting, code_of, laying
from .player import computer_of

Kernel = TypeVar("Kernel", bound=ChainKernel)


class SearchedChain(ChainMatch):
    """A chain game that gives its running deal as a kernel."""

    @classmethod
    def computer(cls, level: str) -> Computer | None:
        return computer_of(level)

    @abstractmethod
    def kernel(self, hands: Sequence[int], boneyard: Sequence[int]) -> ChainKernel:
        """The running deal with these hidden tiles; all else in it is what everybody can see.

        :param hands: of every seat, as masks.
        :param boneyard: the indices of its tiles, the next to draw last.
        """

    def known_hands(self, seat: int) -> list[int]:
        """The hand of the seat, as a mask, and nothing for the others."""
        return [hand if other == seat else 0 for other, hand in enumerate(self._hands)]

    def number_of(self, move: Move) -> int:
        """A legal move as the kernel knows it."""
        if move.tile is not None:
            return laying(move.tile.index, ARMS.index(move.at) if move.at else 0)
        return {DRAW_MOVE: DRAW, PASS_MOVE: PASS}[move]

    def choices_of_others(self, seat: int) -> list[ObservedChoice]:
        """What the others have chosen in the running deal, as the seat knows it."""
        now = self.kernel(self.known_hands(seat), ())
        begun = type(now)(now.setting, now.hands, (), self._scores_before, self._opener)
        moves = [(actor, self.number_of(move)) for actor, move in self._log[self._first_entry :]]
        hidden = FULL_SET & ~self._hands[seat] & ~mask_of(self._lying())
        return choices_of_others(seat, begun, moves, hidden)

    def _running(self, kind: type[Kernel], setting: Setting, hands: Sequence[int], boneyard: Sequence[int]) -> Kernel:
        """The running deal with the ends of its line."""
        now = kind(setting, hands, boneyard, self._scores, self._turn)
        now.left, now.right, now.passes = self._code("left"), self._code("right"), self._passes
        return now

    def _code(self, at: str) -> int:
        gate = self._line.gates.get(at)
        if gate is None:
            return EMPTY
        return code_of(gate.number, self._line.tip(at).other(gate.number))

    def _playing(self) -> list[int]:
        """The seats that were dealt tiles."""
        return [seat for seat, hand in enumerate(self._hands) if hand]
