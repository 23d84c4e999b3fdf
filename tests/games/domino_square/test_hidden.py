"""Information of passes at Domino Square, and even new deals of all else."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

import games
from games import Tile
from games.domino_square import DominoSquare
from tests.games.deals import advance, tiles
from tests.games.domino_square.oracle import BareSquare
from tests.games.domino_square.tables import late, play, square
from tests.games.evenness import all_hands, assert_even

World = tuple[tuple[Tile, ...], ...]


def dealt_again(match: DominoSquare, seat: int, number: int) -> World:
    copy = match.redeal_unseen(seat, Random(number))
    assert copy.view(seat) == match.view(seat)
    return tuple(copy.view(other).hand for other in range(match.seats) if other != seat)


def test_who_has_passed_holds_nothing_that_could_be_placed_then() -> None:
    # 6-2 5-3 3-1 5-0 fit, 2-0 and 4-1 do not: seat 0 has passed, so it has one of these two
    match = late(square(3), 15, "2-0", "3-1", "5-0", rest="4-1 5-3 6-2")
    play(match, "pass")
    one, other = tiles("2-0"), tiles("4-1")
    pool = tiles("6-2 5-3 5-0")
    worlds: list[World] = [
        (hand, (third,)) for hand in (one, other) for third in (*pool, *(other if hand == one else one))
    ]
    assert_even(worlds, lambda number: dealt_again(match, 1, number))


def test_that_the_deal_goes_on_shows_that_somebody_can_place() -> None:
    # seat 0 can place nothing, so seat 1 has one of the two tiles that fit, 3-1 and 5-0, not 4-1 or 5-3
    match = late(square(2), 16, "2-0", "3-1", rest="4-1 5-3 5-0")
    of_seat_0: list[World] = [(tiles("3-1"),), (tiles("5-0"),)]
    assert_even(of_seat_0, lambda number: dealt_again(match, 0, number))
    # seat 1 can, so it learns nothing of seat 0
    worlds: list[World] = [(tiles(name),) for name in ("2-0", "4-1", "5-3", "5-0")]
    assert_even(worlds, lambda number: dealt_again(match, 1, number))


def test_when_all_others_have_passed_the_last_one_can_place() -> None:
    match = late(square(3), 15, "2-0", "4-1", "5-0", rest="3-1 5-3 6-2")
    play(match, "pass", "pass")
    worlds: list[World] = [(tiles("4-1"), tiles(name)) for name in ("6-2", "5-3", "3-1", "5-0")]
    assert_even(worlds, lambda number: dealt_again(match, 0, number))
    theirs: list[World] = [(tiles("2-0"), tiles("4-1")), (tiles("4-1"), tiles("2-0"))]
    assert_even(theirs, lambda number: dealt_again(match, 2, number))


def test_the_next_starter_and_all_hands_to_come_are_dealt_afresh() -> None:
    match = square(4, starters="6-4 5-3", opener=0)
    seconds = {dealt_again(match, 0, number)[0] for number in range(400)}
    assert len(seconds) == 20
    assert (Tile(6, 4),) not in seconds
    hands = set()
    for number in range(20):
        copy = match.redeal_unseen(1, Random(number))
        assert copy.view(1).hand == tiles("5-3")
        copy.play(1, "5-3@0,2>0,3")
        hands.add(copy.view(1).hand)
    assert len(hands) > 15


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_late_in_a_deal_all_that_fits_what_was_seen_is_equally_likely(seats: int) -> None:
    for seed in range(400):
        match = games.new_match("domino_square", seats=seats, seed=f"{seed}", lots=[0])
        assert isinstance(match, DominoSquare)
        rng = Random(seed)
        while len(match.view(None).layout) < 13 and match.view(None).deal == 1:
            advance(match, rng, 1)
        while match.view(None).deal == 1 and match.events[-1].kind != "passed":
            advance(match, rng, 1)
        if match.view(None).deal > 1:
            continue
        (seat,) = match.actors()
        worlds = consistent(match, seat)
        if 2 <= len(worlds) <= 60:
            assert_even(worlds, partial(dealt_again, match, seat), of_each=50)
            return
    pytest.fail("no position to try")


def consistent(match: DominoSquare, seat: int) -> list[World]:
    """Return the hands of the others that are consistent with all passes of the deal."""
    others = [other for other in range(match.seats) if other != seat]
    played = [tile for event in match.events if event.kind == "played" for tile in event.tiles]
    pool = [tile for tile in match.tile_set if tile not in played and tile not in match.view(seat).hand]
    sizes = [len(match.view(other).hand) for other in others]
    if len(pool) > 9:
        return []
    course = told(match)
    return [
        world
        for world in all_hands(pool, sizes)
        if possible(course, {seat: match.view(seat).hand} | dict(zip(others, world, strict=True)))
    ]


def told(match: DominoSquare) -> list[tuple[set[Tile], dict[int, list[Tile]], list[int | None]]]:
    """For each layout that hands could be laid to: what fitted, what each seat has played since, who passed on it."""
    bare = BareSquare(2, 1, 0, iter([[(1, 0)] * 18]))
    events = [event for event in match.events if event.kind in {"played", "passed"}]
    found: list[tuple[set[Tile], dict[int, list[Tile]], list[int | None]]] = []
    for index, event in enumerate(events):
        if event.kind == "passed":
            found[-1][2].append(event.seat)
            continue
        (laid,) = [laid for laid in match.view(None).layout if laid.tile == event.tiles[0]]
        bare.table.append(((laid.tile.high, laid.tile.low), laid.high, laid.low))
        fitting = {tile for tile in match.tile_set if bare.places((tile.high, tile.low))}
        later: dict[int, list[Tile]] = {}
        for after in events[index + 1 :]:
            if after.kind == "played" and after.seat is not None:
                later.setdefault(after.seat, []).extend(after.tiles)
        found.append((fitting, later, []))
    return found[1:] if match.seats == 4 else found  # on the first starter nobody has a hand yet


def possible(
    course: list[tuple[set[Tile], dict[int, list[Tile]], list[int | None]]], hands: dict[int, tuple[Tile, ...]]
) -> bool:
    for fitting, later, passed in course:
        able = {seat for seat, hand in hands.items() if fitting & {*hand, *later.get(seat, ())}}
        if not able or able & set(passed):
            return False
    return True
