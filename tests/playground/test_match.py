"""A whole match by clicks in a browser, from the first shuffle to the saved score."""

import asyncio
import re
import sqlite3
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

import playground
from bot.app import Boneyard
from bot.settings import Settings
from tests.bot.play.at_table import PLAYOUTS
from tests.browser import DESKTOP, PATIENCE, PHONE, Look
from tests.chance import KnownChance
from tests.playground.conftest import Printed

SHORT = "00000000000000000000000000000e4e"
"""With this seed, and always the first tile under the first end that has any, Ada (seat 0) wins 120 to 0."""

A_TILE = re.compile(r"^[0-6]-[0-6]( |$)")


@pytest.mark.thorough
@pytest.mark.timeout(240)
async def test_two_people_play_a_match_of_block_on_the_page_to_its_saved_end(
    settings: Settings, browser: Browser, chance: KnownChance
) -> None:
    chance.fix_seed(SHORT)
    out = Printed()
    task = asyncio.create_task(
        playground.run(lambda: Boneyard(settings, pause=0.2, playouts=PLAYOUTS, chance=chance), settings, out)
    )
    try:
        address = await out.address()
        ada = await Look(await browser.new_page(viewport=DESKTOP), address, "Ada").open()
        borys = await Look(await browser.new_page(viewport=PHONE, device_scale_factor=2), address, "Borys").open()
        await ada.command("/play game:Block with Bonus")
        await borys.press("Join")
        await expect(ada.messages).to_contain_text("Borys", timeout=PATIENCE)
        await ada.press("Start")
        for look in (ada, borys):
            await look.press("My hand")
        await _play_to_the_end(ada, borys)
        await expect(ada.messages).to_contain_text("Ada wins the match", timeout=PATIENCE)
        await ada.picture("match-end")
        await borys.picture("match-end-phone")
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert _results(settings.data_dir / "boneyard.db") == [("Ada", 1, 120), ("Borys", 2, 0)]


async def _play_to_the_end(*looks: Look) -> None:
    """Press the first tile as the player to move."""
    async with asyncio.timeout(200):
        while not await looks[0].messages.get_by_role("button", name="Rematch").count():
            for look in looks:
                tiles = look.messages.get_by_role("button", name=A_TILE)
                if await tiles.count() == 0:
                    continue
                await tiles.first.click()
                await look.settle()
            await asyncio.sleep(0.1)


def _results(file: Path) -> list[tuple[str, int, int]]:
    with sqlite3.connect(file) as database:
        return database.execute("SELECT name, rank, score FROM match_results ORDER BY seat").fetchall()
