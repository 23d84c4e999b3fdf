"""Where things lie: common code knows no single game."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import games

ROOT: Final = Path(__file__).parents[2]

ALLOWED: Final[Mapping[str, frozenset[str]]] = {
    # The one place where all parts are put together.
    "bot/app.py": frozenset({"kent"}),
    # Calls of Kent count before the end of a match, and a bluff is told.
    "bot/league/players/tallying.py": frozenset({"kent"}),
    # A plain game of deals and points, or one for chips, as the sample that is played where any would do.
    "tests/benchmarks/answers.py": frozenset({"block"}),
    "tests/benchmarks/leagues/queries.py": frozenset({"block"}),
    "tests/benchmarks/memory.py": frozenset({"block"}),
    "tests/benchmarks/rooms.py": frozenset({"block"}),
    "tests/benchmarks/settlements.py": frozenset({"nos"}),
    "tests/bot/league/league_samples.py": frozenset({"block", "kent", "nos"}),
    "tests/bot/league/tournaments/tournament_samples.py": frozenset({"block"}),
    "tests/bot/messages/tables.py": frozenset({"nos"}),
    "tests/bot/play/at_table.py": frozenset({"block"}),
    "tests/bot/play/league/at_administration.py": frozenset({"block"}),
    "tests/bot/play/league/past_matches.py": frozenset({"block"}),
    "tests/bot/play/tricks/at_tricks.py": frozenset({"seventy_nine"}),
    "tests/playground/showing_bot.py": frozenset({"block", "kent"}),
    "tests/bot/tables/two_processes/actions.py": frozenset({"double_trouble", "kent", "nos"}),
    "tests/bot/tables/tabletop.py": frozenset({"block"}),
    "tests/games/small_endings.py": frozenset({"bingo", "block", "domino_square"}),
    "tests/killed_bot.py": frozenset({"block"}),
    "tests/killed_settlements.py": frozenset({"nos"}),
    "tests/killed_players.py": frozenset({"block", "five_to_fourteen"}),
    "tests/storage/privacy/histories.py": frozenset({"block"}),
    "tests/storage/samples.py": frozenset({"block"}),
    # The games whose pictures stand in the README.
    "tests/pictures.py": frozenset({"kent", "nos", "plus_minus"}),
    # The solitaires together, and what is measured of each.
    "bot/messages/games/solitaires.py": frozenset({"triangle", "twelves", "pyramid", "seven_columns"}),
    "tests/benchmarks/solitaires.py": frozenset({"pyramid", "twelves"}),
    "tests/bot/play/solo/at_solo.py": frozenset({"triangle", "twelves", "pyramid", "seven_columns"}),
    "tests/bot/play/solo/conftest.py": frozenset({"pyramid"}),
    "tests/games/solitaire/solitaires.py": frozenset({"seven_columns", "twelves"}),
    # The chain games, whose values of a match are learnt together.
    "tests/benchmarks/chain_values.py": frozenset(
        {"block", "double_trouble", "five_to_fourteen", "full_speed", "plus_minus"}
    ),
    # Signs are the table's, so matches of Kent without a table are played in a module of their own.
    "tests/strength/playing.py": frozenset({"kent"}),
    # Block is the only game that other libraries play too, and kernels are dealt in a way of their own each.
    "tests/benchmarks/playouts.py": frozenset({"bingo", "block", "domino_square", "nos", "seventy_nine"}),
}
"""Files that may know a game that they are not named after."""


def _files(*folders: str) -> list[str]:
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


COMMON: Final = [path for path in _files("bot", "tests") if not path.rpartition("/")[2].startswith("test_")]


def games_known(path: str, source: str) -> dict[str, list[int]]:
    """Return the games that a file should not know.

    They come with the lines. Neither the file nor its folder is named after them. A file knows a game if it imports a
    module named after it, names its key, or uses a class that only this game has.
    """
    found: dict[str, list[int]] = {}
    for node in ast.walk(ast.parse(source)):
        for game in {_told_by().get(word) for word in _words(node)} - {None}:
            found.setdefault(str(game), []).append(getattr(node, "lineno", 0))
    return {game: lines for game, lines in found.items() if not _is_named_after(path, game)}


def _is_named_after(path: str, game: str) -> bool:
    return any(re.search(rf"(^|_){game}(_|$)", part.removesuffix(".py")) for part in path.split("/"))


def _words(node: ast.AST) -> Iterator[str]:
    """Yield names and texts that may refer to a game."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Name | ast.Attribute):
        name = node.id if isinstance(node, ast.Name) else node.attr
        yield from [name] if name[0].isupper() else []  # a variable may be called like a game
    elif isinstance(node, ast.Import):
        yield from (part for alias in node.names for part in alias.name.split("."))
    elif isinstance(node, ast.ImportFrom):
        for part in (node.module or "").split("."):
            yield from {part, part.partition("_")[0]}  # kent_computers is about Kent
        yield from (alias.name for alias in node.names)


