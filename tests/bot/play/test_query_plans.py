"""Queries of clicks and commands use indexes."""

from __future__ import annotations

from typing import Any

import pytest
from discord import AppCommandType, app_commands
from sqlalchemy import Engine, event

from tests.bot.play.at_table import bot_of, buttons, open_match, play_to_the_end, shown
from tests.discord_world import DiscordWorld
from tests.storage.test_plans import scanned

WHOLE = {"privacy"}
"""Commands that look for a person in all servers, and may take their time."""


async def press_all(world: DiscordWorld, name: str) -> None:
    """Use every command without required options, and press each button that appears once."""
    pressed = set[str]()
    for command in bot_of(world).tree.walk_commands(type=AppCommandType.chat_input):
        root = command.root_parent or command
        in_servers = root.allowed_contexts is None or root.allowed_contexts.guild
        if isinstance(command, app_commands.Group) or root.name in WHOLE or not in_servers:
            continue
        if not any(option.required for option in command.parameters):
            await world.slash(name, command.qualified_name)
            for label in filter(None, world.labels(name)):
                seen = (one for message in reversed(shown(world, name)) for one in buttons(message))
                newest = next((one for one in seen if one.label == label), None)
                if label not in pressed and newest is not None:
                    pressed.add(label)
                    await world.press(name, newest)
    assert len(pressed) > 60


@pytest.mark.thorough
async def test_no_command_nor_button_reads_a_long_table_from_end_to_end(world: DiscordWorld) -> None:
    seen: dict[str, Any] = {}

    def remember(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if statement.startswith("SELECT"):
            seen.setdefault(statement, parameters)

    event.listen(Engine, "before_cursor_execute", remember)
    try:
        await open_match(world, "Borys", clock="none")
        await play_to_the_end(world)
        await open_match(world, "Borys", clock="none")
        await press_all(world, "Ada")
    finally:
        event.remove(Engine, "before_cursor_execute", remember)
    assert len(seen) > 100
    plans: dict[str, list[str]] = {}
    async with bot_of(world).services.database.read() as tx:
        for statement, parameters in seen.items():
            rows = await tx._connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans[statement] = [" ".join(map(str, row)) for row in rows]
    assert [(statement, plan) for statement, plan in plans.items() if scanned(plan)] == []
