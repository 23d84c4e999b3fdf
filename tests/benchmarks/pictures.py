"""Pictures in messages: time to make them, and size."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from itertools import cycle
from random import Random

from PIL import Image

from bot import render
from games.core.tiles import ALL_TILES
from tests.bot.render.sample_domino_square import random_square
from tests.bot.render.sample_lines import random_line

from .measuring import Aim, Effort, Result, Topic, in_turn, milliseconds

__all__ = ["pictures"]

_SAMPLES = 12
"""Different pictures of each kind, drawn in turn, at most."""
_MOST_MS = 8
_MOST_KB = 15
_NAMES = ("Łucja Wiśniewska", "Святослав")

Draw = Callable[[], bytes]


def pictures(effort: Effort) -> list[Topic]:
    """Measure ms and bytes per picture, beside empty images."""
    samples = min(_SAMPLES, effort.samples)
    kinds = {
        "board, 28 tiles": [_board(number) for number in range(samples)],
        "hand, 7 tiles, large": [_hand(number, large=True) for number in range(samples)],
        "hand, 7 tiles": [_hand(number) for number in range(samples)],
        "deal's end, 18 tiles": [_deal_end(number) for number in range(samples)],
        "square, full": [_square(number) for number in range(samples)],
        "circle, 4 players": [_circle(number) for number in range(samples)],
        "hands shown, 2 players": [_shown(number) for number in range(samples)],
    }
    contenders: dict[str, Callable[[], float]] = {}
    sizes: list[Result] = []
    for name, drawings in kinds.items():
        files = [draw() for draw in drawings]  # the first picture of a size draws its tiles, which are then remembered
        empty = [_empty(file) for file in files]
        contenders[name] = _timed(drawings, effort)
        contenders[_floor(name)] = _timed(empty, effort)
        weights = tuple(len(file) / 1000 for file in files)
        aim = None if "large" in name else Aim(_MOST_KB, always=True)
        sizes.append(Result(name, "kB", weights, (_floor(name),), aim))
        sizes.append(Result(_floor(name), "kB", tuple(len(draw()) / 1000 for draw in empty)))
    values = in_turn(contenders, effort.rounds)
    times = tuple(
        Result(name, "ms", rounds, (_floor(name),), Aim(_MOST_MS) if name in kinds and "large" not in name else None)
        for name, rounds in values.items()
    )
    return [
        Topic("Drawing a picture, beside the encoding of an empty image of its size", times),
        Topic(f"The size of a picture ({samples} of each kind)", tuple(sizes)),
    ]


def _floor(name: str) -> str:
    return f"{name}: empty"


def _board(number: int) -> Draw:
    line = random_line(Random(number), arms=2, tiles=28)
    return partial(render.board, line, last=len(line.tiles) - 1)


def _hand(number: int, *, large: bool = False) -> Draw:
    tiles = Random(number).sample(ALL_TILES, 7)
    return partial(render.hand, tiles, playable=tiles[: number % 5], large=large)


def _deal_end(number: int) -> Draw:
    line = random_line(Random(number), arms=2, tiles=18)
    left = [tile for tile in ALL_TILES if tile not in {placed.tile for placed in line.tiles}]
    rows = [(name, left[place * 5 : place * 5 + 5]) for place, name in enumerate(_NAMES)]
    return partial(render.deal_end, line, rows, last=17, best=(number % 2,))


def _square(number: int) -> Draw:
    square = random_square(number)
    return partial(render.square, square, last=len(square.tiles) - 1)


def _circle(number: int) -> Draw:
    names = (*_NAMES, "Ada", "Fryderyk")
    places = [
        render.CircleSeat(name, 3 + (seat == number % 4), seat % 2, seat == number % 4)
        for seat, name in enumerate(names)
    ]
    return partial(render.circle, places, boneyard=15 - number, thrown=number, centre=(f"A {number} : 2 B",))


def _shown(number: int) -> Draw:
    tiles = Random(number).sample(ALL_TILES, 7)
    rows = [render.RevealedHand(_NAMES[0], tiles[:4], tiles[:3]), render.RevealedHand(_NAMES[1], tiles[4:], ())]
    return partial(render.reveal, rows, heading="Ada: Kent!", verdict=number % 2 == 0)


def _empty(file: bytes) -> Draw:
    """Return an encoder of one colour in the picture's format."""
    with Image.open(io.BytesIO(file)) as picture:
        blank = Image.new(picture.mode, picture.size)
        palette = picture.getpalette()
    if palette:
        blank.putpalette(palette)

    def encode() -> bytes:
        target = io.BytesIO()
        blank.save(target, "PNG", compress_level=6)
        return target.getvalue()

    return encode


def _timed(drawings: list[Draw], effort: Effort) -> Callable[[], float]:
    here = cycle(drawings)

    def draw() -> bytes:
        return next(here)()

    return partial(milliseconds, draw, effort.seconds)
