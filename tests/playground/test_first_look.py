"""The first view of the playground: the greeting, a hand two clicks later, and demos."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize, expect

import games
import playground
from bot.app import Boneyard
from bot.settings import Settings
from tests.bot.play.at_table import PLAYOUTS
from tests.browser import DESKTOP, NARROW, PATIENCE, PHONE, Look
from tests.playground.conftest import Printed


@pytest_asyncio.fixture(loop_scope="session")
async def address(settings: Settings) -> AsyncIterator[str]:
    """Yield the playground of the real bot."""
    out = Printed()
    task = asyncio.create_task(playground.run(lambda: Boneyard(settings, pause=0.1, playouts=PLAYOUTS), settings, out))
    yield await out.address()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["desktop", "phone"])
async def test_the_bot_has_greeted_and_two_clicks_later_a_hand_lies_there(
    address: str, browser: Browser, size: ViewportSize
) -> None:
    look = await Look(await browser.new_page(viewport=size), address, "Ada").open()
    await expect(look.messages).to_contain_text("Hello! I bring domino games")
    assert await look.sideways() == []
    await look.messages.get_by_role("button", name=re.compile("Play$")).click()
    await look.settle()
    await expect(look.last.get_by_role("heading").first).to_be_in_viewport(ratio=1)
    assert await look.sideways() == []
    await look.messages.get_by_role("button", name=re.compile("Quick game: Block with Bonus, 10 min$")).click()
    await look.settle()
    await expect(look.last).to_contain_text("Your hand", timeout=PATIENCE)
    await expect(look.last).to_be_in_viewport()
    await expect(look.last.get_by_role("button", name=re.compile("[0-6]-[0-6]")).first).to_be_focused()
    assert await look.sideways() == []


async def test_computers_play_a_demo_of_the_chosen_game_until_another_is_chosen(address: str, browser: Browser) -> None:
    look = await Look(await browser.new_page(viewport=DESKTOP), address, "Celina").open()
    await expect(look.messages).to_contain_text("Hello! I bring domino games")  # it scrolls the page when it comes
    choice = look.page.locator(".demo select")
    await expect(choice.locator("option")).to_have_count(len(games.CATALOGUE), timeout=PATIENCE)
    for game, title in (("kent", "Kent"), ("nos", "Nos")):
        await choice.select_option(game)
        await look.page.locator(".demo-start").click()
        await expect(look.welcome).to_contain_text("#demo", timeout=PATIENCE)
        await expect(look.last).to_contain_text(
            re.compile(f"{title} — (Fox|Owl|Bear|Turtle|Hedgehog|Raccoon) to play"), timeout=PATIENCE
        )
        await expect(look.messages.get_by_role("article")).to_have_count(1, timeout=PATIENCE)
        await expect(look.page.locator("[aria-current]")).to_have_text(re.compile("demo"), timeout=PATIENCE)


@pytest.mark.thorough
async def test_the_solver_replaces_the_demo_of_a_solitaire_before(address: str, browser: Browser) -> None:
    look = await Look(await browser.new_page(viewport=PHONE), address, "Celina").open()
    await expect(look.messages).to_contain_text("Hello! I bring domino games")  # it scrolls the page when it comes
    choice = look.page.locator(".demo select")
    for game, title in (("block", "Block"), ("pyramid", "Pyramid"), ("twelves", "Twelves"), ("block", "Block")):
        await choice.select_option(game)
        await look.page.locator(".demo-start").click()
        await expect(look.welcome).to_contain_text("#demo", timeout=PATIENCE)
        await expect(look.last).to_contain_text(title, timeout=PATIENCE)
        await expect(look.messages.get_by_role("article")).to_have_count(1, timeout=PATIENCE)
        if title == "Pyramid":
            await expect(look.last).to_contain_text(re.compile(r"[2-9] / \d+|[2-9] of \d+"), timeout=PATIENCE)
