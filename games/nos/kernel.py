"""A running deal of Nos on integers, for computer players.

A move is a number, made of the claim, the arm, the outward half, the kind of join and the tile. `PASS` and `DRAW` come
first, and the variants last. All possible melds are declared as soon as a variant is named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, inf, sqrt
from typing import Final, NamedTuple

from games.core.line import ARMS
from games.core.moves import DRAW as DRAW_MOVE
from games.core.moves import PASS as PASS_MOVE
from games.core.moves import Move
from games.core.tiles import ALL_TILES, DOUBLES, FULL_SET
from games.nos.line import Gate

from . import payments
from .deal import Deal
from .variants import BROKEN, CLOSE, VARIANTS, Join, PlayStage
from .view import NosPhase

PASS: Final = 0
DRAW: Final = 1
_FIRST: Final = 2
_TILES: Final = len(ALL_TILES)
_PLAIN, _CLAIM, _IF_BLOCKED = range(3)
_ARMS: Final = len(ARMS)
_NUMBERS: Final = 7
_NAMING: Final = _FIRST + 3 * _ARMS * _NUMBERS * 2 * _TILES
_VARIANT: Final = tuple(VARIANTS)
_NUMBER_OF_VARIANT: Final = {text: _NAMING + index for index, text in enumerate(VARIANTS)}
_ARM: Final = {at: index for index, at in enumerate(ARMS)}

_VALUE: Final = tuple(payments.value(tile) for tile in ALL_TILES)
_PREMIUM: Final = tuple(payments.premium(tile) if tile.is_double else 0 for tile in ALL_TILES)

_SPREAD: Final = {3: 55.0, 4: 61.0, 5: 63.0}
"""The standard deviation of a player's chips in a deal, by the number of players."""

_OPENING: Final = {3: 18.0, 4: 23.0, 5: 27.0}
"""The average advantage of the opener of a deal, in chips."""

_OPENNESS: Final = 2.0
"""The pips that each tile costs that others may lay after a move.

This rule alone gains one seat of four 5 chips a deal.
"""

_ENDLESS: Final = 1000.0
"""The chips per unit of worth where chips count, as in a match without end."""


def _laying(said: int, arm: int, outward: int, traditional: int, tile: int) -> int:
    return _FIRST + (((said * _ARMS + arm) * _NUMBERS + outward) * 2 + traditional) * _TILES + tile


def without_claim(move: int) -> int:
    """Return the move without its claim."""
    return _said(move, _PLAIN)


def with_claim(move: int) -> int:
    """Return the move with the claim of a block."""
    return _said(move, _CLAIM)


def _said(move: int, said: int) -> int:
    if not is_laying(move):
        return move
    return _FIRST + (move - _FIRST) % (_ARMS * _NUMBERS * 2 * _TILES) + said * _ARMS * _NUMBERS * 2 * _TILES


def is_laying(move: int) -> bool:
    """Return True if the move lays a tile."""
    return _FIRST <= move < _NAMING


def tile_of(move: int) -> int:
    """Return the index of the tile that a move lays."""
    return (move - _FIRST) % _TILES


