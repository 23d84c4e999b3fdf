"""Private lessons, step by step; click addresses hold all state."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

import discord

import games
from bot.locales import Words
from bot.messages.errors import refusal_text
from bot.messages.games import PRESENTERS, Presenter, presenter_of
from bot.messages.games.lesson import READER, LessonAnswer, LessonStep, LessonVerdict, position
from bot.messages.games.presenter import Clash
from bot.messages.help import rules_address
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    Kind,
    Row,
    Select,
    SelectOption,
    Style,
    button_rows,
    parse_page,
)
from bot.messages.parts.message import COLOUR, Drawing, Message, embedded
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_BUTTON_LABEL, MAX_FIELD_VALUE, MAX_OPTION_TEXT, signed, truncate
from bot.messages.table.hand import as_text
from bot.messages.welcome import Menu, Wishes, computer_button
from bot.tables.errors import TableError
from games import Match, Move
from storage.matches import Player

_MARKS: Final = {LessonVerdict.RIGHT: "✅", LessonVerdict.WRONG: "❌", LessonVerdict.REFUSED: "🚫"}
_LEARN: Final = "🎓"
IN_THREAD: Final = "thread"
"""The end of an address that plays on in a thread."""


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game.

    :ivar number: 0 for the one for beginners, 1 for the second.
    :ivar key: the key of its texts, after ``lesson``.
    """

    game: str
    number: int
    key: str
    steps: tuple[LessonStep, ...]

    @property
    def name(self) -> str:
        """Its name in addresses and among the finished lessons: ``nos``, ``nos/1``."""
        return f"{self.game}/{self.number}" if self.number else self.game

    @property
    def can_play_on(self) -> bool:
        """True if a table can go on from its last position."""
        return self.game in games.TABLE_GAMES and not games.CATALOGUE[self.game].info.signs

    def title(self, reader: Reader) -> str:
        """Return the game's name, with the subject of a second lesson."""
        w, game = reader.words, reader.words(f"game.{self.game}.name")
        return w("lesson.second", game=game, subject=w(f"lesson.{self.key}.name")) if self.number else game

    def subject(self, reader: Reader) -> str:
        """Return its line below the other lessons of the game: the subject of a second lesson alone."""
        return f"↳ {reader.words(f'lesson.{self.key}.name')}" if self.number else self.title(reader)


def _lessons_of(look: type[Presenter[Any, Any]], game: str) -> tuple[Lesson, ...]:
    first, second = Lesson(game, 0, game, look.lesson), look.second_lesson
    return (first, Lesson(game, 1, second.key, second.steps)) if second else (first,)


_LOOKS: Final = {
    game.key: next(look for look in PRESENTERS if game.key in look.presents)
    for family in games.FAMILIES.values()
    for game in family
}
EVERY: Final = tuple(lesson for game, look in _LOOKS.items() for lesson in _lessons_of(look, game))
"""All lessons, in the order in which people see the games."""

LESSONS: Final[Mapping[str, tuple[Lesson, ...]]] = {
    game: (*_lessons_of(look, game), *(lesson for lesson in EVERY if lesson.key == look.linked_lesson))
    for game, look in _LOOKS.items()
}
"""The lessons of each game; some link the second one of another game."""


@dataclass(frozen=True)
class LessonPlace:
    """A step of a lesson, and the chosen answer, from 1; any other number: none."""

    lesson: Lesson
    number: int = 0
    answer: int = 0

    @classmethod
    def parse(cls, address: ClickAddress, value: str = "") -> Self:
        """Return the place in an address, or in the value of a select.

        :raises TableError: if there is no such lesson.
        """
        game, answer, number = (*(value or address.rest).split("/"), "", "")[:3]
        lessons = LESSONS.get(game, ())
        which = parse_page(number)
        if which >= len(lessons):
            raise TableError("error.button_unknown")
        return cls(lessons[which], min(address.number, len(lessons[which].steps) - 1), parse_page(answer))

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.number]

    @property
    def given(self) -> LessonAnswer | None:
        """The chosen answer."""
        return self.step.answers[self.answer - 1] if 0 < self.answer <= len(self.step.answers) else None

    @property
    def is_answered(self) -> bool:
        """True if the step asks nothing more."""
        return not self.step.answers or (self.given is not None and self.given.verdict is LessonVerdict.RIGHT)

    @property
    def is_end(self) -> bool:
        """True if the lesson is finished."""
        return self.is_answered and self.number == len(self.lesson.steps) - 1

    def address(self, number: int | None = None, answer: int = 0) -> ClickAddress:
        """Return the address of a step, by default this one."""
        rest = f"{self.lesson.game}/{answer}{f'/{self.lesson.number}' if self.lesson.number else ''}"
        return ClickAddress(Kind.LESSON_STEP, "", self.number if number is None else number, rest)

    def position(self) -> Match:
        """Return the match at the step, after the right answer."""
        return position(games.CATALOGUE[self.lesson.game], self.step, self.given if self.is_answered else None)


