"""A solitaire's message: layout, choices, ending and solution."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, cast

import discord

from bot.locales import Words
from bot.messages.games import presenter_of
from bot.messages.games.solitaires import SolitairePresenter
from bot.messages.help import rules_address
from bot.messages.parts.addresses import USER_ID_DIGITS
from bot.messages.parts.choices import Clicks, Focus, Group, Question, lay_out, without_page
from bot.messages.parts.components import MAX_ROWS, Button, ClickAddress, ClickKind, Kind, Row, Style
from bot.messages.parts.message import COLOUR, GOLD, GREY, Message, embedded
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, escape, timestamp
from bot.messages.table.shuffle import code_line
from bot.tables.solo.searching import dealt
from bot.tables.solo.state import Solo
from games import Event, Move, View
from games.core.events import Over
from games.core.solitaire import GaveUp, Solitaire, SolitaireView, Solved, Stuck
from games.solitaires.solver import Hint, SearchVerdict, Solution
from storage.solo import SoloStatus

from .solved import UNCOMPARED, Comparison, duration, solved_drawing, solved_lines

_ENDS: Final = (Over, Solved, Stuck, GaveUp)


@dataclass(frozen=True)
class SoloNotes:
    """Additions to a solitaire's message.

    :ivar note: the first line: why a click was refused.
    :ivar public: whether others see the message.
    :ivar asked: the key of a question to ask, or a page of the choices.
    :ivar thinking: whether the solver is searching.
    :ivar verdict: whether the deal could be solved, if known.
    :ivar compared: other results, beside a solved deal.
    """

    note: str = ""
    public: bool = False
    asked: str = ""
    hint: Hint | None = None
    thinking: bool = False
    verdict: SearchVerdict | None = None
    compared: Comparison = UNCOMPARED


def solo_message(solo: Solo, reader: Reader, notes: SoloNotes | None = None) -> Message:
    """Return the current layout of a solitaire with all choices."""
    notes = notes or SoloNotes()
    if solo.match is None:
        return Message(notes.note or reader.words("table.broken"))
    view, presenter = cast("SolitaireView", solo.match.view(0)), solo_presenter(solo.kind, reader, solo.stored.name)
    asks = bool(view.moves) and bool(without_page(notes.asked))
    question = presenter.question(view, without_page(notes.asked)) if asks else None
    solved = solo.stored.status is SoloStatus.SOLVED
    lines = [notes.note, "" if solo.revision else f"-# 🎯 {presenter.w(f'game.{solo.stored.game}.blurb')}"]
    lines += _status(solo, solo.match, presenter, notes)
    lines += [] if solved else [f"-# {line}" for line in presenter.state(view)]
    if question is not None:
        lines.append(f"**{question.text}**")
    if solo.is_final:
        rows: tuple[Row, ...] = _final_rows(solo, reader, notes)
    else:
        rows = (
            *_choices(solo, view, presenter, notes, question),
            *_way_out(solo, reader),
            _controls(solo, reader, notes),
        )
    focus = _focus(solo.match, presenter, question, notes.hint.move if notes.hint else None)
    embed = discord.Embed(colour=_colour(solo), title=_title(solo, reader.words))
    embed.description = "\n".join(line for line in lines if line)
    embed.set_footer(text=" · ".join(_facts(solo, view, presenter)))
    if reader.board == "text":
        letters = presenter.solved_description(view) if solved else f"```\n{presenter.text_board(view)}\n```"
        embed.add_field(name=reader.words("solo.layout"), value=letters, inline=False)
        return Message(embed=embed, rows=rows)
    if solved:
        return embedded(embed, solved_drawing(solo, view, notes.compared, presenter), rows)
    return embedded(embed, presenter.board(view, focus), rows)


def solo_address(kind: ClickKind, user_id: int, game: str = "") -> ClickAddress:
    """Return the address of the solitaire menu or game.

    :param user_id: the only user who may click.
    """
    return ClickAddress(kind, rest=f"{game}/{user_id}")


def parse_solo(address: ClickAddress) -> tuple[str, int]:
    """Return the game ("": none) and the permitted user (0: none)."""
    game, _, user_id = address.rest.partition("/")
    return game, int(user_id) if user_id.isascii() and user_id.isdecimal() and len(user_id) <= USER_ID_DIGITS else 0


def resume_question(solo: Solo, reader: Reader) -> Message:
    """Return the question whether to resume an unfinished solitaire."""
    w = reader.words
    seen = solo_message(solo, reader)
    text = w(
        "solo.half_played",
        game=w(f"game.{solo.stored.game}.name"),
        moves=w.count("solo.moves", solo.stored.moves),
        when=timestamp(solo.stored.created_at, "R"),
    )
    row = (
        Button(ClickAddress(Kind.SOLO_SHOW, solo.id, solo.revision), w("solo.button.go_on"), Style.GO),
        Button(solo_address(Kind.SOLO_NEW, solo.stored.user_id, solo.stored.game), w("solo.button.new"), Style.DANGER),
        Button(solo_address(Kind.SOLO_MENU, solo.stored.user_id), w("solo.button.others")),
    )
    if seen.embed is not None:
        seen.embed.description = text
    return replace(seen, rows=(row,), content=text if seen.embed is None else "")


def give_up_message(solo: Solo, reader: Reader) -> Message:
    """Return the question whether to give up."""
    w, seen = reader.words, solo_message(solo, reader)
    row = (
        Button(ClickAddress(Kind.SOLO_GIVE_UP, solo.id, solo.revision), w("solo.button.give_up"), Style.DANGER),
        Button(ClickAddress(Kind.SOLO_SHOW, solo.id, solo.revision), w("solo.button.go_on"), Style.GO),
    )
    if seen.embed is not None:
        seen.embed.description = f"**{w('solo.sure')}**"
    return replace(seen, rows=(row,))


def solo_presenter(game: type[Solitaire], reader: Reader, name: str) -> SolitairePresenter[Any]:
    """Return a solitaire's presenter for a reader."""
    names = PlayerNames((name,), (bold(name),), (bold(name),))
    return cast("SolitairePresenter[Any]", presenter_of(game, reader, names))


