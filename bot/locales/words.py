"""The texts of one language, found by key and filled with values.

The catalogues are gettext `.po` files; they are compiled in memory when a language is first asked for, so there is
nothing to build and nothing to forget. Values are put in as they are: the caller escapes names.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache, lru_cache
from gettext import GNUTranslations
from pathlib import Path

from babel import Locale
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parent
"""The folders of all languages."""

LOCALES = ("en", *sorted({file.parts[-3] for file in FOLDER.glob("*/LC_MESSAGES/boneyard.po")} - {"en"}))
"""The languages that Boneyard speaks, one for each folder; the first is the default."""

SEVERAL = ".several"
"""The end of the key of a text whose verb is plural, beside the key of the text about one person."""

_PHRASE_LOCALES = {"en": "en_GB"}  # plain "en" would write "a, b, and c"


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language: `words("pl")("lobby.join")`."""

    locale: str
    """One of `LOCALES`."""
    _texts: GNUTranslations = field(repr=False, compare=False)

    def __call__(self, key: str, /, **values: object) -> str:
        """The text `key` with its named placeholders filled.

        :raises KeyError: for a key without a text in this language, and for a placeholder without a value.
        """
        text = self._texts.gettext(key)
        if text == key or not key:  # gettext keeps the head of the file under the empty key
            raise KeyError(f"{key!r} has no text in {self.locale}")
        return text.format_map(values)

    def count(self, key: str, n: int, /, **values: object) -> str:
        """The text `key` in the plural form for `n`; `{n}` is filled, below zero with a true minus sign.

        :raises KeyError: for a key without plural forms in this language, and for a placeholder without a value.
        """
        text = self._texts.ngettext(key, key, abs(n))
        if text == key:
            raise KeyError(f"{key!r} has no plural forms in {self.locale}")
        return text.format_map({"n": f"\N{MINUS SIGN}{-n}" if n < 0 else n, **values})

    def is_counted(self, key: str) -> bool:
        """Whether the text `key` has plural forms, so that `count` is to be asked for it."""
        return bool(key) and self._texts.ngettext(key, key, 1) != key

    def for_people(self, key: str, people: int) -> str:
        """Return the key of the text in which several people do what `key` says of one person; else `key` itself."""
        several = key + SEVERAL
        return several if people > 1 and several in self else key

    def list(self, items: Sequence[str]) -> str:
        """The items as a phrase, "a, b and c"; nothing for no items."""
        if len(items) < 2:
            return "".join(items)
        return format_list(items, locale=_babel(self.locale))

    def day(self, day: date) -> str:
        """A day and its month in few letters: "1 Nov". No full stop ends it, because the day may end a sentence."""
        short = format_skeleton("MMMd", day, locale=_babel(self.locale))
        return format_skeleton("MMMMd", day, locale=_babel(self.locale)) if short.endswith(".") else short

    def moment(self, at: datetime) -> str:
        """A day and a time in few letters: "Fri, 27 Nov, 20:00"."""
        return f"{format_skeleton('MMMEd', at, locale=_babel(self.locale))}, {at:%H:%M}"

    def __contains__(self, key: str) -> bool:
        """Whether there is a text `key`, with or without plural forms."""
        return bool(key) and (self._texts.gettext(key) != key or self.is_counted(key))


def words(locale: str | None) -> Words:
    """The texts for a locale as Discord writes it ("pl", "en-GB"); English where we do not speak it, and for None."""
    return _load(spoken(locale) or LOCALES[0])


@lru_cache(maxsize=256)
def spoken(locale: str | None) -> str | None:
    """Which of `LOCALES` a locale as Discord writes it belongs to; None if we do not speak it."""
    language = (locale or "").replace("_", "-").partition("-")[0].lower()
    return language if language in LOCALES else None


def catalogue_file(locale: str) -> Path:
    """Return the path of a language's catalogue."""
    return FOLDER / locale / "LC_MESSAGES" / "boneyard.po"


def catalogue(locale: str) -> Catalog:
    """The catalogue of a language as it stands in its file, comments and untranslated keys included."""
    with catalogue_file(locale).open("rb") as file:
        return read_po(file, locale=locale, abort_invalid=True)


def texts_below(key: str, locale: str) -> dict[str, str]:
    """Return the texts of a language whose keys begin with a key and a dot."""
    return {str(text.id): str(text.string) for text in catalogue(locale) if str(text.id).startswith(f"{key}.")}


@cache
def _babel(locale: str) -> Locale:
    """What Babel knows of a language; it would read its name again for each phrase."""
    return Locale.parse(_PHRASE_LOCALES.get(locale, locale))


@cache
def _load(locale: str) -> Words:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(locale))
    compiled.seek(0)
    return Words(locale, GNUTranslations(compiled))
