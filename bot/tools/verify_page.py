"""The page that checks a shuffle in a browser, within the site and as one file that needs no network.

`make format` writes the file as docs/verify.html. It has the texts of all languages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from string import Template
from typing import Final

import games
from bot.locales import LOCALES, Words, words
from bot.locales.words import texts_below
from games.core.solitaire import Solitaire

FILES: Final = Path(__file__).with_name("site_files")
"""The folder of templates, styles and scripts of the site."""
ALONE: Final = Path(__file__).parents[2] / "docs" / "verify.html"
"""The page as one file."""

_BODY: Final = Template((FILES / "verify.html").read_text(encoding="utf-8"))
_NAMES: Final = tuple(re.findall(r'data-text="(\w+)"', _BODY.template))
_DAILY: Final = tuple(key for key, game in games.CATALOGUE.items() if issubclass(game, Solitaire))
_SCRIPT: Final = "verify.js"

COMPLETES: Final = {"verifier.page.{}": _NAMES, "game.{}.name": _DAILY}


def page_body(w: Words, more: str, alone: str = "") -> str:
    """Return the page's forms in one language, and its texts for the script.

    :param more: the address of the description of shuffles.
    :param alone: the address of the page as one file; "": this is that file.
    """
    texts = {locale: _texts(words(locale)) for locale in ((w.locale,) if alone else LOCALES)}
    link = f'<p><a href="{alone}" download>{escape(w("verifier.alone"))}</a></p>' if alone else ""
    options = "".join(f'<option value="{game}" data-text="game.{game}.name"></option>' for game in _DAILY)
    page = _BODY.substitute(
        more=more,
        alone=link,
        games=options,
        texts=json.dumps(texts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    )
    shown = texts[w.locale]
    return re.sub(r'data-text="([^"]+)"[^>]*>', lambda found: found[0] + escape(shown[found[1]]), page)


def page_alone(more: str) -> str:
    """Return the page as one file, in English until its reader chooses another language."""
    w = words(LOCALES[0])
    languages = "".join(
        f'<button type="button" lang="{locale}" title="{own}">{locale.upper()}</button>'
        for locale, own in ((locale, words(locale)("settings.language.own")) for locale in LOCALES)
    )
    return Template((FILES / "alone.html").read_text(encoding="utf-8")).substitute(
        locale=w.locale,
        title=f"{w('verifier.page.title')} · Boneyard",
        languages_label=w("site.languages"),
        languages=languages,
        style=(FILES / "style.css").read_text(encoding="utf-8"),
        body=page_body(w, more),
        script=(FILES / _SCRIPT).read_text(encoding="utf-8"),
    )


def _texts(w: Words) -> Mapping[str, str]:
    """Return the page's texts; those of results still have their placeholders."""
    shown = {name: w(f"verifier.page.{name}") for name in _NAMES}
    names = {f"game.{game}.name": w(f"game.{game}.name") for game in _DAILY}
    results = {key: text for key, text in texts_below("verifier", w.locale).items() if ".page." not in key}
    return shown | names | results


if __name__ == "__main__":
    ALONE.write_text(page_alone("fair-shuffle.md"), encoding="utf-8")
