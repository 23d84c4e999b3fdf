"""`make site`: a static site with rules, pictures, commands and docs.

All texts and pictures come from the bot's own functions, so no page can differ from the bot. A folder beside the site
has the material for bot directories.
"""

import argparse
import asyncio
import io
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from random import Random
from string import Template
from typing import Any, Final, cast

import discord
from discord import app_commands
from discord.ext import commands
from discord.utils import oauth_url
from markdown_it import MarkdownIt
from markdown_it.token import Token
from PIL import Image, ImageSequence

import games
from bot.app import PACKAGES
from bot.cogs import find_cogs
from bot.cogs.localisation import CommandTranslator
from bot.locales import LOCALES, Words, pages, rules, spoken, words
from bot.messages.games import presenter_at
from bot.messages.help import rules_message
from bot.messages.parts.message import Drawing
from bot.messages.parts.reader import Reader
from bot.messages.replay.course import course_of
from bot.messages.replay.gif import Order, make_gif
from bot.permissions import INVITED
from bot.settings import Settings
from bot.tables.state import Table
from bot.tools.legal import TEXTS, OperatorUnknown, legal_text
from bot.tools.social_card import SIZE as CARD_SIZE
from bot.tools.social_card import social_card
from bot.tools.verify_page import FILES, page_alone, page_body
from bot.version import VERSION
from games import Match
from games.core.solitaire import Solitaire
from games.solitaires.daily import winnable_seed
from games.solitaires.solver import solve
from storage.matches import COMPUTER_LEVELS, Status, StoredMatch, StoredSeat

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"

MAX_SUMMARY: Final = 140
"""The most characters of a summary. Directories differ; all these limits are cautious."""
MIN_DESCRIPTION: Final = 300
"""The fewest characters of a description."""
MAX_DESCRIPTION: Final = 2000
"""The most characters of a description."""
TAGS: Final = ("games", "dominoes", "board-games", "multiplayer", "league")
MAX_TAGS: Final = 5
"""The most tags that Discord accepts."""
MAX_TAG: Final = 20
"""The most characters of a tag."""
MAX_FILM: Final = 3_000_000
"""The most bytes of a GIF."""

_FILM_FRAMES: Final = 40
_LONGEST_MATCH: Final = 3000
_MARKDOWN: Final = MarkdownIt("commonmark").enable("table")
_CHANGELOG: Final = "../CHANGELOG.md"
_LOST: Final = "404.html"
_HEADING: Final = re.compile(r"^## (.+)$", re.MULTILINE)
_LANGUAGES: Final = {locale: words(locale)("settings.language.own") for locale in LOCALES}

_COPIED: Final = ("style.css", "favicon.svg", "search.js", "entrance.js", "verify.js")
_PAGE: Final = Template((FILES / "page.html").read_text(encoding="utf-8"))
_POLICY: Final = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'"
)
"""The content security policy of pages: they load and send nothing elsewhere. Pagefind needs WebAssembly."""
_FIRST_COMMANDS: Final = ("play", "learn", "daily", "puzzle")
"""The commands that a page of commands begins with, by their English names."""


class SiteError(Exception):
    """A broken link, or a game without a picture."""


@dataclass(frozen=True)
class Command:
    """A slash command in one language.

    :ivar options: the name and description of each option.
    :ivar for_managers: whether Discord shows it only to people with Manage Server.
    """

    name: str
    description: str
    options: tuple[tuple[str, str], ...]
    for_managers: bool


def main() -> int:
    """Write the site into the given folder."""
    parser = argparse.ArgumentParser(description="Boneyard's site")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "site")
    parser.add_argument("--application-id", type=int, metavar="ID", help="of the bot, for Add to Discord on every page")
    args = parser.parse_args()
    folder: Path = args.folder
    if folder.exists():
        shutil.rmtree(folder)
    write(folder, Settings.load(), application_id=args.application_id)
    print(folder / "index.html")
    return 0


