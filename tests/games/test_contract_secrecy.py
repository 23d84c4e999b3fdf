"""Secrecy of every game of the catalogue: views, and redealt copies like the match."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games import NoSuchSeat
from games.chain.match import ChainMatch
from games.computers import players
from tests.games.deals import advance, everything, seats_of, sensible_play, views
from tests.games.hidden_hands import history, possible
from tests.games.walks import (
    WHOLE,
    Setup,
    a_seed,
    a_walk,
    every_chain,
    every_setup,
    few,
    levels_of,
    new,
    some_plies,
    tiles_of,
)
from tests.needs import THOROUGH, some_of


@every_setup
@few
@given(seed=a_seed, walk=a_walk, plies=some_plies)
def test_a_view_is_plain_json(setup: Setup, seed: str, walk: Random, plies: int) -> None:
    match = advance(new(setup, seed), walk, plies)
    for seat in seats_of(match):
        shown = match.view(seat).as_dict()
        assert json.loads(json.dumps(shown)) == shown
        assert shown["seat"] == seat
        assert shown["game"] == match.key
        assert shown["scores"] == list(match.scores)
        assert shown["actors"] == list(match.actors())
        assert shown["moves"] == ([] if seat is None else [str(move) for move in match.moves(seat)])
        assert isinstance(shown["hand"], list)
        assert seat is not None or shown["hand"] == []
        assert (shown["outcome"] is None) == (match.outcome is None)


@every_setup
def test_a_view_of_an_unknown_seat_is_an_error(setup: Setup) -> None:
    match = new(setup)
    for seat in (-1, match.seats, True, "0"):
        with pytest.raises(NoSuchSeat, match=f"seats are 0 to {match.seats - 1}"):
            match.view(seat)  # type: ignore[arg-type]
        with pytest.raises(NoSuchSeat):
            match.redeal_unseen(seat, Random(1))  # type: ignore[arg-type]


@every_setup
@few
@given(seed=a_seed, walk=a_walk, plies=some_plies, dealer=st.integers(0, 2**32))
def test_no_seat_can_tell_a_redealt_copy_from_the_match(
    setup: Setup, seed: str, walk: Random, plies: int, dealer: int
) -> None:
    match = advance(new(setup, seed), walk, plies)
    before = everything(match)
    for seat in range(match.seats):
        copy = match.redeal_unseen(seat, Random(dealer))
        assert copy.view(seat) == match.view(seat)
        assert copy.view(None) == match.view(None)
        assert [event.seen_by(seat) for event in copy.events] == [event.seen_by(seat) for event in match.events]
        assert Counter(tiles_of(copy)) == Counter(match.tile_set)
        advance(copy, walk, 60)
        assert Counter(tiles_of(copy)) == Counter(match.tile_set)
    assert everything(match) == before


_EARLY = 6
"""The first plies, at each of which redealt copies are tried; later at every so many."""
_STRIDE = 5 if THOROUGH else 12


@pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key, game in games.CATALOGUE.items() for seats in some_of(game.seat_counts, 2)]
)
def test_every_move_of_a_redealt_copy_can_be_played_and_keeps_the_tile_set(key: str, seats: int) -> None:
    match, walk = games.new_match(key, seats=seats, seed="redealt"), Random(1)
    for ply, _ in enumerate(sensible_play(match, walk, WHOLE if THOROUGH else 80)):
        if ply >= _EARLY and ply % _STRIDE:
            continue
        views(match)  # what a match keeps of its answers, such as the legal moves, must not stay in copies
        for seat in range(seats):
            copy = match.redeal_unseen(seat, Random(ply))
            for actor in copy.actors():
                for move in copy.moves(actor):
                    after = copy.copy()
                    after.play(actor, move)
                    assert Counter(tiles_of(after)) == Counter(after.tile_set)


@every_setup
@few
@given(seed=a_seed, walk=a_walk, plies=some_plies, dealer=st.integers(0, 2**32))
def test_what_is_redealt_does_not_depend_on_what_is_hidden(
    setup: Setup, seed: str, walk: Random, plies: int, dealer: int
) -> None:
    match = advance(new(setup, seed), walk, plies)
    for seat in range(match.seats):
        other = match.redeal_unseen(seat, Random(dealer + 1))
        one, same = (played.redeal_unseen(seat, Random(dealer)) for played in (match, other))
        assert one.events == same.events
        assert views(one) == views(same)
        assert advance(one, Random(1), 60).events == advance(same, Random(1), 60).events


@every_chain
def test_redealt_hands_hold_nothing_that_passes_and_draws_rule_out(setup: Setup) -> None:
    walks = (_without_spinner(setup, number) for number in range(120))
    matches = list(islice((match for match in walks if match is not None), 12 if THOROUGH else 4))
    assert len(matches) >= 4
    for number, match in enumerate(matches):
        for seat in range(match.seats):
            copy = match.redeal_unseen(seat, Random(number))
            for other in range(match.seats):
                if other != seat:
                    assert possible(match.view(other).hand, history(match.events, other))
                    assert possible(copy.view(other).hand, history(match.events, other))


def _without_spinner(setup: Setup, number: int) -> ChainMatch | None:
    """Return a match in the middle; None if it is over or has ends of a spinner that no event shows."""
    rng = Random(number)
    match = advance(new(setup, f"ruled out {number}"), rng, rng.randint(1, 80))
    assert isinstance(match, ChainMatch)
    ends = {end.at for end in match.view(None).line.ends}
    return match if match.outcome is None and ends <= {"left", "right"} else None


@every_setup
def test_a_redealt_copy_keeps_nothing_that_was_secret(setup: Setup) -> None:
    key, seats, options = setup
    order = " ".join(map(str, games.CATALOGUE[key].tile_set))
    match = games.new_match(key, seats=seats, options=options, seed="a secret", deals=[order] * 3)
    copy = match.redeal_unseen(0, Random(1))
    assert copy.record().deals == ()
    assert copy.seed != match.seed
    with pytest.raises(TypeError, match="redealt"):
        pickle.dumps(copy)


@every_setup
def test_every_level_of_computer_player_finds_a_legal_move(setup: Setup) -> None:
    match = new(setup)
    for plies in range(0, 60, 12):
        advance(match, Random(plies), plies)
        for seat in match.actors():
            for level in levels_of(setup[0]):
                assert players.choose(level, match, seat, Random(1), players.playouts(3)) in match.moves(seat)
