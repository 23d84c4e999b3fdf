"""Discord's limits: each row of the table bites, at its number, and names the place."""

from collections.abc import Iterator
from typing import Any

import pytest

from playground import discord_limits
from playground.discord_limits import COMMAND_SIZE, LIMITS, PART_KINDS, Limit, Rule, exceeded, problems

SEND = "/channels/1/messages"
EDIT = f"{SEND}/5"
CALLBACK = "/interactions/1/token/callback"
COMMANDS = "/applications/1/commands"
NOW = 1_800_000_000.0
"""2027-01-15, 08:00 in UTC."""

MARKUP = ("<@1>", "<@!1>", "<@&1>", "<#1>", "<t:1>", "<t:1:R>", "<:tile:1>", "<a:tile:1>", "</play:1>")
LISTS = {"embeds", "fields", "attachments", "components", "parts", "choices", "commands", "options", "items"}
ROWS = [
    pytest.param(kind, limit, path, id=f"{kind}: {path}, {limit.rule.name}")
    for kind, limits in LIMITS.items()
    for limit in limits
    for path in limit.path.split("|")
]


def body_with(path: str, *values: Any) -> Any:
    """Return a body with values at a path, each in an item of its own."""
    step, _, rest = path.partition(".")
    if step == "*":
        return [body_with(rest, value) for value in values] if rest else {"pl": values[0]}
    return {step: body_with(rest, *values) if rest else values[0]}


