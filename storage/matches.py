"""Matches: their seats, append-only logs and results.

A log of moves rebuilds a table. Every function works in the caller's transaction. Every write to a match begins with
`update`, see `storage.versions`. All times are unix seconds. The texts of games, clocks, options and moves are opaque
here.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from enum import StrEnum
from itertools import starmap
from typing import Any, Final, Self

from sqlalchemy import RowMapping, Table, case, delete, func, insert, select

from storage.database import Conflict, Transaction
from storage.schema import (
    IS_OVER,
    LIVE,
    LIVE_STATUSES,
    UNSHOWN,
    channel_seeds,
    deal_results,
    match_log,
    match_results,
    matches,
    seats,
)
from storage.transactions import field_columns, to_row
from storage.versions import Versioned, check_changeable


class Status(StrEnum):
    """The status of a match."""

    LOBBY = "lobby"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"
    CANCELLED = "cancelled"

    @property
    def is_live(self) -> bool:
        """True while open, running or paused, occupying its channel."""
        return self.value in LIVE_STATUSES


class Player(StrEnum):
    """A person or a computer of a level, weakest first."""

    PERSON = "person"
    CASUAL = "casual"
    REGULAR = "regular"
    STRONG = "strong"
    MASTER = "master"


class AbandonReason(StrEnum):
    """The stored reason for a match to end without result."""

    HOST = "host"
    """Its host ended it; it counted for nothing."""
    AGREED = "agreed"
    """All people at the table agreed."""
    UMPIRE = "umpire"
    """A moderator or the host of the tournament ended it."""
    LEFT = "left"
    """The last person left; it counted for nothing."""
    TIME = "time"
    """No one came back to it."""
    CHANNEL = "channel"
    """Its channel was deleted."""


class LadderState(StrEnum):
    """The state of a match of the ladder."""

    PLAYING = "playing"
    """It can still be won. Its lobby may not have started."""
    WON = "won"
    LOST = "lost"
    """It was not won, or can no longer be won."""


COMPUTER_LEVELS: Final = tuple(player for player in Player if player is not Player.PERSON)
"""The levels of computer players, weakest first."""


@dataclass(frozen=True)
class Cut:
    """A player's cut as in the record; computers have no `user_id`."""

    user_id: int | None
    text: str


@dataclass(frozen=True)
class PairingConsent:
    """Consents in a lobby to count its match for a pairing.

    :ivar pairing_id: the pairing; 0 before anyone has accepted one.
    :ivar user_ids: the users who have accepted it.
    """

    pairing_id: int = 0
    user_ids: tuple[int, ...] = ()


NO_CONSENT: Final = PairingConsent()


class RequestKind(StrEnum):
    """The subjects of requests to the people at a table."""

    END = "end"
    PAUSE = "pause"
    TAKE_BACK = "back"


@dataclass(frozen=True)
class EndRequest:
    """A request to the people at a table: to end the match, for a pause, or to take the asker's last move back.

    :ivar deal: the number of the deal in which it was asked.
    :ivar agreed: the seats that agree, the asker's first.
    """

    deal: int
    at: float
    agreed: tuple[int, ...]
    kind: RequestKind = RequestKind.END


@dataclass(frozen=True)
class Continuation:
    """The beginning of a match in the middle of another, or of a lesson or puzzle.

    :ivar match_id: the other match; "" for a lesson or puzzle.
    :ivar moves: the number of its moves that were taken over.
    :ivar deal: the tiles of a lesson's deal in dealing order; "" if the seed deals them.
    :ivar opener: the seat that the first lot of a lesson selects.
    """

    match_id: str
    moves: int
    deal: str = ""
    opener: int = 0

    @property
    def deals(self) -> tuple[str, ...]:
        """The deals given by hand, as `games.new_match` takes them."""
        return (self.deal,) if self.deal else ()

    @property
    def lots(self) -> tuple[int, ...]:
        """The lots given by hand."""
        return (self.opener,) if self.deal else ()

    def __str__(self) -> str:
        given = f"/{self.opener}/{self.deal}" if self.deal else ""
        return f"{self.match_id}/{self.moves}{given}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the beginning in a stored text."""
        match_id, moves, opener, deal = (*text.split("/"), "0", "")[:4]
        return cls(match_id, int(moves), deal, int(opener))


