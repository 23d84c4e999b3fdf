"""A simulated Discord: one server, two channels, four people, a bot.

A test module or folder defines the fixture `build_bot`, a function without arguments that makes an unstarted bot (a
restart calls it again), and then uses `world`:

    async def test_a_click_is_answered(world: DiscordWorld) -> None:
        await world.slash("Ada", "play", game="block")
        answer = await world.click("Borys", "Join")
        assert answer.response is not None and answer.response.ephemeral

Errors that escaped the bot fail the test at its end, unless it has read `world.env.errors`; those of tasks that a timer
began are reported only at the end.
"""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fnmatch import fnmatch
from typing import Any, Final, TypeVar

import discord
import pytest
from discord import app_commands
from discord.ext import commands
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.enums import SELECT_TYPES, ComponentType
from simcord.env import Env
from simcord.results import InteractionResult, ResponseMessage
from simcord.types import HttpLogEntry

from bot.league.scheduler import LeagueScheduler
from bot.posts.tile_emojis import emoji_name
from bot.requests.people.personal_data import GuildRetention
from games.core.tiles import ALL_TILES
from playground import simulated
from storage.database import Database
from tests import simulation

T = TypeVar("T")

AnyBot = commands.Bot | commands.AutoShardedBot
BuildBot = Callable[[], AnyBot | Awaitable[AnyBot]]

MOMENT_SECONDS = 1.0

PATIENCE_S = 60.0
"""The real seconds that threads and processes of the bot may take for an action, on a busy machine."""

PARTY_OF_SIX = (*simulated.PEOPLE, simulated.SimulatedPerson("Ewa", "pl"), simulated.SimulatedPerson("Feliks", "en-US"))
"""Six people, for games that take so many."""

BY_CHANNEL = pytest.mark.parametrize("board_tokens", [False], ids=["by_channel"])
"""Marks a test in which no board is edited by the token of a click."""

TOKEN_SECONDS = 15 * 60
"""An interaction's token lives so long."""


class Route(Enum):
    """Requests that a test lets fail: method and path."""

    SEND = ("POST", "/channels/*/messages")
    HISTORY = ("GET", "/channels/*/messages")
    EDIT = ("PATCH", "/channels/*/messages/*")
    DELETE = ("DELETE", "/channels/*/messages/*")
    OPEN_DM = ("POST", "/users/@me/channels")
    ANSWER = ("POST", "/interactions/*/*/callback")
    FOLLOW_UP = ("POST", "/webhooks/*/*")
    EDIT_ANSWER = ("PATCH", "/webhooks/*/*/messages/*")
    DELETE_ANSWER = ("DELETE", "/webhooks/*/*/messages/*")


USUAL_CODE = {401: 50027, 403: 50013, 404: 10008}
"""Discord's own error code that mostly comes with a status; an expired token is 401 with 50027."""


@dataclass(frozen=True)
class Button:
    """A button as found on a message, perhaps outdated when pressed."""

    message: Mapping[str, Any]
    custom_id: str
    label: str | None