# --- What is said -----------------------------------------------------------------------------------------------------


def _title(solo: Solo, w: Words) -> str:
    key = "solo.title.daily" if solo.stored.day else "solo.title"
    return w(key, game=w(f"game.{solo.stored.game}.name"), name=escape(solo.stored.name))


def _colour(solo: Solo) -> discord.Colour:
    if solo.stored.status is SoloStatus.SOLVED:
        return GOLD
    return GREY if solo.is_final else COLOUR


def _status(solo: Solo, match: Solitaire, presenter: SolitairePresenter[Any], notes: SoloNotes) -> Iterator[str]:
    w, stored = presenter.w, solo.stored
    if stored.status is SoloStatus.PLAYING:
        yield from presenter.event_texts(_last_events(match))
        if not solo.revision:
            yield f"-# {w('solo.begun', when=timestamp(stored.created_at, 'R'))}"
        if not solo.revision and solo.origin is not None:
            yield code_line(solo.origin.fingerprint, w)
    elif stored.status is SoloStatus.STUCK and stored.open:
        yield from presenter.event_texts(_last_events(match))
        yield f"**{w('solo.stuck.daily' if stored.day else 'solo.stuck')}**"
    else:
        yield f"**{_result(solo, w)}**"
        if stored.status is SoloStatus.SOLVED:
            yield from solved_lines(solo, notes.compared, w)
        if notes.verdict is not None:
            yield w(f"solo.verdict.{notes.verdict}")
    if notes.hint is not None:
        yield _hint(notes.hint, match, presenter)
    elif notes.thinking:
        yield w("solo.thinking")
    if notes.verdict is SearchVerdict.LOST and not stored.counted and not stored.day:
        yield f"-# {w('solo.no_loss')}"
    elif not stored.counted:
        yield f"-# {w('solo.for_fun')}"


def _result(solo: Solo, w: Words) -> str:
    stored = solo.stored
    moves, time = w.count("solo.moves", stored.moves), duration(stored.seconds)
    if stored.status is SoloStatus.SOLVED:
        return w("solo.solved.helped" if stored.helped else "solo.solved", moves=moves, time=time)
    return w("solo.lost.stuck" if stored.status is SoloStatus.STUCK else "solo.lost.gave_up", moves=moves)


def _hint(hint: Hint, match: Solitaire, presenter: SolitairePresenter[Any]) -> str:
    w = presenter.w
    if hint.verdict is SearchVerdict.UNKNOWN:
        return w("solo.hint.unknown")
    if hint.move is not None:
        move = f"**{presenter.label(match.view(0), hint.move)}**"
        return w.count("solo.hint.move", hint.moves_left, move=move)
    return w.count("solo.hint.undo", hint.undo) if hint.undo else w("solo.hint.lost")


def _last_events(match: Solitaire) -> list[Event]:
    """Return the last move's events, without an ending."""
    done = [number for number, event in enumerate(match.events) if event.seat == 0 and not isinstance(event, _ENDS)]
    events = match.events[done[-1] :] if done else []
    return [event.seen_by(None) for event in events if not isinstance(event, _ENDS)]