@dataclass(frozen=True)
class Site:
    """The folder of a site, and the settings that its pages need.

    :ivar address: the address at which it is published; "": pages have no absolute addresses.
    :ivar invitation: the address that invites the bot; "": no page offers it.
    :ivar legal: the legal texts by name and language.
    """

    folder: Path
    address: str
    invitation: str
    legal: Mapping[str, Mapping[str, str]]


def write(
    folder: Path,
    settings: Settings,
    filmed_games: Sequence[str] = tuple(games.CATALOGUE),
    application_id: int | None = None,
) -> None:
    """Write all pages.

    :param application_id: of the bot, for its invitation; None: no page offers it.
    :param filmed_games: the games that get a GIF and a card for previews, which take seconds to make.
    :raises SiteError: if a link is broken or a game has no picture.
    """
    for name in ("directory", "pictures", "docs", *LOCALES):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name in _COPIED:
        shutil.copy(FILES / name, folder)
    for game in filmed_games:
        film = film_of(game)
        (folder / "directory" / f"{game}.gif").write_bytes(film)
        (folder / "pictures" / f"{game}.webp").write_bytes(_smaller(film))
    first = _flattest(folder, filmed_games)
    found = asyncio.run(slash_commands())
    site = Site(folder, settings.site_url.rstrip("/"), invitation(application_id), _legal(settings))
    for locale in LOCALES:
        w = words(locale)
        _write_cards(folder, filmed_games, first or next(iter(games.CATALOGUE)), w)
        for game in games.CATALOGUE:
            page = _game_page(folder, game, w, has_film=game in filmed_games)
            _write(site, f"{locale}/{game}.html", w(f"game.{game}.name"), page, w, summary=w(f"game.{game}.line"))
        index = _index(site, w, first)
        _write(site, f"{locale}/index.html", "Boneyard", index, w)
        _write(site, f"{locale}/commands.html", w("site.commands"), _commands_page(found, w), w)
        checking = page_body(w, "../docs/fair-shuffle.html", "../docs/verify.html")
        summary = w("verifier.page.intro")
        _write(
            site, f"{locale}/verify.html", w("verifier.page.title"), checking, w, summary=summary, script="verify.js"
        )
        for name, texts in site.legal.items():
            _write(site, f"{locale}/{name}.html", _title(name, w), _html(texts[locale]), w)
    _write_docs(site)
    _write_kit(folder)
    _write_entrance(site)
    for path in folder.rglob("*.html"):
        path.write_text(_with_sizes(path), encoding="utf-8")
    if lost := list(lost_links(folder)):
        raise SiteError("\n".join(["These links are broken:", *lost]))
    # Pagefind's own command; it indexes the marked parts of pages, each language by itself.
    subprocess.run([sys.executable, "-m", "pagefind", "--silent", "--site", folder], check=True)  # noqa: S603


def invitation(application_id: int | None) -> str:
    """Return the address that invites the bot; "" without its id."""
    if application_id is None:
        return ""
    return oauth_url(application_id, permissions=INVITED, scopes=("bot", "applications.commands"))


def _write_entrance(site: Site) -> None:
    """Write the page that chooses a language, that of lost addresses, and the list of pages for search engines."""
    w = words(LOCALES[0])
    links = "".join(
        f'<p lang="{one}"><a hreflang="{one}" href="{one}/index.html">{_LANGUAGES[one]}</a></p>' for one in LOCALES
    )
    _write(site, "index.html", "Boneyard", f"<h1>Boneyard</h1>{links}", w, script="entrance.js")
    found = links.replace('href="', f'href="{_up(site, _LOST)}')
    _write(site, _LOST, w("site.lost"), f"<h1>{escape(w('site.lost'))}</h1>{found}", w)
    if site.address:
        pages_found = sorted(str(path.relative_to(site.folder)) for path in site.folder.rglob("*.html"))
        places = "".join(f"<url><loc>{site.address}/{path}</loc></url>" for path in pages_found if path != _LOST)
        head = '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        (site.folder / "sitemap.xml").write_text(f"{head}{places}</urlset>", encoding="utf-8")
        (site.folder / "robots.txt").write_text(f"Sitemap: {site.address}/sitemap.xml\n", encoding="utf-8")