@dataclass(frozen=True)
class SharedDeals:
    """The deals that a match shares with others of its round.

    :ivar round_id: the row of `storage.league.round_deals` with their seed.
    :ivar deals: the number of deals after which the match ends, if it has not ended before.
    """

    round_id: int
    deals: int

    def __str__(self) -> str:
        return f"{self.round_id}/{self.deals}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the deals in a stored text."""
        return cls(*map(int, text.split("/")))


@dataclass(frozen=True)
class StoredMatch:
    """A match without its seats and log.

    :raises ValueError: the id is not 1 to 16 characters of A-Z a-z 0-9 _ -.
    """

    id: str
    guild_id: int
    channel_id: int
    host_id: int
    game: str
    options: Mapping[str, Any]
    """Names to JSON values."""
    status: Status
    seed: str | None = field(repr=False)
    """The secret of the shuffle; never in a log, hence not in the repr."""
    revision: int
    """The number of entries in the log; only `update` moves it."""
    clock: str
    deadline: float | None
    warned: bool
    """Whether the player to move was warned that the deadline is near."""
    created_at: float
    started_at: float | None
    ended_at: float | None
    board_id: int | None
    """The message that shows the board."""
    board_at: float | None
    """When that message was posted."""
    locale: str
    rematch_of: str | None
    """The id of the match before."""
    call_id: int | None = None
    """The message that calls the player to move."""
    deals_ended: int = 0
    announced: int = 0
    """The number of ended deals that were announced in the channel."""
    shown_revision: int = 0
    """The revision that the board showed last; -1 if something outside the log has changed since."""
    players_called_at: float | None = None
    """When the lobby called for players."""
    version: int = 0
    """The number of changes to the match; only `update` moves it."""
    computer_level: Player = Player.REGULAR
    """The level of computers that are added in the lobby."""
    server_seed: str | None = field(default=None, repr=False)
    """The secret of the shuffle, drawn before the lobby was opened; None in version 1. Secret like `seed`."""
    cuts: tuple[Cut, ...] = ()
    """The players' contributions: in the lobby those made so far, in a match one for each seat."""
    next_fingerprint: str | None = None
    """The fingerprint of the next match in the channel."""
    pairing_consent: PairingConsent = NO_CONSENT
    """The consent of the players in the lobby; `NO_CONSENT` once the match begins."""
    offers: tuple[str, ...] = ()
    """The digests of the seats that are offered, which can still be taken, and the marks of those that people left."""
    end_request: EndRequest | None = None
    """The pending request to end or pause the match."""
    paused_seat: int | None = None
    """The seat whose person has paused the match."""
    turn_left_s: float | None = None
    """The seconds that were left of a person's turn at a pause, or when the seat changed hands; None for all."""
    end_reason: AbandonReason | None = None
    """The reason for the match to end without a result."""
    ended_by: int | None = None
    """The person who ended it so."""
    helped: bool = False
    """Whether a player took a hint, or it began in the middle of another match. It counts nowhere."""
    continues: Continuation | None = None
    """The match from whose middle it began."""
    ladder: LadderState | None = None
    """Its state on the ladder of its host; None if it is not of the ladder. The rung is `computer_level`."""
    shared: SharedDeals | None = None
    """The deals that it shares with the other tables of a duplicate tournament's round."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,16}", self.id):
            raise ValueError(f"the id of a match is 1 to 16 url-safe characters, not {self.id!r}")


@dataclass(frozen=True)
class StoredSeat:
    """A seat of a match."""

    seat: int
    user_id: int | None
    """None for a computer player."""
    player: Player
    name: str
    late: int
    """Turns missed in a row."""
    away: bool
    """Whether the computer plays for the person."""
    former_id: int | None = None
    """The first person who played here and left the match."""
    former_name: str = ""


@dataclass(frozen=True)
class LogEntry:
    """A log entry from revision 1; computers and clock have no `user_id`."""

    revision: int
    seat: int | None
    move: str
    user_id: int | None
    at: float


TAKEN_BACK: Final = "back="
"""The beginning of the entry that takes moves back; it ends with the number of entries that go on to hold."""


@dataclass(frozen=True)
class DealResult:
    """A seat's points in one deal, and its score after it."""

    deal: int
    seat: int
    user_id: int | None
    points: int
    score: int


