"""A match's summary: deal ends, ranking and record file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.locales import Words
from bot.messages.games import Presenter, presenter_at, presenter_of
from bot.messages.parts.components import Button, ClickAddress, Kind, Style
from bot.messages.parts.message import COLOUR, GOLD, GREY, Message, embedded
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import escape, signed, split_into_fields
from bot.messages.replay.course import MatchCourse
from bot.messages.sharing import SharedResult, ShareSquare
from bot.messages.table.board import ChannelPermissions, continued_lines, event_lines
from bot.messages.table.ladder import ladder_result, next_button
from bot.messages.table.notes import NO_NOTES, Notes
from bot.tables.continuing import can_be_played_on
from bot.tables.ladder import Climb
from bot.tables.state import Table
from bot.version import VERSION
from games import Match
from games.core.events import Resigned
from games.core.record import ABANDONED
from games.core.view import DealEnd
from games.verifying import stated_of
from storage.matches import DealResult, MatchResult, Status

from .match_end import MatchStory
from .shuffle import next_lines, shuffle_button

_ALL: Final = ChannelPermissions()
_SQUARES: Final = 10
"""The most deals that a shared result shows for each side, so that a line fits on a phone."""


def deal_message(table: Table, ending: DealEnd, reader: Reader, medium: ChannelPermissions) -> Message:
    """Return a deal's end: table, remaining tiles, and count."""
    w, presenter = reader.words, presenter_at(table, reader)
    shown = presenter.deal_end(ending)
    embed = discord.Embed(colour=COLOUR, title=w("summary.deal.title", number=ending.number))
    embed.description = "\n".join(shown.lines)
    for title, lines in ((w("board.scores"), _count(table, ending, presenter)), *shown.fields):
        for number, value in enumerate(split_into_fields(lines)):
            embed.add_field(name=f"{title} ({number + 1})" if number else title, value=value, inline=False)
    if medium.missing:
        embed.add_field(name=presenter.text_board_title(), value=shown.text_board or "—", inline=False)
        return Message(embed=embed)
    return embedded(embed, shown.drawing)


def match_message(
    table: Table,
    reader: Reader,
    notes: Notes = NO_NOTES,
    *,
    results: Sequence[DealResult] = (),
    medium: ChannelPermissions = _ALL,
    climb: Climb | None = None,
) -> Message:
    """Return a match's end: winners, ranking, notes, and buttons.

    :param results: the points of each seat in each deal.
    :param climb: the progress on the ladder up to this match, if it is of the ladder.
    """
    w, match = reader.words, table.match
    outcome = match.outcome if match else None
    if match is None or outcome is None:
        return closed_message(table, reader, climb)
    presenter = presenter_at(table, reader)
    embed = discord.Embed(colour=GOLD, title=w("summary.match.title", game=w(f"game.{match.key}.name")))
    lines = [*_how_ended(match, presenter), presenter.won_text(outcome.winners)]
    embed.description = "\n".join([*lines, *(f"-# {line}" for line in continued_lines(table, w)), *notes.lines])
    if climb is not None:
        embed.description += f"\n{ladder_result(table, climb, w)}"
    story = MatchStory.of(match, outcome, results, presenter.rounds(match))
    ranking = "\n".join(presenter.ranking(match, outcome))
    embed.add_field(name=w("summary.ranking"), value=ranking, inline=False)
    if story.rounds:
        embed.add_field(
            name=w("summary.rounds"), value="\n".join(story.round_lines(presenter.names.sides, w)), inline=False
        )
    for title, text in notes.fields:
        embed.add_field(name=title, value=text, inline=False)
    deals = w.count("summary.match.deals", table.stored.deals_ended)
    embed.set_footer(text=deals)
    buttons = (
        *(() if notes.goes_on else (_again_button(table, climb, w),)),
        Button(ClickAddress(Kind.OPEN_REVIEW, table.id), w("review.button"), Style.MAIN),
        Button(ClickAddress(Kind.OPEN_REPLAY, table.id), w("record.button.replay")),
        Button(ClickAddress(Kind.SHARE, table.id), w("solo.button.share")),
    )
    rows = (notes.row, buttons) if notes.row else (buttons,)
    if medium.missing:
        highlights = story.highlights(presenter)
        if highlights:
            embed.add_field(name=w("summary.highlights"), value="\n".join(highlights), inline=False)
        course = split_into_fields(story.course(presenter.names.sides))[0]
        embed.add_field(name=w("summary.course"), value=course, inline=False)
        return Message(embed=embed, rows=rows)
    return embedded(embed, story.drawing(presenter), rows)


