"""Moves tried again, judged by the review: known ones, equivalent ones, and others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest

import games
from bot.coach.clicks import CoachClick
from bot.coach.retries import judging
from bot.coach.retries.judging import TriedMove, try_move
from bot.coach.retries.messages import Retry, answer_message
from bot.locales import words
from bot.messages.parts.components import Button, MessageFormat
from bot.messages.parts.reader import Reader
from bot.messages.replay.course import course_of
from games import Match, Move
from games.computers.decisions import Decision, are_judged, decision_of
from games.computers.judging import Judgement, MoveWorth
from games.computers.reasons import ScoredAtOnce
from games.computers.review import decisions
from tests.bot.messages.tables import table_of
from tests.games.finished import finished

NAME = "the id of the match"
REASON = ScoredAtOnce("2-0@right", 0, 5)


def judgement(worths: Mapping[str, int], *, solved: bool = False, chips: bool = False) -> Judgement:
    """Return a judgement at ply 9 of the match: `before` and `after` are given, the moves have these worths."""
    return Judgement(
        ply=9,
        played="2-0@right",
        best="4-1@left",
        before=5773,
        after=5462,
        error=0,
        chips=chips,
        solved=solved,
        moves=tuple(MoveWorth(move, worth, 0 if solved else 20) for move, worth in worths.items()),
        reasons=(REASON,),
    )


SOLVED = judgement({"4-1@left": 5773, "1-0@left": 5748, "1-0@right": 5573, "2-0@right": 5462}, solved=True)


def position() -> Match:
    """Return a match of Block in which seat 0 may lay 1-0, 4-1 and, elsewhere, 1-0 or 2-0."""
    match = course_of(finished("block").record()).match_before(9)
    assert [str(move) for move in match.moves(0)] == ["1-0@left", "4-1@left", "1-0@right", "2-0@right"]
    return match


def tried(text: str, found: Judgement = SOLVED) -> TriedMove:
    answer = try_move(position(), 0, text, NAME, found)
    assert answer is not None
    return answer


def test_the_best_move_is_right_with_the_reasons_of_the_review() -> None:
    assert tried("4-1@left") == TriedMove("4-1@left", "4-1@left", 5773, 5773, 0.0, (REASON,))


def test_the_move_played_is_worth_what_the_review_said() -> None:
    answer = tried("2-0@right")
    # 57.73 - 54.62
    assert (answer.best, answer.before, answer.after, answer.reasons) == ("4-1@left", 5773, 5462, (REASON,))
    assert answer.points == pytest.approx(3.11)
    assert not answer.is_right


def test_up_to_two_points_below_the_best_are_right() -> None:
    assert tried("1-0@left").points == pytest.approx(0.25)
    assert tried("1-0@left").is_right
    answer = tried("1-0@right")  # 57.73 - 55.73
    assert answer.points == pytest.approx(2.0)
    assert answer.is_right
    assert answer.reasons == ()


def test_four_chips_below_the_best_are_right() -> None:
    found = judgement(
        {"4-1@left": 5773, "1-0@left": 5733, "1-0@right": 5732, "2-0@right": 5462}, solved=True, chips=True
    )
    assert tried("1-0@left", found).is_right  # 4 chips, of 10 units each
    assert not tried("1-0@right", found).is_right


def test_a_move_of_few_playouts_is_judged_by_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def judge(_match: Match, seat: int, move: Move, name: str, *, ply: int) -> Judgement:
        asked.append(f"{seat} {move} {name} {ply}")
        return Judgement(ply, str(move), "4-1@left", 5700, 5100, 50, chips=False, solved=False, moves=())

    monkeypatch.setattr(judging, "judge", judge)
    found = judgement({"4-1@left": 5773, "1-0@left": 5773, "1-0@right": 5692, "2-0@right": 5462})
    assert tried("1-0@left", found) == TriedMove("1-0@left", "4-1@left", 5700, 5100, 6.0)
    assert asked == [f"0 1-0@left {NAME} 9"]


def with_twins() -> Iterator[tuple[Match, int, int, Decision, str, str]]:
    """Yield decisions with two equivalent moves: match, seat, ply, decision, the move chosen and its twin."""
    for number in range(40):
        match = finished("block", f"twins {number}")
        course = course_of(match.record())
        for seat in range(match.seats):
            for ply in decisions(match, seat):
                before = course.match_before(ply)
                decision = decision_of(before, seat, Random(1))
                if decision is None:
                    continue
                chosen = {str(move) for move in decision.moves.values()}
                for move in map(str, before.moves(seat)):
                    if move not in chosen:
                        twin = str(decision.moves[decision.number_of(Move.parse(move))])
                        yield before, seat, ply, decision, twin, move


def test_an_equivalent_move_counts_as_the_other() -> None:
    match, seat, ply, decision, best, twin = next(with_twins())
    other = next(str(move) for move in decision.moves.values() if str(move) != best)
    found = Judgement(ply, other, best, 6000, 4000, 100, chips=False, solved=False, moves=())
    answer = try_move(match, seat, twin, NAME, found)
    assert answer == TriedMove(twin, twin, 6000, 6000, 0.0)


def test_a_move_that_reviews_do_not_judge_has_no_answer() -> None:
    assert try_move(position(), 1, "6-1@left", NAME, SOLVED) is None, "the other seat is not to move"


@pytest.mark.parametrize("locale", ["en", "pl", "ru"])
@pytest.mark.parametrize("game", [key for key in games.TABLE_GAMES if are_judged(finished(key))])
def test_every_game_is_answered_in_every_language(game: str, locale: str) -> None:
    course = course_of(finished(game).record())
    seat, ply = next((seat, ply) for seat in range(course.match.seats) for ply in decisions(course.match, seat))
    match = course.match_before(ply)
    first, *_, last = map(str, match.moves(seat))
    retry = Retry(table_of(match), match, seat, ply, 0)
    wrong = TriedMove(first, last, 6000, 4000, 20.0)
    message = answer_message(retry, wrong, Reader(words(locale)), MessageFormat.LAYOUT)
    assert message.embed is not None
    text = message.embed.description or ""
    # 60.00 and 40.00 of 100 matches; 600 and 400 chips
    assert "200 $" in text if match.info.chips else "60" in text and "40" in text
    kinds = [part.address.kind for row in message.rows for part in row if isinstance(part, Button)]
    assert kinds == [CoachClick.RETRY, CoachClick.PLAY_FROM, CoachClick.REVIEW]
    right = answer_message(retry, TriedMove(last, last, 6000, 6000, 0.0), Reader(words(locale)), MessageFormat.LAYOUT)
    assert [part.address.kind for row in right.rows for part in row if isinstance(part, Button)] == kinds[1:]
