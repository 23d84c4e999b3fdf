"""Tests' own use of the simulated Discord: faster polling, exact clicks, and errors that discord.py only logs.

What was learned of simcord 3.2.1, besides what `playground/simulated.py` says:
- A click costs 51 ms of polling while the bot is idle: `hasten` lets settling wait for what the bot does instead.
- discord.py lets the buttons of every ephemeral message expire after 15 minutes, in a task for each. simcord compares
  all of these tasks with all timers whenever it settles; with `ExpiringViews` it does so once for each task.
- Clicks at the same instant are refused by its `click`; `deliver` hands in any number of payloads before the bot runs.
- discord.py only logs what a `DynamicItem` callback raises, so `Env.errors` would not have it: `LoggedErrors` adds it.
"""

from __future__ import annotations

import asyncio
import copy
import inspect
import logging
from collections import namedtuple
from collections.abc import Callable, Mapping
from types import ModuleType, NoneType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import simcord.env
from simcord import _dpy_internals, _runtime, _settlement, components, gateway, interactions, results
from simcord._runtime import _CallbackRecord, _WorkState
from simcord._settlement import _SettlementState
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.enums import ComponentType, InteractionType
from simcord.env import Env
from simcord.http import router
from simcord.results import InteractionResult

if TYPE_CHECKING:
    from simcord.backend.models import Interaction
    from simcord.builders import UserHandle


def hasten() -> None:
    """Let settling wait for work instead of polling, process-wide.

    It also saves needless work.

    :raises RuntimeError: if this simcord is another than the one that was looked into.
    """
    settled = inspect.signature(Env._settle_internal).parameters
    if set(settled) != {"self", "timeout", "idle", "dispatch", "_deadline"}:
        raise RuntimeError("this simcord settles in another way: see Env._settle_internal")
    Env._settle_internal = _settle  # type: ignore[assignment,method-assign]  # simcord has no other way
    _put(_runtime, "_track_callback", _tracked)
    _put(_dpy_internals, "_clock_monotonic", _monotonic)
    _CallbackRecord.__eq__, _CallbackRecord.__hash__ = object.__eq__, object.__hash__  # type: ignore[method-assign]
    for module in (gateway, router):
        _put(module, "copy", SimpleNamespace(deepcopy=_copied))
    for module in (components, results, serializers):
        _put(module, "deepcopy", _copied)
    _put(simcord.env, "_SettlementState", namedtuple("_SettlementState", _SettlementState.__slots__))  # noqa: PYI024
    in_wait_for = _dpy_internals._listener_wait_for_frame
    _put(
        _dpy_internals,
        "_listener_wait_for_frame",
        lambda client, task: bool(_dpy_internals.listener_futures(client)) and in_wait_for(client, task),
    )


_track_callback = _runtime._track_callback


def _tracked(work: _WorkState, original: Any, callback: Any, args: tuple[Any, ...], **about: Any) -> asyncio.Handle:
    """Track callbacks like simcord, but no steps of tasks."""
    task = getattr(callback, "__self__", None)
    if about["when"] is None and isinstance(task, asyncio.Task) and task in work.tasks:
        handle: asyncio.Handle = original(callback, *args, context=about["context"])
        return handle
    return _track_callback(work, original, callback, args, **about)


def _monotonic() -> float:
    """Return simcord's time without repeated imports."""
    env = _runtime._selected_env(driver=False)
    return _dpy_internals.real_monotonic() if env is None else float(env._virtual_time)


async def _settle(
    env: Env,
    *,
    timeout: float | None = None,
    idle: float = 0.0,  # Env.settle hands it down; nothing polls
    dispatch: str | None = None,
    _deadline: float | None = None,
) -> None:
    """Wait until the bot is idle in the sense of simcord.

    Work that waits for the test may remain.

    :raises TimeoutError: if the bot stays busy.
    """
    effective = env.settle_timeout if timeout is None else env._validate_timeout(timeout, "timeout")
    loop = asyncio.get_running_loop()
    env._last_dispatch = dispatch
    deadline = loop.time() + effective if _deadline is None else _deadline
    quiet_turns = 0
    while quiet_turns < 2:  # what just ended may have set off something for the next turn
        _settlement._run_due_virtual_callbacks(env._settlement_state(), deadline)
        await asyncio.sleep(0)
        if await _wait_for_advance(env, deadline):
            continue
        state = env._settlement_state()
        pending = _settlement._owned_tasks(state)
        _settlement._virtualize_recognized_waits(state, pending)
        callbacks = _settlement._active_callbacks(state)
        busy = [one for one in callbacks if not _settlement._callback_is_parked(state, one, deadline)]
        task = next((one for one in reversed(pending) if not _settlement._is_parked(state, one, deadline)), None)
        if task is None and not busy and not state.work.executors:
            quiet_turns += 1
            continue
        quiet_turns = 0
        if loop.time() >= deadline:
            stuck = [one for one in pending if not _settlement._is_parked(state, one, deadline)]
            raise TimeoutError(_settlement._settle_timeout_message(state, stuck, pending, effective, busy))
        if task is not None:
            await _until_parked(env, task, deadline)
        elif state.work.executors:
            await asyncio.wait(tuple(state.work.executors), timeout=0.05, return_when=asyncio.FIRST_COMPLETED)
        elif any(one.when is not None for one in busy):
            await asyncio.sleep(0.001)


