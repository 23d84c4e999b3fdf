"""Private lessons, step by step; click addresses hold all state."""

from collections.abc import Mapping
from typing import Any, Final

import discord

import games
from bot.messages.errors import refusal_text
from bot.messages.games import PRESENTERS, Presenter, presenter_of
from bot.messages.games.lesson import READER, LessonAnswer, LessonStep, LessonVerdict, position
from bot.messages.help import rules_address
from bot.messages.parts.components import Button, ClickAddress, Kind, Row, Style, parse_page
from bot.messages.parts.message import COLOUR, Drawing, Message, embedded
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_FIELD_VALUE, signed, truncate
from bot.messages.table.hand import as_text
from bot.messages.welcome import Menu, Wishes, computer_button
from games import Match, Move
from games.core.moves import PLAY
from storage.matches import Player

_MARKS: Final = {LessonVerdict.RIGHT: "✅", LessonVerdict.WRONG: "❌", LessonVerdict.REFUSED: "🚫"}


def lesson_message(game: str, number: int, reader: Reader, name: str, *, user_id: int, answer: int = 0) -> Message:
    """Return a lesson's step, clamped to the last.

    :param number: the step, from 0.
    :param answer: the chosen answer, from 1; any other number: none.
    """
    w, kind = reader.words, games.CATALOGUE[game]
    lesson = presenter_of(kind, reader, PlayerNames.numbered(1)).lesson
    number = min(number, len(lesson) - 1)
    step = lesson[number]
    given = step.answers[answer - 1] if 0 < answer <= len(step.answers) else None
    is_done = not step.answers or (given is not None and given.verdict is LessonVerdict.RIGHT)
    asked = position(kind, step)
    match = position(kind, step, given) if given is not None and is_done else asked
    presenter = presenter_of(kind, reader, PlayerNames.beside_computers(name, match, w))
    lines = [w(f"lesson.{game}.{step.key}", **_filled(step.facts))]
    if given is not None:
        lines.append(f"{_MARKS[given.verdict]} {_explained(game, step, answer, match, reader)}")
    embed = discord.Embed(colour=COLOUR, title=w("lesson.title", game=w(f"game.{game}.name")))
    drawing, letters = _position_shown(match, presenter, lines)
    embed.description = "\n\n".join(lines)
    embed.set_footer(text=w("lesson.progress", number=number + 1, total=len(lesson)))
    answers = []
    for index, one in enumerate(step.answers, 1):
        style = Style.PLAIN if is_done else Style.MAIN
        if index == answer:
            style = Style.GO if is_done else Style.DANGER
        tile = Move.parse(one.move).tile if one.move else None
        emoji = reader.emoji(tile) if tile else ""
        label = _label(f"lesson.{game}.{step.key}.{index}.label", one, asked, presenter)
        shut = is_done or index == answer
        answers.append(Button(_address(game, number, index), label, style, emoji, disabled=shut))
    back = Button(_address(game, max(number - 1, 0)), w("hand.button.back"), disabled=number == 0)
    if not is_done:
        below: tuple[Button, ...] = (back,)
    elif number + 1 < len(lesson):
        below = (back, Button(_address(game, number + 1), w("rules.button.next"), Style.GO))
    else:
        below = (back, *_what_next(game, reader, user_id))
    rows: tuple[Row, ...] = (answers, below) if answers else (below,)
    if reader.board == "text":
        embed.add_field(name=presenter.text_board_title(), value=truncate(letters, MAX_FIELD_VALUE), inline=False)
        return Message(embed=embed, rows=rows)
    return embedded(embed, drawing, rows)


def _address(game: str, number: int, answer: int = 0) -> ClickAddress:
    return ClickAddress(Kind.LESSON_STEP, "", number, f"{game}/{answer}")


def parse_answer(address: ClickAddress) -> tuple[str, int, int]:
    """Return the game, step and answer in an address."""
    game, _, answer = address.rest.partition("/")
    return game, address.number, parse_page(answer)


def _filled(facts: Mapping[str, int]) -> dict[str, str]:
    return {name: signed(str(number)) for name, number in facts.items()}


def _explained(game: str, step: LessonStep, number: int, match: Match, reader: Reader) -> str:
    """Return an answer's explanation, or the broken rule."""
    answer = step.answers[number - 1]
    refusal = match.refusal(READER, answer.move) if answer.verdict is LessonVerdict.REFUSED else None
    if refusal is not None:
        return refusal_text(refusal, reader)
    return reader.words(f"lesson.{game}.{step.key}.{number}", **_filled(answer.facts))


def _position_shown(match: Match, presenter: Presenter[Any, Any], lines: list[str]) -> tuple[Drawing | None, str]:
    """Return a picture and text; add the deal's end to `lines`."""
    if match.last_deal is not None:
        ending = presenter.deal_end(match.last_deal)
        lines.append("\n".join(f"> {line}" for line in ending.lines))
        return ending.drawing, ending.text_board
    view = match.view(READER)
    hand = presenter.hand(view) if view.moves and presenter.table_beside_hand else None
    return hand or presenter.board(view) or presenter.hand(view), as_text(view, presenter)


def _label(key: str, answer: LessonAnswer, match: Match, presenter: Presenter[Any, Any]) -> str:
    """Return an answer's button label.

    :param key: the text key of an answer in words.
    """
    if answer.points is not None:
        return presenter.w.count("board.points", answer.points)
    if answer.is_in_words:
        return presenter.w(key)
    move, view = Move.parse(answer.move), match.view(READER)
    if move.verb == PLAY and move.tile and (move.at or move.value):
        return f"{move.tile} · {presenter.short_place(view, move)}"
    return presenter.label(view, move)


def _what_next(game: str, reader: Reader, user_id: int) -> tuple[Button, ...]:
    """Return the buttons after the last step."""
    order = [one.key for family in games.FAMILIES.values() for one in family]
    following = order[(order.index(game) + 1) % len(order)]
    name = reader.words(f"game.{following}.name")
    rules = Button(rules_address(game), reader.words("board.button.rules"))
    further = Button(_address(following, 0), reader.words("lesson.button.following", game=name), emoji="🎓")
    menu = Menu(user_id, wishes=Wishes(computer=Player.CASUAL))
    return (computer_button(games.CATALOGUE[game], menu, reader.words), rules, further)


_STEPS: Final = [(game, step) for look in PRESENTERS for game in look.presents for step in look.lesson]
_EXPLAINED: Final = [
    ((game, step.key, str(number)), answer)
    for game, step in _STEPS
    for number, answer in enumerate(step.answers, 1)
    if answer.verdict is not LessonVerdict.REFUSED
]

COMPLETES: Final = {
    "lesson.{}.{}": [(game, step.key) for game, step in _STEPS],
    "lesson.{}.{}.{}": [names for names, _ in _EXPLAINED],
    "lesson.{}.{}.{}.label": [names for names, answer in _EXPLAINED if answer.is_in_words],
}
