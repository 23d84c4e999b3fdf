"""Chromium for tests of the playground's page, and pictures of it.

Pictures go to the folder `screenshots/`, which is not kept in the repository.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize, async_playwright, expect

FOLDER = Path("screenshots")
PATIENCE = 30_000
"""Milliseconds for the page to be done, on a machine that has other things to do."""
PHONE = ViewportSize(width=360, height=740)
DESKTOP = ViewportSize(width=1400, height=900)

# Without these, Chromium asks for hosts of its own at every start.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """A headless Chromium with an empty profile."""
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield launched
        await launched.close()


class Look:
    """One person's view of one place on the playground's page."""

    def __init__(self, page: Page, address: str, person: str, place: str = "dominoes") -> None:
        self.page = page
        self._url = f"{address.rstrip('/')}/look/{person}/{place}"

    async def open(self) -> "Look":
        """Loads the page and waits until it can be used."""
        await self.page.goto(self._url)
        await expect(self.composer).to_be_enabled(timeout=PATIENCE)
        await expect(self.page.locator("#preview-app")).to_have_attribute("aria-busy", "false", timeout=PATIENCE)
        return self

    @property
    def composer(self) -> Locator:
        """The box to type in."""
        return self.page.locator("#channel-composer-input")

    @property
    def messages(self) -> Locator:
        """All messages of the place that are shown."""
        return self.page.locator("#channel-message-list")

    def button(self, label: str) -> Locator:
        """The lowest button of this label."""
        return self.messages.get_by_role("button", name=label, exact=True).last

    async def press(self, label: str) -> None:
        """Presses the lowest button of this label and waits until the page has done so."""
        await self.button(label).click()
        await self.settled()

    async def command(self, command: str, *choices: str) -> None:
        """Types a slash command, takes these choices for the options it asks for, and sends it."""
        await self.composer.click()
        await self.composer.press_sequentially(command)
        await self.page.locator(".command-popup").wait_for()
        await self.page.keyboard.press("Enter")
        for choice in choices:
            await self.page.get_by_role("option", name=choice, exact=True).click()
        await self.page.locator("#send-message").click()
        await self.settled()

    async def settled(self) -> None:
        """Waits until the page has nothing more to do."""
        await expect(self.page.locator("#action-status")).not_to_have_text(re.compile("…$"), timeout=PATIENCE)
        await expect(self.page.locator("#preview-app")).to_have_attribute("aria-busy", "false", timeout=PATIENCE)

    async def picture(self, name: str) -> Path:
        """Takes a picture of the page, `screenshots/<name>.png`."""
        path = FOLDER / f"{name}.png"
        await self.page.screenshot(path=path)
        return path
