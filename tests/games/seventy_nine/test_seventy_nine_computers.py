"""The computers of Seventy-Nine: what it calls, names and lays where that is plain, and its playouts."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import games
from games.computers import players
from games.seventy_nine import SeventyNine, computers
from tests.games.deals import play
from tests.games.trick_deals import hands_of_nine

from .seventy_nine_deals import match_of, playing

OTHERS = ("4-3 3-0", "2-1 3-1", "2-0 4-2", "4-0 1-0", "2-1 4-3")
ALL_TRUMPS = "6-6 6-6 6-5 6-5 6-4 6-4 6-3 6-3 6-2"
LOW = "1-0 1-0 2-0 2-0 2-1 2-1 3-0 3-0 3-1"
NOTHING = "6-5 6-3 5-2 5-1 4-3 4-2 3-1 2-1 6-0"


def choose(match: games.Match, count: int = 300, seed: int = 1) -> str:
    (seat,) = match.actors()
    return str(players.choose("regular", match, seat, Random(seed), players.playouts(count)))


def test_a_count_tile_goes_to_a_partner_who_has_the_trick_for_sure() -> None:
    match = playing("6-6 1-0", OTHERS[0], "5-5 1-1", *OTHERS[1:4])
    play(match, "6-6 3-0")
    assert choose(match) == "5-5"


def test_no_count_tile_goes_to_opponents_who_have_the_trick() -> None:
    match = playing("6-6 1-0", "5-5 1-1", *OTHERS[:4])
    play(match, "6-6")
    assert choose(match) == "1-1"


def test_the_last_of_a_trick_takes_it_with_what_counts_most() -> None:
    # Twos are led. Both twos take the trick from 2-1; 3-2 brings 5 points with it, and 5-2 none.
    match = playing("2-1 1-1", "2-0 4-3", "3-1 3-0", "4-0 4-0", "2-0 1-0", "5-2 3-2")
    play(match, "2-1 2-0 3-1 4-0 2-0")
    assert choose(match) == "3-2"


def test_who_holds_nine_of_the_highest_trumps_bids_high() -> None:
    # All nine tricks are taken; only count tiles in the boneyard are missing, which are 15 points or fewer but for both
    # 5-5 there, once in 1,081 deals.
    chosen = choose(match_of(hands_of_nine(ALL_TRUMPS)))
    assert chosen.startswith("bid=")
    assert int(chosen.removeprefix("bid=")) >= 60


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "hand",
    [
        "6-6 6-6 6-5 6-4 6-3 5-5 4-4 3-1 2-0",
        "6-6 6-5 6-4 6-3 6-2 5-5 4-4 3-3 1-0",
        "6-6 6-6 6-5 6-4 6-2 6-1 5-5 2-1 3-0",
    ],
)
def test_a_hand_bids_no_more_than_it_promises(hand: str, seed: int) -> None:
    """They promise 60, 58 and 61 points, by their trumps and doubles."""
    assert 50 <= int(choose(match_of(hands_of_nine(hand)), 120, seed).removeprefix("bid=")) <= 59


def test_who_holds_nine_of_the_highest_trumps_names_them() -> None:
    match = match_of(hands_of_nine(ALL_TRUMPS))
    play(match, "bid=60 pass pass pass pass pass")
    assert choose(match) == "trump=6"


def test_a_hand_of_low_tiles_bids_nello_and_one_of_high_tiles_never() -> None:
    assert choose(match_of(hands_of_nine(LOW))) == "bid=nello"
    assert choose(match_of(hands_of_nine("6-6 6-5 6-4 5-5 5-4 5-3 4-4 3-3 6-3"))) != "bid=nello"


def test_where_nello_is_not_played_it_is_not_bid() -> None:
    match = match_of(hands_of_nine(LOW), nello=False)
    assert choose(match) in {str(move) for move in match.moves(0)}
    assert choose(match) != "bid=nello"


def test_a_hand_of_nothing_passes() -> None:
    assert choose(match_of(hands_of_nine(NOTHING))) == "pass"


def test_the_bidder_of_a_nello_stays_below_the_trick() -> None:
    # Seat 5 takes the first trick with 6-1 and leads 5-4. Under it seat 0 may lay 5-1; 5-5 would take the trick.
    match = playing("1-0 5-5 5-1", "3-1 4-4 4-1", "", "3-0 3-3 4-0", "", "6-1 5-4 2-0", trump=None)
    play(match, "1-0 4-1 3-0 6-1 5-4")
    assert choose(match) == "5-1"


@pytest.mark.parametrize("scoring", ["points", "tricks", "marks"])
def test_a_match_of_six_computers_ends_and_all_their_moves_are_legal(scoring: str) -> None:
    match = SeventyNine(seats=6, seed=f"six {scoring}", options={"scoring": scoring})
    rng = Random(1)
    for _ in range(5_000):
        if match.outcome:
            break
        (seat,) = match.actors()
        match.play(seat, players.choose("regular", match, seat, rng, players.playouts(8)))
    assert match.outcome


def casual(match: games.Match) -> set[str]:
    """Return the repeated moves of a casual player over twenty series of random numbers."""
    (seat,) = match.actors()
    found = Counter(str(players.choose("casual", match, seat, Random(n), players.playouts(0))) for n in range(20))
    return {move for move, times in found.items() if times > 5}


def test_a_casual_player_bids_on_high_trumps_and_passes_on_nothing() -> None:
    assert casual(match_of(hands_of_nine(ALL_TRUMPS))) == {"bid=50"}
    assert casual(match_of(hands_of_nine(NOTHING))) == {"pass"}


def test_a_casual_player_names_the_trumps_of_which_it_has_most() -> None:
    match = match_of(hands_of_nine(ALL_TRUMPS))
    play(match, "bid=60 pass pass pass pass pass")
    assert casual(match) == {"trump=6"}


def test_a_casual_player_gives_count_tiles_only_to_its_partner() -> None:
    to_partner = playing("6-6 1-0", OTHERS[0], "5-5 1-1", *OTHERS[1:4])
    play(to_partner, "6-6 3-0")
    assert casual(to_partner) == {"5-5"}
    to_opponents = playing("6-6 1-0", "5-5 1-1", *OTHERS[:4])
    play(to_opponents, "6-6")
    assert casual(to_opponents) == {"1-1"}


@pytest.mark.parametrize("level", ["casual", "regular"])
def test_three_computers_beat_three_that_play_at_random(level: str) -> None:
    # With 10 playouts a move. A side no better than the other would win 6 of 6 in one series of 64.
    for number in range(6):
        match, rng = games.new_match("seventy_nine", seats=6, seed=f"strength {number}"), Random(number)
        while not match.outcome:
            (seat,) = match.actors()
            if seat % 2 == number % 2:
                match.play(seat, players.choose(level, match, seat, rng, players.playouts(10)))
            else:
                match.play(seat, rng.choice(match.sensible_moves(seat)))
        assert number % 2 in match.outcome.winners


def test_it_plays_seventy_nine_only() -> None:
    with pytest.raises(TypeError, match="plays seventy_nine, not block"):
        computers.computer_of("strong")(games.new_match("block", seats=2), 0, Random(1), players.playouts(1))
