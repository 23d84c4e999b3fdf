"""Messages as the playground draws them on a phone, without a server.

The page has the playground's style sheets and its elements of a message. `heights` measures many messages at once.
"""

import io
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

import discord
from PIL import Image
from playwright.async_api import Browser, Page

import playground
from bot.messages.parts.message import Message
from bot.posts.discord_components import layout_of
from playground.markup import block_html
from tests.browser import PHONE

_PAGE: Final = Path(playground.__file__).parent / "page"
_STYLES: Final = {1: "primary", 2: "secondary", 3: "success", 4: "danger"}
_HEAD: Final = '<header><span class="avatar">B</span><span class="name">Boneyard</span></header>'


class _NoNames:
    """Names of nothing; hands mention none."""

    def person(self, _id: int) -> None:
        return None

    role = channel = emoji = person


async def phone_page(browser: Browser, messages: Sequence[Message]) -> Page:
    """Return a phone's page with these messages, one below the other."""
    page = await browser.new_page(viewport=PHONE, color_scheme="dark")
    styles = "".join((_PAGE / name).read_text(encoding="utf-8") for name in ("page.css", "message.css"))
    articles = "".join(f'<article class="private">{_HEAD}{_html(message)}</article>' for message in messages)
    styles += "html, body { height: auto; overflow: visible; display: block; margin: 0; } .pane { display: block; }"
    await page.set_content(f'<!doctype html><style>{styles}</style><div class="pane">{articles}</div>')
    return page


async def heights(page: Page) -> list[float]:
    """Return the heights of a page's messages in pixels."""
    found: list[float] = await page.evaluate(
        "[...document.querySelectorAll('article')].map((one) => one.getBoundingClientRect().height)"
    )
    return found


async def overflows(page: Page) -> bool:
    """Return True if the page scrolls sideways."""
    return bool(await page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def _html(message: Message) -> str:
    drawn = iter(message.drawings)
    return f'<div class="layout">{"".join(_parts(layout_of(message).to_components(), drawn))}</div>'


def _parts(parts: Sequence[Mapping[str, Any]], drawn: Iterator[Any]) -> Iterator[str]:
    for part in parts:
        match discord.ComponentType(part["type"]):
            case discord.ComponentType.container:
                yield f'<div class="container">{"".join(_parts(part["components"], drawn))}</div>'
            case discord.ComponentType.text_display:
                yield f'<div class="text-display">{block_html(part["content"], _NoNames())}</div>'
            case discord.ComponentType.media_gallery:
                yield f'<div class="gallery">{_picture(next(drawn).paint())}</div>'
            case discord.ComponentType.action_row:
                yield f'<div class="row">{"".join(map(_component, part["components"]))}</div>'
            case discord.ComponentType.separator:
                yield '<div class="separator"></div>'
            case other:
                raise NotImplementedError(other)


def _picture(png: bytes) -> str:
    width, height = Image.open(io.BytesIO(png)).size
    source = f"data:image/png;base64,{b64encode(png).decode()}"
    style = f"aspect-ratio: {width} / {height}; width: {width}px"
    return f'<button class="picture" style="{style}"><img src="{source}" width="{width}" height="{height}"></button>'


def _component(part: Mapping[str, Any]) -> str:
    if part["type"] != discord.ComponentType.button.value:
        label = f'<span class="placeholder">{escape(part.get("placeholder") or "")}</span>'
        return f'<button class="select">{label}</button>'
    emoji = part.get("emoji")
    inside = '<img class="emoji">' if emoji else ""
    inside += f"<span>{escape(part.get('label') or '')}</span>"
    return f'<button class="button {_STYLES[part["style"]]}">{inside}</button>'
