"""`python -m bot.tools.proofreading`: the comparison of code and texts.

It collects the keys in the code and in `COMPLETES`, the declarations of keys completed at runtime. It compares them
with the catalogues and the rules of the games.
"""

import argparse
import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog

import games
from bot import locales
from bot.cogs.localisation import option_key
from bot.locales import LOCALES, pages, rules
from bot.locales.check import (
    all_placeholders,
    catalogues,
    differences,
    in_order,
    messages,
    named_commands,
    placeholders,
    repetitions,
    unsorted_catalogues,
)
from bot.locales.words import FOLDER, SEVERAL, catalogue_file
from bot.messages.games import PRESENTERS, Fill
from bot.messages.games.presenter import UNTOLD, Presenter
from bot.tools import legal
from games.core.events import EVENTS
from games.core.match import Family

# --- Where the code names a text --------------------------------------------------------------------------------------

CODE: Final = (Path(__file__).parents[1], Path(__file__).parents[2] / "playground")
"""The folders of code that uses texts."""

GAP: Final = "{}"
"""The part of a key that is filled at runtime."""

_TEXTS: Final = Path(locales.__file__).parent
_KEY: Final = re.compile(r"[a-z]+(\.([a-z0-9_]+(-[a-z]+)*|\{\}))+")
_FILES: Final = (".csv", ".html", ".js", ".json", ".zip", ".txt", ".png")
"""Suffixes of file names, which resemble keys."""

_IN_SCRIPT: Final = re.compile(rf'"({_KEY.pattern})"')
"""A key in a script of the playground's page."""

_DECLARES: Final = re.compile(r"^COMPLETES\b(: Final)?", re.MULTILINE)
_LOOK_UPS: Final = frozenset({"w", "words"})
_COMMAND: Final = "command"
"""The decorator of commands, whose key gives the texts of a command and of its parameters."""
_DECLARATION: Final = "completes"
"""The name, in any case, of a table of completed keys, which does not count as a use."""
_ERROR: Final = "TableError"
_NOT_IN_ERRORS: Final = frozenset({"command", "count"})
_IN_ERRORS: Final = frozenset({"command", "link"})
"""Values that fill the text of every table error."""


@dataclass(frozen=True, slots=True)
class Use:
    """A use of a text in the code.

    :ivar where: path and line.
    :ivar key: the key, with a `GAP` for every part that is filled at runtime.
    :ivar counted: whether a plural form is requested; None if unknown.
    :ivar values: the names of the given values; None if unknown.
    """

    where: str
    key: str
    counted: bool | None = None
    values: frozenset[str] | None = None

    @property
    def complete(self) -> bool:
        """True if the code contains the whole key."""
        return GAP not in self.key


