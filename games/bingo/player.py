"""The computer players of Bingo, from simple rules to search.

`casual` plays by simple rules and is not always sure. `regular` tries moves out on redealt copies, with those rules to
the end of the deal. `strong` and `master` search a tree of what could be seen; once few worlds are possible, and always
once the boneyard is used up, they work the deal out. All but `casual` go for the chance to win the match.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, takewhile
from math import comb
from random import Random
from typing import Final, NamedTuple, Protocol, Self, runtime_checkable

from games.core.events import DealBegan, Event, Played
from games.core.match import Computer, Match
from games.core.moves import PLAY, Move
from games.core.tiles import ALL_TILES, DOUBLES, Tile, mask_of, tiles_in
from games.core.tricks import Laid
from games.exact import exact
from games.players import at_least_some, best_of, within
from games.search import search
from games.worlds import Worlds

from .hidden import Knowledge
from .inference import likelihood, refusals
from .playout import CLOSE, MELD, BingoPlayout, Rules, rules_of
from .view import BingoView

_WHIM: Final = 0.15
"""The share of moves that a casual player makes at random."""

_TRIALS: Final = 400
"""How many trials a regular player makes at most."""

_A_POINT: Final = 0.0005
"""What a point counts beside the chance to win the match in trials, whose courses are only likely."""

_BONEYARD: Final = 14
"""The tiles in the boneyard when a deal begins."""

_WORLDS: Final = 40
"""The most possible hands of the other seat with which the deal is worked out."""

_BUDGET: Final = 40_000
"""How many positions are looked at before search takes over."""


@runtime_checkable
class ThinkableBingo(Protocol):
    """What a match of Bingo offers its computers."""

    def deal_unseen(self, seat: int, rng: Random) -> tuple[list[int], list[Tile]]: ...

    def knowledge_of(self, seat: int) -> Knowledge: ...

    def lately(self, seat: int | None) -> Iterator[Event]: ...


def computer_of(level: str) -> Computer:
    """The computer player of a level."""
    return {"casual": _casual, "regular": _regular}.get(level, _strong)


def _casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    if rng.random() < _WHIM:
        return rng.choice(match.sensible(seat))
    return _move(_Seat.of(match, seat, rng, patient=False).world().simple())


def _regular(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    player = _Seat.of(match, seat, rng, patient=False)

    def worth(world: BingoPlayout, move: int) -> float:
        position = world.copy()
        position.play(move)
        position.finish(rng.random)
        return position.worths()[seat]

    return _move(best_of(player.world().choices(), player.world, worth, within(_TRIALS, enough)))


def _strong(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    player = _Seat.of(match, seat, rng, patient=True)
    moves = player.world().choices()
    if len(moves) == 1:
        return _move(moves[0])
    ending = list(player.worlds())
    best = None
    if ending:
        best = exact(seat, moves, ending, _BUDGET, enough)
        enough = at_least_some(enough)
    if best is None:
        best = search(seat, moves, player.likely_worlds().next, rng.random, enough)
    return _move(best)


def _move(number: int) -> Move:
    if number == CLOSE:
        return Move("close")
    return Move(PLAY, ALL_TILES[number % MELD], value="meld" if number >= MELD else "")


# --- Worlds -----------------------------------------------------------------------------------------------------------


class _Seat(NamedTuple):
    """A seat that thinks.

    :ivar view: what it sees.
    :ivar patient: whether it thinks that doubles are kept until many can be declared.
    """

    match: ThinkableBingo
    view: BingoView
    seat: int
    rng: Random
    patient: bool

    @classmethod
    def of(cls, match: Match, seat: int, rng: Random, *, patient: bool) -> Self:
        """The seat of a match.

        :raises TypeError: if the match is not one of Bingo.
        """
        view = match.view(seat)
        if not isinstance(match, ThinkableBingo) or not isinstance(view, BingoView):
            raise TypeError(f"this player plays bingo, not {match.key}")
        return cls(match, view, seat, rng, patient)

    def world(self) -> BingoPlayout:
        """The running deal with all that the seat cannot know dealt again."""
        hands, boneyard = self.match.deal_unseen(self.seat, self.rng)
        world = running(self.view, hands, [tile.index for tile in boneyard])
        world.a_point, world.patient = _A_POINT, self.patient
        return world

    def likely_worlds(self) -> Worlds[BingoPlayout]:
        """Worlds in which the other seat could probably not do what it has not done."""
        other = 1 - self.seat
        face_down = ~mask_of(self.view.open_tiles[other])
        refused = refusals(self._laid(), other, _rules(self.view))

        def likely(world: BingoPlayout) -> float:
            return likelihood(world.hands[other] & face_down, refused)

        return Worlds(self.world, likely if refused else None, self.rng)

    def _laid(self) -> list[Laid]:
        """The tiles that were laid in the first part of the running deal."""
        running = takewhile(lambda event: not isinstance(event, DealBegan), self.match.lately(self.seat))
        laid = [Laid(event.seat, event.tiles[0]) for event in running if isinstance(event, Played)][::-1]
        drawn = _BONEYARD - self.view.boneyard
        return laid[: drawn if self.view.following else drawn + 1]

    def worlds(self) -> Iterator[BingoPlayout]:
        """Every world that is possible, if they are few, equally likely, and leave nothing to chance; else none."""
        other = 1 - self.seat
        world = self.world()
        face_down = mask_of(ALL_TILES[tile] for tile in world.boneyard[1:])
        if not self.view.following:
            return
        known = mask_of(self.view.open_tiles[other])
        held = world.hands[other] & ~known
        hidden, size = held | face_down, held.bit_count()
        knowledge = self.match.knowledge_of(other)
        free = tiles_in(hidden & ~knowledge.void)
        if comb(len(free), size) > _WORLDS or len(knowledge.courses or (0,)) > 1:
            return
        for tiles in combinations(free, size):
            hand = mask_of(tiles)
            if knowledge.courses is None or (hand & DOUBLES).bit_count() in knowledge.courses:
                hands = [hand | known, hand | known]
                hands[self.seat] = mask_of(self.view.hand)
                rest = [tile.index for tile in tiles_in(hidden & ~hand)]
                yield running(self.view, hands, [*world.boneyard[:1], *rest])


def running(view: BingoView, hands: Sequence[int], boneyard: Sequence[int]) -> BingoPlayout:
    """The running deal with these hands and this boneyard."""
    held = list(hands)
    for laid in view.table:
        held[laid.seat] |= laid.tile.bit
    playout = BingoPlayout(
        _rules(view),
        held,
        boneyard,
        view.leader,
        totals=view.totals,
        scores=view.scores,
        opener=view.opener,
        closer=-1 if view.closer is None else view.closer,
        first=view.last_trick is None,
    )
    for laid in view.table:
        declared = bool(view.melds) and view.melds[-1].tile == laid.tile
        playout.play(laid.tile.index + MELD if declared else laid.tile.index)
    return playout


def _rules(view: BingoView) -> Rules:
    return rules_of(
        view.trump,
        doubles_high=bool(view.options["doubles_high"]),
        meld_sets=bool(view.options["big_meld_as_sets"]),
    )
