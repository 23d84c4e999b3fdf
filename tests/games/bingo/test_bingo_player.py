"""The computers of Bingo: what they lead, close and lay where that is plain, what they expect, and endings."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import games
from games.bingo import Bingo, computers, inference
from games.bingo.position import CLOSE, MELD, BingoPosition, tables_of
from games.bingo.value import chances
from games.computers import players
from games.computers.exact import Solver
from games.core.tiles import ALL_TILES, Tile, mask_of
from games.core.tricks import PlayedTile
from tests.games.deals import play, tiles

from .bingo_deals import PLAIN, match_of, meeting, second_part


def choose(match: games.Match, count: int = 600, seed: int = 1) -> str:
    (seat,) = match.actors()
    return str(players.choose("regular", match, seat, Random(seed), players.playouts(count)))


def after_a_trick(hand: str, points: tuple[int, int]) -> Bingo:
    """Seat 0 has taken the first trick and leads with this hand; these are the points. Sixes are trumps."""
    match = match_of(PLAIN)
    play(match, "6-5 5-4")
    held = mask_of(tiles(hand))
    other = [tile for tile in ALL_TILES if not tile.bit & held and str(tile) not in {"6-5", "5-4", "6-4"}]
    position = match.position
    position.hands = [held, mask_of(other[:7])]
    position.boneyard[1:] = [tile.index for tile in other[7:]]
    position.face_down = mask_of(other[7:])
    position.totals = list(points)
    return match


def test_a_player_with_seventy_points_closes_a_deal_lost_by_points() -> None:
    assert choose(after_a_trick("5-3 3-1 2-1 4-1 4-3 5-1 3-2", (72, 95))) == "close"


def test_who_can_take_all_tricks_and_reach_seventy_closes() -> None:
    # 45 and 0-0, 6-6, 6-3, 6-2 are 14 + 24 + 9 + 8: 100, with a meld 120.
    assert choose(after_a_trick("0-0 6-6 6-3 6-2 6-1 6-0 5-5", (45, 18))) == "close"


def test_who_cannot_reach_seventy_does_not_close() -> None:
    match = after_a_trick("5-3 3-1 2-1 4-1 4-3 5-1 3-2", (11, 0))
    assert "close" in {str(move) for move in match.moves(0)}
    assert choose(match) != "close"


def test_a_meld_is_led_with_the_double_that_takes_the_trick() -> None:
    # Sixes are trumps. 0-0 takes any trick; 2-2 and 1-1 are beaten by most tiles of any hand.
    match = second_part(("2-2 1-1 0-0", "6-3 6-2 6-1"), "6-4")
    assert choose(match) == "0-0=meld"


def test_no_meld_is_led_with_a_double_that_loses() -> None:
    # Sixes are trumps. Seat 1 has 4-1 and 2-1 and must follow ones with them, which beat 1-1; with fours it must
    # follow to 5-4, which they do not beat, and then 1-1 loses no meld.
    match = second_part(("1-1 0-0 5-4", "4-1 2-1 3-1"), "6-4")
    assert choose(match) not in {"1-1=meld", "1-1"}


def test_a_trick_of_many_points_is_taken_at_small_cost() -> None:
    # Sixes are trumps: 5-5 counts 10; the trump 6-1 takes it.
    match = meeting("5-5", "6-1 2-1 3-1 4-1 3-2 4-2 5-1", "6-4")
    play(match, "5-5")
    assert choose(match) == "6-1"


@pytest.mark.parametrize("number", range(12))
def test_each_tile_is_one_choice_and_a_possible_double_is_declared(number: int) -> None:
    rng = Random(number)
    position = Bingo(seats=2, seed=f"choices {number}").position
    while position.turn >= 0:
        legal, choices = position.moves(), position.choices()
        mute = {move - MELD for move in legal if MELD <= move < CLOSE}
        assert sorted(choices) == sorted(set(legal) - mute)
        position.play(rng.choice(legal))


@pytest.mark.parametrize(
    ("points", "left", "sets"),
    [
        ((50, 0), ("4-1 2-1", "4-3 3-1"), (0, 2)),  # the closer needs 70, and no tile left counts
        ((50, 0), ("6-2 2-1", "6-1 3-1"), (0, 2)),  # 50 + 8 + 7 = 65
        ((50, 0), ("6-3 6-2", "6-5 3-1"), None),  # 50 + 9 + 8 + 11 = 78
        ((50, 0), ("1-1 0-0", "4-3 3-1"), None),  # 50 + 2 + 14 = 66, and 20 for a meld
        ((75, 20), ("4-1 2-1", "4-3 3-1"), (2, 0)),  # no water: 20 points at most
        ((75, 20), ("6-2 2-1", "4-3 3-1"), None),  # 20 + 8 = 28 may still be water
    ],
)
def test_for_computers_a_deal_ends_as_soon_as_its_sets_are_decided(
    points: tuple[int, int], left: tuple[str, str], sets: tuple[int, int] | None
) -> None:
    # Sixes are trumps. Seat 0 closes, and takes a trick worth nothing: 8 pips against 6.
    position = first_part(f"5-3 {left[0]}", f"5-1 {left[1]}", "6-4 2-0")
    position.totals, position.ends_when_decided = list(points), True
    for move in (CLOSE, Tile(5, 3).index, Tile(5, 1).index):
        position.play(move)
    assert (position.turn < 0) == (sets is not None)
    assert position.scores == list(sets or (0, 0))


@pytest.mark.parametrize("number", range(24))
def test_a_decided_deal_scores_the_same_sets_if_played_to_the_end(number: int) -> None:
    options = {"doubles_high": number % 2 == 0, "big_meld_as_sets": number % 3 == 0}
    match = games.new_match("bingo", seats=2, seed=f"decided {number}", options=options)
    assert isinstance(match, Bingo)
    rng, whole = Random(number), match.position
    short = whole.copy()
    short.ends_when_decided = True
    while short.turn >= 0:
        assert short.turn == whole.turn
        move = rng.choice(short.choices())
        short.play(move)
        whole.play(move)
    while whole.turn >= 0:
        whole.play(rng.choice(whole.moves()))
    assert (short.winner, short.award, short.scores) == (whole.winner, whole.award, whole.scores)


def brute_force(position: BingoPosition) -> float:
    """Return the value of the ending for seat 0 with the best play of both, by exhaustive search."""
    if position.turn < 0:
        return position.worths()[0]
    found = []
    for move in position.choices():
        after = position.copy()
        after.play(move)
        found.append(brute_force(after))
    return max(found) if position.turn == 0 else min(found)


@pytest.mark.parametrize("number", range(12))
def test_an_ending_is_worked_out_as_brute_force_does(number: int) -> None:
    match = games.new_match("bingo", seats=2, seed=f"ending {number}", options={"doubles_high": number % 2 == 0})
    assert isinstance(match, Bingo)
    rng = Random(number)
    while match.position.boneyard or sum(hand.bit_count() for hand in match.position.hands) > 9:
        match.play(match.actors()[0], rng.choice(match.sensible_moves(match.actors()[0])))
    position = match.position
    assert Solver(0, 100_000).worth(position.copy()) == pytest.approx(brute_force(position))


def test_every_possible_hand_of_the_other_seat_is_a_world_and_no_other() -> None:
    # Closed before the last two tiles are drawn: one of them lies face down, and seven are in the other hand: 8 worlds.
    match = games.new_match("bingo", seats=2, seed="worlds")
    assert isinstance(match, Bingo)
    rng = Random(1)
    while len(match.position.boneyard) > 2 or match.position.led >= 0:
        (seat,) = match.actors()
        match.play(seat, rng.choice([move for move in match.sensible_moves(seat) if not move.value]))
    (seat,) = match.actors()
    assert not match.possible_positions(seat, 40), "two more tiles will be drawn by chance"
    play(match, "close")
    worlds = match.possible_positions(seat, 8)
    assert len({world.hands[1 - seat] for world in worlds}) == 8
    assert match.position.hands[1 - seat] in {world.hands[1 - seat] for world in worlds}
    assert {world.hands[seat] for world in worlds} == {match.position.hands[seat]}
    assert not match.possible_positions(seat, 7)


def test_the_chance_to_win_at_even_sets_is_half_but_for_the_opening() -> None:
    for scores in ((0, 0), (3, 3), (6, 6)):
        won, lost = chances(scores, 0)
        assert won + lost == pytest.approx(1)
        assert won == pytest.approx(0.5, abs=0.05)
        assert chances(scores, 1) == pytest.approx((lost, won))


def test_a_won_match_is_certain_and_more_sets_improve_the_chance() -> None:
    assert chances((7, 6), 0) == (1, 0)
    assert chances((2, 9), 0) == (0, 1)
    row = [chances((sets, 3), 0)[0] for sets in range(8)]
    assert row == sorted(set(row))


@pytest.mark.parametrize(
    ("patient", "left", "move"),
    [(False, "3-1 2-1 4-1", "0-0=meld"), (True, "3-1 2-1 4-1", "3-2"), (True, "3-1", "0-0=meld")],
)
def test_patient_players_wait_for_more_doubles_until_the_last_draw(patient: bool, left: str, move: str) -> None:
    # Sixes are trumps, and 6-4 is drawn last. 0-0 takes the trick for certain; two doubles bring 20, three 40.
    position = first_part("0-0 1-1 3-2 4-3 5-1 6-2 6-1", "6-6 5-5 5-4 5-3 5-2 4-2 4-0", f"6-4 {left}")
    position.patient = patient
    assert str(Bingo.named(position.simple())) == move


@pytest.mark.parametrize(("patient", "move"), [(False, "5-5"), (True, "5-2")])
def test_patient_players_take_a_trick_without_a_double_with_a_meld(patient: bool, move: str) -> None:
    # Sixes are trumps. 5-5 and 5-2 both take 4-2; 5-5 brings 10 points, but with 0-0 a meld is kept by 5-2.
    position = first_part("4-2 5-4 5-3 2-1 4-3 3-1 5-1", "0-0 5-5 5-2 3-2 4-1 6-2 6-1", "6-4 6-5 6-3")
    position.patient = patient
    position.play(Tile(4, 2).index)
    assert str(Bingo.named(position.simple())) == move


def first_part(leader: str, other: str, boneyard: str) -> BingoPosition:
    """Seat 0 leads after some tricks that have brought nothing; sixes are trumps."""
    hands = [mask_of(tiles(leader)), mask_of(tiles(other))]
    position = BingoPosition(tables_of(6), hands, [tile.index for tile in tiles(boneyard)], (0, 0), 0)
    position.taker = 0
    return position


def test_a_casual_player_keeps_its_trumps_from_a_trick_that_counts_nothing() -> None:
    # Sixes are trumps: 4-3 counts nothing, and only trumps take it.
    match = meeting("4-3", "6-1 2-1 3-1 6-2 3-2 6-3 2-0", "6-4")
    play(match, "4-3")
    (seat,) = match.actors()
    chosen = [str(players.choose("casual", match, seat, Random(seed), players.playouts(1))) for seed in range(40)]
    assert sum(move.startswith("6") for move in chosen) < 8


@pytest.mark.parametrize(("better", "worse"), [("regular", "casual"), ("casual", "random")])
def test_a_better_player_beats_a_worse_one(better: str, worse: str) -> None:
    # With 20 playouts a move; a player no better than the other would win 7 of 8 in one series of 28.
    won = 0
    for number in range(8):
        match, rng = games.new_match("bingo", seats=2, seed=f"strength {number}"), Random(number)
        while not match.outcome:
            (seat,) = match.actors()
            level = better if seat == number % 2 else worse
            if level == "random":
                match.play(seat, rng.choice(match.sensible_moves(seat)))
            else:
                match.play(seat, players.choose(level, match, seat, rng, players.playouts(20)))
        won += number % 2 in match.outcome.winners
    assert won >= 7


def test_it_plays_bingo_only() -> None:
    with pytest.raises(TypeError, match="plays bingo, not block"):
        computers.computer_of("strong")(games.new_match("block", seats=2), 0, Random(1), players.playouts(1))


def test_likelihoods_of_hands_equal_a_count_of_all_ways_to_draw() -> None:
    # Sixes are trumps. Seat 1 leaves 3-2 with 2-1, as 35 of 100 do who hold a tile that takes it and is no trump.
    laid = [PlayedTile(0, Tile(3, 2)), PlayedTile(1, Tile(2, 1)), PlayedTile(0, Tile(4, 1)), PlayedTile(1, Tile(3, 3))]
    left = inference.omissions(laid, 1, tables_of(6))
    assert len(left) == 1
    hand = tiles("4-3 5-1 6-1 1-1 2-2 0-0 1-0")
    beats = {Tile(4, 3), Tile(5, 1)}
    # It has drawn two tiles since, and laid 3-3.
    pool = [*hand, Tile(3, 3)]
    without = [not beats & (set(pool) - set(drawn)) for drawn in combinations(pool, 2)]
    had_none = sum(without) / len(without)
    assert inference.likelihood(mask_of(hand), left) == pytest.approx(0.35 + 0.65 * had_none)
    assert inference.likelihood(mask_of(tiles("1-1 1-0")), left) == 1


def test_strong_players_think_of_likely_hands_of_the_other_seat() -> None:
    # Sixes are trumps. Seat 1 leaves 5-3 with 1-0: it hardly had 5-4 or 5-5, which alone take it and are no trumps.
    match = match_of(PLAIN)
    play(match, "5-3 1-0")
    (seat,) = match.actors()
    rng, takers = Random(3), mask_of(tiles("5-4 5-5"))
    likely = computers.likely_worlds(match, seat, rng)

    def share(worlds: list[BingoPosition]) -> float:
        return sum(bool(world.hands[1 - seat] & takers) for world in worlds) / len(worlds)

    possible = [match.determinization(seat, rng) for _ in range(512)]
    assert share([likely.next() for _ in range(512)]) < share(possible) - 0.1
