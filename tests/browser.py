"""Chromium for tests of the playground, and its pictures.

Pictures go to the folder `screenshots/`, which is not kept in the repository.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, ViewportSize, async_playwright, expect

FOLDER = Path("screenshots")
PATIENCE = 30_000
"""Milliseconds for the page to be done, on a machine that has other things to do."""
PHONE = ViewportSize(width=390, height=844)
NARROW = ViewportSize(width=320, height=640)
"""The smallest phone, and a page at 400 %."""
DESKTOP = ViewportSize(width=1280, height=800)

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


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def running_browser(chromium: str) -> AsyncIterator[Browser]:
    """Yield one headless Chromium for a session's shared event loop."""
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(running_browser: Browser) -> AsyncIterator[Browser]:
    """Yield a headless Chromium; each page has an empty profile."""
    yield running_browser
    for context in running_browser.contexts:
        await context.close()


class Look:
    """A person's view of one place on the page."""

    def __init__(self, page: Page, address: str, person: str, place: str = "dominoes") -> None:
        self.page = page
        self._url = f"{address.rstrip('/')}/#{person}/{place}"

    async def open(self) -> "Look":
        """Load the page and wait until it can be used."""
        await self.page.goto(self._url)
        await expect(self.welcome).to_be_visible(timeout=PATIENCE)
        return self

    @property
    def welcome(self) -> Locator:
        """Return the text above the first message."""
        return self.page.locator(".welcome h2")

    @property
    def composer(self) -> Locator:
        """The box to type in, while it has no command."""
        return self.page.locator("textarea.text")

    @property
    def command_line(self) -> Locator:
        """The command in the box, with its options."""
        return self.page.locator(".command")

    @property
    def suggestions(self) -> Locator:
        """The entries of the list above the box."""
        return self.page.locator(".suggestions").get_by_role("option")

    @property
    def status(self) -> Locator:
        """The line below the box."""
        return self.page.locator(".status")

    @property
    def messages(self) -> Locator:
        """All messages of the place that are shown."""
        return self.page.get_by_role("log")

    @property
    def last(self) -> Locator:
        """The lowest message."""
        return self.messages.get_by_role("article").last

    def option(self, name: str) -> Locator:
        """Return the field of a command's option."""
        return self.command_line.locator(f'[data-option="{name}"]')

    def button(self, label: str) -> Locator:
        """Return the lowest button of this label."""
        return self.messages.get_by_role("button", name=label, exact=True).last

    async def press(self, label: str) -> None:
        """Press the lowest button of this label; await its answer."""
        await self.button(label).click()
        await self.settle()

    async def type(self, text: str) -> None:
        """Types with the keyboard, wherever the caret is."""
        await self.page.keyboard.type(text)

    async def key(self, name: str) -> None:
        """Presses a key."""
        await self.page.keyboard.press(name)

    async def command(self, command: str, *choices: str) -> None:
        """Type and send a slash command with these choices, by keyboard."""
        await self.composer.click()
        await self.type(command)
        await self.suggestions.first.wait_for()
        await self.key("Enter")
        for choice in choices:
            await self.type(choice)
            await expect(self.suggestions.first).to_contain_text(choice)
            await self.key("Enter")
        await self.key("Enter")
        await self.settle()

    async def settle(self) -> None:
        """Wait until no action on the page awaits an answer."""
        await expect(self.page.locator('[aria-busy="true"]')).to_have_count(0, timeout=PATIENCE)

    async def sideways(self) -> list[str]:
        """Return the elements that scroll sideways; the row of places may."""
        found: list[str] = await self.page.evaluate(
            """[...document.querySelectorAll("*")].filter((one) => one.scrollWidth > one.clientWidth + 1
            && (one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
            && !one.matches(".places")).map((one) => one.className || one.tagName)"""
        )
        return found

    async def picture(self, name: str) -> Path:
        """Take a picture of the page, `screenshots/<name>.png`."""
        path = FOLDER / f"{name}.png"
        await self.page.screenshot(path=path)
        return path
