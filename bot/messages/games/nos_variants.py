"""The variants of Nos in words, with their sub-choices."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.locales import Words
from bot.messages.parts.choices import Ask, Group, MoveChoice, Question
from bot.messages.parts.components import Style
from bot.messages.parts.text import MAX_OPTION_TEXT, truncate
from bot.render import END_LETTERS
from games import Move
from games.nos.line import matador, traditional
from games.nos.variants import VARIANTS, Join, VariantChoice
from games.nos.view import NosView

from .presenter import Completes

_CHOICES: Final = tuple(variant.choice for variant in VARIANTS.values())
_NUMBERS: Final = sorted({str(choice.number) for choice in _CHOICES}, key=int)

COMPLETES: Final[Completes] = {
    "variant.{}.name": _NUMBERS,
    "variant.{}.rule": _NUMBERS,
    "variant.{}.{}.rule": sorted({(str(choice.number), choice.schema) for choice in _CHOICES if choice.schema}),
    "variant.{}.{}.name": sorted({(str(choice.number), choice.schema) for choice in _CHOICES if choice.schema}),
    "variant.half.{}": sorted({choice.half for choice in _CHOICES if choice.half}),
    "variant.join.{}": [join.value for join in Join],
    "variant.halves.{}": [join.value for join in Join],
    "hand.nos.ask.{}": ("kind", "half", "tiles", "first", "rest"),
}
"""The keys of texts completed here; see `Presenter.completes`."""


def later_stages() -> frozenset[str]:
    """Return the stages that begin in mid-deal."""
    return frozenset(stage.name for variant in VARIANTS.values() for stage in variant.stages[1:])


_VERB: Final = "variant"
_KIND: Final = "kind"
_DEMANDS: Final = 11
_STEPS: Final[Mapping[str, tuple[str, ...]]] = {
    "11/a": ("half", "first", "rest"),
    "11/b": ("half", "tiles", "first", "rest"),
    "12/a": ("half",),
}
"""The questions about each kind of variant, in order."""
_LETTER: Final = {"left": END_LETTERS["left"], "right": END_LETTERS["right"]}
_OTHER: Final = {"left": "right", "right": "left"}

_TRADITIONAL: Final = (1, 2, 3)
"""The variants in which all joins are traditional."""
_MATADOR: Final = 4
"""The variant whose own sentence explains matador joins."""


def variant_name(words: Words, number: int) -> str:
    """Return a variant with its number: "4. Matador"."""
    return f"{number}. {words(f'variant.{number}.name')}"


def variant_title(words: Words, text: str) -> str:
    """Return a variant's number and names, as "12. Volapük"."""
    choice = VARIANTS[text].choice
    name = variant_name(words, choice.number)
    if not choice.schema or choice.number == _DEMANDS:
        return name
    return f"{name}; {words(f'variant.{choice.number}.{choice.schema}.name')}"


def variant_with_choices(words: Words, text: str) -> str:
    """Return a variant with the opener's choices, as "11. Demands · A · 2 · traditional, matador"."""
    choice = VARIANTS[text].choice
    ends = [_LETTER[choice.half]] if choice.half else []
    if choice.number == _DEMANDS and not choice.tiles:
        ends.append(_LETTER[_OTHER[choice.half]])
    joins = [words(f"variant.join.{join}") for join in dict.fromkeys((choice.first, choice.rest)) if join]
    tiles = str(choice.tiles or "")
    return " · ".join(filter(None, (variant_title(words, text), ", ".join(ends), tiles, ", ".join(joins))))


def has_matador_joins(text: str) -> bool:
    """Return True if some touching halves in the variant sum to 7."""
    choice = VARIANTS[text].choice
    if choice.first:
        return "m" in (choice.first, choice.rest)
    return choice.number not in _TRADITIONAL


def variant_rule(words: Words, text: str) -> str:
    """Return a variant's rule, with any matador joins explained."""
    choice = VARIANTS[text].choice
    is_explained = choice.number == _MATADOR or not has_matador_joins(text)
    rule = _rule(words, choice)
    return rule if is_explained else f"{rule} {words('board.nos.matador')}"


