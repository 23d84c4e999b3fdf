"""Moves, forced moves, timeouts and results."""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from zlib import crc32

from bot.tables.pacts import after_deal, open_pacts
from bot.tables.time_controls import (
    ABSENT_S,
    AFTER_CALL_S,
    AFTER_DEAL_S,
    COMPUTER_TURN_S,
    COMPUTER_TURN_WITH_SIGNS_S,
    DESERTED_S,
    DESERTED_TURNS,
    GRACE_S,
    LATE_LIMIT,
    PACT_S,
    SLOW_FACTOR,
    TRICK_S,
    UNTOUCHED_S,
    clock_of,
    has_own_tempo,
)
from games import Event, Match
from games.core.match import CLOSE, FINISH, RESIGN, STOP
from games.core.moves import DRAW, PASS, Move
from games.core.tricks import TrickTaken
from games.core.view import DealEnd
from storage.matches import DealResult, LogEntry, MatchResult, Player, RequestKind, Status, StoredMatch, StoredSeat

from .chips import given_up, settlement
from .errors import CameSecond, Refused, Stale, TableError, TableOver
from .state import MOST_OFFENCES, Note, Person, Step, Table, automatic


def begin(table: Table, now: float) -> Step:
    """Return the first turn of a newly dealt match."""
    match = _running(table)
    if table.has_signs:
        table = open_pacts(table, range(table.pairs))
    step = _continue(table.noted(*_public(match.events)), match.copy(), [], now)
    return replace(step, chips=step.chips and replace(step.chips, sitting_down=table.persons))


def move(table: Table, person: Person, revision: int, text: str, now: float) -> Step:
    """Apply a move made on the picture of `revision`.

    :raises Stale: if the table has moved on since.
    :raises Refused: if the rules do not allow the move.
    """
    needs_moves(table)
    seat = table.require_seat(person, "hand.you_are_not_at_this_table")
    if revision != table.revision:
        raise Stale
    back = come_back(table, person, now).table
    return _play_entries(back, seat.seat, text, person.user_id, now)


def call(table: Table, person: Person, deal: int, text: str, now: float) -> Step:
    """Apply a person's call, valid for a whole deal.

    :param deal: the number of the deal that the caller saw.
    :raises CameSecond: if another player's call has ended that deal.
    :raises Refused: if the rules do not allow the call.
    """
    seat = table.require_seat(person, "hand.you_are_not_at_this_table")
    _needs_deal(table, deal, seat.seat)
    return _play_entries(come_back(table, person, now).table, seat.seat, text, person.user_id, now)


def call_of_computer(table: Table, seat: StoredSeat, deal: int, text: str, now: float) -> Step:
    """Apply a computer player's call.

    :param seat: the seat when the computer decided.
    :raises CameSecond: if another call has ended that deal.
    :raises Stale: if the seat has changed hands since.
    """
    _needs_deal(table, deal, seat.seat)
    if table.seats[seat.seat] != seat:
        raise Stale
    return _play_entries(table, seat.seat, text, None, now)


def _needs_deal(table: Table, deal: int, caller: int) -> None:
    if table.match is not None and deal < table.deal:
        last = table.match.last_deal
        raise CameSecond(last if last is not None and last.number == deal else None, caller)
    needs_moves(table)


