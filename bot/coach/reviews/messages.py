"""The review of a match for the person who asks: the sums, and one moment at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord

from bot.coach.clicks import CoachClick
from bot.coach.reasons import reason_lines
from bot.locales import Words
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.components import Button, ClickAddress, Kind, Row, Select, SelectOption, Style
from bot.messages.parts.message import COLOUR, Message, embedded
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_OPTION_TEXT, signed, truncate
from bot.messages.replay.course import MatchCourse
from bot.messages.table.hand import as_text
from bot.tables.state import Table
from games.computers.judging import CHIP, POINT, MoveVerdict

from .judging import FinishedReview
from .pictures import Moment, in_units, named_hand, review_drawing, worth_text

_MARKS: Final[Mapping[MoveVerdict, str]] = {
    MoveVerdict.GOOD: "🟢",
    MoveVerdict.INACCURACY: "🟡",
    MoveVerdict.MISTAKE: "🟠",
    MoveVerdict.BLUNDER: "🔴",
}
_GOOD: Final = MoveVerdict.GOOD
_LUCKY: Final = 10
_LUCKY_CHIPS: Final = 20
"""The points of winning chance, or the chips, from which luck is called good or bad."""

_BAR: Final = 12
"""The length of a full bar of progress."""


def review_message(
    table: Table, course: MatchCourse, review: FinishedReview, number: int, reader: Reader, *, own: bool
) -> Message:
    """Return the review of a seat, with one of its moments.

    :param number: the moment, from 0; a number beyond the last shows the last.
    :param own: whether the reader had that seat.
    """
    w, presenter = reader.words, presenter_at(table, reader)
    moments = review.summary.moments
    number = max(0, min(number, len(moments) - 1))
    moment = Moment.of(course, review.seat, moments[number]) if moments else None
    embed = discord.Embed(colour=COLOUR)
    embed.title = w("review.title", game=w(f"game.{course.match.key}.name"), name=presenter.names.plain[review.seat])
    lines = [_headline(review, w)] if review.judgements else []
    if moment is not None:
        lines += [f"\n{w('review.moment', number=number + 1, total=len(moments), **_place(moment))}"]
        lines += _moment_lines(moment, presenter, own=own)
    embed.description = "\n".join([*lines, f"-# {_sums(course, review, w)}"])
    embed.set_footer(text=w.count("review.judged", len(review.judgements)))
    rows = tuple(_rows(table, review, moment, number, presenter))
    if reader.board == "text":
        if moment is not None:
            value = as_text(moment.view, presenter, "" if own else named_hand(moment.view, presenter))
            embed.add_field(name=presenter.text_board_title(), value=value, inline=False)
        return Message(embed=embed, rows=rows)
    return embedded(embed, review_drawing(course, review, moment, presenter, own=own), rows)


def progress_message(done: int, total: int, w: Words) -> Message:
    """Return the progress of a review."""
    if not total:
        return Message(w("review.working"))
    filled = _BAR * done // total
    return Message(f"{'▰' * filled}{'▱' * (_BAR - filled)} {w('review.progress', done=done, total=total)}")


def _headline(review: FinishedReview, w: Words) -> str:
    """Return a sentence about luck and play."""
    summary = review.summary
    luck, worse = summary.luck / (CHIP if summary.chips else POINT), len(review.judgements) - summary.verdicts[_GOOD]
    enough = _LUCKY_CHIPS if summary.chips else _LUCKY
    tiles = w(f"review.luck.{'even' if abs(luck) < enough else 'good' if luck > 0 else 'bad'}")
    return f"**{w.count('review.worse', worse, luck=tiles)}**" if worse else f"**{tiles}.** {w('review.no_moments')}"


def _sums(course: MatchCourse, review: FinishedReview, w: Words) -> str:
    """Return the accuracy with the number of moves of each verdict, and luck and play."""
    summary, chips = review.summary, review.summary.chips
    accuracy = ""
    if review.judgements:
        counts = " ".join(f"{mark} {summary.verdicts[one]}" for one, mark in _MARKS.items() if summary.verdicts[one])
        accuracy = f"{w('review.accuracy', accuracy=round(summary.accuracy))} · {counts} · "
    start, luck, result = (in_units(units, chips=chips) for units in (summary.start, summary.luck, summary.result))
    play = result - start - luck  # rounded sums add up
    unit = " $" if chips else ""
    return accuracy + w(
        "review.sums.chips" if chips else "review.sums",
        start=worth_text(start, w, chips=chips),
        luck=f"{signed(f'{luck:+d}')}{unit}",
        play=f"{signed(f'{play:+d}')}{unit}",
        result=_result_text(course, review, result, w),
    )


def _result_text(course: MatchCourse, review: FinishedReview, result: int, w: Words) -> str:
    if review.summary.chips:
        return worth_text(result, w, chips=True)
    winners = course.match.outcome.winners if course.match.outcome else ()
    if course.match.side_of(review.seat) not in winners:
        return w("review.result.lost" if winners else "review.result.no_winner")
    return w("review.result.won") if len(winners) == 1 else worth_text(result, w, chips=False)


def _place(moment: Moment) -> dict[str, int]:
    """Return the deal and the number of the move in it."""
    return {"deal": moment.frame.deal, "move": moment.frame.move + 1}


def _moment_lines(moment: Moment, presenter: Presenter[Any, Any], *, own: bool) -> Iterator[str]:
    """Yield the moves, the difference, the verdict and the reasons."""
    w, judgement, view = presenter.w, moment.judgement, moment.view
    played, best = moment.names(presenter)
    yield from (f"-# {line}" for line in _situation(moment, presenter))
    if own or view.seat is None:
        yield w("review.moves", played=played, best=best)
    else:
        yield w("review.moves.named", name=presenter.names.spoken[view.seat], played=played, best=best)
    before, after = (in_units(units, chips=judgement.chips) for units in (judgement.before, judgement.after))
    unit = " $" if judgement.chips else ""
    change = w(
        "review.change.chips" if judgement.chips else "review.change",
        before=worth_text(before, w, chips=judgement.chips),
        after=worth_text(after, w, chips=judgement.chips),
        difference=f"{signed(str(after - before))}{unit}",
    )
    yield f"{_MARKS[judgement.verdict]} **{w(f'review.verdict.{judgement.verdict}')}** · {change}"
    yield from (f"• {line}" for line in reason_lines(judgement.reasons, presenter, view) or [w("review.no_reason")])


def _situation(moment: Moment, presenter: Presenter[Any, Any]) -> Iterator[str]:
    """Yield what the picture does not show, such as the bids, without the small print."""
    yield from (line for line in presenter.remarks(moment.view) if not line.startswith("-#"))
    bids = presenter.at_stake(moment.view) if moment.moves[0].tile is None else ""
    if bids:
        yield bids


def _rows(
    table: Table, review: FinishedReview, moment: Moment | None, number: int, presenter: Presenter[Any, Any]
) -> Iterator[Row]:
    w, moments = presenter.w, review.summary.moments
    if moment is not None:
        following = ClickAddress(CoachClick.REVIEW, table.id, (number + 1) % len(moments), str(review.seat))
        replay = ClickAddress(Kind.OPEN_REPLAY, table.id, moment.frame.number + 1)  # the move played
        forward = (Button(following, w("review.button.next"), Style.MAIN),) if len(moments) > 1 else ()
        retry = ClickAddress(CoachClick.RETRY, table.id, moment.judgement.ply)
        yield (*forward, Button(replay, w("review.button.replay")), Button(retry, w("retry.button")))
    options = tuple(
        SelectOption(truncate(name, MAX_OPTION_TEXT), str(seat), default=seat == review.seat)
        for seat, name in enumerate(presenter.names.plain)
    )
    yield (Select(ClickAddress(CoachClick.REVIEW_OF, table.id), options, w("review.seats")),)


COMPLETES: Final = {
    "review.verdict.{}": [one for one in MoveVerdict if one is not _GOOD],
    "review.luck.{}": ("good", "bad", "even"),
}
