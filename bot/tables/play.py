"""Play: moves, what follows of itself, turns that run out of time, and what it brings to be written down."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.time.clock import AFTER_DEAL, COMPUTER_TURN, GRACE, LATE_LIMIT, PACT_TIME, clock_of, has_own_tempo
from games import Event, Match
from games.core.match import FINISH
from games.core.moves import DRAW, PASS
from games.core.view import DealEnd
from storage.matches import LogEntry, Status, StoredMatch, StoredSeat

from .chips import settlement
from .errors import CameSecond, Refused, Stale, TableError
from .results import deal_results, match_results
from .signs.pacts import after_deal, opened
from .state import Note, Person, Step, Table, automatic

__all__ = [
    "begin",
    "call",
    "call_of_computer",
    "come_back",
    "due_at",
    "extend",
    "finish",
    "move",
    "move_of_computer",
    "needs_moves",
    "needs_playing",
    "paused",
    "rest_of_turn",
    "wake_at",
    "warn",
]


def begin(table: Table, now: float) -> Step:
    """The first turn of a match that has just been dealt."""
    match = _running(table)
    if table.game.signs:
        table = opened(table, range(table.pairs))
    step = _continue(table.noted(*_public(match.events)), match.copy(), [], now)
    return replace(step, chips=step.chips and replace(step.chips, sitting_down=table.persons))


def move(table: Table, person: Person, revision: int, text: str, now: float) -> Step:
    """A person's move, made on the picture of the table that showed `revision`.

    :raises Stale: if the table has moved on since.
    :raises Refused: if the rules do not allow the move.
    """
    needs_moves(table)
    seat = table.seat_needed(person, "hand.you_are_not_at_this_table")
    if revision != table.revision:
        raise Stale
    back = come_back(table, person, now).table
    return _played(back, seat.seat, text, person.user_id, now)


def call(table: Table, person: Person, deal: int, text: str, now: float) -> Step:
    """A person's call in a game in which everybody may call at any time: it holds for a deal, not for one revision.

    :param deal: the number of the deal that the caller saw.
    :raises CameSecond: if somebody else's call has ended that deal.
    :raises Refused: if the rules do not allow the call.
    """
    seat = table.seat_needed(person, "hand.you_are_not_at_this_table")
    _needs_deal(table, deal, seat.seat)
    return _played(come_back(table, person, now).table, seat.seat, text, person.user_id, now)


def call_of_computer(table: Table, seat: StoredSeat, deal: int, text: str, now: float) -> Step:
    """A computer player's call.

    :param seat: the seat as it was when the computer made up its mind.
    :raises CameSecond: if somebody else's call has ended that deal.
    :raises Stale: if the seat has changed hands since.
    """
    _needs_deal(table, deal, seat.seat)
    if table.seats[seat.seat] != seat:
        raise Stale
    return _played(table, seat.seat, text, None, now)


def _needs_deal(table: Table, deal: int, caller: int) -> None:
    if table.match is not None and deal < table.deal:
        last = table.match.last_deal
        raise CameSecond(last if last is not None and last.number == deal else None, caller)
    needs_moves(table)


def move_of_computer(table: Table, seat: StoredSeat, revision: int, text: str, now: float) -> Step:
    """A move that the computer chose for a seat, for itself, for a person who is away, or for one who is late.

    :param seat: the seat as it was when the choice began.
    :raises Stale: if since then the table has moved on, or the seat has changed hands, or its time was renewed.
    """
    needs_moves(table)
    if revision != table.revision or table.seats[seat.seat] != seat:
        raise Stale
    if not automatic(seat):
        if table.stored.deadline is None or table.stored.deadline > now:
            raise Stale
        missed = replace(seat, late=seat.late + 1, away=seat.late + 1 >= LATE_LIMIT)
        key = "event.table.computer_stays" if missed.away else "event.table.computer_plays"
        table = table.with_seat(missed).noted(Note(key, {"name": seat.name}))
    if table.game.signs and table.persons and all(one.away for one in table.persons):
        return Step(paused(table).noted(Note("event.table.empty")))
    return _played(table, seat.seat, text, None, now)


def paused(table: Table) -> Table:
    """The table with play and the clock stopped."""
    return table.with_stored(status=Status.PAUSED, deadline=None, warned=False)


def finish(table: Table, person: Person, now: float) -> Step:
    """The table ends the match in the regular way; whoever is ahead wins. The game can be ended so."""
    seat = table.seat_of(person.user_id)
    number = seat.seat if seat else 0  # the record only wants to know of some seat
    entry = LogEntry(revision=table.revision + 1, seat=number, move=FINISH, user_id=person.user_id, at=now)
    return _continue(table, _running(table).copy(), [entry], now)


def come_back(table: Table, person: Person, now: float) -> Step:
    """The person takes his seat back from the computer that held it, and is no longer counted late."""
    seat = table.seat_of(person.user_id)
    if seat is None or not (seat.away or seat.late) or not table.status.is_live:
        return Step(table)
    back = table.with_seat(replace(seat, away=False, late=0))
    if not seat.away:
        return Step(back)
    if table.to_move() == seat:
        back = rest_of_turn(back, now)
    return Step(back.noted(Note("event.table.returned", {"name": seat.name})))


def warn(table: Table, revision: int) -> Step:
    """The player to move is told that his time runs out.

    :raises Stale: if the table has moved on since `revision`.
    """
    needs_playing(table)
    if revision != table.revision:
        raise Stale
    return Step(table.with_stored(warned=True))


def extend(table: Table, revision: int, now: float) -> Step:
    """The player to move gets the time of grace, because the bot was away and he is not to blame.

    :raises Stale: if the table has moved on since `revision`.
    """
    needs_playing(table)
    deadline = table.stored.deadline
    if revision != table.revision or deadline is None:
        raise Stale
    return Step(table.with_stored(deadline=max(deadline, now + GRACE), warned=False))


def rest_of_turn(table: Table, now: float) -> Table:
    """The table with a fresh clock for whoever is to move."""
    seat = table.to_move()
    if table.agreeing:
        deadline: float | None = now + PACT_TIME
    elif seat is None:
        deadline = None
    elif automatic(seat):
        deadline = now + COMPUTER_TURN
    else:
        deadline = clock_of(table.stored).deadline(now)
    return table.with_stored(deadline=deadline, warned=False)


def due_at(table: Table) -> float | None:
    """When the clock needs this table next: to warn, to play for somebody, to let a computer play, to close a lobby."""
    deadline = table.stored.deadline
    seat = table.to_move()
    if deadline is None or seat is None or automatic(seat) or table.stored.warned:
        return deadline
    return deadline - clock_of(table.stored).warning


def wake_at(stored: StoredMatch) -> float | None:
    """When to look at a table of which no more is known than this: not later than the clock needs it, with grace."""
    if stored.deadline is None or stored.status is Status.LOBBY:
        return stored.deadline
    return stored.deadline - GRACE - (0 if stored.warned else clock_of(stored).warning)


def needs_playing(table: Table) -> None:
    """:raises TableError: unless the match is running."""
    if table.status is Status.PAUSED:
        raise TableError("table.paused_refusal", command="table resume")
    if table.status is Status.LOBBY:
        raise TableError("table.not_begun")
    if table.status is not Status.PLAYING:
        raise TableError("hand.table_over")
    _running(table)


def needs_moves(table: Table) -> None:
    """:raises TableError: unless moves can be made now."""
    needs_playing(table)
    if table.agreeing:
        raise TableError("signs.agreeing")


def _running(table: Table) -> Match:
    if table.match is None:
        raise TableError("table.broken")
    return table.match


def _played(table: Table, number: int, text: str, user_id: int | None, now: float) -> Step:
    match = _running(table)
    refusal = match.refusal(number, text)
    if refusal:
        raise Refused(refusal)
    entry = LogEntry(revision=table.revision + 1, seat=number, move=text, user_id=user_id, at=now)
    return _continue(table, match.copy(), [entry], now)


def _continue(table: Table, match: Match, entries: list[LogEntry], now: float) -> Step:
    """Push the entries on the match, then whatever is forced: a draw or a pass that is the sole legal move."""
    done: list[LogEntry] = []
    happened: list[Event] = []
    endings: list[DealEnd] = []
    waiting = entries or _forced(match, table.revision + 1, now)
    while waiting:
        for entry in waiting:
            before = match.last_deal
            happened += match.apply(_seat(entry), entry.move)
            if match.last_deal is not None and match.last_deal is not before:
                endings.append(match.last_deal)
        done += waiting
        waiting = _forced(match, table.revision + len(done) + 1, now)
    return _booked(table, match, done, happened, endings, now)


def _forced(match: Match, revision: int, now: float) -> list[LogEntry]:
    seat = match.to_move()
    moves = () if seat is None else match.moves(seat)
    if len(moves) != 1 or moves[0] not in (DRAW, PASS):
        return []
    return [LogEntry(revision=revision, seat=seat, move=str(moves[0]), user_id=None, at=now)]


def _seat(entry: LogEntry) -> int:
    if entry.seat is None:
        raise ValueError(f"log entry {entry.revision} belongs to no seat")
    return entry.seat


def _booked(
    table: Table, match: Match, entries: list[LogEntry], happened: list[Event], endings: list[DealEnd], now: float
) -> Step:
    after = replace(table, match=match, endings=(*table.endings, *endings)).noted(*_public(happened))
    after = after.with_stored(
        revision=table.revision + len(entries), deals_ended=table.stored.deals_ended + len(endings)
    )
    booked = tuple(result for ending in endings for result in deal_results(after, match, ending))
    chips = settlement(table, happened, now)
    if match.outcome is None:
        if endings and after.pacts:
            after = after_deal(after)
        running = rest_of_turn(after, now)
        if endings and has_own_tempo(table.game) and not running.agreeing and running.stored.deadline is not None:
            running = running.with_stored(deadline=running.stored.deadline + AFTER_DEAL)
        return Step(running, tuple(entries), booked, chips=chips)
    over = after.with_stored(status=Status.OVER, ended_at=now, deadline=None)
    return Step(over, tuple(entries), booked, match_results(over, match), chips)


def _public(events: list[Event]) -> list[Event]:
    return [event.seen_by(None) for event in events]
