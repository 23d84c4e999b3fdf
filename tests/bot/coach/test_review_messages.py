"""The message of a review: its numbers, its secrets, and the same facts as text."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from PIL import Image

import games
from bot.coach.clicks import CoachClick
from bot.coach.reviews.judging import FinishedReview
from bot.coach.reviews.messages import progress_message, review_message
from bot.coach.reviews.pictures import review_curve
from bot.locales import LOCALES, words
from bot.messages.parts.components import Button, Kind, Select
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.replay.course import MatchCourse, course_of
from games import Match
from games.computers.judging import UNITS, Judgement, MoveVerdict
from games.computers.reasons import AnsweredIn, Reason, TookTrickIn
from games.computers.review import Review, decisions
from tests.bot.messages.tables import READER, table_of
from tests.games.deals import advance
from tests.games.finished import finished

JUDGED = [key for key in games.TABLE_GAMES if key != "kent"]


def judgement(match: Match, ply: int, before: int, after: int, *reasons: Reason, best: str = "") -> Judgement:
    """Return a judgement of a move of the log, with exact worths."""
    text = match.record().log[ply][1]
    chips = match.info.chips
    return Judgement(ply, text, best or text, before, after, 0, chips, solved=False, moves=(), reasons=reasons)


def other_move(match: Match, ply: int) -> str:
    """Return the text of another move that was legal there."""
    seat, played = match.record().log[ply]
    before = course_of(match.record()).match_before(ply)
    return next(str(move) for move in before.moves(seat) if str(move) != played)


def reviewed(match: Match, *costs: int, seat: int = 0) -> FinishedReview:
    """Return a review in which the seat's first decisions cost this many units, from half the match."""
    found = []
    for ply, cost in zip(decisions(match, seat), costs, strict=False):
        best = other_move(match, ply) if cost else ""
        found.append(judgement(match, ply, UNITS // 2, UNITS // 2 - cost, best=best))
    return FinishedReview(seat, Review.of(match, seat, found), tuple(found))


def message_of(match: Match, review: FinishedReview, number: int = 0, reader: Reader = READER) -> Message:
    return review_message(table_of(match), course_of(match.record()), review, number, reader, own=True)


def lines_of(message: Message) -> list[str]:
    assert message.embed is not None
    return (message.embed.description or "").splitlines()


def test_start_luck_and_play_add_up_in_whole_points() -> None:
    match = finished("double_trouble", seats=3)
    review = reviewed(match)
    summary = replace(review.summary, start=3333, luck=3333, play=3334, result=UNITS)
    text = lines_of(message_of(match, replace(review, summary=summary)))
    # 33.33 + 33.33 + 33.34 = 100; rounded each for itself, they would make 99.
    assert text[-1].startswith("-# Start 33% · luck +33 · play +34 = ")


def test_a_moment_has_its_place_moves_verdict_and_difference() -> None:
    match = finished("block")
    review = reviewed(match, 0, 1800)
    ply = review.judgements[1].ply
    message = message_of(match, review)
    _, _, moment, moves, verdict, reason, sums = lines_of(message)
    frame = next(frame for frame in course_of(match.record()).frames if frame.moves == ply)
    assert moment == f"**Moment 1 of 1** · deal {frame.deal}, move {frame.move + 1}"
    played, best = match.record().log[ply][1].split("@")[0], other_move(match, ply).split("@")[0]
    assert played in moves
    assert best in moves
    assert moves.startswith("You played ")
    assert verdict == "🔴 **Blunder** · chance to win the match 50% → 32% (−18)"
    assert reason == "• No single count of this deal shows the difference."
    assert "Start 50% · luck " in sums


def test_verdicts_are_counted_with_their_marks() -> None:
    match = finished("five_to_fourteen")
    sums = lines_of(message_of(match, reviewed(match, 0, 0, 600, 1200, 2000)))[-1]
    # The accuracies are 100, 100, 77.3, 59.0 and 41.0: 377.3 / 5 = 75.5.
    assert sums.startswith("-# Accuracy 75% · 🟢 2 🟡 1 🟠 1 🔴 1 · Start 50% · ")


@pytest.mark.parametrize(
    ("luck", "costs", "said"),
    [
        (1000, (0, 1200, 600), "**The tiles were kind; 2 moves were clearly worse than others.**"),
        (-1000, (1200,), "**The tiles were unkind; 1 move was clearly worse than another.**"),
        (990, (0,), "**The tiles favoured no one.** No move was clearly worse than another. Well played!"),
    ],
)
def test_the_first_line_tells_luck_from_play(luck: int, costs: Sequence[int], said: str) -> None:
    review = reviewed(finished("block"), *costs)
    review = replace(review, summary=replace(review.summary, luck=luck))
    assert lines_of(message_of(finished("block"), review))[0] == said


def test_chips_are_shown_as_chips() -> None:
    match = finished("nos", deals=1)
    review = reviewed(match, 0)
    ply = review.judgements[0].ply
    lost = judgement(match, ply, 120, -210, best=other_move(match, ply))
    summary = replace(review.summary, moments=(lost,), start=0, luck=-20, play=-330, result=-350)
    lines = lines_of(message_of(match, FinishedReview(0, summary, (lost,))))
    assert lines[-1].endswith("Luck −2 $ · play −33 $ = **−35 $**")
    assert lines[-3] == "🔴 **Blunder** · +12 $ → −21 $ (−33 $)"


def test_without_moments_the_curve_is_alone() -> None:
    match = finished("block")
    message = message_of(match, reviewed(match, 0, 0, 0))
    assert "Well played!" in lines_of(message)[0]
    assert message.drawings[0].alt.startswith("Chance to win the match: 50% at the start, ")
    assert len(message.rows) == 1
    message.drawings[0].paint()


def test_a_seat_without_decisions_is_not_praised() -> None:
    match = finished("block")
    lines = lines_of(message_of(match, FinishedReview(0, Review.of(match, 0, ()), ())))
    assert len(lines) == 1
    assert lines[0].startswith("-# Start 50% · luck ")


@pytest.mark.parametrize("locale", LOCALES)
def test_another_seat_is_named_and_not_addressed(locale: str) -> None:
    match = finished("block")
    review = reviewed(match, 1800, seat=1)
    ply = review.judgements[0].ply
    reasons = (AnsweredIn(match.record().log[ply][1], 84, 100),)
    told = replace(review.judgements[0], reasons=reasons)
    review = FinishedReview(1, replace(review.summary, moments=(told,)), (told,))
    table, course = table_of(match), course_of(match.record())
    for board in ("picture", "text"):
        message = review_message(table, course, review, 0, Reader(words(locale), board=board), own=False)
        assert any(line.startswith("**Borys**") for line in lines_of(message))
        assert message.embed is not None
        spoken = [*lines_of(message), *(one.value or "" for one in message.embed.fields)]
        spoken += [drawing.alt for drawing in message.drawings]
        assert not {"you", "your", "twój", "twoje", "możesz", "ваш", "ваши", "вы"} & set(
            " ".join(spoken).casefold().split()
        )


def test_buttons_lead_to_the_next_moment_the_replay_and_a_retry() -> None:
    match = finished("block")
    review = reviewed(match, 1000, 1500)
    first, last = (message_of(match, review, number) for number in (0, 1))
    following, replay, retry = (one for one in first.rows[0] if isinstance(one, Button))
    assert (following.address.kind, following.address.number, following.address.rest) == (CoachClick.REVIEW, 1, "0")
    assert (replay.address.kind, replay.address.number) == (Kind.OPEN_REPLAY, review.judgements[0].ply + 1)
    assert (retry.address.kind, retry.address.number) == (CoachClick.RETRY, review.judgements[0].ply)
    beginning = last.rows[0][0]
    assert isinstance(beginning, Button)
    assert beginning.address.number == 0
    assert isinstance(first.rows[-1][0], Select)


@pytest.mark.parametrize("number", [-7, 2, 10**9])
def test_a_forged_moment_is_one_that_exists(number: int) -> None:
    match = finished("block")
    message = message_of(match, reviewed(match, 1000, 1500), number)
    assert lines_of(message)[2].startswith("**Moment ")


@pytest.mark.parametrize("game", JUDGED)
def test_the_text_board_says_the_same(game: str) -> None:
    match = finished(game)
    review = reviewed(match, 1800)
    picture = message_of(match, review)
    text = message_of(match, review, reader=replace(READER, board="text"))
    assert lines_of(text) == lines_of(picture)
    assert not text.drawings
    assert text.embed is not None
    held = course_of(match.record()).match_before(review.judgements[0].ply).view(0).hand
    assert all(str(tile) in (text.embed.fields[0].value or "") for tile in held)
    assert all(str(tile) in picture.drawings[0].alt for tile in held)


@pytest.mark.parametrize("game", JUDGED)
def test_a_review_shows_nothing_of_other_hands(game: str) -> None:
    compared = 0
    for number in range(6):
        match = games.new_match(game, seats=games.CATALOGUE[game].seat_counts[0], seed=f"{number}")
        advance(match, Random(number), 9 * number)
        ply = len(match.record().log)
        for seat in match.actors():
            moves = match.moves(seat)
            if len(moves) < 2 or moves[0] in match.offences(seat):
                continue
            played, best = str(moves[-1]), str(moves[0])
            reasons = (AnsweredIn(played, 84, 100), AnsweredIn(best, 41, 100))
            found = Judgement(ply, played, best, 5000, 3000, 0, match.info.chips, False, (), reasons)
            summary = Review(
                found.chips,
                5000,
                0,
                (),
                0,
                0,
                50.0,
                (found,),
                {one: int(one is MoveVerdict.BLUNDER) for one in MoveVerdict},
            )
            review = FinishedReview(seat, summary, (found,))
            either = [
                shown_at(each, course_of(match.record()), review)
                for each in (match, match.redeal_unseen(seat, Random(99)))
            ]
            assert either[0] == either[1]
            compared += 1
    assert compared


def shown_at(match: Match, course: MatchCourse, review: FinishedReview) -> tuple[object, ...]:
    """Return all that a review shows of a decision of a match that goes on."""
    at = replace(course, match=match, marks=((len(course.log), match),))
    shown = [
        review_message(table_of(match), at, review, 0, replace(READER, board=board), own=True)
        for board in ("picture", "text")
    ]
    pictures = [drawing.paint() for message in shown for drawing in message.drawings]
    texts = [message.embed.to_dict() for message in shown if message.embed]
    for text in texts:
        text.pop("image", None)  # the random name of a file
    return texts, pictures, [drawing.alt for message in shown for drawing in message.drawings], shown[0].rows


def test_the_axis_of_chips_includes_nought_and_all_values() -> None:
    match = finished("nos", deals=1)
    review = reviewed(match)
    summary = replace(review.summary, start=0, curve=(), result=0)
    curve = review_curve(course_of(match.record()), replace(review, summary=summary), READER.words)
    assert (curve.lowest, curve.middle, curve.highest) == ((-10, "−10 $"), (0, "0 $"), (10, "+10 $"))


# --- One screen of a phone ------------------------------------------------------------------------------------------

PHONE = 844
WITHIN = 326
"""The width of texts and pictures in an embed on a screen of 390 pixels."""
LETTER, LINE, ROW = 6.9, 19, 48
"""The mean width of a letter, and the heights of a line and of a row of buttons, measured in Chromium."""
AROUND = 110
"""The height of the title, the footer, and the edges."""


def height_of(message: Message) -> float:
    """Return the estimated height of a message on a phone."""
    lines = [textwrap.wrap(line, int(WITHIN / LETTER)) or [""] for line in lines_of(message)]
    pictures = [Image.open(io.BytesIO(drawing.paint())) for drawing in message.drawings]
    tall = sum(WITHIN * picture.height / picture.width for picture in pictures)
    return AROUND + LINE * sum(map(len, lines)) + tall + ROW * len(message.rows)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", JUDGED)
def test_a_review_fits_one_screen_of_a_phone(game: str, locale: str) -> None:
    match = finished(game)
    review = reviewed(match, *[0] * min(12, len(decisions(match, 0)) - 1), 1800)
    *_, last = review.judgements
    reasons = [kind(move, 84, 100) for kind in (AnsweredIn, TookTrickIn) for move in (last.played, last.best)]
    told = replace(last, reasons=tuple(reasons))
    review = replace(review, summary=replace(review.summary, moments=(told,)))
    assert height_of(message_of(match, review, reader=Reader(words(locale)))) < PHONE


def test_progress_fills_a_bar() -> None:
    assert progress_message(15, 60, READER.words).content == "▰▰▰▱▱▱▱▱▱▱▱▱ 15 of 60 decisions"
