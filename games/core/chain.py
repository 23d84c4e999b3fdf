"""What the chain games share: hands, a boneyard, a line of play, turns, draws and passes, and the end of a deal.

A tile is added to an open end so that the touching halves are equal, one a turn. A player who can play must. A
player who cannot play draws, if the game has drawing, until a tile fits or no more may be drawn. If still no tile
fits, they pass. A deal ends when somebody goes out or when all still in play have passed in succession. The next
deal is dealt inside the play that ends a deal.
"""

from abc import abstractmethod
from itertools import combinations
from math import comb
from random import Random
from typing import Any

from games.core.line import Line
from games.core.unseen import Limits, deal_hidden, drawn, played, shown_to_lack

from . import events
from .dealt import DealtMatch
from .events import CutOff, DealBegan, Dealt, NoScore, Played, Shown
from .match import Family
from .moves import DRAW, PASS, PLAY, Move
from .outcome import DealEndReason, EndReason
from .refusals import (
    BoneyardClosed,
    DoesNotFit,
    MustDraw,
    MustPlay,
    NotInHand,
    NotNow,
    OpeningHasNoPlace,
    PlaceNeeded,
    Refusal,
    TileNeeded,
    UnknownPlace,
    UnknownVerb,
)
from .tiles import ALL_TILES, Tile, mask_of, pips_in, tiles_in
from .view import ChainView, LineDealEnd

_NOTHING: tuple[Move, ...] = ()
_OPENINGS = {tile: Move(PLAY, tile) for tile in ALL_TILES}


