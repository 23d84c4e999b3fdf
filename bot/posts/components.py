"""Buttons and selects that carry addresses; discord.py finds them again by their pattern after a restart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol, Self, cast

import discord
from discord import ButtonStyle, PartialEmoji, SelectOption

from bot.messages.addresses import BUTTON, PATTERN, SELECT, Address

__all__ = ["AddressedButton", "AddressedSelect", "TakesClicks", "button", "select"]

_LABEL = 80


class TakesClicks(Protocol):
    """The bot, as the components know it."""

    async def clicked(self, interaction: discord.Interaction[Any], address: Address, values: Sequence[str]) -> None:
        """Do what a click asks, and answer it; never raises."""


class AddressedButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=f"{BUTTON}:{PATTERN}"):
    """A button with an address."""

    def __init__(self, item: discord.ui.Button[Any], address: Address) -> None:
        super().__init__(item)
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(cast("discord.ui.Button[Any]", item), Address.parse(match.string))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await cast("TakesClicks", interaction.client).clicked(interaction, self.address, ())


class AddressedSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=f"{SELECT}:{PATTERN}"):
    """A select with an address; the chosen values come with the click."""

    def __init__(self, item: discord.ui.Select[Any], address: Address) -> None:
        super().__init__(item)
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(cast("discord.ui.Select[Any]", item), Address.parse(match.string))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await cast("TakesClicks", interaction.client).clicked(interaction, self.address, self.item.values)


def button(
    address: Address,
    label: str | None,
    *,
    style: ButtonStyle = ButtonStyle.secondary,
    emoji: PartialEmoji | str | None = None,
    disabled: bool = False,
) -> AddressedButton:
    """A button that sends its clicks to the address."""
    item: discord.ui.Button[Any] = discord.ui.Button(
        label=label and label[:_LABEL],
        style=style,
        emoji=emoji,
        disabled=disabled,
        custom_id=address.custom_id(BUTTON),
    )
    return AddressedButton(item, address)


def select(address: Address, options: Sequence[SelectOption], *, placeholder: str) -> AddressedSelect:
    """A select of one of up to 25 options that sends the choice to the address."""
    item: discord.ui.Select[Any] = discord.ui.Select(
        options=list(options), placeholder=placeholder[:150], custom_id=address.custom_id(SELECT)
    )
    return AddressedSelect(item, address)
