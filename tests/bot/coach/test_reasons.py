"""Reasons in words: one sentence a fact, in every language."""

from __future__ import annotations

from typing import Any

import pytest

import games
from bot.coach.reasons import move_names, reason_lines
from bot.locales import LOCALES, words
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.reader import Reader
from games import Match, Move
from games.computers.reasons import (
    KINDS,
    AnsweredIn,
    CountedReason,
    Effect,
    EndedMatch,
    KeptTile,
    LeadGained,
    LostMatchIn,
    MadeBidIn,
    Reason,
    ScoredAtOnce,
    TookTrickIn,
    WentOutIn,
    WonDealIn,
)
from tests.bot.messages.tables import table_of
from tests.games.deals import deal

DEAL = deal("5-3 3-1 6-6 6-5 6-2 2-0 1-0", "5-2 4-1 3-0 2-2 0-0 4-3 5-5")


def new_match(game: str = "block", seats: int = 2, **options: object) -> Match:
    return games.new_match(game, seats=seats, options=options, deals=[DEAL], lots=[0])


def presenter_of(match: Match, locale: str = "en") -> Presenter:  # type: ignore[type-arg]  # of any game
    return presenter_at(table_of(match), Reader(words(locale)))


def told(*reasons: Reason, match: Match | None = None) -> list[str]:
    """Return reasons in English words for seat 0."""
    shown = match or new_match()
    return reason_lines(reasons, presenter_of(shown), shown.view(0))


def sample(kind: type[Reason]) -> Reason:
    numbers = {"count": 84, "of": 100, "worth": 60, "tenths": -84, "side": 1, "points": 6}
    values: dict[str, Any] = {"move": "5-3", "tile": "6-6", **numbers}
    return kind(**{name: values[name] for name in kind.__match_args__})


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", sorted({kind.kind for kind in KINDS.values()} - {CountedReason.kind, Effect.kind}))
def test_each_kind_has_a_sentence(kind: str, locale: str) -> None:
    match = new_match()
    (line,) = reason_lines([sample(KINDS[kind])], presenter_of(match, locale), match.view(0))
    assert line.endswith(".")
    assert "`5-3`" in line
    assert any(number in line for number in ("84", "6", "8.4", "8,4"))


def test_counts_after_two_moves_are_one_sentence() -> None:
    assert told(AnsweredIn("5-3", 84, 100), AnsweredIn("3-1", 41, 100)) == [
        "`5-3` lets the next player answer in 84 of 100 cases, `3-1` in 41."
    ]


def test_only_the_first_count_of_a_kind_is_told() -> None:
    counts = [
        KeptTile(move, count, 100, tile, 12) for tile in ("6-6", "6-5") for move, count in (("5-3", 30), ("3-1", 10))
    ]
    only = "`6-6` counts 12 in hand at the end: `5-3` leaves it there in 30 of 100 cases, `3-1` in 10."
    assert told(*counts) == [only]


def test_a_tile_played_by_one_move_counts_if_kept() -> None:
    assert told(KeptTile("5-3", 22, 100, "6-6", 60), KeptTile("6-6", 0, 100, "6-6")) == [
        "`6-6` counts 60 in hand at the end: if kept, it stays there in 22 of 100 cases."
    ]


def test_a_kept_tile_without_a_price_is_not_told() -> None:
    assert told(KeptTile("5-3", 22, 100, "6-6"), KeptTile("6-6", 0, 100, "6-6")) == []


def test_counts_that_speak_for_the_worse_move_are_left_out() -> None:
    assert told(KeptTile("5-3", 0, 100, "5-3"), KeptTile("3-1", 22, 100, "5-3", 8)) == []
    assert told(AnsweredIn("5-3", 41, 100), AnsweredIn("3-1", 84, 100)) == []
    assert told(WonDealIn("5-3", 58, 100), WonDealIn("3-1", 34, 100)) == []
    assert told(LostMatchIn("5-3", 34, 100), LostMatchIn("3-1", 58, 100)) == []
    assert told(LeadGained("5-3", 100, 100, 31), LeadGained("3-1", 100, 100, -5)) == []