def _write(
    site: Site, path: str, title: str, body: str, w: Words, *, summary: str = "", weight: float = 1, script: str = ""
) -> None:
    """Write a page.

    :param summary: a sentence for search engines; "": that of the bot.
    :param weight: the factor by which the search ranks its words.
    :param script: the file that the page needs besides the search.
    """
    up = _up(site, path)
    here = path.partition("/")[2]
    ways = {f"{w.locale}/index": w("site.games"), f"{w.locale}/commands": w("site.commands")}
    ways |= {
        "docs/playing": w("site.playing"),
        "docs/league": w("site.organising"),
        "docs/operating": w("site.running"),
    }
    current = {True: ' aria-current="page"', False: ""}
    nav = [
        f'<a href="{up}{name}.html"{current[path == f"{name}.html"]}>{escape(label)}</a>'
        for name, label in ways.items()
    ]
    in_all = path.startswith(tuple(f"{locale}/" for locale in LOCALES))
    others = {locale: f"{locale}/{here if in_all else 'index.html'}" for locale in LOCALES}
    languages = [
        f'<a lang="{locale}" hreflang="{locale}" href="{up}{others[locale]}" title="{label}"'
        f"{current[in_all and locale == w.locale]}>{locale.upper()}</a>"
        for locale, label in _LANGUAGES.items()
    ]
    more = [(f"{w.locale}/verify", w("verifier.page.title")), ("docs/README", w("site.docs"))]
    more += [(f"{w.locale}/{name}", _title(name, w)) for name in site.legal]
    invite = f'<a class="invite" href="{escape(site.invitation)}">{escape(w("site.invite"))}</a>'
    shown_title = title if title == "Boneyard" else f"{title} · Boneyard"
    summary = summary or w("site.summary")
    page = _PAGE.substitute(
        policy=_POLICY,
        locale=w.locale,
        title=escape(shown_title),
        summary=escape(summary),
        up=up,
        head="\n".join(_head(site, path, shown_title, summary, others if in_all else {}, w)),
        skip=escape(w("site.skip")),
        nav="".join(nav),
        languages_label=escape(w("site.languages")),
        languages="".join(languages),
        invite=invite if site.invitation else "",
        search=escape(w("site.search")),
        indexed=f'data-pagefind-body data-pagefind-weight="{weight}"' if "/" in path else "",
        body=body,
        scripts=f'<script src="{up}{script}" defer></script>' if script else "",
        version=VERSION,
        more="".join(f'<a href="{up}{name}.html">{escape(label)}</a>' for name, label in more),
    )
    (site.folder / path).write_text(page, encoding="utf-8")


def _up(site: Site, path: str) -> str:
    """Return the way from a page to the top: the whole address for lost pages, which can be of any depth."""
    return f"{site.address}/" if path == _LOST and site.address else "../" * path.count("/")


def _head(site: Site, path: str, title: str, summary: str, others: Mapping[str, str], w: Words) -> Iterator[str]:
    """Yield the tags for search engines and previews, which need absolute addresses."""
    if not site.address:
        return
    yield f'<link rel="canonical" href="{site.address}/{path}">'
    for locale, other in others.items():
        yield f'<link rel="alternate" hreflang="{locale}" href="{site.address}/{other}">'
    if others:
        yield f'<link rel="alternate" hreflang="x-default" href="{site.address}/{others[LOCALES[0]]}">'
    card = Path(_card_of(Path(path).stem, w))
    picture = f"pictures/{card if (site.folder / 'pictures' / card).is_file() else _card_of('', w)}"
    about = {"title": title, "description": summary, "type": "website", "site_name": "Boneyard"}
    about |= {"url": f"{site.address}/{path}", "image": f"{site.address}/{picture}", "locale": w.locale}
    for name, value in about.items():
        yield f'<meta property="og:{name}" content="{escape(value)}">'
    for name, pixels in zip(("width", "height"), CARD_SIZE, strict=True):
        yield f'<meta property="og:image:{name}" content="{pixels}">'
    yield '<meta name="twitter:card" content="summary_large_image">'