def _rule(words: Words, choice: VariantChoice) -> str:
    """Return a variant's rule with its opener's choices."""
    key = f"variant.{choice.number}.{choice.schema}.rule" if choice.schema else f"variant.{choice.number}.rule"
    if not choice.half:
        return words(key)
    ends = {"here": _LETTER[choice.half], "there": _LETTER[_OTHER[choice.half]]}
    if choice.number != _DEMANDS:
        return words(key, **ends)
    first, rest = (words(f"variant.halves.{join}") for join in (choice.first, choice.rest))
    joins = first if first == rest else words("variant.joins", first=first, rest=rest)
    if choice.tiles:
        return words.count(key, choice.tiles, joins=joins, **ends)
    return words(key, joins=joins, **ends)


def suggested(view: NosView) -> tuple[int, int]:
    """Return a simple variant, and the number of the viewer's tiles that fit.

    It is the plain traditional or matador line, whichever takes more of them.
    """
    opening = view.line.tiles[0].tile
    fitting = {
        number: sum(any(tile in join(half) for half in (opening.high, opening.low)) for tile in view.hand)
        for number, join in ((_TRADITIONAL[0], traditional), (_MATADOR, matador))
    }
    number = max(fitting, key=lambda one: fitting[one])
    return number, fitting[number]


def variants(words: Words, moves: Sequence[Move], first: int) -> Group:
    """Return the variants that may be named with their rules, the suggested one first."""
    numbers = sorted(map(int, _numbers(moves)), key=lambda number: number != first)
    choices = tuple(
        MoveChoice(
            variant_name(words, number),
            Ask(f"{_VERB} {number}"),
            emoji="⭐" if number == first else "",
            description=truncate(words(f"variant.{number}.rule"), MAX_OPTION_TEXT),
        )
        for number in numbers
    )
    return Group(choices, select=words("hand.nos.choose_variant"))


def named_by(moves: Sequence[Move], named: str) -> Iterator[Move]:
    """Yield the variants that begin with these choices."""
    return (move for move in moves if move.verb == _VERB and f"{move.value}/".startswith(f"{named}/"))


def variant_question(words: Words, moves: Sequence[Move], named: str) -> Question | None:
    """Return a variant's next sub-choice, if any.

    :param named: the choices so far, as the beginning of the text of a move: ``11/b/left``.
    """
    ways = list(named_by(moves, named))
    if not ways:
        return None
    parts = named.split("/")
    title = f"**{variant_name(words, int(parts[0]))}**"
    if [move.value for move in ways] == [named] and len(parts) == 1:
        play = MoveChoice(words("hand.nos.play_variant"), ways[0], Style.GO)
        return Question(f"{title} · {variant_rule(words, named)}", (Group((play,)),))
    of_kind = _STEPS.get("/".join(parts[:2]), ())
    step = of_kind[len(parts) - 2] if 0 <= len(parts) - 2 < len(of_kind) else _KIND
    choices = []
    for value in dict.fromkeys("/".join(move.value.split("/")[: len(parts) + 1]) for move in ways):
        further = list(named_by(ways, value))
        whole = further[0] if len(further) == 1 or value == named else None
        does = Move(_VERB, value=value) if value == named else whole or Ask(f"{_VERB} {value}")
        label = _answer(words, step, value)
        choices.append(MoveChoice(f"{label[0].upper()}{label[1:]}", does, Style.MAIN))
    text = words(f"hand.nos.ask.{step}", end=_LETTER.get(parts[2], "") if len(parts) > 2 else "")
    before = f"{_VERB} {named.rpartition('/')[0]}" if len(parts) > 1 else ""
    rule = f" · {words(f'variant.{parts[0]}.rule')}" if len(parts) == 1 else ""
    return Question(f"{title}{rule} · {text}", (Group(tuple(choices)),), before=before)


def _answer(words: Words, step: str, value: str) -> str:
    """Return a button below the question of a step."""
    last = value.rpartition("/")[2]
    if step == _KIND:
        plain = f"variant.{value}.name" if "/" not in value else f"variant.{value.replace('/', '.')}.name"
        return words(plain)
    if step == "tiles":
        return last
    return words(f"variant.half.{last}" if step == "half" else f"variant.halves.{last}")


def _numbers(moves: Sequence[Move]) -> list[str]:
    """Return the numbers of the variants that may be named."""
    return list(dict.fromkeys(move.value.partition("/")[0] for move in moves if move.verb == _VERB))
