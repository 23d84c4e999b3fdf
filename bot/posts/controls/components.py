"""Buttons and selects as Discord has them; discord.py finds them again by their pattern after a restart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, Protocol, Self, cast

import discord
from discord import ButtonStyle, PartialEmoji, SelectOption

from bot.messages.parts.addresses import BUTTON, SELECT, Address
from bot.messages.parts.components import Button, Option, Row, Select, Style

__all__ = ["AddressedButton", "AddressedSelect", "TakesClicks", "view_of"]

_STYLES: Final = {
    Style.PLAIN: ButtonStyle.secondary,
    Style.MAIN: ButtonStyle.primary,
    Style.GO: ButtonStyle.success,
    Style.DANGER: ButtonStyle.danger,
}


class TakesClicks(Protocol):
    """The bot, as the components know it."""

    async def clicked(
        self, interaction: discord.Interaction[Any], address: Address | None, values: Sequence[str]
    ) -> None:
        """Do what a click asks, and answer it; never raises. The address is None if it cannot be read."""


def _any_of(component: str) -> re.Pattern[str]:
    """All custom_ids of our buttons or selects, those that cannot be read too: they are answered with a word."""
    return re.compile(f"{component}:.*", re.DOTALL)


class AddressedButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=_any_of(BUTTON)):
    """A button with an address."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        return cls(cast("discord.ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await cast("TakesClicks", interaction.client).clicked(interaction, _read(self.custom_id), ())


class AddressedSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=_any_of(SELECT)):
    """A select with an address; the chosen values come with the click."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        return cls(cast("discord.ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client = cast("TakesClicks", interaction.client)
        await client.clicked(interaction, _read(self.custom_id), self.item.values)


def view_of(rows: Sequence[Row]) -> discord.ui.View | None:
    """The rows as a view that lasts; None if there are none."""
    if not rows:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for part in row:
            item = _button(part) if isinstance(part, Button) else _select(part)
            item.item.row = number
            view.add_item(item)
    return view


def _button(button: Button) -> AddressedButton:
    item: discord.ui.Button[Any] = discord.ui.Button(
        label=button.label,
        style=_STYLES[button.style],
        emoji=_emoji(button.emoji),
        disabled=button.disabled,
        custom_id=button.address.custom_id(BUTTON),
    )
    return AddressedButton(item)


def _select(select: Select) -> AddressedSelect:
    item: discord.ui.Select[Any] = discord.ui.Select(
        options=[_option(option) for option in select.options],
        placeholder=select.placeholder,
        custom_id=select.address.custom_id(SELECT),
    )
    return AddressedSelect(item)


def _option(option: Option) -> SelectOption:
    return SelectOption(
        label=option.label,
        value=option.value,
        description=option.description or None,
        emoji=_emoji(option.emoji),
        default=option.default,
    )


def _emoji(text: str) -> PartialEmoji | None:
    return PartialEmoji.from_str(text) if text else None


def _read(custom_id: str) -> Address | None:
    try:
        return Address.parse(custom_id)
    except ValueError:
        return None
