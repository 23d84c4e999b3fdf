"""Actions on the page, carried out in the simulated Discord.

An action is an object with `kind`, `person`, `place` and the arguments of the kind. The answer is an object, too: empty
on success, `failed` if the bot did not answer in time, `replaced` if the pressed part is no longer there, `refused`
with the reason, for developers, if Discord does not allow the action either, `modal` if the bot opens a form, `choices`
if it suggests values.
"""

import base64
import binascii
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import discord
from simcord.actors import MemberActor
from simcord.backend.access import channel_accessible
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Message
from simcord.builders import ChannelHandle, RoleHandle, UserHandle
from simcord.components import walk_components
from simcord.enums import ComponentType, OptionType
from simcord.interactions import parse_option_input
from simcord.results import InteractionResult, ResponseMessage

from bot import locales
from bot.locales import spoken
from playground.commands import option_specs
from playground.demos import Demos
from playground.simulated import World
from playground.steps import Steps
from playground.stream import Stream

LOCALES: Final = tuple(
    next(one.value for one in discord.Locale if spoken(one.value) == language) for language in locales.LOCALES
)
"""The languages available for a person's Discord."""

Action = Mapping[str, Any]
Answer = dict[str, Any]

_FORMS_KEPT: Final = 50
_PRESSES: Final = frozenset({"click", "select"})
"""The kinds that the page sends only for what it shows; Discord refuses them when that was edited meanwhile."""


class BadActionError(ValueError):
    """An action that is not possible for a person."""


