"""The page docs/verify.html checks a shuffle in a browser, without a network, as `games.verifying` does."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

import games
from bot.tools.verify_page import ALONE, page_alone
from games.core.events import Lot
from games.core.shuffle import code_of
from games.verifying import stated_of
from tests.browser import NARROW
from tests.games.core.test_origin import ORIGIN, VECTORS, record_of
from tests.games.finished import finished
from tests.needs import some_of

PLAY_OFF = "play-off 1"
"""With this seed a match of Five to Fourteen played by lot has one play-off."""
PAGE = ALONE.as_uri()


def test_the_page_is_written_from_today_s_texts() -> None:
    assert ALONE.read_text(encoding="utf-8") == page_alone("fair-shuffle.md"), "make format"


async def test_the_page_speaks_the_reader_s_language_until_another_is_chosen(browser: Browser) -> None:
    page = await (await browser.new_context(locale="pl-PL")).new_page()
    await page.goto(PAGE)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Sprawdź tasowanie")
    await page.fill("#record", "Boneyard record 3")
    await page.get_by_role("button", name="RU").click()
    await page.get_by_role("button", name="Проверить").click()
    await expect(page.locator("#result")).to_contain_text("❌ запись начинается со строки «Boneyard record 1»")
    assert await page.evaluate("document.documentElement.lang") == "ru"


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    page = await browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(PAGE)
    yield page
    assert asked == [PAGE], "the page asks for nothing but itself"


async def test_the_page_works_out_the_seeds_of_the_published_vectors(page: Page) -> None:
    for one in VECTORS["shuffles"]:
        told = [one["match"], one["server_seed"], one["cuts"]]
        assert await page.evaluate("told => seedOf(...told)", told) == one["seed"]
        assert await page.evaluate("text => sha256(text)", one["server_seed"]) == one["fingerprint"]
    for one in VECTORS["dailies"]:
        told = [one["month_seed"], one["game"], one["day"], one["number"]]
        assert await page.evaluate("told => dailySeed(...told)", told) == one["seed"]


async def test_the_page_deals_as_every_game_does(page: Page) -> None:
    for one in VECTORS["deals"]:
        dealt = await page.evaluate("told => dealsOf(...told)", [one["game"], one["seats"], one["seed"], 1])
        assert dealt == [{"lot": one["lot"], "tiles": one["tiles"]}]


@pytest.mark.parametrize("key", some_of(games.CATALOGUE, 3))
async def test_the_page_deals_every_deal_of_a_match_as_the_game_does(page: Page, key: str) -> None:
    match = finished(key, PLAY_OFF)
    deals = len(match.dealt_by_seed)
    dealt = await page.evaluate("told => dealsOf(...told)", [key, match.seats, PLAY_OFF, deals])
    assert [one["tiles"] for one in dealt] == list(match.dealt_by_seed)
    lots = [event.seat for event in match.events if isinstance(event, Lot)]
    assert [one["lot"] for one in dealt if one["lot"] is not None] == lots
    assert key != "five_to_fourteen" or (deals, len(lots)) == (30, 2), "it has a play-off"


async def test_the_page_knows_every_game_with_the_numbers_of_its_seats(page: Page) -> None:
    known = await page.evaluate("[...GAMES].map(([key, game]) => [key, game.seats])")
    names = {name: game for game in games.CATALOGUE.values() for name in (game.key, *game.info.former_keys)}
    assert {key: tuple(seats) for key, seats in known} == {name: game.seat_counts for name, game in names.items()}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    some_of(
        [
            ("", "", "✅ Everything checks out."),
            ("7654 luck", "7654 duck", "❌ The server's seed and the cuts give the seed"),
            (".0000", ".0001", "❌ The record states this fingerprint."),
            ("match: u", "match: v", "❌ The server's seed belongs to this match."),
            ("\n\n0 ", "\n\n1 ", "❌ The SHA-256 of the"),
            ("\ncut: ", "\ncut: -\ncut: ", "❌ a record of version 2 has a line 'cut' for each seat"),
            *(("seats: 2", f"seats: {seats}", "❌ block is played with 2 seats") for seats in (3, 257, 10**9, "x", -2)),
            *(
                ("game: block", f"game: {name}", f"❌ there is no game '{name}'")
                for name in ("constructor", "toString", "__proto__", "chess")
            ),
            ("seats: 2", "constructor: 2", "❌ a record has a line 'seats'"),
            ("seats: 2", "seats: 2\n" + "x" * 10_000, f"❌ '{'x' * 60}…' is not a name and a value"),
            ("Boneyard record 2", "Another record", "❌ a record begins with the line"),
        ],
        6,
        share=2,
    ),
)
@pytest.mark.thorough
async def test_the_page_finds_what_was_changed_in_a_record(page: Page, old: str, new: str, says: str) -> None:
    text = record_of(following="ab" * 32)
    if old == "\n\n0 " and old not in text:
        old, new = new, old
    assert old in text
    await page.fill("#record", text.replace(old, new, 1) if old else text)
    await page.fill("#shown", ORIGIN.fingerprint[:16])
    await page.click("#check")
    await expect(page.locator("#result")).to_contain_text(says)


async def test_the_page_takes_the_beginning_of_a_fingerprint_and_the_code_of_the_lobby(page: Page) -> None:
    await page.fill("#record", record_of())
    right, wrong = ORIGIN.fingerprint, code_of("ab" * 32)
    for shown, mark in ((right[:16], "✅"), (code_of(right), "✅"), (code_of(right)[:20], "❌"), (wrong, "❌")):
        await page.fill("#shown", shown)
        await page.click("#check")
        await expect(page.locator("#result")).to_contain_text(f"{mark} It begins with the fingerprint")


async def test_the_page_checks_a_record_of_version_1(page: Page) -> None:
    match = games.new_match("block", seats=2, seed="an example")
    await page.set_viewport_size(NARROW)
    await page.fill("#record", match.record().text())
    await page.click("#check")
    await expect(page.get_by_text("Everything checks out.")).to_be_focused()
    await expect(page.get_by_text("Everything checks out.")).to_be_in_viewport(ratio=1)
    assert await page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    await expect(page.locator("#result")).to_contain_text(match.dealt_by_seed[0])


async def test_the_page_shows_the_number_of_deals_recorded_or_requested(page: Page) -> None:
    match = finished("full_speed", "an example")
    last = len(match.dealt_by_seed)
    assert last > 2
    for text, shown in ((match.record().text((), stated_of(match)), last), (match.record().text(), 2)):
        await page.fill("#record", text)
        await page.fill("#deals", "2")
        await page.click("#check")
        told = page.locator("#result li").filter(has_text="in dealing order")
        await expect(told).to_have_count(shown)
        await expect(told.last).to_contain_text(match.dealt_by_seed[shown - 1])
