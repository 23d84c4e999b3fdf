"""`make site`: a static site with rules, pictures, commands and docs.

All texts and pictures come from the bot's own functions, so no page can differ from the bot. A folder beside the site
has the material for bot directories.
"""

from __future__ import annotations

import asyncio
import re
import shutil
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
from markdown_it import MarkdownIt
from markdown_it.token import Token

import games
from bot.cogs import find_cogs
from bot.cogs.localisation import CommandTranslator
from bot.locales import LOCALES, Words, pages, rules, spoken, words
from bot.messages.games import presenter_at
from bot.messages.help import rules_message
from bot.messages.parts.message import Drawing
from bot.messages.parts.reader import Reader
from bot.messages.replay.course import course_of
from bot.messages.replay.gif import Order, make_gif
from bot.requests.services import Services
from bot.settings import Settings
from bot.tables.state import Table
from bot.tools.legal import TEXTS, OperatorUnknown, legal_text
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
_LANGUAGES: Final = {locale: words(locale)("settings.language.own") for locale in LOCALES}

_PAGE: Final = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))
_STYLE: Final = Path(__file__).with_suffix(".css")


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
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "site")
    if folder.exists():
        shutil.rmtree(folder)
    write(folder, Settings.load())
    print(folder / "index.html")
    return 0


def write(folder: Path, settings: Settings, filmed_games: Sequence[str] = tuple(games.CATALOGUE)) -> None:
    """Write all pages.

    :param filmed_games: the games that get a GIF, which takes seconds to make.
    :raises SiteError: if a link is broken or a game has no picture.
    """
    for name in ("directory", "pictures", "docs", *LOCALES):
        (folder / name).mkdir(parents=True, exist_ok=True)
    shutil.copy(_STYLE, folder / "style.css")
    for game in filmed_games:
        (folder / "directory" / f"{game}.gif").write_bytes(film_of(game))
    found = asyncio.run(slash_commands())
    legal = _legal(settings)
    for locale in LOCALES:
        w = words(locale)
        for game in games.CATALOGUE:
            page = _game_page(folder, game, w, has_film=game in filmed_games)
            _write(folder, f"{locale}/{game}.html", w(f"game.{game}.name"), page, w)
        _write(folder, f"{locale}/index.html", "Boneyard", _index(w, legal), w)
        _write(folder, f"{locale}/commands.html", w("site.commands"), _commands_page(found[locale], w), w)
        for name, texts in legal.items():
            _write(folder, f"{locale}/{name}.html", _title(name, w), _html(texts[locale]), w)
    _write_docs(folder)
    _write_kit(folder)
    first = f'<meta http-equiv="refresh" content="0; url={LOCALES[0]}/index.html">'
    ways = "".join(f'<p><a href="{locale}/index.html">{_LANGUAGES[locale]}</a></p>' for locale in LOCALES)
    (folder / "index.html").write_text(f"<!doctype html>{first}<title>Boneyard</title>{ways}", encoding="utf-8")
    if lost := list(lost_links(folder)):
        raise SiteError("\n".join(["These links are broken:", *lost]))


def _write(folder: Path, path: str, title: str, body: str, w: Words) -> None:
    up = "../" * path.count("/")
    here = path.partition("/")[2]
    ways = {"index": w("site.games"), "commands": w("site.commands")}
    nav = [f'<a href="{up}{w.locale}/{name}.html">{escape(label)}</a>' for name, label in ways.items()]
    nav.append(f'<a href="{up}docs/README.html">{escape(w("site.docs"))}</a>')
    in_all = path.startswith(tuple(f"{locale}/" for locale in LOCALES))
    languages = []
    for locale, label in _LANGUAGES.items():
        current = ' aria-current="page"' if in_all and locale == w.locale else ""
        target = f"{up}{locale}/{here if in_all else 'index.html'}"
        languages.append(f'<a lang="{locale}" href="{target}"{current}>{label}</a>')
    page = _PAGE.substitute(
        locale=w.locale,
        title=escape(title if title == "Boneyard" else f"{title} · Boneyard"),
        summary=escape(w("site.summary")),
        up=up,
        nav="".join(nav),
        languages="".join(languages),
        body=body,
        version=VERSION,
    )
    (folder / path).write_text(page, encoding="utf-8")


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
        alt = escape(w("site.film", game=w(f"game.{game}.name")))
        still = f'<img loading="lazy" src="../directory/{game}.gif" alt="{alt}">'
    pictures.append(still)
    first, *others = texts
    shown = f'<div class="pictures">{"".join(pictures)}</div>'
    return _html(first) + shown + _html("\n\n".join(others))


