"""The playground with a small bot in it, on a port of its own."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

import playground
from bot.settings import Settings
from tests.bot.sample_bot import SampleBot
from tests.browser import DESKTOP, Look, browser, running_browser
from tests.playground.showing_bot import ShowingBot

__all__ = ["Printed", "browser", "running_browser"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lets all tests of this folder run in one event loop, to which the browser belongs."""
    for item in items:
        if Path(__file__).parent in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


class Printed(io.StringIO):
    """The output of the playground."""

    async def address(self) -> str:
        async with asyncio.timeout(100):
            while True:
                found = re.search(r"http://127\.0\.0\.1:\d+/", self.getvalue())
                if found is not None:
                    return found[0]
                await asyncio.sleep(0.02)


@pytest.fixture
def closed() -> list[str]:
    return []


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.load(None).model_copy(update={"data_dir": tmp_path})


@pytest_asyncio.fixture(loop_scope="session")
async def printed(settings: Settings, closed: list[str]) -> AsyncIterator[Printed]:
    out = Printed()
    task = asyncio.create_task(playground.run(lambda: SampleBot(closed), settings, out))
    await out.address()
    yield out
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest_asyncio.fixture(loop_scope="session")
async def shown(settings: Settings) -> AsyncIterator[str]:
    """Yield the address of a playground whose bot has one of everything."""
    out = Printed()
    task = asyncio.create_task(playground.run(ShowingBot, settings, out))
    yield await out.address()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest_asyncio.fixture(loop_scope="session")
async def ada(shown: str, browser: Browser) -> Look:
    """Ada's view of #dominoes there."""
    return await Look(await browser.new_page(viewport=DESKTOP), shown, "Ada").open()
