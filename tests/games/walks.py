"""Every game with every number of seats and every value of every option, and random walks through their matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st

import games
from games import Match, Move, Option, Tile
from games.chain.match import ChainMatch
from games.computers import players
from games.core.moves import PLAY
from games.core.tiles import ALL_TILES
from tests.needs import THOROUGH, some_of

Setup = tuple[str, int, Mapping[str, object]]

_MANY = 5

_SHOWING = 300
"""Plies of a walk that shows what moves there are."""

WHOLE = 400
"""Plies of a walk that sees several deals, and a whole match of the shorter games."""

LONGEST = WHOLE if THOROUGH else 120
"""Plies of a walk at most."""


def _setups() -> list[Setup]:
    """Return every game with every number of seats, with the usual options and with one changed at a time.

    Options that only tables heed stay as they come.
    """
    found: list[Setup] = []
    for key, game in games.CATALOGUE.items():
        for seats in game.seat_counts:
            found.append((key, seats, {}))
            for option in game.option_list:
                is_rule = option.key not in game.info.table_only_options
                if is_rule and (not option.seat_counts or seats in option.seat_counts):
                    found += [(key, seats, {option.key: value}) for value in _others(option)]
    return found


def _others(option: Option) -> list[object]:
    """Return the values beside the default; of a long range the two lowest, and the lowest allowed."""
    least = option.between[:1] if option.between else ()
    others = [value for value in (*option.values, *least) if value != option.default]
    if len(others) <= _MANY:
        return list(others)
    return [*sorted(value for value in others if isinstance(value, int))[:2]]


def _name(setup: Setup) -> str:
    key, seats, options = setup
    return "-".join([key, str(seats), *(f"{name}={value}" for name, value in options.items())])


def new(setup: Setup, seed: str = "a seed") -> Match:
    key, seats, options = setup
    return games.new_match(key, seats=seats, options=options, seed=seed)


SETUPS = _setups()
_TRIED = [
    *(setup for setup in SETUPS if not setup[2]),
    *some_of((setup for setup in SETUPS if setup[2]), 14),
]
"""Every game with every number of seats as it comes; with options on other values only some, unless in CI."""
CHAINS = [setup for setup in SETUPS if isinstance(new(setup), ChainMatch)]
every_setup = pytest.mark.parametrize("setup", _TRIED, ids=map(_name, _TRIED))
every_chain = pytest.mark.parametrize("setup", CHAINS, ids=map(_name, CHAINS))
ENDING = [setup for setup in _TRIED if not new(setup).is_endless()]
every_setup_that_ends = pytest.mark.parametrize("setup", ENDING, ids=map(_name, ENDING))
every_game = pytest.mark.parametrize("key", games.CATALOGUE)
few = settings(max_examples=4 if THOROUGH else 2, deadline=None, derandomize=True, database=None)
many = settings(max_examples=40 if THOROUGH else 15, deadline=None, derandomize=True, database=None)

a_seed = st.text(st.characters(min_codepoint=33, max_codepoint=0x17F, categories=("L", "N", "P")), min_size=1)
a_walk = st.builds(Random, st.integers(0, 2**32))
some_plies = st.integers(0, LONGEST)
a_text = st.one_of(
    st.text(),
    st.text("0123456-|[]@=,.>draw pslefthigtu\n", max_size=12),
    st.builds("{}@{}={}".format, st.sampled_from(ALL_TILES), st.sampled_from(["left", "right", "up", ""]), st.text()),
)


def setups_of(key: str) -> list[Setup]:
    """Return the cases of one game."""
    return [setup for setup in SETUPS if setup[0] == key]


def levels_of(key: str) -> list[str]:
    """Return the levels of a game's computers; of levels that differ only in time the first."""
    found = {games.CATALOGUE[key].computer(level) or players._PLAYERS[level]: level for level in players.LEVELS[::-1]}
    return list(found.values())[::-1]


def tiles_of(match: Match) -> list[Tile]:
    """Return every tile from the private state of the match, which no view shows as a whole."""
    return match._every_tile()


def state_of(value: object) -> object:
    """Return the state of a match as immutable values."""
    if isinstance(value, list | tuple):
        return tuple(map(state_of, value))
    if isinstance(value, Mapping):
        return {name: state_of(part) for name, part in value.items()}
    if isinstance(value, set | frozenset):
        return frozenset(value)
    if isinstance(value, Iterator):
        return list(copy(value))
    if not hasattr(value, "copy"):
        return value
    return state_of({name: getattr(value, name) for name in _slots(type(value))} or vars(value))


def _slots(kind: type) -> set[str]:
    """Return the names of the attributes outside a `__dict__`, also of a compiled class."""
    names = {name for base in kind.__mro__ for name in getattr(base, "__slots__", ())}
    compiled = getattr(kind, "__mypyc_attrs__", ())
    return names | {name for name in compiled if name != "__dict__"}


def shared_with_copies(match: Match) -> Iterator[tuple[str, object]]:
    """Return the mutable objects that a copy of a match shares with it, with their names.

    That is what `mutable` does not name, and whatever lies in the lists and dictionaries that it names.
    """
    for name, value in vars(match).items():
        if name not in match.mutable:
            parts = {name: value}
        elif isinstance(value, list):
            parts = {f"{name}[{index}]": part for index, part in enumerate(value)}
        else:
            parts = {f"{name}[{key}]": part for key, part in value.items()} if isinstance(value, dict) else {}
        yield from ((part, found) for part, found in parts.items() if _can_change(found))


def _can_change(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(_can_change, value))
    return hasattr(value, "copy") and not isinstance(value, frozenset)


@cache
def _shown() -> tuple[Move, ...]:
    """Return moves that walks through every game have shown, each verb with each place, and some of its values."""
    found: dict[tuple[str, bool, str], Move] = {}
    for setup in SETUPS:
        match, rng = new(setup), Random(1)
        for _ in range(_SHOWING):
            if match.outcome:
                break
            legal = [(seat, move) for seat in match.actors() for move in match.moves(seat)]
            found |= {(move.verb, move.tile is None, move.at): move for _, move in legal}
            sensible = [(seat, move) for seat in match.actors() for move in match.sensible_moves(seat)]
            match.play(*rng.choice(sensible or legal))
    return tuple(found.values())


@cache
def moves_thought_of(tile_set: tuple[Tile, ...]) -> tuple[Move, ...]:
    """Legal and illegal moves of every game: what walks have shown, with every tile, misplaced, and plain nonsense."""
    shown = _shown()
    places = sorted({move.at for move in shown} | {"middle"})
    thought = {
        move._replace(tile=tile)
        for move in shown
        if move.tile
        for tile in tile_set[:: 1 if move.verb == PLAY or not move.at else 4]
    }
    thought |= {Move(verb, tile) for verb in {move.verb for move in shown} for tile in (None, tile_set[-1])}
    thought |= {move._replace(at=at) for move in shown if move.tile is None for at in places}
    thought |= {move._replace(at=at) for move in shown if move.verb == PLAY for at in places}
    thought |= {
        Move(verb, tile, at, "9") for verb in ("no-such-verb", PLAY) for tile in (None, tile_set[0]) for at in places
    }
    return tuple(sorted(thought, key=str))
