"""The computers of Bingo: what they lead, close and lay where that is plain, their kernel, and endings."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import games
from games import players
from games.bingo import Bingo, inference, player
from games.bingo.playout import BingoPlayout, rules_of
from games.bingo.value import chances
from games.bingo.view import BingoDealEnd, BingoView
from games.bingo.worth import Award
from games.core.tiles import ALL_TILES, Tile, mask_of
from games.core.tricks import Laid
from games.exact import Solver
from tests.games.deals import advance, play, tiles

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
    match._hands = [held, mask_of(other[:7])]
    match._boneyard = [match._trump_tile, *other[7:]]
    match._tile_points = list(points)
    return match


def test_who_has_seventy_points_closes_a_deal_that_they_would_lose_by_points() -> None:
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


@pytest.mark.parametrize("number", range(24))
def test_the_kernel_goes_as_the_match_does(number: int) -> None:
    options = {"doubles_high": number % 2 == 0, "big_meld_as_sets": number % 3 == 0}
    match = games.new_match("bingo", seats=2, seed=f"playout {number}", options=options)
    assert isinstance(match, Bingo)
    rng = Random(number)
    advance(match, rng, number % 12)  # the shortest deal takes 14 moves
    playout = as_it_lies(match)
    while playout.turn >= 0:
        (seat,) = match.actors()
        assert playout.turn == seat
        kernel_moves = {str(player._move(move)) for move in playout.choices()}
        assert kernel_moves <= {str(move) for move in match.moves(seat)}
        assert len(kernel_moves) == len({str(move).partition("=")[0] for move in match.moves(seat)})
        move = playout.simple() if rng.random() < 0.5 else rng.choice(playout.choices())
        playout.play(move)
        match.play(seat, player._move(move))
    winner, award = playout.result()
    while match.last_deal is None:
        (seat,) = match.actors()
        match.play(seat, rng.choice(match.moves(seat)))
    end = match.last_deal
    assert isinstance(end, BingoDealEnd)
    if end.award is Award.CUT_OFF:
        assert max(playout.scores) >= 7
    else:
        assert (winner, award) == (end.winners[0] if end.winners else None, end.award)


def as_it_lies(match: Bingo) -> BingoPlayout:
    """The running deal with every tile where it truly is."""
    (seat,) = match.actors()
    view = match.view(seat)
    assert isinstance(view, BingoView)
    return player.running(view, match._hands, [tile.index for tile in match._boneyard])


def brute_force(position: BingoPlayout) -> float:
    """What the ending is worth to seat 0 with the best play of both, by looking at everything."""
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
    while match._boneyard or sum(hand.bit_count() for hand in match._hands) > 9:
        match.play(match.actors()[0], rng.choice(match.sensible(match.actors()[0])))
    position = as_it_lies(match)
    assert Solver(0, 100_000).worth(position.copy()) == pytest.approx(brute_force(position))


def test_every_possible_hand_of_the_other_seat_is_a_world_and_no_other() -> None:
    # Closed before the last two tiles are drawn: one of them lies face down, and seven are in the other hand: 8 worlds.
    match = games.new_match("bingo", seats=2, seed="worlds")
    assert isinstance(match, Bingo)
    rng = Random(1)
    while len(match._boneyard) > 2 or match._table:
        (seat,) = match.actors()
        match.play(seat, rng.choice([move for move in match.sensible(seat) if not move.value]))
    (seat,) = match.actors()
    assert not list(player._Seat.of(match, seat, rng, patient=True).worlds()), "two more tiles will be drawn by chance"
    play(match, "close")
    worlds = list(player._Seat.of(match, seat, rng, patient=True).worlds())
    assert len({world.hands[1 - seat] for world in worlds}) == 8
    assert match._hands[1 - seat] in {world.hands[1 - seat] for world in worlds}
    assert {world.hands[seat] for world in worlds} == {match._hands[seat]}


def test_the_chance_to_win_a_match_is_one_half_each_at_even_sets_but_for_the_opening() -> None:
    for scores in ((0, 0), (3, 3), (6, 6)):
        won, lost = chances(scores, 0)
        assert won + lost == pytest.approx(1)
        assert won == pytest.approx(0.5, abs=0.05)
        assert chances(scores, 1) == pytest.approx((lost, won))


def test_who_has_won_the_match_has_won_it_for_certain_and_more_sets_are_a_better_chance() -> None:
    assert chances((7, 6), 0) == (1, 0)
    assert chances((2, 9), 0) == (0, 1)
    row = [chances((sets, 3), 0)[0] for sets in range(8)]
    assert row == sorted(set(row))


@pytest.mark.parametrize(
    ("patient", "left", "move"),
    [(False, "3-1 2-1 4-1", "0-0=meld"), (True, "3-1 2-1 4-1", "3-2"), (True, "3-1", "0-0=meld")],
)
def test_patient_players_wait_for_more_doubles_until_the_last_tiles_are_drawn(
    patient: bool, left: str, move: str
) -> None:
    # Sixes are trumps, and 6-4 is drawn last. 0-0 takes the trick for certain; two doubles bring 20, three 40.
    position = first_part("0-0 1-1 3-2 4-3 5-1 6-2 6-1", "6-6 5-5 5-4 5-3 5-2 4-2 4-0", f"6-4 {left}")
    position.patient = patient
    assert str(player._move(position.simple())) == move


@pytest.mark.parametrize(("patient", "move"), [(False, "5-5"), (True, "5-2")])
def test_patient_players_take_a_trick_without_a_double_while_they_keep_a_meld(patient: bool, move: str) -> None:
    # Sixes are trumps. 5-5 and 5-2 both take 4-2; 5-5 brings 10 points, but with 0-0 a meld is kept by 5-2.
    position = first_part("4-2 5-4 5-3 2-1 4-3 3-1 5-1", "0-0 5-5 5-2 3-2 4-1 6-2 6-1", "6-4 6-5 6-3")
    position.patient = patient
    position.play(Tile(4, 2).index)
    assert str(player._move(position.simple())) == move


def first_part(leader: str, other: str, boneyard: str) -> BingoPlayout:
    """Seat 0 leads after some tricks that have brought nothing; sixes are trumps."""
    rules = rules_of(6, doubles_high=False, meld_sets=False)
    return BingoPlayout(
        rules, [mask_of(tiles(leader)), mask_of(tiles(other))], [tile.index for tile in tiles(boneyard)], 0
    )


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
                match.play(seat, rng.choice(match.sensible(seat)))
            else:
                match.play(seat, players.choose(level, match, seat, rng, players.playouts(20)))
        won += number % 2 in match.outcome.winners
    assert won >= 7


def test_it_plays_bingo_only() -> None:
    with pytest.raises(TypeError, match="plays bingo, not block"):
        player.computer_of("strong")(games.new_match("block", seats=2), 0, Random(1), players.playouts(1))


def test_what_was_not_done_makes_hands_as_likely_as_counting_all_ways_to_draw_says() -> None:
    # Sixes are trumps. Seat 1 leaves 3-2 with 2-1, as 35 of 100 do who hold a tile that takes it and is no trump.
    rules = rules_of(6, doubles_high=False, meld_sets=False)
    left = inference.refusals(
        [Laid(0, Tile(3, 2)), Laid(1, Tile(2, 1)), Laid(0, Tile(4, 1)), Laid(1, Tile(3, 3))], 1, rules
    )
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
    thinking = player._Seat.of(match, seat, Random(3), patient=True)
    takers = mask_of(tiles("5-4 5-5"))
    likely = thinking.likely_worlds()

    def share(worlds: list[BingoPlayout]) -> float:
        return sum(bool(world.hands[1 - seat] & takers) for world in worlds) / len(worlds)

    assert share([likely.next() for _ in range(512)]) < share([thinking.world() for _ in range(512)]) - 0.1