def move_of_computer(table: Table, seat: StoredSeat, revision: int, text: str, now: float) -> Step:
    """Apply a computer's move for a seat.

    :param seat: the seat when the choice began; its person may be absent or late.
    :raises Stale: if the table or seat has changed since, or the turn got more time.
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
    if is_deserted(table):
        return Step(paused(table, now + patience(table)).noted(Note("event.table.empty")))
    step = _play_entries(table, seat.seat, text, None, now, by_computer=True)
    return replace(step, table=_count_missed_turn(step.table, seat)) if seat.away else step


def is_deserted(table: Table) -> bool:
    """Return True if all people have been inactive for long.

    Where partners make signs, it is enough that all are away, because no one is left to see a sign.
    """
    gone = (one.away if table.has_signs else one.late >= DESERTED_TURNS for one in table.persons)
    return bool(table.persons) and all(gone)


def patience(table: Table) -> float:
    """Return the seconds for which a deserted table waits: long for a person alone, whom no one waits for."""
    return UNTOUCHED_S if table.is_alone else DESERTED_S


def _count_missed_turn(table: Table, seat: StoredSeat) -> Table:
    """Count a missed turn of an absent person, once it is over."""
    over = table.to_move() != seat and seat.late < DESERTED_TURNS
    return table.with_seat(replace(seat, late=seat.late + 1)) if over else table


def paused(table: Table, until: float) -> Table:
    """Return the table with play and the clock stopped.

    :param until: the time at which an unresumed match ends.
    """
    return table.with_stored(status=Status.PAUSED, deadline=until, warned=False)


def stop_clock(table: Table, name: str, seat: int | None, now: float) -> Step:
    """Stop play and the clock, until the match is resumed.

    :param name: the name of the person who pauses the match.
    :param seat: their seat, if any.
    """
    needs_playing(table)
    mover, deadline = table.to_move(), table.stored.deadline
    runs = deadline is not None and not (mover is not None and automatic(mover))
    left_s = max(0.0, deadline - now) if deadline is not None and runs else table.stored.turn_left_s
    asked = table.stored.end_request
    to_end = asked if asked is not None and asked.kind is RequestKind.END else None
    until = now + UNTOUCHED_S
    stopped = paused(table, until).with_stored(paused_seat=seat, turn_left_s=left_s, end_request=to_end)
    return Step(stopped.noted(Note("event.table.paused", {"name": name})))


def finish(table: Table, person: Person | None, now: float) -> Step:
    """End the match regularly, where allowed: the leading side wins.

    :param person: the person who asks; None for the clock.
    """
    return _end_match(table, person, FINISH, now)


def stop(table: Table, person: Person | None, now: float) -> Step:
    """End the match early, where allowed: only complete deals count.

    :param person: the person who asks; None for the clock.
    """
    return _end_match(table, person, STOP, now)


def give_up(table: Table, seat: StoredSeat, now: float) -> Step:
    """End the match by a seat's resignation or lapsed time."""
    entry = LogEntry(revision=table.revision + 1, seat=seat.seat, move=RESIGN, user_id=seat.user_id, at=now)
    return _continue(table, _running(table).copy(), [entry], now)


def _end_match(table: Table, person: Person | None, text: str, now: float) -> Step:
    seat = table.seat_of(person.user_id) if person is not None else None
    number = seat.seat if seat else 0  # the record needs some seat, no matter which
    by = person.user_id if person is not None else None
    entry = LogEntry(revision=table.revision + 1, seat=number, move=text, user_id=by, at=now)
    return _continue(table.with_stored(end_request=None, offers=()), _running(table).copy(), [entry], now)


def come_back(table: Table, person: Person, now: float) -> Step:
    """Return a seat to its person, and clear their lateness."""
    seat = table.seat_of(person.user_id)
    if seat is None or not (seat.away or seat.late) or not table.status.is_live:
        return Step(table)
    back = table.with_seat(replace(seat, away=False, late=0))
    if not seat.away:
        return Step(back)
    if table.to_move() == seat:
        back = rest_of_turn(back, now)
    return Step(back.noted(Note("event.table.returned", {"name": seat.name})))


def take_help(table: Table, person: Person, now: float) -> Step:
    """Mark a match against computers as helped: it counts nowhere.

    With chips the person first pays the stake of the running deal, as for leaving the match, see `chips`.

    :raises TableError: if the match is between people, or the person has no seat.
    """
    needs_playing(table)
    seat = table.require_seat(person, "hand.you_are_not_at_this_table")
    if any(one.player is Player.PERSON and one != seat for one in table.seats):
        raise TableError("error.button_unknown")
    if table.stored.helped:
        return Step(table)
    return given_up(table, seat, Step(table.with_stored(helped=True)), now)


