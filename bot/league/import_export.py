"""Import of results as JSON lines; export as JSON or CSV.

A line is ``{"game": "kent", "at": 1763000000.0, "sides": [["ID", "ID"], ["ID", "ID"]], "places": [1, 2]}``; equal
places are ties. User ids are texts or numbers, and ``at`` is in seconds since 1970 or in ISO 8601 with a zone. A line
may also have ``scores``, one for each side, and ``names``, the names of people by their ids. An export adds ``time``,
``match`` and ``void``; void results are skipped. An exported ``league.json`` is read, too. Imported results ignore the
daily limit.
"""

import asyncio
import csv
import io
import json
import logging
import math
import re
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from time import perf_counter
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from unicodedata import category, normalize

import games
from bot.league.entered_results import bounds
from bot.league.ratings.rating import is_provisional, sides_of, uncertainty
from bot.league.seasons.quarters import open_quarter_season
from bot.league.throttle import LeagueThrottle, breathe
from storage.database import Conflict, Database, StorageError, Transaction
from storage.league import audit_log, leagues, people, ratings, results
from storage.league.audit_log import AuditAction, AuditEntry
from storage.league.ratings import Rating, shown
from storage.league.results import Place, Result, ResultOrigin, Wanted
from storage.ledger import COMPUTERS

logger = logging.getLogger(__name__)

_KEYS: Final = frozenset({"game", "at", "sides", "places"})
_OPTIONAL: Final = frozenset({"names", "scores", "time", "match", "void"})
_LONGEST_NAME: Final = 100
_LARGEST_ID: Final = 2**63 - 1
_LARGEST_SCORE: Final = 2**31 - 1
_ID: Final = re.compile(r"-?[0-9]{1,19}")
_CLOCKS_APART_S: Final = 60.0
"""The seconds by which the clock of an exporting system may be ahead."""

_PAGE: Final = 250
"""The results read in one batch."""

_PIECE: Final = 100
"""The results added or deleted in one batch."""

_PATIENCE_S: Final = 60.0
"""The seconds without progress after which an import counts as interrupted; a running one is never silent for long."""

_UNSTORABLE: Final = frozenset({"Cc", "Cs"})
"""The Unicode categories of control characters and halves of surrogate pairs, which databases refuse."""

_FORMULA: Final = frozenset("=+-@")

_LINE_END: Final = ",\n"


class BadLine(ValueError):
    """A line that cannot be imported.

    :ivar number: its number, from 1.
    :ivar reason: the key of the text about the error, and its values.
    """

    def __init__(self, number: int, reason: str, **values: str) -> None:
        storable = {name: _storable(value) for name, value in values.items()}
        super().__init__(f"line {number}: {_ENGLISH[reason].format(**storable)}")
        self.number = number
        self.reason = reason
        self.values_of_reason: Mapping[str, str] = storable


_ENGLISH: Final = {
    "json": "this is not JSON",
    "object": "a line is an object with game, at, sides and places",
    "keys": "game, at, sides and places are needed and nothing else; wrong here: {keys}",
    "game": "there is no game {game} that people play against each other",
    "at": "at is a time in seconds since 1970, or in ISO 8601 with a zone, and not in the future",
    "sides": "sides are two or more lists of user ids, none of them empty",
    "crowded": "at most {people} people on {sides} sides play {game}",
    "twice": "user {user} is there twice",
    "places": "places are whole numbers from 1 on, one for each side",
    "scores": "scores are whole numbers or null, one for each side",
    "names": "names must give each user id a text of at most 100 characters",
}

REASONS: Final = tuple(_ENGLISH)
"""The keys of the reasons for refusing a line."""


def read_lines(text: str, guild_id: int, now: float) -> tuple[Result, ...]:
    """Parse results, ordered by time; empty lines are skipped.

    :raises BadLine: at the first line that is not a result.
    """
    found = [
        replace(result, guild_id=guild_id) for result in (one.result for one in _lines(text, now)) if not result.void
    ]
    return tuple(sorted(found, key=lambda one: one.at))


def names_in(text: str, now: float) -> dict[int, str]:
    """Return the names of people by user id.

    :raises BadLine: as `read_lines` does.
    """
    return {user_id: name for line in _lines(text, now) for user_id, name in line.names.items()}


class _Line(NamedTuple):
    result: Result
    names: Mapping[int, str]


