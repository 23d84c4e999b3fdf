"""Messages as the playground draws them on a phone, without a server.

The page has the playground's style sheets and its elements of a message. `heights` measures many messages at once.
``python -m tests.phone FOLDER`` saves a picture of each kind of decision of each game, and prints their heights.
"""

import asyncio
import io
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from random import Random
from typing import Any, Final

import discord
from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

import games
import playground
from bot.locales import LOCALES, words
from bot.messages.parts.components import Button, Heading, Kind
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.table.hand import hand_message
from bot.posts.discord_components import layout_of
from bot.tables.state import Table
from games import Match, View
from games.core.tiles import ALL_TILES
from playground.markup import block_html
from storage.matches import Player
from tests.bot.messages.tables import table_of
from tests.browser import FLAGS, PHONE
from tests.needs import chromium_path

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


# --- Decisions --------------------------------------------------------------------------------------------------------

_EMOJIS: Final = {tile: f"<:t{tile.high}{tile.low}:1>" for tile in ALL_TILES}
"""Emojis as Discord shows them before tiles on buttons, which take room."""
_WIDTH: Final = 360
"""The width that buttons have on a phone, roughly."""


def tallest_of(
    game: str, seats: int, options: Mapping[str, object], locale: str, moves: int
) -> dict[str, tuple[str, Message]]:
    """Return the tallest decision of each kind in a match, as roughly estimated, with its name."""
    rng, reader = Random(f"{game} {seats} {options}"), Reader(words(locale), tiles=_EMOJIS)
    match = games.new_match(game, seats=seats, options=options, seed="phone")
    highest: dict[str, float] = {}
    found: dict[str, tuple[str, Message]] = {}
    for ply in range(moves):
        if match.outcome is not None:
            break
        seat, *_ = match.actors()
        view = match.view(seat)
        for asked, message in _decisions(match, seat, reader):
            kind, height = _kind(view, asked), _estimate(message, len(view.hand))
            if height > highest.get(kind, 0.0):
                highest[kind], found[kind] = height, (f"{ply} {asked}", message)
        match.play(seat, rng.choice(match.sensible_moves(seat) or match.moves(seat)))
    return found


def _kind(view: View, asked: str) -> str:
    """Return the kind of a decision: the verbs of the moves, or the matter of the question."""
    if not asked:
        return " ".join(sorted({move.verb for move in view.moves}))
    verb = asked.split(maxsplit=1)[0]
    return f"ask {'place' if verb[0].isdigit() else verb}"


def _decisions(match: Match, seat: int, reader: Reader) -> Iterator[tuple[str, Message]]:
    """Yield a seat's hand, and all questions that it leads to by one click, with their keys."""
    table = _against_computers(table_of(match), seat)
    hand = hand_message(table, 10 + seat, reader)
    yield "", hand
    for row in hand.rows:
        for part in row:
            if isinstance(part, Button) and part.address.kind is Kind.ASK:
                question = hand_message(table, 10 + seat, reader, asked=part.address.rest)
                if len(question.rows) > 1:  # not only the way back from an explanation
                    yield part.address.rest, question


def _against_computers(table: Table, seat: int) -> Table:
    """Return the table with one person, whose hand has the most buttons below it."""
    seats = (one if one.seat == seat else replace(one, player=Player.REGULAR) for one in table.seats)
    return replace(table, seats=tuple(seats))


def _estimate(message: Message, tiles: int) -> float:
    """Return the rough height of a message in pixels, to choose those that are measured."""
    height = 110.0 * -(-tiles // 7)
    for row in message.rows:
        used, lines = 0.0, 1
        for part in row:
            wide = 24 + 7.4 * len(part.label or "") + 28 * bool(part.emoji) if isinstance(part, Button) else _WIDTH
            if used and used + wide > _WIDTH:
                used, lines = 0.0, lines + 1
            used += wide + 6
        height += 30 if isinstance(row[0], Heading) else 46 * lines
    text = message.embed.description or "" if message.embed else ""
    return height + sum(22 * (1 + len(line) // 42) for line in text.split("\n"))


# --- Pictures of all decisions ----------------------------------------------------------------------------------------

_MOVES: Final = 60


async def save_pictures(folder: Path) -> None:
    """Save a picture of each kind of decision of each game, and print their heights, tallest first."""
    tallest = {
        f"{game}-{seats}-{kind.replace(' ', '-')}-{locale}": message
        for game, cls in games.TABLE_GAMES.items()
        for seats in cls.seat_counts
        for locale in LOCALES
        for kind, (_, message) in tallest_of(game, seats, {}, locale, _MOVES).items()
    }
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        page = await phone_page(browser, list(tallest.values()))
        measured = sorted(zip(await heights(page), tallest, strict=True), reverse=True)
        for name, article in zip(tallest, await page.locator("article").all(), strict=True):
            await article.screenshot(path=folder / f"{name}.png")
        await browser.close()
    for height, name in measured:
        sys.stdout.write(f"{height:4.0f} {name}\n")


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(save_pictures(Path(sys.argv[1])))