def test_a_trick_of_the_worse_move_comes_last() -> None:
    tricks = TookTrickIn("5-3", 100, 100), TookTrickIn("3-1", 0, 100)
    won = WonDealIn("5-3", 58, 100), WonDealIn("3-1", 85, 100)
    assert told(*tricks, *won) == [
        "`5-3` wins this deal in 58 of 100 cases, `3-1` in 85.",
        "`5-3` brings the trick in 100 of 100 cases, `3-1` in 0.",
    ]


def test_the_lead_gained_is_a_mean_with_its_sign() -> None:
    assert told(LeadGained("5-3", 100, 100, -70), LeadGained("3-1", 100, 100, 32)) == [
        "Lead gained in this deal, on average: −7.0 points with `5-3`, +3.2 with `3-1`."
    ]


def test_at_most_three_reasons_are_told() -> None:
    counts = [kind("5-3", 84, 100) for kind in (AnsweredIn, WonDealIn, WentOutIn, MadeBidIn)]
    assert len(told(*counts)) == 3


def test_points_that_end_the_match_are_told_with_the_target_alone() -> None:
    match = new_match("full_speed")
    match.position.scores = [115, 115]  # type: ignore[attr-defined]
    counts = AnsweredIn("1-0", 0, 100), AnsweredIn("6-5", 41, 100)
    assert told(EndedMatch("1-0", 1, 6), *counts, match=match) == [
        "`1-0` gives **Borys** exactly the 6 missing for 121 and loses the match."
    ]
    assert told(EndedMatch("6-5", 0, 6), *counts, match=match) == ["`6-5` makes exactly 121 and wins the match."]
    penalties = new_match("plus_minus")
    penalties.position.scores = [94, 0]  # type: ignore[attr-defined]
    assert told(EndedMatch("6-5", 0, 11), match=penalties) == [
        "`6-5` takes the penalty points to 105 and loses the match."
    ]


def test_points_at_once_go_to_their_side() -> None:
    match = new_match("full_speed")
    assert told(ScoredAtOnce("6-5", 0, 7), ScoredAtOnce("1-0", 1, 1), match=match) == [
        "`6-5` scores 7 points at once.",
        "`1-0` at once: **Borys** +1.",
    ]


def test_points_of_plus_minus_are_penalties() -> None:
    assert told(ScoredAtOnce("6-5", 0, 11), match=new_match("plus_minus")) == [
        "`6-5` brings 11 penalty points at once."
    ]


def test_moves_of_one_tile_are_named_with_places() -> None:
    match = new_match()
    match.play(0, Move.parse("6-5"))
    match.play(1, Move.parse("5-2@right"))
    presenter, view = presenter_of(match), match.view(0)
    both = [Move.parse("6-6@left"), Move.parse("2-0@right")]
    assert move_names(both, presenter, view) == ["`6-6`", "`2-0`"]
    same = [Move.parse("6-2@left"), Move.parse("6-2@right")]
    assert move_names(same, presenter, view) == ["`6-2 · A`", "`6-2 · B`"]


@pytest.mark.parametrize(
    ("game", "moves", "text"),
    [
        ("nos", "variant=4", "4. Matador"),
        ("nos", "close 5-5@left", "5-5 · A · I close"),
        ("seventy_nine", "bid=55", "bid 55"),
        ("bingo", "close", "I close"),
        ("domino_square", "6-4@0,2>0,3", "6-4 · g6–h6"),
    ],
)
def test_every_move_has_a_short_text(game: str, moves: str, text: str) -> None:
    match = games.new_match(game, seats=games.CATALOGUE[game].seat_counts[0], seed="a seed")
    assert presenter_of(match).move_text(match.view(0), Move.parse(moves)) == text