def go_on(table: Table, _person: Person, now: float) -> Step:
    """Release the computer that opens the next deal."""
    seat, deadline = table.to_move(), table.stored.deadline
    waits = seat is not None and automatic(seat) and deadline is not None and deadline > now + COMPUTER_TURN_S
    return Step(rest_of_turn(table, now) if waits and table.untouched else table)


def warn(table: Table, revision: int, _now: float) -> Step:
    """Note that the player to move is warned.

    :raises Stale: if the table has moved on since `revision`.
    """
    needs_playing(table)
    if revision != table.revision:
        raise Stale
    return Step(table.with_stored(warned=True))


def extend(table: Table, revision: int, now: float) -> Step:
    """Extend the turn by the time of grace.

    :raises Stale: if the table has moved on since `revision`.
    """
    needs_playing(table)
    deadline = table.stored.deadline
    if revision != table.revision or deadline is None:
        raise Stale
    return Step(table.with_stored(deadline=max(deadline, now + GRACE_S), warned=False))


def rest_of_turn(table: Table, now: float) -> Table:
    """Return the table with fresh clocks for the turn."""
    seat = table.to_move()
    if table.agreeing:
        deadline = now + PACT_S
    elif seat is not None and automatic(seat):
        deadline = now + _computer_turn_s(table) * slowness(table)
    else:
        limit = None if seat is None else table.clock.seconds
        unlimited = ABSENT_S if table.is_alone else UNTOUCHED_S
        deadline = now + (unlimited if limit is None else limit * slowness(table))
    return table.with_stored(deadline=deadline, warned=False, turn_left_s=None)


def slowness(table: Table) -> float:
    """Return the factor of all times: more than 1 in a person's first deal."""
    return SLOW_FACTOR if table.beginners else 1.0


def _computer_turn_s(table: Table) -> float:
    """Return the seconds of a computer's turn.

    Where partners make signs, it is longer. It depends only on the match and its revision, which all players know.
    """
    if not (table.has_signs and table.persons):
        return COMPUTER_TURN_S
    least, most = COMPUTER_TURN_WITH_SIGNS_S
    return least + (most - least) * crc32(f"{table.id} {table.revision}".encode()) / 0xFFFFFFFF


def due_at(table: Table) -> float | None:
    """Return the next time at which the clock must act."""
    deadline = table.stored.deadline
    seat = table.to_move()
    if deadline is None or seat is None or automatic(seat) or table.stored.warned:
        return deadline
    return deadline - table.clock.warning


def waits_without_limit(table: Table) -> bool:
    """Return True if a match waits without limit for a person.

    It ends at its deadline. A match that cannot be rebuilt does so only while paused; else it waits for a repair.
    """
    if table.status is Status.PAUSED:
        return True
    if table.agreeing or table.match is None:
        return False
    seat = table.to_move()
    return seat is None or (not automatic(seat) and table.clock.seconds is None)


def wake_at(stored: StoredMatch) -> float | None:
    """Return a time to check a stored match, early enough."""
    if stored.deadline is None or stored.status is Status.LOBBY:
        return stored.deadline
    return stored.deadline - GRACE_S - (0 if stored.warned else clock_of(stored).warning)


def needs_playing(table: Table) -> None:
    """Check that the match is running.

    :raises TableError: unless the match is running.
    """
    if table.status is Status.PAUSED:
        raise TableError("table.paused_refusal", command="table show")
    if table.status is Status.LOBBY:
        raise TableError("table.not_begun")
    if table.status is not Status.PLAYING:
        raise TableOver
    _running(table)


def needs_moves(table: Table) -> None:
    """Check that moves can be made now.

    :raises TableError: unless moves can be made now.
    """
    needs_playing(table)
    if table.agreeing:
        raise TableError("signs.agreeing")