async def _wait_for_advance(env: Env, deadline: float) -> bool:
    """Wait for an advance by another task, if there is one."""
    advancing = env._real_advance_task or env._advance_task
    if advancing is None or advancing is asyncio.current_task():
        return False
    done, _ = await asyncio.wait((advancing,), timeout=max(0.0, deadline - asyncio.get_running_loop().time()))
    if not done:
        raise TimeoutError("bot did not settle while advancing time")
    if env._real_advance_task is advancing:
        env._real_advance_task = None
    advancing.result()
    return True


async def _until_parked(env: Env, task: asyncio.Task[Any], deadline: float) -> None:
    """Wait up to 50 ms for a task to end or wait."""
    for pause in (0.001, 0.001, 0.002, 0.004, 0.008, 0.008, 0.013, 0.013):
        done, _ = await asyncio.wait((task,), timeout=pause)
        if done or _settlement._is_parked(env._settlement_state(), task, deadline):
            return


def _put(module: ModuleType, name: str, value: object) -> None:
    """Replace an existing name in a module of simcord."""
    if not hasattr(module, name):
        raise RuntimeError(f"this simcord has no {module.__name__}.{name}")
    setattr(module, name, value)


def _copied(payload: Any) -> Any:
    """Deep-copy a payload without shared parts, quickly."""
    kind = type(payload)
    if kind is dict:
        return {key: _copied(part) for key, part in payload.items()}
    if kind is list:
        return [_copied(part) for part in payload]
    return payload if kind in _UNCHANGING else copy.deepcopy(payload)


_UNCHANGING = {str, int, float, bool, NoneType}


class ExpiringViews:
    """The tasks that wait for views to expire.

    Each has its future and the timer that ends the wait. Nothing changes while the future stays and the timer is
    neither due nor cancelled.
    """

    EXPIRY = "discord View/Modal expiry timer"

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[asyncio.Task[Any], tuple[object, _CallbackRecord]] = WeakKeyDictionary()
        self._park_reason = _settlement._park_reason
        self._virtualize = _settlement._virtualize_recognized_waits

    def remember(self) -> None:
        """From now on, for the rest of the process."""
        _put(_settlement, "_park_reason", self._park_reason_once)
        _put(simcord.env, "_virtualize_recognized_waits", self._virtualize_new)

    def _waits(self, state: _SettlementState, task: asyncio.Task[Any]) -> bool:
        waiter, timer = self._known.get(task, (None, None))
        if waiter is None or timer is None or timer.handle is None or timer.when is None:
            return False
        due = timer.when <= state.virtual_time or timer.handle.cancelled()
        return not due and not task.done() and getattr(task, "_fut_waiter", None) is waiter

    def _park_reason_once(
        self, state: _SettlementState, task: asyncio.Task[Any], deadline: float, seen: set[int] | None = None
    ) -> str | None:
        if self._waits(state, task):
            return self.EXPIRY
        reason = self._park_reason(state, task, deadline, seen)
        if reason == self.EXPIRY:
            waiter = getattr(task, "_fut_waiter", None)
            self._known[task] = waiter, _settlement._timer_records_waking(state, task, waiter)[0]
        return reason

    def _virtualize_new(self, state: _SettlementState, pending: list[asyncio.Task[Any]]) -> None:
        self._virtualize(state, [task for task in pending if not self._waits(state, task)])


def settle_slowly(env: Env, seconds: float) -> None:
    """Give the bot this real time to settle.

    simcord gives up sooner, after 5 s at the start. Threads and processes work in real time, however long a busy
    machine lets them wait. Sleeps are waited for as ever.
    """
    env.settle_timeout = seconds
    settle = env._settle_internal

    async def settle_for_long(**waiting: Any) -> None:
        now = asyncio.get_running_loop().time
        until = now() + seconds
        while True:
            try:
                return await settle(**waiting)
            except TimeoutError:
                if now() >= until:
                    raise

    env._settle_internal = settle_for_long  # type: ignore[method-assign]  # simcord has no other way


class LoggedErrors(logging.Handler):
    """A handler that reports errors only logged by discord.py."""

    def __init__(self, env: Env) -> None:
        super().__init__(logging.ERROR)
        self._env = env

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self._env._record_error(record.exc_info[1])

    def listen(self) -> None:
        """From now on, until `close`."""
        logging.getLogger("discord").addHandler(self)

    def close(self) -> None:
        logging.getLogger("discord").removeHandler(self)
        super().close()


def click_payload(
    env: Env, actor: MemberActor | UserHandle, message: Mapping[str, Any], custom_id: str
) -> tuple[Interaction, dict[str, Any]]:
    """Return a click on a shown message, even if changed."""
    record, payload = interactions.base_payload(
        env.backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=int(message["channel_id"]),
        guild_id=actor.guild.id if isinstance(actor, MemberActor) else None,
        user_id=actor.id,
        data={"custom_id": custom_id, "component_type": int(ComponentType.BUTTON)},
    )
    payload["message"] = _copied(dict(message))
    record.source_message_id = int(message["id"])
    return record, payload


async def deliver(env: Env, *clicks: tuple[Interaction, dict[str, Any]]) -> list[InteractionResult]:
    """Hand in interactions at one instant, and wait for all."""
    parse: Callable[[Any], None] = env.bot._connection.parsers["INTERACTION_CREATE"]
    with env._bot_scope():
        for _, payload in clicks:
            parse(payload)
    await env.settle()
    return [InteractionResult(env, record) for record, _ in clicks]