def lesson_message(place: LessonPlace, reader: Reader, name: str, *, user_id: int) -> Message:
    """Return a lesson's step."""
    w, step, given = reader.words, place.step, place.given
    kind = games.CATALOGUE[place.lesson.game]
    asked = position(kind, step)
    match = place.position()
    presenter = presenter_of(kind, reader, PlayerNames.beside_computers(name, match, w))
    goal = w(f"lesson.{place.lesson.key}.goal")
    lines = [w("lesson.goal", goal=goal)] if place.number == 0 else []
    lines.append(w(f"lesson.{place.lesson.key}.{step.key}", **_filled(step.facts)))
    clash: Clash | None = None
    if given is not None:
        lines.append(f"{_MARKS[given.verdict]} {_explained(place, match, reader)}")
        if given.verdict is LessonVerdict.REFUSED:
            clash = presenter.clash(asked.view(READER), Move.parse(given.move))
    if clash is not None and clash.text:
        lines[-1] = f"{lines[-1]} {clash.text}"
    embed = discord.Embed(colour=COLOUR, title=w("lesson.title", game=place.lesson.title(reader)))
    drawing, letters = _position_shown(match, presenter, lines)
    if place.is_end:
        lines.append(w("lesson.done", goal=goal))
    embed.description = "\n\n".join(lines)
    total = len(place.lesson.steps)
    passed = place.number + place.is_answered
    bar = "▰" * passed + "▱" * (total - passed)
    embed.set_footer(text=f"{bar}  {w('lesson.progress', number=place.number + 1, total=total)}")
    rows = _rows(place, asked, presenter, user_id)
    if reader.board == "text":
        embed.add_field(name=presenter.text_board_title(), value=truncate(letters, MAX_FIELD_VALUE), inline=False)
        return Message(embed=embed, rows=rows)
    return embedded(embed, clash.drawing if clash and clash.drawing else drawing, rows)


def lessons_message(reader: Reader, done: Collection[str]) -> Message:
    """Return all lessons, with the finished ones marked.

    :param done: the names of the finished lessons.
    """
    w = reader.words
    finished = sum(lesson.name in done for lesson in EVERY)
    lines = [w("lesson.list", number=finished, total=len(EVERY))]
    for family, kinds in games.FAMILIES.items():
        lines.append(f"-# {w(f'family.{family}')}")
        lines += [
            f"{'✅' if lesson.name in done else '⬜'} {lesson.subject(reader)}"
            for kind in kinds
            for lesson in LESSONS[kind.key]
            if lesson.game == kind.key
        ]
    embed = discord.Embed(colour=COLOUR, title=f"{_LEARN} {w('lesson.list.title')}", description="\n".join(lines))
    options = tuple(
        SelectOption(
            truncate(lesson.title(reader), MAX_OPTION_TEXT),
            LessonPlace(lesson).address().rest,
            emoji="✅" if lesson.name in done else _LEARN,
        )
        for lesson in EVERY
    )
    select = Select(ClickAddress(Kind.LESSON_STEP), options, w("lesson.choose"))
    return Message(embed=embed, rows=((select,),))


def thread_button(place: LessonPlace, w: Words) -> Button:
    """Return the button that plays on in a thread."""
    return Button(_play_address(place, IN_THREAD), w("lesson.button.play"), Style.GO, "🧵")


def back_button(place: LessonPlace, w: Words) -> Button:
    """Return the button that leads back to the lesson."""
    return Button(place.address(answer=place.answer), w("hand.button.back"))


def parse_play(address: ClickAddress) -> tuple[LessonPlace, bool]:
    """Return the last step of the lesson in an address, and whether a thread is wanted.

    :raises TableError: if there is no such lesson, or no position to play on.
    """
    game, _, rest = address.rest.partition("/")
    which, _, where = rest.partition("/")
    place = LessonPlace.parse(replace(address, rest=f"{game}//{which}"))
    last = len(place.lesson.steps) - 1
    answers = place.lesson.steps[last].answers
    right = next((n for n, one in enumerate(answers, 1) if one.verdict is LessonVerdict.RIGHT), 0)
    if not place.lesson.can_play_on:
        raise TableError("error.button_unknown")
    return LessonPlace(place.lesson, last, right), where == IN_THREAD


def _play_address(place: LessonPlace, where: str = "") -> ClickAddress:
    rest = f"{place.lesson.game}/{place.lesson.number}{f'/{where}' if where else ''}"
    return ClickAddress(Kind.LESSON_PLAY, rest=rest)


