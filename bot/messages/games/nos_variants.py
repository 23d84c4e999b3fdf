"""The variants of Nos in words, and the choice of one with all its sub-choices."""

from __future__ import annotations

from collections.abc import Sequence

from bot.locales import Words
from bot.messages.choices import Ask, Choice, Group
from bot.messages.components import OPTIONS
from games import Move
from games.nos.variants import VARIANTS

__all__ = ["variant_groups", "variant_name", "variant_text", "variants"]


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
    """The parts, neighbours of one schema put together as far as a select holds them."""
    lists: list[list[Move]] = []
    for key in sorted(parts):
        same = lists and lists[-1][0].value.split("/")[1:2] == parts[key][0].value.split("/")[1:2]
        if same and len(lists[-1]) + len(parts[key]) <= OPTIONS:
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
