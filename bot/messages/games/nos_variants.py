"""The variants of Nos in words, and the choice of one with all its sub-choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.locales import Words
from bot.messages.parts.choices import Ask, Choice, Group
from bot.messages.parts.components import MAX_OPTIONS
from games import Move
from games.nos.variants import VARIANTS, Join

from .presenter import Completes

__all__ = [
    "COMPLETES",
    "has_matador_joins",
    "later_stages",
    "variant_groups",
    "variant_name",
    "variant_rule",
    "variant_text",
    "variants",
]

_CHOICES: Final = tuple(variant.choice for variant in VARIANTS.values())
_NUMBERS: Final = sorted({str(choice.number) for choice in _CHOICES}, key=int)

COMPLETES: Final[Completes] = {
    "variant.{}.name": _NUMBERS,
    "variant.{}.rule": _NUMBERS,
    "variant.{}.{}.rule": [("12", "b")],
    "variant.{}.{}.name": sorted({(str(choice.number), choice.schema) for choice in _CHOICES if choice.schema}),
    "variant.11.{}.name": sorted({choice.schema for choice in _CHOICES if choice.number == 11}),
    "variant.half.{}": sorted({choice.half for choice in _CHOICES if choice.half}),
    "variant.join.{}": [join.value for join in Join],
}
"""The keys of texts that are completed here; see `Presenter.completes`."""


def later_stages() -> frozenset[str]:
    """The names of the stages that begin in the middle of a deal."""
    return frozenset(stage.name for variant in VARIANTS.values() for stage in variant.stages[1:])


_TRADITIONAL: Final = (1, 2, 3)
"""The variants in which all joins are traditional."""
_MATADOR: Final = 4
"""The variant whose own sentence says what a matador join is."""


def variant_name(words: Words, number: int) -> str:
    """A variant with its number: "4. Matador"."""
    return f"{number}. {words(f'variant.{number}.name')}"


def variant_text(words: Words, text: str) -> str:
    """What an opener named, with all sub-choices; `text` as in the move, such as ``11/a/left/t/m``."""
    choice = VARIANTS[text].choice
    parts = [variant_name(words, choice.number)]
    if choice.schema:
        parts.append(words(f"variant.{choice.number}.{choice.schema}.name"))
    if choice.half:
        half = words(f"variant.half.{choice.half}")
        if choice.number == 12:
            parts.append(words("variant.matador", half=half))
        elif choice.tiles:
            parts.append(words.count("variant.tiles", choice.tiles, half=half))
        else:
            parts.append(words("variant.first", half=half))
    if choice.first:
        first, rest = (words(f"variant.join.{join}") for join in (choice.first, choice.rest))
        parts.append(words("variant.joins", first=first, rest=rest))
    return "; ".join(parts)


def has_matador_joins(text: str) -> bool:
    """Whether touching halves sum to 7 somewhere in a variant; `text` as in the move."""
    choice = VARIANTS[text].choice
    if choice.first:
        return "m" in (choice.first, choice.rest)
    return choice.number not in _TRADITIONAL


def variant_rule(words: Words, text: str) -> str:
    """A variant in one sentence or two: how it is built and, where matador joins count, what these are."""
    choice = VARIANTS[text].choice
    exact = f"variant.{choice.number}.{choice.schema}.rule"
    rule = words(exact if choice.schema and exact in words else f"variant.{choice.number}.rule")
    told = choice.number == _MATADOR or not has_matador_joins(text)
    return rule if told else f"{rule} {words('board.nos.matador')}"


def variants(words: Words, moves: Sequence[Move]) -> tuple[Choice, ...]:
    """The variants that may be named; one with sub-choices asks for them."""
    found = []
    for number in dict.fromkeys(_number(move) for move in moves):
        ways = [move for move in moves if _number(move) == number]
        name, rule = variant_name(words, int(number)), words(f"variant.{number}.rule")
        if len(ways) == 1:
            found.append(Choice(name, ways[0], description=rule))
        else:
            found.append(Choice(f"{name} …", Ask(f"variant {number}"), description=rule))
    return tuple(found)


def variant_groups(words: Words, moves: Sequence[Move], number: str) -> tuple[Group, ...]:
    """The sub-choices of a variant in selects, one for each of its schemas and sides."""
    parts: dict[str, list[Move]] = {}
    for move in moves:
        if move.verb == "variant" and _number(move) == number:
            parts.setdefault("/".join(move.value.split("/")[1:3]) if number == "11" else "", []).append(move)
    return tuple(
        Group(tuple(Choice(_details(words, move), move) for move in part), select=_schema(words, number, part[0]))
        for part in _joined(parts)
    )


def _joined(parts: dict[str, list[Move]]) -> list[list[Move]]:
    """The parts of the choice. Neighbouring parts of one schema share a select as long as it holds them."""
    lists: list[list[Move]] = []
    for key in sorted(parts):
        same = lists and lists[-1][0].value.split("/")[1:2] == parts[key][0].value.split("/")[1:2]
        if same and len(lists[-1]) + len(parts[key]) <= MAX_OPTIONS:
            lists[-1] += parts[key]
        else:
            lists.append(list(parts[key]))
    return lists


def _details(words: Words, move: Move) -> str:
    """A variant with its sub-choices but without its name, which stands above."""
    text = variant_text(words, move.value)
    return text.partition("; ")[2] or text


def _schema(words: Words, number: str, move: Move) -> str:
    """The name of a variant, with its schema where several selects are shown."""
    name = variant_name(words, int(number))
    schema = move.value.split("/")[1] if number == "11" else ""
    return f"{name}: {words(f'variant.11.{schema}.name')}" if schema else name


def _number(move: Move) -> str:
    return move.value.partition("/")[0]
