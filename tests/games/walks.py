"""Every game with every number of seats and every value of every option, and random walks through their matches."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st

import games
from games import Match, Move, Option, Tile
from games.core.chain import ChainMatch
from games.core.solitaire import Solitaire
from games.core.tiles import ALL_TILES, tiles_in
from games.kent import Kent
from games.nos import Nos

Setup = tuple[str, int, Mapping[str, object]]

_MANY = 5

LONGEST = 400
"""Plies of a walk at most: several deals, and a whole match of the shorter games."""


def _setups() -> list[Setup]:
    """Every game with every number of seats: as it comes, and with one option at a time on other values."""
    found: list[Setup] = []
    for key, game in games.CATALOGUE.items():
        for seats in game.seat_counts:
            found.append((key, seats, {}))
            for option in game.option_list:
                if not option.seat_counts or seats in option.seat_counts:
                    found += [(key, seats, {option.key: value}) for value in _others(option)]
    return found


def _others(option: Option) -> list[object]:
    """The values beside the default; of a long row of numbers the two least."""
    others = [value for value in option.values if value != option.default]
    if len(others) <= _MANY:
        return list(others)
    return [*sorted(value for value in others if isinstance(value, int))[:2]]


def _name(setup: Setup) -> str:
    key, seats, options = setup
    return "-".join([key, str(seats), *(f"{name}={value}" for name, value in options.items())])


SETUPS = _setups()
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=map(_name, SETUPS))
every_game = pytest.mark.parametrize("key", games.CATALOGUE)
few = settings(max_examples=12, deadline=None, derandomize=True, database=None)
many = settings(max_examples=150, deadline=None, derandomize=True, database=None)

a_seed = st.text(st.characters(min_codepoint=33, max_codepoint=0x17F, categories=("L", "N", "P")), min_size=1)
a_walk = st.builds(Random, st.integers(0, 2**32))
some_plies = st.integers(0, LONGEST)
a_text = st.one_of(
    st.text(),
    st.text("0123456-|[]@=,.>draw pslefthigtu\n", max_size=12),
    st.builds("{}@{}={}".format, st.sampled_from(ALL_TILES), st.sampled_from(["left", "right", "up", ""]), st.text()),
)


def new(setup: Setup, seed: str = "a seed") -> Match:
    key, seats, options = setup
    return games.new_match(key, seats=seats, options=options, seed=seed)


def tiles_of(match: Match) -> list[Tile]:
    """Every tile wherever it lies, by the match's own books, which no view shows whole."""
    if isinstance(match, ChainMatch):
        hands = [tile for seat in range(match.seats) for tile in match.view(seat).hand]
        return [*hands, *match._boneyard, *(placed.tile for placed in match._line.tiles)]
    if isinstance(match, Nos):
        deal = match._deal
        hands = [tile for seat in range(match.seats) for tile in match.view(seat).hand]
        return [*hands, *deal.boneyard, *(placed.tile for placed in deal.line.tiles)]
    if isinstance(match, Kent):
        hands = [tile for seat in range(match.seats) for tile in match.view(seat).hand]
        return [*hands, *match._boneyard, *tiles_in(match._thrown)]
    if isinstance(match, Solitaire):
        return match._whole_set()
    raise NotImplementedError(f"say where the tiles of {match.key} lie")


def moves_thought_of(match: Match) -> list[Move]:
    """Legal and illegal moves: every tile at every place, and every verb with and without a tile."""
    places = ["", "left", "right", "up", "down", "middle", "1", "3.2"]
    verbs = [
        "draw",
        "pass",
        "swap",
        "close",
        "bid",
        "kent",
        "biskent",
        "stop",
        "meld",
        "remove",
        "pair",
        "shift",
        "play-on",
    ]
    return [
        *(Move("play", tile, at) for tile in ALL_TILES for at in places),
        *(Move(verb, tile) for verb in verbs for tile in (None, match.tile_set[-1])),
        *(Move(verb, tile) for verb in ("pass", "swap") for tile in match.tile_set),
        *(Move(verb, at=at) for verb in ("kent", "stop", "stop-biskent") for at in ("0", "1", "2", "3", "left")),
        *(Move("pair", tile, "", value) for tile in match.tile_set for value in ("6-0", "1-5", "7-7", "nothing")),
        *(Move("shift", tile, at) for tile in match.tile_set for at in ("1", "8")),
        Move("bid", None, "", "55"),
        Move("play", match.tile_set[0], "left", "9"),
    ]
