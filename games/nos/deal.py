"""One deal of Nos: hands, line of play and legal moves."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, Self

from games.core.copying import Copyable
from games.core.moves import DRAW, PASS, PLAY, Move
from games.core.tiles import ALL_TILES, DOUBLES, Tile, mask_of, tiles_in
from games.nos.variants import StageCourse

from . import offences, payments
from .knowledge import NosKnowledge
from .line import Line
from .variants import ALLOWED
from .view import NosPhase

MELD: Final = Move("meld")

_CLOSED: Final = 2
"""The number of boneyard tiles that are never drawn."""

_NAMES: Final[Mapping[Tile, tuple[Move, ...]]] = {
    tile: tuple(Move("variant", value=text) for text in ALLOWED[tile]) for tile in ALL_TILES
}
"""For each opening tile the moves that name a variant."""


class Deal(Copyable):
    """The table during one deal, with the payments of this deal only.

    :param players: the seats that play, in order.
    :param hands: the hands dealt to all seats, as masks.
    :param boneyard: the other tiles in drawing order.
    :param opener: the seat that opens.
    :param by_double: whether it opens because it holds the highest double dealt.
    """

    mutable = frozenset({"hands", "melded", "face_up", "boneyard", "line", "out", "acts", "knowledge"})

    turn: int
    """The seat to move."""
    phase: NosPhase
    """The task of the seat to move."""
    hands: list[int]
    """The hand of each seat, as a mask."""
    melded: list[int]
    """For each seat the declared doubles still in hand, as a mask."""
    face_up: list[int]
    """For each seat the tiles in hand that lie face up for an offence, as a mask."""
    not_yet: int
    """The face-up tiles that cannot be played in this turn, as a mask."""
    boneyard: list[Tile]
    """The next tile to draw is the last."""
    line: Line
    course: StageCourse | None
    """The progress through the stages of the variant; None before it is named."""
    just_placed: int | None
    """The seat that laid the last tile; None after a pass."""
    passes: int
    """The number of forced passes in succession, since the last tile or unforced pass."""
    out: list[int]
    """The seats that have gone out, in order."""
    paid: list[list[int]]
    """``paid[payer][receiver]``, the total payments of the deal."""
    drew_against_the_rules: bool
    """Whether the opener has drawn although holding a double."""
    acts: list[tuple[int, int, int]]
    """The public acts: the seat, for a hidden draw the fitting tiles, and the tile laid; as masks."""
    knowledge: NosKnowledge
    """The public knowledge of the hidden tiles."""

    def __init__(
        self, players: tuple[int, ...], hands: Sequence[int], boneyard: Sequence[Tile], opener: int, *, by_double: bool
    ) -> None:
        seats = len(hands)
        self.players = players
        self.before = {seat: players[index - 1] for index, seat in enumerate(players)}
        self.next = {seat: players[(index + 1) % len(players)] for index, seat in enumerate(players)}
        self.opener = self.turn = opener
        self.phase = NosPhase.OPENING
        self.hands = list(hands)
        self.melded = [0] * seats
        self.face_up = [0] * seats
        self.not_yet = 0
        self.boneyard = list(reversed(boneyard))
        self.line = Line()
        self.course = None
        self.just_placed = None
        self.passes = 0
        self.out = []
        self.acts = []
        self.paid = [[0] * seats for _ in range(seats)]
        self.drew_against_the_rules = False
        self.knowledge = NosKnowledge(hands, opener if by_double else None)

    def copy(self) -> Self:
        twin = super().copy()
        twin.course = self.course.copy() if self.course else None
        twin.paid = [row.copy() for row in self.paid]
        return twin

    def redeal(self, observer: int, rng: Random) -> None:
        """Redeal everything that a seat cannot know."""
        lying_open = [melded | face_up for melded, face_up in zip(self.melded, self.face_up, strict=True)]
        hidden = [hand & ~known for hand, known in zip(self.hands, lying_open, strict=True)]
        hands, self.boneyard = self.knowledge.deal_afresh(observer, hidden, self.boneyard, _CLOSED, rng)
        self.hands = [hand | known for hand, known in zip(hands, lying_open, strict=True)]

    # --- Who and what ----------------------------------------------------------------------------------------------

    def others(self, seat: int) -> tuple[int, ...]:
        """Return all other players from the left, even without tiles."""
        index = self.players.index(seat)
        return self.players[index + 1 :] + self.players[:index]

    def in_play(self) -> int:
        """Return the number of players who still have tiles."""
        return len(self.players) - len(self.out)

    def drawable(self) -> int:
        """Return the number of tiles that may still be drawn."""
        return max(0, len(self.boneyard) - _CLOSED)

    def is_blocked(self) -> bool:
        """Return True if no tile in hands or still drawable fits."""
        fitting = self.line.fitting()
        return not any(hand & fitting for hand in self.hands) and not any(
            tile.bit & fitting for tile in self.boneyard[_CLOSED:]
        )

    def fitting_off_table(self) -> int:
        """Return the mask of fitting tiles not on the table."""
        return self.line.fitting() & ~mask_of(placed.tile for placed in self.line.tiles)

    def values(self) -> tuple[int, ...]:
        """Return the pips in each hand, for payments."""
        return tuple(map(payments.hand_value, self.hands))

    def loser(self) -> int:
        """Return the first seat with the most pips, the opener last."""
        return max((*self.others(self.opener), self.opener), key=self.values().__getitem__)

    # --- What may be done ------------------------------------------------------------------------------------------

    def proper(self) -> tuple[Move, ...]:
        """Return the proper moves of the player to move."""
        if self.phase is NosPhase.PLAY:
            return self._proper_plays()
        if self.phase is NosPhase.OPENING:
            return tuple(Move(PLAY, tile) for tile in tiles_in(self.opening_doubles())) or (DRAW,)
        if self.phase is NosPhase.VARIANT:
            return _NAMES[self.line.tiles[0].tile]
        return (MELD, PASS)

    def opening_doubles(self) -> int:
        """Return the mask of doubles that may open, without face-up ones."""
        return self.hands[self.opener] & DOUBLES & ~self.face_up[self.opener]

    def _proper_plays(self) -> tuple[Move, ...]:
        """Return the plays, with and without claims, and the draw.

        A face-up tile must be played if it fits.
        """
        hand = self.hands[self.turn] & ~self.not_yet
        urgent = self.face_up[self.turn] & hand
        if urgent:
            plays = self._plays(urgent)
            if plays:
                return plays
        plays = self._plays(hand)
        if len(self.boneyard) > _CLOSED:
            return (*plays, DRAW)
        return plays or (PASS,)

    def _plays(self, hand: int) -> tuple[Move, ...]:
        found: tuple[Move, ...] = ()
        for at, gate in self.line.gates.items():
            fitting = hand & gate.mask
            if fitting:
                found += gate.moves[at][fitting]
        return found

    def offences(self, seat: int) -> tuple[Move, ...]:
        """Return a player's current offences, for tables with fines."""
        hand = self.hands[seat] & ~self.face_up[seat]
        if seat != self.turn:
            return offences.out_of_turn(self.line, hand, self.phase)
        if self.phase is NosPhase.PLAY:
            return offences.in_turn(self.line, hand, len(self.boneyard), self.drawable())
        holds_double = self.phase is NosPhase.OPENING and hand & DOUBLES
        return (DRAW,) if holds_double and not self.drew_against_the_rules else ()

    def offenders_out_of_turn(self) -> tuple[int, ...]:
        """Return the seats that can commit an offence out of turn."""
        if self.phase not in (NosPhase.OPENING, NosPhase.PLAY):
            return ()
        return tuple(s for s in self.players if s != self.turn and self.hands[s] & ~self.face_up[s])

    # --- What changes ----------------------------------------------------------------------------------------------

    def draw(self, seat: int, *, hidden: bool) -> Tile:
        """Move the next boneyard tile into a hand and return it.

        :param hidden: whether the other players do not see it.
        """
        closed = not self.drawable()
        tile = self.boneyard.pop()
        self.hands[seat] |= tile.bit
        if hidden:
            self.acts.append((seat, self.line.fitting(), 0))
            self.knowledge.drew(seat)
        elif closed:
            self.knowledge.drew_from_the_reserve(tile)
        return tile

    def uncover(self, seat: int, tile: Tile) -> None:
        """Show a hand's tile to all, unless already face up."""
        if not (self.melded[seat] | self.face_up[seat]) & tile.bit:
            self.knowledge.uncovered(seat, tile)

    def leave_hand(self, seat: int, tile: Tile) -> None:
        """Move a tile to the line of play."""
        self.uncover(seat, tile)
        self.hands[seat] &= ~tile.bit
        self.melded[seat] &= ~tile.bit
        self.face_up[seat] &= ~tile.bit

    def ask_for_melds(self, seat: int) -> None:
        """Ask the next player with enough doubles, or begin play.

        All players see who is asked, and so who is not.
        """
        fewest = min(payments.MELDS[len(self.players)])
        while True:
            lying_open = (self.face_up[seat] & DOUBLES).bit_count()
            if payments.meld(len(self.players), (self.hands[seat] & DOUBLES).bit_count()):
                self.knowledge.has_doubles(seat, fewest - lying_open)
                self.turn = seat
                return
            self.knowledge.lacks_doubles(seat, fewest - 1 - lying_open)
            if self.next[seat] == self.opener:
                self.begin_play()
                return
            seat = self.next[seat]

    def begin_play(self) -> None:
        """End the melds; the opener's left neighbour moves first."""
        self.phase = NosPhase.PLAY
        self.turn = self.next[self.opener]

    def pass_turn(self) -> None:
        """Pass the turn to the next player with tiles."""
        self.not_yet = 0
        seat = self.next[self.turn]
        while not self.hands[seat]:
            seat = self.next[seat]
        self.turn = seat


def holder_of_the_highest_double(hands: list[int]) -> int | None:
    """Return the seat with the highest double, if any."""
    doubles = [hand & DOUBLES for hand in hands]
    return doubles.index(max(doubles)) if any(doubles) else None