class DiscordWorld:
    """A test's actions and views; people and channels by name.

    The default channel is #dominoes. Time passes only by `pass_time`, and by `moment` seconds after each action of a
    person, so that actions delayed for a moment have happened. A test of that very moment sets `moment` to 0.
    """

    def __init__(self, world: simulated.World, build_bot: BuildBot) -> None:
        self._world = world
        self._build_bot = build_bot
        self.env = world.env
        self.guild = world.guild
        self.channels = world.channels
        self._timers = simulated.SimulatedTimers(world.env)
        self.moment = MOMENT_SECONDS
        self._healed = 0

    @property
    def bot(self) -> AnyBot:
        """The bot that runs now; another one after `restart`."""
        assert isinstance(self.env.bot, commands.Bot | commands.AutoShardedBot)
        return self.env.bot

    @property
    def channel(self) -> ChannelHandle:
        """#dominoes."""
        return self.channels["dominoes"]

    @property
    def names(self) -> tuple[str, ...]:
        """The people in the server."""
        return tuple(self._world.people)

    def person(self, name: str) -> MemberActor:
        """Return Ada (owner, en-US), Borys (pl), Celina (en-US) or Dmitri (ru)."""
        return self._world.people[name]

    def speak(self, name: str, locale: str) -> None:
        """Set a person's locale for all later interactions."""
        self._world.locales[self.person(name).id] = locale

    async def start(self) -> None:
        """Start the bot and let it finish its immediate work."""
        simulated.speak_own_languages(self.env.bot, self.env, self._world.locales)
        await self.env.start()
        self._timers.hold()

    async def restart(self) -> None:
        """Close the bot and start a new one."""
        await simulated.close_bot(self.env)
        bot = await _built(self._build_bot)
        simulated.speak_own_languages(bot, self.env, self._world.locales)
        self._timers.free()
        await self.env.restart_bot(bot)
        self._timers.hold()

    async def pass_time(self, seconds: float) -> None:
        """Advance virtual time, with all timers on the way."""
        await self.env.advance_time(seconds)

    # Commands and clicks

    async def slash(self, name: str, command: str, /, channel: str = "dominoes", **options: Any) -> InteractionResult:
        """Use a slash command; `"table leave"` is one of a group."""
        return await self._a_moment_after(self.person(name).slash(self.channels[channel], command, **options))

    def button(self, name: str, label: str | None = None, channel: str = "dominoes", *, id_prefix: str = "") -> Button:
        """Return the newest button, unless disabled, by label or prefix."""
        for message, part in self._parts(name, channel):
            custom_id = str(part.get("custom_id") or "")
            if part["type"] != ComponentType.BUTTON or not custom_id.startswith(id_prefix):
                continue
            if label is None or part.get("label") == label:
                assert not part.get("disabled"), f"the button {label or custom_id!r} is disabled"
                return Button(message, custom_id, part.get("label"))
        seen = [part.get("label") or part.get("custom_id") for _, part in self._parts(name, channel)]
        pytest.fail(f"{name} sees no button {label or id_prefix!r} in #{channel}, but {seen}")

    def labels(self, name: str, channel: str = "dominoes") -> list[str]:
        """Return the labels of all pressable buttons, newest message first."""
        parts = (part for _, part in self._parts(name, channel) if part["type"] == ComponentType.BUTTON)
        return [str(part.get("label") or "") for part in parts if not part.get("disabled")]

    async def click(
        self, name: str, label: str | None = None, channel: str = "dominoes", *, id_prefix: str = ""
    ) -> InteractionResult:
        """Press the newest button of that label or custom_id prefix."""
        return await self.press(name, self.button(name, label, channel, id_prefix=id_prefix))

    async def press(self, name: str, button: Button) -> InteractionResult:
        """Press a button found earlier, even if its message has changed."""
        return (await self.race((name, button)))[0]

    async def race(self, *presses: tuple[str, Button]) -> list[InteractionResult]:
        """Press buttons at one instant, before the bot reacts."""
        clicks = [
            simulation.click_payload(self.env, self._actor(name, button), button.message, button.custom_id)
            for name, button in presses
        ]
        return await self._a_moment_after(simulation.deliver(self.env, *clicks))

    async def select(
        self, name: str, values: list[Any], channel: str = "dominoes", *, id_prefix: str = ""
    ) -> InteractionResult:
        """Select values or channels in the newest menu of this prefix."""
        for message, part in self._parts(name, channel):
            custom_id = str(part.get("custom_id") or "")
            if part["type"] in SELECT_TYPES and custom_id.startswith(id_prefix):
                stored = self.env.backend.get_message(int(message["channel_id"]), int(message["id"]))
                shown = ResponseMessage(self.env, stored)
                return await self._a_moment_after(self.person(name).select(shown, values, custom_id=custom_id))
        pytest.fail(f"{name} sees no select menu {id_prefix!r} in #{channel}")

    async def submit(self, name: str, shown: InteractionResult, **values: str) -> InteractionResult:
        """Fill in and send the modal of an interaction."""
        return await self._a_moment_after(self.person(name).submit_modal(shown, values))

    async def _a_moment_after(self, action: Awaitable[T]) -> T:
        done = await action
        if self.moment:
            await self.pass_time(self.moment)
        return done

    # What is seen

    def messages(self, name: str | None = None, channel: str = "dominoes") -> list[discord.Message]:
        """Return messages a person sees (None: all do), oldest first."""
        viewer = None if name is None else self.person(name)
        return self.channels[channel].history(viewer=viewer)

    def direct_messages(self, name: str) -> list[discord.Message]:
        """Return the person's messages with the bot, oldest first."""
        return self.person(name).user.dm_channel.history()

    def requests(self, route: Route) -> int:
        """Return the bot's number of requests to a route."""
        method, path = route.value
        depth = path.count("/")
        ends = [part for part in path.split("/") if part != "*"]
        return sum(
            entry.method == method
            and entry.path.count("/") == depth
            and all(end in entry.path.split("/") for end in ends)
            for entry in self.env.http_requests
        )

    def public_edits(self) -> int:
        """Return the number of edits of public messages, by the channel's route or the token of a click."""
        return self.requests(Route.EDIT) + sum(self.is_public_edit(entry) for entry in self.env.http_requests)

    def is_public_edit(self, entry: HttpLogEntry) -> bool:
        """Return True for an edit, by its token, of the public message on which a click was made."""
        backend, parts = self.env.backend, entry.path.split("/")
        if entry.method != "PATCH" or parts[1] != "webhooks" or parts[-1] != "@original":
            return False
        click = backend.interactions[backend.interaction_tokens[parts[3]]]
        message = backend.messages.get(click.channel_id, {}).get(click.message_id or 0)
        return message is not None and not message.is_ephemeral

    # What goes wrong

    def fail(self, route: Route, status: int, *, code: int | None = None, times: int | None = 1) -> None:
        """Answer the next (or all: times=None) requests with an error."""
        method, path = route.value
        self.env.inject_error(
            method, path, status=status, code=USUAL_CODE.get(status, 0) if code is None else code, times=times
        )

    def refuse(
        self, refusal: simulation.Refusal, *routes: Route, times: int | None = None, but_in: str = ""
    ) -> list[str]:
        """Let Discord be unwell at some routes (none: all); return the growing list of what it refuses.

        :param times: the number of requests refused; None for all.
        :param but_in: the name of a channel in which all is well.
        """
        well, healed = self.channels[but_in].id if but_in else 0, self._healed

        def is_meant(method: str, path: str) -> bool:
            named = any(one.value[0] == method and fnmatch(path, one.value[1]) for one in routes) or not routes
            return named and healed == self._healed and f"/channels/{well}/" not in path

        return simulation.refuse(self.env, refusal, is_meant, times)

    def heal(self) -> None:
        """End all failures that were set up by `fail` and `refuse`."""
        self.env.backend.faults.clear()
        self._healed += 1

    async def expire_tokens(self) -> None:
        """Let the tokens of all past interactions expire.

        They get 404 with code 10015. Live Discord says 401 with 50027 instead: `fail(Route.EDIT_ANSWER, 401)`.
        """
        await self.pass_time(TOKEN_SECONDS + 1)

    def delete_message(self, message: discord.Message | ResponseMessage) -> None:
        """Delete a message as a person with that right."""
        channel = message.channel_id if isinstance(message, ResponseMessage) else message.channel.id
        self.env.backend.delete_message(channel, message.id)

    def _actor(self, name: str, button: Button) -> Any:
        person = self.person(name)
        return person.user if int(button.message["channel_id"]) == person.user.dm_channel.id else person

    def _parts(self, name: str, channel: str) -> Iterator[tuple[Mapping[str, Any], dict[str, Any]]]:
        """Yield visible parts with a custom_id, newest first; "dm" is private."""
        person = self.person(name)
        place = person.user.dm_channel if channel == "dm" else self.channels[channel]
        stored = self.env.backend.messages.get(place.id, {}).values()
        for message in sorted(stored, key=lambda message: message.id, reverse=True):
            if message.visible_to(person.id):
                shown = simulated.shown_message(self.env, place.id, message.id)
                for part in walk_components(shown["components"]):
                    if part.get("custom_id"):
                        yield shown, part


