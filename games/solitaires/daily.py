"""The daily deal: one winnable deal for a date and solitaire.

It depends only on the date and a secret of the month: seeds with the numbers 0, 1 and so on are tried until the solver
proves one winnable. The solver counts positions and not seconds, so every process makes the same deal.

>>> from datetime import date
>>> from games.solitaires import daily
>>> deal = daily.daily_deal("pyramid", date(2026, 11, 21), "a secret of the month")
>>> deal.seed == daily.daily_seed("pyramid", date(2026, 11, 21), "a secret of the month", deal.index)
True
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from games.core.shuffle import keyed
from games.core.solitaire import Solitaire

from .solver import SearchVerdict, solve, stars

_NODE_LIMIT: Final = 100_000
"""The positions searched before a deal is passed over. A change would change past deals."""

_QUICK_LIMIT: Final = 3_000
"""The limit for a deal that is not daily. A change would make earlier records look wrong."""
_MOST_DEALS: Final = 50
"""The most deals that are tried for one that can be won."""


@dataclass(frozen=True)
class DailyDeal:
    """The deal of a day.

    :ivar seed: the seed of its match, which is public.
    :ivar index: the number of deals passed over before it.
    :ivar stars: its difficulty, from 1 to 5.
    """

    game: str
    day: date
    seed: str
    index: int
    stars: int


def daily_seed(game: str, day: date, month_seed: str, index: int) -> str:
    """Return the candidate seed with this number for a deal.

    It is the HMAC-SHA-256, in hexadecimal, with the month's seed as the key. The message is these lines, each of which
    ends with a line feed: ``boneyard daily 2``, the key of the game, the date as ``YYYY-MM-DD``, and the number.
    """
    return keyed(month_seed, ("boneyard daily 2", game, day.isoformat(), str(index)))


def daily_deal(game: str, day: date, month_seed: str) -> DailyDeal:
    """Return the deal of a date for a solitaire.

    :param game: the key of a solitaire.
    :param month_seed: the secret of the month of that date.
    :raises ValueError: for any other game.
    """
    index = 0
    while True:
        seed = daily_seed(game, day, month_seed, index)
        match = daily_match(game, seed)
        if solve(match, _NODE_LIMIT).verdict is SearchVerdict.WON:
            return DailyDeal(game, day, seed, index, stars(match))
        index += 1


def winnable_seed(game: str, seed: str) -> str:
    """Return the first provably winnable of ``seed``, ``seed/1``, ``seed/2``, ….

    It is the seed itself if none is found quickly. The search counts positions and not seconds, so the result is
    deterministic, and no one can choose among the deals.

    :raises ValueError: if the game is no solitaire.
    """
    seeds = (seed, *(f"{seed}/{number}" for number in range(1, _MOST_DEALS)))
    proved = (one for one in seeds if solve(daily_match(game, one), _QUICK_LIMIT).verdict is SearchVerdict.WON)
    return next(proved, seed)


def daily_match(game: str, seed: str) -> Solitaire:
    """Return a match of the solitaire with this seed.

    :raises ValueError: if the game is no solitaire.
    """
    from games import CATALOGUE  # the catalogue is made of the modules beside this one

    found = CATALOGUE.get(game)
    if not found or not issubclass(found, Solitaire):
        raise ValueError(f"{game!r} is not a solitaire")
    return found(seats=1, seed=seed)
