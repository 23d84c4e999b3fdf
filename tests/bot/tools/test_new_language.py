"""A language needs only its folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

TASKS = """
import asyncio
import sys
from pathlib import Path

from bot.locales import LOCALES, spoken, words
from bot.messages.parts.components import Select
from bot.messages.parts.reader import Reader
from bot.messages.settings_pages import player_settings_message
from bot.settings import Settings
from bot.tools import legal, proofreading, site
from playground.actions import LOCALES as PAGE_LOCALES
from storage.guilds import PlayerSettings
from storage.matches import Player

assert LOCALES == ("en", "de", "pl", "ru"), LOCALES
assert spoken("de") == "de"
assert proofreading.all_faults() == [], proofreading.all_faults()

settings = Settings(_env_file=None, operator_name="Ada", support_url="https://example.org", default_locale="de")
out = Path(sys.argv[1])
assert out / "legal" / "privacy.de.md" in legal.write(out / "legal", settings)
site.write(out / "site", settings, filmed_games=())
assert "Deutsch</a>" in (out / "site" / "index.html").read_text(encoding="utf-8")
assert "Ein Bot" in (out / "site" / "de" / "privacy.html").read_text(encoding="utf-8")

told = {command.name: command for command in asyncio.run(site.slash_commands())["de"]}
assert told["spielen"].description == "Ein Spiel"

page = player_settings_message(PlayerSettings(0, 1, locale="de"), Reader(words("de")), Player.REGULAR, saved=False)
offered = [option for row in page.rows for part in row if isinstance(part, Select) for option in part.options]
assert any(one.value == "de" and one.label.endswith("Deutsch") for one in offered)
assert PAGE_LOCALES == ("en-US", "de", "pl", "ru")
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_a_language_is_added_by_its_folder_alone(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(ROOT / "bot", tree / "bot")
    for name in ("games", "storage", "playground", "docs", "CHANGELOG.md", "README.md"):
        (tree / name).symlink_to(ROOT / name)
    german = shutil.copytree(tree / "bot" / "locales" / "en", tree / "bot" / "locales" / "de")
    catalogue = german / "LC_MESSAGES" / "boneyard.po"
    text = catalogue.read_text(encoding="utf-8")
    for key, new in (
        ("settings.language.own", "Deutsch"),
        ("command.play.name", "spielen"),
        ("command.play.description", "Ein Spiel"),
    ):
        text, count = re.subn(rf'(msgid "{key}"\nmsgstr) ".+"', rf'\1 "{new}"', text)
        assert count == 1
    catalogue.write_text(text, encoding="utf-8")
    privacy = german / "privacy.md"
    privacy.write_text("# Ein Bot\n\n" + privacy.read_text(encoding="utf-8"), encoding="utf-8")

    done = subprocess.run(  # noqa: S603  # our own script
        [sys.executable, "-c", TASKS, str(tmp_path / "out")],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
