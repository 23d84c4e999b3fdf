import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

from bot.version import VERSION

ROOT = Path(__file__).parents[1]
LOCKS = sorted(ROOT.glob("requirements*.lock"))
PLAYGROUND = {"simcord", "markdown-it-py"}
"""The files left out of the image of the bot."""


def locked(name: str) -> set[str]:
    return set(re.findall(r"^([a-z0-9._-]+)==", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))


def wanted(*lists: list[str]) -> set[str]:
    names = (re.match(r"[A-Za-z0-9._-]+", line) for part in lists for line in part)
    return {re.sub(r"[._]", "-", name[0]).lower() for name in names if name} - {"boneyard"}


def test_games_import_nothing_but_the_standard_library_and_themselves() -> None:
    faults = []
    for path in sorted((ROOT / "games").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            faults += [
                f"{path.name}: {name}"
                for name in names
                if name.split(".")[0] not in {*sys.stdlib_module_names, "games"}
            ]
    assert faults == []


def test_the_version_is_a_number_that_the_package_reads_from_the_bot() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "bot.version.VERSION"}
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev0)?", VERSION)


def test_the_lock_files_hold_every_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert wanted(project["dependencies"]) - PLAYGROUND <= locked("requirements.lock")
    assert wanted(project["dependencies"], extras["dev"]) <= locked("requirements-dev.lock")
    assert wanted(extras["bench"]) <= locked("requirements-bench.lock")


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_file_has_a_hash_for_everything_and_no_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    entries = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]
    assert [entry.split("==")[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert not re.search(r"https?://|file:|--(extra-)?index-url|--find-links", text)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_the_lock_files_agree_on_versions(lock: Path) -> None:
    def versions(path: Path) -> dict[str, str]:
        return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE))

    base = versions(ROOT / "requirements.lock")
    assert {name: version for name, version in versions(lock).items() if base.get(name, version) != version} == {}


def test_the_readme_shows_every_picture_with_a_text_and_each_is_small() -> None:
    shown = re.findall(r'<img src="docs/([^"]+)" width="\d+" alt="([^"]+)">', (ROOT / "README.md").read_text("utf-8"))
    assert {name for name, _ in shown} == {path.name for path in (ROOT / "docs").glob("*.png")}
    assert all(len(text) > 40 for _, text in shown)
    assert all((ROOT / "docs" / name).stat().st_size < 150_000 for name, _ in shown)
