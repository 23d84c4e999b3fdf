"""All payments of Nos, in $."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.core.tiles import BLANK, Tile, pips_in

_DOUBLE_BLANK: Final = 14
_BLANK_BIT: Final = Tile(BLANK, BLANK).bit

OUT: Final = 5
"""To the first to go out, from everyone."""

RIGHT_CLAIM: Final = 20
"""To the player who closes, from everyone still in play."""

WRONG_CLAIM: Final = 40
"""From a player who claims wrongly to all others in play."""

FINE: Final = 40
"""For an offence, to every other player."""

TILE_AT_STAKE: Final = 6
"""From a leaver, for each tile more than another player holds: a tile's average pips."""

MELDS: Final[Mapping[int, Mapping[int, int]]] = {3: {4: 200, 5: 500}, 4: {3: 25, 4: 250}, 5: {3: 50}}
"""Each player's payment by number of players and number of declared doubles."""


def value(tile: Tile) -> int:
    """Return a tile's pips for payments: 0-0 is worth 14."""
    return tile.pips or _DOUBLE_BLANK


def hand_value(hand: int) -> int:
    """Return a hand's pips for payments, from its mask."""
    return pips_in(hand) + (_DOUBLE_BLANK if hand & _BLANK_BIT else 0)


def drawn_opening(tile: Tile) -> int:
    """Return the payment for a drawn opening tile, doubled for doubles."""
    return 2 * value(tile) if tile.is_double else value(tile)


def premium(double: Tile) -> int:
    """Return the payment for a double on the neighbour's tile."""
    return value(double) // 2


def meld(players: int, doubles: int) -> int:
    """Return each player's payment for a meld; 0 if not allowed."""
    return MELDS[players].get(doubles, 0)


def at_stake(held: int, others: Sequence[int], *, melding: bool) -> int:
    """Return a leaver's payment to the successor in mid-deal.

    It is the settlement by public facts, plus the least cost of a meld while another player is asked for one.

    :param held: the number of tiles that the player holds.
    :param others: the numbers of tiles that the others hold.
    """
    more = sum(max(0, held - other) for other in others)
    return TILE_AT_STAKE * more + (min(MELDS[len(others) + 1].values()) if melding else 0)


def settlement(players: Sequence[int], values: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield payer, receiver and amount for the values of all hands."""
    for index, one in enumerate(players):
        for other in players[index + 1 :]:
            payer, receiver = (one, other) if values[one] > values[other] else (other, one)
            if values[payer] != values[receiver]:
                yield payer, receiver, values[payer] - values[receiver]
