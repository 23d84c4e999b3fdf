"""Invitation, pages, doctor and code agree on permissions."""

import ast
import re
from pathlib import Path

import discord

from bot.permissions import INVITED, NEEDED, PERMISSIONS, Asked

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")

OF_PEOPLE = {"manage_guild", "manage_threads"}
"""Permissions that the bot asks about people, not about itself."""


def test_the_address_in_the_readme_asks_for_the_permissions_of_the_list() -> None:
    [asked] = re.findall(r"client_id=YOUR_APPLICATION_ID&scope=bot\+applications\.commands&permissions=(\d+)", README)
    assert dict(discord.Permissions(int(asked))) == dict(INVITED)
    assert INVITED.create_public_threads
    assert not NEEDED.create_events


def test_the_readme_names_every_permission_of_its_address_and_no_other() -> None:
    sentence = README.partition("The permissions are ")[2].partition(".\n")[0].replace("\n", " ")
    titles = {one.title for one in PERMISSIONS if one.title in sentence}
    assert titles == {one.title for one in PERMISSIONS if one.asked is not Asked.GRANTED}


def test_the_table_in_operating_has_every_permission_with_its_use() -> None:
    section = OPERATING.partition("## Permissions in Discord")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", section, re.MULTILINE)[1:]
    told = {Asked.NEEDED: "yes", Asked.INVITED: "yes, optional", Asked.GRANTED: "no, optional"}
    assert rows == [(one.title, told[one.asked], one.use) for one in PERMISSIONS]


def test_the_code_uses_the_permissions_of_the_list_and_no_others() -> None:
    used: set[str] = set()
    for folder in ("posts", "requests", "league", "cogs"):
        for path in sorted((ROOT / "bot" / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute):
                    used.add(node.attr)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    used.add(node.value)
    known = {one.key for one in PERMISSIONS}
    assert {one for one in used if one in discord.Permissions.VALID_FLAGS} - OF_PEOPLE <= known
    assert known <= used, "what nothing uses is not asked for"
