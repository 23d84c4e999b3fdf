"""Computer players: legal, repeatable, blind to what their seat cannot know, and of different strength."""

from __future__ import annotations

import pickle
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest

import games
from games import Match, Move
from games.block import Block
from games.computers import players
from tests.games.deals import advance, deal, everything, play, texts
from tests.games.walks import levels_of
from tests.needs import some_of

CHOICE = deal("6-6 5-5 4-4 6-5 6-4 5-4 6-0", "3-3 3-2 3-1 2-2 2-1 1-1 1-0")


def block() -> Block:
    return Block(seats=2, seed="a seed", deals=[CHOICE], lots=[0])


@pytest.mark.parametrize("level", levels_of("block"))
def test_a_player_changes_nothing_and_returns_a_legal_move(level: str) -> None:
    match = block()
    before = everything(match)
    assert players.choose(level, match, 0, Random(1), players.playouts(50)) in match.moves(0)
    assert everything(match) == before


def test_some_playouts_are_tried_even_when_all_the_time_is_spent() -> None:
    enough = players.at_least_some(lambda: True)
    assert [enough() for _ in range(101)] == [False] * 100 + [True]
    assert not any(players.at_least_some(lambda: False)() for _ in range(200))


@pytest.mark.parametrize("level", levels_of("block"))
def test_the_same_random_numbers_and_playouts_give_the_same_move(level: str) -> None:
    for seed in range(5):
        one, same = (players.choose(level, block(), 0, Random(seed), players.playouts(60)) for _ in range(2))
        assert one == same


@pytest.mark.parametrize("key", ["bingo", "seventy_nine"])
def test_in_trick_games_too_every_choice_is_legal_and_repeatable(key: str) -> None:
    match = games.new_match(key, seats=games.CATALOGUE[key].seat_counts[0], seed="a seed")
    for number in range(60):
        (seat,) = match.actors()
        one, same = (players.choose("regular", match, seat, Random(number), players.playouts(30)) for _ in range(2))
        assert one == same
        assert one in match.moves(seat)
        match.play(seat, one)


@pytest.mark.parametrize("level", levels_of("block"))
def test_two_matches_that_differ_in_hidden_tiles_only_get_the_same_move(level: str) -> None:
    hand = "6-6 5-5 4-4 6-5 6-4 5-4 6-0"
    one, other = (
        Block(seats=2, seed=seed, deals=[deal(hand, others)], lots=[0])
        for seed, others in [("a", "3-3 3-2 3-1 2-2 2-1 1-1 1-0"), ("b", "6-3 6-2 6-1 5-3 5-2 5-1 5-0")]
    )
    for seed in range(5):
        choices = {players.choose(level, match, 0, Random(seed), players.playouts(80)) for match in (one, other)}
        assert len(choices) == 1


@pytest.mark.parametrize(("key", "level"), [(key, level) for key in games.TABLE_GAMES for level in levels_of(key)])
def test_in_mid_match_too_the_choice_is_blind_to_what_is_hidden(key: str, level: str) -> None:
    counts = games.CATALOGUE[key].seat_counts
    for seed in range(6):
        match = games.new_match(key, seats=counts[seed % len(counts)], seed=f"{seed}")
        advance(match, Random(seed), 7 * seed)
        for seat in match.actors():
            other = match.redeal_unseen(seat, Random(99))
            choices = {
                players.choose(level, either, seat, Random(5), players.playouts(30)) for either in (match, other)
            }
            assert len(choices) == 1


def test_the_only_legal_move_is_returned_without_thinking() -> None:
    match = block()
    play(match, "6-6")

    def never() -> bool:
        raise AssertionError("nothing to think about")

    assert str(players.choose("regular", match, 1, Random(1), never)) == "pass"


def test_a_regular_player_tries_every_move_even_if_it_is_enough_at_once() -> None:
    asked = 0

    def at_once() -> bool:
        nonlocal asked
        asked += 1
        return True

    assert players.choose("regular", block(), 0, Random(1), at_once) in block().moves(0)
    assert asked == 8  # before each of seven playouts, and once more


