"""Random matches of Domino Square, ply by ply beside a program that knows the rules only."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import games
from games.core.tiles import Tile
from games.domino_square.layout import IN_PLAY
from tests.games.domino_square.oracle import BareSquare
from tests.needs import some_of


def compared(seats: int, seed: int, target: int) -> int:
    """Return the plies of a random match in which the engine and the bare program agreed on everything."""
    rng = Random(f"{seats} {seed}")
    permutations = [rng.sample(IN_PLAY, len(IN_PLAY)) for _ in range(seats * target)]
    opener = rng.randrange(seats)
    match = games.new_match(
        "domino_square",
        seats=seats,
        options={"target": target},
        seed="not used",
        deals=[" ".join(map(str, tiles)) for tiles in permutations],
        lots=[opener],
    )
    bare = BareSquare(seats, target, opener, halves(permutations))
    plies = 0
    while not bare.over:
        assert match.actors() == (bare.turn,)
        moves = [str(move) for move in match.moves(bare.turn)]
        assert sorted(moves) == sorted(bare.moves())
        move = rng.choice(moves)
        match.play(bare.turn, move)
        bare.play(move)
        plies += 1
        assert match.scores == tuple(bare.scores)
        for seat in range(seats):
            assert {(tile.high, tile.low) for tile in match.view(seat).hand} == set(bare.hands[seat])
    assert match.outcome
    assert match.outcome.winners == (bare.scores.index(target),)
    return plies


def halves(permutations: list[list[Tile]]) -> Iterator[list[tuple[int, int]]]:
    for tiles in permutations:
        yield [(tile.high, tile.low) for tile in tiles]


@pytest.mark.parametrize("seats", some_of([2, 3, 4], 2))
def test_the_engine_and_the_bare_program_agree_ply_by_ply(seats: int) -> None:
    assert sum(compared(seats, seed, 1) for seed in range(6)) > 60
