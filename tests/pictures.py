"""`make pictures`: write the pictures of the pages.

They come from the playground in Chromium and from the renderer. Run it after a change of the appearance, look at the
files, and commit them. Emojis are drawn in the fonts of this machine (Debian's package fonts-noto-color-emoji has
them).
"""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.async_api import Browser, Locator, ViewportSize, async_playwright, expect

import games
import playground
from bot.app import Boneyard
from bot.locales import words
from bot.settings import Settings
from bot.tools.site import still_of
from tests.browser import FLAGS, PATIENCE, Look
from tests.needs import chromium_path

FOLDER: Final = Path(__file__).parents[1] / "docs"
LARGEST: Final = 150_000
"""The largest size of a picture in bytes."""

_VIEW: Final = ViewportSize(width=580, height=1500)
_COLOURS: Final = 128
_SOME_MOVES: Final = 12.0
"""Seconds in which a line of play grows to something to look at."""
_WHILE: Final = 180_000
"""Milliseconds that computers may need until something is to be seen."""


async def main() -> None:
    """Write all pictures."""
    for game in games.CATALOGUE:
        _save(Image.open(io.BytesIO(still_of(game, words("en")).paint())), f"pictures/{game}")
    async with _playground() as address, _chromium() as browser:
        await _lobby(await _look(browser, address, "Ada", "dominoes"))
        await _hand(await _look(browser, address, "Celina", "second-table"))
        look = await _look(browser, address, "Celina", "second-table")
        await _demo(look, "kent", "[4-9] tiles passed on")
        await _write(look.last, "kent")
        await _demo(look, "nos", "to play")
        await asyncio.sleep(_SOME_MOVES)
        await _write(look.last, "nos")
        await _demo(look, "plus_minus", "to play")
        counted = look.messages.get_by_role("article").filter(has_text="Deal 1 is over")
        await expect(counted.first).to_be_visible(timeout=_WHILE)
        await _write(counted.first, "deal-end")


async def _lobby(look: Look) -> None:
    await look.command("/play game:Nos")
    await look.press("More…")
    await look.press("Fill seats")
    await expect(look.last).not_to_contain_text("needed", timeout=PATIENCE)
    await _write(look.last, "lobby")


async def _hand(look: Look) -> None:
    await look.command("/play game:Full Speed")
    await look.press("More…")
    await look.press("Fill seats")
    await look.press("Start")
    await expect(look.last).to_contain_text("Your turn!", timeout=_WHILE)
    await _write(look.last, "hand")


async def _demo(look: Look, game: str, seen: str) -> None:
    """Let computers play a game until this text is on board."""
    await look.page.locator(".demo select").select_option(game)
    await look.page.locator(".demo-start").click()
    await expect(look.last).to_contain_text(re.compile(seen), timeout=_WHILE)


async def _write(message: Locator, name: str) -> None:
    """Save a message's picture at double resolution, with few colours."""
    await message.page.mouse.move(0, 0)
    await message.page.evaluate("document.activeElement.blur()")
    _save(Image.open(io.BytesIO(await message.screenshot(animations="disabled"))), name)


def _save(picture: Image.Image, name: str) -> None:
    """Save a picture with few colours in the pages' folder."""
    file = FOLDER / f"{name}.png"
    file.parent.mkdir(exist_ok=True)
    shot = picture.convert("RGBA").convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    shot.info.clear()
    shot.save(file, optimize=True)
    size = file.stat().st_size
    print(f"{file.name}: {shot.width} x {shot.height}, {size / 1000:.0f} kB")
    if size > LARGEST:
        raise SystemExit(f"{file} is larger than {LARGEST / 1000:.0f} kB")


async def _look(browser: Browser, address: str, person: str, place: str) -> Look:
    page = await browser.new_page(viewport=_VIEW, device_scale_factor=2, color_scheme="dark")
    return await Look(page, address, person, place).open()


@asynccontextmanager
async def _playground() -> AsyncIterator[str]:
    """Yield the address of a playground with an own database."""
    with TemporaryDirectory() as folder:
        settings = Settings(_env_file=None, data_dir=Path(folder), computer_seconds=0.2)
        out = io.StringIO()
        task = asyncio.create_task(playground.run(lambda: Boneyard(settings), settings, out))
        try:
            async with asyncio.timeout(60):
                while not (found := re.search(r"http://\S+/", out.getvalue())):
                    await asyncio.wait([task], timeout=0.1)
                    if task.done():
                        task.result()
            yield found[0]
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def _chromium() -> AsyncIterator[Browser]:
    path = chromium_path()
    if path is None:
        raise SystemExit("Chromium is missing: Debian's package chromium, or its path in CHROMIUM")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
