"""A simulated Discord server, for the playground and for tests.

This module adapts simcord to Discord; adaptations for tests alone are in `tests/simulation.py`. simcord is an optional
extra (`playground`), so no other module of `bot` may import this at its top but the modules of `playground`.

Facts about simcord 3.2.1:
- Every interaction has the locale `en-US`. `speak_own_languages` wraps the parser of INTERACTION_CREATE, once for each
bot, before it is started, and sets the locales of the person and of the server.
- `Env.restart_bot` cancels the old bot's tasks but closes nothing: close the old one first (`close_bot`).
- Time: the bot's own timers also fire by the real clock, and settling waits for those that are due within its timeout;
`View` timeouts, `ext.tasks` loops and declared waits move with `Env.advance_time` alone. `SimulatedTimers.hold` makes
all timers move so. `time.time()` is always real; `monotonic` and `utcnow` are virtual within the bot.
- A bot's task that waits on an `asyncio.Event` or `Queue` never counts as settled. Use `loop.call_later`.
- Every call of an actor, and every advance of time, waits until the bot has done all of its work. `Patience` lets them
return earlier, so that one person's click does not block the others.
- Requests are answered without giving way to other tasks; rate limits and closed direct messages are never simulated,
but `Env.inject_error` gives any answer to any request.
- Few limits are checked. `_dispatch_within_limits` refuses what `playground/discord_limits.py` has, as Discord would.
"""

from __future__ import annotations

import asyncio
import base64
import copy
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

import discord
from simcord.actors import MemberActor
from simcord.backend import Backend, serializers
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.env import Env
from simcord.http import router

from bot.locales import words
from playground.discord_limits import problems

if TYPE_CHECKING:
    from simcord._runtime import _CallbackRecord
    from simcord.backend.models import GuildEmoji
    from simcord.builders import ChannelHandle, GuildHandle

logger = logging.getLogger(__name__)

REFUSED: Final[WeakKeyDictionary[Backend, list[str]]] = WeakKeyDictionary()
"""The reasons for which requests were refused, by simulated Discord."""

_dispatch = router.dispatch


def _dispatch_within_limits(backend: Backend, method: str, path: str, **asked: Any) -> Any:
    """Answer a request, or refuse it as Discord would."""
    now = backend.clock.now().timestamp()
    if found := problems(method, path, asked.get("json"), asked.get("reason"), now=now):
        logger.warning("Discord would refuse this: %s", "; ".join(found))
        REFUSED.setdefault(backend, []).extend(found)
        raise BackendError(400, 50035, "\n".join(("Invalid Form Body", *found)))
    return _dispatch(backend, method, path, **asked)


router.dispatch = _dispatch_within_limits


@dataclass(frozen=True)
class SimulatedPerson:
    """A simulated person: a name and a locale."""

    name: str
    locale: str


PEOPLE = (
    SimulatedPerson("Ada", "en-US"),
    SimulatedPerson("Borys", "pl"),
    SimulatedPerson("Celina", "en-US"),
    SimulatedPerson("Dmitri", "ru"),
)
DEMO = "demo"
"""The name of the channel in which computers play against each other."""

CHANNELS = {
    "dominoes": "playground.topic.dominoes",
    "second-table": "playground.topic.second_table",
    DEMO: "playground.topic.demo",
}
"""The channels with the keys of their topics, which the page shows in the viewer's language."""
SERVER = "Boneyard"


@dataclass(frozen=True)
class World:
    """The simulated server; Ada owns it, and roles are unassigned."""

    env: Env
    guild: GuildHandle
    channels: Mapping[str, ChannelHandle]
    people: Mapping[str, MemberActor]
    locales: dict[int, str]
    """Locale by user id. A change applies to the next interaction."""


def furnish(env: Env, people: Sequence[SimulatedPerson] = PEOPLE) -> World:
    """Create the server before the bot starts; the first person owns it."""
    env.backend.bot_user.name = SERVER
    show_emojis(env)
    users = {person.name: env.create_user(person.name.lower(), global_name=person.name) for person in people}
    guild = env.create_guild(SERVER, owner=users[people[0].name], preferred_locale="en-US")
    members = {name: guild.add_member(user) for name, user in users.items()}
    w = words("en")
    topics = {name: w(topic, play=w.command("play")) for name, topic in CHANNELS.items()}
    channels = {name: guild.create_text_channel(name, topic=topic) for name, topic in topics.items()}
    locales = {users[person.name].id: person.locale for person in people}
    return World(env, guild, channels, members, locales)