@dataclass(frozen=True)
class MatchResult:
    """A seat's result: rank 1 is best, ties share a rank."""

    seat: int
    user_id: int | None
    name: str
    rank: int
    won: bool
    score: int


@dataclass(frozen=True)
class SeatResult:
    """A seat's result, with the kind of its player."""

    seat: int
    player: Player
    rank: int
    score: int


_CHANGEABLE = {part.name for part in fields(StoredMatch)} - {"id", "guild_id", "revision", "version"}
_MATCHES = Versioned("match", matches, match_log, match_log.c.match_id)


async def add(tx: Transaction, match: StoredMatch, players: Sequence[StoredSeat]) -> None:
    """Save a new match with its seats.

    :raises Conflict: the channel has a live match already, or the id is taken.
    :raises ValueError: its revision is not 0.
    """
    if match.revision != 0:
        raise ValueError("a new match has revision 0; entries of its log are appended")
    await tx.execute(insert(matches), _plain(to_row(match)))
    await _insert_seats(tx, match.id, match.guild_id, players)


async def load(tx: Transaction, match_id: str) -> tuple[StoredMatch, tuple[StoredSeat, ...]] | None:
    """Return a match with its seats in order."""
    row = (await tx.execute(select(matches).where(matches.c.id == match_id))).mappings().one_or_none()
    if row is None:
        return None
    columns = field_columns(seats, StoredSeat)
    taken = await tx.execute(select(*columns).where(seats.c.match_id == match_id).order_by(seats.c.seat))
    return _match(row), tuple(_seat(one) for one in taken.mappings())


async def log(tx: Transaction, match_id: str) -> tuple[LogEntry, ...]:
    """Return the entries of the log that hold, in order: without moves that were taken back, see `TAKEN_BACK`."""
    written = select(*field_columns(match_log, LogEntry)).where(match_log.c.match_id == match_id)
    holding = list[LogEntry]()
    for entry in starmap(LogEntry, await tx.execute(written.order_by(match_log.c.revision))):
        if entry.move.startswith(TAKEN_BACK):
            del holding[int(entry.move.removeprefix(TAKEN_BACK)) :]
        else:
            holding.append(entry)
    return tuple(holding)


async def moved_seats(tx: Transaction, match_id: str, others: Collection[str]) -> frozenset[int]:
    """Return the seats that have moved.

    :param others: the entries of the log that are no moves.
    """
    moves = (match_log.c.match_id == match_id) & match_log.c.seat.is_not(None) & match_log.c.move.not_in(list(others))
    return frozenset((await tx.execute(select(match_log.c.seat).where(moves).distinct())).scalars())


newest_version = _MATCHES.newest_version


async def update(
    tx: Transaction, match_id: str, version: int, entries: Sequence[LogEntry] = (), /, **changes: Any
) -> None:
    """Change a match's fields and raise its version by one.

    Without any changes it claims the match for the other writes of the transaction.

    :param version: the version that the changes are based on.
    :param entries: are added to its log and move its revision on.
    :raises TypeError: an unknown name, or `id`, `guild_id`, `revision` or `version`, which cannot be set.
    :raises Conflict: the match would become live in a channel that has a live one, or the entries do not continue the
        log exactly where it ends.
    :raises Outdated: the match has changed since that version. Nothing was written.
    :raises Missing: there is no such match.
    """
    check_changeable("match", changes, _CHANGEABLE)
    await _MATCHES.update(tx, match_id, version, entries, _plain(changes))