async def _built(build_bot: BuildBot) -> AnyBot:
    built = build_bot()
    bot = await built if inspect.isawaitable(built) else built
    simulated.one_shard(bot)
    simulation.keep_longest_wait(bot)
    return bot


@pytest.fixture
def build_bot() -> BuildBot:
    """To be defined where `world` is used."""
    raise pytest.UsageError("define a fixture `build_bot` beside the tests that use `world`")


AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group


def _callbacks(command: AnyCommand) -> tuple[Hashable, ...]:
    """Return the functions of a command and subcommands, shared by bots."""
    if isinstance(command, app_commands.Group):
        return (command.name, *map(_callbacks, command.commands))
    return (command.callback,)


def _remember_payload(kind: type[AnyCommand], known: dict[tuple[Hashable, ...], dict[str, Any]]) -> None:
    """Cache a command's payload, for 34 locales, in this process."""
    put_together: Callable[..., Awaitable[dict[str, Any]]] = kind.get_translated_payload

    async def remember(command: AnyCommand, tree: Any, translator: app_commands.Translator) -> dict[str, Any]:
        if command.parent is not None:
            return await put_together(command, tree, translator)
        of = (type(translator), *_callbacks(command))
        if of not in known:
            known[of] = await put_together(command, tree, translator)
        return known[of]

    setattr(kind, "get_translated_payload", remember)  # noqa: B010  # a kind's own takes that kind only


