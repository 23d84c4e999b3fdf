"""The computer players of Seventy-Nine.

`casual` bids what its hand promises, names the trumps that promise most and plays by simple rules. The others bid, name
trumps and play by what comes of it in redealt copies; `strong` and `master` have more time for it.

In a copy all hands are known. The rest of its deal is played by simple rules (`SeventyNinePlayout`), its yield weighed
by the scores of the match. In the auction the same playouts serve all bids, as a bid only says what must be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt, tanh
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple, TypeVar

from games.core.match import Computer, Match
from games.core.moves import PASS, Move
from games.core.tiles import ALL_TILES, HIGHEST, Tile
from games.players import best_of

from .playout import SeventyNinePlayout, suits_of
from .suits import ALL_POINTS
from .view import Phase, SeventyNineView

_NELLO: Final = "nello"
_HAND: Final = 9
_SEATS: Final = 6

_TRUMPS_TRIED: Final = 2
"""With so many trumps a hand is tried when it could bid."""

_CAUTION: Final = 8
"""How many points above its bid a hand must make to count as making it, because others may defend better."""

_NELLO_CAUTION: Final = 0.2
"""What is subtracted from the share of playouts that hold a Nel-O: others may defend better."""

_RAISE: Final = 0.003
"""A bid is raised, to keep others out, as long as that costs no more of the chances than this."""

_RESERVE: Final = 2
"""How many points less than it promises a hand bids at once, where that leaves better chances than a pass."""

_TRIES: Final = 3
"""How many copies are dealt at most to find one in which the highest bidder's hand fits the bid."""

_BLUFF: Final = 12
"""By how many points a hand may promise less than its bid."""

_OVERBID_PARTNER: Final = 10
"""By how many points a hand must promise more than a partner's bid to go above it."""

_PER_DEAL: Final = 80 / 250
"""By how much a deal moves the scores, as a share of the target."""


class _Samples(NamedTuple):
    """What came of the playouts in the auction.

    :ivar made: for each trump number tried the tricks and points of both sides, playout by playout.
    :ivar passed: the chances after a pass.
    :ivar held: whether a Nel-O was held.
    """

    made: dict[int, list[_Count]]
    passed: list[float]
    held: list[bool]


class _Count(NamedTuple):
    """What both sides took in a deal."""

    tricks: tuple[int, int]
    totals: tuple[int, int]


_Hands = tuple[tuple[int, ...], ...]


_FEWEST_TRIALS: Final = 8
"""With fewer trials of a move, or copies in the auction, simple rules decide."""

_CLEARLY: Final = 1.0
"""By how many standard errors a move must be better than that of simple rules."""

_WHIM: Final = 0.1
"""A casual player lays so large a share of its tiles at random."""


def computer_of(level: str) -> Computer:
    """The computer player of a level."""
    return _casual if level == "casual" else _thinking


def _casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    view = _view(match, seat)
    hand = [tile.index for tile in view.hand]
    if view.phase is Phase.BIDDING:
        return _bid_at_sight(view, hand)
    if view.phase is Phase.TRUMP:
        return next(move for move in view.moves if move.value == str(_best_trump(hand)[0]))
    if rng.random() < _WHIM:
        return rng.choice(view.moves)
    return _at_sight(match, view, rng)


def _bid_at_sight(view: SeventyNineView, hand: Sequence[int]) -> Move:
    """The next number if the hand promises it, and enough more to go above a partner; else a pass."""
    numbers = [move for move in view.moves if move.value not in {"", _NELLO}]
    highest = next((call for call in view.calls if call.bid == view.highest), None)
    above_partner = highest is not None and (highest.seat - (view.seat or 0)) % 2 == 0
    promised = _best_trump(hand)[1] - _RESERVE - (_OVERBID_PARTNER if above_partner else 0)
    return numbers[0] if numbers and promised >= int(numbers[0].value) else PASS


