"""What a computer player at Kent feels like doing: making a sign, or calling.

Decided from what the seat may know and nothing else: its own view, its pair's sign, its partner's last sign, and what
the table lets everybody see of the others' signs. Passing is the business of `games.players`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.tables.signs.pacts import SIGNS
from bot.tables.signs.signs import Told, told
from bot.tables.state import Sign, Table
from games import Tile
from games.kent import KentView
from storage.matches import Player

__all__ = ["Impulse", "Sight", "has_meld", "impulse", "sight_of", "thought_over"]

_DOUBT: Final = {Player.REGULAR: 0.08, Player.CASUAL: 0.3}
"""How often a computer does not trust its eyes when its partner has made their sign."""

_SUSPICION: Final = {Player.REGULAR: 0.02, Player.CASUAL: 0.06}
"""How often a sign of an opponent is taken for the real one, once everybody has passed a tile."""

_REACTION: Final = {Player.REGULAR: (3.1, 8.0), Player.CASUAL: (4.0, 11.0)}
"""Between a sign that a computer sees and its call, in seconds: no sooner than a person could have called."""

_DECOYS: Final = {Player.REGULAR: 0.12, Player.CASUAL: 0.04}
"""How often a computer without a meld makes a sign that means nothing."""

_MELD: Final = 3


@dataclass(frozen=True)
class Sight:
    """What a computer in one seat may know.

    :ivar sign: the sign of its pair.
    :ivar partner: the last sign of its partner in this deal.
    :ivar own: the last sign of its own.
    :ivar seen: the signs of opponents that everybody could see: seat and, if it was shown, the sign.
    """

    view: KentView
    sign: str | None
    partner: Sign | None
    own: Sign | None
    seen: tuple[tuple[int, str | None], ...]


@dataclass(frozen=True)
class Impulse:
    """What the computer will do in `delay` seconds unless something else happens: make a sign, or call."""

    delay: float
    sign: str | None = None
    call: str | None = None


def sight_of(table: Table, seat: int) -> Sight | None:
    """What a computer in this seat may know; None where no Kent is being played."""
    view = table.match.view(seat) if table.match is not None else None
    if not isinstance(view, KentView):
        return None
    public = told(table)
    opponents = [one for one in table.signs if one.seat % table.pairs != seat % table.pairs]
    shown = tuple((one.seat, one.sign if public is Told.SIGN else None) for one in opponents)
    return Sight(
        view=view,
        sign=table.pact_of(seat).sign,
        partner=table.sign_of(table.partner_of(seat)),
        own=table.sign_of(seat),
        seen=() if public is Told.NONE else shown,
    )


def impulse(before: Sight | None, now: Sight, level: Player, rng: Random) -> Impulse | None:
    """What the computer feels like doing after something has happened.

    :param before: what it knew before; None at the beginning of a deal.
    """
    meld = has_meld(now.view.hand)
    if (
        now.partner is not None
        and now.partner.sign == now.sign
        and not _same(before.partner if before else None, now.partner)
    ):
        if rng.random() >= _DOUBT[level]:
            return Impulse(rng.uniform(*_REACTION[level]), call="biskent" if meld else "kent")
        return None
    if meld and now.sign is not None and not _told(now):
        return Impulse(rng.uniform(1.5, 4.0), sign=now.sign)
    fresh = [seen for seen in now.seen if before is None or seen not in before.seen]
    if fresh and now.view.passes >= now.view.seats and rng.random() < _SUSPICION[level]:
        pair = fresh[-1][0] % now.view.pairs
        return Impulse(rng.uniform(*_REACTION[level]), call=f"stop@{pair}")
    passed_on = before is not None and before.view.hand != now.view.hand
    if passed_on and not meld and rng.random() < _DECOYS[level]:
        return Impulse(rng.uniform(1.0, 4.0), sign=rng.choice([sign for sign in SIGNS if sign != now.sign]))
    return None


def thought_over(call: str, now: Sight) -> str | None:
    """What a computer calls in the end, after it has felt like a call: the view of its pair may have changed since.

    Nothing, if its partner has made another sign; and `biskent` is for as long as it has a meld itself.
    """
    if call not in ("kent", "biskent"):
        return call
    if now.partner is None or now.partner.sign != now.sign:
        return None
    return "biskent" if has_meld(now.view.hand) else "kent"


def has_meld(hand: Sequence[Tile]) -> bool:
    """Whether three tiles of the hand share a number."""
    return any(sum(number in (tile.high, tile.low) for tile in hand) >= _MELD for number in range(7))


def _told(now: Sight) -> bool:
    return now.own is not None and now.own.sign == now.sign


def _same(before: Sign | None, now: Sign) -> bool:
    return before is not None and before.at == now.at
