"""Results as JSON lines, in and out, and a league as JSON or CSV.

A line is ``{"game": "block", "at": 1763000000.0, "sides": [[USER_ID], [USER_ID, USER_ID]], "places": [1, 2]}``; equal
places are ties. What is taken in counts, whoever has played how often: whoever takes it in answers for it.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

import games
from storage.database import Transaction
from storage.league import leagues, ratings, results
from storage.league.ratings import Rating
from storage.league.results import IMPORT, Place, Result, Wanted
from storage.ledger import COMPUTERS

from .booking import open_quarter
from .rating import is_provisional, shown, sides_of, uncertainty

__all__ = ["REASONS", "BadLine", "as_line", "import_lines", "league_csv", "league_json", "read_lines"]

_KEYS: Final = frozenset({"game", "at", "sides", "places"})
_LARGEST_ID: Final = 2**63 - 1
_DAY: Final = 86_400.0
_PAGE: Final = 1000
_LINE_END: Final = ",\n"


class BadLine(ValueError):
    """A line that cannot be taken in.

    :ivar number: which one, from 1.
    :ivar reason: the key of the sentence that says what is wrong with it, and the values that fill it.
    """

    def __init__(self, number: int, reason: str, **values: str) -> None:
        super().__init__(f"line {number}: {_ENGLISH[reason].format(**values)}")
        self.number = number
        self.reason = reason
        self.values_of_reason: Mapping[str, str] = values


_ENGLISH: Final = {
    "json": "this is not JSON",
    "object": "a line is an object with game, at, sides and places",
    "keys": "game, at, sides and places are needed and nothing else; wrong here: {keys}",
    "game": "there is no game {game} that people play against each other",
    "at": "at is a time in seconds since 1970, and not in the future",
    "sides": "sides are two or more lists of user ids, none of them empty",
    "twice": "user {user} is there twice",
    "places": "places are whole numbers from 1 on, one for each side",
}

REASONS: Final = tuple(_ENGLISH)
"""The keys of the sentences that say why a line cannot be taken in."""


def read_lines(text: str, guild_id: int, now: float) -> tuple[Result, ...]:
    """The results that lines tell of; empty lines are passed over.

    :raises BadLine: at the first line that is none.
    """
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            found.append(_result(number, line, guild_id, now))
    return tuple(found)


def _result(number: int, line: str, guild_id: int, now: float) -> Result:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        raise BadLine(number, "json") from None
    if not isinstance(told, dict):
        raise BadLine(number, "object")
    if told.keys() != _KEYS:
        raise BadLine(number, "keys", keys=", ".join(sorted(map(str, told.keys() ^ _KEYS))))
    game, at = told["game"], told["at"]
    if not isinstance(game, str) or game not in games.TABLE_GAMES:
        raise BadLine(number, "game", game=str(game))
    if not _is_number(at) or not 0 <= at <= now + _DAY:
        raise BadLine(number, "at")
    sides, places = told["sides"], told["places"]
    _check_sides(number, sides)
    if not isinstance(places, list) or len(places) != len(sides) or not all(map(_is_place, places)):
        raise BadLine(number, "places")
    best, everybody_level = min(places), len(set(places)) == 1
    return Result(
        id=0,
        guild_id=guild_id,
        match_id=None,
        game=game,
        at=float(at),
        origin=IMPORT,
        places=tuple(
            Place(person, side, place, won=place == best and not everybody_level)
            for side, (people, place) in enumerate(zip(sides, places, strict=True))
            for person in people
        ),
        sides=len(sides),
    )


def _check_sides(number: int, sides: object) -> None:
    if not isinstance(sides, list) or len(sides) < 2:
        raise BadLine(number, "sides")
    if not all(isinstance(side, list) and side and all(map(_is_person, side)) for side in sides):
        raise BadLine(number, "sides")
    often = Counter(person for side in sides for person in side).most_common(1)[0]
    if often[1] > 1:
        raise BadLine(number, "twice", user=str(often[0]))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_person(value: object) -> bool:
    return (
        isinstance(value, int)
        and not isinstance(value, bool)
        and (0 < value <= _LARGEST_ID or -_LARGEST_ID <= value < COMPUTERS)  # below zero: a former player
    )


def _is_place(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1000


async def import_lines(tx: Transaction, guild_id: int, found: Sequence[Result], now: float) -> tuple[int, int]:
    """Take results in; how many, and how many were passed over because they are there already.

    They are rated when the league is computed anew, which is demanded here.
    """
    if not found:
        return 0, 0
    league = await leagues.hold(tx, guild_id)
    first, last = min(one.at for one in found), max(one.at for one in found)
    there: Counter[str] = Counter()
    between = Wanted(guild_id, since=first, until=math.nextafter(last, math.inf), counting_only=True)
    async for result in _all(tx, between):
        there[as_line(result)] += 1
    new: list[Result] = []
    for result in sorted(found, key=lambda one: one.at):
        line = as_line(result)
        if there[line]:
            there[line] -= 1
            continue
        new.append(result)
    if new:
        await results.add_all(tx, new)
        await open_quarter(tx, league, new, now)
        await leagues.demand(tx, guild_id, first)
    return len(new), len(found) - len(new)


async def _all(tx: Transaction, wanted: Wanted) -> AsyncIterator[Result]:
    """All results that are asked for, in the order in which they are rated."""
    after = None
    while piece := await results.following(tx, wanted.guild_id, after, _PAGE):
        for result in piece:
            if (wanted.since is None or result.at >= wanted.since) and (
                wanted.until is None or result.at < wanted.until
            ):
                yield result
        after = piece[-1].at, piece[-1].id


def as_line(result: Result) -> str:
    """A result as a line that can be taken in."""
    return json.dumps(_told(result))


def _told(result: Result) -> dict[str, Any]:
    sides = sides_of(result)
    return {
        "game": result.game,
        "at": result.at,
        "sides": [sorted(place.user_id for place in side) for side in sides],
        "places": [side[0].place for side in sides],
    }


async def league_json(tx: Transaction, guild_id: int) -> str:
    """A league as JSON: the ratings of all games, and of all together as ``all``, and the results that count."""
    league = await leagues.load(tx, guild_id)
    rated = [
        {"user_id": one.user_id, "game": one.scope, "mu": one.mu, "sigma": one.sigma, "matches": one.matches}
        for one in await _game_ratings(tx, league)
    ]
    counted = [as_line(result) async for result in _all(tx, Wanted(guild_id, counting_only=True))]
    lines = {"ratings": map(json.dumps, rated), "results": counted}
    lists = (f'"{name}": [\n{_LINE_END.join(some)}\n]' for name, some in lines.items())
    return f'{{"server": {guild_id},\n{_LINE_END.join(lists)}}}'


async def league_csv(tx: Transaction, guild_id: int) -> str:
    """The ratings of a league with a line for each."""
    league = await leagues.load(tx, guild_id)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("user_id", "game", "rating", "uncertainty", "provisional", "matches", "wins", "mu", "sigma"))
    for one in await _game_ratings(tx, league):
        number = (shown(one.mu), uncertainty(one.sigma), int(is_provisional(one)))
        writer.writerow((one.user_id, one.scope, *number, one.matches, one.wins, one.mu, one.sigma))
    return text.getvalue()


async def _game_ratings(tx: Transaction, league: leagues.League) -> tuple[Rating, ...]:
    every = await ratings.all_in(tx, league.guild_id, league.generation)
    return tuple(one for one in every if not one.scope.startswith("season:"))