def _thinking(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    view = _view(match, seat)
    if view.phase is Phase.BIDDING:
        return _call(match, view, rng, enough)
    own = [tile.index for tile in view.hand]
    if view.phase is Phase.TRUMP:
        best_trump = str(_best_trump(own)[0])
        return _clearly_best(
            next(move for move in view.moves if move.value == best_trump),
            [move for move in view.moves if any(tile.has(int(move.value)) for tile in view.hand)],
            lambda: _hands(match.redeal_unseen(seat, rng)),
            lambda hands, move: _of_bid(view, int(view.highest), seat, _playout(hands, seat, int(move.value))),
            enough,
        )
    return _clearly_best(
        _at_sight(match, view, rng),
        view.moves,
        lambda: _running(match.redeal_unseen(seat, rng), view),
        lambda playout, move: _of_play(view, playout, move.tile),
        enough,
    )


_D = TypeVar("_D")


def _clearly_best(
    simple: Move,
    moves: Sequence[Move],
    deal_afresh: Callable[[], _D],
    worth: Callable[[_D, Move], float],
    enough: Callable[[], bool],
) -> Move:
    """The best move as `best_of` finds it, but the one of simple rules unless the best is clearly better.

    In few trials chance would often find a move that is worse than what simple rules say.
    """
    tried: dict[Move, list[float]] = {move: [] for move in moves}

    def noted(deal: _D, move: Move) -> float:
        found = worth(deal, move)
        tried[move].append(found)
        return found

    best = best_of(moves, deal_afresh, noted, enough)
    gains = [one - other for one, other in zip(tried[best], tried[simple], strict=False)]  # one may have been dropped
    if len(gains) < _FEWEST_TRIALS:
        return simple
    return best if fmean(gains) > _CLEARLY * stdev(gains) / sqrt(len(gains)) else simple


def _at_sight(match: Match, view: SeventyNineView, rng: Random) -> Move:
    """The tile that simple rules lay."""
    playout = _running(match.redeal_unseen(view.seat or 0, rng), view)
    chosen = playout.choice_in_nello() if view.nello else playout.choice()
    return next(move for move in view.moves if move.tile is ALL_TILES[chosen])


def _view(match: Match, seat: int) -> SeventyNineView:
    """What the seat sees.

    :raises TypeError: if the match is not one of Seventy-Nine.
    """
    view = match.view(seat)
    if not isinstance(view, SeventyNineView):
        raise TypeError(f"this player plays seventy_nine, not {match.key}")
    return view


def _hands(deal: Match) -> _Hands:
    """All hands of a redealt copy, as indices of tiles."""
    return tuple(tuple(tile.index for tile in deal.view(seat).hand) for seat in range(deal.seats))


# --- What a deal is worth --------------------------------------------------------------------------------------------


def _chances(view: SeventyNineView, scores: Sequence[int], bidders: int) -> float:
    """How well the seat's side stands with these scores after a deal: from -1, the match is lost, to 1."""
    mine = (view.seat or 0) % 2
    lead = scores[mine] - scores[1 - mine]
    if max(scores) >= view.target:
        winner = bidders if min(scores) >= view.target else int(scores[1] > scores[0])
        return 1.0 if winner == mine else -1.0
    return tanh(lead / (view.target * (1 + _PER_DEAL) - max(scores)))


def _after(view: SeventyNineView, bidders: int, bid: int, count: _Count, *, caution: int = 0) -> float:
    """The chances after a deal in which a side had bid so much, and took what it took.

    :param caution: so many points more are asked for the bid to count as made, as far as there are so many.
    """
    made = count.totals[bidders] >= min(ALL_POINTS, bid + caution)
    winner = bidders if made else 1 - bidders
    scores = list(view.scores)
    match view.options["scoring"]:
        case "tricks":
            running = view.tricks if view.phase is Phase.PLAY else (0, 0)  # what has been booked already
            scores = [score + all_ - now for score, all_, now in zip(scores, count.tricks, running, strict=True)]
        case "marks":
            scores[winner] += 1
        case _ if made:
            scores = [score + total for score, total in zip(scores, count.totals, strict=True)]
        case _:
            scores[winner] += bid + count.totals[winner]
    mine = (view.seat or 0) % 2
    return _chances(view, scores, bidders) + (count.totals[mine] - count.totals[1 - mine]) * 1e-5


def _after_nello(view: SeventyNineView, bidders: int, *, held: bool) -> float:
    scores = list(view.scores)
    scores[bidders if held else 1 - bidders] += {"tricks": 9, "marks": 1}.get(str(view.options["scoring"]), ALL_POINTS)
    return _chances(view, scores, bidders)


# --- Playouts --------------------------------------------------------------------------------------------------------


def _count(playout: SeventyNinePlayout) -> _Count:
    tricks, counts = playout.tricks, playout.counts
    return _Count((tricks[0], tricks[1]), (tricks[0] + counts[0], tricks[1] + counts[1]))


def _playout(hands: _Hands, bidder: int, trump: int) -> _Count:
    """What both sides take when this seat leads with these trumps."""
    playout = SeventyNinePlayout(suits_of(trump, own_doubles=False), [list(hand) for hand in hands], bidder)
    playout.to_end()
    return _count(playout)


def _holds_nello(view: SeventyNineView, hands: _Hands, bidder: int) -> bool:
    suits = suits_of(None, own_doubles=view.options["nello_doubles"] == "own")
    playing = [[] if seat != bidder and (seat - bidder) % 2 == 0 else list(hand) for seat, hand in enumerate(hands)]
    playout = SeventyNinePlayout(suits, playing, bidder, bidder=bidder)
    playout.to_end()
    return not playout.tricks[bidder % 2]


def _of_bid(view: SeventyNineView, bid: int, bidder: int, count: _Count) -> float:
    return _after(view, bidder % 2, bid, count)


def _running(deal: Match, view: SeventyNineView) -> SeventyNinePlayout:
    """The running deal of a redealt copy, as it lies."""
    hands = [list(hand) for hand in _hands(deal)]
    for seat in view.sitting_out:
        hands[seat] = []
    for laid in view.table:
        hands[laid.seat].append(laid.tile.index)
    bidder = view.bidder or 0
    own_doubles = view.nello and view.options["nello_doubles"] == "own"
    suits = suits_of(view.trump, own_doubles=own_doubles)
    playout = SeventyNinePlayout(suits, hands, view.leader or 0, bidder=bidder if view.nello else -1)
    playout.tricks[:], playout.counts[:] = view.tricks, view.count_points
    for laid in view.table:
        playout.lay(laid.tile.index)
    return playout


def _of_play(view: SeventyNineView, playout: SeventyNinePlayout, tile: Tile | None) -> float:
    """The chances if the seat lays this tile now."""
    playout = playout.copy()
    playout.lay(tile.index if tile else -1)
    playout.to_end()
    bidders = (view.bidder or 0) % 2
    if view.nello:
        return _after_nello(view, bidders, held=not playout.tricks[bidders])
    return _after(view, bidders, int(view.highest), _count(playout))


# --- The auction -----------------------------------------------------------------------------------------------------


def _call(match: Match, view: SeventyNineView, rng: Random, enough: Callable[[], bool]) -> Move:
    """The call that leaves the best chances. A bid is raised as far as that costs nothing, or the hand is worth it."""
    numbers = [int(move.value) for move in view.moves if move.value not in {"", _NELLO}]
    nello = next((move for move in view.moves if move.value == _NELLO), None)
    found = _sampled(match, view, rng, enough, nello=nello is not None)
    if len(found.passed) < _FEWEST_TRIALS:
        return _bid_at_sight(view, [tile.index for tile in view.hand])
    best, chances = PASS, _mean(found.passed)
    if numbers:
        of_bids = [_of_number(view, found, number) for number in numbers]
        if of_bids[0] > chances:
            promised = _best_trump([tile.index for tile in view.hand])[1] - _RESERVE
            highest = max(
                number
                for number, worth in zip(numbers, of_bids, strict=True)
                if worth >= of_bids[0] - _RAISE or (worth > chances and number <= promised)
            )
            best, chances = next(move for move in view.moves if move.value == str(highest)), of_bids[0]
    if nello and _of_nello(view, found) > chances:
        return nello
    return best


def _sampled(match: Match, view: SeventyNineView, rng: Random, enough: Callable[[], bool], *, nello: bool) -> _Samples:
    """Playouts of redealt copies, until there are enough; at least one of each kind."""
    seat = view.seat or 0
    own = tuple(tile.index for tile in view.hand)
    trumps = sorted(range(HIGHEST + 1), key=lambda number: -_promise(own, number))[:_TRUMPS_TRIED]
    found = _Samples({trump: [] for trump in trumps}, [], [])
    while not (found.passed and enough()):
        hands = _likely(match, view, rng)
        for trump in trumps:
            found.made[trump].append(_playout(hands, seat, trump))
            enough()
        if nello:
            found.held.append(_holds_nello(view, hands, seat))
            enough()
        found.passed.append(_of_pass(view, hands))
    return found


def _likely(match: Match, view: SeventyNineView, rng: Random) -> _Hands:
    """The hands of a redealt copy, if possible one in which the highest bidder has something to bid on."""
    highest = next((call for call in view.calls if call.bid == view.highest), None)
    for _ in range(_TRIES):
        hands = _hands(match.redeal_unseen(view.seat or 0, rng))
        if highest is None or _best_trump(hands[highest.seat])[1] >= int(highest.bid) - _BLUFF:
            break
    return hands


def _of_number(view: SeventyNineView, found: _Samples, number: int) -> float:
    """The chances with this bid and the trumps that are best for it."""
    bidders = (view.seat or 0) % 2
    return max(
        _mean([_after(view, bidders, number, count, caution=_CAUTION) for count in counts])
        for counts in found.made.values()
    )


def _of_nello(view: SeventyNineView, found: _Samples) -> float:
    bidders = (view.seat or 0) % 2
    share = max(0.0, _mean(found.held) - _NELLO_CAUTION)
    return share * _after_nello(view, bidders, held=True) + (1 - share) * _after_nello(view, bidders, held=False)


def _of_pass(view: SeventyNineView, hands: _Hands) -> float:
    """The chances if the seat passes and those after it call by what their hands promise."""
    seat = view.seat or 0
    highest = next((call for call in view.calls if call.bid == view.highest), None)
    bidder, bid = (highest.seat, int(highest.bid)) if highest else (None, 49)
    for step in range(1, _SEATS - len(view.calls)):
        other = (seat + step) % _SEATS
        promised = _best_trump(hands[other])[1] - _CAUTION
        partner = bidder is not None and (other - bidder) % 2 == 0
        if promised > bid + (_OVERBID_PARTNER if partner else 0):
            bidder, bid = other, bid + 1
    if bidder is None:
        return _chances(view, view.scores, 0)
    return _of_bid(view, bid, bidder, _playout(hands, bidder, _best_trump(hands[bidder])[0]))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


# --- What a hand promises --------------------------------------------------------------------------------------------

# Fitted to what the side of the bidder took in 3,000 playouts, where it took 46 points on average.
_PROMISED: Final = 23.0
_A_TRUMP: Final = 4.0
_TRUMP_DOUBLE: Final = 4.5
_SECOND_TRUMP: Final = 2.0
_OTHER_DOUBLE: Final = 3.0


def _promise(hand: Sequence[int], trump: int) -> float:
    """About how many points a bidder's side takes with this hand and these trumps."""
    table = _WEIGHTS[trump]
    return _PROMISED + sum([table[tile] for tile in hand])


def _best_trump(hand: Sequence[int]) -> tuple[int, float]:
    promises = [_promise(hand, trump) for trump in range(HIGHEST + 1)]
    best = max(promises)
    return promises.index(best), best


def _weight(tile: Tile, trump: int) -> float:
    if not tile.has(trump):
        return _OTHER_DOUBLE if tile.is_double else 0.0
    if tile.is_double:
        return _A_TRUMP + _TRUMP_DOUBLE
    second = HIGHEST if trump != HIGHEST else HIGHEST - 1
    return _A_TRUMP + (_SECOND_TRUMP if tile.has(second) else 0.0)


_WEIGHTS: Final = tuple(tuple(_weight(tile, trump) for tile in ALL_TILES) for trump in range(HIGHEST + 1))
