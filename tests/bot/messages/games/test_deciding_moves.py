"""Buttons of moves that decide the match at once: green for the mover, red for others."""

from __future__ import annotations

from random import Random

import pytest

import games
from bot.locales import words
from bot.messages.games import presenter_at
from bot.messages.parts.choices import MoveChoice
from bot.messages.parts.components import Style
from bot.messages.parts.reader import Reader
from games import Match
from games.bingo import Bingo
from tests.bot.messages.tables import presenter, table_of
from tests.games.bingo.bingo_deals import last_trick, match_of
from tests.games.chain.positions import set_up
from tests.games.deals import deal, play
from tests.games.trick_deals import bingo_deal, full_hand

NEAR_THE_END = [
    ("full_speed", 2, {}, (110, 112)),
    ("full_speed", 3, {}, (104, 110, 115)),
    ("full_speed", 4, {"pairs": True}, (108, 112)),
    ("plus_minus", 2, {}, (97, 96)),
    ("double_trouble", 2, {}, (900, 980)),
    ("double_trouble", 4, {}, (120, 325, 310, 250)),
    ("block", 2, {}, (90, 97)),
    ("bingo", 2, {"big_meld_as_sets": True}, (6, 6)),
]


def choices(match: Match, seat: int, locale: str = "en") -> dict[str, MoveChoice]:
    groups = presenter_at(table_of(match), Reader(words(locale))).choices(match.view(seat))
    return {choice.label: choice for group in groups for choice in group.choices}


def styles(match: Match, seat: int, locale: str = "en") -> dict[str, Style]:
    return {label: choice.style for label, choice in choices(match, seat, locale).items()}


@pytest.mark.parametrize(("game", "seats", "options", "scores"), NEAR_THE_END, ids=str)
def test_a_marked_move_ends_the_match_as_it_says(
    game: str, seats: int, options: dict[str, object], scores: tuple[int, ...]
) -> None:
    marked = 0
    for seed in range(25):
        rng = Random(seed)
        match = games.new_match(game, seats=seats, options=options, seed=f"deciding {seed}")
        match.position.scores[:] = scores  # type: ignore[attr-defined]  # of all these games
        while match.outcome is None and sum(match.scores) == sum(scores):
            seat = match.actors()[0]
            view, shown = match.view(seat), presenter(table_of(match))
            for move in match.moves(seat):
                winner = shown.match_winner(view, move)
                if winner is not None:
                    ahead = match.copy()
                    ahead.play(seat, move)
                    assert ahead.outcome is not None, move
                    assert set(ahead.outcome.winners) == {winner}, move
                    marked += 1
            match.play(seat, rng.choice(match.sensible_moves(seat) or match.moves(seat)))
    assert marked


# --- Full Speed: exactly 121 ------------------------------------------------------------------------------------------


def full_speed(*scores: int) -> Match:
    match = games.new_match("full_speed", seats=2, seed="a seed", deals=[deal("6-5", "5-3")], lots=[0])
    set_up(match, "6-5 1-1", "5-3 6-3", scores=scores)
    play(match, "6-5")
    return match


def test_a_nico_that_takes_the_opponent_beyond_121_brings_them_nothing() -> None:
    # 5-3 leaves ends of 6 and 3: nine points for Ada, who would have 122. 6-3 leaves 3 and 5: eight, exactly 121.
    assert "5-3 · B · Ada +0" in styles(full_speed(113, 50), 1)


def test_a_nico_that_takes_the_opponent_to_121_is_red_with_their_name() -> None:
    # 5-3 leaves ends of 6 and 3: nine points for Ada, who then has 121. 6-3 leaves 3 and 5: eight.
    assert styles(full_speed(112, 50), 1) == {"5-3 · B · Ada wins": Style.DANGER, "6-3 · A · Ada +8": Style.MAIN}


def test_exactly_121_for_the_mover_is_green() -> None:
    match = games.new_match("full_speed", seats=2, seed="a seed", deals=[deal("6-5", "5-3")], lots=[0])
    set_up(match, "6-5 4-3 2-1 6-1", "5-3 0-0", scores=(114, 80))
    assert styles(match, 0) == {
        "2-1 · +0": Style.MAIN,
        "4-3 · +7 = 121": Style.GO,
        "6-1 · +7 = 121": Style.GO,
        "6-5 · +0": Style.MAIN,
    }