@cache
def uses(roots: frozenset[str], folder: Path) -> tuple[Use, ...]:
    """Return all uses of texts under a folder.

    These are the arguments of `w`, `words(...)`, their `count` and `TableError`, the texts that `command` derives,
    and all other strings in the form of a key, as in notes and tables.

    :param roots: the first words of all keys.
    """
    found: list[Use] = []
    for path in sorted(folder.rglob("*.py")):
        if _TEXTS not in path.parents and path != Path(__file__):  # skip the declarations of the keys themselves
            reader = _Reader(str(path.relative_to(folder.parent)), roots)
            reader.visit(ast.parse(path.read_text(encoding="utf-8")))
            found += reader.found
    for path in sorted(folder.rglob("*.js")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            keys = (match[1] for match in _IN_SCRIPT.finditer(line))
            where = f"{path.relative_to(folder.parent)}:{number}"
            found += [Use(where, key) for key in keys if key.partition(".")[0] in roots]
    return tuple(found)


class _Reader(ast.NodeVisitor):
    """A visitor that collects the uses in one file."""

    def __init__(self, path: str, roots: Collection[str]) -> None:
        self.found: list[Use] = []
        self._path = path
        self._roots = roots
        self._seen: set[ast.expr] = set()

    def visit_Call(self, node: ast.Call) -> None:
        if node.args:
            self.found += self._look_up_uses(node)
        self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and decorator.args and _name(decorator.func) == _COMMAND:
                self.found += self._command_uses(decorator, node.args)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if _name(node.target).lower() == _DECLARATION and isinstance(node.value, ast.Dict):
            self._seen.update(key for key in node.value.keys if key is not None)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        self._record_mention(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._record_mention(node)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def _record_mention(self, node: ast.expr) -> None:
        """Record any string in the form of a key."""
        key = _key_of(node)
        if node in self._seen or not key or not _KEY.fullmatch(key) or key.endswith(_FILES):
            return
        if key.partition(".")[0] in self._roots:
            self.found.append(Use(f"{self._path}:{node.lineno}", key))

    def _command_uses(self, decorator: ast.Call, arguments: ast.arguments) -> Iterator[Use]:
        """Yield the texts of a command and its parameters."""
        command = _key_of(decorator.args[0])
        if command is None:
            return
        self._seen.add(decorator.args[0])
        given = [argument.arg for argument in (*arguments.args[2:], *arguments.kwonlyargs)]
        for part in ("name", "description"):
            for key in (f"{command}.{part}", *(option_key(command, name, part) for name in given)):
                yield Use(f"{self._path}:{decorator.lineno}", key)

    def _look_up_uses(self, call: ast.Call) -> Iterator[Use]:
        """Yield a look-up's keys: both of `"a" if c else "b"`."""
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
    """Return a string with a `GAP` for every value."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else GAP for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _is_look_up(called: ast.expr) -> bool:
    """Return True for `w`, `self.words`, `words(locale)`, or their `count`."""
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


# --- Keys that the code completes while it runs -----------------------------------------------------------------------
# The module that builds the key declares them as `COMPLETES`, and a presenter as `Presenter.completes`.


def completions() -> dict[str, frozenset[str]]:
    """Return all completions of every key with gaps."""
    found: dict[str, frozenset[str]] = {}
    modules = (import_module(name).COMPLETES for name in _declaring())
    for declared in (*modules, *(vars(look).get("completes", {}) for look in PRESENTERS)):
        for key, fills in declared.items():
            found[key] = found.get(key, frozenset()) | filled(key, fills)
    return found


@cache
def _declaring(folder: Path = CODE[0]) -> Mapping[str, bool]:
    """Return the modules that declare `COMPLETES`, each with whether it is `Final`."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        if declared := _DECLARES.search(path.read_text(encoding="utf-8")):
            name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = declared[1] is not None
    return found


def variable_completions(folder: Path = CODE[0]) -> list[str]:
    """Return the modules whose `COMPLETES` is not `Final`."""
    return [f"{name}: COMPLETES needs : Final" for name, final in _declaring(folder).items() if not final]


def filled(key: str, fills: Iterable[Fill]) -> frozenset[str]:
    """Return the keys from filling a key's gaps."""
    return frozenset(key.format(*((fill,) if isinstance(fill, str) else fill)) for fill in fills)


# --- Faults -----------------------------------------------------------------------------------------------------------

_SHARED: Final = re.compile(r"\{\{(\w+)\}\}")
_BULLET: Final = re.compile(r"^- ", re.MULTILINE)
_BULLETS: Final = 5
"""The number of sentences about a game on the first page of its rules."""
PLAYING: Final = CODE[0].parent / "docs" / "playing.md"
"""The page for players, which has a row for each game."""


def all_faults() -> list[str]:
    """Return all faults in the texts of Boneyard."""
    texts = catalogues()
    english = texts[LOCALES[0]]
    roots = frozenset(key.partition(".")[0] for key in messages(english))
    found, completed = [use for folder in CODE for use in uses(roots, folder)], completions()
    return [
        *repetitions(),
        *unsorted_catalogues(),
        *differences(texts),
        *named_commands(texts, sorted(FOLDER.rglob("*.md"))),
        *faulty_uses(found, english, completed),
        *variable_completions(),
        *faulty_completions(completed, english, found),
        *mute_events(found, completed),
        *idle_texts(english, found, completed),
        *faulty_rules(),
        *missing_lessons(),
        *missing_rows(),
        *faulty_legal_texts(),
    ]


def faulty_uses(found: Sequence[Use], texts: Catalog, completed: Mapping[str, frozenset[str]]) -> list[str]:
    """Return wrong uses: missing keys, values or plurals."""
    known = messages(texts)
    faults: list[str] = []
    for use in found:
        if not use.complete:
            if use.key not in completed:
                faults.append(f"{use.where}: no COMPLETES declares completions of {use.key}")
        elif use.key not in known:
            faults.append(f"{use.where}: there is no text {use.key}")
        elif use.counted is not None and use.counted != known[use.key].pluralizable:
            faults.append(f"{use.where}: {use.key} {'has no' if use.counted else 'needs a count for its'} plural forms")
        elif use.values is not None:
            given = use.values | {"n"} if use.counted else use.values
            lacking = sorted(all_placeholders(known[use.key]) - given)
            faults += [f"{use.where}: {use.key} lacks a value for {{{name}}}" for name in lacking]
    return faults


def faulty_completions(completed: Mapping[str, frozenset[str]], texts: Catalog, found: Sequence[Use]) -> list[str]:
    """Return completed keys without texts or without uses."""
    known, asked = messages(texts), {use.key for use in found}
    missing = [f"there is no text {key}" for keys in completed.values() for key in sorted(keys) if key not in known]
    return missing + [f"no code completes {key}" for key in completed if key not in asked]


def mute_events(found: Sequence[Use], completed: Mapping[str, frozenset[str]]) -> list[str]:
    """Return the kinds of events that no presenter describes."""
    used_keys = {key for keys in completed.values() for key in keys} | {use.key for use in found}
    kinds = {key.split(".")[1] for key in used_keys if key.startswith("event.")}
    mute = [event for event in EVENTS if event not in UNTOLD and event.kind not in kinds]
    return [f"no presenter describes the event {event.kind}" for event in mute]


def idle_texts(texts: Catalog, found: Sequence[Use], completed: Mapping[str, frozenset[str]]) -> list[str]:
    """Return the texts that no code uses."""
    asked = {use.key for use in found}.union(*completed.values())
    known = sorted(messages(texts))
    return [f"no code uses the text {key}" for key in known if key.removesuffix(SEVERAL) not in asked]


def faulty_rules(folder: Path = FOLDER) -> list[str]:
    """Return games with missing or overlong rules, and unused rules."""
    return [f"{locale}: {fault}" for locale in LOCALES for fault in _faulty_rules(folder, locale)]


def _faulty_rules(folder: Path, locale: str) -> Iterator[str]:
    for game in games.CATALOGUE:
        try:
            text = rules(game, locale, folder)
            shown = pages(text)
            if not shown or _SHARED.search(text):
                yield f"the rules of {game} are incomplete"
            elif len(_BULLET.findall(shown[0])) != _BULLETS or len(shown) == 1:
                yield f"the first page of the rules of {game} needs {_BULLETS} bullets and a line --- below them"
        except (KeyError, OSError, ValueError) as error:
            yield f"the rules of {game} cannot be read: {error}"
    written = sorted((folder / locale / "rules").glob("*.md"))
    yield from (f"no game has the rules {path.stem}" for path in written if path.stem not in games.CATALOGUE)
    shared = {name for path in written for name in _SHARED.findall(path.read_text(encoding="utf-8"))}
    for path in sorted((folder / locale / "rules" / "shared").glob("*.md")):
        if path.stem not in shared:
            yield f"no game uses the shared rules {path.stem}"


def missing_lessons(looks: Iterable[type[Presenter[Any, Any]]] = PRESENTERS) -> list[str]:
    """Return a fault for each game without a lesson, and for each chain game without a second one."""
    looks, chain = list(looks), [game.key for game in games.FAMILIES[Family.CHAIN]]
    taught = {game for look in looks if look.lesson for game in look.presents}
    taught_twice = {game for look in looks if look.second_lesson or look.linked_lesson for game in look.presents}
    return [
        *(f"there is no lesson for {game}" for game in games.CATALOGUE if game not in taught),
        *(f"there is no second lesson for {game}" for game in chain if game not in taught_twice),
    ]


def missing_rows(page: Path = PLAYING) -> list[str]:
    """Return games and options missing on the players' page."""
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    faults = []
    for key, game in games.CATALOGUE.items():
        row = next((row for row in rows if f"`{key}`" in row.split("|")[2]), None)
        if row is None:
            faults.append(f"{page.name} has no row for {key}")
        else:
            lacking = [option.key for option in game.option_list if f"`{option.key}`" not in row]
            faults += [f"the row for {key} in {page.name} lacks the option {option}" for option in lacking]
    return faults


def faulty_legal_texts(folder: Path = FOLDER) -> list[str]:
    """Return missing legal texts, or those without operator or contact."""
    faults: list[str] = []
    for file in (folder / locale / f"{name}.md" for locale in LOCALES for name in legal.TEXTS):
        if not file.is_file():
            faults.append(f"{file.parent.name}: {file.name} is missing")
        elif placeholders(file.read_text(encoding="utf-8")) - legal.COMMANDS != legal.PLACEHOLDERS:
            faults.append(f"{file.parent.name}: {file.name} has other placeholders than {{operator}} and {{contact}}")
    return faults


# --- The command line -------------------------------------------------------------------------------------------------


def main() -> int:
    """Print the faults; return 1 if there are any."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.tools.proofreading",
        description="Compare Boneyard's texts with each other, with the rules of the games and with the code.",
    )
    parser.add_argument("--sort", action="store_true", help="only sort the catalogues by key")
    if parser.parse_args().sort:
        for file in map(catalogue_file, LOCALES):
            file.write_text(in_order(file.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    faults = all_faults()
    sys.stdout.write("\n".join([*faults, f"{len(faults)} faults"]) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
