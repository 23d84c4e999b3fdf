"""Discord's limits on requests as one table, and the check of a request against it; read `problems` first.

The limits are those of Discord's documentation and OpenAPI description.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from functools import lru_cache
from typing import Any, Final

_MARKUP: Final = re.compile(r"<(@[!&]?|#|t:|a?:\w+:|/[^<>:]+:)-?\d+(:\w)?>")
"""Mentions, times, custom emojis and commands."""

_NAME: Final = re.compile(r"[-_'\w]{1,32}")
_NUMBER: Final = re.compile(r"\[\d+\]")
_BLANK: Final = " \t\r\n\u00ad\u200b\u200c\u200d\u2060\ufeff"


def length(text: object) -> int:
    """Return the length of a text as Discord counts it, in UTF-16 code units: an emoji counts two."""
    text = str(text)
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class Rule(Enum):
    """The thing that is limited at a path."""

    EACH = auto()  # the length of each text or list
    PLAIN = auto()  # the same of texts in which Discord shows markup as it was typed
    TOGETHER = auto()  # the length of all texts together
    UNIQUE = auto()  # repetitions in a list, for each language
    NAME = auto()  # names of commands and options


@dataclass(frozen=True)
class Limit:
    """A limit at a path, in which `*` is every item of a list or value of a mapping; `|` divides several paths.

    :ivar least: with 1, a text is not blank.
    """

    path: str
    most: int = 0
    least: int = 0
    rule: Rule = Rule.EACH

    def problems(self, values: Sequence[tuple[str, Any]]) -> Iterator[str]:
        """Yield what is wrong with values, which come with their places."""
        if self.rule is Rule.TOGETHER and (size := sum(length(text) for _, text in values)) > self.most:
            yield f"{self.path}: {size} of {self.most} together"
        if self.rule is Rule.UNIQUE:
            keyed = [(_NUMBER.sub("", place), value) for place, value in values]
            yield from (f"{values[i][0]}: not unique" for i, one in enumerate(keyed) if one in keyed[:i])
        if self.rule is Rule.NAME:
            bad = (place for place, text in values if not _NAME.fullmatch(text) or text != text.lower())
            yield from (f"{place}: not a name in lower case" for place in bad)
        for place, value in values if self.rule in (Rule.EACH, Rule.PLAIN) else ():
            size = len(value) if isinstance(value, list) else length(value)
            if size > self.most:
                yield f"{place}: {size} of {self.most}"
            if size < self.least or (self.least and isinstance(value, str) and not value.strip(_BLANK)):
                yield f"{place}: empty"
            if self.rule is Rule.PLAIN and _MARKUP.search(value):
                yield f"{place}: markup that is shown as typed"


_DESCRIBED: Final = ("name", "description")
_CUSTOM_ID: Final = Limit("custom_id", 100, 1)
_UNIQUE_IDS: Final = Limit("parts.*.custom_id", rule=Rule.UNIQUE)
_NAMED: Final = Limit("name", 100, 1, Rule.PLAIN)
_TEXTS: Final = ("title", "description", "footer.text", "author.name", "fields.*.name", "fields.*.value")

LIMITS: Final[Mapping[str, Sequence[Limit]]] = {
    "message": (
        Limit("content", 2000),
        Limit("nonce", 25),
        Limit("embeds", 10),
        Limit("embeds.*.title|embeds.*.author.name", 256, 1, Rule.PLAIN),
        Limit("embeds.*.description", 4096),
        Limit("embeds.*.footer.text", 2048, 1, Rule.PLAIN),
        Limit("embeds.*.fields", 25),
        Limit("embeds.*.fields.*.name", 256, 1, Rule.PLAIN),
        Limit("embeds.*.fields.*.value", 1024, 1),
        Limit("|".join(f"embeds.*.{one}" for one in _TEXTS), 6000, rule=Rule.TOGETHER),
        Limit("attachments", 10),
        Limit("attachments.*.description", 1024),
        _UNIQUE_IDS,
    ),
    "message of rows": (Limit("components", 5),),
    "layout": (
        Limit("content|embeds", 0),
        Limit("parts", 40),
        Limit("parts.*.content", 4000, rule=Rule.TOGETHER),
    ),
    "modal": (Limit("title", 45, 1, Rule.PLAIN), _CUSTOM_ID, Limit("components", 5, 1), _UNIQUE_IDS),
    "autocompletion": (
        Limit("choices", 25),
        Limit("choices.*.name", 100, 1, Rule.PLAIN),
        Limit("choices.*.value", 100, 1),
        Limit("choices.*.name", rule=Rule.UNIQUE),
    ),
    "commands": (Limit("commands", 100), Limit("commands.*.name", rule=Rule.UNIQUE)),
    "option": (  # a command or subcommand, too
        Limit("name|name_localizations.*", rule=Rule.NAME),
        Limit("description|description_localizations.*", 100, 1),
        Limit("options|choices", 25),
        Limit("choices.*.name|choices.*.name_localizations.*|choices.*.value", 100, 1),
        Limit("choices.*.name|choices.*.name_localizations.*|choices.*.value", rule=Rule.UNIQUE),
        Limit("options.*.name|options.*.name_localizations.*", rule=Rule.UNIQUE),
    ),
    "menu": (Limit("name|name_localizations.*", 32, 1),),  # a command in the menu of a message or person
    "channel": (_NAMED,),
    "event": (
        _NAMED,
        Limit("description", 1000, 0, Rule.PLAIN),
        Limit("entity_metadata.location", 100, 1, Rule.PLAIN),
    ),
    "request": (Limit("reason", 512),),
    "row": (Limit("components", 5, 1),),
    "button": (_CUSTOM_ID, Limit("label", 80, 1, Rule.PLAIN), Limit("url", 512, 1)),
    "select": (
        _CUSTOM_ID,
        Limit("placeholder", 150, 0, Rule.PLAIN),
        Limit("options", 25, 1),
        Limit("options.*.label|options.*.description", 100, 1, Rule.PLAIN),
        Limit("options.*.value", 100, 1),
        Limit("options.*.value", rule=Rule.UNIQUE),
    ),
    "text input": (
        _CUSTOM_ID,
        Limit("label", 45, 1, Rule.PLAIN),
        Limit("placeholder", 100, 0, Rule.PLAIN),
        Limit("value", 4000),
    ),
    "section": (Limit("components", 3, 1),),
    "text display": (Limit("content", 4000, 1),),
    "gallery": (Limit("items", 10, 1), Limit("items.*.description", 1024)),
    "label": (Limit("label", 45, 1, Rule.PLAIN), Limit("description", 100, 1, Rule.PLAIN)),
}
"""Limits by kind of body and of component. `parts` are all components of a message or modal, at any depth."""

COMMAND_SIZE: Final = 8000
"""The characters of a command with all its parts, each in its longest language."""

PART_KINDS: Final[Mapping[int, str]] = dict.fromkeys((3, 5, 6, 7, 8), "select") | dict(
    zip(
        (1, 2, 4, 9, 10, 12, 18),
        ("row", "button", "text input", "section", "text display", "gallery", "label"),
        strict=True,
    )
)
"""The kinds of components in `LIMITS`, by their number in Discord."""

_CALLBACKS: Final = {4: "message", 7: "message", 8: "autocompletion", 9: "modal"}
_ROUTES: Final = (
    (re.compile(r"(POST|PATCH) (/channels/\d+/messages(/\d+)?|/webhooks/.+)"), "message"),
    (re.compile(r"POST /channels/\d+(/messages/\d+)?/threads|PATCH /channels/\d+"), "channel"),
    (re.compile(r"(POST|PATCH) /guilds/\d+/scheduled-events(/\d+)?"), "event"),
    (re.compile(r"PUT /applications/\d+/(guilds/\d+/)?commands"), "commands"),
)
_PRIVATE: Final = re.compile(r"(/interactions|/webhooks)/\d+/[^/]+|/\d+")
_CONTENTS: Final = ("content", "embeds", "components", "attachments", "poll", "sticker_ids")
_EVER: Final = {"start": "9998-01-01T00:00:00+00:00", "end": "9999-01-01T00:00:00+00:00"}
_LAYOUT: Final = 1 << 15
_STEPS: Final = {one: [path.split(".") for path in one.path.split("|")] for many in LIMITS.values() for one in many}


def problems(method: str, path: str, body: Any, reason: str | None = None, *, now: float = 0.0) -> list[str]:
    """Return all for which Discord would refuse a request or show it wrong; no text of the body is in it.

    :param path: after the version of the API, such as `/channels/1/messages`.
    :param now: the time in unix seconds, for events.
    """
    kind = next((kind for route, kind in _ROUTES if route.fullmatch(f"{method} {path}")), "")
    data = body if isinstance(body, dict) else {}
    if path.startswith("/interactions/"):
        kind, data = _CALLBACKS.get(data["type"], ""), data.get("data") or {}
    text = json.dumps(body, ensure_ascii=False, default=str)
    found = [*exceeded("request", {"reason": reason})]
    found += _problems_of_commands(text) if kind == "commands" else _problems_of(kind, data)
    if kind == "event":
        start, end = (datetime.fromisoformat(data.get(f"scheduled_{one}_time") or _EVER[one]) for one in _EVER)
        found += ["scheduled_start_time: past"] if start <= datetime.fromtimestamp(now, UTC) else []
        found += ["scheduled_end_time: not after the start"] if end <= start else []
    if kind == "message" and method == "POST" and not any(data.get(one) for one in _CONTENTS):
        found.append("content: an empty message")
    try:
        text.encode()
    except UnicodeEncodeError:
        found.append("half of a surrogate pair")
    route = _PRIVATE.sub(r"\1/*", path)
    return [f"{method} {route}: {one}" for one in found]


@lru_cache(2)
def _problems_of_commands(text: str) -> tuple[str, ...]:
    """Check commands, which each start of the bot sends: this takes some 30 ms."""
    return tuple(_problems_of("commands", {"commands": json.loads(text)}))


def _problems_of(kind: str, data: dict[str, Any]) -> Iterator[str]:
    parts = list(_parts(data, "components" if kind in ("message", "modal") else "commands"))
    if kind == "message":
        layout = (data.get("flags") or 0) & _LAYOUT
        yield from exceeded("layout" if layout else "message of rows", data | {"parts": [one for _, one in parts]})
        if not layout and any(part["type"] != 1 for part in data.get("components") or ()):
            yield "components: only rows without the flag of a layout"
    yield from exceeded(kind, data | {"parts": [one for _, one in parts]})
    for place, part in parts:
        part_kind = PART_KINDS.get(part["type"], "")
        if kind == "commands":
            part_kind = "option" if "description" in part else "menu"
        yield from exceeded(part_kind, part, place)
        yield from (f"{place}: {why}" for why, is_so in _faults(part_kind, part) if is_so)


def _faults(kind: str, part: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield what may be wrong with a component or option as a whole, and whether it is."""
    inside, options = part.get("components") or (), part.get("options") or ()
    if kind == "row":
        yield "a select beside others", len(inside) > 1 and {one["type"] for one in inside} != {2}
    elif kind == "button":
        yield "neither label nor emoji", not (part.get("label") or part.get("emoji"))
        yield "not one of custom_id and url", bool(part.get("custom_id")) is bool(part.get("url"))
    elif kind == "select":
        low, high = part.get("min_values", 1), part.get("max_values", 1)
        yield "min_values or max_values", not 0 <= low <= high <= (len(options) or 25)
    elif kind == "option":
        optional = [not one.get("required") for one in options]
        yield "a required option after another", optional != sorted(optional)
        yield f"more than {COMMAND_SIZE} together", _size(part) > COMMAND_SIZE


