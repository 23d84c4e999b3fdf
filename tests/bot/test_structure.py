"""Where things lie: common code knows no single game."""

from __future__ import annotations

import ast
import re
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
    if not any(word in source for word in _told_by()):
        return found
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
    if ".key" not in source:
        return []
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


def test_common_code_knows_no_single_game() -> None:
    faults = []
    for path in COMMON:
        source = (ROOT / path).read_text(encoding="utf-8")
        known, compared = games_known(path, source), keys_compared(source)
        if known.keys() != ALLOWED.get(path, frozenset()) or compared:
            faults.append(f"{path}: {known}, {compared}")
    assert faults == []


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


RANKS: Final = {"commands": 5, "options": 5, "requests": 4, "posts": 3, "messages": 2}
"""The rank of a file of a feature that has such a name, or ends with it; it knows nothing above itself."""

ROOMS: Final = {"cogs": 5, "requests": 4, "posts": 3, "preferences": 3, "messages": 2}
"""The ranks of what the core offers."""

WAITING: Final = {"asyncio", "aiohttp", "sqlalchemy", "aiosqlite", "asyncpg", "storage.database", "bot.settings"}
DATABASE: Final = {
    "sqlalchemy",
    "storage.database",
    "storage.schema",
    "storage.ledger",
    "storage.kent",
    "storage.privacy",
}


def _imports(path: str) -> frozenset[str]:
    """Return the modules that a file imports, and what it imports from them."""
    found = set[str]()
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            here = path.rpartition("/")[0].replace("/", ".")
            module = f"{here}.{node.module or ''}".rstrip(".") if node.level else node.module or ""
            found.update({module, *(f"{module}.{alias.name}" for alias in node.names)})
    return frozenset(found)


@cache
def _ranks() -> Mapping[str, tuple[int, int]]:
    """Return the rank of each file of a feature by its name, 0 without one, and by what it knows."""
    files = {path.removesuffix(".py").replace("/", "."): path for path in _files("bot/league", "bot/coach")}
    known = {module: _imports(path) for module, path in files.items()}
    by_name = {
        module: next((rank for name, rank in RANKS.items() if re.search(rf"(^|[._]){name}$", module)), 0)
        for module in files
    }
    ranks = {
        module: max((ROOMS.get(one.split(".")[1], 0) for one in found if one.startswith("bot.")), default=0)
        for module, found in known.items()
    }
    for _ in files:  # as long as it takes to come up from below
        ranks = {
            module: max(ranks[module], *(max(by_name[one], ranks[one]) for one in found & files.keys()), 0)
            for module, found in known.items()
        }
    return {files[module]: (by_name[module], ranks[module]) for module in files}


def test_a_file_of_a_feature_knows_nothing_above_what_it_is_named_after() -> None:
    assert {path: ranks for path, ranks in _ranks().items() if 0 < ranks[0] < ranks[1]} == {}
    assert len([path for path, (named, _) in _ranks().items() if named]) > 40


def test_messages_are_made_without_waiting() -> None:
    words = [path for path, (named, known) in _ranks().items() if max(named, known) == RANKS["messages"]]
    found = {path: sorted(_imports(path) & WAITING) for path in (*words, *_files("bot/messages"))}
    assert {path: names for path, names in found.items() if names} == {}


def test_commands_ask_requests_and_not_the_database() -> None:
    of_features = [path for path, (named, _) in _ranks().items() if named == RANKS["commands"]]
    found = {path: sorted(_imports(path) & DATABASE) for path in (*of_features, *_files("bot/cogs"))}
    assert {path: names for path, names in found.items() if names} == {}


def test_the_core_knows_no_feature() -> None:
    above = ("bot/league/", "bot/coach/", "bot/tools/")
    core = [path for path in _files("bot") if not path.startswith((*above, "bot/app.py", "bot/__main__.py"))]
    found = {path: [one for one in _imports(path) if one.startswith(("bot.league", "bot.coach"))] for path in core}
    assert {path: names for path, names in found.items() if names} == {}