def _flattest(folder: Path, filmed_games: Sequence[str]) -> str:
    """Return the game of the first family whose GIF needs the least height on the first screen."""

    def height(game: str) -> int:
        with Image.open(folder / "pictures" / f"{game}.webp") as image:
            return image.height

    of_family = [game.key for game in next(iter(games.FAMILIES.values())) if game.key in filmed_games]
    return min(of_family or filmed_games, key=height, default="")


def _write_cards(folder: Path, filmed_games: Sequence[str], first: str, w: Words) -> None:
    """Write the pictures of previews: the bot's, which shows the first game, and those of games."""
    card = social_card("Boneyard", w("site.summary"), still_of(first, w).paint())
    (folder / "pictures" / _card_of("", w)).write_bytes(card)
    for game in filmed_games:
        card = social_card(w(f"game.{game}.name"), w(f"game.{game}.line"), still_of(game, w).paint())
        (folder / "pictures" / _card_of(game, w)).write_bytes(card)


def _card_of(game: str, w: Words) -> str:
    """Return the file name of a game's card, or of the bot's with ""."""
    return f"card{game and '-'}{game}.{w.locale}.png"


_IMAGE: Final = re.compile(r'<img (?![^>]*width=)([^>]*)src="([^":]+)"')


def _with_sizes(page: Path) -> str:
    """Return a page whose pictures have their sizes, so that nothing moves while they load."""

    def sized(found: re.Match[str]) -> str:
        with Image.open(page.parent / found[2]) as image:
            return f'<img width="{image.width}" height="{image.height}" {found[1]}src="{found[2]}"'

    return _IMAGE.sub(sized, page.read_text(encoding="utf-8"))


# --- Games ------------------------------------------------------------------------------------------------------------


def _game_page(folder: Path, game: str, w: Words, *, has_film: bool) -> str:
    """Return a game's rules on one page, with a picture."""
    reader = Reader(w)
    texts, pictures = [], []
    for number in range(len(pages(rules(game, w.locale)))):
        message = rules_message(game, number, reader)
        texts.append(str(message.embed and message.embed.description))
        pictures += [_img(folder, f"{game}-example.{w.locale}", drawing) for drawing in message.drawings]
    still = _img(folder, f"{game}.{w.locale}", still_of(game, w))
    if has_film:
        still = _film(game, w)
    pictures.append(still)
    first, *others = texts
    shown = f'<div class="pictures">{"".join(pictures)}</div>'
    return _html(first) + shown + _html("\n\n".join(others))


def _img(folder: Path, name: str, drawing: Drawing) -> str:
    (folder / "pictures" / f"{name}.png").write_bytes(drawing.paint())
    return f'<img loading="lazy" src="../pictures/{name}.png" alt="{escape(drawing.alt)}">'


def _film(game: str, w: Words) -> str:
    return f'<img src="../pictures/{game}.webp" alt="{escape(w("site.film", game=w(f"game.{game}.name")))}">'


def _index(site: Site, w: Words, filmed_game: str) -> str:
    """Return the first page: a table and a deal at a glance, the games, and ways on."""
    invite = f'<p><a class="invite" href="{escape(site.invitation)}">{escape(w("site.invite"))}</a></p>'
    lead, *others = description(w).split("\n\n")
    film = _film(filmed_game, w).replace("<img", '<img fetchpriority="high"') if filmed_game else ""
    parts = [
        '<div class="first"><div>',
        f'<h1>Boneyard</h1><div class="lead">{_html(lead)}</div>{invite if site.invitation else ""}</div>',
        film,
        f'<img loading="lazy" src="../docs/nos.png" alt="{escape(w("site.table"))}"></div>',
    ]
    for family, group in games.FAMILIES.items():
        cards = "".join(_card(game, w) for game in group)
        parts.append(f'<h2>{escape(w(f"family.{family}"))}</h2><div class="games">{cards}</div>')
    return "\n".join([*parts, _html("\n\n".join(others))])