# --- Plus-Minus: the limit --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "lost"), [("en", "Borys wins"), ("pl", "Borys wygrywa"), ("ru", "Borys выигрывает")]
)
def test_a_penalty_up_to_the_limit_is_red(locale: str, lost: str) -> None:
    match = games.new_match("plus_minus", seats=2, seed="a seed", deals=[deal("6-4", "5-3")], lots=[0])
    set_up(match, "6-4 5-4 2-0", "5-3", scores=(95, 0))  # half of 10 makes 100; 9 is odd; half of 2 makes 96
    found = styles(match, 0, locale)
    assert found[f"6-4 · {lost}"] is Style.DANGER
    assert [style for label, style in found.items() if lost not in label] == [Style.MAIN, Style.MAIN]


# --- Double Trouble: the limit ----------------------------------------------------------------------------------------


def double_trouble(own: int, other: int, hand: str = "6-5") -> Match:
    match = games.new_match("double_trouble", seats=2, seed="a seed", deals=[deal("6-4", "5-3")], lots=[0])
    set_up(match, "6-4 2-2", "5-3")
    play(match, "6-4")
    set_up(match, hand, "5-3 3-0 1-0", scores=(own, other))
    match.position.turn = 0  # type: ignore[attr-defined]
    match._numbered = None  # type: ignore[attr-defined]
    return match


def test_going_out_is_green_once_the_cheapest_hands_pass_the_limit() -> None:
    # Three tiles count at least 1 + 2 + 3: 1-0, 2-0, and 2-1 or 3-0. So 994 becomes 1000 or more, and 993 perhaps not.
    assert styles(double_trouble(500, 994), 0) == {"6-5 · A · you win": Style.GO}
    assert styles(double_trouble(500, 993), 0) == {"6-5 · A": Style.MAIN}
    assert styles(double_trouble(999, 994), 0) == {"6-5 · A · you win": Style.GO}, "1000 or more against 999"


# --- Block with Bonus: 100 -------------------------------------------------------------------------------------------


def test_going_out_is_green_once_the_cheapest_hand_makes_100() -> None:
    match = games.new_match("block", seats=2, seed="a seed", deals=[deal("6-4", "5-3")], lots=[0])
    set_up(match, "6-5", "5-3 3-1 2-1", scores=(97, 0))  # 0-0, 1-0 and 1-1 or 2-0 are the cheapest: 0 + 1 + 2
    assert styles(match, 0) == {"6-5 · you win": Style.GO}
    set_up(match, "6-5", "5-3 3-1 2-1", scores=(96, 0))
    assert styles(match, 0) == {"6-5": Style.MAIN}


# --- Bingo: the seventh set -------------------------------------------------------------------------------------------


def answering(points: tuple[int, int], scores: list[int], closer: int | None = None) -> Bingo:
    match = last_trick(points, closer)
    match.position.scores = scores
    play(match, "5-3")
    return match


def test_the_last_trick_is_marked_when_it_brings_the_seventh_set() -> None:
    # 4-1 loses the trick, which is worth nothing: Ada wins the deal with more points, and a set.
    assert styles(answering((60, 50), [6, 0]), 1) == {"4-1 · Ada wins": Style.DANGER}
    assert styles(answering((50, 60), [0, 6]), 1) == {"4-1 · you win": Style.GO}
    assert styles(answering((60, 50), [5, 0]), 1) == {"4-1": Style.MAIN}, "Ada then has six"
    assert styles(answering((60, 50), [0, 5], closer=0), 1) == {"4-1 · you win": Style.GO}, "she closed and has not 70"


def test_a_meld_of_sets_is_lost_only_by_an_answer_that_takes_its_trick() -> None:
    hand = "5-5 4-4 3-3 2-2 1-1 0-0 2-1"
    other = full_hand("6-1 4-1", without=f"{hand} 6-4")
    match = match_of(bingo_deal(hand, other, turned_up="6-4"), big_meld_as_sets=True)
    match.position.scores = [6, 6]
    play(match, "5-5=meld")  # six doubles: a set, if 5-5 takes its trick
    found = styles(match, 1)
    assert found["6-1"] is Style.MAIN, "a trump takes it"
    assert found["4-1 · Ada wins"] is Style.DANGER
