"""Texts that no database takes, and names without a visible sign, are caught where they come in."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

import bot.app
from bot.app import HANDLERS
from bot.messages.parts.components import FORM, ClickAddress
from bot.requests.typed_text import is_visible, read_name
from bot.tables.errors import TableError
from tests.bot.play.at_table import bot_of, everything_said, said
from tests.bot.play.league.tournaments.at_tournaments import create_series, edit
from tests.discord_world import DiscordWorld

TYPED = "a\ud83d\0b"
CLEAN = "a\ufffd\u200bb"
UNSEEN = ["\u200b", "\ufe0f\u200d", "\U000e0041\U000e007f", "\u3164\u115f", "\u0301", "\0", " \u2800 ", "\u00ad\u034f"]
REFUSED = "A name needs at least one visible character."


def payload(command: Any, options: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the data of a command as Discord sends it, inside its groups."""
    *groups, name = command.qualified_name.split()
    for one in reversed([*groups[1:], name] if groups else []):
        options = [{"type": 1 if one == name else 2, "name": one, "options": options}]
    return {"type": 1, "name": groups[0] if groups else name, "options": options}


async def test_every_typed_option_of_every_command_is_cleaned(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    received: list[Any] = []

    async def note(_command: Any, _interaction: Any, *given: Any) -> None:
        received.extend(vars(given[-1]).values())

    monkeypatch.setattr(app_commands.Command, "_invoke_with_namespace", note)
    monkeypatch.setattr(app_commands.Command, "_invoke_autocomplete", note)
    tree, text = bot_of(world).tree, discord.AppCommandOptionType.string
    expected, nowhere = 0, {"_state": None, "guild_id": None, "guild": None, "command_failed": True}
    for command in tree.walk_commands(type=discord.AppCommandType.chat_input):
        typed = [one for one in getattr(command, "parameters", ()) if one.type is text]
        for focused in typed:
            options = [
                {"type": 3, "name": str(one.display_name), "value": TYPED, "focused": one is focused} for one in typed
            ]
            for kind in (discord.InteractionType.application_command, discord.InteractionType.autocomplete):
                data = payload(command, options)
                sent: Any = SimpleNamespace(data=data, type=kind, **nowhere)
                await tree._call(sent)
                expected += len(typed)
    assert expected > 100
    assert received == [CLEAN] * expected


async def test_every_form_is_cleaned(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[tuple[Any, Any]] = []

    async def note(_: Any, __: Any, ___: Any, address: Any, _____: Any, filled: Any) -> None:
        received.append((address.kind, filled.texts))

    monkeypatch.setattr(bot.app, "answer_click", note)
    for kind in HANDLERS:
        field = {"type": 18, "component": {"type": 4, "custom_id": "field", "value": TYPED}}
        data = {"custom_id": ClickAddress(kind).custom_id(FORM), "components": [field]}
        sent: Any = SimpleNamespace(type=discord.InteractionType.modal_submit, data=data)
        await bot_of(world).on_interaction(sent)
    assert received == [(kind, {"field": CLEAN}) for kind in HANDLERS]
    code = Path(bot.app.__file__).parent.rglob("*.py")
    assert not [path for path in code if "def on_submit" in path.read_text(encoding="utf-8")], "a way past the edge"


@pytest.mark.parametrize("typed", UNSEEN)
def test_a_name_that_no_one_sees_is_refused(typed: str) -> None:
    with pytest.raises(TableError):
        read_name(typed)


@pytest.mark.parametrize("typed", ["a", "👨‍👩‍👧", "é", "\u200bש", "1️⃣", "한", "#", "\ufffd"])
def test_a_name_with_a_visible_sign_is_taken(typed: str) -> None:
    assert is_visible(read_name(typed))


async def test_titles_and_names_without_a_visible_sign_are_refused_everywhere(world: DiscordWorld) -> None:
    commands: list[tuple[str, dict[str, str]]] = []
    await world.slash("Ada", "tournament create", game="block")
    for title in ("\u200b\ufe0f\0", "Cup\ud83d\0"):
        form = await world.click("Ada", "Start, name and more")
        typed = said(await world.submit("Ada", form, title=title))
        assert (REFUSED in typed) is (title[0] != "C")
    await world.click("Ada", "Create")
    assert "🏆 Cup\ufffd" in everything_said(world)
    for command, options in commands:
        assert REFUSED in said(await world.slash("Ada", command, title="\u200b\ufe0f\0", **options)), command
    assert REFUSED in await edit(world, title="\u200b\ufe0f")
    assert REFUSED in await create_series(world, "\u200b\ufe0f")