def arm_of(move: int) -> str:
    """Return the place at which a move lays its tile."""
    return ARMS[(move - _FIRST) // (_TILES * 2 * _NUMBERS) % _ARMS]


def at_arm(move: int, at: str) -> int:
    """Return the move with another place."""
    return move + (_ARM[at] - _ARM[arm_of(move)]) * _TILES * 2 * _NUMBERS


def number_of(deal: Deal, move: Move) -> int:
    """Return the number of a legal move after the opening.

    :raises KeyError: if it is none of them.
    """
    if move == PASS_MOVE:
        return PASS
    if move == DRAW_MOVE:
        return DRAW
    if move.tile is None:
        return _NUMBER_OF_VARIANT[move.value]
    outward = deal.line.gates[move.at].ways[move.tile][move.value]
    traditional = move.value.endswith(Join.TRADITIONAL.value)
    return _laying(_CLAIM if move.verb == CLOSE else _PLAIN, _ARM[move.at], outward, traditional, move.tile.index)


class _Offers(dict[tuple[Gate, int], tuple[tuple[int, ...], ...]]):
    """The moves at each gate and arm, by the index of a tile."""

    def __missing__(self, key: tuple[Gate, int]) -> tuple[tuple[int, ...], ...]:
        gate, arm = key
        found: list[tuple[int, ...]] = [()] * _TILES
        for tile, ways in gate.ways.items():
            found[tile.index] = tuple(
                _laying(_IF_BLOCKED, arm, outward, text.endswith(Join.TRADITIONAL.value), tile.index)
                for text, outward in ways.items()
            )
        self[key] = tuple(found)
        return self[key]


_OFFERS: Final = _Offers()


class Stakes(NamedTuple):
    """The stakes of a deal.

    :ivar scores: the chips that each seat had won before this position.
    :ivar left: the deals to be played after this one; None in a match without end.
    :ivar in_chips: whether chips count in place of the chance to win the match.
    """

    players: tuple[int, ...]
    scores: tuple[int, ...]
    left: int | None
    in_chips: bool = False

    def chances(self, won: Sequence[float], opener: int) -> tuple[float, ...]:
        """Return each seat's chance to win, or its chips.

        :param won: the chips that each seat has won since.
        :param opener: the seat that opens the next deal.
        """
        totals = [score + more for score, more in zip(self.scores, won, strict=True)]
        if self.in_chips:
            if self.left != 0:
                totals[opener] += _OPENING[len(self.players)]
            return tuple([total / _ENDLESS for total in totals])
        if self.left == 0:
            most = max(totals)
            winners = totals.count(most)
            return tuple((total == most) / winners for total in totals)
        totals[opener] += _OPENING[len(self.players)]
        if self.left is None:
            return tuple(total / _ENDLESS for total in totals)
        unit = 0.6 * _SPREAD[len(self.players)] * sqrt(self.left)
        most = max(totals)
        parts = [exp((total - most) / unit) for total in totals]
        whole = sum(parts)
        return tuple(part / whole for part in parts)


class NosKernel:
    """A deal in play after its opening (`games.computers.search.Position`).

    :param deal: the deal, which is unchanged; None: empty, until a copy is filled in.
    :param stakes: the worth of its end.
    :ivar turn: the seat to move; -1 once the deal is over.
    :ivar hands: of every seat, as masks.
    """

    __slots__ = (
        "_before",
        "_boneyard",
        "_first_out",
        "_gates",
        "_in_play",
        "_just_placed",
        "_lacking",
        "_laid",
        "_left",
        "_live",
        "_next",
        "_not_yet",
        "_opener",
        "_opening",
        "_passes",
        "_rows",
        "_stage",
        "_stages",
        "_stakes",
        "_tips",
        "_urgent",
        "_won",
        "hands",
        "turn",
    )

    def __init__(self, deal: Deal | None, stakes: Stakes) -> None:
        self._stakes = stakes
        if deal is None:
            return
        self._before, self._next, self._opener = deal.before, deal.next, deal.opener
        self.hands = list(deal.hands)
        self._urgent = list(deal.face_up)
        self._not_yet = deal.not_yet
        self._boneyard = [tile.index for tile in deal.boneyard]
        self._opening = deal.line.tiles[0].tile
        self._laid = len(deal.line.tiles)
        self._live = FULL_SET
        for placed in deal.line.tiles:
            self._live &= ~placed.tile.bit
        for tile in deal.boneyard[: len(deal.boneyard) - deal.drawable()]:
            self._live &= ~tile.bit
        self._gates = [deal.line.gates.get(at) for at in ARMS]
        self._rows = [deal.line.rows.get(at, ()) for at in ARMS]
        self._tips = [0] * _ARMS
        for index, placed in enumerate(deal.line.tiles[1:], 1):
            self._tips[_ARM[placed.at]] = index
        self._just_placed = deal.just_placed
        self._passes = deal.passes
        self._in_play = deal.in_play()
        self._first_out = bool(deal.out)
        self._won = [0.0] * len(deal.hands)
        self.turn = deal.turn
        self._stages: tuple[PlayStage, ...] = ()
        self._stage = self._left = 0
        self._lacking = (0, 0)
        if deal.course is not None:
            course = deal.course
            self._stages, self._stage, self._left = course.variant.stages, course.number, course.left
            self._lacking = course.lacking(Join.TRADITIONAL), course.lacking(Join.MATADOR)
            if deal.phase is NosPhase.MELD:
                self._declare_from(deal.turn)

    def copy(self) -> NosKernel:
        """Return an independent position in the same state."""
        twin = NosKernel(None, self._stakes)
        twin._before, twin._next, twin._opener = self._before, self._next, self._opener
        twin.hands = self.hands.copy()
        twin._urgent = self._urgent
        twin._not_yet = self._not_yet
        twin._boneyard = self._boneyard.copy()
        twin._opening = self._opening
        twin._laid = self._laid
        twin._live = self._live
        twin._gates = self._gates.copy()
        twin._rows = self._rows.copy()
        twin._tips = self._tips.copy()
        twin._just_placed = self._just_placed
        twin._passes = self._passes
        twin._in_play = self._in_play
        twin._first_out = self._first_out
        twin._won = self._won.copy()
        twin.turn = self.turn
        twin._stages, twin._stage, twin._left = self._stages, self._stage, self._left
        twin._lacking = self._lacking
        return twin

    # --- Moves -----------------------------------------------------------------------------------------------------

    def choices(self) -> list[int]:
        """Return sensible moves: right claims, and draws only if nothing fits."""
        if not self._stages:
            return [_NUMBER_OF_VARIANT[text] for text in worth_naming(self._opening.index)]
        hand = self.hands[self.turn] & ~self._not_yet
        urgent = self._urgent[self.turn] & hand
        return (urgent and self._plays(urgent)) or self._plays(hand) or [DRAW if len(self._boneyard) > 2 else PASS]

    def _plays(self, hand: int) -> list[int]:
        found: list[int] = []
        gates, rows, tips = self._gates, self._rows, self._tips
        last = self._laid - 1
        for arm, gate in enumerate(gates):
            if gate is None or not gate.mask & hand:
                continue
            if any(
                gates[other] is gate and rows[other] is rows[arm] and (tips[other] == last) == (tips[arm] == last)
                for other in range(arm)
            ):
                continue
            offers = _OFFERS[gate, arm]
            fitting = gate.mask & hand
            while fitting:
                bit = fitting & -fitting
                fitting ^= bit
                found += offers[bit.bit_length() - 1]
        return found

    def play(self, move: int) -> int:
        """Play a move; return a drawn tile's index plus one, else 0."""
        if move >= _NAMING:
            self._name(_VARIANT[move - _NAMING])
            return 0
        seat = self.turn
        if move == DRAW:
            tile = self._boneyard.pop()
            self.hands[seat] |= 1 << tile
            return tile + 1
        if move == PASS:
            self._just_placed = None
            held_back = self._not_yet and self._not_yet & self.fitting()
            self._passes = 0 if held_back else self._passes + 1
            if self._passes == self._in_play:
                self._end()
            else:
                self._pass_turn()
            return 0
        self._lay(seat, move - _FIRST)
        return 0

    def _lay(self, seat: int, way: int) -> None:
        way, tile = divmod(way, _TILES)
        way, traditional = divmod(way, 2)
        way, outward = divmod(way, _NUMBERS)
        said, arm = divmod(way, _ARMS)
        bit = 1 << tile
        self.hands[seat] &= ~bit
        self._live &= ~bit
        self._passes = 0
        before = self._before[seat]
        if _PREMIUM[tile] and self._just_placed == before and self._tips[arm] == self._laid - 1:
            self._won[before] -= _PREMIUM[tile]
            self._won[seat] += _PREMIUM[tile]
        self._just_placed = seat
        self._tips[arm] = self._laid
        self._laid += 1
        self._gates[arm] = self._rows[arm][outward]
        if self._left:
            self._served(traditional)
        if not self.hands[seat]:
            self._in_play -= 1
            if not self._first_out:
                self._first_out = True
                self._collect(seat, payments.OUT)
        if said:
            right = self.is_blocked()
            if right or said == _CLAIM:
                self._claim(seat, right=right)
            if right:
                self._end()
                return
        if self._in_play == 1:
            self._end()
        else:
            self._pass_turn()

    def fitting(self) -> int:
        """Return the mask of fitting tiles, including those on the table."""
        mask = 0
        for gate in self._gates:
            if gate is not None:
                mask |= gate.mask
        return mask

    def is_blocked(self) -> bool:
        """Return True if no tile in hands or still drawable fits."""
        live = self._live
        return not any(gate is not None and gate.mask & live for gate in self._gates)

    def _claim(self, seat: int, *, right: bool) -> None:
        amount = payments.RIGHT_CLAIM if right else -payments.WRONG_CLAIM
        for other in self._stakes.players:
            if other != seat and self.hands[other]:
                self._won[other] -= amount
                self._won[seat] += amount

    def _collect(self, seat: int, amount: int) -> None:
        for other in self._stakes.players:
            self._won[other] -= amount
        self._won[seat] += amount * len(self._stakes.players)

    def _pass_turn(self) -> None:
        self._not_yet = 0
        seat = self._next[self.turn]
        while not self.hands[seat]:
            seat = self._next[seat]
        self.turn = seat

    def _end(self) -> None:
        """Settle the deal and set the turn to -1."""
        players = self._stakes.players
        values = [payments.hand_value(hand) for hand in self.hands]
        total = sum(values)
        for seat in players:
            self._won[seat] += total - len(players) * values[seat]
        loser, most = self._opener, -1
        seat = self._next[self._opener]
        for _ in players:
            if values[seat] > most:
                loser, most = seat, values[seat]
            seat = self._next[seat]
        self._opener = loser
        self.turn = -1

    # --- The variant -----------------------------------------------------------------------------------------------

    def _name(self, text: str) -> None:
        self._stages = VARIANTS[text].stages
        self._stage = 0
        self._begin_stage()
        self._declare_from(self._opener)

    def _declare_from(self, seat: int) -> None:
        """Declare all melds from a seat to the opener; begin play."""
        while True:
            doubles = (self.hands[seat] & DOUBLES).bit_count()
            self._collect(seat, payments.meld(len(self._stakes.players), doubles))
            seat = self._next[seat]
            if seat == self._opener:
                break
        self.turn = self._next[self._opener]

    def _begin_stage(self) -> None:
        stage = self._stages[self._stage]
        self._left = stage.tiles
        lacking = stage.lacking or {}
        self._lacking = lacking.get(Join.TRADITIONAL, 0), lacking.get(Join.MATADOR, 0)
        for at, (now, after) in stage.ends.items():
            arm = _ARM[at]
            gate = self._gates[arm]
            self._gates[arm] = now[self._opening.low if gate is None else gate.number]
            self._rows[arm] = after

    def _served(self, traditional: int) -> None:
        """Count a tile demanded by the stage."""
        self._left -= 1
        if not self._left:
            self._stage += 1
            self._begin_stage()
        elif any(self._lacking):
            left = self._lacking
            self._lacking = left[0] - traditional, left[1] - (not traditional)
            if not all(self._lacking):
                row = BROKEN[(Join.TRADITIONAL,) if self._lacking[0] else (Join.MATADOR,)]
                for arm, gate in enumerate(self._gates):
                    if gate is not None and gate.demanded:
                        self._gates[arm] = row[gate.number]

    # --- Play to the end -------------------------------------------------------------------------------------------

    def weight(self, move: int) -> float:
        """Return a move's appeal by the pips that it sheds, its payments and the tiles that others may lay after it."""
        return self.appeal(move, _OPENNESS)

    def appeal(self, move: int, openness: float) -> float:
        """Return a move's appeal by simple rules.

        :param openness: the pips that each tile costs that others may lay after it.
        """
        if not is_laying(move):
            return 0.0
        way, tile = divmod(move - _FIRST, _TILES)
        way, outward = divmod(way // 2, _NUMBERS)
        arm = way % _ARMS
        pays = self._just_placed == self._before[self.turn] and self._tips[arm] == self._laid - 1
        appeal = float(_VALUE[tile] + (2 * _PREMIUM[tile] if pays else 0))
        if not openness:
            return appeal
        mask = self._rows[arm][outward].mask
        for other, gate in enumerate(self._gates):
            if other != arm and gate is not None:
                mask |= gate.mask
        return appeal - openness * (mask & self._live & ~self.hands[self.turn]).bit_count()

    def finish(self, random: Callable[[], float], openness: float = _OPENNESS) -> None:
        """Play the deal out by simple rules, without wrong claims.

        :param openness: as in `appeal`; with 0 only the pips that a move sheds count.
        """
        while self.turn >= 0:
            choices = self.choices()
            if len(choices) == 1:
                self.play(choices[0])
            elif choices[0] >= _NAMING:
                self.play(choices[int(random() * len(choices))])
            else:
                best, most = choices[0], -inf
                for move in choices:
                    appeal = self.appeal(move, openness) if openness else _VALUE[tile_of(move)]
                    looks = appeal + _WHIM * random()
                    if looks > most:
                        best, most = move, looks
                self.play(best)

    def worths(self) -> tuple[float, ...]:
        """Return each seat's winning chance, or chips, after the deal."""
        return self._stakes.chances(self._won, self._opener)

    @property
    def won(self) -> tuple[float, ...]:
        """The chips won by each seat since the kernel was created."""
        return tuple(self._won)


_WHIM: Final = 6.0
"""The most pips by which a playout overrates a tile."""


def _worth_naming(tile: int) -> tuple[str, ...]:
    """Return the allowed variants, without mirror images after a double."""
    opening = ALL_TILES[tile]
    return tuple(
        text
        for text, variant in VARIANTS.items()
        if variant.opening.allows(opening) and not (opening.is_double and variant.choice.half == "right")
    )


_WORTH_NAMING: Final = tuple(map(_worth_naming, range(_TILES)))


def worth_naming(tile: int) -> tuple[str, ...]:
    """Return the variants worth trying with this opening tile."""
    return _WORTH_NAMING[tile]
