"""Buttons and selects as Discord has them, and the clicks on them.

A click carries all that is needed to act on it in its custom_id, so discord.py has to remember nothing of what was
sent, and to build nothing from the message that comes with each click.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import discord
from discord import ButtonStyle, ComponentType, PartialEmoji

from bot.messages.parts.components import BUTTON, SELECT, Address, Button, Option, Row, Select, Style

__all__ = ["clicked", "view_of"]

_STYLES: Final = {
    Style.PLAIN: ButtonStyle.secondary,
    Style.MAIN: ButtonStyle.primary,
    Style.GO: ButtonStyle.success,
    Style.DANGER: ButtonStyle.danger,
}


class _Rows(discord.ui.View):
    """Rows as they are sent. It has no children, so discord.py neither keeps it nor waits for clicks on it."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._components = components

    def to_components(self) -> list[dict[str, Any]]:
        return self._components


def view_of(rows: Sequence[Row]) -> discord.ui.View | None:
    """The rows as a view to send; None if there are none."""
    if not rows:
        return None
    return _Rows(
        [
            {
                "type": ComponentType.action_row.value,
                "components": [_button(part) if isinstance(part, Button) else _select(part) for part in row],
            }
            for row in rows
            if row
        ]
    )


def clicked(interaction: discord.Interaction[Any]) -> tuple[Address | None, Sequence[str]]:
    """Where a click goes, and what was chosen in a select; nowhere (None) if it cannot be read."""
    payload: Any = interaction.data or {}
    try:
        return Address.parse(str(payload.get("custom_id"))), [str(value) for value in payload.get("values") or ()]
    except (ValueError, TypeError):
        return None, ()


def _button(button: Button) -> dict[str, Any]:
    sent: dict[str, Any] = {
        "type": ComponentType.button.value,
        "style": _STYLES[button.style].value,
        "custom_id": button.address.custom_id(BUTTON),
        "disabled": button.disabled,
    }
    if button.label:
        sent["label"] = button.label
    if button.emoji:
        sent["emoji"] = _emoji(button.emoji)
    return sent


def _select(select: Select) -> dict[str, Any]:
    sent: dict[str, Any] = {
        "type": ComponentType.select.value,
        "custom_id": select.address.custom_id(SELECT),
        "min_values": 1,
        "max_values": 1,
        "options": [_option(option) for option in select.options],
    }
    if select.placeholder:
        sent["placeholder"] = select.placeholder
    return sent


def _option(option: Option) -> dict[str, Any]:
    sent: dict[str, Any] = {"label": option.label, "value": option.value, "default": option.default}
    if option.description:
        sent["description"] = option.description
    if option.emoji:
        sent["emoji"] = _emoji(option.emoji)
    return sent


@lru_cache(maxsize=256)
def _emoji(text: str) -> dict[str, Any]:
    return dict(PartialEmoji.from_str(text).to_dict())
