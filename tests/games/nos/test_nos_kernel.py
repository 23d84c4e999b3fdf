"""The kernel of Nos plays as the engine does."""

from random import Random

import pytest

from games.core.tiles import Tile
from games.nos import Nos
from games.nos.kernel import PASS, number_of, tile_of, without_claim
from games.nos.view import NosPhase
from tests.games.nos.tables import begun, closed, play


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_kernel_has_the_moves_and_the_payments_of_the_engine(seats: int) -> None:
    rng, claims = Random(seats), 0
    for number in range(40):
        match = Nos(seats=seats, seed=f"deal {number}", options={"deals": 1})
        while match.deal.phase is NosPhase.OPENING:
            match.play(match.deal.turn, rng.choice(match.moves(match.deal.turn)))
        before, kernel = match.scores, match.kernel()
        while not match.outcome:
            if match.deal.phase is NosPhase.MELD:
                match.play(match.deal.turn, "meld")
                continue
            assert kernel.turn == match.deal.turn
            moves = {number_of(match.deal, move): move for move in match.moves(kernel.turn)}
            tried = {without_claim(move) for move in kernel.choices()}
            assert tried <= moves.keys()
            chosen = rng.choice(sorted(tried if rng.random() < 0.7 else moves))
            claims += moves[chosen].verb == "close"
            match.play(kernel.turn, moves[chosen])
            kernel = kernel.copy()
            kernel.play(chosen)
        assert kernel.turn < 0
        assert kernel.won == tuple(after - start for after, start in zip(match.scores, before, strict=True))
        assert kernel.worths() == tuple(
            (seat in match.outcome.winners) / len(match.outcome.winners) for seat in range(seats)
        )
    assert claims


def test_a_kernel_ignores_the_pass_with_a_fitting_tile_that_must_wait() -> None:
    match = closed("1", "5-5", "6-2 2-1", "4-1 3-0", "6-3 4-0", boneyard="5-3 6-1", fines=True)
    play(match, "pass", "pass", "draw")
    kernel = match.kernel()
    for turn in (1, 2, 0):
        kernel.play(PASS)
        assert kernel.turn == turn
    assert PASS not in kernel.choices()


def test_of_two_tiles_the_one_that_leaves_others_less_to_lay_looks_better() -> None:
    # After 6-4 others may lay four sixes (6-0 to 6-3) and three fours (4-0, 4-4, 5-4), after 6-5 four and six fives.
    others = "5-0 5-1 5-2 5-3 5-5", "6-0 6-1 6-2 6-3 4-0 4-4 5-4"
    kernel = begun("1", "6-6", others[0], "6-5 6-4 4-3 4-2 4-1", others[1]).kernel()
    appeals = {tile_of(move): (kernel.weight(move), kernel.appeal(move, 0.0)) for move in kernel.choices()}
    assert appeals == {
        Tile.parse("6-4").index: (10 - 2 * 7, 10),
        Tile.parse("6-5").index: (11 - 2 * 10, 11),
    }
