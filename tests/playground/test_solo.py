"""A solitaire by clicks in a browser as narrow as a phone: a hint, giving up, and the solver showing how."""

import asyncio

import pytest
from playwright.async_api import Browser, expect

import playground
from bot.app import Boneyard
from bot.settings import Settings
from tests.bot.play.at_table import PLAYOUTS
from tests.browser import PATIENCE, PHONE, Look
from tests.chance import KnownChance
from tests.playground.conftest import Printed

PYRAMID = "boneyard daily pyramid 2026-11-22/3"


@pytest.mark.thorough
@pytest.mark.timeout(120)
async def test_the_solver_shows_on_the_page_how_a_solitaire_is_solved(
    settings: Settings, browser: Browser, chance: KnownChance
) -> None:
    chance.fix_seed(PYRAMID)
    out = Printed()
    task = asyncio.create_task(
        playground.run(lambda: Boneyard(settings, pause=0.2, playouts=PLAYOUTS, chance=chance), settings, out)
    )
    try:
        ada = await Look(
            await browser.new_page(viewport=PHONE, device_scale_factor=2), await out.address(), "Ada"
        ).open()
        await ada.command("/play game:Pyramid")
        await ada.press("💡 Hint")
        await expect(ada.messages).to_contain_text("that way it takes 14 more moves", timeout=PATIENCE)
        await ada.picture("solo-hint-phone")
        await ada.press("🏳️ Give up")
        await ada.press("Give up")
        await expect(ada.messages).to_contain_text("This deal could be solved.", timeout=PATIENCE)
        await ada.press("🧭 Show me how")
        await expect(ada.messages).to_contain_text("Step 0 of 14", timeout=PATIENCE)
        await ada.press("▶️")
        await expect(ada.messages).to_contain_text("Step 1 of 14", timeout=PATIENCE)
        await ada.picture("solo-solution-phone")
        await ada.command("/daily")
        await expect(ada.messages).to_contain_text("the deal of the day", timeout=PATIENCE)
        await ada.picture("solo-daily-phone")
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
