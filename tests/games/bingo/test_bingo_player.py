"""The regular player of Bingo: what it leads, closes and lays where that is plain, and its playouts."""

from __future__ import annotations

from random import Random

import pytest

import games
from games import Move, players
from games.bingo import Bingo, player
from games.bingo.playout import BingoPlayout
from games.bingo.view import BingoDealEnd, BingoView
from games.core.tiles import ALL_TILES, mask_of
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
def test_a_playout_goes_as_the_match_does(number: int) -> None:
    options = {"doubles_high": number % 2 == 0, "big_meld_as_sets": number % 3 == 0}
    match = games.new_match("bingo", seats=2, seed=f"playout {number}", options=options)
    rng = Random(number)
    advance(match, rng, number % 12)  # the shortest deal takes 14 moves
    (seat,) = match.actors()
    view = match.view(seat)
    assert isinstance(view, BingoView)
    playout = player._running(match, view, rng)
    playout.boneyard = [tile.index for tile in match._undrawn()]  # type: ignore[attr-defined]  # as it truly lies
    whole = playout.copy()
    whole.to_end()
    while match.last_deal is None:
        (seat,) = match.actors()
        assert playout.turn == seat
        for move in playout_moves(playout):
            match.play(seat, move)
    end = match.last_deal
    assert isinstance(end, BingoDealEnd)
    assert tuple(whole.totals) == end.totals
    assert (-1 if end.closer is None else end.closer) == whole.closer


def playout_moves(playout: BingoPlayout) -> list[Move]:
    """What the seat to move does in a playout, done there, as moves of the match."""
    if playout.led >= 0:
        tile = playout.answer()
        playout.lay(tile)
        return [Move("play", ALL_TILES[tile])]
    closes, tile, doubles = playout.choice()
    moves = []
    if closes:
        playout.close()
        moves.append(Move("close"))
        _, tile, doubles = playout.choice()
    playout.lay(tile, doubles=doubles)
    return [*moves, Move("play", ALL_TILES[tile], value="meld" if doubles else "")]


def test_a_regular_player_beats_a_casual_one() -> None:
    # With 60 playouts a move; a player no better than the other would win 9 of 10 in one series of 93.
    won = 0
    for number in range(10):
        match, rng = games.new_match("bingo", seats=2, seed=f"strength {number}"), Random(number)
        while not match.outcome:
            (seat,) = match.actors()
            level = "regular" if seat == number % 2 else "casual"
            match.play(seat, players.choose(level, match, seat, rng, players.playouts(60)))
        won += number % 2 in match.outcome.winners
    assert won >= 9


def test_it_plays_bingo_only() -> None:
    with pytest.raises(TypeError, match="plays bingo, not block"):
        player.choose(games.new_match("block", seats=2), 0, Random(1), players.playouts(1))
