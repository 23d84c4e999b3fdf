"""Each address kind has one handler, without database reads."""

import ast
from pathlib import Path

import pytest

from bot.app import HANDLERS
from bot.messages.parts.components import ClickKind, Kind
from bot.requests.handlers import load_handlers, on, require_all
from bot.requests.request import Handler

ROOT = Path(__file__).parents[3]


def test_a_kind_with_two_handlers_is_an_error() -> None:
    with pytest.raises(RuntimeError, match=r"two handlers for the address kind join$"):
        on(Kind.JOIN)(HANDLERS[Kind.LEAVE_LOBBY])


def test_a_kind_without_a_handler_is_an_error() -> None:
    others: dict[ClickKind, Handler] = {kind: handler for kind, handler in HANDLERS.items() if kind is not Kind.JOIN}
    with pytest.raises(RuntimeError, match=r"no handlers for these address kinds: join$"):
        require_all(others)


def test_all_modules_of_a_package_are_searched_for_handlers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slices" / "one").mkdir(parents=True)
    (tmp_path / "slices" / "__init__.py").touch()
    (tmp_path / "slices" / "one" / "__init__.py").touch()
    declared = (
        "from bot.messages.parts.components import Kind\nfrom bot.requests.handlers import on\n\n@on(Kind.JOIN)\n"
    )
    (tmp_path / "slices" / "one" / "requests.py").write_text(f"{declared}async def join(click): ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(RuntimeError, match=r"two handlers for the address kind join$"):
        load_handlers("slices")


def test_the_handlers_cannot_be_changed_afterwards() -> None:
    with pytest.raises(TypeError):
        HANDLERS[Kind.JOIN] = HANDLERS[Kind.LEAVE_LOBBY]  # type: ignore[index]  # that it fails is what is tested


def test_commands_leave_the_database_to_requests() -> None:
    files = sorted((ROOT / "bot" / "cogs").rglob("*.py"))
    files += sorted((ROOT / "bot" / "league").rglob("*commands.py"))
    assert files
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Attribute) and node.attr == "database"), f"{file.name}:{node.lineno}"
