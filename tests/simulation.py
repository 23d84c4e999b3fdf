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
import json
import logging
from collections import namedtuple
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from types import ModuleType, NoneType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakKeyDictionary

import discord
import simcord.env
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter
from simcord import _dpy_internals, _runtime, _settlement, components, gateway, interactions, results
from simcord._runtime import _CallbackRecord, _WorkState
from simcord._settlement import _SettlementState
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.enums import ComponentType, InteractionType
from simcord.env import Env
from simcord.http import router
from simcord.http.client import _path_of
from simcord.results import InteractionResult

from playground import simulated

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


# --- Refusals --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Refusal:
    """An answer of Discord that is not the wanted one.

    :ivar status: 0 if the connection breaks.
    :ivar retry_after: the seconds that discord.py is told to wait.
    :ivar takes_effect: whether the request is carried out before the connection breaks.
    """

    status: int = 0
    code: int = 0
    retry_after: float | None = None
    takes_effect: bool = False


def refuse(env: Env, refusal: Refusal, is_meant: Callable[[str, str], bool], times: int | None = None) -> list[str]:
    """Refuse the requests meant by method and path, the next `times` or all; return the growing list of these.

    A `retry_after` is given to discord.py's own code, through which all requests then pass until the bot is closed.
    """
    refused: list[str] = []
    deliver = router.dispatch

    def is_refused(backend: Any, method: str, path: str) -> bool:
        meant = backend is env.backend and is_meant(method, path) and (times is None or len(refused) < times)
        if meant:
            refused.append(f"{method} {path}")
        return meant

    def dispatch(backend: Any, method: str, path: str, **asked: Any) -> Any:
        if not is_refused(backend, method, path):
            return deliver(backend, method, path, **asked)
        if refusal.takes_effect:
            deliver(backend, method, path, **asked)
        if not refusal.status:
            raise ConnectionResetError(104, "Connection reset by peer")
        raise BackendError(refusal.status, refusal.code, "refused")

    def limit(method: str, path: str) -> dict[str, Any] | None:
        if not is_refused(env.backend, method, path):
            return None
        return {"message": "You are being rate limited.", "retry_after": refusal.retry_after, "code": refusal.code}

    if refusal.retry_after is not None:
        ask_through_discord_py(env, limit)
    else:
        _put(router, "dispatch", dispatch)
    return refused


def heal() -> None:
    """End all refusals but those by `retry_after`, which end with the bot."""
    _put(router, "dispatch", simulated._dispatch_within_limits)


class _Said:
    """A response of Discord, shaped like aiohttp's."""

    def __init__(self, status: int, said: object) -> None:
        self.status = status
        self.reason = "Too Many Requests" if status == 429 else "OK"
        scope = {"X-RateLimit-Scope": "shared"} if status == 429 else {}
        self.headers: Mapping[str, str] = {"Via": "1.1 google", "content-type": "application/json"} | scope
        self._text = json.dumps(said)

    async def text(self, encoding: str) -> str:
        assert encoding == "utf-8"
        return self._text


class _Asking:
    """A request under way."""

    def __init__(self, ask: Callable[[], Awaitable[_Said]]) -> None:
        self._ask = ask

    async def __aenter__(self) -> _Said:
        return await self._ask()

    async def __aexit__(self, *_: object) -> None:
        pass


class _Gate(asyncio.Event):
    """A discord.py lock whose waits settle in simcord.

    :param rest: for how many seconds it will be shut.
    """

    def __init__(self, rest: Callable[[], float]) -> None:
        super().__init__()
        self.set()
        self._rest = rest

    async def wait(self) -> Literal[True]:
        while not self.is_set():  # noqa: ASYNC110  # see above
            await asyncio.sleep(max(0.01, self._rest()))
        return True


_LONGEST_WAITS: WeakKeyDictionary[discord.Client, float | None] = WeakKeyDictionary()


def keep_longest_wait(bot: discord.Client) -> None:
    """Keep the longest wait for a rate limit that a bot was made with; simcord drops it at the start."""
    _LONGEST_WAITS[bot] = bot.http.max_ratelimit_timeout


_asked: ContextVar[Callable[[], Awaitable[object]]] = ContextVar("_asked")


def ask_through_discord_py(
    env: Env, limit: Callable[[str, str], dict[str, Any] | None], rest: Callable[[], float] = lambda: 0.0
) -> None:
    """Let all requests pass through discord.py's own code for rate limits, until the bot is closed.

    :param limit: returns the body of a 429 for a method and path, or None.
    :param rest: the seconds for which the bot is stopped as a whole.
    """

    class Session:
        """Replaces the part of a session used by discord.py."""

        def request(self, method: str, url: str, **_: Any) -> _Asking:
            async def said() -> _Said:
                refused = limit(method, _path_of(url))
                return _Said(200, await _asked.get()()) if refused is None else _Said(429, refused)

            return _Asking(said)

    http: Any = env.bot.http
    http.max_ratelimit_timeout = _LONGEST_WAITS.get(env.bot)
    by_bot, adapter, limiting = http.request, env._webhook_adapter, Session()
    by_token = adapter.request
    real_adapter: Any = AsyncWebhookAdapter()  # type: ignore[no-untyped-call]  # so it is in discord.py

    async def request(route: Any, **asked: Any) -> object:
        _asked.set(lambda: by_bot(route, **dict(asked)))
        return await HTTPClient.request(http, route, **asked)

    async def request_by_token(route: Any, session: Any, **asked: Any) -> object:
        _asked.set(lambda: by_token(route, session, **dict(asked)))
        return await real_adapter.request(route, limiting, **asked)

    http.request, adapter.request = request, request_by_token
    http._HTTPClient__session = limiting
    http._global_over = _Gate(rest)
