"""The variants of Nos in words."""

from __future__ import annotations

from bot.locales import Words
from games.nos.variants import VARIANTS

__all__ = ["variant_name", "variant_text"]


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
