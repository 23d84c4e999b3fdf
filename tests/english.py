"""The checks of English names and docstrings in `make check`.

Run `python -m tests.english [FOLDER …]`. Read `problems_of` first. The rules are in CONTRIBUTING.md, in the section
*How we write*.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

PACKAGES: Final = ("games", "storage", "bot", "playground", "deploy")
FOLDERS: Final = (*PACKAGES, "tests")

_CLAUSE: Final = re.compile(
    r"(what|whether|how|who|whom|whose|why|that|if|in which|of which|by what|so that|as)\b", re.IGNORECASE
)
"""First words that begin a clause instead of naming an action or a thing."""

_NOUN: Final = re.compile(
    r"(the|an?|all|every|each|one|another|those|these|this|they|them|it|some|any|no|both)\b", re.IGNORECASE
)
"""First words of a function's docstring where a verb is missing."""

_PERSONS: Final = re.compile(r"\b(some|no|every|any)body\b", re.IGNORECASE)

_PARTICIPLE: Final = re.compile(r"_*([a-z]+ed|begun|done|gone|kept|left|made|put|sent|shown|taken|told|written)")
_VERBS_IN_ED: Final = frozenset({"embed", "feed", "need", "proceed", "seed", "shed", "speed"})

_MAY_BE_NOUNS: Final = ("property", "contextmanager", "fixture", "hybrid", "setter")
"""Parts of the names of decorators whose functions are used like attributes or blocks."""

_FORBIDDEN_ROW: Final = re.compile(r"^\|[^|]*\|[^|]*\|(?P<words>[^|]*)\|$", re.MULTILINE)


class Problem(NamedTuple):
    """A place that breaks a rule of the house style."""

    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


class _Docstring(NamedTuple):
    node: ast.AST
    line: int
    text: str


def _docstrings(tree: ast.Module) -> Iterator[_Docstring]:
    """Yield the docstrings of modules, classes, functions and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield _Docstring(node, node.body[0].lineno, text)
        if isinstance(node, ast.Module | ast.ClassDef):
            for before, here in zip(node.body, node.body[1:], strict=False):
                if isinstance(before, ast.Assign | ast.AnnAssign) and isinstance(here, ast.Expr):
                    value = here.value.value if isinstance(here.value, ast.Constant) else None
                    if isinstance(value, str):
                        yield _Docstring(before, here.lineno, value)


def _acts(node: ast.AST) -> bool:
    """Return True for a function whose docstring begins with a verb."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("test_"):
        return False
    decorators = " ".join(ast.unparse(decorator) for decorator in node.decorator_list)
    return not any(part in decorators for part in _MAY_BE_NOUNS)


def _docstring_problems(found: _Docstring, forbidden: re.Pattern[str] | None) -> Iterator[str]:
    first = found.text.splitlines()[0]
    is_attribute = isinstance(found.node, ast.Assign | ast.AnnAssign)
    if (word := _CLAUSE.match(first)) and not (is_attribute and word.group().lower() == "whether"):
        yield f"a docstring begins with {word.group()!r}: {first}"
    elif _acts(found.node) and (word := _NOUN.match(first)):
        yield f"a function's docstring begins with {word.group()!r}, not with a verb: {first}"
    if person := _PERSONS.search(found.text):
        yield f"{person.group()!r} in a docstring: write 'a player', 'no one' or 'all players'"
    if forbidden and (word := forbidden.search(found.text)):
        yield f"{word.group()!r} in a docstring: docs/glossary.md has another word"


def problems_of(path: Path, forbidden: re.Pattern[str] | None) -> Iterator[Problem]:
    """Yield a module's violations of the rules.

    :param forbidden: matches the words that the glossary replaces by others.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for found in _docstrings(tree):
        for text in _docstring_problems(found, forbidden):
            yield Problem(path, found.line, text)
    for node in ast.walk(tree):
        if isinstance(node, ast.AsyncFunctionDef) and _acts(node):
            match = _PARTICIPLE.fullmatch(node.name)
            if match and match.group(1) not in _VERBS_IN_ED:
                yield Problem(path, node.lineno, f"an async function is named by a participle: {node.name}")


def forbidden_words(glossary: str) -> re.Pattern[str] | None:
    """Return a pattern of the glossary's replaced words, if any."""
    words = [
        word.strip()
        for row in _FORBIDDEN_ROW.finditer(glossary)
        for word in row["words"].split(",")
        if word.strip() and not set(word) <= set("- ") and word.strip() != "Do not write"
    ]
    return re.compile(rf"\b({'|'.join(map(re.escape, words))})s?\b", re.IGNORECASE) if words else None


def repeated_classes(paths: list[Path]) -> Iterator[Problem]:
    """Yield public classes whose name occurs again."""
    places: defaultdict[str, list[tuple[Path, int]]] = defaultdict(list)
    for path in paths:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append((path, node.lineno))
    for name, found in sorted(places.items()):
        if len(found) > 1:
            for path, line in found:
                yield Problem(path, line, f"{len(found)} public classes are named {name}")


def main(folders: Sequence[str] = ()) -> int:
    """Print all problems; return 1 if there are any.

    :param folders: the folders to check; none: all.
    """
    forbidden = forbidden_words(Path("docs/glossary.md").read_text(encoding="utf-8"))
    checked = [path for folder in folders or FOLDERS for path in sorted(Path(folder).rglob("*.py"))]
    problems = [problem for path in checked for problem in problems_of(path, forbidden)]
    problems += repeated_classes([path for folder in PACKAGES for path in sorted(Path(folder).rglob("*.py"))])
    for problem in problems:
        print(problem)
    if problems:
        print(f"{len(problems)} problems of style; see CONTRIBUTING.md, How we write", file=sys.stderr)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