@pytest.fixture(scope="session")
def quick_simulation() -> None:
    """Prepare once for all simulated Discords of a session."""
    simulation.hasten()
    simulation.ExpiringViews().remember()
    payloads: dict[tuple[Hashable, ...], dict[str, Any]] = {}
    for kind in (app_commands.Command, app_commands.Group):
        _remember_payload(kind, payloads)


@pytest.fixture
async def discord_env(build_bot: BuildBot, quick_simulation: None, threadless_sqlite: None) -> Env:
    """Return the environment; simcord finds its clock by type."""
    env = Env(await _built(build_bot))
    simulation.settle_slowly(env, PATIENCE_S)
    return env


@pytest.fixture
def people() -> tuple[simulated.SimulatedPerson, ...]:
    """Return the server's members, by default four."""
    return simulated.PEOPLE


@pytest.fixture
def board_tokens() -> bool:
    """Return True if boards are edited by the tokens of clicks on them; see `BY_CHANNEL`."""
    return True


@pytest.fixture
def tile_faces() -> bool:
    """Return True if tile emojis exist already, for quick starts."""
    return True


@pytest.fixture
def may_pin() -> bool:
    """Return True if the bot may pin messages; a pin adds a message of Discord to the channel."""
    return False


_SEARCHES: Final = (
    (LeagueScheduler, "run_once"),
    (GuildRetention, "delete_due"),
    (Database, "_back_up_before_migration"),
)
"""Searches that find nothing in the database of a new world, which is current and has no rows."""


async def _find_nothing(*_: object) -> bool:
    return True


@pytest.fixture
async def world(
    discord_env: Env,
    build_bot: BuildBot,
    people: tuple[simulated.SimulatedPerson, ...],
    tile_faces: bool,
    may_pin: bool,
) -> AsyncIterator[DiscordWorld]:
    """Yield the simulated Discord with the bot running in it."""
    for tile in ALL_TILES if tile_faces else ():
        discord_env.backend.create_application_emoji(emoji_name(tile))
    made = DiscordWorld(simulated.furnish(discord_env, people), build_bot)
    if not may_pin:
        [role] = [one for one in discord_env.backend.get_guild(made.guild.id).roles.values() if one.managed]
        role.permissions &= ~discord.Permissions(pin_messages=True).value
    with pytest.MonkeyPatch.context() as before:
        for of, search in _SEARCHES:
            before.setattr(of, search, _find_nothing)
        await made.start()
    logged = simulation.LoggedErrors(discord_env)
    logged.listen()
    try:
        yield made
    finally:
        simulation.heal()
        logged.close()
        await simulated.close_bot(discord_env)
        await discord_env.shutdown()
    refused = simulated.REFUSED.get(discord_env.backend)
    assert not refused, "\n".join(["Discord refuses these requests:", *refused])
    discord_env._raise_errors_since(discord_env._errors_acknowledged)