def _running(table: Table) -> Match:
    if table.match is None:
        raise table.unreadable
    return table.match


def draw_on(table: Table, person: Person, revision: int, now: float) -> Step:
    """Draw tiles, one per move, while the person must and may.

    :param revision: the revision of the clicked picture.
    :raises Stale: if the table has moved on since.
    :raises Refused: if the rules do not allow the person to draw.
    :raises TableError: if the person does not have to draw.
    """
    needs_moves(table)
    seat = table.require_seat(person, "hand.you_are_not_at_this_table").seat
    if revision != table.revision:
        raise Stale
    back = come_back(table, person, now).table
    ahead, entries = _running(back).copy(), list[LogEntry]()
    _needs_legal(ahead, seat, str(DRAW))
    if not _has_to_draw(ahead, seat):  # no button of ours asks for it then
        raise TableError("error.button_unknown")
    while _has_to_draw(ahead, seat):
        entries.append(LogEntry(revision + len(entries) + 1, seat, str(DRAW), person.user_id, now))
        ahead.play(seat, DRAW)
    return _continue(back, _running(back).copy(), entries, now)


def _has_to_draw(match: Match, seat: int) -> bool:
    """Return True if a seat can draw but not play without a fine."""
    proper = set(match.moves(seat)).difference(match.offences(seat))
    return DRAW in proper and all(move.tile is None for move in proper)


def _needs_legal(match: Match, seat: int, text: str) -> None:
    refusal = match.refusal(seat, text)
    if refusal:
        raise Refused(refusal)


def _play_entries(
    table: Table, number: int, text: str, user_id: int | None, now: float, *, by_computer: bool = False
) -> Step:
    match = _running(table)
    _needs_legal(match, number, text)
    if not table.may_offend(number) and Move.parse(text) in match.offences(number):
        raise TableError("table.offences_over", count=MOST_OFFENCES)
    entry = LogEntry(revision=table.revision + 1, seat=number, move=text, user_id=user_id, at=now)
    return _continue(table, match.copy(), [entry], now, played_for=number if by_computer else None)


def _continue(
    table: Table, match: Match, entries: list[LogEntry], now: float, *, played_for: int | None = None
) -> Step:
    """Make the moves, then every forced draw or pass; end a match after its number of deals.

    :param played_for: the seat for which a computer plays, even a late person's.
    """
    done: list[LogEntry] = []
    happened: list[Event] = []
    endings: list[DealEnd] = []
    by_computer = {played_for, *(seat.seat for seat in table.seats if automatic(seat))}
    waiting = entries or _forced_entries(match, by_computer, table.revision + 1, now)
    while waiting:
        for entry in waiting:
            before = match.last_deal
            happened += match.apply(_seat(entry), entry.move)
            if match.last_deal is not None and match.last_deal is not before:
                endings.append(match.last_deal)
        done += waiting
        revision, ended = table.revision + len(done) + 1, table.stored.deals_ended + len(endings)
        waiting = _closing_entries(table, match, ended, revision, now) or _forced_entries(
            match, by_computer, revision, now
        )
    return _with_results(table, match, done, happened, endings, now)


def _closing_entries(table: Table, match: Match, ended: int, revision: int, now: float) -> list[LogEntry]:
    """Return the entry that ends a match after the last of its shared deals.

    :param ended: the number of ended deals.
    """
    shared = table.stored.shared
    if shared is None or ended < shared.deals or match.outcome is not None:
        return []
    return [LogEntry(revision=revision, seat=0, move=CLOSE, user_id=None, at=now)]


