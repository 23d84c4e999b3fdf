"""How well the regular computer player plays: the share of deals that it wins against the casual one.

Players think for a number of playouts and not for a time, and shuffles are fixed, so the same code gives the same share
on any machine; at a table there is time for more playouts than here.
"""

from __future__ import annotations

from math import sqrt
from random import Random

import games
from games import players

from .measuring import Aim, Effort, Result, Topic

__all__ = ["interval", "strength"]

_GAMES = ("latin_square",)
"""Games whose deals always have a winner, so that a share of deals says it all."""
_PLAYOUTS = 200
_FEWEST_DEALS = 6
_DEALS_A_SECOND = 36
_AIM = 65
_NORMAL = 1.96
"""So many standard deviations leave out 5 % of a normal distribution."""


def strength(effort: Effort) -> list[Topic]:
    """Deals won of a hundred, by two players; they open in turn."""
    deals = _FEWEST_DEALS + round(effort.seconds * _DEALS_A_SECOND)
    results, remarks = [], []
    for key in _GAMES:
        won = [
            sum(_wins(key, number) for number in range(begin, begin + deals))
            for begin in range(0, effort.rounds * deals, deals)
        ]
        name = f"{key}, regular against casual"
        results.append(Result(name, "% won", tuple(100 * one / deals for one in won), (), Aim(_AIM, at_least=True)))
        low, high = interval(sum(won), effort.rounds * deals)
        remarks.append(
            f"{name}: {sum(won)} of {effort.rounds * deals} deals; 95 % interval {100 * low:.1f} to {100 * high:.1f} %"
        )
    return [Topic(f"Deals won with {_PLAYOUTS} playouts a move, two players", tuple(results), tuple(remarks))]


def interval(won: int, played: int) -> tuple[float, float]:
    """The 95 % interval of the chance to win a deal, by Wilson's score."""
    share, spread = won / played, _NORMAL**2 / played
    middle = (share + spread / 2) / (1 + spread)
    half = _NORMAL * sqrt(share * (1 - share) / played + spread / played / 4) / (1 + spread)
    return middle - half, middle + half


def _wins(key: str, number: int) -> bool:
    """Whether the regular player, who opens every other deal, wins this one."""
    match = games.new_match(key, seats=2, seed=f"strength {number}", lots=[0])
    seat, rng = number % 2, Random(number)
    while match.last_deal is None:
        (actor,) = match.actors()
        level = "regular" if actor == seat else "casual"
        match.play(actor, players.choose(level, match, actor, rng, players.playouts(_PLAYOUTS)))
    return seat in match.last_deal.winners
