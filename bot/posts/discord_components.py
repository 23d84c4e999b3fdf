"""Messages, components and forms in discord.py's classes.

The custom_id of a click holds its whole meaning, so discord.py has to remember no message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import discord
from discord import ButtonStyle, ChannelType, ComponentType, PartialEmoji

from bot.messages.parts.components import (
    BUTTON,
    FORM,
    MAX_FORM_DESCRIPTION,
    MAX_FORM_LABEL,
    MAX_FORM_TITLE,
    SELECT,
    Button,
    ClickAddress,
    Entity,
    EntitySelect,
    Form,
    Heading,
    MessageFormat,
    PeopleField,
    RoleField,
    Row,
    Select,
    SelectOption,
    Style,
    TextField,
)
from bot.messages.parts.message import Drawing, Message
from bot.messages.parts.text import MAX_LAYOUT_TEXT, truncate, without_directions

_STYLES: Final = {
    Style.PLAIN: ButtonStyle.secondary,
    Style.MAIN: ButtonStyle.primary,
    Style.GO: ButtonStyle.success,
    Style.DANGER: ButtonStyle.danger,
}

_ENTITIES: Final = {
    Entity.CHANNEL: ComponentType.channel_select,
    Entity.ROLE: ComponentType.role_select,
    Entity.USER: ComponentType.user_select,
}
_WRITABLE: Final = (
    ChannelType.text,
    ChannelType.voice,
    ChannelType.news,
    ChannelType.forum,
    ChannelType.news_thread,
    ChannelType.public_thread,
    ChannelType.private_thread,
)
"""The channels in which, or in threads of which, tables can be opened."""


class _Rows(discord.ui.View):
    """Rows without children, so discord.py does not track their clicks."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._components = components

    def to_components(self) -> list[dict[str, Any]]:
        return self._components


def view_of(rows: Sequence[Row]) -> discord.ui.View | None:
    """Return the rows as a view, without headings, if any."""
    return _Rows([row for row in map(_row, rows) if row]) if rows else None


class LayoutMessage(discord.ui.LayoutView):
    """A whole `MessageFormat.LAYOUT` message, also without children."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._components = components

    def to_components(self) -> list[dict[str, Any]]:
        return self._components

    def has_components_v2(self) -> bool:
        return True


def layout_of(message: Message) -> LayoutMessage:
    """Return a message as a layout, with its embed framed."""
    embed = message.embed
    above, inside, below = message.content, "", ""
    if embed is not None:
        title = f"### {embed.title}" if embed.title else ""
        fields = (text for field in embed.fields for text in (f"**{field.name}**", field.value))
        inside = "\n".join(text for text in (title, embed.description, *fields) if text)
        below = f"-# {embed.footer.text}" if embed.footer.text else ""
    headings = [part.text for row in message.rows for part in row if isinstance(part, Heading)]
    above, inside, below, *headings = _shortened([above, inside, below, *headings], MAX_LAYOUT_TEXT)
    pictures = [_gallery(message.drawings)] if message.drawings else []
    framed = [*_texts(inside), *pictures, *_texts(below)]
    if embed is not None and framed:
        colour = embed.colour.value if embed.colour else None
        framed = [{"type": ComponentType.container.value, "components": framed, "accent_color": colour}]
    files = [{"type": ComponentType.file.value, "file": {"url": f"attachment://{name}"}} for name, _ in message.files]
    rest = iter(headings)
    rows = [_row(row) or _heading(next(rest)) for row in message.rows if row]
    return LayoutMessage([*_texts(above), *framed, *files, *rows])


def format_of(message: discord.Message) -> MessageFormat:
    """Return the format of a sent message."""
    return MessageFormat.LAYOUT if message.flags.components_v2 else MessageFormat.EMBED


def _shortened(texts: list[str], most: int) -> list[str]:
    """Return the texts, the longest cut, within `most` characters together."""
    while (excess := sum(map(len, texts)) - most) > 0:
        longest = max(range(len(texts)), key=lambda number: len(texts[number]))
        texts[longest] = truncate(texts[longest], max(1, len(texts[longest]) - excess))
    return texts


def _texts(text: str) -> list[dict[str, Any]]:
    return [{"type": ComponentType.text_display.value, "content": text}] if text else []


def _heading(text: str) -> dict[str, Any]:
    return _texts(text)[0] if text else {"type": ComponentType.separator.value, "divider": True, "spacing": 1}


def _gallery(drawings: Sequence[Drawing]) -> dict[str, Any]:
    items = [{"media": {"url": f"attachment://{one.name}"}, "description": one.alt} for one in drawings]
    return {"type": ComponentType.media_gallery.value, "items": items}


def _row(row: Row) -> dict[str, Any] | None:
    """Return buttons or a select; None for a heading."""
    components = [_component(part) for part in row if not isinstance(part, Heading)]
    return {"type": ComponentType.action_row.value, "components": components} if components else None


def _component(part: Button | Select | EntitySelect) -> dict[str, Any]:
    match part:
        case Button():
            return _button(part)
        case Select():
            return _select(part)
        case EntitySelect():
            return _entity_select(part)


def _button(button: Button) -> dict[str, Any]:
    sent: dict[str, Any] = {
        "type": ComponentType.button.value,
        "style": _STYLES[button.style].value,
        "custom_id": button.address.custom_id(BUTTON),
        "disabled": button.disabled,
    }
    if button.label:
        sent["label"] = without_directions(button.label)
    if button.emoji:
        sent["emoji"] = _emoji(button.emoji)
    return sent


def _select(select: Select) -> dict[str, Any]:
    sent: dict[str, Any] = {
        "type": ComponentType.select.value,
        "custom_id": select.address.custom_id(SELECT),
        "min_values": select.least,
        "max_values": select.most,
        "options": [_option(option) for option in select.options],
    }
    if select.placeholder:
        sent["placeholder"] = select.placeholder
    return sent


def _entity_select(select: EntitySelect) -> dict[str, Any]:
    sent: dict[str, Any] = {
        "type": _ENTITIES[select.of].value,
        "custom_id": select.address.custom_id(SELECT),
        "min_values": select.least,
        "max_values": select.most,
        "placeholder": select.placeholder,
        "default_values": [{"id": str(one), "type": select.of.value} for one in select.chosen],
    }
    if select.of is Entity.CHANNEL:
        sent["channel_types"] = [kind.value for kind in _WRITABLE]
    return sent


def _option(option: SelectOption) -> dict[str, Any]:
    sent: dict[str, Any] = {"label": without_directions(option.label), "value": option.value, "default": option.default}
    if option.description:
        sent["description"] = without_directions(option.description)
    if option.emoji:
        sent["emoji"] = _emoji(option.emoji)
    return sent


@lru_cache(maxsize=256)
def _emoji(text: str) -> dict[str, Any]:
    return dict(PartialEmoji.from_str(text).to_dict())


_LIFE: Final = 900.0
"""Seconds for which discord.py remembers a form; it is taken later too."""


@dataclass(frozen=True)
class Chosen:
    """A user chosen in a form."""

    user_id: int
    name: str
    bot: bool


@dataclass(frozen=True)
class Filled:
    """A submitted form's values, by field key."""

    texts: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, tuple[Chosen, ...]] = field(default_factory=dict)
    roles: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


