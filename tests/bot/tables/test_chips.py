"""Chips at a table, in one ledger with moves."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.tables import ending, lobby, staffing
from bot.tables.staffing import SeatOffer
from bot.tables.state import Note, Person, Step, Table
from games.core.events import Paid
from storage import ledger, matches
from storage.database import Busy, Conflict
from storage.ledger import BANK, COMPUTERS
from storage.matches import AbandonReason, Player, Status
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    EWA,
    GUILD,
    NOON,
    SEAT_0_WINS_117,
    TableProcess,
    agreed_pause,
    seed_of,
    stored_match,
)
from tests.games.deals import deal
from tests.needs import some_of

FIRST = deal("5-5 6-5 5-4 5-3 5-2", "6-4 6-3 6-2 6-1 6-0", "4-3 4-2 4-1 4-0 3-2")
"""Three players; seat 0 holds the only double of the hands and opens with it: 10 $ from each of the others."""


async def nos(process: TableProcess, *players: Person | Player, seed: str | None = None, **options: object) -> Table:
    """Start Nos with Ada as host, by default with `FIRST`."""
    seated = players or (ADA, BORYS, CELINA)
    return await process.begin(*seated, seed=seed or seed_of(FIRST), game="nos", options=options)


async def accounts(process: TableProcess) -> dict[int, int]:
    async with process.database.read() as tx:
        return await ledger.balances(tx, GUILD)


async def rows(
    process: TableProcess, match_id: str | None = None, *, audited: bool = True
) -> tuple[ledger.LedgerRow, ...]:
    async with process.database.read() as tx:
        assert not audited or await ledger.audit(tx) == ()
        return await ledger.rows(tx, GUILD, match_id=match_id)


async def owe(process: TableProcess, payer: int, receiver: int, amount: int) -> None:
    """Something paid at another table."""
    async with process.database.write() as tx:
        if await matches.load(tx, "elsewhere") is None:
            await matches.add(tx, stored_match(id="elsewhere", channel_id=1), ())
        await ledger.sit_down(tx, GUILD, [one for one in (payer, receiver) if one > 0], NOON)
        number = await ledger.last_number(tx, "elsewhere") + 1
        await ledger.pay(
            tx, GUILD, "elsewhere", [ledger.Payment(number, 1, payer, receiver, amount, "settlement", NOON)]
        )


def notes(table: Table) -> list[tuple[str, dict[str, str]]]:
    return [(note.key, dict(note.values)) for note in table.recent if isinstance(note, Note)]


async def one_move(process: TableProcess, table: Table, rng: Random) -> Table:
    """Return a random move of the seat to move."""
    seat = table.to_move()
    assert seat is not None
    assert table.match is not None
    person = next(person for person in (ADA, BORYS, CELINA, EWA) if person.user_id == seat.user_id)
    return await process.move(table, person, str(rng.choice(table.match.moves(seat.seat))), table.revision)


# --- Settling ---------------------------------------------------------------------------------------------------------


async def test_all_players_start_with_500_and_costs_are_booked_with_moves(
    either_process: TableProcess,
) -> None:
    process = either_process
    table = await nos(process)
    assert await accounts(process) == {BANK: -1500, ADA.user_id: 500, BORYS.user_id: 500, CELINA.user_id: 500}
    table = await process.move(table, ADA, "5-5")
    assert [
        (row.number, row.deal, row.payer, row.receiver, row.amount, row.reason, row.at)
        for row in await rows(process, table.id)
    ] == [
        (1, 1, BORYS.user_id, ADA.user_id, 10, "opening", process.time.now),
        (2, 1, CELINA.user_id, ADA.user_id, 10, "opening", process.time.now),
    ]
    assert table.booked == 2
    assert await accounts(process) == {BANK: -1500, ADA.user_id: 520, BORYS.user_id: 490, CELINA.user_id: 490}


async def test_a_game_without_chips_leaves_the_ledger_alone(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    await process.play(table, Random(1))
    assert await rows(process) == ()


@pytest.mark.thorough
@pytest.mark.parametrize("seed", some_of(["a", "b"], 1, share=2))
async def test_at_every_step_an_account_is_500_and_the_score_and_the_top_ups(process: TableProcess, seed: str) -> None:
    people = (ADA, BORYS, CELINA, EWA)
    table = await nos(process, *people, seed=seed, deals=10)
    rng, told = Random(seed), 0
    while table.status is Status.PLAYING:
        before = table
        table = await one_move(process, table, rng)
        assert table.match is not None
        ended = table.stored.deals_ended > before.stored.deals_ended
        held, booked = await accounts(process), await rows(process, audited=ended)
        top_ups = Counter[int]()
        for row in booked:
            if row.reason == "top_up":
                top_ups[row.receiver] += row.amount
        assert held == {
            BANK: -2000 - top_ups.total(),
            **{
                person.user_id: 500 + table.match.scores[seat] + top_ups[person.user_id]
                for seat, person in enumerate(people)
            },
        }
        if ended and table.status is Status.PLAYING:
            made = [row for row in booked if row.reason == "top_up" and (row.number or 0) > before.booked]
            told += len(made)
            names = {person.user_id: person.name for person in people}
            assert all(held[person.user_id] > 0 for person in people)
            told_now = [values for key, values in notes(table) if key == "event.table.topped_up"]
            assert told_now[len(told_now) - len(made) :] == [
                {"name": names[row.receiver], "amount": str(row.amount)} for row in made
            ]
    assert told == sum(row.reason == "top_up" for row in await rows(process)) > 0
    saved = await process.load_match(table.id)
    assert [result.score for result in saved.results] == [
        held[person.user_id] - top_ups[person.user_id] - 500 for person in people
    ]
    assert table.booked == len(await rows(process, table.id))


@pytest.mark.thorough
async def test_top_ups_are_booked_between_the_settlement_and_the_next_deal(process: TableProcess) -> None:
    people = (ADA, BORYS, CELINA)
    table = await nos(process, *people, seed="poor", deals=20)
    rng = Random(3)
    while table.status is Status.PLAYING:
        table = await one_move(process, table, rng)
    booked = await rows(process, table.id)
    order = [(row.deal or 0, row.reason != "top_up") for row in booked]
    assert order == sorted(order)
    async with process.database.read() as tx:
        for person in people:
            page = await ledger.statement(tx, GUILD, person.user_id, count=10_000)
            for line in page.items:
                if line.reason == "top_up":
                    assert (line.balance, line.counterpart) == (500, BANK)
                    assert line.amount >= 500
    assert any(row.reason == "top_up" for row in booked)


async def test_computers_pay_from_one_account_and_nothing_to_each_other(process: TableProcess) -> None:
    table = await nos(process, ADA, Player.CASUAL, Player.CASUAL, deals=2)
    table = await process.move(table, ADA, "5-5")
    assert [(row.payer, row.receiver, row.amount) for row in await rows(process, table.id)] == [
        (COMPUTERS, ADA.user_id, 10),
        (COMPUTERS, ADA.user_id, 10),
    ]
    rng = Random(2)
    while table.status is Status.PLAYING:
        seat = table.to_move()
        if seat is not None and seat.user_id is not None:
            table = await one_move(process, table, rng)
        else:
            await process.pass_time(2)
            table = await process.table(table.id)
    assert table.match is not None
    first, *others = table.match.scores
    top_ups = sum(row.amount for row in await rows(process) if row.reason == "top_up")
    assert await accounts(process) == {
        ADA.user_id: 500 + first + top_ups,
        COMPUTERS: sum(others),
        BANK: -500 - top_ups,
    }


async def test_a_person_for_whom_the_computer_plays_still_pays_themselves(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, CELINA, deals=[FIRST], game="nos", clock="quick")
    await process.pass_time(46)
    assert (await process.load_match(table.id)).moves[0] == "0 5-5"
    assert (await process.load_match(table.id)).log[0].user_id is None
    assert await accounts(process) == {BANK: -1500, ADA.user_id: 520, BORYS.user_id: 490, CELINA.user_id: 490}


async def test_who_sits_down_with_nothing_left_from_before_is_topped_up(process: TableProcess) -> None:
    await owe(process, BORYS.user_id, ADA.user_id, 540)
    table = await nos(process)
    assert [(row.number, row.receiver, row.amount, row.reason) for row in await rows(process, table.id)] == [
        (1, BORYS.user_id, 540, "top_up")
    ]
    assert ("event.table.topped_up", {"name": "Борис", "amount": "540"}) in notes(table)
    table = await process.move(table, ADA, "5-5")
    assert [row.number for row in await rows(process, table.id)] == [1, 2, 3]


# --- What can go wrong ------------------------------------------------------------------------------------------------


@pytest.mark.impatient
async def test_a_move_that_cannot_be_saved_costs_nothing(process: TableProcess, tmp_path: Path) -> None:
    table = await nos(process)
    before = await rows(process)
    with closing(sqlite3.connect(tmp_path / "boneyard.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy):
            await process.move(table, ADA, "5-5")
        other.execute("ROLLBACK")
    assert await rows(process) == before
    assert (await process.agrees(table.id)).booked == 0
    table = await process.move(table, ADA, "5-5")
    assert len(await rows(process)) == len(before) + 2


async def test_a_payment_that_is_booked_already_takes_its_move_with_it(either_process: TableProcess) -> None:
    process = either_process
    table = await nos(process)
    async with process.database.write() as tx:  # as another program would that plays at the same table
        await ledger.pay(tx, GUILD, table.id, [ledger.Payment(2, 1, CELINA.user_id, ADA.user_id, 10, "opening", NOON)])
    with pytest.raises(Conflict):
        await process.move(table, ADA, "5-5")
    assert (await process.load_match(table.id)).log == ()
    async with process.database.read() as tx:
        assert [row.number for row in await ledger.rows(tx, GUILD, match_id=table.id)] == [2]


async def test_after_a_kill_nothing_is_booked_twice_and_numbers_go_on(either_process: TableProcess) -> None:
    process, rng = either_process, Random(8)
    table = await nos(process, seed="restart", deals=3)
    for number in range(10_000):
        table = await one_move(process, table, rng)
        if table.status is Status.OVER:
            break
        if number % 7 == 0:
            before = await rows(process)
            process = process.after_kill()
            again = await process.table(table.id)
            assert (again.booked, again.match) == (table.booked, table.match)
            assert await rows(process) == before
            table = again
    booked = await rows(process, table.id)
    assert [row.number for row in booked] == list(range(1, table.booked + 1))
    assert table.match is not None
    paid = [event for event in table.match.events if isinstance(event, Paid)]
    assert [(row.amount, row.reason) for row in booked if row.reason != "top_up"] == [
        (event.amount, event.reason) for event in paid
    ]
    await process.tables.close()


@pytest.mark.thorough
async def test_two_tables_with_the_same_players_settle_into_the_same_accounts(either_process: TableProcess) -> None:
    process, rng = either_process, Random(6)
    options = {"deals": 4}
    tables = [
        await process.begin(ADA, BORYS, CELINA, seed=seed, game="nos", channel_id=number, options=options)
        for number, seed in ((1, "one"), (2, "other"))
    ]

    async def play(table: Table) -> Table:
        while table.status is Status.PLAYING:
            table = await one_move(process, table, rng)
        return table

    ended = await asyncio.gather(*map(play, tables))
    scores = [table.match.scores for table in ended if table.match]
    booked = await rows(process)
    held = await accounts(process)
    for seat, person in enumerate((ADA, BORYS, CELINA)):
        top_ups = sum(row.amount for row in booked if (row.reason, row.receiver) == ("top_up", person.user_id))
        assert held[person.user_id] == 500 + sum(score[seat] for score in scores) + top_ups


# --- Leaving, sitting down later, and the end -------------------------------------------------------------------------


async def test_a_leaver_pays_the_computers_and_one_of_them_plays_on(
    either_process: TableProcess,
) -> None:
    process = either_process
    table = await nos(process)
    table = await process.move(table, ADA, "5-5")
    table = await process.apply(table, staffing.leave, BORYS)
    # Borys has paid 10 for the opening; he holds 5 tiles, one more than Ada and as many as Celina
    assert await accounts(process) == {
        BANK: -1500,
        ADA.user_id: 520,
        BORYS.user_id: 484,
        CELINA.user_id: 490,
        COMPUTERS: 6,
    }
    assert notes(table)[-2:] == [
        ("event.table.left", {"name": "Борис", "left_seat": "1"}),
        ("event.table.stake_paid", {"name": "Борис", "amount": "6"}),
    ]
    leaving = (await rows(process, table.id))[2:]
    assert [(row.number, row.deal, row.payer, row.receiver, row.amount, row.reason) for row in leaving] == [
        (3, 1, BORYS.user_id, COMPUTERS, 6, "leaving")
    ]
    assert (table.seats[1].user_id, table.booked, table.status) == (None, 3, Status.PLAYING)
    await process.move(table, ADA, "variant=1", table.revision)
    table = await process.agrees(table.id)
    rng = Random(1)
    while len(await rows(process, table.id)) < 8:
        seat = table.to_move()
        if seat is not None and seat.user_id is not None:
            table = await one_move(process, table, rng)
        else:
            await process.pass_time(2)
            table = await process.table(table.id)
    assert (await accounts(process))[BORYS.user_id] == 484


async def test_who_leaves_with_fewer_tiles_than_the_others_pays_nothing(process: TableProcess) -> None:
    table = await nos(process)
    table = await process.move(table, ADA, "5-5")
    table = await process.apply(table, staffing.leave, ADA)
    assert await accounts(process) == {BANK: -1500, ADA.user_id: 520, BORYS.user_id: 490, CELINA.user_id: 490}
    assert notes(table)[-1] == ("event.table.left", {"name": "Ada", "left_seat": "0"})


async def test_who_leaves_after_drawing_much_pays_for_every_tile(process: TableProcess) -> None:
    table = await nos(process)
    table = await process.move(table, ADA, "5-5")
    table = await process.move(table, ADA, "variant=1", table.revision)
    for _ in range(3):
        table = await process.move(table, BORYS, "draw", table.revision)
    await process.apply(table, staffing.leave, BORYS)
    # 8 tiles against 4 and 5: 6 x 4 + 6 x 3 = 42
    assert await accounts(process) == {
        BANK: -1500,
        ADA.user_id: 520,
        BORYS.user_id: 448,
        CELINA.user_id: 490,
        COMPUTERS: 42,
    }


async def test_who_leaves_before_a_meld_pays_for_it_all_the_same(process: TableProcess) -> None:
    melding = deal("6-6 6-5 5-4 5-3 5-2", "5-5 4-4 3-3 2-2 6-0", "4-3 4-2 4-1 4-0 3-2")
    table = await nos(process, seed=seed_of(melding))
    table = await process.move(table, ADA, "6-6")
    table = await process.move(table, ADA, "variant=1", table.revision)
    table = await process.apply(table, staffing.leave, CELINA)
    # 12 for the opening, 6 for a tile more than Ada, 200 for the meld that Borys is asked for
    assert (await accounts(process))[CELINA.user_id] == 282
    await process.move(table, BORYS, "meld", table.revision)
    held = await accounts(process)
    # the computers have got 206 and pay 200
    assert (held[ADA.user_id], held[BORYS.user_id], held[COMPUTERS]) == (324, 888, 6)


async def test_friends_who_leave_one_after_another_give_nobody_any_chips(either_process: TableProcess) -> None:
    process = either_process
    for number in (1, 2, 3):
        table = await nos(process)
        table = await process.move(table, ADA, "5-5")
        table = await process.apply(table, staffing.leave, BORYS)
        table = await process.apply(table, staffing.leave, CELINA)
        await process.apply(table, ending.end, EWA, None)
        # in each match Borys and Celina pay Ada 10 for the opening, and the computers 6 for a tile more than she holds
        assert await accounts(process) == {
            BANK: -1500,
            ADA.user_id: 500 + 20 * number,
            BORYS.user_id: 500 - 16 * number,
            CELINA.user_id: 500 - 16 * number,
            COMPUTERS: 12 * number,
        }
    assert all(row.reason != "top_up" for row in await rows(process))


async def test_a_friend_who_leaves_repeatedly_gives_no_one_any_chips(process: TableProcess) -> None:
    table = await nos(process)
    table = await process.move(table, ADA, "5-5")
    for _ in range(3):
        table = await process.apply(table, staffing.leave, BORYS)
        table = await process.apply(table, staffing.come_back_and_resume, BORYS)
    held = await accounts(process)
    assert (held[ADA.user_id], held[BORYS.user_id], held[COMPUTERS]) == (520, 490 - 3 * 6, 3 * 6)


async def test_who_is_sent_away_pays_the_same_as_who_leaves(process: TableProcess) -> None:
    table = await nos(process)
    table = await process.move(table, ADA, "5-5")
    table = await process.apply(table, staffing.replace_by_computer, EWA, 1, Player.REGULAR)
    await process.apply(table, staffing.replace_by_computer, CELINA, 2, Player.REGULAR)
    assert await accounts(process) == {
        BANK: -1500,
        ADA.user_id: 520,
        BORYS.user_id: 484,
        CELINA.user_id: 484,
        COMPUTERS: 12,
    }


def end_alone(table: Table, person: Person, now: float) -> Step:
    return ending.end(table, person, None, now)


@pytest.mark.parametrize("step", [staffing.leave, end_alone])
async def test_the_only_person_at_a_table_pays_for_the_deal_that_is_dropped(
    process: TableProcess, step: Callable[[Table, Person, float], Step]
) -> None:
    opened_by_a_computer = deal("6-4 6-3 6-2 6-1 6-0", "5-5 6-5 5-4 5-3 5-2", "4-3 4-2 4-1 4-0 3-2")
    table = await nos(process, ADA, Player.CASUAL, Player.CASUAL, seed=seed_of(opened_by_a_computer))
    await process.pass_time(1)
    assert (await process.load_match(table.id)).moves == ["1 5-5"]
    table = await process.apply(await process.table(table.id), step, ADA)
    assert table.status is Status.CANCELLED
    # 10 for the opening, 6 for the tile that she holds more than the opener
    assert await accounts(process) == {BANK: -500, ADA.user_id: 484, COMPUTERS: 16}


async def test_who_takes_a_person_s_place_gets_500_and_the_other_keeps_theirs(
    process: TableProcess,
) -> None:
    table = await nos(process)
    await process.move(table, ADA, "5-5")
    offer = SeatOffer("0ffe12", 1, table.deal, EWA.user_id, BORYS.user_id)
    await process.apply(table, staffing.offer_seat, BORYS, offer)
    table = await process.apply(table, staffing.accept_seat, EWA, offer)
    assert await accounts(process) == {
        BANK: -2000,
        ADA.user_id: 520,
        BORYS.user_id: 490,
        CELINA.user_id: 490,
        EWA.user_id: 500,
    }
    assert table.booked == 2


async def test_who_left_with_nothing_has_500_again_when_they_come_back(process: TableProcess) -> None:
    await owe(process, BORYS.user_id, COMPUTERS, 495)
    table = await nos(process)
    table = await process.move(table, ADA, "5-5")
    await process.apply(table, staffing.leave, BORYS)
    assert (await accounts(process))[BORYS.user_id] == -11  # 5 - 10 for the opening - 6 for leaving
    await process.apply(table, staffing.come_back_and_resume, BORYS)
    async with process.database.read() as tx:
        assert await ledger.standing(tx, GUILD, BORYS.user_id) == ledger.AccountBalance(BORYS.user_id, 500, 1, 511)


@pytest.mark.parametrize("paused", [False, True])
async def test_nos_without_a_complete_deal_has_no_winner_but_keeps_payments(
    either_process: TableProcess, paused: bool
) -> None:
    process = either_process
    table = await nos(process, deals=0)
    table = await process.move(table, ADA, "5-5")
    if paused:
        await process.apply(table, agreed_pause, ADA)
    table = await process.apply(table, ending.end, EWA, None)
    saved = await process.load_match(table.id)
    assert (saved.stored.status, saved.results) == (Status.CANCELLED, ())
    assert (await accounts(process))[ADA.user_id] == 520
    await process.agrees(table.id)


async def test_when_the_last_person_leaves_the_match_ends(process: TableProcess) -> None:
    table = await nos(process, ADA, Player.CASUAL, Player.CASUAL)
    await process.move(table, ADA, "5-5")
    table = await process.apply(table, staffing.leave, ADA)
    assert (table.status, table.stored.end_reason) == (Status.CANCELLED, AbandonReason.LEFT)
    assert await accounts(process) == {BANK: -500, ADA.user_id: 520, COMPUTERS: -20}


async def test_a_game_that_cannot_be_ended_early_is_broken_off_as_before(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS)
    table = await process.apply(table, ending.end, EWA, None)
    assert (table.status, (await process.load_match(table.id)).results) == (Status.CANCELLED, ())


async def test_a_table_whose_channel_is_gone_keeps_what_was_paid(process: TableProcess) -> None:
    table = await nos(process)
    await process.move(table, ADA, "5-5")
    await process.tables.abandon(table.id)
    assert (await accounts(process))[ADA.user_id] == 520
    assert (await process.load_match(table.id)).stored.status is Status.CANCELLED


async def test_a_lobby_costs_nothing(process: TableProcess) -> None:
    table = await process.open(game="nos", options={})
    await process.apply(table, lobby.join, BORYS)
    await process.apply(table, lobby.cancel, ADA)
    assert await rows(process) == ()


async def test_a_deal_s_end_brings_the_accounts_of_the_people_to_the_table(process: TableProcess) -> None:
    table = await nos(process)
    assert table.accounts == {}
    rng = Random(4)
    while not table.endings:
        assert table.accounts == {}
        table = await one_move(process, table, rng)
    held = await accounts(process)
    assert table.accounts == {0: held[ADA.user_id], 1: held[BORYS.user_id], 2: held[CELINA.user_id]}


async def test_accounts_after_a_deal_are_without_the_payments_of_the_next(process: TableProcess) -> None:
    table, rng = await nos(process), Random(4)
    while not table.endings:
        table = await one_move(process, table, rng)
    after_deal, booked = table.accounts, table.booked
    assert (sum(after_deal.values()), len(after_deal)) == (1500, 3)
    while table.booked == booked:  # the deal is not announced yet, and the next one is opened
        table = await one_move(process, table, rng)
    assert table.accounts == after_deal
    assert table.accounts != {seat.seat: (await accounts(process))[seat.user_id or 0] for seat in table.seats}
