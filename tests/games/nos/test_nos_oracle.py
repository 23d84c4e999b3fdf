"""The engine beside a plain program of the same rules, over random matches with the same deals."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games import Event, Move, Tile
from games.core.events import Paid
from games.core.tiles import ALL_TILES, mask_of
from games.nos import Nos
from games.nos.line import Line
from games.nos.variants import ALLOWED, VARIANTS, StageCourse
from tests.games.deals import of_kind, texts
from tests.games.nos.oracle import BareNos, Laid, bare, ways
from tests.needs import THOROUGH, some_of

DEALS = 4
ARMS = ("left", "right", "up", "down")


def shuffled(rng: Random) -> str:
    return " ".join(map(str, rng.sample(ALL_TILES, len(ALL_TILES))))


def paid(events: list[Event]) -> list[tuple[int | None, int, int]]:
    return [(event.payer, event.receiver, event.amount) for event in of_kind(events, Paid)]


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("walk", some_of(range(25), 8))
def test_moves_turns_scores_and_payments_are_those_of_a_plain_program(seats: int, walk: int) -> None:
    rng = Random(f"{seats} {walk}")
    deals = [shuffled(rng) for _ in range(60)]
    match = Nos(seats=seats, seed="a seed", deals=deals, options={"deals": DEALS})
    plain = BareNos(seats, deals, DEALS)
    claims = rng.choice([0.02, 0.2, 0.5])
    while match.outcome is None:
        (seat,) = match.actors()
        assert seat == plain.turn
        moves = sorted(plain.moves())
        assert Counter(texts(match.moves(seat))) == Counter(moves)
        leaver = rng.randrange(seats)
        if rng.random() < 0.005 and leaver in plain.seats and leaver not in plain.leaving:
            match.leave(leaver)
            plain.leaving.add(leaver)
        quiet = [move for move in moves if not move.startswith("close")]
        move = rng.choice(moves if rng.random() < claims else quiet)
        assert Counter(paid(match.play(seat, move))) == Counter(plain.play(move))
        assert match.scores == tuple(plain.scores)
        assert sum(match.scores) == 0
    assert plain.over


@pytest.mark.parametrize("opening", ["5-5", "0-0", "5-0", "4-3", "6-1"])
def test_every_variant_takes_just_the_tiles_that_the_rules_say(opening: str) -> None:
    rng = Random(opening)
    for variant in ALLOWED[Tile.parse(opening)]:
        for _ in range(4 if THOROUGH else 1):
            lay_all_that_fits(opening, variant, rng)


def lay_all_that_fits(opening: str, variant: str, rng: Random) -> None:
    """Lay any fitting tile, whichever seat holds it, until none fits."""
    line = Line()
    line.open(Tile.parse(opening))
    course = StageCourse(VARIANTS[variant], line)
    left = [tile for tile in ALL_TILES if str(tile) != opening]
    laid: list[Laid] = []
    while True:
        fitting = {
            Move("play", tile, arm, value): outward
            for tile in left
            for arm in ARMS
            for value, outward in ways(variant, bare(opening), laid, bare(str(tile)), arm).items()
        }
        offered = [move for at, gate in line.gates.items() for move in gate.moves[at][gate.mask & mask_of(left)]]
        assert {move for move in offered if move.verb == "play"} == set(fitting)
        assert {move._replace(verb="play") for move in offered if move.verb == "close"} == set(fitting)
        if not fitting:
            return
        move = rng.choice(sorted(fitting, key=str))
        assert move.tile
        laid.append((bare(str(move.tile)), move.at, fitting[move], move.value))
        left.remove(move.tile)
        line.join(move.tile, move.at, move.value)
        course.placed(move, line)
        assert line.gates[move.at].number == fitting[move]