def _how_ended(match: Match, presenter: Presenter[Any, Any]) -> Iterator[str]:
    """Yield the resigned players, and any too-short remark."""
    for event in match.events:
        if isinstance(event, Resigned):
            yield presenter.sentence(event) or ""
    if match.is_cut_short():
        yield presenter.w("summary.match.short")


def _again_button(table: Table, climb: Climb | None, w: Words) -> Button:
    """Return the button for a rematch, or the next match of the ladder."""
    if climb is not None:
        return next_button(table, climb, w)
    return Button(ClickAddress(Kind.REMATCH, table.id), w("summary.button.rematch"), Style.GO)


def closed_message(table: Table, reader: Reader, climb: Climb | None = None) -> Message:
    """Return the message of a cancelled lobby or abandoned match."""
    w = reader.words
    name = w(f"game.{table.stored.game}.name") if table.is_known else escape(table.stored.game)
    embed = discord.Embed(colour=GREY, title=name)
    lines = event_lines(presenter_at(table, reader), table.recent[-1:]) if table.is_known else []
    key = "summary.match.broken_off" if table.stored.started_at is not None else "summary.lobby.closed"
    progress = [] if climb is None else [ladder_result(table, climb, w)]
    embed.description = "\n".join([*lines, w(key), *progress])
    shuffle = shuffle_button(table.id, w)
    was_begun = table.stored.started_at is not None and table.status is Status.CANCELLED and table.is_known
    if not was_begun or not table.persons:
        return Message(embed=embed, rows=((shuffle,),))
    again = replace(_again_button(table, climb, w), style=Style.PLAIN)
    left = can_be_played_on(table)
    on = Button(ClickAddress(Kind.TAKE_UP, table.id), w("summary.button.play_on"), Style.GO, "▶️")
    return Message(embed=embed, rows=((*((on,) if left else ()), again, shuffle),))


def _count(table: Table, ending: DealEnd, presenter: Presenter[Any, Any]) -> list[str]:
    """Return a deal's points by side, and the new scores."""
    w, unit = presenter.w, " $" if table.has_chips else ""
    last = table.match.last_deal if table.match else None
    accounts = table.accounts if last is not None and last.number == ending.number else {}
    lines = []
    for side, name in enumerate(presenter.names.sides):
        points, total = signed(f"{ending.points[side]:+d}") + unit, signed(str(ending.scores[side])) + unit
        parts = presenter.sum_text(ending, side)
        points = f"{parts} = {points}" if parts else points
        if any(ending.during):
            during = signed(f"{ending.during[side]:+d}")
            line = w("summary.deal.count_apart", name=name, during=during, points=points, total=total)
        else:
            line = w("summary.deal.count", name=name, points=points, total=total)
        account = accounts.get(side)
        lines.append(line if account is None else f"{line} · {w('summary.deal.account', amount=signed(str(account)))}")
    return lines


def record_message(table: Table, course: MatchCourse, reader: Reader) -> Message:
    """Return the record of an ended match, with its seed."""
    w, text = reader.words, record_text(table, course, reader)
    here = w("record.here", match=table.id)
    seed = w("record.seed", seed=f"`{table.stored.server_seed or course.match.seed}`")
    check = Button(ClickAddress(Kind.CHECK_SHUFFLE, table.id), w("record.button.check"))
    replay = Button(ClickAddress(Kind.OPEN_REPLAY, table.id), w("record.button.replay"), Style.MAIN)
    review = Button(ClickAddress(Kind.OPEN_REVIEW, table.id), w("review.button"))
    buttons = (check, replay, review) if table.status is Status.OVER else (check,)
    text_lines = "\n".join([here, seed, *next_lines(table, w)])
    return Message(text_lines, files=((f"boneyard-{table.id}.txt", text.encode()),), rows=(buttons,))


