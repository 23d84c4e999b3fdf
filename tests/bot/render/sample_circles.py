"""Circles of players to draw."""

from __future__ import annotations

from collections.abc import Sequence

from bot.render import CircleSeat

NAMES = ("Łucja Wiśniewska", "Дмитрий Ёлкин", "Święcisława Brzęczyszczykiewicz", "Bo", "Эдуард", "Fryderyk")


def places(count: int, *, holder: int = 0, names: Sequence[str] = NAMES) -> list[CircleSeat]:
    """Return seats, partners opposite; the holder has four tiles."""
    return [
        CircleSeat(name, 4 if seat == holder else 3, seat % (count // 2), seat == holder)
        for seat, name in enumerate(names[:count])
    ]
