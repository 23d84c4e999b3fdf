"""The faults of the texts, as sentences; none means that all is well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog

import games
from bot.locales import LOCALES, pages, rules
from bot.locales.check import all_placeholders, catalogues, differences, messages, repetitions
from bot.locales.rulebook import FOLDER
from bot.messages.games.presenter import UNTOLD
from games.core.events import EVENTS

from .completions import completions
from .uses import Use, uses

__all__ = ["all_faults", "faulty_completions", "faulty_rules", "faulty_uses", "idle_texts", "mute_events"]

_SHARED = re.compile(r"\{\{(\w+)\}\}")


def all_faults() -> list[str]:
    """Everything that is wrong with the texts that Boneyard has."""
    texts = catalogues()
    english = texts[LOCALES[0]]
    roots = {key.partition(".")[0] for key in messages(english)}
    found, completed = uses(roots), completions()
    return [
        *repetitions(),
        *differences(texts),
        *faulty_uses(found, english, completed),
        *faulty_completions(completed, english, found),
        *mute_events(found, completed),
        *idle_texts(english, found, completed),
        *faulty_rules(),
    ]


def faulty_uses(found: Sequence[Use], texts: Catalog, completed: Mapping[str, frozenset[str]]) -> list[str]:
    """Uses of keys that do not exist, without a value that the text needs, counted without plurals, or undeclared."""
    known = messages(texts)
    faults: list[str] = []
    for use in found:
        if not use.complete:
            if use.key not in completed:
                faults.append(f"{use.where}: nothing declares what may complete {use.key}")
        elif use.key not in known:
            faults.append(f"{use.where}: there is no text {use.key}")
        elif use.counted is not None and use.counted != known[use.key].pluralizable:
            faults.append(f"{use.where}: {use.key} {'has no' if use.counted else 'needs a count for its'} plural forms")
        elif use.values is not None:
            given = use.values | {"n"} if use.counted else use.values
            lacking = sorted(all_placeholders(known[use.key]) - given)
            faults += [f"{use.where}: {use.key} lacks a value for {{{name}}}" for name in lacking]
    return faults


def faulty_completions(completed: Mapping[str, frozenset[str]], texts: Catalog, found: Sequence[Use]) -> list[str]:
    """Completed keys without a text, and declared completions of a key that no code completes."""
    known, asked = messages(texts), {use.key for use in found}
    missing = [f"there is no text {key}" for keys in completed.values() for key in sorted(keys) if key not in known]
    return missing + [f"no code completes {key}" for key in completed if key not in asked]


def mute_events(found: Sequence[Use], completed: Mapping[str, frozenset[str]]) -> list[str]:
    """Kinds of events of which no look of a game tells."""
    told = {key for keys in completed.values() for key in keys} | {use.key for use in found}
    kinds = {key.split(".")[1] for key in told if key.startswith("event.")}
    mute = [event for event in EVENTS if event not in UNTOLD and event.kind not in kinds]
    return [f"no look tells of the event {event.kind}" for event in mute]


def idle_texts(texts: Catalog, found: Sequence[Use], completed: Mapping[str, frozenset[str]]) -> list[str]:
    """Texts for which no code asks."""
    asked = {use.key for use in found}.union(*completed.values())
    return [f"nothing asks for the text {key}" for key in sorted(messages(texts)) if key not in asked]


def faulty_rules(folder: Path = FOLDER) -> list[str]:
    """Games whose rules are missing or cannot be shown on pages, and rules for which nothing asks."""
    return [f"{locale}: {fault}" for locale in LOCALES for fault in _faulty_rules(folder, locale)]


def _faulty_rules(folder: Path, locale: str) -> Iterator[str]:
    for game in games.CATALOGUE:
        try:
            text = rules(game, locale, folder)
            if not pages(text) or _SHARED.search(text):
                yield f"the rules of {game} are not complete"
        except (KeyError, OSError, ValueError) as error:
            yield f"the rules of {game} cannot be read: {error}"
    written = sorted((folder / locale).glob("*.md"))
    yield from (f"nothing asks for the rules {path.stem}" for path in written if path.stem not in games.CATALOGUE)
    shared = {name for path in written for name in _SHARED.findall(path.read_text(encoding="utf-8"))}
    for path in sorted((folder / locale / "shared").glob("*.md")):
        if path.stem not in shared:
            yield f"nothing asks for the shared rules {path.stem}"