def _img(folder: Path, name: str, drawing: Drawing) -> str:
    (folder / "pictures" / f"{name}.png").write_bytes(drawing.paint())
    return f'<img loading="lazy" src="../pictures/{name}.png" alt="{escape(drawing.alt)}">'


def _index(w: Words, legal: Mapping[str, Mapping[str, str]]) -> str:
    parts = ["<h1>Boneyard</h1>", _html(description(w))]
    for family, group in games.FAMILIES.items():
        cards = "".join(_card(game, w) for game in group)
        parts.append(f'<h2>{escape(w(f"family.{family}"))}</h2><div class="games">{cards}</div>')
    ways = [f'<a href="../docs/verify.html">{escape(w("site.verify"))}</a>']
    ways += [f'<a href="{name}.html">{escape(_title(name, w))}</a>' for name in legal]
    return "\n".join([*parts, f"<p>{' · '.join(ways)}</p>"])


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
    services = cast("Services", None)  # nothing is called
    payloads = [
        await command.get_translated_payload(tree, translator)
        for cog in find_cogs()
        for command in _commands_of(cog(services))
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


def _commands_page(found: Sequence[Command], w: Words) -> str:
    parts = [f"<h1>{escape(w('site.commands'))}</h1>"]
    for for_managers in (False, True):
        if for_managers:
            parts.append(f"<h2>{escape(w('site.managers'))}</h2>")
        for one in found:
            if one.for_managers is for_managers:
                options = "".join(f"<li><code>{escape(name)}</code> {escape(text)}</li>" for name, text in one.options)
                listed = f"<ul>{options}</ul>" if options else ""
                parts.append(
                    f"<dl><dt><code>/{escape(one.name)}</code></dt><dd>{escape(one.description)}{listed}</dd></dl>"
                )
    return "\n".join(parts)


# --- Pages of docs and of the operator --------------------------------------------------------------------------------


def _title(name: str, w: Words) -> str:
    return w("privacy.link.policy") if name == "privacy" else w("privacy.link.terms")


def _legal(settings: Settings) -> Mapping[str, Mapping[str, str]]:
    """Return the legal texts by language, if the operator is known."""
    try:
        return {name: {locale: legal_text(name, locale, settings) for locale in LOCALES} for name in TEXTS}
    except OperatorUnknown:
        return {}


def _write_docs(folder: Path) -> None:
    w = words(LOCALES[0])
    for file in (*sorted(DOCS.glob("*.md")), DOCS / _CHANGELOG):
        text = file.read_text(encoding="utf-8")
        title = text.partition("\n")[0].lstrip("# ")
        _write(folder, f"docs/{file.stem}.html", title, _html(text), w)
    for file in (*DOCS.glob("*.png"), *DOCS.glob("*.json")):
        shutil.copy(file, folder / "docs")
    shutil.copytree(DOCS / "pictures", folder / "docs" / "pictures", dirs_exist_ok=True)
    page = (
        (DOCS / "verify.html").read_text(encoding="utf-8").replace('href="fair-shuffle.md"', 'href="fair-shuffle.html"')
    )
    (folder / "docs" / "verify.html").write_text(page, encoding="utf-8")


def _html(text: str) -> str:
    """Convert Markdown to HTML with anchors and links of the site."""
    tokens = _MARKDOWN.parse(text)
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", re.sub(r"[^\w\- ]", "", inline.content.lower()).replace(" ", "-"))
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