def _focus(
    match: Solitaire, presenter: SolitairePresenter[Any], question: Question | None, hinted: Move | None
) -> Focus | None:
    """Return the picture marks: hint, question, or last moved tile."""
    if hinted is not None and (question is None or hinted in _moves(question)):
        return presenter.focus(hinted)
    return question.focus if question else _last_moved(match)


def _moves(question: Question) -> list[object]:
    return [choice.does for group in question.groups for choice in group.choices]


def _last_moved(match: Solitaire) -> Focus | None:
    """Return the last moved tile, if still in the layout."""
    event = next((event for event in reversed(match.events) if event.seat == 0), None)
    tile = event.tiles[0] if event is not None and len(event.tiles) == 1 else None
    return None if tile is None else Focus(tile)


def _facts(solo: Solo, view: SolitaireView, presenter: SolitairePresenter[Any]) -> list[str]:
    w = presenter.w
    helped = [w("solo.helped")] if solo.stored.helped else []
    facts = [] if solo.stored.status is SoloStatus.SOLVED else presenter.facts(view)
    return [w.count("solo.moves", solo.stored.moves), *facts, *helped]


# --- What can be done -------------------------------------------------------------------------------------------------


def _choices(
    solo: Solo, view: SolitaireView, presenter: SolitairePresenter[Any], notes: SoloNotes, question: Question | None
) -> tuple[Row, ...]:
    reader = presenter.reader
    clicks = Clicks(solo.id, solo.revision, Kind.SOLO_MOVE, Kind.SOLO_ASK)
    if question is not None:
        back = Button(ClickAddress(Kind.SOLO_SHOW, solo.id, solo.revision, "back"), presenter.w("hand.button.back"))
        groups = _with_hint(question.groups, notes)
        return (*lay_out(groups, clicks, reader, room=MAX_ROWS - 2, asked=notes.asked), (back,))
    groups = _with_hint(presenter.choices(view), notes)
    return lay_out(groups, clicks, reader, room=MAX_ROWS - 1, asked=notes.asked)


def _with_hint(groups: tuple[Group, ...], notes: SoloNotes) -> tuple[Group, ...]:
    """Return the groups with the path to the hint highlighted."""
    if notes.hint is not None and notes.hint.move is not None:
        return tuple(_highlighted(group, str(notes.hint.move), str(notes.hint.move.tile)) for group in groups)
    return groups


def _highlighted(group: Group, move: str, key: str) -> Group:
    """Return a group with the path to a move highlighted."""
    return replace(
        group,
        choices=tuple(
            replace(choice, style=Style.GO)
            if str(choice.does) == move or getattr(choice.does, "key", None) == key
            else choice
            for choice in group.choices
        ),
    )


def _way_out(solo: Solo, reader: Reader) -> tuple[Row, ...]:
    """Return the new-deal button for a stuck non-daily game."""
    if solo.stored.status is not SoloStatus.STUCK or solo.stored.day:
        return ()
    address = solo_address(Kind.SOLO_NEW, solo.stored.user_id, solo.stored.game)
    return ((Button(address, reader.words("solo.button.new_deal"), Style.GO, "🀱"),),)


def _controls(solo: Solo, reader: Reader, notes: SoloNotes) -> Row:
    def at(kind: ClickKind, rest: str = "") -> ClickAddress:
        return ClickAddress(kind, solo.id, solo.revision, rest)

    w, played = reader.words, bool(solo.line.played)
    back = notes.hint.undo if notes.hint and notes.hint.undo else 1
    if back > 1:
        undo = Button(at(Kind.SOLO_UNDO, str(back)), w("solo.button.undo_many", number=back), Style.GO, "↩️")
    else:
        undo = Button(at(Kind.SOLO_UNDO, "1"), w("solo.button.undo"), emoji="↩️", disabled=not played)
    if notes.thinking:
        hint = Button(at(Kind.SOLO_CALL_OFF), w("solo.button.call_off"), Style.DANGER, "✋")
    else:
        hint = Button(at(Kind.SOLO_HINT), w("solo.button.hint"), emoji="💡")
    redo = Button(at(Kind.SOLO_REDO), w("solo.button.redo"), emoji="↪️")
    rules = Button(rules_address(solo.stored.game), w("board.button.rules"), emoji="📖")
    restart = Button(at(Kind.SOLO_RESTART), w("solo.button.restart"), emoji="⏮️", disabled=not played)
    give_up = Button(at(Kind.SOLO_ASK_GIVE_UP), w("solo.button.give_up"), emoji="🏳️")
    if played or solo.line.undone or solo.stored.day:
        return (undo, redo if solo.line.undone else rules, restart, hint, give_up)
    any_deal = Button(
        solo_address(Kind.SOLO_ANY_DEAL, solo.stored.user_id, solo.stored.game), w("solo.button.any_deal"), emoji="🎲"
    )
    only_me = (Button(at(Kind.SOLO_ONLY_ME), w("solo.button.only_me"), emoji="🙈"),) if notes.public else ()
    return (any_deal, *only_me, rules, hint, give_up)


