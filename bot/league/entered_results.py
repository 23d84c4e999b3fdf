"""Results from outside the tables, entered by people or from records."""

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import games
from games import GameError
from storage.league.results import Place, Result, ResultOrigin


class InvalidSides(ValueError):
    """The game is never played by sides of these sizes."""


class Recorded(NamedTuple):
    """The end of a match, read from its record.

    :ivar size: the number of people on each side.
    :ivar places: the place of each side; ties share a place.
    :ivar scores: the score of each side.
    :ivar mark: a hash that identifies the match.
    """

    game: str
    size: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    mark: str


@cache
def shapes(game: str) -> tuple[tuple[int, ...], ...]:
    """Return the possible side sizes with any options, smallest first."""
    kind, found = games.TABLE_GAMES[game], set()
    choices = [{}, *({option.key: value} for option in kind.option_list for value in option.values)]
    for seats in kind.seat_counts:
        for options in choices:
            try:
                match = games.new_match(game, seats=seats, options=options, seed="shape")
            except GameError:
                continue  # an option that only other numbers of players have
            sides = [match.side_of(seat) for seat in range(seats)]
            found.add(tuple(sides.count(side) for side in sorted(set(sides))))
    return tuple(sorted(found, key=lambda shape: (sum(shape), -len(shape))))


class Bounds(NamedTuple):
    """The most people and sides in a match."""

    people: int
    sides: int


@cache
def bounds(game: str) -> Bounds:
    """Return the limits of a game, of all games if unknown."""
    if game in games.TABLE_GAMES:
        return Bounds(max(map(sum, shapes(game))), max(map(len, shapes(game))))
    known = [bounds(key) for key in games.TABLE_GAMES]
    return Bounds(max(one.people for one in known), max(one.sides for one in known))


def is_possible(result: Result) -> bool:
    """Return True for table results, and others that fit the game."""
    if result.crowded:
        return False
    most = bounds(result.game)
    sides = len({place.side for place in result.places})
    return result.origin is ResultOrigin.TABLE or (len(result.places) <= most.people and sides <= most.sides)


def entered_result(guild_id: int, game: str, at: float, groups: Sequence[Sequence[int]]) -> Result:
    """Return the result of a game at a real table.

    :param groups: people by their places, the best first. Groups of the size of the game's teams are teams; otherwise
        people in one group share a place.
    :raises InvalidSides: if the game is not played by such sides.
    """
    sizes = tuple(len(group) for group in groups)
    sides = [list(group) for group in groups]
    places = list(range(1, len(groups) + 1))
    if not (len(sizes) > 1 and sizes in shapes(game)):
        if (1,) * sum(sizes) not in shapes(game):
            raise InvalidSides
        sides = [[one] for group in groups for one in group]
        places = [1 + sum(sizes[:number]) for number, group in enumerate(groups) for _ in group]
    return _result(guild_id, game, at, ResultOrigin.FORM, sides, places)


def read_record(text: str) -> tuple[Recorded, str] | None:
    """Return the end of a recorded match, and its shuffle's seed.

    None if the match is not over, or is a solitaire.

    :raises GameError: if the record cannot be read, or breaks the rules.
    """
    match = games.replay(text)
    if match.outcome is None or match.key not in games.TABLE_GAMES:
        return None
    place_of: dict[int, int] = {}
    for group in match.outcome.ranking:
        place_of |= dict.fromkeys(group, 1 + len(place_of))
    places = tuple(place_of[side] for side in sorted(place_of))
    mark = hashlib.sha256(match.record().text().encode()).hexdigest()[:12]
    size = match.seats // len(places)
    return Recorded(match.key, size, places, match.outcome.scores, mark), match.record().seed


def result_of_record(guild_id: int, recorded: Recorded, at: float, sides: Sequence[Sequence[int]]) -> Result:
    """Return the result of a recorded match.

    :param sides: the people of each side.
    """
    return _result(guild_id, recorded.game, at, ResultOrigin.IMPORT, sides, recorded.places, recorded.scores)


def _result(
    guild_id: int,
    game: str,
    at: float,
    origin: ResultOrigin,
    sides: Sequence[Sequence[int]],
    places: Sequence[int],
    scores: Sequence[int] | None = None,
) -> Result:
    level = len(set(places)) == 1
    seated = tuple(
        Place(
            person, side, place, won=place == min(places) and not level, score=None if scores is None else scores[side]
        )
        for side, (people, place) in enumerate(zip(sides, places, strict=True))
        for person in people
    )
    return Result(0, guild_id, None, game, at, origin, seated, len(sides))
