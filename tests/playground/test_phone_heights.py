"""Each decision of each game fits a phone's screen: picture, question and all buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import cycle
from random import Random

import pytest
from playwright.async_api import Browser

import games
from bot.locales import LOCALES, words
from bot.messages.parts.components import Button, Heading, Kind
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.table.hand import hand_message
from bot.tables.state import Table
from games import Match
from games.core.tiles import ALL_TILES
from storage.matches import Player
from tests.bot.messages.parts.test_choices import SETUPS
from tests.bot.messages.tables import table_of
from tests.browser import NARROW, PHONE
from tests.needs import THOROUGH, some_of
from tests.phone import heights, overflows, phone_page

MOVES = 150 if THOROUGH else 40
EMOJIS = {tile: f"<:t{tile.high}{tile.low}:1>" for tile in ALL_TILES}
"""Emojis as Discord shows them before tiles on buttons, which take room."""
WIDTH = 360
"""The width that buttons have on a phone, roughly."""


async def test_every_decision_fits_a_phones_screen(browser: Browser) -> None:
    named = [
        (f"{game} {seats} {options} {locale}: {name}", message)
        for (game, seats, options), locale in zip(some_of(SETUPS, 16), cycle(LOCALES), strict=False)
        for name, message in fullest(game, seats, options, locale)
    ]
    page = await phone_page(browser, [message for _, message in named])
    found = zip((name for name, _ in named), await heights(page), strict=True)
    assert [(name, height) for name, height in found if height > PHONE["height"]] == []
    assert not await overflows(page)
    await page.set_viewport_size(NARROW)
    assert not await overflows(page)


def fullest(game: str, seats: int, options: Mapping[str, object], locale: str) -> Iterator[tuple[str, Message]]:
    """Yield the tallest hand and the tallest question of a match, as roughly estimated."""
    rng = Random(f"{game} {seats} {options}")
    match = games.new_match(game, seats=seats, options=options, seed="phone")
    tallest: dict[str, tuple[float, str, Message]] = {}
    for ply in range(MOVES):
        if match.outcome is not None:
            break
        (seat, *_) = match.actors()
        for asked, message in decisions(match, seat, Reader(words(locale), tiles=EMOJIS)):
            kind, height = ("question" if asked else "hand"), estimate(message, len(match.view(seat).hand))
            tallest[kind] = max(tallest.get(kind, (0.0, "", message)), (height, f"{ply} {asked}", message), key=first)
        match.play(seat, rng.choice(match.sensible_moves(seat) or match.moves(seat)))
    for _, name, message in tallest.values():
        yield name, message


def first(found: tuple[float, str, Message]) -> float:
    return found[0]


def decisions(match: Match, seat: int, reader: Reader) -> Iterator[tuple[str, Message]]:
    """Yield a seat's hand, and all questions that it leads to by one click, with their keys."""
    table = against_computers(table_of(match), seat)
    hand = hand_message(table, 10 + seat, reader)
    yield "", hand
    for row in hand.rows:
        for part in row:
            if isinstance(part, Button) and part.address.kind is Kind.ASK:
                question = hand_message(table, 10 + seat, reader, asked=part.address.rest)
                if len(question.rows) > 1:  # not only the way back from an explanation
                    yield part.address.rest, question


def against_computers(table: Table, seat: int) -> Table:
    """Return the table with one person, whose hand has the most buttons below it."""
    seats = (one if one.seat == seat else replace(one, player=Player.REGULAR) for one in table.seats)
    return replace(table, seats=tuple(seats))


def estimate(message: Message, tiles: int) -> float:
    """Return the rough height of a message in pixels, to choose those that are measured."""
    height = 110.0 * -(-tiles // 7)
    for row in message.rows:
        used, lines = 0.0, 1
        for part in row:
            wide = 24 + 7.4 * len(part.label or "") + 28 * bool(part.emoji) if isinstance(part, Button) else WIDTH
            if used and used + wide > WIDTH:
                used, lines = 0.0, lines + 1
            used += wide + 6
        height += 30 if isinstance(row[0], Heading) else 46 * lines
    text = message.embed.description or "" if message.embed else ""
    return height + sum(22 * (1 + len(line) // 42) for line in text.split("\n"))


TALLEST_LINE = 26
"""More than the height of a line of text on a button or of a tile's name, and less than two."""


@pytest.mark.parametrize("locale", LOCALES)
async def test_tile_names_and_labels_never_break(browser: Browser, locale: str) -> None:
    messages = [message for game in ("double_trouble", "nos") for _, message in fullest(game, 3, {}, locale)]
    page = await phone_page(browser, messages)
    parts = "[...document.querySelectorAll('.button > span:not(.emoji), .tile')]"
    lines = await page.evaluate(f"{parts}.map((one) => one.getBoundingClientRect().height)")
    assert len(lines) > 10
    assert max(lines) < TALLEST_LINE
