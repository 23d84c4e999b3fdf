"""Playing on from the middle of a finished match: rebuilt, private, and counting nowhere."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables import ending, staffing
from bot.tables.continuing import Beginning, seats_of
from bot.tables.errors import ChannelTaken, TableError
from bot.tables.lobby import TableSetup
from bot.tables.staffing import SeatOffer, SeatRequest
from bot.tables.state import Person, Table
from games import Match
from games.core.match import RESIGN
from games.core.record import Record
from storage import ledger, matches
from storage.database import Transaction
from storage.errors import OutcomeUnknown
from storage.league import player_records, results
from storage.league.results import NotCounted
from storage.matches import Continuation, Player, Status
from tests.bot.tables.tabletop import ADA, BORYS, CHANNEL, EWA, GUILD, TableProcess

ELSEWHERE = CHANNEL + 1


async def finish(process: TableProcess, game: str = "block", players: int = 2, **options: object) -> Table:
    """Play a match of Ada and others to its end."""
    people = (ADA, BORYS, EWA)[:players]
    table = await process.begin(*people, seed="a seed", game=game, options=options)
    return await process.play(table, Random(1))


def log_of(table: Table) -> tuple[tuple[int, str], ...]:
    assert table.match is not None
    return table.match.record().log


def second_deal(table: Table) -> int:
    """Return a ply in the second deal at which a seat has a choice."""
    match, record = table.match, log_of(table)
    assert match is not None
    running = rebuilt(match, ())
    for ply, (seat, text) in enumerate(record):
        if running.last_deal is not None and text != RESIGN and len(running.moves(seat)) > 1:
            return ply
        running.apply(seat, text)
    raise AssertionError("the match has one deal")


def rebuilt(match: Match, log: tuple[tuple[int, str], ...]) -> Match:
    record = match.record()
    return type(match).from_record(Record(record.game, record.seats, record.seed, record.options, log=log))


async def play_on(
    process: TableProcess, old: Table, ply: int, host: Person = ADA, channel_id: int = ELSEWHERE
) -> Table:
    log = log_of(old)
    seats = seats_of(host, log[ply][0], len(old.seats), Player.CASUAL)
    stored = old.stored
    setup = TableSetup(GUILD, channel_id, stored.game, "none", "en", stored.options, seats, computer=Player.CASUAL)
    return await process.tables.play_on(host, Beginning.of_match(old, log[:ply]), setup)


async def play_out(process: TableProcess, table: Table) -> Table:
    for _ in range(500):
        if not table.status.is_live:
            return table
        await process.play(table, Random(2))
        await process.pass_time(60)
        table = await process.table(table.id)
    raise AssertionError("the match does not end")


async def test_it_begins_as_the_other_match_was_at_the_move(process: TableProcess) -> None:
    old = await finish(process)
    ply = second_deal(old)
    table = await play_on(process, old, ply, BORYS)
    assert table.match is not None
    assert old.match is not None
    assert table.match == rebuilt(old.match, log_of(old)[:ply])
    assert (table.status, table.revision, table.stored.continues) == (Status.PLAYING, ply, Continuation(old.id, ply))
    assert table.stored.helped
    mover = table.to_move()
    assert mover is not None
    assert (mover.user_id, mover.seat) == (BORYS.user_id, log_of(old)[ply][0])
    assert [seat.player for seat in table.seats if seat != mover] == [Player.CASUAL]


async def test_a_restart_in_its_middle_rebuilds_it(either_process: TableProcess) -> None:
    process = either_process
    old = await finish(process)
    table = await play_on(process, old, second_deal(old))
    await process.agrees(table.id)
    assert table.match is not None
    seat = table.match.to_move()
    assert seat is not None
    table = await process.move(table, ADA, str(table.match.moves(seat)[0]))
    there = process.after_kill()
    await there.tables.start()
    assert (await there.table(table.id)).match == table.match
    over = await play_out(there, table)
    assert over.status is Status.OVER
    await there.agrees(table.id)


async def test_the_deals_before_it_are_not_announced_again(process: TableProcess) -> None:
    old = await finish(process)
    table = await play_on(process, old, second_deal(old))
    assert (table.stored.deals_ended, table.stored.announced, table.endings) == (1, 1, ())
    saved = await process.load_match(table.id)
    before = [one for one in (await process.load_match(old.id)).deals if one.deal == 1]
    assert [(one.points, one.score, one.user_id) for one in saved.deals] == [
        (one.points, one.score, None) for one in before
    ]


async def test_it_counts_nowhere(process: TableProcess) -> None:
    old = await finish(process)
    async with process.database.read() as tx:
        totals = await player_records.totals(tx, GUILD, ADA.user_id)
        achievements = await player_records.achievements_of(tx, GUILD, ADA.user_id)
    over = await play_out(process, await play_on(process, old, second_deal(old)))
    assert over.status is Status.OVER
    async with process.database.read() as tx:
        result = await results.of_match(tx, over.id)
        assert result is not None
        assert result.why_not is NotCounted.CONTINUED
        assert await player_records.totals(tx, GUILD, ADA.user_id) == totals
        assert await player_records.achievements_of(tx, GUILD, ADA.user_id) == achievements


async def test_it_pays_no_chips(process: TableProcess) -> None:
    old = await finish(process, "nos", 3, deals=2)
    async with process.database.read() as tx:
        rows = await ledger.rows(tx, GUILD)
    table = await play_on(process, old, second_deal(old))
    over = await play_out(process, table)
    assert over.status is Status.OVER
    again = await play_on(process, old, second_deal(old))
    assert (await process.apply(again, staffing.leave, ADA)).status is not Status.PLAYING
    async with process.database.read() as tx:
        assert await ledger.rows(tx, GUILD) == rows


async def test_no_other_person_gets_a_seat_in_it(process: TableProcess) -> None:
    old = await finish(process)
    table = await play_on(process, old, second_deal(old))
    other = next(seat.seat for seat in table.seats if seat.user_id is None)
    offer = SeatOffer("an offer", other, table.deal, BORYS.user_id, ADA.user_id)
    with pytest.raises(TableError, match="practice"):
        await process.apply(table, staffing.replace_by_person, BORYS, other)
    with pytest.raises(TableError, match="practice"):
        await process.apply(table, staffing.offer_seat, ADA, offer)
    with pytest.raises(TableError, match="practice"):
        await process.apply(table, staffing.admit, ADA, BORYS, SeatRequest(other, None, table.deal))


async def test_its_host_ends_it_alone(process: TableProcess) -> None:
    old = await finish(process)
    table = await play_on(process, old, second_deal(old))
    assert not ending.is_between_people(table)
    assert (await process.apply(table, ending.end, ADA, None)).status is Status.CANCELLED


async def test_a_rematch_of_it_is_an_ordinary_match(process: TableProcess) -> None:
    old = await finish(process)
    over = await play_out(process, await play_on(process, old, second_deal(old)))
    table = await process.tables.rematch(over.id, ADA)
    assert (table.stored.helped, table.stored.continues, table.stored.seed) == (False, None, None)
    assert table.origin is not None


async def test_a_channel_has_one_table_and_keeps_its_next_seed(process: TableProcess) -> None:
    old = await finish(process)
    async with process.database.read() as tx:
        announced = await matches.next_seed(tx, CHANNEL)
    await play_on(process, old, second_deal(old), channel_id=CHANNEL)
    with pytest.raises(ChannelTaken):
        await play_on(process, old, second_deal(old), channel_id=CHANNEL)
    async with process.database.read() as tx:
        assert await matches.next_seed(tx, CHANNEL) == announced
        assert await matches.find_by_seed(tx, GUILD, old.stored.seed or "") == old.id


async def test_only_the_seat_to_move_can_be_played_on(process: TableProcess) -> None:
    old = await finish(process)
    ply, log = second_deal(old), log_of(old)
    seats = seats_of(ADA, 1 - log[ply][0], 2, Player.CASUAL)
    setup = TableSetup(GUILD, ELSEWHERE, "block", "none", "en", {}, seats)
    with pytest.raises(TableError):
        await process.tables.play_on(ADA, Beginning.of_match(old, log[:ply]), setup)


@pytest.mark.parametrize("saved", [True, False], ids=["saved", "not saved"])
async def test_a_lost_answer_opens_it_or_leaves_the_channel_free(
    process: TableProcess, monkeypatch: pytest.MonkeyPatch, saved: bool
) -> None:
    old = await finish(process)
    commit, lost = Transaction.commit, list[Transaction]()

    async def losing(tx: Transaction) -> None:
        if lost or not tx.writes:
            await commit(tx)
            return
        if saved:
            await commit(tx)
        lost.append(tx)
        tx.failure = OutcomeUnknown("the connection was closed before the answer came")
        raise tx.failure

    monkeypatch.setattr(Transaction, "commit", losing)
    ply = second_deal(old)
    if not saved:
        with pytest.raises(OutcomeUnknown):
            await play_on(process, old, ply)
    table = await play_on(process, old, ply)
    assert lost
    assert table == await process.agrees(table.id)
    assert (table.revision, table.status) == (ply, Status.PLAYING)
