"""The rules of the games, one Markdown text per language.

Parts shared by several games are in `<locale>/rules/shared/`; a line `{{line}}` in a game's text includes
`shared/line.md`. A line `---` begins a new page: the first page of a game is a short introduction. `{/tally}` is
a command.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from bot.locales.words import FOLDER, LOCALES

PAGE_LENGTH = 3500
"""The most characters of a page: an embed's description takes 4,096, and the page may have a frame of text."""

_SHARED = re.compile(r"^\{\{(\w+)\}\}$", re.MULTILINE)
_COMMAND = re.compile(r"\{/([a-z -]+)\}")
_NEW_PAGE = re.compile(r"^---$", re.MULTILINE)
_HEADING = re.compile(r"^(?=#{1,3} )", re.MULTILINE)


@cache
def rules(game: str, locale: str, folder: Path = FOLDER) -> str:
    """Return the rules of a game in one of `LOCALES`.

    :raises KeyError: for a game without rules in that language.
    """
    path = folder / locale / "rules" / f"{game}.md"
    if not game.isidentifier() or locale not in LOCALES or not path.is_file():
        raise KeyError(f"{game} has no rules in {locale}")
    return _SHARED.sub(lambda part: _read(path.parent / "shared" / f"{part[1]}.md"), _read(path))


def with_commands(page: str, command: Callable[[str], str]) -> str:
    """Return a page with its commands, such as `{/tally}`, named for its reader."""
    return _COMMAND.sub(lambda part: command(part[1]), page)


def pages(text: str, length: int = PAGE_LENGTH) -> list[str]:
    """Split a text before headings, else between paragraphs or lines.

    :raises ValueError: for a line longer than a page.
    """
    return [page for part in _NEW_PAGE.split(text) for page in _filled(part, length)]


def _filled(text: str, length: int) -> list[str]:
    filled: list[str] = []
    for piece in _pieces(text, length):
        joined = f"{filled[-1]}\n\n{piece}" if filled else piece
        if filled and len(joined) <= length:
            filled[-1] = joined
        else:
            filled.append(piece)
    return filled


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()


def _pieces(text: str, length: int) -> list[str]:
    """Return a text's sections, or their parts if too long."""
    pieces: list[str] = []
    for section in _HEADING.split(text):
        if len(section.strip()) <= length:
            pieces.append(section.strip())
            continue
        for paragraph in section.split("\n\n"):
            pieces.extend([paragraph.strip()] if len(paragraph.strip()) <= length else _lines(paragraph, length))
    return [piece for piece in pieces if piece]


def _lines(paragraph: str, length: int) -> list[str]:
    """Return a long paragraph as pieces of whole lines."""
    pieces: list[str] = []
    for line in paragraph.splitlines():
        if len(line) > length:
            raise ValueError(f"a line of {len(line)} characters does not fit on a page of {length}")
        if pieces and len(pieces[-1]) + 1 + len(line) <= length:
            pieces[-1] = f"{pieces[-1]}\n{line}"
        else:
            pieces.append(line)
    return pieces
