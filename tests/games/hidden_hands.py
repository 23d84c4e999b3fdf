"""The consistency of a hidden hand with the events of the table alone.

Each tile that a hand holds or has played came into it at some time, with the deal or with a draw. It must not have been
there when its holder drew or passed although it would have fitted. So tiles are matched with the times of arrival.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from games import Event, Tile
from games.core.events import Dealt, Drew, Passed, Played


@dataclass
class History:
    """The public history of one hand in the running deal; times are counted in events."""

    arrivals: list[int] = field(default_factory=list)
    played: dict[Tile, int] = field(default_factory=dict)
    lacks: list[tuple[int, frozenset[int]]] = field(default_factory=list)
    """When a player showed that they held nothing for these open ends."""


def history(events: Sequence[Event], seat: int) -> History:
    """Return the history of a seat's hand since the last deal, on a line with a left and a right end."""
    start = max(time for time, event in enumerate(events) if event.kind == "deal")
    ends: dict[str, int] = {}
    found = History()
    for time, event in enumerate(events[start:], start):
        mine = event.seat == seat
        if isinstance(event, Dealt) and mine:
            found.arrivals += [time] * event.count
        if isinstance(event, Drew | Passed) and mine:
            found.lacks.append((time, frozenset(ends.values())))
        if isinstance(event, Drew) and mine:
            found.arrivals += [time] * event.count
        if isinstance(event, Played):
            (tile,) = event.tiles
            if mine:
                found.played[tile] = time
            ends |= {event.at: tile.other(ends[event.at])} if event.at else {"left": tile.high, "right": tile.low}
    return found


def possible(hand: Sequence[Tile], seen: History) -> bool:
    """Return True if a seat with this history can hold this hand now."""
    leaves = {**dict.fromkeys(hand, inf), **seen.played}
    if len(leaves) != len(seen.arrivals):
        return False
    holder: dict[int, Tile] = {}

    def placed(tile: Tile, tried: set[int]) -> bool:
        for slot, arrival in enumerate(seen.arrivals):
            if slot in tried or not _can_arrive(tile, arrival, leaves[tile], seen):
                continue
            tried.add(slot)
            if slot not in holder or placed(holder[slot], tried):
                holder[slot] = tile
                return True
        return False

    return all(placed(tile, set()) for tile in leaves)


def _can_arrive(tile: Tile, arrival: int, leaves: float, seen: History) -> bool:
    """Return True if the tile can have been in the hand from its arrival until it left."""
    if leaves <= arrival:
        return False
    return not any(
        arrival < time < leaves and any(tile.has(number) for number in lacked) for time, lacked in seen.lacks
    )