class ChainMatch(DealtMatch):
    """A match of a chain game. A game states its hand sizes, who opens, and what the end of a deal brings."""

    family = Family.CHAIN
    reserve: int = 0
    """How many tiles of the boneyard are never drawn; a match may set its own when it begins."""
    last_deal: LineDealEnd | None
    mutable = DealtMatch.mutable | {"_hands", "_boneyard", "_line", "_limits"}

    _hands: list[int]
    """The hand of each seat, as a mask."""
    _boneyard: list[Tile]
    """The next tile to draw is the last."""
    _line: Line
    _turn: int
    """The seat to move."""
    _passes: int
    """How many have passed since the last tile was laid."""
    _in_play: int
    """How many seats were dealt tiles."""
    _limits: list[Limits]
    """For each seat, what its draws and passes have shown about its hand."""
    _scores_before: tuple[int, ...]
    """The scores when the running deal began."""
    _first_entry: int
    """The index in the log of the running deal's first move."""
    _legal: tuple[Move, ...] | None
    """The legal moves of the seat to move; None until they are asked for."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._begin_deal(self._draw_lot("opener"))

    @abstractmethod
    def _hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat is dealt in the deal that begins; 0 for a seat that sits out."""

    @abstractmethod
    def _draws(self) -> bool:
        """Whether a player who cannot play draws."""

    def _begin_deal(self, opener: int) -> None:
        self._deal_number += 1
        self._opener = opener
        self._scores_before = tuple(self._scores)
        self._turn = opener
        self._passes = 0
        self._line = Line()
        self._limits = [{}] * self.seats
        self._legal = None
        self._first_entry = len(self._log)
        self._tell(DealBegan(opener, self._deal_number))
        tiles = self._next_permutation()
        self._hands = []
        start = 0
        for seat, size in enumerate(self._hand_sizes()):
            hand = mask_of(tiles[start : start + size])
            start += size
            self._hands.append(hand)
            if size:
                self._tell(Dealt(seat, tiles_in(hand), size, (seat,)))
        self._boneyard = tiles[start:]
        self._boneyard.reverse()
        self._in_play = len(self._hands) - self._hands.count(0)

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        return () if self.outcome else (self._turn,)

    def moves(self, seat: int) -> tuple[Move, ...]:
        if seat != self._turn or self.outcome:
            return _NOTHING
        if self._legal is None:
            self._legal = self._find_moves()
        return self._legal

    def _find_moves(self) -> tuple[Move, ...]:
        hand = self._hands[self._turn]
        gates = self._line.gates
        if not gates:
            return tuple([_OPENINGS[tile] for tile in tiles_in(hand)])
        found = _NOTHING
        for at, gate in gates.items():
            found += gate.moves[at][hand & gate.mask]
        if found:
            return found
        return (DRAW,) if self._drawable() else (PASS,)

    def _drawable(self) -> int:
        """How many tiles may still be drawn."""
        return max(0, len(self._boneyard) - self.reserve) if self._draws() else 0

    def _reason(self, seat: int, move: Move) -> Refusal:
        if move in (DRAW, PASS):
            if self.moves(seat)[0].tile is not None:
                return MustPlay()
            return MustDraw() if move == PASS else BoneyardClosed()
        if move.verb != PLAY:
            return UnknownVerb(verb=str(move))
        if move.tile is None:
            return TileNeeded(verb=str(move))
        if not self._hands[seat] & move.tile.bit:
            return NotInHand(tile=move.tile, seat=seat)
        places = ", ".join(self._line.gates)
        if not places:
            return OpeningHasNoPlace()
        if not move.at:
            return PlaceNeeded(tile=move.tile, places=places)
        if move.at not in self._line.gates:
            return UnknownPlace(at=move.at, places=places)
        if not self._line.gates[move.at].mask & move.tile.bit:
            return DoesNotFit(tile=move.tile, at=move.at)
        return NotNow(move=move)

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _do(self, seat: int, move: Move) -> None:
        self._legal = None
        if move.tile is not None:
            self._place(seat, move.tile, move)
        elif move == DRAW:
            self._draw(seat)
        elif move == PASS:
            self._pass(seat)
        else:
            self._decide(seat, move)

    def _decide(self, seat: int, move: Move) -> None:
        """Do a move that only this game has."""
        raise NotImplementedError(f"{self.key} lists {move} for seat {seat}, but does not say what it does")

    def _place(self, seat: int, tile: Tile, move: Move) -> None:
        line = self._line
        if line.tiles:
            line.join(tile, move.at, move.value)
        else:
            line.open(tile)
        hands, limits = self._hands, self._limits[seat]
        hands[seat] &= ~tile.bit
        self._passes = 0
        if limits:
            self._limits[seat] = played(limits, tile)
        self.events.append(events.played(seat, tile, move.at))
        if self._placed(seat):
            self._end_turn(seat)

    def _placed(self, seat: int) -> bool:  # noqa: ARG002  # for the games that override it
        """What the placement of a tile brings at once; False if the match is over or its player has yet to decide."""
        return True

    def _end_turn(self, seat: int) -> None:
        """Continue after a tile was laid and scored: end the deal if its player went out, else the next seat moves."""
        if not self._hands[seat]:
            self.events.append(events.out(seat))
            self._end_deal(DealEndReason.OUT, seat)
        else:
            self._turn = self._after(seat)

    def _draw(self, seat: int) -> None:
        self._limits[seat] = drawn(shown_to_lack(self._limits[seat], self._line.fitting()))
        tile = self._boneyard.pop()
        self._hands[seat] |= tile.bit
        self.events.append(events.drew(seat, tile))

    def _pass(self, seat: int) -> None:
        self._limits[seat] = shown_to_lack(self._limits[seat], self._line.fitting())
        self._passes += 1
        self.events.append(events.passed(seat))
        if self._passes == self._in_play:
            self.events.append(events.blocked())
            self._end_deal(DealEndReason.BLOCKED, self._winner_if_blocked())
        else:
            self._turn = self._after(seat)

    def _after(self, seat: int) -> int:
        """The next seat to the left that has tiles."""
        following = seat
        while True:
            following = following + 1 if following + 1 < self.seats else 0
            if self._hands[following] or following == seat:
                return following

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _pips(self) -> tuple[int, ...]:
        """The plain pips in each hand."""
        return tuple(map(pips_in, self._hands))

    def _counted(self) -> tuple[int, ...]:
        """What the tiles in each hand count at the end of the deal."""
        return self._pips()

    def _winner_if_blocked(self) -> int | None:
        """The seat with the fewest pips in hand; of equal partners the first. None if opponents are equal."""
        pips = self._pips()
        fewest = min(count for seat, count in enumerate(pips) if self._hands[seat])
        seats = [seat for seat, count in enumerate(pips) if count == fewest and self._hands[seat]]
        return seats[0] if len({self.side_of(seat) for seat in seats}) == 1 else None

    def _end_deal(self, reason: DealEndReason, winner: int | None) -> None:
        first = len(self.events) - 1  # the event that says how the deal ended
        self._show_hands()
        points = self._settle(winner)
        self._book(points)
        self._tell_points(points, winner)
        self._keep_end(reason, winner, points, first)
        self._close_deal()
        over = self._end_reason()
        if over:
            self._finish(self._ranking(), over)
        else:
            self._begin_deal(self._next_opener())

    def _cut_off(self, over: EndReason) -> None:
        """End the match in the middle of a deal, which brings nothing more. Its end is told from the last tile on."""
        first = max(index for index, event in enumerate(self.events) if isinstance(event, Played))
        self._tell(CutOff())
        self._show_hands()
        self._keep_end(DealEndReason.CUT_OFF, None, (0,) * len(self._scores), first)
        self._finish(self._ranking(), over)

    def _show_hands(self) -> None:
        for seat, (hand, pips) in enumerate(zip(self._hands, self._pips(), strict=True)):
            if hand:
                self._tell(Shown(seat, tiles_in(hand), pips))

    def _keep_end(self, reason: DealEndReason, winner: int | None, points: tuple[int, ...], first: int) -> None:
        """Save how the deal ended. The events from the index `first` on tell of its end."""
        booked = zip(self._scores, self._scores_before, points, strict=True)
        self.last_deal = LineDealEnd(
            number=self._deal_number,
            reason=reason,
            winners=() if winner is None else (self.side_of(winner),),
            line=self._line.view(),
            hands=tuple(map(tiles_in, self._hands)),
            counted=self._counted(),
            points=points,
            scores=tuple(self._scores),
            events=tuple(self.events[first:]),
            during=tuple(now - before - end for now, before, end in booked),
        )

    @abstractmethod
    def _settle(self, winner: int | None) -> tuple[int, ...]:
        """The points that the end of the deal brings each side. It changes nothing. `winner` is None if nobody won."""

    def _book(self, points: tuple[int, ...]) -> None:
        """Write down what the end of the deal brings each side, and anything else that a game keeps account of."""
        for side, value in enumerate(points):
            self._scores[side] += value

    def _tell_points(self, points: tuple[int, ...], winner: int | None) -> None:
        """Add the events that say what the end of the deal brought and why. The scores have been changed before."""
        for side, value in enumerate(points):
            if value or (winner is not None and side == self.side_of(winner)):
                self.events.append(events.scored(side, value, events.ScoreReason.DEAL))
        if winner is None and not any(points):
            self._tell(NoScore())

    def _close_deal(self) -> None:
        """What a game does after a deal is scored, before `_end_reason` is asked."""

    @abstractmethod
    def _end_reason(self) -> EndReason | None:
        """Why the match is over after this deal; None if another follows."""

    @abstractmethod
    def _next_opener(self) -> int:
        """Who opens the next deal."""

    @abstractmethod
    def _ranking(self) -> tuple[frozenset[int], ...]:
        """The sides from best to worst, equals together, if the match ends now."""

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> ChainView:
        return ChainView(**self._facts(seat))

    def _facts(self, seat: int | None) -> dict[str, Any]:
        line = self._line
        return {**super()._facts(seat), "line": line.view(), "drawable": self._drawable(), "alike": line.alike()}

    def _held(self) -> list[int]:
        return self._hands

    def _undrawn(self) -> list[Tile]:
        return self._boneyard

    def _lying(self) -> list[Tile]:
        return [placed.tile for placed in self._line.tiles]

    def deal_unseen(self, seat: int, rng: Random) -> tuple[list[int], list[Tile]]:
        """All hands, as masks, and the boneyard, with everything that the seat cannot know dealt again.

        The next tile to draw is the last. It depends on what the seat can know and on `rng`, never on the true deal.
        """
        others = [other for other in range(self.seats) if other != seat]
        dealt, boneyard = deal_hidden(
            [tiles_in(self._hands[other]) for other in others],
            [self._limits[other] for other in others],
            self._boneyard,
            rng,
        )
        hands = self._hands.copy()
        for other, hand in zip(others, dealt, strict=True):
            hands[other] = mask_of(hand)
        return hands, boneyard

    def possible_hands(self, seat: int, most: int) -> list[int] | None:
        """With two seats every hand, as a mask, that the other seat may hold for all that this one knows.

        :returns: None if there may be more than so many.
        """
        other = 1 - seat
        hidden = self._hands[other] | mask_of(self._boneyard)
        limits = self._limits[other]
        lacked = 0
        for mask, held in limits.items():
            if not held:
                lacked |= mask
        tiles, size = tiles_in(hidden & ~lacked), self._hands[other].bit_count()
        if comb(len(tiles), size) > most:
            return None
        hands = map(mask_of, combinations(tiles, size))
        return [hand for hand in hands if all((hand & mask).bit_count() <= held for mask, held in limits.items())]

    def _redeal(self, seat: int, rng: Random) -> None:
        self._hands, self._boneyard = self.deal_unseen(seat, rng)
        self._legal = None
