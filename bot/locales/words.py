"""The texts of one language, by key.

The catalogues are gettext `.po` files, compiled in memory on first use, so there is no build step. Values are
inserted unchanged, so the caller escapes names.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache, lru_cache
from gettext import GNUTranslations
from pathlib import Path

from babel import Locale
from babel.dates import format_date, format_interval, format_skeleton
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parent
"""The folders of all languages."""

LOCALES = ("en", *sorted({file.parts[-3] for file in FOLDER.glob("*/LC_MESSAGES/boneyard.po")} - {"en"}))
"""Boneyard's languages, one for each folder; the first is the default."""

SEVERAL = ".several"
"""The suffix of the key of a text with a plural verb, beside the key of the text about one person."""

_PHRASE_LOCALES = {"en": "en_GB"}  # plain "en" writes "a, b, and c"


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language: `words("pl")("lobby.join")`."""

    locale: str
    """One of `LOCALES`."""
    _texts: GNUTranslations = field(repr=False, compare=False)

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a text with its named placeholders filled.

        :raises KeyError: for an unknown key or a placeholder without a value.
        """
        text = self._texts.gettext(key)
        if text == key or not key:  # gettext keeps the header under the empty key
            raise KeyError(f"{key!r} has no text in {self.locale}")
        return text.format_map(values)

    def count(self, key: str, n: int, /, **values: object) -> str:
        """Return the plural form for `n`; `{n}` has a true minus sign.

        :raises KeyError: for a key without plural forms or a placeholder without a value.
        """
        text = self._texts.ngettext(key, key, abs(n))
        if text == key:
            raise KeyError(f"{key!r} has no plural forms in {self.locale}")
        return text.format_map({"n": f"\N{MINUS SIGN}{-n}" if n < 0 else n, **values})

    def is_counted(self, key: str) -> bool:
        """Return True if a text needs `count` for its plurals."""
        return bool(key) and self._texts.ngettext(key, key, 1) != key

    def for_people(self, key: str, people: int) -> str:
        """Return the key of the text for this many people."""
        several = key + SEVERAL
        return several if people > 1 and several in self else key

    def command(self, name: str) -> str:
        """Return a command as Discord's picker shows it in this language.

        It is for texts that cannot hold a mention; see `Reader.command` for others.

        :param name: its English name, such as "table leave".
        """
        keys = name.replace("-", "_").split(" ")
        return "/" + " ".join(self(f"command.{'.'.join(keys[:end])}.name") for end in range(1, len(keys) + 1))

    def list(self, items: Sequence[str]) -> str:
        """Return a phrase such as "a, b and c"."""
        if len(items) < 2:
            return "".join(items)
        return format_list(items, locale=_babel(self.locale))

    def either(self, items: Sequence[str]) -> str:
        """Return a phrase such as "a, b or c"."""
        return format_list(items, style="or", locale=_babel(self.locale))

    def day(self, day: date) -> str:
        """Return a short date, such as "1 Nov", without a full stop."""
        short = format_skeleton("MMMd", day, locale=_babel(self.locale))
        return format_skeleton("MMMMd", day, locale=_babel(self.locale)) if short.endswith(".") else short

    def long_day(self, day: date, *, weekday: bool = False) -> str:
        """Return a date, such as "1 November 2026"."""
        return format_date(day, "full" if weekday else "long", locale=_babel(self.locale))

    def weekday(self, day: date) -> str:
        """Return the name of the day of the week, such as "Friday"."""
        return format_date(day, "cccc", locale=_babel(self.locale))

    def days(self, first: date, last: date) -> str:
        """Return a span of days, such as "1 Oct – 31 Dec 2026"."""
        return " ".join(format_interval(first, last, "yMMMMd", locale=_babel(self.locale)).split())  # no thin spaces

    def moment(self, at: datetime) -> str:
        """Return a short date and time: "Fri, 27 Nov, 20:00"."""
        return f"{format_skeleton('MMMEd', at, locale=_babel(self.locale))}, {at:%H:%M}"

    def __contains__(self, key: str) -> bool:
        """Return True if a text exists, with plurals or without."""
        return bool(key) and (self._texts.gettext(key) != key or self.is_counted(key))


def words(locale: str | None) -> Words:
    """Return the texts for one of Discord's locales. English is the default."""
    return _load(spoken(locale) or LOCALES[0])


@lru_cache(maxsize=256)
def spoken(locale: str | None) -> str | None:
    """Return the supported locale for one of Discord's locales."""
    language = (locale or "").replace("_", "-").partition("-")[0].lower()
    return language if language in LOCALES else None


def catalogue_file(locale: str) -> Path:
    """Return the path of a language's catalogue."""
    return FOLDER / locale / "LC_MESSAGES" / "boneyard.po"


def catalogue(locale: str) -> Catalog:
    """Return a language's catalogue, with comments and untranslated keys."""
    with catalogue_file(locale).open("rb") as file:
        return read_po(file, locale=locale, abort_invalid=True)


def texts_below(key: str, locale: str) -> dict[str, str]:
    """Return the texts whose keys begin with "key."."""
    return {str(text.id): str(text.string) for text in catalogue(locale) if str(text.id).startswith(f"{key}.")}


@cache
def _babel(locale: str) -> Locale:
    """Return Babel's data of a language, parsed once."""
    return Locale.parse(_PHRASE_LOCALES.get(locale, locale))


@cache
def _load(locale: str) -> Words:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(locale))
    compiled.seek(0)
    return Words(locale, GNUTranslations(compiled))