def _forced_entries(match: Match, by_computer: AbstractSet[int | None], revision: int, now: float) -> list[LogEntry]:
    """Return the draw or pass that is the only legal move.

    :param by_computer: the seats that computers play; for others only public forced moves are made.
    """
    seat = match.to_move()
    if seat is None or not (match.info.forced_moves_are_public or seat in by_computer):
        return []
    moves = match.moves(seat)
    if len(moves) != 1 or moves[0] not in (DRAW, PASS):
        return []
    return [LogEntry(revision=revision, seat=seat, move=str(moves[0]), user_id=None, at=now)]


def _seat(entry: LogEntry) -> int:
    if entry.seat is None:
        raise ValueError(f"log entry {entry.revision} belongs to no seat")
    return entry.seat


def _with_results(
    table: Table, match: Match, entries: list[LogEntry], happened: list[Event], endings: list[DealEnd], now: float
) -> Step:
    after = replace(table, match=match, endings=(*table.endings, *endings)).noted(*_public(happened))
    after = after.with_stored(
        revision=table.revision + len(entries), deals_ended=table.stored.deals_ended + len(endings)
    )
    if _decline(table, entries):
        after = after.with_stored(end_request=None)
    if endings:
        after = replace(after, newcomers=frozenset()).with_stored(offers=after.marks, end_request=None)
    booked = tuple(result for ending in endings for result in deal_results(after, match, ending))
    chips = settlement(table, happened, now, endings[-1].number if endings else None)
    if match.outcome is None:
        if endings and after.pacts:
            after = after_deal(after)
        running = rest_of_turn(after, now)
        if endings:
            running = _with_time_to_read(running, now)
        elif any(isinstance(event, TrickTaken) for event in happened):
            running = _waiting_computer(running, now + TRICK_S)
        return Step(running, tuple(entries), booked, chips=chips)
    over = after.with_stored(status=Status.OVER, ended_at=now, deadline=None, offers=())
    return Step(over, tuple(entries), booked, match_results(over, match), chips)


def _decline(table: Table, entries: list[LogEntry]) -> bool:
    """Return True if moves for people decline a request to take a move back."""
    asked = table.stored.end_request
    is_asked = asked is not None and asked.kind is RequestKind.TAKE_BACK
    return is_asked and any(table.seats[_seat(one)].user_id is not None for one in entries)


def _with_time_to_read(table: Table, now: float) -> Table:
    """Return the table with time to read a deal's end."""
    if has_own_tempo(table.game):
        deadline = table.stored.deadline
        return table if table.agreeing or deadline is None else table.with_stored(deadline=deadline + AFTER_CALL_S)
    return _waiting_computer(table, now + AFTER_DEAL_S)


def _waiting_computer(table: Table, deadline: float) -> Table:
    """Delay the computer's move if a person watches."""
    seat = table.to_move()
    watched = any(not one.away for one in table.persons)
    return table.with_stored(deadline=deadline) if watched and seat is not None and automatic(seat) else table


def _public(events: list[Event]) -> list[Event]:
    return [event.seen_by(None) for event in events]


def deal_results(table: Table, match: Match, ending: DealEnd) -> tuple[DealResult, ...]:
    """Return the results of a deal for each seat."""
    return tuple(
        DealResult(
            deal=ending.number,
            seat=seat.seat,
            user_id=seat.user_id,
            points=ending.points[match.side_of(seat.seat)],
            score=ending.scores[match.side_of(seat.seat)],
        )
        for seat in table.seats
    )


def match_results(table: Table, match: Match) -> tuple[MatchResult, ...]:
    """Return the result of each seat after the match."""
    outcome = match.outcome
    if outcome is None:
        return ()
    ranks: dict[int, int] = {}
    place = 1
    for group in outcome.ranking:
        ranks |= dict.fromkeys(group, place)
        place += len(group)
    return tuple(
        MatchResult(
            seat=seat.seat,
            user_id=seat.user_id,
            name=seat.name,
            rank=ranks[match.side_of(seat.seat)],
            won=match.side_of(seat.seat) in outcome.winners,
            score=outcome.scores[match.side_of(seat.seat)],
        )
        for seat in table.seats
    )
