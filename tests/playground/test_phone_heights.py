"""Each decision of each game fits a phone's screen: picture, question and all buttons."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from random import Random

import pytest
from playwright.async_api import Browser

import games
from bot.locales import LOCALES, words
from bot.messages.parts.reader import Reader
from bot.messages.table.hand import hand_message
from tests.bot.messages.parts.test_choices import SETUPS
from tests.bot.messages.tables import table_of
from tests.browser import NARROW
from tests.needs import THOROUGH, some_of
from tests.phone import heights, overflows, phone_page, tallest_of

MOVES = 150 if THOROUGH else 40
SCREEN = 690
"""The height in pixels of the messages that Discord's app shows on a phone."""


async def test_every_decision_fits_a_phones_screen(browser: Browser) -> None:
    named = [
        (f"{game} {seats} {options} {locale}: {kind}, {name}", message)
        for (game, seats, options), locale in zip(some_of(SETUPS, 16), cycle(LOCALES), strict=False)
        for kind, (name, message) in tallest_of(game, seats, options, locale, MOVES).items()
    ]
    page = await phone_page(browser, [message for _, message in named])
    found = zip((name for name, _ in named), await heights(page), strict=True)
    assert [(name, height) for name, height in found if height > SCREEN] == []
    assert not await overflows(page)
    await page.set_viewport_size(NARROW)
    assert not await overflows(page)


TALLEST_LINE = 26
"""More than the height of a line of text on a button or of a tile's name, and less than two."""


@pytest.mark.parametrize("locale", LOCALES)
async def test_tile_names_and_labels_never_break(browser: Browser, locale: str) -> None:
    of_games = (tallest_of(game, 3, {}, locale, MOVES) for game in ("double_trouble", "nos"))
    messages = [message for tallest in of_games for _, message in tallest.values()]
    page = await phone_page(browser, messages)
    parts = "[...document.querySelectorAll('.button > span:not(.emoji), .tile')]"
    lines = await page.evaluate(f"{parts}.map((one) => one.getBoundingClientRect().height)")
    assert len(lines) > 10
    assert max(lines) < TALLEST_LINE


LONG_NAMES = (
    "Święcisława Brzęczyszczykiewiczx",
    "Владислав Щегольков-Преображенск",
    "Źdźbło-Gżegżółka Wąchockaszczykie",
) * 2


@pytest.mark.parametrize("locale", LOCALES)
async def test_rows_of_text_boards_never_break(browser: Browser, locale: str) -> None:
    messages = []
    for game in ("full_speed", "plus_minus", "nos", "bingo", "seventy_nine", "kent", "domino_square"):
        match, rng = games.new_match(game, seats=games.TABLE_GAMES[game].seat_counts[-1], seed="text"), Random(game)
        for _ in range(14):
            seat = match.to_move() or 0
            match.play(seat, rng.choice(match.sensible_moves(seat) or match.moves(seat)))
        table = table_of(match)
        seats = tuple(replace(seat, name=LONG_NAMES[seat.seat]) for seat in table.seats)
        reader = Reader(words(locale), board="text")
        messages.append(hand_message(replace(table, seats=seats), 10 + match.actors()[0], reader))
    page = await phone_page(browser, messages)
    found = await page.evaluate(ROWS_OF_BOARDS)
    assert len(found) >= 6
    assert all(rows == lines for rows, lines in found)


ROWS_OF_BOARDS = """[...document.querySelectorAll('pre')].map((board) => {
    const range = document.createRange();
    range.selectNodeContents(board);
    const tops = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
    return [tops.size, board.textContent.trimEnd().split('\\n').length];
})"""
"""The rows of each text board as shown, and its lines."""
