"""The computers of Nos, and their conclusions from draws."""

from random import Random

import pytest

from games import Match, Move, Tile
from games.computers import players
from games.core.tiles import mask_of
from games.nos import Nos, prior
from games.nos.computers import _numbered, draws, likelihood
from games.nos.variants import ALLOWED
from tests.games.deals import tiles
from tests.games.nos.tables import begun, closed, play, table


@pytest.mark.parametrize("level", players.LEVELS)
def test_computers_lead_the_double_that_pays_most_and_declare_melds(level: str) -> None:
    # 0-0 counts 14 and 6-6 counts 12. Then 6-6 5-5 4-4 are left: three doubles pay nothing with three players.
    match = table("6-6 5-5 4-4 0-0 3-3", "6-5 6-4 6-3 6-2 6-1", "5-4 5-3 5-2 5-1 5-0")
    assert str(_chosen(level, match, 0)) == "0-0"
    play(match, "0-0", "variant=1")
    # Four doubles are left after the lead, worth 200 from each.
    assert str(_chosen(level, match, 0)) == "meld"


@pytest.mark.parametrize("level", players.LEVELS)
def test_computers_close_when_all_that_fits_lies_on_the_table(level: str) -> None:
    match = closed("4", "6-1", "1-0 2-0 3-0 2-1", "6-0 0-0 5-1", "5-2 4-3 3-1", boneyard="6-5 6-4 6-3 6-2", opener=2)
    play(match, "1-0@left", "6-0@right", "5-2@left=5", "2-0@left", "0-0@left", "4-3@left=4")
    # 3-0 leaves two blank ends. They take matadors only, and all four lie: 6-1, 0-0, 5-2 and 4-3.
    assert str(_chosen(level, match, 0)) == "close 3-0@left"


@pytest.mark.parametrize("opening", ["0-0", "5-5", "6-5", "5-4"])
def test_variant_values_are_known_and_grow_with_fitting_tiles(opening: str) -> None:
    tile = Tile.parse(opening)
    for seats in Nos.seat_counts:
        for variant in ALLOWED[tile]:
            assert prior.chips(seats, tile, variant, 0) < prior.chips(seats, tile, variant, 2)


def test_only_variants_that_bring_most_are_tried_out() -> None:
    match = table("0-0 6-1 5-2 4-3", "6-5 6-4 6-3 5-4", "3-2 2-1 3-1 5-3", "1-1 2-0 3-0 4-0", opener=0)
    play(match, "0-0")
    tried = [move.value for move in _numbered(match, 0).values()]
    assert len(tried) == 8
    # With four players the triangles bring most after 0-0, and the more so with three matadors to lay at once.
    assert {"13", "15", "16"} <= set(tried)
    assert not {"12/b", "17"} & set(tried)


@pytest.mark.parametrize("level", players.LEVELS)
def test_a_variant_is_named_without_knowing_the_other_hands(level: str) -> None:
    match = table("0-0 6-1 5-2", "6-5 6-4 6-3", "3-2 2-1 3-1", "1-1 2-0 3-0", opener=0)
    play(match, "0-0")
    for seed in range(4):
        other = match.redeal_unseen(0, Random(seed))
        either = [players.choose(level, one, 0, Random(5), players.playouts(60)) for one in (match, other)]
        assert either[0] == either[1]


def test_what_somebody_could_not_lay_when_drawing_makes_hands_less_likely() -> None:
    match = begun("1", "6-6", "3-2 1-0 2-0", "6-5 2-1 3-1", "4-3 4-2 5-4", boneyard="5-5 3-3 6-4 6-3 6-2 6-1", opener=0)
    play(match, "draw")
    # Seat 1 had three tiles, has four, and has laid none since: three of the four were held when only sixes fitted.
    six = mask("6-6 6-5 6-4 6-3 6-2 6-1 6-0")
    assert draws(match.deal) == [(1, six, 3)]
    # With no six the draw was forced: 1. With one six of four, the three held are without it in 1 of 4 ways:
    # 0.1 + 0.9 / 4. With two, one of the three was a six for certain: 0.1, the draw at will.
    assert likelihood([0, mask("5-5 3-2 2-1 3-1"), 0], draws(match.deal)) == 1.0
    assert likelihood([0, mask("6-5 3-2 2-1 3-1"), 0], draws(match.deal)) == pytest.approx(0.325)
    assert likelihood([0, mask("6-5 6-4 2-1 3-1"), 0], draws(match.deal)) == pytest.approx(0.1)


def _chosen(level: str, match: Match, seat: int) -> Move:
    return players.choose(level, match, seat, Random(1), players.playouts(200))


def mask(text: str) -> int:
    return mask_of(tiles(text))