def description(w: Words) -> str:
    """Return the description of the bot for people who do not know it."""
    return w("site.description", play=f"`{w.command('play')}`")


def _card(game: type[Match], w: Words) -> str:
    name, line = escape(w(f"game.{game.key}.name")), escape(w(f"game.{game.key}.line"))
    picture = f'<img loading="lazy" src="../pictures/{game.key}.{w.locale}.png" alt="">'
    return f'<a href="{game.key}.html">{picture}<strong>{name}</strong><small>{line}</small></a>'


def still_of(game: str, w: Words) -> Drawing:
    """Return a picture from the middle of `film_of`."""
    order = _demo(game)
    course = course_of(order.record)
    presenter = presenter_at(Table(order.stored, order.seats, course.match), Reader(w))
    frames = course.in_deal(1)
    drawing = presenter.board(course.scene(frames[len(frames) // 2]).match.view(None))
    if drawing is None:
        raise SiteError(f"{game} has no picture")
    return drawing


def film_of(game: str) -> bytes:
    """Return a GIF of random play, or of a solution."""
    made = make_gif(_demo(game), _FILM_FRAMES, MAX_FILM)
    if made is None:
        raise SiteError(f"{game} has no picture")
    return made.file


@cache
def _demo(game: str) -> Order:
    match = _play_demo(games.CATALOGUE[game])
    stored = StoredMatch(
        id="site", guild_id=0, channel_id=0, host_id=0, game=game, options=match.options, status=Status.OVER,
        seed=None, revision=0, clock="none", deadline=None, warned=False, created_at=0, started_at=None, ended_at=None,
        board_id=None, board_at=None, locale=LOCALES[0], rematch_of=None,
    )  # fmt: skip
    seats = tuple(
        StoredSeat(seat, None, COMPUTER_LEVELS[seat % len(COMPUTER_LEVELS)], "", 0, away=False)
        for seat in range(match.seats)
    )
    return Order(stored, seats, match.record(), 0, LOCALES[0], deal_only=True)


def _smaller(film: bytes) -> bytes:
    """Return a GIF as WebP, which has the same frames in a quarter of the bytes."""
    file = io.BytesIO()
    with Image.open(io.BytesIO(film)) as image:
        frames = [frame.copy() for frame in ImageSequence.Iterator(image)]
        times = [frame.info["duration"] for frame in frames]
        first, *others = frames
        first.save(
            file,
            "WEBP",
            save_all=True,
            append_images=others,
            duration=times,
            loop=0,
            lossless=True,
            quality=50,
            method=2,
        )
    return file.getvalue()


def _play_demo(game: type[Match]) -> Match:
    if issubclass(game, Solitaire):
        match = games.new_match(game.key, seats=1, seed=winnable_seed(game.key, "site"))
        for move in solve(cast("Solitaire", match)).line or ():
            match.play(0, move)
        return match
    match, rng = games.new_match(game.key, seats=game.seat_counts[0], seed="site"), Random("site")  # noqa: S311  # no secret
    for _ in range(_LONGEST_MATCH):
        if match.last_deal is not None:
            break
        match.play(*rng.choice([(seat, move) for seat in match.actors() for move in match.sensible_moves(seat)]))
    return match


# --- Commands ---------------------------------------------------------------------------------------------------------


async def slash_commands() -> Mapping[str, Sequence[Command]]:
    """Return the registered slash commands by language."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    translator = CommandTranslator()
    payloads = [
        await command.get_translated_payload(tree, translator)
        for cog in find_cogs(*PACKAGES)
        for command in _commands_of(cog())
        if not isinstance(command, app_commands.ContextMenu)
    ]
    payloads.sort(key=lambda payload: str(payload["name"]))
    return {locale: tuple(_commands_in(payloads, locale)) for locale in LOCALES}


def _commands_of(cog: commands.Cog) -> Sequence[Any]:
    return [cog.app_command] if cog.app_command is not None else cog.get_app_commands()


def _commands_in(payloads: Sequence[Mapping[str, Any]], locale: str) -> Iterator[Command]:
    for payload in payloads:
        for_managers = payload.get("default_member_permissions") is not None
        options = payload.get("options", ())
        groups = [option for option in options if option["type"] <= discord.AppCommandOptionType.subcommand_group.value]
        for one in groups or [payload]:
            name = (
                _in(payload, "name", locale)
                if one is payload
                else f"{_in(payload, 'name', locale)} {_in(one, 'name', locale)}"
            )
            inner = () if one is payload and groups else one.get("options", ())
            described = tuple((_in(option, "name", locale), _in(option, "description", locale)) for option in inner)
            yield Command(name, _in(one, "description", locale), described, for_managers)


def _in(payload: Mapping[str, Any], what: str, locale: str) -> str:
    by_locale: Mapping[str, str] = payload.get(f"{what}_localizations") or {}
    return next((text for spoken_in, text in by_locale.items() if spoken(spoken_in) == locale), payload[what])


def _commands_page(found: Mapping[str, Sequence[Command]], w: Words) -> str:
    """Return the page of all commands, those to begin with first."""
    keys = [one.name for one in found[LOCALES[0]]]
    order = sorted(range(len(keys)), key=lambda number: (_rank(keys[number]), number))
    shown = [found[w.locale][number] for number in order]
    parts = [f"<h1>{escape(w('site.commands'))}</h1>"]
    for for_managers, heading in ((False, "site.everyone"), (True, "site.managers")):
        parts.append(f"<h2>{escape(w(heading))}</h2>")
        parts += [_command(one) for one in shown if one.for_managers is for_managers]
    return "\n".join(parts)


def _rank(name: str) -> int:
    return _FIRST_COMMANDS.index(name) if name in _FIRST_COMMANDS else len(_FIRST_COMMANDS)


def _command(one: Command) -> str:
    options = "".join(f"<li><code>{escape(name)}</code> {escape(text)}</li>" for name, text in one.options)
    listed = f"<ul>{options}</ul>" if options else ""
    name = escape(one.name)
    return f'<h3 id="{name.replace(" ", "-")}"><code>/{name}</code></h3><p>{escape(one.description)}</p>{listed}'


# --- Pages of docs and of the operator --------------------------------------------------------------------------------


def _title(name: str, w: Words) -> str:
    return w("privacy.link.policy") if name == "privacy" else w("privacy.link.terms")


def _legal(settings: Settings) -> Mapping[str, Mapping[str, str]]:
    """Return the legal texts by language, if the operator is known."""
    try:
        return {name: {locale: legal_text(name, locale, settings) for locale in LOCALES} for name in TEXTS}
    except OperatorUnknown:
        return {}


def _write_docs(site: Site) -> None:
    w, folder = words(LOCALES[0]), site.folder
    groups = _groups_of_docs()
    *_, for_developers = groups.values()
    for file in (*sorted(DOCS.glob("*.md")), DOCS / _CHANGELOG):
        text = file.read_text(encoding="utf-8")
        title, _, rest = text.partition("\n")
        body = f'<div class="docs">{_contents(groups, file.stem, text, w)}<article>{_html(text)}</article></div>'
        # Players search more than developers do.
        weight = 0.3 if file.stem in (*for_developers, "CHANGELOG") else 1
        summary = rest.strip().partition("\n\n")[0].replace("\n", " ")
        _write(site, f"docs/{file.stem}.html", title.lstrip("# "), body, w, summary=_plain(summary), weight=weight)
    for file in (*DOCS.glob("*.png"), *DOCS.glob("*.json")):
        shutil.copy(file, folder / "docs")
    shutil.copytree(DOCS / "pictures", folder / "docs" / "pictures", dirs_exist_ok=True)
    (folder / "docs" / "verify.html").write_text(page_alone("fair-shuffle.html"), encoding="utf-8")


def _groups_of_docs() -> Mapping[str, Mapping[str, str]]:
    """Return the titles of pages by file name, for each group of readers; developers come last."""
    groups: dict[str, dict[str, str]] = {}
    for line in (DOCS / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("For "):
            shown = groups[line.rstrip(":")] = {}
        elif found := re.match(r"- \[(.+?)\]\(([\w-]+)[.]md\)", line):
            shown[found[2]] = found[1]
    return groups


def _contents(groups: Mapping[str, Mapping[str, str]], current: str, text: str, w: Words) -> str:
    """Return the list of pages beside a page, with the headings of that page."""
    headings = "".join(
        f'<li><a href="#{_anchor(one)}">{_MARKDOWN.renderInline(one)}</a></li>' for one in _HEADING.findall(text)
    )
    parts = []
    for group, titles in groups.items():
        parts.append(f"<p>{escape(group)}</p><ul>")
        for name, title in titles.items():
            here = (' aria-current="page"', f"<ul>{headings}</ul>") if name == current else ("", "")
            parts.append(f'<li><a href="{name}.html"{here[0]}>{escape(title)}</a>{here[1]}</li>')
        parts.append("</ul>")
    label = escape(w("site.contents"))
    shown = "".join(parts)
    return f'<nav aria-label="{label}" data-pagefind-ignore><details><summary>{label}</summary>{shown}</details></nav>'


def _plain(text: str) -> str:
    """Return the words of a line of Markdown."""
    children = _MARKDOWN.parseInline(text)[0].children or ()
    return "".join(child.content for child in children)


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _html(text: str) -> str:
    """Convert Markdown to HTML with anchors and links of the site."""
    tokens = _MARKDOWN.parse(text)
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(inline.content))
    for inline in tokens:
        inline.children = inline.children and _with_links(inline.children)
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


def _with_links(children: Sequence[Token]) -> list[Token]:
    """Return a line's parts; links to outside files become text."""
    kept: list[Token] = []
    open_links: list[bool] = []
    for child in children:
        if child.type == "link_open":
            target, mark, anchor = str(child.attrs["href"]).partition("#")
            is_page = target in ("", _CHANGELOG) or (target == Path(target).name and (DOCS / target).is_file())
            open_links.append(is_page or "://" in target)
            if "://" not in target:
                child.attrSet("href", f"{re.sub(r'[.]md$', '.html', Path(target).name)}{mark}{anchor}")
        if child.type not in ("link_open", "link_close") or open_links[-1]:
            kept.append(child)
        if child.type == "link_close":
            open_links.pop()
    return kept


# --- What directories of bots ask for ---------------------------------------------------------------------------------


def _write_kit(folder: Path) -> None:
    """Write the texts and pictures for bot directories."""
    kit = folder / "directory"
    for locale in LOCALES:
        w = words(locale)
        (kit / f"summary.{locale}.txt").write_text(f"{w('site.summary')}\n", encoding="utf-8")
        (kit / f"description.{locale}.md").write_text(f"{description(w)}\n", encoding="utf-8")
    (kit / "tags.txt").write_text("\n".join(TAGS) + "\n", encoding="utf-8")
    for file in DOCS.glob("*.png"):
        shutil.copy(file, kit)


# --- Links ------------------------------------------------------------------------------------------------------------


class _Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:  # noqa: ARG002  # the interface
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif name == "id" and value:
                self.anchors.add(value)


def lost_links(folder: Path) -> Iterator[str]:
    """Yield the broken links within a site."""
    parsed = {path.resolve(): _Links(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    for path, page in parsed.items():
        for target in page.targets:
            if "://" in target:
                continue
            name, _, anchor = target.partition("#")
            other = (path.parent / name).resolve() if name else path
            if not other.is_file() or (anchor and other in parsed and anchor not in parsed[other].anchors):
                yield f"{path.relative_to(folder.resolve())}: {target}"


if __name__ == "__main__":
    sys.exit(main())
