"""The site agrees with the bot, and links work."""

import fcntl
import io
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import discord
import pytest
from PIL import Image
from playwright.async_api import Browser, expect

import games
from bot.app import Boneyard
from bot.locales import LOCALES, rules, with_commands, words
from bot.messages.help import rules_message
from bot.messages.parts.reader import Reader
from bot.settings import Settings
from bot.tools import site
from tests.browser import PHONE, browser, running_browser
from tests.discord_world import DiscordWorld

__all__ = ["browser", "running_browser"]


class Text(HTMLParser):
    """A page's readable text, without parts of every page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.feed(re.split("<main[^>]*>", page)[1].partition("</main>")[0])

    def handle_data(self, data: str) -> None:
        self.words += re.findall(r"\w+", data)


@pytest.fixture
def build_bot(tmp_path: Path) -> Callable[[], Boneyard]:
    settings = Settings(_env_file=None, data_dir=tmp_path, computer_processes=1)
    return lambda: Boneyard(settings, pause=0)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site, which the first of the processes of tests that needs it writes for all."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "site").exists():
            (shared / "site.part").mkdir()
            write_site(shared / "site.part")
            (shared / "site.part").rename(shared / "site")
    return shared / "site"


def write_site(made: Path) -> None:
    settings = Settings(
        _env_file=None,
        operator_name="Ada and Borys",
        support_url="https://example.org/help",
        site_url="https://example.org/boneyard/",
    )
    site.write(made, settings, filmed_games=("kent",), application_id=123)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", games.CATALOGUE)
def test_the_page_of_a_game_has_its_rules_and_the_bot_s_picture(folder: Path, game: str, locale: str) -> None:
    page = (folder / locale / f"{game}.html").read_text(encoding="utf-8")
    text = with_commands(rules(game, locale), words(locale).command)
    text = re.sub(r"^\d+\. ", "", text, flags=re.MULTILINE)  # a list shows its numbers by itself
    assert Text(page).words == re.findall(r"\w+", text)
    for drawing in rules_message(game, 0, Reader(words(locale))).drawings:
        shown = folder / "pictures" / f"{game}-example.{locale}.png"
        assert shown.read_bytes() == drawing.paint()
        assert shown.name in page


def test_the_index_links_every_game_and_what_the_operator_publishes(folder: Path) -> None:
    for locale in LOCALES:
        page = (folder / locale / "index.html").read_text(encoding="utf-8")
        for name in (*games.CATALOGUE, "commands", "privacy", "terms"):
            assert f'href="{name}.html"' in page or f'href="../{locale}/{name}.html"' in page
    assert "Ada and Borys" in (folder / "pl" / "privacy.html").read_text(encoding="utf-8")


def test_pages_of_the_repository_link_those_of_the_site(folder: Path) -> None:
    page = (folder / "docs" / "operating.html").read_text(encoding="utf-8")
    assert 'href="CHANGELOG.html"' in page
    assert "README.html#invite" not in page
    assert 'href="fair-shuffle.html"' in (folder / "docs" / "verify.html").read_text(encoding="utf-8")
    assert list(site.lost_links(folder)) == []


def test_links_to_no_page_and_to_no_heading_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="top"><a href="b.html"><a href="#top"><a href="#end"><img src="c.png">')
    assert list(site.lost_links(tmp_path)) == ["a.html: b.html", "a.html: #end", "a.html: c.png"]


async def test_the_commands_are_those_of_the_bot_in_every_language(world: DiscordWorld) -> None:
    told = await site.slash_commands()
    for locale, tag in zip(LOCALES, (None, discord.Locale.polish, discord.Locale.russian), strict=True):
        expected = set()
        for command in await world.bot.tree.fetch_commands():
            if command.type is discord.AppCommandType.chat_input:
                parts = [one for one in command.options if isinstance(one, discord.app_commands.AppCommandGroup)]
                name = command.name_localizations[tag] if tag else command.name
                inner = [one.name_localizations[tag] if tag else one.name for one in parts]
                expected |= {f"{name} {one}" for one in inner} if parts else {name}
        assert {one.name for one in told[locale]} == expected
    assert {one.name.split()[0] for one in told["en"] if one.for_managers} == {"league-admin", "server-settings"}
    [chips] = [one for one in told["ru"] if one.name == "фишки"]
    assert [name for name, _ in chips.options] == ["человек"]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_texts_for_directories_keep_their_limits(locale: str) -> None:
    w = words(locale)
    assert len(w("site.summary")) <= site.MAX_SUMMARY
    assert site.MIN_DESCRIPTION <= len(site.description(w)) <= site.MAX_DESCRIPTION
    assert len(site.TAGS) <= site.MAX_TAGS
    assert all(len(tag) <= site.MAX_TAG for tag in site.TAGS)


def test_the_kit_for_directories_has_texts_pictures_and_an_animated_one(folder: Path) -> None:
    kit = folder / "directory"
    for locale in LOCALES:
        assert (kit / f"summary.{locale}.txt").read_text(encoding="utf-8").strip() == words(locale)("site.summary")
        assert (kit / f"description.{locale}.md").is_file()
    assert {path.name for path in kit.glob("*.png")} == {path.name for path in site.DOCS.glob("*.png")}
    film = (kit / "kent.gif").read_bytes()
    assert len(film) <= site.MAX_FILM
    with Image.open(io.BytesIO(film)) as image:
        assert getattr(image, "n_frames", 1) > 10


def test_every_page_invites_the_bot_and_names_its_languages(folder: Path) -> None:
    for path in folder.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        if path != folder / "docs" / "verify.html":  # it works alone
            assert "client_id=123&amp;scope=bot+applications.commands" in page, path
            assert f'<link rel="canonical" href="https://example.org/boneyard/{path.relative_to(folder)}">' in page
        if path.parent.name in LOCALES:
            assert page.count('rel="alternate" hreflang=') == len(LOCALES) + 1
            assert '<meta property="og:image" content="https://example.org/boneyard/pictures/' in page
    lost = (folder / "404.html").read_text(encoding="utf-8")
    assert re.findall(r'(?:href|src)="(?!https://)[^#]', lost) == []
    places = (folder / "sitemap.xml").read_text(encoding="utf-8")
    assert "<loc>https://example.org/boneyard/en/kent.html</loc>" in places
    assert "404" not in places


def test_pictures_of_pages_have_their_sizes(folder: Path) -> None:
    page = (folder / "en" / "kent.html").read_text(encoding="utf-8")
    [size] = re.findall(r'<img width="(\d+)" height="(\d+)"[^>]*src="../pictures/kent.webp"', page)
    with Image.open(folder / "pictures" / "kent.webp") as film, Image.open(folder / "directory" / "kent.gif") as gif:
        assert film.size == gif.size == tuple(map(int, size))
        assert getattr(film, "n_frames", 1) == getattr(gif, "n_frames", 1)


@pytest.mark.parametrize(("path", "card"), [("ru/kent.html", "card-kent.ru"), ("pl/block.html", "card.pl")])
def test_previews_of_links_have_a_picture_of_the_game_or_of_the_bot(folder: Path, path: str, card: str) -> None:
    page = (folder / path).read_text(encoding="utf-8")
    assert f'<meta property="og:image" content="https://example.org/boneyard/pictures/{card}.png">' in page
    with Image.open(folder / "pictures" / f"{card}.png") as image:
        assert image.size == (1200, 630)


def test_commands_begin_with_those_that_people_need_first(folder: Path) -> None:
    page = (folder / "pl" / "commands.html").read_text(encoding="utf-8")
    assert re.findall(r"<h3[^>]*><code>/([^<]+)</code>", page)[0] == words("pl").command("play").lstrip("/")


class QuietHandler(SimpleHTTPRequestHandler):
    """A handler that logs nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the interface
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.thorough
async def test_the_search_finds_pages_of_the_reader_s_language_by_keyboard(folder: Path, browser: Browser) -> None:
    page = await browser.new_page(viewport=PHONE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with served(folder.parent) as address:
        site_address = f"{address}{folder.name}/"
        for name, text, found in (
            ("pl/index.html", "kent", "pl/kent.html"),
            ("docs/playing.html", "backups", "docs/operating.html"),
        ):
            await page.goto(site_address + name)
            await page.keyboard.press("/")
            await expect(page.get_by_role("searchbox")).to_be_focused()
            await page.keyboard.type(text)
            # The list changes with each letter.
            await expect(page.locator(".pf-result-link").first).to_have_attribute("href", re.compile(found))
            await page.keyboard.press("ArrowDown")
            await page.keyboard.press("Enter")
            await page.wait_for_url(f"{site_address}{found}**")
    assert {url for url in asked if not url.startswith(site_address)} == set()


def test_documents_list_the_pages_for_players_and_for_developers(folder: Path) -> None:
    page = (folder / "docs" / "league.html").read_text(encoding="utf-8")
    players, _, developers = page.partition("change the code")
    assert 'href="operating.html"' in players
    assert '<a href="league.html" aria-current="page">' in players
    assert 'href="#what-counts"' in players
    assert 'href="architecture.html"' in developers


@pytest.mark.thorough
def test_a_site_without_an_address_names_none(tmp_path: Path) -> None:
    site.write(tmp_path, Settings(_env_file=None), filmed_games=())
    page = (tmp_path / "en" / "index.html").read_text(encoding="utf-8")
    assert "canonical" not in page
    assert "oauth2" not in page
    assert not (tmp_path / "sitemap.xml").exists()
