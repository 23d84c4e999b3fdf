import asyncio
import io
import re
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import aiohttp
import pytest
from playwright.async_api import Browser, expect

from bot import playground
from bot.settings import Settings
from tests.bot.sample_bot import SampleBot
from tests.browser import DESKTOP, PHONE, Look, browser

__all__ = ["browser"]


class Printed(io.StringIO):
    """What the playground has printed."""

    async def address(self) -> str:
        async with asyncio.timeout(20):
            while True:
                found = re.search(r"http://127\.0\.0\.1:\d+/", self.getvalue())
                if found is not None:
                    return found[0]
                await asyncio.sleep(0.02)


@pytest.fixture
def closed() -> list[str]:
    return []


@pytest.fixture
def settings(tmp_path: Path, free_port: Callable[[], int]) -> Settings:
    return Settings.load(None).model_copy(update={"data_dir": tmp_path, "playground_port": free_port()})


@pytest.fixture
def free_port() -> Callable[[], int]:
    def find() -> int:
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            port: int = listening.getsockname()[1]
            return port

    return find


@pytest.fixture
async def printed(settings: Settings, closed: list[str]) -> AsyncIterator[Printed]:
    out = Printed()
    task = asyncio.create_task(playground.run(lambda: SampleBot(closed), settings, out))
    await out.address()
    yield out
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_it_prints_its_address_what_to_type_first_and_what_is_missing(
    printed: Printed, settings: Settings
) -> None:
    assert f"http://127.0.0.1:{settings.playground_port}/" in printed.getvalue()
    assert "Type /play" in printed.getvalue()
    assert "There is no DISCORD_TOKEN" in printed.getvalue()


async def test_a_taken_port_is_replaced_by_a_free_one(settings: Settings, closed: list[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", settings.playground_port))
        taken.listen()
        out = Printed()
        task = asyncio.create_task(playground.run(lambda: SampleBot(closed), settings, out))
        address = await out.address()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert str(settings.playground_port) not in address
    assert f"Port {settings.playground_port} is taken" in out.getvalue()


async def test_it_closes_the_bot_when_it_ends(settings: Settings, closed: list[str]) -> None:
    out = Printed()
    task = asyncio.create_task(playground.run(lambda: SampleBot(closed), settings, out))
    await out.address()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert closed == ["closed"]
    assert "The playground is closed." in out.getvalue()


async def test_nobody_without_the_page_s_secret_sees_anything(printed: Printed) -> None:
    address = await printed.address()
    async with aiohttp.ClientSession() as session:
        async with session.post(f"{address}api/pages", json={}) as answer:
            assert answer.status == 401
        async with session.get(f"{address}look/Nobody/dominoes") as answer:
            assert answer.status == 404
        async with session.get(f"{address}app.js", headers={"Host": "elsewhere.example"}) as answer:
            assert answer.status == 403


@pytest.mark.browser
async def test_two_people_see_one_board_and_each_their_own_hand(printed: Printed, browser: Browser) -> None:
    address = await printed.address()
    ada = await Look(await browser.new_page(viewport=DESKTOP), address, "Ada").open()
    borys = await Look(await browser.new_page(viewport=PHONE), address, "Borys").open()
    await ada.command("/open", "Big")
    await expect(borys.messages).to_contain_text("Board of size 2")
    await borys.press("Count")
    await expect(borys.messages).to_contain_text("Borys pl en-US: 1")
    await expect(ada.messages).to_contain_text("number 1")  # by a timer of the bot, without anybody touching the page
    await expect(borys.messages.get_by_role("img").first).to_be_visible()
    await expect(ada.messages).not_to_contain_text("Borys pl")
    await borys.picture("playground-phone")
    await ada.press("Count")
    await expect(ada.messages).to_contain_text("Ada en-US en-US: 2")
    dm = await Look(await browser.new_page(viewport=PHONE), address, "Ada", "dm").open()
    await expect(dm.messages).to_contain_text("Your board is open.")


@pytest.mark.browser
async def test_the_first_page_shows_one_view_on_a_phone_and_two_on_a_desktop(
    printed: Printed, browser: Browser
) -> None:
    address = await printed.address()
    for size, views in ((PHONE, 1), (DESKTOP, 2)):
        page = await browser.new_page(viewport=size)
        await page.goto(address)
        await expect(page.locator("iframe")).to_have_count(views)
        await expect(page.frame_locator("iframe").first.locator("#channel-composer-input")).to_be_enabled()
        await page.locator("section").first.get_by_label("Person").select_option("Dmitri")
        await expect(page.locator("iframe").first).to_have_attribute("title", "dominoes as Dmitri")
