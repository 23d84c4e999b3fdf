"""Whether the languages agree with each other, and the code with them.

`python -m bot.locales check` and the tests ask it here. Every function that looks for faults gives them as sentences;
none means that all is well.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message

from bot.locales.words import FOLDER, LOCALES, catalogue

CODE = FOLDER.parent
"""The code that uses the texts: the whole package `bot`."""

COMPLETED = (
    "board.phase.",  # what the turn of Nos asks for
    "chips.reason.",  # the reason of a payment in the ledger
    "clock.",  # none, quick, normal, slow; .description
    "command.",  # the path of a slash command and its parameters; .name, .description
    "family.",  # a family of games
    "event.",  # the kind of an event, and its place or what else changes the sentence
    "game.",  # the key of a game; .name, .blurb
    "hand.button.",  # the verb of a move without a tile; .end and the place of an open end
    "kent.call.",  # the verb of a call
    "lobby.computer.",  # the level of a computer player; .description
    "lobby.refusal.",  # why something cannot be done before the start
    "move.",  # a verb and its place
    "option.",  # the keys of a game and of its option; .name or a value
    "permission.",  # discord.py's name of a permission
    "place.",  # the place of an open end
    "refusal.",  # the code of an engine's refusal
    "settings.",  # a setting, and its value
    "signs.",  # a secret sign
    "solo.verdict.",  # what the solver found of a deal
    "variant.",  # the number of a variant of Nos and its schema; .name, .rule; a half, a join
)
"""The beginnings of keys that code may complete while it runs; all other keys stand in the code as they are."""

_CALLED = {"w", "words"}


@dataclass(frozen=True, slots=True)
class Use:
    """A place in the code that asks for a text."""

    where: str
    """Path and line."""
    key: str
    """The key, or the part of it before the first value."""
    complete: bool
    """False where the code completes the key while it runs."""
    counted: bool
    """Whether a plural form is asked for."""
    values: frozenset[str] | None
    """The names of the values given; None where they cannot be seen."""


def catalogues() -> dict[str, Catalog]:
    """The catalogues of all languages by their locale."""
    return {locale: catalogue(locale) for locale in LOCALES}


def messages(texts: Catalog) -> dict[str, Message]:
    """The texts of a catalogue by their keys."""
    return {_key(message): message for message in texts if message.id}


def forms(message: Message) -> tuple[str, ...]:
    """The text, or all its plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def placeholders(text: str) -> frozenset[str]:
    """The names of the placeholders in a text.

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


def differences(all_texts: Mapping[str, Catalog]) -> list[str]:
    """Keys that a language lacks, texts and plural forms that are empty, placeholders and plurals that differ."""
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
            if _all_placeholders(known[key]) != _all_placeholders(first):
                found.append(f"{locale}: {key} has other placeholders than {LOCALES[0]}")
    return found


def repetitions() -> list[str]:
    """Keys that stand twice in the file of a language, where the second would silently win."""
    found: list[str] = []
    for locale in LOCALES:
        text = (FOLDER / locale / "LC_MESSAGES" / "boneyard.po").read_text(encoding="utf-8")
        count = Counter(re.findall(r'^msgid "(.+)"$', text, re.MULTILINE))
        found += [f"{locale}: {key} stands {times} times" for key, times in count.items() if times > 1]
    return found


def uses(folder: Path = CODE) -> list[Use]:
    """All places under a folder that name a text that they ask for: `w("...")`, `words(...).count("...")`."""
    found: list[Use] = []
    for path in _sources(folder):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _is_look_up(node.func):
                found += _uses_of(node, f"{path.relative_to(folder.parent)}:{node.lineno}")
    return found


def faulty_uses(found: list[Use], texts: Catalog) -> list[str]:
    """Uses of keys that do not exist, without a value that the text needs, or counted without plurals."""
    known = messages(texts)
    faults: list[str] = []
    for use in found:
        if not use.complete:
            if not use.key.startswith(COMPLETED):
                faults.append(f"{use.where}: keys that begin with {use.key!r} may not be completed by code")
        elif use.key not in known:
            faults.append(f"{use.where}: there is no text {use.key}")
        elif use.counted != known[use.key].pluralizable:
            faults.append(f"{use.where}: {use.key} {'has no' if use.counted else 'needs a count for its'} plural forms")
        elif use.values is not None:
            given = use.values | {"n"} if use.counted else use.values
            lacking = sorted(_all_placeholders(known[use.key]) - given)
            faults += [f"{use.where}: {use.key} lacks a value for {{{name}}}" for name in lacking]
    return faults


def unused(texts: Catalog, folder: Path = CODE) -> list[str]:
    """Keys that no code names and none may complete."""
    named: set[str] = set()
    for path in _sources(folder):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named |= {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return sorted(key for key in messages(texts) if key not in named and not key.startswith(COMPLETED))


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _all_placeholders(message: Message) -> frozenset[str]:
    return frozenset().union(*map(placeholders, forms(message)))


def _faults(message: Message, plurals: int) -> Iterator[str]:
    """What is wrong with one text by itself."""
    texts = forms(message)
    if not all(text.strip() for text in texts):
        yield "is empty"
    if message.fuzzy:
        yield "is marked as fuzzy"
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
            yield "does not say {n}"


def _sources(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*.py")) if FOLDER not in path.parents]


def _is_look_up(called: ast.expr) -> bool:
    """Whether this is `w`, `self.words`, `words(locale)`, or `count` of one of them."""
    if isinstance(called, ast.Attribute) and called.attr == "count":
        called = called.value
    if isinstance(called, ast.Call):
        called = called.func
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name in _CALLED


def _uses_of(call: ast.Call, where: str) -> Iterator[Use]:
    """The keys that a look-up may ask for: both of `"a" if c else "b"`; none where it is a variable, or a locale."""
    counted = isinstance(call.func, ast.Attribute) and call.func.attr == "count"
    names = {keyword.arg for keyword in call.keywords}
    values = None if None in names else frozenset(name for name in names if name)
    for key in _choices(call.args[0]):
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and "." in key.value:
            yield Use(where, key.value, complete=True, counted=counted, values=values)
        elif isinstance(key, ast.JoinedStr):
            start = key.values[0]
            beginning = str(start.value) if isinstance(start, ast.Constant) else ""
            yield Use(where, beginning, complete=False, counted=counted, values=values)


def _choices(argument: ast.expr) -> Iterator[ast.expr]:
    if isinstance(argument, ast.IfExp):
        yield from _choices(argument.body)
        yield from _choices(argument.orelse)
    else:
        yield argument