async def save_seats(tx: Transaction, match_id: str, players: Sequence[StoredSeat]) -> None:
    """Replace all seats of the match by these.

    :raises Missing: there is no such match.
    """
    guild_id = await _MATCHES.guild_of(tx, match_id)
    await tx.execute(delete(seats).where(seats.c.match_id == match_id))
    await _insert_seats(tx, match_id, guild_id, players)


async def live_in(tx: Transaction, channel_id: int) -> str | None:
    """Return the id of the live match of a channel."""
    here = select(matches.c.id).where(LIVE, matches.c.channel_id == channel_id)
    found: str | None = (await tx.execute(here)).scalar_one_or_none()
    return found


async def live_rematch(tx: Transaction, match_id: str) -> str | None:
    """Return the id of a live rematch of a match, in any channel."""
    following = select(matches.c.id).where(LIVE, matches.c.rematch_of == match_id).limit(1)
    found: str | None = (await tx.execute(following)).scalar_one_or_none()
    return found


async def any_in(tx: Transaction, guild_id: int, channel_id: int) -> bool:
    """Return True if a channel has or had a match."""
    here = (matches.c.guild_id == guild_id) & (matches.c.channel_id == channel_id)
    return (await tx.execute(select(matches.c.id).where(here).limit(1))).scalar_one_or_none() is not None


async def live(tx: Transaction) -> tuple[StoredMatch, ...]:
    """Return all live matches, the oldest first."""
    rows = await tx.execute(select(matches).where(LIVE).order_by(matches.c.created_at, matches.c.id))
    return tuple(_match(row) for row in rows.mappings())


async def count_live(tx: Transaction) -> int:
    """Return the number of live matches of all processes."""
    return int((await tx.execute(select(func.count()).select_from(matches).where(LIVE))).scalar_one())


async def live_of_host(tx: Transaction, guild_id: int, user_id: int) -> tuple[int, ...]:
    """Return the channels of a host's live matches, oldest first."""
    hosted = LIVE & (matches.c.guild_id == guild_id) & (matches.c.host_id == user_id)
    rows = await tx.execute(select(matches.c.channel_id).where(hosted).order_by(matches.c.created_at, matches.c.id))
    return tuple(rows.scalars())


async def lobbies(tx: Transaction, guild_id: int, game: str) -> tuple[str, ...]:
    """Return the ids of a game's lobbies, oldest first."""
    waiting = LIVE & (matches.c.guild_id == guild_id) & (matches.c.game == game)
    wanted = select(matches.c.id).where(waiting, matches.c.status == Status.LOBBY.value)
    return tuple((await tx.execute(wanted.order_by(matches.c.created_at, matches.c.id))).scalars())


async def live_places(tx: Transaction, guild_id: int) -> tuple[tuple[str, int], ...]:
    """Return the ids and channels of a server's live matches: lobbies first, then the newest."""
    in_play = case((matches.c.status == Status.LOBBY.value, 0), else_=1)
    wanted = select(matches.c.id, matches.c.channel_id).where(LIVE, matches.c.guild_id == guild_id)
    rows = await tx.execute(wanted.order_by(in_play, matches.c.created_at.desc(), matches.c.id))
    return tuple((row.id, row.channel_id) for row in rows)


async def unshown(tx: Transaction) -> tuple[str, ...]:
    """Return the ids of matches not up to date in Discord.

    The oldest come first. They have unannounced deals, a board behind the newest revision, no board although they are
    live, or a board although they are over.
    """
    waiting = select(matches.c.id).where(UNSHOWN).order_by(matches.c.created_at, matches.c.id)
    return tuple((await tx.execute(waiting)).scalars())


async def last_over_in(tx: Transaction, channel_id: int) -> str | None:
    """Return the id of the channel's last match played out."""
    over = (matches.c.channel_id == channel_id) & IS_OVER
    last = select(matches.c.id).where(over).order_by(matches.c.ended_at.desc()).limit(1)
    found: str | None = (await tx.execute(last)).scalar_one_or_none()
    return found


