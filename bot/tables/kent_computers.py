"""Computer players at Kent, where signs are made and calls shouted out of turn.

Whenever something happens at a table, each computer there may get an impulse. It acts on it after a delay like that of
a person, through `Tables` like everybody else. What happens in between can change its mind. What could not be saved is
tried again a little later, because nothing else may give the computer the same impulse again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom
from typing import Final

from bot.tables import play, signs
from bot.tables.errors import Refused, TableError
from bot.tables.live import Tables
from bot.tables.pacts import SIGNS
from bot.tables.signs import SignDisclosure, disclosure
from bot.tables.state import Sign, Step, Table
from bot.tables.timers import Timer, Timers, pause_after
from games import Tile
from games.kent import KentView
from storage.database import StorageError
from storage.matches import Player, Status, StoredSeat

__all__ = ["Impulse", "KentComputers", "Sight", "has_meld", "impulse", "sight_of", "thought_over"]

logger = logging.getLogger(__name__)

_Key = tuple[str, int]


class KentComputers:
    """All computers that play Kent. They ignore other games.

    :param rng: decides their whims and delays.
    """

    def __init__(self, tables: Tables, timers: Timers, rng: Random | None = None) -> None:
        self._tables = tables
        self._timers = timers
        self._rng = rng or SystemRandom()
        self._known: dict[_Key, tuple[int, Sight]] = {}
        self._plans: dict[_Key, tuple[Impulse, Timer]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    def on_change(self, table: Table, _before: Table | None) -> None:
        """Let the computers at a table see what has happened."""
        if not table.has_signs or self._closing:
            return
        for seat in table.seats:
            try:
                self._see(table, seat)
            except Exception:
                logger.exception("a computer could not see to table %s", table.id)

    def on_refresh(self, table: Table) -> None:
        """Let the computers see what another process has changed."""
        self.on_change(table, None)

    async def close(self) -> None:
        """Stop all computers: none of them acts any more."""
        self._closing = True
        for _, timer in self._plans.values():
            timer.cancel()
        self._plans.clear()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _see(self, table: Table, seat: StoredSeat) -> None:
        key = (table.id, seat.seat)
        if seat.player is Player.PERSON or table.status is not Status.PLAYING or table.agreeing:
            self._forget(key)
            return
        now = sight_of(table, seat.seat)
        if now is None:
            return
        deal, before = self._known.get(key, (0, None))
        if deal != table.deal:
            self._forget(key)
            before = None
        self._known[key] = (table.deal, now)
        if self._is_vain(key, now):
            self._drop_plan(key)
        felt = impulse(before, now, seat.player, self._rng)
        if felt is not None and (key not in self._plans or felt.call is not None):
            self._plan(key, table.deal, seat, felt)

    def _is_vain(self, key: _Key, now: Sight) -> bool:
        """Whether the computer plans to make the sign of a meld that it no longer holds."""
        plan = self._plans.get(key)
        return (
            plan is not None and plan[0].sign is not None and plan[0].sign == now.sign and not has_meld(now.view.hand)
        )

    def _plan(self, key: _Key, deal: int, seat: StoredSeat, felt: Impulse, failures: int = 0) -> None:
        """Let the computer act on its impulse after a while. This replaces its old plan. Only a call may do that.

        :param failures: how many times in a row the same act could not be saved.
        """
        self._drop_plan(key)
        seconds = pause_after(failures) if failures else felt.delay
        timer = self._timers.after(seconds, partial(self._spawn, key, deal, seat, felt, failures))
        self._plans[key] = felt, timer

    def _plan_again(self, key: _Key, deal: int, seat: StoredSeat, felt: Impulse, failures: int) -> None:
        """Try again what could not be saved, unless the deal is over or something newer is planned."""
        known_deal, _ = self._known.get(key, (0, None))
        plan = self._plans.get(key)
        if known_deal == deal and not self._closing and (plan is None or (felt.call and plan[0].call is None)):
            self._plan(key, deal, seat, felt, failures)

    def _spawn(self, key: _Key, deal: int, seat: StoredSeat, felt: Impulse, failures: int) -> None:
        self._plans.pop(key, None)
        acting = self._act(key, deal, seat, felt, failures)
        task = asyncio.get_running_loop().create_task(acting, name=f"computer at {key[0]}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, key: _Key, deal: int, seat: StoredSeat, felt: Impulse, failures: int) -> None:
        match_id = key[0]
        try:
            if felt.call is not None:
                call = felt.call
                await self._tables.apply(match_id, lambda table, now: _called(table, seat, deal, call, now))
            elif felt.sign is not None:
                sign = felt.sign
                await self._tables.apply(
                    match_id, lambda table, now: signs.give_of_computer(table, seat, deal, sign, now)
                )
        except StorageError as error:
            logger.warning("what a computer did at table %s could not be saved: %s", match_id, error)
            self._plan_again(key, deal, seat, felt, failures + 1)
        except Refused as error:
            logger.error("a computer at table %s did what the rules do not allow: %s", match_id, error.refusal.code)  # noqa: TRY400  # its traceback says nothing more
        except TableError as error:
            logger.info("a computer at table %s came too late: %s", match_id, error.key)
        except Exception:
            logger.exception("a computer at table %s failed", match_id)

    def _forget(self, key: _Key) -> None:
        self._known.pop(key, None)
        self._drop_plan(key)

    def _drop_plan(self, key: _Key) -> None:
        plan = self._plans.pop(key, None)
        if plan is not None:
            plan[1].cancel()


def _called(table: Table, seat: StoredSeat, deal: int, call: str, now: float) -> Step:
    """The computer's call, or no change if it no longer wants to call. It thinks again only in the same deal."""
    sight = sight_of(table, seat.seat) if table.deal == deal else None
    text = thought_over(call, sight) if sight is not None else call
    return Step(table) if text is None else play.call_of_computer(table, seat, deal, text, now)


_DOUBT: Final = {Player.REGULAR: 0.08, Player.CASUAL: 0.3}
"""How often a computer does not trust its eyes when its partner has made their sign."""

_SUSPICION: Final = {Player.REGULAR: 0.02, Player.CASUAL: 0.06}
"""How often a computer takes an opponent's sign for the real one, once as many tiles were passed as there are seats."""

_REACTION: Final = {Player.REGULAR: (3.1, 8.0), Player.CASUAL: (4.0, 11.0)}
"""The least and the most seconds between seeing a sign and calling. A computer calls no sooner than a person could."""

_DECOYS: Final = {Player.REGULAR: 0.12, Player.CASUAL: 0.04}
"""How often a computer without a meld makes a sign that means nothing."""

_MELD: Final = 3


@dataclass(frozen=True)
class Sight:
    """What a computer in one seat may know.

    :ivar sign: the sign of its pair.
    :ivar partner: the last sign of its partner in this deal.
    :ivar own: its own last sign in this deal.
    :ivar seen: the signs of opponents that everybody could see: the seat and, if it was shown, the sign.
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
    """What a computer in this seat may know; None if no match of Kent is running."""
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


def impulse(before: Sight | None, now: Sight, level: Player, rng: Random) -> Impulse | None:
    """What the computer feels like doing after something has happened; None for nothing.

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
    """What a computer calls in the end; None if it no longer wants to call.

    Its hand and its partner's last sign may have changed since it felt like calling. It calls for its own pair only if
    that sign is still the pair's sign: `biskent` if it has a meld itself, else `kent`. Other calls stay as they are.
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
