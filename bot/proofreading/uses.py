"""Where the code names a text: keys as they stand there, and keys with gaps that it fills while it runs."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot import locales

__all__ = ["CODE", "GAP", "Use", "uses"]

CODE: Final = Path(__file__).parent.parent
"""The code that uses the texts: the whole package `bot`."""

GAP: Final = "{}"
"""A part of a key that is filled while the code runs."""

_TEXTS: Final = Path(locales.__file__).parent
_KEY: Final = re.compile(r"[a-z]+(\.([a-z0-9_]+(-[a-z]+)*|\{\}))+")
_FILES: Final = (".csv", ".json", ".zip", ".txt", ".png")
"""What looks like a key and is the name of a file."""

_LOOK_UPS: Final = frozenset({"w", "words"})
_COMMAND: Final = "localised"
"""The decorator of commands, which has one key for the texts of a command and of its parameters."""
_ERROR: Final = "TableError"
_NOT_IN_ERRORS: Final = frozenset({"command", "count"})
_IN_ERRORS: Final = frozenset({"command", "link"})
"""What fills the text of every error of a table."""


@dataclass(frozen=True, slots=True)
class Use:
    """A place in the code that names a text.

    :ivar where: path and line.
    :ivar key: the key, with a `GAP` for every part that is filled while the code runs.
    :ivar counted: whether a plural form is asked for; None where that cannot be seen.
    :ivar values: the names of the values given; None where they cannot be seen.
    """

    where: str
    key: str
    counted: bool | None = None
    values: frozenset[str] | None = None

    @property
    def complete(self) -> bool:
        """Whether the whole key stands in the code."""
        return GAP not in self.key


def uses(roots: Collection[str], folder: Path = CODE) -> list[Use]:
    """All places under a folder that name a text.

    These are what `w`, `words(...)`, their `count` and `TableError` are asked for, what `localised` makes of the key of
    a command, and everything else that looks like a key: texts are also named by notes and by tables of keys.

    :param roots: the first words of all keys.
    """
    found: list[Use] = []
    for path in sorted(folder.rglob("*.py")):
        if _TEXTS not in path.parents:
            reader = _Reader(str(path.relative_to(folder.parent)), frozenset(roots))
            reader.visit(ast.parse(path.read_text(encoding="utf-8")))
            found += reader.found
    return found


class _Reader(ast.NodeVisitor):
    """Reads one file."""

    def __init__(self, path: str, roots: Collection[str]) -> None:
        self.found: list[Use] = []
        self._path = path
        self._roots = roots
        self._seen: set[ast.expr] = set()

    def visit_Call(self, node: ast.Call) -> None:
        if node.args:
            self.found += self._asked(node)
        self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and decorator.args and _name(decorator.func) == _COMMAND:
                self.found += self._commanded(decorator, node.args)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        self._mentioned(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._mentioned(node)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def _mentioned(self, node: ast.expr) -> None:
        """A text that looks like a key, wherever it stands."""
        key = _key_of(node)
        if node in self._seen or not key or not _KEY.fullmatch(key) or key.endswith(_FILES):
            return
        if key.partition(".")[0] in self._roots:
            self.found.append(Use(f"{self._path}:{node.lineno}", key))

    def _commanded(self, decorator: ast.Call, arguments: ast.arguments) -> Iterator[Use]:
        """The texts of a command and of what is given to it; its cog and the interaction are no such thing."""
        command = _key_of(decorator.args[0])
        if command is None:
            return
        self._seen.add(decorator.args[0])
        given = [argument.arg for argument in (*arguments.args[2:], *arguments.kwonlyargs)]
        for key in (command, *(f"{command}.{name}" for name in given)):
            for part in ("name", "description"):
                yield Use(f"{self._path}:{decorator.lineno}", f"{key}.{part}")

    def _asked(self, call: ast.Call) -> Iterator[Use]:
        """The keys that a look-up asks for: both of `"a" if c else "b"`; none where it is a variable, or a locale."""
        names = {keyword.arg for keyword in call.keywords}
        if _name(call.func) == _ERROR:
            counted, values = "count" in names, (names - _NOT_IN_ERRORS) | _IN_ERRORS
        elif _is_look_up(call.func):
            counted, values = isinstance(call.func, ast.Attribute) and call.func.attr == "count", names
        else:
            return
        given = None if None in values else frozenset(name for name in values if name)
        for node in _choices(call.args[0]):
            key = _key_of(node)
            if key is not None and "." in key:
                self._seen.add(node)
                yield Use(f"{self._path}:{node.lineno}", key, counted, given)


def _key_of(node: ast.expr) -> str | None:
    """A text as it stands in the code, with a `GAP` for every value in it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else GAP for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _is_look_up(called: ast.expr) -> bool:
    """Whether this is `w`, `self.words`, `words(locale)`, or `count` of one of them."""
    if isinstance(called, ast.Attribute) and called.attr == "count":
        called = called.value
    return _name(called.func if isinstance(called, ast.Call) else called) in _LOOK_UPS


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def _choices(argument: ast.expr) -> Iterator[ast.expr]:
    if isinstance(argument, ast.IfExp):
        yield from _choices(argument.body)
        yield from _choices(argument.orelse)
    else:
        yield argument
