"""Decisions of computer players of Kent on signs and calls.

They depend only on the knowledge of the computer's seat, its `Sight`. Meaningful and meaningless signs are decided at
equal moments and made after equal pauses, so their timing reveals nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Self

from bot.tables.pacts import SIGNS
from bot.tables.signs import SignDisclosure, disclosure
from bot.tables.state import Sign, Table
from games import Tile
from games.core.tiles import mask_of
from games.kent import KentDealEnd, KentView, meld_in
from storage.matches import Player

_DOUBT: Final = {Player.CASUAL: 0.2, Player.REGULAR: 0.06, Player.STRONG: 0.04, Player.MASTER: 0.02}
"""The chance that a computer does not trust its eyes when its partner has made their sign."""

_MISREADING: Final = {Player.CASUAL: 0.1, Player.REGULAR: 0.06, Player.STRONG: 0.04, Player.MASTER: 0.02}
"""The chance that a computer takes another sign of its partner for the pair's."""

_WATCHING: Final = {Player.CASUAL: 0.35, Player.REGULAR: 0.5, Player.STRONG: 0.9, Player.MASTER: 1.0}
"""The chance that a computer thinks about a sign that an opponent has made."""

_ERROR: Final = {Player.CASUAL: 0.2, Player.REGULAR: 0.12, Player.STRONG: 0.07, Player.MASTER: 0.04}
"""The standard deviation of the error in a computer's belief about its opponents."""

_SURE: Final = 0.5
"""The belief in a meld of its opponents from which on a computer calls: a false call costs as much as a true one gains.
"""

_DECOYS: Final = {Player.CASUAL: 0.1, Player.REGULAR: 0.2, Player.STRONG: 0.25, Player.MASTER: 0.3}
"""The chance of a meaningless sign by a computer without a meld, each time its hand has changed."""

_REPEATS: Final = 0.4
"""The chance that a computer with a meld repeats the pair's sign when its hand has changed without a call."""

_SIGNING: Final = (2.5, 8.0)
"""The least and the most seconds until a computer makes a sign, whatever it means."""

_REACTION: Final = {
    Player.CASUAL: (6.0, 14.0),
    Player.REGULAR: (5.0, 12.0),
    Player.STRONG: (5.0, 10.0),
    Player.MASTER: (5.0, 9.0),
}
"""The least and the most seconds between seeing a sign and calling. A computer calls no sooner than a person could."""

_HELD_FROM: Final = 0.08
"""The chance of a meld in a hand when a deal begins."""

_HELD_A_ROUND: Final = 0.12
"""The increase of that chance with every tile that each player passes on."""

_HELD_AT_MOST: Final = 0.5

_EXPECTED_DECOYS: Final = 0.3
"""The chance, as a computer expects it, that an opponent without a meld has made a sign."""

# What all but casual computers reckon with. Between computers 40 to 60 of 100 signs meant a meld.

_REMEMBERING: Final = frozenset({Player.STRONG, Player.MASTER})
"""The levels that remember which signs were betrayed."""

_COMES: Final = 0.15
"""The chance that a hand gets a meld each time it changes, when a deal begins."""

_COMES_A_ROUND: Final = 0.04
"""The increase of that chance with every tile that each player passes on."""

_COMES_AT_MOST: Final = 0.3

_PRETENDED: Final = 0.2
"""The expected chance that an opponent whose hand has changed without a meld makes a sign."""

_OTHER_HOLDS: Final = 0.06
"""The chance of a meld with the partner of a player who made a sign."""

_FIRST: Final = 0.6
"""The chance that the partner of an opponent with a meld calls before a computer that waits."""

_BETRAYS: Final = 20.0
"""The weight of a sign as that of a pair, once its maker has had to show a meld."""

_CLEARS: Final = 0.1
"""The weight of a sign as that of a pair, once its maker has had to show a hand without a meld."""

_SETTLED: Final = 400.0
"""However much is seen, no sign becomes likelier than another by more than this."""