async def next_seed(tx: Transaction, channel_id: int) -> str | None:
    """Return the seed of a channel's next match, if drawn."""
    wanted = select(channel_seeds.c.seed).where(channel_seeds.c.channel_id == channel_id)
    found: str | None = (await tx.execute(wanted)).scalar_one_or_none()
    return found


async def announced_by(tx: Transaction, match: StoredMatch, fingerprint: str) -> str | None:
    """Return the id of the channel's match with this fingerprint."""
    before = (matches.c.guild_id == match.guild_id) & (matches.c.channel_id == match.channel_id)
    wanted = select(matches.c.id).where(before, matches.c.next_fingerprint == fingerprint).limit(1)
    found: str | None = (await tx.execute(wanted)).scalar_one_or_none()
    return found


async def replace_next_seed(tx: Transaction, guild_id: int, channel_id: int, used: str | None, new: str) -> None:
    """Save the next match's seed when a match uses one.

    :param used: the seed that the new match has; None if none had been drawn.
    :raises Conflict: the channel has another next seed by now.
    """
    if used is None:
        row = {"channel_id": channel_id, "guild_id": guild_id, "seed": new}
        replaced = await tx.add_new(channel_seeds, row)
    else:
        here = (channel_seeds.c.channel_id == channel_id) & (channel_seeds.c.seed == used)
        replaced = (await tx.execute(channel_seeds.update().where(here).values(seed=new))).rowcount > 0
    if not replaced:
        raise Conflict("another match has begun with the seed that was drawn for this channel")


async def find_by_seed(tx: Transaction, guild_id: int, seed: str) -> str | None:
    """Return the id of a server's match with this seed."""
    here = (matches.c.guild_id == guild_id) & (matches.c.seed == seed) & matches.c.continues.is_(None)
    found: str | None = (await tx.execute(select(matches.c.id).where(here).limit(1))).scalar()
    return found


async def last_call_in(tx: Transaction, channel_id: int) -> float | None:
    """Return when a channel's lobby last called for players."""
    called_at = matches.c.players_called_at
    called = (matches.c.channel_id == channel_id) & called_at.is_not(None)
    last = select(called_at).where(called).order_by(called_at.desc()).limit(1)
    found: float | None = (await tx.execute(last)).scalar_one_or_none()
    return found


async def save_deal_results(tx: Transaction, match_id: str, results: Sequence[DealResult]) -> None:
    """Save the results of a deal.

    :raises Conflict: results of that deal are saved already.
    :raises Missing: there is no such match.
    """
    await _save_results(tx, deal_results, match_id, results)


async def save_match_results(tx: Transaction, match_id: str, results: Sequence[MatchResult]) -> None:
    """Save the results of a match.

    :raises Conflict: they are saved already.
    :raises Missing: there is no such match.
    """
    await _save_results(tx, match_results, match_id, results)


async def results(tx: Transaction, match_id: str) -> tuple[tuple[DealResult, ...], tuple[MatchResult, ...]]:
    """Return the results of each deal, and of the match."""
    of_deals = select(*field_columns(deal_results, DealResult)).where(deal_results.c.match_id == match_id)
    of_match = select(*field_columns(match_results, MatchResult)).where(match_results.c.match_id == match_id)
    deals = await tx.execute(of_deals.order_by(deal_results.c.deal, deal_results.c.seat))
    ends = await tx.execute(of_match.order_by(match_results.c.seat))
    return tuple(starmap(DealResult, deals)), tuple(starmap(MatchResult, ends))


async def newcomers(tx: Transaction, game: str, user_ids: Collection[int]) -> frozenset[int]:
    """Return those of these users who have never finished a deal of a game."""
    if not user_ids:
        return frozenset()
    played = select(deal_results.c.user_id).join(matches, matches.c.id == deal_results.c.match_id)
    rows = await tx.execute(played.where(deal_results.c.user_id.in_(user_ids), matches.c.game == game).distinct())
    return frozenset(user_ids) - set(rows.scalars())