def _rows(place: LessonPlace, asked: Match, presenter: Presenter[Any, Any], user_id: int) -> tuple[Row, ...]:
    """Return the answers, and the ways on."""
    w = presenter.w
    answers = tuple(_answer_button(place, index, asked, presenter) for index in range(1, len(place.step.answers) + 1))
    back = Button(place.address(max(place.number - 1, 0)), w("hand.button.back"), disabled=place.number == 0)
    above = (answers,) if answers else ()
    if place.is_end:
        play, further = _what_next(place, presenter.reader, user_id)
        return (*above, play, *button_rows((back, *further)))
    if not place.is_answered:
        return (*above, (back,))
    return (*above, (back, Button(place.address(place.number + 1), w("rules.button.next"), Style.GO)))


def _answer_button(place: LessonPlace, index: int, asked: Match, presenter: Presenter[Any, Any]) -> Button:
    answer = place.step.answers[index - 1]
    style = Style.PLAIN if place.is_answered else Style.MAIN
    if index == place.answer:
        style = Style.GO if place.is_answered else Style.DANGER
    tile = Move.parse(answer.move).tile if answer.move else None
    emoji = presenter.reader.emoji(tile) if tile else ""
    label = _label(f"lesson.{place.lesson.key}.{place.step.key}.{index}.label", answer, asked, presenter)
    shut = place.is_answered or index == place.answer
    return Button(place.address(answer=index), label, style, emoji, disabled=shut)


def _filled(facts: Mapping[str, int]) -> dict[str, str]:
    return {name: signed(str(number)) for name, number in facts.items()}


def _explained(place: LessonPlace, match: Match, reader: Reader) -> str:
    """Return an answer's explanation, or the broken rule."""
    answer = place.step.answers[place.answer - 1]
    refusal = match.refusal(READER, answer.move) if answer.verdict is LessonVerdict.REFUSED else None
    if refusal is not None:
        return refusal_text(refusal, reader)
    return reader.words(f"lesson.{place.lesson.key}.{place.step.key}.{place.answer}", **_filled(answer.facts))


def _position_shown(match: Match, presenter: Presenter[Any, Any], lines: list[str]) -> tuple[Drawing | None, str]:
    """Return a picture and text; add the deal's end to `lines`."""
    if match.last_deal is not None:
        ending = presenter.deal_end(match.last_deal)
        lines.append("\n".join(f"> {line}" for line in ending.lines))
        return ending.drawing, ending.text_board
    view = match.view(READER)
    hand = presenter.with_whole_table().hand(view) if view.moves and presenter.table_beside_hand else None
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
    is_placed = bool(move.tile and (move.at or move.value)) and match.key in games.TABLE_GAMES
    return presenter.move_text(view, move) if is_placed else presenter.label(view, move)


def _what_next(place: LessonPlace, reader: Reader, user_id: int) -> tuple[Row, tuple[Button, ...]]:
    """Return the ways to play, and to read and learn more."""
    w, lesson = reader.words, place.lesson
    menu = Menu(user_id, wishes=Wishes(computer=Player.CASUAL))
    match = computer_button(games.CATALOGUE[lesson.game], menu, w)
    play: Row = (match,)
    if lesson.can_play_on:
        here = Button(_play_address(place), w("lesson.button.play"), Style.GO, "▶️")
        play = (here, replace(match, style=Style.MAIN))
    shared = [one for one in LESSONS[lesson.game] if one.game != lesson.game]
    following = [*shared, EVERY[(EVERY.index(lesson) + 1) % len(EVERY)]]
    on = tuple(
        Button(
            LessonPlace(one).address(),
            truncate(w("lesson.button.following", game=one.title(reader)), MAX_BUTTON_LABEL),
            emoji=_LEARN,
        )
        for one in following
    )
    rules = Button(rules_address(lesson.game), w("board.button.rules"))
    return play, (rules, *on, Button(ClickAddress(Kind.LESSONS), w("lesson.button.all")))


_STEPS: Final = [(lesson.key, step) for lesson in EVERY for step in lesson.steps]
_EXPLAINED: Final = [
    ((key, step.key, str(number)), answer)
    for key, step in _STEPS
    for number, answer in enumerate(step.answers, 1)
    if answer.verdict is not LessonVerdict.REFUSED
]

COMPLETES: Final = {
    "lesson.{}.goal": [lesson.key for lesson in EVERY],
    "lesson.{}.name": [lesson.key for lesson in EVERY if lesson.number],
    "lesson.{}.{}": [(key, step.key) for key, step in _STEPS],
    "lesson.{}.{}.{}": [names for names, _ in _EXPLAINED],
    "lesson.{}.{}.{}.label": [names for names, answer in _EXPLAINED if answer.is_in_words],
}
