"""Payloads for the page: places, people and messages.

All viewers share one payload of a message: `only_for` names the only viewer of an ephemeral one, reactions name their
users, and the page writes times and notes in the viewer's language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel, Message
from simcord.components import COMPONENTS_V2_FLAG, walk_components
from simcord.enums import SELECT_TYPES, ChannelType, ComponentType

from playground.markup import block_html, inline_html
from playground.pictures import Files
from playground.simulated import CHANNELS, World, shown_message

_LOADING: Final = 1 << 7
_TEXT_TYPES: Final = (ChannelType.TEXT, ChannelType.NEWS, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)
_STYLES: Final = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link"}
_DRAWN: Final = frozenset({ComponentType.ACTION_ROW, ComponentType.BUTTON, *SELECT_TYPES})


class Payloads:
    """The payloads and `MarkupNames` of one simulated world."""

    def __init__(self, world: World, files: Files) -> None:
        self._world = world
        self._backend = world.env.backend
        self._files = files

    # --- Names for `markup.MarkupNames` ----------------------------------------------------------------------------

    def person(self, person_id: int) -> str | None:
        user = self._backend.users.get(person_id)
        return None if user is None else user.global_name or user.name

    def role(self, role_id: int) -> str | None:
        role = self._backend.get_guild(self._world.guild.id).roles.get(role_id)
        return None if role is None else role.name

    def channel(self, channel_id: int) -> str | None:
        channel = self._backend.channels.get(channel_id)
        return None if channel is None else channel.name

    def emoji(self, emoji_id: int) -> str | None:
        return self._files.emoji(emoji_id)

    # --- The world -------------------------------------------------------------------------------------------------

    def world(self) -> dict[str, Any]:
        """Return people, the bot, roles, and places with viewers."""
        guild = self._backend.get_guild(self._world.guild.id)
        return {
            "people": [
                {
                    "id": str(member.id),
                    "name": name,
                    "locale": self._world.locales[member.id],
                    "manages": member.id == guild.owner_id,
                }
                for name, member in self._world.people.items()
            ],
            "bot": {"id": str(self._backend.bot_user.id), "name": self._backend.bot_user.name},
            "server": guild.name,
            "roles": [{"id": str(role.id), "name": role.name} for role in guild.roles.values() if role.id != guild.id],
            "places": [self._place(channel) for channel in self._channels()],
        }

    def now(self) -> float:
        """Return the simulated time, in seconds since 1970."""
        return self._world.env.now().timestamp()

    def _channels(self) -> Iterator[Channel]:
        yield from (channel for channel in self._backend.channels.values() if channel.type in _TEXT_TYPES)
        for member in self._world.people.values():
            yield self._backend.get_dm_channel(member.id)

    def _place(self, channel: Channel) -> dict[str, Any]:
        people = [member.id for member in self._world.people.values()]
        kind = "dm" if channel.guild_id is None else "thread" if channel.is_thread else "channel"
        return {
            "id": str(channel.id),
            "kind": kind,
            "name": channel.name or "",
            "topic": CHANNELS.get(channel.name or "", "") if kind == "channel" else "",
            "for": [str(person) for person in people if channel_accessible(self._backend, channel.id, person)],
        }

    # --- Messages --------------------------------------------------------------------------------------------------

    def messages(self) -> Iterator[Message]:
        """Yield all messages of all places, in no order."""
        for messages in self._backend.messages.values():
            yield from messages.values()

    def message(self, message: Message) -> dict[str, Any]:
        """Return the payload of a message."""
        payload = shown_message(self._world.env, message.channel_id, message.id)
        metadata = payload.get("interaction_metadata") or {}
        has_layout = bool(payload["flags"] & COMPONENTS_V2_FLAG)
        used = set(_used_in_embeds(payload))
        loose = [part for part in payload["attachments"] if part["url"] not in used and not has_layout]
        pictures = [picture for part in loose if (picture := self._attached_picture(part)) is not None]
        return {
            "id": payload["id"],
            "place": payload["channel_id"],
            "author": {
                "id": payload["author"]["id"],
                "name": payload["author"]["global_name"],
                "bot": bool(payload["author"]["bot"]),
            },
            "at": payload["timestamp"],
            "edited": payload["edited_timestamp"] is not None,
            "loading": bool(payload["flags"] & _LOADING),
            "pings": [str(person) for person in message.ping_user_ids],
            "only_for": str((metadata.get("user") or {}).get("id")) if message.is_ephemeral else None,
            "command": self._command(metadata),
            "reply": self._reply(payload),
            "content": block_html(payload["content"], self),
            "embeds": [self._embed(embed, payload["attachments"]) for embed in payload["embeds"]],
            "pictures": pictures,
            "files": [self._files.attachment(part) for part in loose if self._attached_picture(part) is None],
            "layout": self._layout(payload["components"], payload["attachments"]) if has_layout else [],
            "rows": [] if has_layout else self._rows(payload["components"]),
            "reactions": self._reactions(message),
        }

    def _attached_picture(self, attachment: Mapping[str, Any]) -> dict[str, Any] | None:
        return self._files.picture(attachment["url"], attachment.get("description"))

    def _command(self, metadata: Mapping[str, Any]) -> dict[str, str] | None:
        if "name" not in metadata:
            return None
        person = metadata.get("user") or {}
        return {
            "person": str(person.get("id")),
            "name": self.person(int(person.get("id", 0))) or "",
            "used": metadata["name"],
        }

    def _reply(self, payload: Mapping[str, Any]) -> dict[str, str] | None:
        to = payload.get("referenced_message")
        if to is None:
            return None
        return {"name": to["author"]["global_name"], "content": inline_html(to["content"].split("\n")[0], self)}

    def _embed(self, embed: Mapping[str, Any], attachments: list[Mapping[str, Any]]) -> dict[str, Any]:
        alts = {part["url"]: part.get("description") for part in attachments}

        def picture(key: str) -> dict[str, Any] | None:
            url = (embed.get(key) or {}).get("url")
            return self._files.picture(_address(url, attachments), alts.get(_address(url, attachments) or ""))

        colour = embed.get("color")
        return {
            "colour": None if colour is None else f"#{colour:06x}",
            "author": (embed.get("author") or {}).get("name"),
            "title": inline_html(embed.get("title") or "", self),
            "url": _web_address(embed.get("url")),
            "description": block_html(embed.get("description") or "", self),
            "fields": [
                {
                    "name": inline_html(field["name"], self),
                    "value": block_html(field["value"], self),
                    "inline": bool(field.get("inline")),
                }
                for field in embed.get("fields") or []
            ],
            "image": picture("image"),
            "thumbnail": picture("thumbnail"),
            "footer": inline_html((embed.get("footer") or {}).get("text") or "", self),
            "at": embed.get("timestamp"),
        }

    def _layout(self, components: list[dict[str, Any]], attachments: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Return a Components V2 message's parts; containers nest."""
        return [self._part(part, attachments) for part in components]

    def _part(self, part: Mapping[str, Any], attachments: list[Mapping[str, Any]]) -> dict[str, Any]:
        match part["type"]:
            case ComponentType.CONTAINER:
                colour = part.get("accent_color")
                parts = self._layout(part["components"], attachments)
                return {"kind": "container", "colour": None if colour is None else f"#{colour:06x}", "parts": parts}
            case ComponentType.TEXT_DISPLAY:
                return {"kind": "text", "html": block_html(part["content"], self)}
            case ComponentType.MEDIA_GALLERY:
                shown = [
                    self._files.picture(_address(item["media"]["url"], attachments), item.get("description"))
                    for item in part["items"]
                ]
                return {"kind": "gallery", "pictures": [picture for picture in shown if picture is not None]}
            case ComponentType.SEPARATOR:
                return {"kind": "separator", "line": part.get("divider", True), "wide": part.get("spacing") == 2}
            case ComponentType.FILE:
                address = _address(part["file"]["url"], attachments)
                return {
                    "kind": "file",
                    "files": [self._files.attachment(one) for one in attachments if one["url"] == address],
                }
            case ComponentType.ACTION_ROW:
                return {"kind": "row", "parts": [self._component(one) for one in part["components"]]}
            case _:
                return {"kind": "row", "parts": [self._component(part)]}  # with a note that the page cannot draw it

    def _rows(self, components: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
        rows = []
        for row in components:
            parts = [part for part in walk_components([row]) if part["type"] != ComponentType.ACTION_ROW]
            rows.append([self._component(part) for part in parts])
        return rows

    def _component(self, part: Mapping[str, Any]) -> dict[str, Any]:
        if part["type"] not in _DRAWN:  # named instead of hidden: the page cannot draw it
            return {"kind": "unknown", "name": ComponentType(part["type"]).name.lower()}
        common = {"id": part.get("custom_id"), "disabled": bool(part.get("disabled"))}
        if part["type"] == ComponentType.BUTTON:
            return common | {
                "kind": "button",
                "style": _STYLES.get(part.get("style", 2), "secondary"),
                "label": part.get("label") or "",
                "emoji": self._emoji(part.get("emoji")),
                "url": _web_address(part.get("url")),
            }
        return common | {
            "kind": "select",
            "of": ComponentType(part["type"]).name.lower(),
            "placeholder": part.get("placeholder") or "",
            "least": part.get("min_values", 1),
            "most": part.get("max_values", 1),
            "chosen": [str(one["id"]) for one in part.get("default_values") or []],
            "options": [
                {
                    "label": option["label"],
                    "value": option["value"],
                    "description": option.get("description") or "",
                    "emoji": self._emoji(option.get("emoji")),
                    "default": bool(option.get("default")),
                }
                for option in part.get("options") or []
            ],
        }

    def _emoji(self, emoji: Mapping[str, Any] | None) -> dict[str, str | None] | None:
        if not emoji:
            return None
        source = self._files.emoji(int(emoji["id"])) if emoji.get("id") else None
        return {"name": str(emoji.get("name") or ""), "src": source}

    def _reactions(self, message: Message) -> list[dict[str, Any]]:
        shown = []
        for reaction in message.reactions:
            name, _, emoji_id = reaction.emoji.partition(":")
            emoji = self._emoji({"name": name, "id": emoji_id or None})
            shown.append({"key": reaction.emoji, "emoji": emoji, "by": [str(person) for person in reaction.user_ids]})
        return shown


def _used_in_embeds(payload: Mapping[str, Any]) -> Iterator[str]:
    for embed in payload["embeds"]:
        for key in ("image", "thumbnail"):
            address = _address((embed.get(key) or {}).get("url"), payload["attachments"])
            if address is not None:
                yield address


def _address(url: str | None, attachments: list[Mapping[str, Any]]) -> str | None:
    """Return a picture's address, perhaps of an attachment."""
    if url is None or not url.startswith("attachment://"):
        return url
    name = url.removeprefix("attachment://")
    return next((part["url"] for part in attachments if part["filename"] == name), None)


def _web_address(url: str | None) -> str | None:
    return url if url is not None and url.startswith(("http://", "https://")) else None