def _final_rows(solo: Solo, reader: Reader, notes: SoloNotes) -> tuple[Row, ...]:
    """Return a finished game's buttons, with the solution unless none exists."""
    w, stored = reader.words, solo.stored
    known = not notes.thinking and notes.verdict in (None, SearchVerdict.WON)
    solution = (Button(ClickAddress(Kind.SOLUTION, solo.id), w("solo.button.solution"), emoji="🧭"),) if known else ()
    record = Button(ClickAddress(Kind.SOLO_RECORD, solo.id), w("shuffle.title"), emoji="🔒")
    reviewed = bool(solo.line.played) and not notes.thinking
    review = (Button(ClickAddress(Kind.SOLO_REVIEW, solo.id), w("review.button"), emoji="🔍"),) if reviewed else ()
    share = Button(ClickAddress(Kind.DAILY_SHARE, solo.id), w("solo.button.share"), emoji="📣")
    if stored.day:
        page = Button(ClickAddress(Kind.DAILY_PAGE, rest=stored.game), w("solo.button.today"), Style.MAIN, "📅")
        return ((page, share, *solution, *review, record),)
    another = Button(solo_address(Kind.SOLO_NEW, stored.user_id, stored.game), w("solo.button.another"), Style.GO)
    others = Button(solo_address(Kind.SOLO_MENU, stored.user_id), w("solo.button.others"))
    if stored.status is SoloStatus.SOLVED:
        return ((another, others, share), (*solution, *review, record))
    return ((another, others, *solution, *review, record),)


_LEAP: Final = 10


def solution_message(game: str, seed: str, solution: Solution, step: int, reader: Reader, source: str) -> Message:
    """Return a step of a solution, from 0, or its end.

    :param source: the deal in addresses: the id of a solitaire, or a game and a day separated by a slash.
    """
    w = reader.words
    if solution.verdict is not SearchVerdict.WON:
        return Message(w(f"solo.verdict.{solution.verdict}"))
    line = solution.line
    step = max(0, min(step, len(line)))
    match = dealt(game, seed, [str(move) for move in line[:step]])
    view, presenter = match.view(0), solo_presenter(type(match), reader, "")
    coming = line[step] if step < len(line) else None
    embed = discord.Embed(colour=COLOUR, title=w("solo.solution.title", game=w(f"game.{game}.name")))
    embed.description = f"**{presenter.label(view, coming)}**" if coming else w("solo.solution.done")
    embed.set_footer(text=w("lesson.progress", number=step, total=len(line)))
    solo_id, rest = ("", source) if "/" in source else (source, "")

    def at(step: int, place: int) -> ClickAddress:
        return ClickAddress(Kind.SOLUTION_STEP, solo_id, step, f"{rest}/{place}")

    return layout_message(embed, view, presenter, coming, (step_buttons(at, step, len(line)),))


def layout_message(
    embed: discord.Embed,
    view: View,
    presenter: SolitairePresenter[Any],
    marked: Move | None,
    rows: tuple[Row, ...],
) -> Message:
    """Return a message with a layout, in which a move is marked."""
    if presenter.reader.board == "text":
        letters = f"```\n{presenter.text_board(view)}\n```"
        embed.add_field(name=presenter.w("solo.layout"), value=letters, inline=False)
        return Message(embed=embed, rows=rows)
    return embedded(embed, presenter.board(view, presenter.focus(marked) if marked else None), rows)


def step_buttons(at: Callable[[int, int], ClickAddress], step: int, last: int) -> Row:
    """Return the buttons to other steps.

    :param at: returns the address of a step, with the place of the button, which makes it unique.
    """
    leads = (
        ("⏮️", 0, step > 0),
        ("◀️", step - 1, step > 0),
        ("▶️", step + 1, step < last),
        ("⏩", min(step + _LEAP, last), step < last),
        ("⏭️", last, step < last),
    )
    return tuple(
        Button(at(max(0, to), place), None, emoji=emoji, disabled=not leads_on)
        for place, (emoji, to, leads_on) in enumerate(leads)
    )


COMPLETES: Final = {
    "solo.verdict.{}": SearchVerdict,
}