def test_thinking_stops_when_it_is_enough() -> None:
    calls = Counter[bool]()
    limit = players.playouts(123)

    def enough() -> bool:
        said = limit()
        calls[said] += 1
        return said

    match = Block(
        seats=2, seed="a", deals=[deal("6-6 5-5 4-4 3-3 2-2 1-1 0-0", "6-5 4-3 2-1 6-4 5-3 1-0 3-2")], lots=[0]
    )
    players.choose("regular", match, 0, Random(1), enough)
    assert calls[True] <= 1
    assert calls[False] <= 123


def test_thinking_within_some_playouts_ends_with_them_or_when_it_is_enough() -> None:
    few, soon = players.within(3, players.playouts(9)), players.within(9, players.playouts(3))
    assert [few() for _ in range(4)] == [soon() for _ in range(4)] == [False, False, False, True]


def test_an_unknown_level_or_a_seat_without_a_move_is_an_error() -> None:
    with pytest.raises(ValueError, match="the levels are casual, regular, strong, master"):
        players.choose("perfect", block(), 0, Random(1), players.playouts(1))
    with pytest.raises(ValueError, match="seat 1 has no move now"):
        players.choose("casual", block(), 1, Random(1), players.playouts(1))


def test_a_casual_player_without_own_rules_plays_all_moves_equally() -> None:
    rng, match = Random(1), games.new_match("nos", seats=3, seed="5", lots=[2])
    play(match, "1-1 variant=11/b/right/4/t/m 5-1@right draw 5-0@right 3-0@right 3-2@right 5-3@right")
    (seat,) = match.actors()
    assert len(match.sensible_moves(seat)) == 7
    found = Counter(players._choose_casual(match, seat, rng, players.playouts(0)) for _ in range(7_000))
    # 1,000 expected of each of seven moves; with 6 degrees of freedom chi-square passes 22.5 once in 1,000.
    assert len(found) == 7
    assert sum((number - 1_000) ** 2 / 1_000 for number in found.values()) < 22.5


def test_a_casual_player_of_block_opens_with_the_costliest_double() -> None:
    # 6-6 relieves the hand of 12 pips and of a bonus of 60, and 6-5, 6-4 and 6-0 can follow.
    for seed in range(20):
        assert str(players.choose("casual", block(), 0, Random(seed), players.playouts(0))) == "6-6"


def test_a_regular_player_uses_what_passes_have_shown() -> None:
    # Seat 1 has passed on 4, 5 and 6. The ends are 4 and 6: 6-4@left leaves two sixes, nobody but seat 0 can go on, and
    # 6-0 goes out against a full hand. 6-0@right lets seat 1 lay a blank first, and 6-4@right blocks the deal.
    match = block()
    play(match, "6-6 pass 6-5@left pass 5-5@left pass 5-4@left pass 4-4@left pass")
    assert texts(match.moves(0)) == ["6-4@left", "6-0@right", "6-4@right"]
    assert str(players.choose("regular", match, 0, Random(1), players.playouts(600))) == "6-4@left"


def won_against_chance(level: str, matches: int, playouts: int) -> int:
    """Return the number of block matches that the level wins against random moves; the seats take turns."""
    won = 0
    for number in range(matches):
        match, rng = games.new_match("block", seats=2, seed=f"strength {number}"), Random(number)
        while not match.outcome:
            (seat,) = match.actors()
            thinks = seat == number % 2
            moves = match.moves(seat)
            chosen = (
                players.choose(level, match, seat, rng, players.playouts(playouts)) if thinks else rng.choice(moves)
            )
            match.play(seat, chosen)
        won += match.outcome.winners == (number % 2,)
    return won


@pytest.mark.parametrize("level", some_of(levels_of("block"), 1))
def test_every_level_beats_chance_at_block(level: str) -> None:
    # Casual won 187 of 200 matches. A player no better than chance would win 13 of 16 in one series of 90.
    assert won_against_chance(level, matches=16, playouts=100) >= 13


def test_a_match_can_be_thought_about_in_another_process() -> None:
    match = advance(games.new_match("five_to_fourteen", seats=2, seed="a seed"), Random(1), 20)
    (seat,) = match.actors()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = pool.submit(_think, match, seat).result(timeout=60)
    assert there == _think(pickle.loads(pickle.dumps(match)), seat)  # noqa: S301  # our own


def _think(match: Match, seat: int) -> Move:
    return players.choose("regular", match, seat, Random(3), players.playouts(50))
