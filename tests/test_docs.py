"""The pages' links, files, commands, variables and targets exist."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from discord import AppCommandType, app_commands

import games
from bot.app import Boneyard
from bot.locales import words
from bot.settings import Settings
from bot.tools.parsing import command_line
from bot.tools.settings_pages import pages
from tests.discord_world import DiscordWorld

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCS = tuple(sorted((ROOT / "docs").glob("*.md")))
PAGES = (README, ROOT / "CONTRIBUTING.md", *DOCS)
WRITTEN = {"build", "dist", "data"}  # by make and by the bot
FOLDERS = "|".join(
    path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".") and path.name not in WRITTEN
)

COUNTED = (
    ("en", "fourteen (domino )?games", "four of them"),
    ("pl", "czternaście gier", "cztery z"),
    ("ru", "четырнадцать игр", "четыре из"),
)
"""The words for the numbers of games and of solitaires in each language."""

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)


@pytest.fixture
def build_bot(tmp_path: Path) -> Callable[[], Boneyard]:
    settings = Settings(_env_file=None, data_dir=tmp_path, computer_processes=1)
    return lambda: Boneyard(settings, pause=0)


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", text_of(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def named_commands(pages: tuple[Path, ...]) -> set[str]:
    """Return commands in backticks, such as "league-admin season name"."""
    return {name for page in pages for name in re.findall(r"`/([a-z][a-z -]*[a-z])[^`]*`", text_of(page))}


def slash_commands(world: DiscordWorld) -> set[str]:
    commands: list[Any] = list(world.bot.tree.walk_commands(type=AppCommandType.chat_input))
    return {one.qualified_name for one in commands if isinstance(one, app_commands.Command)}


def test_the_readme_is_short() -> None:
    assert len(README.read_bytes()) <= 8192


def test_the_page_for_operators_is_short() -> None:
    assert len(text_of(ROOT / "docs/operating.md").split()) <= 2400


@pytest.mark.parametrize(("locale", "number", "solitaires"), COUNTED)
def test_the_number_of_games_is_that_of_the_catalogue(locale: str, number: str, solitaires: str) -> None:
    assert (len(games.CATALOGUE), len(games.SOLITAIRES)) == (14, 4), "change README, site.* and COUNTED"
    w, readme = words(locale), [text_of(README)] if locale == "en" else []
    description = w("site.description", play="").lower()
    assert all(re.search(number, one.lower()) for one in (description, w("site.summary"), *readme))
    assert solitaires in description


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r'\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"', re.sub(r"`[^`]*`", "", text_of(page)))
    lost = []
    for link in ("".join(found) for found in links):
        target, _, anchor = link.partition("#")
        path = (page.parent / target) if target else page
        if "://" not in link and not (path.exists() and (not anchor or anchor in anchors(path))):
            lost.append(link)
    assert lost == []


def test_the_table_of_contents_has_every_page() -> None:
    linked = set(re.findall(r"\]\((\w[\w-]*\.md)\)", text_of(ROOT / "docs" / "README.md")))
    assert linked == {path.name for path in DOCS} - {"README.md"}


@each_page
def test_every_file_that_is_named_exists(page: Path) -> None:
    named = re.findall(rf"(?<![\w/.])((?:{FOLDERS}|\.ci)/[\w/.-]*[\w])", text_of(page))
    assert [name for name in named if not (ROOT / name).exists()] == []


async def test_every_command_that_is_named_exists(world: DiscordWorld) -> None:
    known = slash_commands(world)
    paths = {"/healthz", "/readyz", "/metrics", "/opt", "/var", "/data", "/backups"}  # of the process and the computer
    unknown = {
        name
        for name in named_commands(PAGES)
        if f"/{name}" not in paths
        and not any(f"{name} ".startswith(f"{one} ") or one.startswith(f"{name} ") for one in known)
    }
    assert unknown == set()


async def test_every_command_is_told_of(world: DiscordWorld) -> None:
    named = named_commands((ROOT / "docs" / "playing.md", ROOT / "docs" / "league.md"))
    known = slash_commands(world)
    assert {one for one in known if not any(f"{name} ".startswith(f"{one} ") for name in named)} == set()


@each_page
def test_every_make_target_that_is_named_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    named = re.findall(r"(?:^|`)make ([a-z]+)", text_of(page), re.MULTILINE)
    assert set(named) - targets == set()


@each_page
def test_every_command_line_that_is_named_exists(page: Path) -> None:
    help_text = command_line().format_help()
    known = set(re.findall(r"^    ([a-z-]+) ", help_text, re.MULTILINE))
    assert "doctor" in known
    assert set(re.findall(r"python -m bot ([a-z][a-z-]+)", text_of(page))) - known == set()


def test_the_pages_of_settings_are_written_from_them() -> None:
    assert {path: text_of(path) for path in pages()} == pages(), "make format"
    assert all(field.description for field in Settings.model_fields.values())
    lines = [line for line in pages()[ROOT / ".env.example"].splitlines() if "=" in line and not line.startswith("#")]
    example = {name.lower(): value for name, _, value in (line.partition("=") for line in lines)}
    assert example.keys() == Settings.model_fields.keys()
    with_defaults = Settings(_env_file=None)
    assert Settings(_env_file=None, **{name: value for name, value in example.items() if value}) == with_defaults  # type: ignore[arg-type]  # texts