@dataclass(frozen=True)
class Sight:
    """The knowledge of a computer in one seat.

    :ivar sign: the sign of its pair.
    :ivar partner: its partner's last sign in this deal.
    :ivar own: its own last sign in this deal.
    :ivar seen: the opponents' visible signs: the seat and, if shown, the sign.
    """

    view: KentView
    sign: str | None
    partner: Sign | None
    own: Sign | None
    seen: tuple[tuple[int, str | None], ...]


@dataclass(frozen=True)
class Impulse:
    """A sign or call that a computer plans after `delay` seconds.

    :ivar believed: the partner's sign that makes it call for its own pair.
    """

    delay: float
    sign: str | None = None
    call: str | None = None
    believed: str | None = None


@dataclass(frozen=True)
class Memory:
    """A computer's memory of other pairs' signs, from shown hands.

    :ivar weights: the odds that a sign is that of a pair, relative to an unknown sign.
    """

    weights: Mapping[tuple[int, str], float] = field(default_factory=dict)

    def chance(self, pair: int, sign: str | None) -> float:
        """Return the chance that a (perhaps hidden) sign is the pair's."""
        if sign is None:
            return 1 / len(SIGNS)
        return self._weight(pair, sign) / sum(self._weight(pair, each) for each in SIGNS)

    def after(self, last: Sight, end: KentDealEnd) -> Self:
        """Return the memory after a deal."""
        weights = dict(self.weights)
        for seat, sign in last.seen:
            if sign is not None and end.hands[seat]:
                pair = seat % last.view.pairs
                weight = self._weight(pair, sign) * (_BETRAYS if end.melds[seat] else _CLEARS)
                weights[pair, sign] = min(_SETTLED, max(1 / _SETTLED, weight))
        return type(self)(weights)

    def _weight(self, pair: int, sign: str) -> float:
        return self.weights.get((pair, sign), 1.0)


NOTHING_LEARNT: Final = Memory()


def learnt(table: Table, deal: int, last: Sight, memory: Memory) -> Memory:
    """Return the memory after the last deal; others change nothing.

    :param last: the knowledge before the call that ended it.
    """
    end = table.match.last_deal if table.match is not None else None
    return memory.after(last, end) if isinstance(end, KentDealEnd) and end.number == deal else memory


def sight_of(table: Table, seat: int) -> Sight | None:
    """Return the computer's knowledge, if a match of Kent is running."""
    view = table.match.view(seat) if table.match is not None else None
    if not isinstance(view, KentView):
        return None
    public = disclosure(table)
    opponents = [one for one in table.signs if one.seat % table.pairs != seat % table.pairs]
    shown = tuple((one.seat, one.sign if public is SignDisclosure.SIGN else None) for one in opponents)
    return Sight(
        view=view,
        sign=table.pact_of(seat).sign,
        partner=table.sign_of(table.partner_of(seat)),
        own=table.sign_of(seat),
        seen=() if public is SignDisclosure.NONE else shown,
    )


def impulse(
    before: Sight | None, now: Sight, level: Player, rng: Random, memory: Memory = NOTHING_LEARNT
) -> Impulse | None:
    """Return the computer's impulse after an event, if any.

    :param before: its knowledge before; None at the beginning of a deal.
    :param memory: its memory of earlier deals.
    """
    return (
        _call_for_partner(before, now, level, rng)
        or _sign_to_partner(before, now, level, rng)
        or _call_against_opponents(before, now, level, rng, memory)
    )


def _call_for_partner(before: Sight | None, now: Sight, level: Player, rng: Random) -> Impulse | None:
    """Return a call after a sign believed from the partner."""
    if now.partner is None or _same(before.partner if before else None, now.partner):
        return None
    sign = now.partner.sign
    likely = 1 - _DOUBT[level] if sign == now.sign else _MISREADING[level]
    if rng.random() >= likely:
        return None
    return Impulse(rng.uniform(*_REACTION[level]), call=_own_call(now), believed=sign)


