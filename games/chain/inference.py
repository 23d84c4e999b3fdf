"""Inference from the moves of other seats.

A player with several moves probably chose one that looks good by simple rules. The weight of a world is the
probability of the observed moves in it. Hands are reconstructed backwards from now, up to the last hidden draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum
from typing import NamedTuple

from games.computers.worlds import trusted
from games.core.tiles import ALL_TILES, FULL_SET

from .position import BIT, DRAW, ChainPosition


class ObservedChoice(NamedTuple):
    """A move chosen by another seat.

    :ivar seat: the seat that chose.
    :ivar weight: the weight of the move chosen.
    :ivar sure: the sum of the weights of the moves with tiles that it has laid since, so that it held them.
    :ivar possible: the bits of other tiles that it may have held, each with the sum of the weights of its moves.
    """

    seat: int
    weight: float
    sure: float
    possible: tuple[tuple[int, float], ...]


def choices_of_others(
    seat: int, begun: ChainPosition, moves: Sequence[tuple[int, int]], hidden: int
) -> list[ObservedChoice]:
    """Return the other seats' choices in the running deal.

    :param begun: the deal at its beginning; its hidden tiles do not matter.
    :param moves: the seats and the moves made since.
    :param hidden: the mask of the tiles that the seat cannot place.
    """
    last_draw = {actor: number for number, (actor, move) in enumerate(moves) if move == DRAW}
    laid_later = [0] * len(begun.hands)
    laid: list[int] = []
    for actor, move in reversed(moves):
        if move < DRAW:
            laid_later[actor] |= BIT[move]
        laid.append(laid_later[actor])
    laid.reverse()
    position = begun.copy()
    position.hands = [FULL_SET] * len(begun.hands)
    position.boneyard = list(range(len(ALL_TILES)))
    found = []
    for number, (actor, move) in enumerate(moves):
        if actor != seat and move < DRAW and number >= last_draw.get(actor, 0):
            found.append(_choice(position, actor, move, hidden, laid[number]))
        position.play(move)
        position.hands = [FULL_SET] * len(begun.hands)
    return [choice for choice in found if choice.possible]


def _choice(position: ChainPosition, actor: int, chosen: int, hidden: int, laid: int) -> ObservedChoice:
    weights = {move: exp(position.weight(move) / position.SOFTNESS) for move in position.choices()}
    by_tile: dict[int, float] = {}
    for move, weight in weights.items():
        by_tile[BIT[move]] = by_tile.get(BIT[move], 0.0) + weight
    sure = fsum([weight for bit, weight in by_tile.items() if bit & laid])
    possible = tuple((bit, weight) for bit, weight in by_tile.items() if bit & hidden)
    return ObservedChoice(actor, by_tile[BIT[chosen]], sure, possible)


def likelihood(hands: Sequence[int], choices: Sequence[ObservedChoice]) -> float:
    """Return the likelihood of the choices given these hands."""
    found = 1.0
    for seat, weight, sure, possible in choices:
        hand = hands[seat]
        found *= weight / (sure + fsum([other for bit, other in possible if hand & bit]))
    return found


def weight_of(world: ChainPosition, choices: Sequence[ObservedChoice]) -> float:
    """Return a world's weight, tempered by trust in the opponent model."""
    weight: float = likelihood(world.hands, choices) ** world.TRUST
    return weight


def weights_of(worlds: Sequence[ChainPosition], choices: Sequence[ObservedChoice]) -> list[float]:
    """Return the weight of each world, tempered as in `games/computers/worlds.py`."""
    return trusted([weight_of(world, choices) for world in worlds])