NOTHING: Final = Filled()

CHOSEN: Final = ""
"""The key of the people chosen in a select of a message."""


def modal_of(form: Form) -> discord.ui.Modal:
    """Return a form as it is sent."""
    modal = discord.ui.Modal(
        title=truncate(without_directions(form.title), MAX_FORM_TITLE),
        timeout=_LIFE,
        custom_id=form.address.custom_id(FORM),
    )
    if form.note:
        modal.add_item(discord.ui.TextDisplay(form.note))
    for one in form.fields:
        match one:
            case TextField():
                modal.add_item(_text(one))
            case PeopleField():
                modal.add_item(_people(one))
            case RoleField():
                modal.add_item(_role(one))
    return modal


def _text(one: TextField) -> discord.ui.Label[Any]:
    entry: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=one.key, max_length=one.longest, required=one.required, default=one.filled or None
    )
    return discord.ui.Label(text=truncate(without_directions(one.label), MAX_FORM_LABEL), component=entry)


def _people(one: PeopleField) -> discord.ui.Label[Any]:
    select: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id=one.key, min_values=one.least if one.required else 0, max_values=one.most, required=one.required
    )
    text = truncate(one.description, MAX_FORM_DESCRIPTION) or None
    return discord.ui.Label(
        text=truncate(without_directions(one.label), MAX_FORM_LABEL), description=text, component=select
    )


def _role(one: RoleField) -> discord.ui.Label[Any]:
    chosen = [discord.SelectDefaultValue.from_role(discord.Object(role_id)) for role_id in one.chosen]
    select: discord.ui.RoleSelect[Any] = discord.ui.RoleSelect(
        custom_id=one.key, min_values=0, required=False, default_values=chosen
    )
    return discord.ui.Label(text=truncate(without_directions(one.label), MAX_FORM_LABEL), component=select)


def submitted(interaction: discord.Interaction[Any]) -> tuple[ClickAddress | None, Filled]:
    """Return a submitted form's target and values; None if unreadable."""
    payload: Mapping[str, Any] = interaction.data or {}
    try:
        return ClickAddress.parse(str(payload.get("custom_id"))), _filled(payload)
    except (ValueError, TypeError, LookupError, AttributeError):  # of another form than Discord sends
        return None, NOTHING


def clicked(interaction: discord.Interaction[Any]) -> tuple[ClickAddress | None, Sequence[str], Filled]:
    """Return a click's target, chosen options and `CHOSEN` people; None if unreadable."""
    payload: Any = interaction.data or {}
    try:
        address, values = (
            ClickAddress.parse(str(payload.get("custom_id"))),
            [str(one) for one in payload.get("values") or ()],
        )
        resolved = payload.get("resolved") or {}
        people = tuple(_chosen(one, resolved) for one in values if one in (resolved.get("users") or {}))
        return address, values, Filled(people={CHOSEN: people}) if people else NOTHING
    except (ValueError, TypeError, AttributeError):  # of another form than Discord sends
        return None, (), NOTHING


def _filled(payload: Mapping[str, Any]) -> Filled:
    resolved = payload.get("resolved") or {}
    texts: dict[str, str] = {}
    people: dict[str, tuple[Chosen, ...]] = {}
    roles: dict[str, tuple[int, ...]] = {}
    for part in _parts(payload.get("components") or ()):
        key = str(part.get("custom_id"))
        if part.get("type") == ComponentType.role_select.value:
            roles[key] = tuple(map(int, part["values"]))
        elif "values" in part:
            people[key] = tuple(_chosen(str(one), resolved) for one in part["values"])
        elif isinstance(part.get("value"), str):
            texts[key] = part["value"].strip()
    return Filled(texts, people, roles)


def _parts(components: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the fields without their containers."""
    for part in components:
        inner = [part["component"]] if "component" in part else part.get("components")
        yield from [part] if inner is None else _parts(inner)


def _chosen(user_id: str, resolved: Mapping[str, Any]) -> Chosen:
    user = (resolved.get("users") or {}).get(user_id) or {}
    member = (resolved.get("members") or {}).get(user_id) or {}
    name = member.get("nick") or user.get("global_name") or user.get("username") or user_id
    return Chosen(int(user_id), str(name), bool(user.get("bot")))
