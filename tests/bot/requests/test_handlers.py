"""Each kind of address has one handler, which is found out when the bot is started; none reads the database itself."""

import ast
from pathlib import Path

import pytest

from bot.clicks.handlers import HANDLERS, one_for_each
from bot.messages.parts.components import Kind
from bot.requests.request import Handler

ROOT = Path(__file__).parents[3]


def test_a_kind_with_two_handlers_is_an_error() -> None:
    twice = {Kind.JOIN: HANDLERS[Kind.LEAVE_LOBBY]}
    with pytest.raises(RuntimeError, match=r"two handlers: join$"):
        one_for_each(HANDLERS, twice)


def test_a_kind_without_a_handler_is_an_error() -> None:
    others: dict[Kind, Handler] = {kind: handler for kind, handler in HANDLERS.items() if kind is not Kind.JOIN}
    with pytest.raises(RuntimeError, match=r"no handler: join$"):
        one_for_each(others)


def test_the_handlers_cannot_be_changed_afterwards() -> None:
    with pytest.raises(TypeError):
        HANDLERS[Kind.JOIN] = HANDLERS[Kind.LEAVE_LOBBY]  # type: ignore[index]  # that it fails is what is tested


def test_commands_and_clicks_leave_the_database_to_requests() -> None:
    files = [file for folder in ("cogs", "clicks") for file in sorted((ROOT / "bot" / folder).rglob("*.py"))]
    assert files
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Attribute) and node.attr == "database"), f"{file.name}:{node.lineno}"