def refused(limit: Limit, path: str) -> list[tuple[tuple[Any, ...], str]]:
    """Return values that a row refuses, with the reason of the last."""
    most, half = limit.most, limit.most // 2
    if limit.rule is Rule.UNIQUE:
        return [(("a", "a"), "not unique")]
    if limit.rule is Rule.NAME:
        return [((name,), "not a name in lower case") for name in ("", "a b", "Play", "x" * 33, "a.b")]
    if limit.rule is Rule.TOGETHER:
        return [(("x" * half, "🁣" * (half // 2), "x"), f"{most + 1} of {most} together")]
    if path.rpartition(".")[2] in LISTS:
        return [(([{}] * (most + 1),), f"{most + 1} of {most}"), *[(([],), "empty")] * limit.least]
    found: list[tuple[tuple[Any, ...], str]] = [(("x" * (most + 1),), f"{most + 1} of {most}")]
    found += [(("🁣" * half + "xx",), f"{half * 2 + 2} of {most}")]
    found += [((text,), "empty") for text in ("", "\u200b ") if limit.least]
    return found + [((f"a {one}",), "markup that is shown as typed") for one in MARKUP if limit.rule is Rule.PLAIN]


def allowed(limit: Limit, path: str) -> list[tuple[Any, ...]]:
    """Return values that a row just allows."""
    most, half = limit.most, limit.most // 2
    if limit.rule is Rule.UNIQUE:
        return [("a", "b")]
    if limit.rule is Rule.NAME:
        return [("x" * 32,), ("zażółć-gęślą_jaźń",), ("доминó",)]
    if limit.rule is Rule.TOGETHER:
        return [("x" * half, "x" * half)]
    if path.rpartition(".")[2] in LISTS:
        return [([{}] * most,)]
    return [("x" * most,), ("🁣" * half,), ("a < b > c",)] if most else [("",)]


@pytest.mark.parametrize(("kind", "limit", "path"), ROWS)
def test_a_row_refuses_what_is_beyond_it_and_names_the_place(kind: str, limit: Limit, path: str) -> None:
    place = limit.path if limit.rule is Rule.TOGETHER else path.rpartition(".")[2].strip("*")
    for values, reason in refused(limit, path):
        reasons = list(exceeded(kind, body_with(path, *values)))
        assert [one for one in reasons if place in one and one.endswith(f": {reason}")], (values, reasons)


@pytest.mark.parametrize(("kind", "limit", "path"), ROWS)
def test_a_row_refuses_nothing_within_it(kind: str, limit: Limit, path: str) -> None:
    for values in allowed(limit, path):
        reasons = list(exceeded(kind, body_with(path, *values)))
        assert not [one for one in reasons if limit.rule is not Rule.TOGETHER or "together" in one]


# --- Whole requests -------------------------------------------------------------------------------------------------

BUTTON = {"type": 2, "style": 1, "label": "OK", "custom_id": "a"}
SELECT = {"type": 3, "custom_id": "s", "options": [{"label": "A", "value": "a"}]}
TEXT = {"type": 10, "content": "hi"}
OPTION: dict[str, Any] = {"type": 3, "name": "o", "description": "d"}
LONG_OPTION: dict[str, Any] = OPTION | {
    "choices": [{"name": f"{one}{'x' * 98}", "value": f"{one}{'y' * 90}"} for one in range(10, 35)]
}
"""2 characters for the option, and 25 times 192 for its choices: 4,802 in all."""


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"components": [{"type": 1, "components": list(parts)}]}


def layout(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"flags": 1 << 15, "components": list(parts)}


def modal(part: dict[str, Any], **label: str) -> dict[str, Any]:
    parts = [{"type": 18, "label": "l", "component": part} | label]
    return {"type": 9, "data": {"title": "t", "custom_id": "m", "components": parts}}


def command(*options: dict[str, Any], **parts: Any) -> list[dict[str, Any]]:
    return [{"type": 1, "name": "play", "description": "d", "options": list(options)} | parts]


def event(start: str, end: str, name: str = "Cup") -> dict[str, Any]:
    times = {f"scheduled_{one}_time": f"2027-01-15T{at}:00+00:00" for one, at in (("start", start), ("end", end))}
    return {"name": name} | times


def problems_of(route: str, body: Any) -> list[str]:
    method, path = route.split()
    return problems(method, path, body, now=NOW)


REQUESTS: list[tuple[str, Any, str | None]] = [
    (f"POST {SEND}", {"nonce": "x" * 26, "content": "hi"}, "POST /channels/*/messages: nonce: 26 of 25"),
    (f"POST {SEND}", {"nonce": "x" * 25, "content": "hi"}, None),
    (f"POST {SEND}", {"embeds": [{"title": "x" * 300}]}, "POST /channels/*/messages: embeds[0].title: 300 of 256"),
    (f"POST {SEND}", {"allowed_mentions": {}}, "content: an empty message"),
    (f"PATCH {EDIT}", {"allowed_mentions": {}}, None),
    (f"PATCH {EDIT}", {"embeds": [{"title": "🁣" * 129}]}, "embeds[0].title: 258 of 256"),
    (f"PATCH {EDIT}", {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]}, "6001 of 6000 together"),
    (f"PATCH {EDIT}", {"content": "<@1> <t:1:R>", "embeds": [{"description": "<@1> <:tile:1>"}]}, None),
    (f"PATCH {EDIT}", {"content": "a \ud83c"}, "half of a surrogate pair"),
    (f"PATCH {EDIT}", row(*[BUTTON | {"custom_id": str(one)} for one in range(6)]), "[0].components: 6 of 5"),
    (f"PATCH {EDIT}", row(BUTTON, BUTTON), "parts[2].custom_id: not unique"),
    (f"PATCH {EDIT}", row(BUTTON, SELECT), "components[0]: a select beside others"),
    (f"PATCH {EDIT}", row(SELECT), None),
    (f"PATCH {EDIT}", row(SELECT | {"max_values": 2}), "components[0].components[0]: min_values or max_values"),
    (f"PATCH {EDIT}", row(BUTTON | {"label": None}), "neither label nor emoji"),
    (f"PATCH {EDIT}", row(BUTTON | {"label": None, "emoji": {"name": "🁣"}}), None),
    (f"PATCH {EDIT}", row(BUTTON | {"url": "https://a.org"}), "not one of custom_id and url"),
    (f"PATCH {EDIT}", {"components": [TEXT]}, "only rows without the flag of a layout"),
    ("POST /webhooks/1/token", layout(TEXT), None),
    ("POST /webhooks/1/token", layout(TEXT) | {"content": "hi"}, "POST /webhooks/*: content: 2 of 0"),
    ("POST /webhooks/1/token", layout({"type": 17, "components": [TEXT] * 40}), "parts: 41 of 40"),
    ("POST /webhooks/1/token", layout(*[TEXT | {"content": "x" * 2001}] * 2), "4002 of 4000 together"),
    ("POST /webhooks/1/token", layout({"type": 12, "items": []}), "components[0].items: empty"),
    (
        "PATCH /webhooks/1/token/messages/@original",
        layout({"type": 9, "components": [TEXT] * 4, "accessory": BUTTON | {"label": "x" * 81}}),
        "PATCH /webhooks/*/messages/@original: components[0].accessory.label: 81 of 80",
    ),
    (f"POST {CALLBACK}", {"type": 4, "data": {"content": "x" * 2001}}, "content: 2001 of 2000"),
    (f"POST {CALLBACK}", {"type": 6}, None),
    (
        f"POST {CALLBACK}",
        {"type": 8, "data": {"choices": [{"name": "a", "value": 1}, {"name": "a", "value": 2}]}},
        "unique",
    ),
    (f"POST {CALLBACK}", modal({"type": 4, "custom_id": ""}), "components[0].component.custom_id: empty"),
    (f"POST {CALLBACK}", modal({"type": 4, "custom_id": "a"}), None),
    (
        "POST /channels/1/threads",
        {"name": "<:tile:1>"},
        "POST /channels/*/threads: name: markup that is shown as typed",
    ),
    ("PATCH /channels/1", {"archived": True}, None),
    ("POST /guilds/1/scheduled-events", event("08:00", "09:00"), "scheduled_start_time: past"),
    ("POST /guilds/1/scheduled-events", event("08:01", "08:01"), "scheduled_end_time: not after the start"),
    ("POST /guilds/1/scheduled-events", event("08:01", "08:02"), None),
    (f"PUT {COMMANDS}", command(OPTION, OPTION | {"name": "p", "required": True}), "a required option after another"),
    (f"PUT {COMMANDS}", command(OPTION | {"required": True}, OPTION | {"name": "p"}), None),
    (f"PUT {COMMANDS}", command(LONG_OPTION, LONG_OPTION | {"name": "p"}), "more than 8000 together"),
    (f"PUT {COMMANDS}", command(LONG_OPTION), None),
    (f"PUT {COMMANDS}", command(name_localizations={"pl": "Graj"}), "name_localizations[pl]: not a name in lower case"),
    (f"PUT {COMMANDS}", [{"type": 3, "name": "Report this table"}], None),
    (f"PUT {COMMANDS}", [{"type": 3, "name": "x" * 33}], "commands[0].name: 33 of 32"),
]


@pytest.mark.parametrize(("route", "body", "reason"), REQUESTS)
def test_a_request_is_refused_as_a_whole(route: str, body: Any, reason: str | None) -> None:
    reasons = problems_of(route, body)
    assert (reasons == []) if reason is None else any(reason in one for one in reasons), reasons


def test_every_kind_in_the_table_is_a_part_of_some_request(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = set[str]()

    def note(kind: str, *body: Any) -> Iterator[str]:
        kinds.add(kind)
        return exceeded(kind, *body)

    monkeypatch.setattr(discord_limits, "exceeded", note)
    for route, body, _ in REQUESTS:
        problems_of(route, body)
    assert kinds >= set(LIMITS)
    assert set(PART_KINDS.values()) <= set(LIMITS)


def test_the_reason_in_the_audit_log_has_512_characters() -> None:
    assert problems("DELETE", "/channels/1", None, "x" * 513) == ["DELETE /channels/*: reason: 513 of 512"]
    assert problems("DELETE", "/channels/1", None, "x" * 512) == []


def test_the_longest_language_of_each_text_counts_for_a_command() -> None:
    assert COMMAND_SIZE == 8000
    second = OPTION | {"name": "p", "choices": LONG_OPTION["choices"][:15]}
    third = OPTION | {"name": "q", "description_localizations": {"pl": "x" * 100, "ru": "y" * 50}}
    parts = command(LONG_OPTION, second, third)  # 5 of its own, 4,802, 2 and 15 times 192, 101: 7,790
    for size, reasons in ((210, []), (211, ["PUT /applications/*/commands: commands[0]: more than 8000 together"])):
        last = {"type": 3, "name": "r", "description": "d", "choices": [{"name": "x" * 100, "value": "y" * 100}]}
        last["name"] = "r" * (size - 201)
        parts[0]["options"] = [LONG_OPTION, second, third, last]
        assert problems("PUT", COMMANDS, parts) == reasons