class Actions:
    """All actions of people in one world."""

    def __init__(self, world: World, steps: Steps, stream: Stream, demos: Demos) -> None:
        self._world = world
        self._demos = demos
        self._env = world.env
        self._steps = steps
        self._stream = stream
        self._forms: dict[str, tuple[int, InteractionResult]] = {}
        self._kinds: dict[str, Callable[[MemberActor, ChannelHandle, Action], Awaitable[Answer]]] = {
            "slash": self._run_slash_command,
            "autocomplete": self._suggest,
            "context": self._run_context_command,
            "click": self._click,
            "select": self._select,
            "submit": self._submit,
            "react": self._react,
            "send": self._send,
            "delete": self._delete,
            "dismiss": self._dismiss,
            "speak": self._set_language,
            "demo": self._begin_demo,
        }

    async def do(self, action: Action) -> Answer:
        """Carry out an action.

        :raises BadActionError: if the page would never send it.
        """
        try:
            kind = self._kinds[action["kind"]]
            person = self._person(action["person"])
            place = self._place(action["place"])
            if not channel_accessible(self._env.backend, place.id, person.id):
                return {"refused": "that place is not open to this person"}
            return await kind(person, place, action)
        except (BackendError, SetupError) as refusal:
            return {"replaced": True} if action["kind"] in _PRESSES else {"refused": str(refusal)}
        except (AttributeError, TypeError, ValueError, LookupError) as error:  # a malformed action
            raise BadActionError(f"{type(error).__name__}: {error}") from error
        finally:
            self._stream.send_changes()

    # --- Commands --------------------------------------------------------------------------------------------------

    async def _run_slash_command(self, person: MemberActor, place: ChannelHandle, action: Action) -> Answer:
        name = str(action["name"])
        options = self._options(person, place, name, action["options"])
        if place.guild is None:
            result = await self._steps.take(lambda: person.user.slash(name, **options))
        else:
            result = await self._steps.take(lambda: person.slash(place, name, **options))
        return await self._await_answer(person, result)

    async def _suggest(self, person: MemberActor, place: ChannelHandle, action: Action) -> Answer:
        name, option, value = str(action["name"]), str(action["option"]), str(action["value"])
        filled = self._options(person, place, name, action["options"], partly=True)
        filled.pop(option, None)
        if place.guild is None:
            asked = self._steps.take_answered(lambda: person.user.autocomplete(name, option, value, **filled))
        else:
            asked = self._steps.take_answered(lambda: person.autocomplete(place, name, option, value, **filled))
        choices = await asked
        locale = self._world.locales[person.id]
        return {
            "choices": [
                {
                    "label": (choice.get("name_localizations") or {}).get(locale) or choice["name"],
                    "value": str(choice["value"]),
                }
                for choice in choices
            ]
        }

    async def _run_context_command(self, person: MemberActor, place: ChannelHandle, action: Action) -> Answer:
        target = self._person(action["target"]) if "target" in action else self._message(place, action)
        name = str(action["name"])
        return await self._await_answer(
            person, await self._steps.take(lambda: person.context_menu(place, name, target))
        )

    def _options(
        self, person: MemberActor, place: ChannelHandle, name: str, texts: Mapping[str, Any], *, partly: bool = False
    ) -> dict[str, Any]:
        """Convert the page's texts to the command's types."""
        specs = option_specs(self._env, person.id, place.id, name)
        values = {}
        for key, text in texts.items():
            try:
                values[key] = self._option(name, specs[key], text)
            except SetupError:
                if not partly:
                    raise
        return values

    def _option(self, command: str, spec: Mapping[str, Any], text: Any) -> Any:
        match OptionType(spec["type"]):
            case OptionType.USER | OptionType.ROLE | OptionType.CHANNEL | OptionType.MENTIONABLE:
                return self._handle(str(text))
            case OptionType.ATTACHMENT:
                return _file(text)
            case OptionType.BOOLEAN:
                return text == "true"
            case _:
                return parse_option_input(command, dict(spec), text)

    # --- Buttons, selects, forms -----------------------------------------------------------------------------------

    async def _click(self, person: MemberActor, place: ChannelHandle, action: Action) -> Answer:
        message, custom_id = self._message(place, action), str(action["id"])
        actor = _actor(person, place)
        return await self._await_answer(
            person, await self._steps.take(lambda: actor.click(message, custom_id=custom_id))
        )

    async def _select(self, person: MemberActor, place: ChannelHandle, action: Action) -> Answer:
        message, custom_id = self._message(place, action), str(action["id"])
        actor = _actor(person, place)
        values = self._values(message.components, custom_id, action["values"])
        return await self._await_answer(
            person, await self._steps.take(lambda: actor.select(message, values, custom_id=custom_id))
        )

    async def _submit(self, person: MemberActor, place: ChannelHandle, action: Action) -> Answer:
        owner, shown = self._forms[action["form"]]
        if owner != person.id:
            raise BadActionError("the form belongs to another person")
        parts = (shown.modal or {}).get("components") or []
        values = {
            key: value if isinstance(value, str | bool) else self._values(parts, key, value)
            for key, value in dict(action["values"]).items()
        }
        actor = _actor(person, place)
        answer = await self._await_answer(person, await self._steps.take(lambda: actor.submit_modal(shown, values)))
        self._forms.pop(action["form"], None)
        return answer

    def _values(self, components: list[dict[str, Any]], custom_id: str, values: Any) -> list[Any]:
        kinds = [part["type"] for part in walk_components(components) if part.get("custom_id") == custom_id]
        if set(kinds) & {ComponentType.STRING_SELECT, ComponentType.RADIO_GROUP, ComponentType.CHECKBOX_GROUP}:
            return [str(value) for value in values]
        return [self._handle(str(value)) for value in values]

    async def _await_answer(self, person: MemberActor, result: InteractionResult) -> Answer:
        """Return the bot's request, such as a form."""
        if not await self._steps.wait_for(lambda: result.acknowledged):
            return {"failed": True}
        form = result.modal
        if form is None:
            return {}
        for old in list(self._forms)[:-_FORMS_KEPT]:
            del self._forms[old]
        key = secrets.token_hex(8)
        self._forms[key] = (person.id, result)
        return {"modal": form | {"form": key}}

    # --- Messages --------------------------------------------------------------------------------------------------

    async def _send(self, person: MemberActor, place: ChannelHandle, action: Action) -> Answer:
        content = str(action["content"])
        if place.guild is None:
            await self._steps.take(lambda: person.user.send_dm(content))
        else:
            await self._steps.take(lambda: person.send(place, content))
        return {}

    async def _delete(self, person: MemberActor, place: ChannelHandle, action: Action) -> Answer:
        message, actor = self._message(place, action), _actor(person, place)
        await self._steps.take(lambda: actor.delete(message))
        return {}

    async def _react(self, person: MemberActor, place: ChannelHandle, action: Action) -> Answer:
        message, actor, emoji = self._message(place, action), _actor(person, place), str(action["emoji"])
        reacted = bool(action["on"])
        await self._steps.take(lambda: actor.set_reaction(message, emoji, reacted=reacted))
        return {}

    async def _dismiss(self, person: MemberActor, place: ChannelHandle, action: Action) -> Answer:
        message = self._stored(place, action)
        if not message.is_ephemeral or not message.visible_to(person.id):
            raise BadActionError("only ephemeral messages can be dismissed")
        self._stream.dismiss(message)
        return {}

    async def _set_language(self, person: MemberActor, _place: ChannelHandle, action: Action) -> Answer:
        if action["locale"] not in LOCALES:
            raise BadActionError("unknown language")
        self._world.locales[person.id] = action["locale"]
        self._stream.resend_world()
        return {}

    async def _begin_demo(self, _person: MemberActor, _place: ChannelHandle, action: Action) -> Answer:
        return {"place": str(await self._demos.begin(str(action["game"])))}

    # --- Lookup ----------------------------------------------------------------------------------------------------

    def _person(self, person_id: str) -> MemberActor:
        for member in self._world.people.values():
            if str(member.id) == person_id:
                return member
        raise BadActionError("unknown person")

    def _place(self, place_id: str) -> ChannelHandle:
        channel = self._env.backend.get_channel(int(place_id))
        guild = None if channel.guild_id is None else self._world.guild
        return ChannelHandle(self._env, guild, channel)

    def _stored(self, place: ChannelHandle, action: Action) -> Message:
        return self._env.backend.get_message(place.id, int(action["message"]))

    def _message(self, place: ChannelHandle, action: Action) -> ResponseMessage:
        return ResponseMessage(self._env, self._stored(place, action))

    def _handle(self, thing_id: str) -> MemberActor | UserHandle | RoleHandle | ChannelHandle:
        """Return a person, bot, role or channel by id."""
        if any(str(member.id) == thing_id for member in self._world.people.values()):
            return self._person(thing_id)
        backend = self._env.backend
        if thing_id == str(backend.bot_user.id):
            return UserHandle(self._env, backend.bot_user)
        role = backend.get_guild(self._world.guild.id).roles.get(int(thing_id))
        return RoleHandle(self._env, self._world.guild, role) if role is not None else self._place(thing_id)


def _actor(person: MemberActor, place: ChannelHandle) -> MemberActor | UserHandle:
    """Return the actor: a member, or a user in direct messages."""
    return person.user if place.guild is None else person


def _file(sent: Mapping[str, str]) -> tuple[str, bytes]:
    try:
        return str(sent["name"]), base64.b64decode(sent["content"], validate=True)
    except binascii.Error as error:
        raise BadActionError("the file is broken") from error