def _sign_to_partner(before: Sight | None, now: Sight, level: Player, rng: Random) -> Impulse | None:
    """Return the pair's sign for a new meld, else perhaps another."""
    if now.sign is None or (before is not None and before.view.hand == now.view.hand):
        return None
    if not has_meld(now.view.hand):
        likely, sign = _DECOYS[level], rng.choice([sign for sign in SIGNS if sign != now.sign])
    else:
        likely, sign = _REPEATS if _has_told(now) else 1.0, now.sign
    return Impulse(rng.uniform(*_SIGNING), sign=sign) if rng.random() < likely else None


def _call_against_opponents(
    before: Sight | None, now: Sight, level: Player, rng: Random, memory: Memory
) -> Impulse | None:
    """Return a call against a suspected meld of opponents.

    Computers suspect no one until every player has passed on a tile in the deal.
    """
    fresh = [seen for seen in now.seen if before is None or seen not in before.seen]
    if not fresh or now.view.passes < now.view.seats or rng.random() >= _WATCHING[level]:
        return None
    seat, sign = fresh[-1]
    pair = seat % now.view.pairs
    if level is Player.CASUAL:
        believed, enough = belief(now, pair), _SURE
    else:
        known = memory if level in _REMEMBERING else NOTHING_LEARNT
        believed, enough = suspicion(now, pair, sign, known), 1 / (2 + _FIRST)
    if believed + rng.gauss(0, _ERROR[level]) < enough:
        return None
    return Impulse(rng.uniform(*_REACTION[level]), call=f"stop@{pair}")


def suspicion(now: Sight, pair: int, sign: str | None, memory: Memory) -> float:
    """Return the chance of a meld behind an opponent's sign.

    The model: a player with a meld makes the sign of the pair, and others make all other signs equally often.
    """
    comes = min(_COMES_AT_MOST, _COMES + _COMES_A_ROUND * now.view.passes / now.view.seats)
    own = memory.chance(pair, sign)
    told = comes * own
    pretended = (1 - comes) * _PRETENDED * (1 - own) / (len(SIGNS) - 1)
    return 1 - (1 - told / (told + pretended)) * (1 - _OTHER_HOLDS)


def belief(now: Sight, pair: int) -> float:
    """Return the chance that a pair of opponents has a meld."""
    rounds = now.view.passes / now.view.seats
    held = min(_HELD_AT_MOST, _HELD_FROM + _HELD_A_ROUND * rounds)
    none_holds = 1.0
    for seat in (pair, pair + now.view.pairs):
        signed = any(seat == one for one, _ in now.seen)
        none_holds *= 1 - (held / (held + (1 - held) * _EXPECTED_DECOYS) if signed else held / 2)
    return 1 - none_holds


def call_now(felt: Impulse, now: Sight) -> str | None:
    """Return the computer's final call, if any.

    Its hand and its partner's sign may have changed since the impulse. It calls for its own pair only if that sign
    has not changed: `biskent` with a meld of its own, else `kent`. Other calls stay.
    """
    if felt.call not in ("kent", "biskent"):
        return felt.call
    if now.partner is None or now.partner.sign != felt.believed:
        return None
    return _own_call(now)


def sign_now(felt: Impulse, now: Sight) -> str | None:
    """Return the computer's final sign, if any.

    With a meld it is that of its pair, even if a meaningless one was planned.
    """
    if has_meld(now.view.hand):
        return now.sign
    return felt.sign if felt.sign != now.sign else None


def has_meld(hand: Sequence[Tile]) -> bool:
    """Return True if three tiles of the hand share a number."""
    return bool(meld_in(mask_of(hand)))


def _own_call(now: Sight) -> str:
    return "biskent" if has_meld(now.view.hand) else "kent"


def _has_told(now: Sight) -> bool:
    return now.own is not None and now.own.sign == now.sign


def _same(before: Sign | None, now: Sign) -> bool:
    return before is not None and before.at == now.at