@cache
def _told_by() -> Mapping[str, str]:
    """Return the game that each word refers to."""
    return {word: game for game in games.CATALOGUE for word in (game, *_classes_of(game))}


def _classes_of(game: str) -> frozenset[str]:
    """Return the classes that a game's module defines."""
    path = ROOT.joinpath(*games.CATALOGUE[game].__module__.split(".")).with_suffix(".py")
    sources = [path] if path.parent.name == "games" else path.parent.glob("*.py")
    trees = (ast.parse(source.read_text(encoding="utf-8")) for source in sources)
    names = (node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef))
    return frozenset(name for name in names if name.endswith(("View", "DealEnd"))) | {games.CATALOGUE[game].__name__}


def keys_compared(source: str) -> list[int]:
    """Return lines that compare a game's key."""
    equal = (ast.Eq, ast.NotEq)
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare) and any(isinstance(one, equal) for one in node.ops)
        for side in (node.left, *node.comparators)
        if isinstance(side, ast.Attribute) and side.attr == "key" and _holds_game(side.value)
    ]


def _holds_game(value: ast.expr) -> bool:
    name = value.attr if isinstance(value, ast.Attribute) else value.id if isinstance(value, ast.Name) else ""
    return name in {"game", "match"}


@pytest.mark.parametrize("path", COMMON)
def test_common_code_knows_no_single_game(path: str) -> None:
    source = (ROOT / path).read_text(encoding="utf-8")
    known = games_known(path, source)
    assert known.keys() == ALLOWED.get(path, frozenset()), known
    assert keys_compared(source) == []


@pytest.mark.parametrize(
    "line",
    [
        "import games.kent",
        "from games.kent import KentView",
        "from games import kent",
        "from storage import kent",
        "from bot.tables.kent_computers import calls",
        "from .kent import KentCog",
        'if key == "kent": pass',
        "isinstance(view, KentView)",
        "match = games.kent.Kent()",
    ],
)
def test_who_imports_names_or_tells_apart_a_game_knows_it(line: str) -> None:
    assert games_known("bot/tables/play.py", line).keys() == {"kent"}
    assert games_known("bot/tables/kent_computers.py", line) == {}
    assert games_known("bot/messages/kent_tally.py", line) == {}


def test_a_key_is_compared_where_it_is_asked_to_be_equal() -> None:
    assert keys_compared("table.game.key == other\nmatch.key != other\noption.key == 1\nmatch.key in KEYS") == [1, 2]


CONTRACTS: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
    "contracts"
]

CUT: Final = {
    f"{container}.{subject}": [part for layer in one["layers"] for part in re.split(r" [:|] ", layer)]
    for one in CONTRACTS
    for subject in one.get("exhaustive_ignores", ())
    for container in one["containers"]
}
"""Folders whose modules are layers of their own, with all parts of these layers."""


@pytest.mark.parametrize("folder", CUT)
def test_every_module_of_a_subject_has_its_place_among_the_layers(folder: str) -> None:
    container, _, subject = folder.rpartition(".")
    named = [f"{container}.{part}" for part in CUT[folder] if part.startswith(f"{subject}.")]
    paths = [path for path in _files(folder.replace(".", "/")) if "__init__" not in path]
    assert sorted(named) == sorted(path.removesuffix(".py").replace("/", ".") for path in paths)