def shared_match(
    table: Table, begun: Match, deals: Sequence[DealResult], results: Sequence[MatchResult], link: str, reader: Reader
) -> SharedResult:
    """Return a finished match's result as text to copy.

    :param begun: a match of the kind and size, which defines the teams.
    :param deals: the points of all seats in each deal.
    :param results: those of all seats.
    :param link: the address of the message with the result; "" if it is unknown.
    """
    w = reader.words
    names = _unformatted(PlayerNames.at(table, w), begun, reader)
    of_sides = {begun.side_of(one.seat): one for one in results}
    winners = [side for side in sorted(of_sides) if of_sides[side].won]
    grid = _deal_grid(begun, deals, names)
    lines = [
        f"Boneyard · {w(f'game.{begun.key}.name')}",
        presenter_of(table.game, reader, names).won_text(winners),
        _scores([of_sides[side].score for side in sorted(of_sides)], names),
        *grid,
        w.count("summary.match.deals", table.stored.deals_ended),
    ]
    return SharedResult(tuple(lines), link, legend=w("share.legend.deals") if grid else "")


def _deal_grid(begun: Match, deals: Sequence[DealResult], names: PlayerNames) -> list[str]:
    """Return a line for each side, with a square for each of the last deals; empty for a single deal."""
    points: dict[int, dict[int, int]] = {}
    for one in deals:
        points.setdefault(one.deal, {})[begun.side_of(one.seat)] = one.points
    if len(points) == 1:
        return []
    best = {deal: (min if begun.fewer_is_better else max)(of.values()) for deal, of in points.items()}
    before = "… " if len(points) > _SQUARES else ""
    return [
        f"{before}{''.join(_square(points[deal], side, best[deal]) for deal in sorted(points)[-_SQUARES:])} {name}"
        for side, name in enumerate(names.sides)
        if points
    ]


def _square(points: Mapping[int, int], side: int, best: int) -> ShareSquare:
    """Return the square of a side in a deal: good if no other side did better, none if all did alike."""
    return ShareSquare.GOOD if points.get(side) == best and len(set(points.values())) > 1 else ShareSquare.NONE


def record_text(table: Table, course: MatchCourse, reader: Reader) -> str:
    """Return the record with players, ends and fingerprint as remarks."""
    record = replace(course.match.record(), origin=table.origin, match_id=table.shuffle_id)
    stated = stated_of(course.match, table.origin, table.stored.next_fingerprint or "")
    if table.status is Status.CANCELLED:
        stated[ABANDONED] = "yes"
    return record.text(_comments(table, course, reader), stated)


def _comments(table: Table, course: MatchCourse, reader: Reader) -> Iterator[str]:
    match = course.match
    w, names = reader.words, _unformatted(PlayerNames.at(table, reader.words), match, reader)
    presenter = presenter_of(table.game, reader, names)
    yield f"Boneyard {VERSION}"
    yield w(f"game.{match.key}.name")
    for seat, name in enumerate(names.plain):
        yield f"{seat}: {name}"
    yield from continued_lines(table, w)
    yield w("shuffle.fingerprint", hash=match.commitment if table.origin is None else table.origin.fingerprint)
    for ending in (frame.ending for frame in course.frames if frame.ending is not None):
        yield f"{w('summary.deal.title', number=ending.number)}: {' '.join(presenter.deal_end(ending).lines)}"
        yield _scores(ending.scores, names)
    if match.outcome is not None:
        yield presenter.won_text(match.outcome.winners)
        yield _scores(match.outcome.scores, names)


def _unformatted(names: PlayerNames, match: Match, reader: Reader) -> PlayerNames:
    """Return the names without markup, for a file."""
    sides: dict[int, list[str]] = {}
    for seat, name in enumerate(names.plain):
        sides.setdefault(match.side_of(seat), []).append(name)
    return PlayerNames(names.plain, names.plain, tuple(reader.words.list(sides[side]) for side in sorted(sides)))


def _scores(scores: Sequence[int], names: PlayerNames) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(names.sides, scores, strict=True))