def _size(option: dict[str, Any]) -> int:
    """Return the characters of a command or option with all its parts, each in its longest language."""
    own = [[option.get(key, ""), *(option.get(f"{key}_localizations") or {}).values()] for key in _DESCRIBED]
    inside = (*(option.get("choices") or ()), *(option.get("options") or ()))
    return sum(max(map(length, texts)) for texts in own) + length(option.get("value", "")) + sum(map(_size, inside))


def _parts(body: dict[str, Any], key: str, at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all components or options at any depth, with their places."""
    for name in (key, "options") if key == "commands" else (key, "accessory", "component"):
        inside = body.get(name) or ()
        for number, part in enumerate([inside] if isinstance(inside, dict) else inside):
            place = f"{at}{name}" if isinstance(inside, dict) else f"{at}{name}[{number}]"
            yield place, part
            yield from _parts(part, key, f"{place}.")


def exceeded(kind: str, body: Mapping[str, Any], at: str = "") -> Iterator[str]:
    """Yield the limits of a kind of body that one exceeds, with the places.

    :param at: the place of the body in its request.
    """
    for limit in LIMITS.get(kind, ()):
        values = [one for steps in _STEPS[limit] if steps[0] in body for one in _values(body, steps, at)]
        yield from limit.problems(values) if values else ()


def _values(body: Any, steps: Sequence[str], at: str) -> Iterator[tuple[str, Any]]:
    """Yield the values at a path that are there, with their places."""
    step, *rest = steps
    if step == "*":
        items = [(f"{at}[{key}]", item) for key, item in (body.items() if isinstance(body, dict) else enumerate(body))]
    else:
        items = [(f"{at}.{step}" if at else step, body.get(step))]
    for place, item in items:
        if item is not None:
            yield from _values(item, rest, place) if rest else ((place, item),)
