"""Checks that the languages agree with each other.

Each returns its faults as sentences. `bot.tools.proofreading` compares the texts with the code.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message

from bot.locales.words import LOCALES, catalogue, catalogue_file

_ENTRY = re.compile(r"(?:#.*\n)*msgid .+\n(?:(?!msgid |#).+\n)+")
"""An entry of a catalogue with its comments; the first one is the header."""
_ENTRY_KEY = re.compile(r'^msgid "(.*)"$', re.MULTILINE)
_COMMAND_NAME = re.compile(r"command\.[a-z_]+\.name")
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
"""Two full stops in a row, but not an ellipsis."""
_BEFORE_A_STOP = "league.import.wrong."
"""The prefix of keys of texts that another text puts before a full stop."""


def catalogues() -> dict[str, Catalog]:
    """Return the catalogues of all languages by locale."""
    return {locale: catalogue(locale) for locale in LOCALES}


def messages(texts: Catalog) -> dict[str, Message]:
    """Return the texts of a catalogue by key."""
    return {_key(message): message for message in texts if message.id}


def forms(message: Message) -> tuple[str, ...]:
    """Return the text, or all its plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def placeholders(text: str) -> frozenset[str]:
    """Return the names of the placeholders in a text.

    :raises ValueError: for braces that are not a placeholder with a plain name.
    """
    names: set[str] = set()
    for _, name, spec, conversion in Formatter().parse(text):
        if name is None:
            continue
        if not name.isidentifier() or spec or conversion:
            raise ValueError(f"{{{name}}} is not a plain name in braces")
        names.add(name)
    return frozenset(names)


def all_placeholders(message: Message) -> frozenset[str]:
    """Return the placeholders of all forms of a text."""
    return frozenset().union(*map(placeholders, forms(message)))


def differences(all_texts: Mapping[str, Catalog]) -> list[str]:
    """Return empty texts and differing keys, placeholders and plurals."""
    by_locale = {locale: messages(texts) for locale, texts in all_texts.items()}
    keys = sorted(set().union(*by_locale.values()))
    found = [f"{locale}: {key} is missing" for key in keys for locale, known in by_locale.items() if key not in known]
    for locale, known in by_locale.items():
        for key, message in known.items():
            found += [f"{locale}: {key} {fault}" for fault in _faults(message, all_texts[locale].num_plurals)]
    if found:
        return found
    for key in keys:
        first = by_locale[LOCALES[0]][key]
        for locale, known in by_locale.items():
            if known[key].pluralizable != first.pluralizable:
                found.append(f"{locale}: {key} has plural forms in one language only")
            if all_placeholders(known[key]) != all_placeholders(first):
                found.append(f"{locale}: {key} has other placeholders than {LOCALES[0]}")
    return found


def named_commands(all_texts: Mapping[str, Catalog], pages: Iterable[Path] = ()) -> list[str]:
    """Return the texts that name a command instead of having a placeholder for it.

    Its name depends on the reader's Discord, and a mention can be pressed.

    :param pages: files with further texts.
    """
    names = {
        text
        for texts in all_texts.values()
        for key, message in messages(texts).items()
        if _COMMAND_NAME.fullmatch(key)
        for text in forms(message)
    }
    named = re.compile(rf"(?<![\w</{{])/(?:{'|'.join(map(re.escape, sorted(names)))})\b(?!/)")
    found = [
        f"{locale}: {key} names a command; it needs a placeholder"
        for locale, texts in all_texts.items()
        for key, message in messages(texts).items()
        if any(named.search(text) for text in forms(message))
    ]
    return found + [
        f"{page.parent.name}: {page.name} names a command; it needs a placeholder"
        for page in pages
        if named.search(page.read_text(encoding="utf-8"))
    ]


def repetitions() -> list[str]:
    """Return the repeated keys of each file. The second text would silently win."""
    found: list[str] = []
    for locale in LOCALES:
        count = Counter(_ENTRY_KEY.findall(catalogue_file(locale).read_text(encoding="utf-8")))
        found += [f"{locale}: {key} occurs {times} times" for key, times in count.items() if times > 1]
    return found


def unsorted_catalogues() -> list[str]:
    """Return the catalogues whose file is not sorted by key."""
    texts = {locale: catalogue_file(locale).read_text(encoding="utf-8") for locale in LOCALES}
    return [f"{locale}: not sorted by key: make format" for locale, text in texts.items() if text != in_order(text)]


def in_order(text: str) -> str:
    """Return a catalogue's text with its entries sorted by key."""
    return "\n".join(sorted(_ENTRY.findall(text), key=_ENTRY_KEY.findall))


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _faults(message: Message, plurals: int) -> Iterator[str]:
    """Yield the faults of a single text."""
    texts = forms(message)
    if not all(text.strip() for text in texts):
        yield "is empty"
    if message.fuzzy:
        yield "is marked as fuzzy"
    if any(_TWO_STOPS.search(text) for text in texts):
        yield "has two full stops in a row"
    if _key(message).startswith(_BEFORE_A_STOP) and any(text.endswith(".") for text in texts):
        yield "ends with a full stop, and another one follows it"
    try:
        needed = {placeholders(text) - {"n"} if message.pluralizable else placeholders(text) for text in texts}
    except ValueError as error:
        yield f"cannot be filled: {error}"
        return
    if len(needed) > 1:
        yield "has other placeholders in one plural form than in another"
    if message.pluralizable:
        if len(texts) != plurals:
            yield f"has {len(texts)} plural forms instead of {plurals}"
        if "n" not in placeholders(texts[-1]):
            yield "lacks {n}"