def _lines(text: str, now: float) -> Iterator[_Line]:
    exported = _exported_results(text)
    if exported is not None:
        first = text.count("\n", 0, text.index('"results"')) + 2  # the list begins on the line below its key
        for number, found in enumerate(exported, first):
            yield _line(number, found, now)
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                raise BadLine(number, "json") from None
            yield _line(number, found, now)


def _exported_results(text: str) -> list[object] | None:
    """Return the results of an exported league; None for lines."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    listed = found.get("results") if isinstance(found, dict) and "server" in found else None
    return listed if isinstance(listed, list) and '"results"' in text else None


def _line(number: int, found: object, now: float) -> _Line:
    if not isinstance(found, dict):
        raise BadLine(number, "object")
    if found.keys() - _OPTIONAL != _KEYS:
        raise BadLine(number, "keys", keys=", ".join(sorted(map(str, (found.keys() - _OPTIONAL) ^ _KEYS))))
    game, at = found["game"], _time(found["at"])
    if not isinstance(game, str) or game not in games.TABLE_GAMES:
        raise BadLine(number, "game", game=str(game))
    if at is None or not 0 <= at <= now + _CLOCKS_APART_S:
        raise BadLine(number, "at")
    sides, places = _with_numbers(found["sides"]), found["places"]
    _check_sides(number, game, sides)
    if not isinstance(places, list) or len(places) != len(sides) or not all(map(_is_place, places)):
        raise BadLine(number, "places")
    scores = found.get("scores", [None] * len(sides))
    if not isinstance(scores, list) or len(scores) != len(sides) or not all(map(_is_score, scores)):
        raise BadLine(number, "scores")
    best, everybody_level = min(places), len(set(places)) == 1
    result = Result(
        id=0,
        guild_id=0,
        match_id=None,
        game=games.TABLE_GAMES[game].key,
        at=float(at),
        origin=ResultOrigin.IMPORT,
        places=tuple(
            Place(person, side, place, won=place == best and not everybody_level, score=scores[side])
            for side, (people, place) in enumerate(zip(sides, places, strict=True))
            for person in people
        ),
        sides=len(sides),
        void=found.get("void") is True,
    )
    return _Line(result, _names(number, found.get("names", {}), result.people))


def _time(at: object) -> float | int | None:
    """Return a time in seconds; None if it is not a time with a zone."""
    if isinstance(at, str):
        try:
            time = datetime.fromisoformat(at)
            return time.timestamp() if time.tzinfo is not None else None
        except (ValueError, OverflowError):
            return None
    return at if isinstance(at, int | float) and not isinstance(at, bool) else None


def _with_numbers(sides: object) -> Any:
    """Return sides with user ids that are texts as numbers."""
    if not isinstance(sides, list):
        return sides
    return [[_number_of(one) for one in side] if isinstance(side, list) else side for side in sides]


def _number_of(user_id: object) -> object:
    return int(user_id) if isinstance(user_id, str) and _ID.fullmatch(user_id) else user_id


def _names(number: int, names: object, people: Sequence[int]) -> dict[int, str]:
    """Return the names in a line; JSON keys make ids texts."""
    if not isinstance(names, dict) or not all(
        isinstance(one, str) and len(one) <= _LONGEST_NAME for one in names.values()
    ):
        raise BadLine(number, "names")
    told = {one: names[str(one)].split() for one in people if one > 0 and str(one) in names}
    found = {user_id: " ".join(filter(None, map(_storable, words))) for user_id, words in told.items()}
    return {user_id: name for user_id, name in found.items() if name}


def _storable(text: str) -> str:
    """Return the text without control characters and half emoji."""
    return "".join(one for one in text if category(one) not in _UNSTORABLE)


def _check_sides(number: int, game: str, sides: object) -> None:
    if not isinstance(sides, list) or len(sides) < 2:
        raise BadLine(number, "sides")
    most = bounds(game)
    if len(sides) > most.sides or sum(len(side) for side in sides if isinstance(side, list)) > most.people:
        raise BadLine(number, "crowded", game=game, people=str(most.people), sides=str(most.sides))
    if not all(isinstance(side, list) and side and all(map(_is_person, side)) for side in sides):
        raise BadLine(number, "sides")
    often = Counter(person for side in sides for person in side).most_common(1)[0]
    if often[1] > 1:
        raise BadLine(number, "twice", user=str(often[0]))


def _is_person(value: object) -> bool:
    return (
        isinstance(value, int)
        and not isinstance(value, bool)
        and (0 < value <= _LARGEST_ID or -_LARGEST_ID <= value < COMPUTERS)  # below zero: a former player
    )


def _is_place(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1000


def _is_score(value: object) -> bool:
    return value is None or (
        isinstance(value, int) and not isinstance(value, bool) and -_LARGEST_SCORE <= value <= _LARGEST_SCORE
    )


# --- Taking in --------------------------------------------------------------------------------------------------------


class TakenIn(NamedTuple):
    """The outcome of an import.

    :ivar added: the number of new results.
    :ivar known: the number of results that existed already and count.
    :ivar voided: the number of results that existed already and stay void.
    """

    added: int
    known: int
    voided: int


class UnderWay(Exception):
    """Another import of the server is running."""


class LeagueFull(Exception):
    """The import would exceed the maximum number of results."""


async def import_lines(
    database: Database,
    guild_id: int,
    found: Sequence[Result],
    now: Callable[[], float],
    user_id: int | None = None,
    *,
    names: Mapping[int, str] = MappingProxyType({}),
    most: int | None = None,
    throttle: LeagueThrottle | None = None,
) -> TakenIn:
    """Import all results of a file at once, or none.

    Leftovers of an interrupted import of the league are deleted first. Results are added in batches, so that other
    writers do not wait long, and become visible together. Their ratings are requested, not computed.

    :param found: the results as `read_lines` gives them.
    :param user_id: the importing user; None on the command line.
    :param names: the names of people in the file, see `names_in`; known names stay.
    :param most: the largest size that the league may reach; None: any.
    :param throttle: the throttle if users wait for other work; None: full speed.
    :raises UnderWay: if another file of the server is being imported.
    :raises LeagueFull: if the league would be larger than `most`.
    :raises StorageError: if reading or saving failed; then nothing is imported.
    """
    throttle = throttle or LeagueThrottle(rest=0.0)
    import_id = secrets.randbits(62) + 1  # never an older one
    if not found:
        return TakenIn(0, 0, 0)
    await clear_left_behind(database, now(), throttle, guild_id)
    try:
        async with database.write() as tx:
            await leagues.hold(tx, guild_id)
            await results.begin_import(tx, guild_id, import_id, now())
    except Conflict:
        raise UnderWay from None

    async def keep_claim() -> None:
        await database.run_write(lambda tx: _touch(tx, import_id, now()))

    try:
        new, known, voided = await _compare(database, guild_id, found, keep_claim, throttle)
        if new:
            await _needs_room(database, guild_id, len(new), most)
            await _add(database, import_id, new, now, throttle)
            await _finish(database, guild_id, import_id, new, names, now(), user_id)
    except BaseException:
        await _give_up(database, import_id, throttle)
        raise
    if not new:
        await _give_up(database, import_id, throttle)
        async with database.write() as tx:
            await people.name_new(tx, guild_id, names)
    return TakenIn(len(new), known, voided)


async def _needs_room(database: Database, guild_id: int, count: int, most: int | None) -> None:
    """Raise `LeagueFull` if there would be too many results."""
    if most is not None:
        there = await database.run_read(lambda tx: results.count(tx, Wanted(guild_id)))
        if there + count > most:
            raise LeagueFull


async def _compare(
    database: Database,
    guild_id: int,
    found: Sequence[Result],
    keep_claim: Callable[[], Awaitable[None]],
    throttle: LeagueThrottle,
) -> tuple[list[Result], int, int]:
    """Return new results, and the numbers of known and void ones.

    :param keep_claim: called regularly, so that the import does not count as interrupted.
    """
    counting: Counter[_Mark] = Counter()
    void: Counter[_Mark] = Counter()
    after, until = (found[0].at, 0), found[-1].at
    there: tuple[Result, ...] | None = None
    while there is None or len(there) == _PAGE:
        async with throttle.piece():
            there = await database.run_read(lambda tx: results.between(tx, guild_id, after, until, _PAGE))  # noqa: B023  # it is awaited here
            for result in there:
                if not result.why_not:
                    (void if result.void else counting)[_mark(result)] += 1
            await keep_claim()
        if there:
            after = there[-1].at, there[-1].id
    new: list[Result] = []
    known = voided = 0
    since = perf_counter()
    for result in found:
        since = await breathe(since)
        mark = _mark(result)
        if counting[mark]:
            counting[mark] -= 1
            known += 1
        elif void[mark]:
            void[mark] -= 1
            voided += 1
        else:
            new.append(result)
    return new, known, voided


async def _add(
    database: Database, import_id: int, new: Sequence[Result], now: Callable[[], float], throttle: LeagueThrottle
) -> None:
    """Add results that stay hidden until the import is complete."""
    for start in range(0, len(new), _PIECE):
        some = new[start : start + _PIECE]

        async def add(tx: Transaction, some: Sequence[Result] = some) -> None:
            await _touch(tx, import_id, now())
            await results.add_all(tx, some, import_id)

        async with throttle.piece():
            await database.run_write(add)


async def _touch(tx: Transaction, import_id: int, now: float) -> None:
    """Note progress of a file.

    :raises StorageError: if the import was discarded in the meantime.
    """
    if not await results.touch_import(tx, import_id, now):
        raise _given_up()


async def _finish(
    database: Database,
    guild_id: int,
    import_id: int,
    new: Sequence[Result],
    names: Mapping[int, str],
    now: float,
    user_id: int | None,
) -> None:
    """Make the results visible, save names, and request a rating."""
    async with database.write() as tx:
        league = await leagues.hold(tx, guild_id)
        if not await results.finish_import(tx, import_id):
            raise _given_up()
        await people.name_new(tx, guild_id, names)
        await open_quarter_season(tx, league, new, now)
        await leagues.advance_clock(tx, guild_id, new[-1].at)
        await leagues.request_recompute(tx, guild_id, new[0].at)
        await audit_log.add(tx, AuditEntry(0, guild_id, now, user_id, AuditAction.IMPORT, about={"results": len(new)}))


def _given_up() -> StorageError:
    return StorageError("the file was given up because nothing had been heard of it for long")


async def _give_up(database: Database, import_id: int, throttle: LeagueThrottle) -> None:
    """Delete the added results; after an error, the scheduler retries."""
    try:
        await _delete_import(database, import_id, throttle)
    except StorageError as error:
        logger.warning("results of a failed import are deleted later: %s", error)


async def _delete_import(database: Database, import_id: int, throttle: LeagueThrottle) -> None:
    left = True
    while left:
        async with throttle.piece():
            left = await database.run_write(lambda tx: results.drop_import(tx, import_id, _PIECE))


async def clear_left_behind(
    database: Database, now: float, throttle: LeagueThrottle, guild_id: int | None = None
) -> int:
    """Delete results of unfinished imports; return the number of files.

    :param guild_id: the server; None for all.
    :raises StorageError: if reading or deleting failed.
    """
    found = await database.run_read(lambda tx: results.abandoned_imports(tx, now - _PATIENCE_S, guild_id))
    for import_id in found:
        await _delete_import(database, import_id, throttle)
    return len(found)


_Mark = tuple[object, ...]
"""Return the identity of a result: its game, time, sides and places."""


def _mark(result: Result) -> _Mark:
    sides = tuple(tuple(sorted(place.user_id for place in side)) for side in sides_of(result))
    return result.game, result.at, sides, tuple(side[0].place for side in sides_of(result))


# --- Giving out -------------------------------------------------------------------------------------------------------


def as_line(result: Result) -> str:
    """Return a result as a line for a later import."""
    return json.dumps(_as_json(result))


def _as_json(result: Result, names: Mapping[int, str] | None = None) -> dict[str, Any]:
    sides = sides_of(result)
    called = {str(one): names[one] for one in result.people if one in names} if names else {}
    scores = [side[0].score for side in sides]
    return {
        "game": result.game,
        "at": result.at,
        "time": _iso(result.at),
        "sides": [[str(one) for one in sorted(place.user_id for place in side)] for side in sides],
        "places": [side[0].place for side in sides],
        **({"scores": scores} if any(score is not None for score in scores) else {}),
        **({"names": called} if called else {}),
        **({"match": result.match_id} if result.match_id else {}),
        **({"void": True} if result.void else {}),
    }


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


class Exported(NamedTuple):
    """A league as texts; user ids are texts, because spreadsheets round large numbers.

    :ivar json: the ratings by game, those over all games as ``all``, and the results that count or are void.
    :ivar csv: the ratings, one a line.
    :ivar results_csv: these results, with a line for each person.
    :ivar due: whether the ratings are still to be recomputed.
    """

    json: str
    csv: str
    results_csv: str
    due: bool


async def export_league(database: Database, guild_id: int, throttle: LeagueThrottle | None = None) -> Exported:
    """Return a league as texts, consistent even after a recomputation.

    :param throttle: the throttle if users wait for other work; None: full speed.
    """
    throttle = throttle or LeagueThrottle(rest=0.0)
    before: leagues.League | None = None
    league = await _league(database, guild_id)
    while before is None or (league.generation, league.asked) != (before.generation, before.asked):
        before = league
        rated = await _read_ratings(database, league, throttle)
        counted = await _read_results(database, guild_id, throttle)
        league = await _league(database, guild_id)
    names = await database.run_read(lambda tx: people.all_names(tx, guild_id))
    texts = await asyncio.to_thread(
        lambda: (_json(guild_id, rated, counted, names), _csv(rated, names), _results_csv(counted, names))
    )
    return Exported(*texts, league.is_due)


async def _league(database: Database, guild_id: int) -> leagues.League:
    return await database.run_read(lambda tx: leagues.load(tx, guild_id))


async def _read_ratings(database: Database, league: leagues.League, throttle: LeagueThrottle) -> list[Rating]:
    """Return the current ratings, except those of seasons."""
    found: list[Rating] = []
    after, piece = ("", 0), None
    while piece is None or len(piece) == _PAGE:
        async with throttle.piece():
            piece = await database.run_read(
                lambda tx: ratings.following(tx, league.guild_id, league.generation, after, _PAGE)  # noqa: B023  # it is awaited here
            )
        found += (one for one in piece if not one.scope.startswith("season:"))
        if piece:
            after = piece[-1].scope, piece[-1].user_id
    return found


async def _read_results(database: Database, guild_id: int, throttle: LeagueThrottle) -> list[Result]:
    """Return the results that count, or would if not void."""
    found: list[Result] = []
    after = (-math.inf, 0)
    piece: tuple[Result, ...] | None = None
    while piece is None or len(piece) == _PAGE:
        async with throttle.piece():
            piece = await database.run_read(lambda tx: results.between(tx, guild_id, after, math.inf, _PAGE))  # noqa: B023  # it is awaited here
        found += (one for one in piece if one.why_not is None)
        if piece:
            after = piece[-1].at, piece[-1].id
    return found


def _json(guild_id: int, rated: Iterable[Rating], counted: Iterable[Result], names: Mapping[int, str]) -> str:
    found = [
        {"user_id": str(one.user_id), "name": names.get(one.user_id, "")}
        | {"game": one.scope, "mu": one.mu, "sigma": one.sigma, "matches": one.matches}
        for one in rated
    ]
    lines = {"ratings": map(json.dumps, found), "results": (json.dumps(_as_json(one, names)) for one in counted)}
    lists = (f'"{name}": [\n{_LINE_END.join(some)}\n]' for name, some in lines.items())
    return f'{{"server": "{guild_id}",\n{_LINE_END.join(lists)}}}'


def _csv(rated: Iterable[Rating], names: Mapping[int, str]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("user", "name", "game", "rating", "uncertainty", "provisional", "matches", "wins", "mu", "sigma"))
    for one in rated:
        number = (shown(one.mu), uncertainty(one.sigma), int(is_provisional(one)))
        called = spreadsheet_name(names.get(one.user_id, ""))
        writer.writerow((_mention(one.user_id), called, one.scope, *number, one.matches, one.wins, one.mu, one.sigma))
    return text.getvalue()


def _results_csv(found: Iterable[Result], names: Mapping[int, str]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("match", "time", "game", "origin", "void", "side", "place", "won", "score", "user", "name"))
    for one in found:
        head = (one.match_id or f"#{one.id}", _iso(one.at), one.game, one.origin.value, int(one.void))
        for place in one.places:
            score = "" if place.score is None else place.score
            tail = (
                place.side + 1,
                place.place,
                int(place.won),
                score,
                _mention(place.user_id),
                spreadsheet_name(names.get(place.user_id, "")),
            )
            writer.writerow((*head, *tail))
    return text.getvalue()


def _mention(user_id: int) -> str:
    """Return a user id that spreadsheets keep as a text."""
    return f"<@{user_id}>"


def spreadsheet_name(name: str) -> str:
    """Return a name that no spreadsheet reads as a formula."""
    first = normalize("NFKC", name)[:1]  # full-width signs become usual ones
    return f"'{name}" if first in _FORMULA or not first.isprintable() or first.isspace() else name