def show_emojis(env: Env) -> None:
    """Keep the pictures of the application's emojis, which simcord drops."""
    create = env.backend.create_application_emoji

    def create_with_picture(name: str, *, animated: bool = False) -> GuildEmoji:
        emoji = create(name, animated=animated)
        sent = env.backend.http_requests[-1].json
        if isinstance(sent, dict) and isinstance(sent.get("image"), str):
            keep_file(env, f"/emojis/{emoji.id}.png", base64.b64decode(sent["image"].partition(",")[2]))
        return emoji

    env.backend.create_application_emoji = create_with_picture  # type: ignore[method-assign]  # the only way in


def keep_file(env: Env, path: str, content: bytes) -> str:
    """Keep a file in the simulated CDN; return its address."""
    address = CDN_BASE + path
    env.backend.cdn._blobs[address] = content
    return address


def begin_now(env: Env) -> None:
    """Begin simulated time at the real time. Call it first."""
    env.backend.clock._epoch = datetime.now(UTC)


def one_shard(bot: discord.Client) -> None:
    """Limit a bot to one shard, before its environment exists."""
    if isinstance(bot, discord.AutoShardedClient) and not bot.shard_count:
        bot.shard_count = 1


def speak_own_languages(bot: discord.Client, env: Env, locales: Mapping[int, str]) -> None:
    """Set the locales of interactions, before the bot starts."""
    parsers = bot._connection.parsers
    parse = parsers["INTERACTION_CREATE"]

    def parse_in_own_language(payload: Any) -> None:
        person = payload.get("user") or payload["member"]["user"]
        payload["locale"] = locales.get(int(person["id"]), "en-US")
        if "guild_id" in payload:
            payload["guild_locale"] = env.backend.get_guild(int(payload["guild_id"])).preferred_locale
        parse(payload)

    parsers["INTERACTION_CREATE"] = parse_in_own_language


class SimulatedTimers:
    """A switch of the bot's timers between real and simulated time.

    Held timers fire only when the environment's time advances. Release them while a bot starts: time does not advance
    then, and a short sleep would never end.
    """

    def __init__(self, env: Env) -> None:
        self._env = env
        self._held = False
        schedule = env._schedule_timer

        def schedule_if_free(record: _CallbackRecord, *rest: Any) -> None:
            if not self._held:
                schedule(record, *rest)

        env._schedule_timer = schedule_if_free  # type: ignore[assignment, method-assign]  # simcord has no other way

    def hold(self) -> None:
        """Take all present and future timers off the real clock."""
        self._held = True
        for record in self._env._work.callbacks:
            if record.real_handle is not None:
                record.real_handle.cancel()

    def free(self) -> None:
        """Return timers set from now on to the real clock."""
        self._held = False


class Patience:
    """A limit on waiting for the bot's work.

    Calls of actors return after a moment, or in `until_answered` once the bot has answered. The limit holds for the
    rest of the environment's life, also for advances of time.
    """

    MOMENT = 0.05
    POLL = 0.005

    def __init__(self, env: Env) -> None:
        self._env = env
        self._settle = env._settle_internal
        self._seconds = 0.0
        self._since = 0
        env._settle_internal = self._settle_a_moment  # type: ignore[method-assign]  # simcord has no other way

    @contextmanager
    def until_answered(self, seconds: float) -> Iterator[None]:
        """Let calls wait up to `seconds` for the bot's answer."""
        self._seconds, self._since = seconds, len(self._env.backend.interactions)
        try:
            yield
        finally:
            self._seconds = 0.0

    def _answered(self) -> bool:
        newer = list(self._env.backend.interactions.values())[self._since :]
        return all(interaction.responded for interaction in newer)

    async def _settle_a_moment(self, **_: object) -> None:
        now = asyncio.get_running_loop().time
        until = now() + self._seconds
        while True:
            try:
                return await self._settle(timeout=self.MOMENT, idle=self.POLL)
            except TimeoutError:
                if now() >= until or self._answered():
                    return None


@contextmanager
def acting_as_bot(env: Env) -> Iterator[None]:
    """Let the bot itself make the calls in this block."""
    with env._bot_scope():
        yield


async def greet(env: Env, guild_id: int) -> None:
    """Report a joined server to the bot, and await its greeting."""
    guild = env.bot.get_guild(guild_id)
    if guild is None:
        raise LookupError("the bot is not in this server")
    with acting_as_bot(env):
        env.bot.dispatch("guild_join", guild)
    await env.settle()


async def close_bot(env: Env) -> None:
    """Close the bot and its resources before the environment continues."""
    with env._bot_scope():
        await env.bot.close()


def shown_message(env: Env, channel_id: int, message_id: int) -> dict[str, Any]:
    """Return a message's copy that later edits do not change."""
    return copy.deepcopy(
        dict(serializers.message_payload(env.backend, env.backend.get_message(channel_id, message_id)))
    )