async def seat_results(tx: Transaction, match_ids: Collection[str]) -> dict[str, tuple[SeatResult, ...]]:
    """Return the results of all seats, by match."""
    same_seat = (seats.c.match_id == match_results.c.match_id) & (seats.c.seat == match_results.c.seat)
    wanted = (
        select(
            match_results.c.match_id, match_results.c.seat, seats.c.player, match_results.c.rank, match_results.c.score
        )
        .join(seats, same_seat)
        .where(match_results.c.match_id.in_(match_ids))
        .order_by(match_results.c.match_id, match_results.c.seat)
    )
    found: dict[str, tuple[SeatResult, ...]] = {}
    for row in await tx.execute(wanted):
        one = SeatResult(row.seat, Player(row.player), row.rank, row.score)
        found[row.match_id] = (*found.get(row.match_id, ()), one)
    return found


async def _insert_seats(tx: Transaction, match_id: str, guild_id: int, players: Sequence[StoredSeat]) -> None:
    rows = [
        to_row(one) | {"player": Player(one.player).value} | {"match_id": match_id, "guild_id": guild_id}
        for one in players
    ]
    if rows:
        await tx.execute(insert(seats), rows)


async def _save_results(
    tx: Transaction, table: Table, match_id: str, lines: Sequence[DealResult | MatchResult]
) -> None:
    guild_id = await _MATCHES.guild_of(tx, match_id)
    if lines:
        await tx.execute(insert(table), [to_row(line) | {"match_id": match_id, "guild_id": guild_id} for line in lines])


def _plain(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Columns of a match with values that the drivers accept."""
    plain: dict[str, Any] = {"options": dict, "status": lambda one: Status(one).value}
    plain["computer_level"] = lambda one: Player(one).value
    plain["cuts"] = lambda cuts: [[cut.user_id, cut.text] for cut in cuts]
    plain["pairing_consent"] = lambda one: [one.pairing_id, *one.user_ids] if one.pairing_id else []
    plain["offers"] = list
    plain["end_request"] = lambda asked: None if asked is None else [*astuple(asked)]
    plain["continues"] = plain["shared"] = lambda one: None if one is None else str(one)
    plain["ladder"] = lambda state: None if state is None else LadderState(state).value
    plain["end_reason"] = lambda reason: None if reason is None else AbandonReason(reason).value
    return {name: plain[name](value) if name in plain else value for name, value in columns.items()}


def _match(row: RowMapping) -> StoredMatch:
    known: dict[str, Any] = {"status": Status(row["status"]), "computer_level": Player(row["computer_level"])}
    known["cuts"] = tuple(starmap(Cut, row["cuts"]))
    accepted = row["pairing_consent"]
    known["pairing_consent"] = PairingConsent(accepted[0], tuple(accepted[1:])) if accepted else NO_CONSENT
    known["offers"] = tuple(row["offers"])
    if row["end_request"] is not None:
        deal, at, agreed, kind = (*row["end_request"], False)[:4]
        if isinstance(kind, bool):  # rows of earlier versions say whether it is for a pause, or nothing
            kind = RequestKind.PAUSE if kind else RequestKind.END
        known["end_request"] = EndRequest(deal, at, tuple(agreed), RequestKind(kind))
    if row["continues"] is not None:
        known["continues"] = Continuation.parse(row["continues"])
    if row["shared"] is not None:
        known["shared"] = SharedDeals.parse(row["shared"])
    if row["end_reason"] is not None:
        known["end_reason"] = AbandonReason(row["end_reason"])
    if row["ladder"] is not None:
        known["ladder"] = LadderState(row["ladder"])
    return StoredMatch(**{**row, **known})


def _seat(row: RowMapping) -> StoredSeat:
    return StoredSeat(**{**row, "player": Player(row["player"])})
