"""Failing computers at Kent are logged, and play goes on."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator

import pytest

from bot.tables import kent_computers, kent_decisions, lobby, play, signs
from bot.tables.errors import TableError
from bot.tables.kent_computers import KentComputers
from bot.tables.kent_decisions import Impulse, Memory, Sight
from bot.tables.state import Step, Table
from games.core.tiles import mask_of
from games.kent import meld_in
from storage.database import Busy, Transaction
from storage.matches import Player, Status
from tests.bot.tables.tabletop import ADA, BORYS, TableProcess, seat
from tests.chance import fixed

ROOM = "bot.tables.kent_computers"


@pytest.fixture
async def kent(process: TableProcess) -> AsyncIterator[TableProcess]:
    """Yield tables with Kent computers; a pair's sign is a wink."""
    process.chance.fix_lots()
    players = KentComputers(process.tables, process.time)
    process.tables.add_observer(players)
    yield process
    await players.close()


def feeling(monkeypatch: pytest.MonkeyPatch, felt: Impulse) -> None:
    """Make every computer want this in the first deal."""
    monkeypatch.setattr(kent_computers, "impulse", lambda _before, now, *_: felt if now.view.deal == 1 else None)


def feeling_once(monkeypatch: pytest.MonkeyPatch, felt: Impulse) -> None:
    """Make computers want this once."""
    feeling(monkeypatch, felt)
    monkeypatch.setattr(
        kent_computers, "impulse", lambda before, now, *_: felt if before is None and now.view.deal == 1 else None
    )


async def nothing_is_saved(*_: object) -> None:
    raise Busy("somebody else writes")


async def start_kent(process: TableProcess) -> Table:
    """Return Kent: Ada and Borys (with a pact) against computers."""
    table = await process.open(game="kent")
    for level in (Player.CASUAL, BORYS, Player.REGULAR):
        if isinstance(level, Player):
            await process.apply(table, lobby.add_computer, ADA, level)
        else:
            await process.apply(table, lobby.join, level)
    await process.apply(table, lobby.start, ADA, fixed("a seed"))
    await process.apply(table, signs.propose, ADA, "wink")
    return await process.apply(table, signs.propose, BORYS, "wink")


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def test_four_computers_alone_begin_and_play_on_with_nobody_waiting(kent: TableProcess) -> None:
    seats = tuple(seat(number, Player.REGULAR) for number in range(4))
    table = await kent.open(game="kent", options={"tempo": 20}, seats=seats)
    with pytest.raises(TableError) as caught:
        await kent.apply(table, lobby.start, ADA, fixed("a seed"))
    assert caught.value.key == "lobby.refusal.no_person"
    table = await kent.apply(table, lobby.begin, fixed("a seed"))
    assert not table.agreeing
    await kent.pass_time(12)
    later = await kent.table(table.id)
    assert later.status is Status.PLAYING
    assert later.revision > 4


@pytest.mark.usefixtures("all_have_played")
async def test_an_unforeseen_failure_of_a_computer_is_logged_and_it_acts_again(
    kent: TableProcess, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    feeling(monkeypatch, Impulse(0.5, sign="ear"))
    table = await start_kent(kent)
    with monkeypatch.context() as broken, caplog.at_level(logging.DEBUG, ROOM):

        def fail(*_: object) -> Step:
            raise RuntimeError("out of order")

        broken.setattr(signs, "give_of_computer", fail)
        await kent.pass_time(0.6)
    assert faults(caplog) == [f"a computer at table {table.id} failed"] * 2
    await kent.apply(table, signs.give, ADA, 1, "yawn")  # something happens, and they feel like it again
    await kent.pass_time(0.6)
    seen = await kent.table(table.id)
    assert [sign.seat for sign in seen.signs if sign.sign == "ear"] == [1, 3]


async def test_an_undecided_computer_does_not_block_people(
    kent: TableProcess, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> Sight | None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(kent_computers, "impulse", fail)
    with caplog.at_level(logging.DEBUG, ROOM):
        table = await start_kent(kent)
    assert table.pact_of(0).sign == "wink"
    assert f"a computer could not see to table {table.id}" in faults(caplog)
    assert kent.heard.changes[-1][0] == table


@pytest.mark.usefixtures("all_have_played")
async def test_an_illegal_call_of_a_computer_is_logged_as_a_fault(
    kent: TableProcess, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    feeling(monkeypatch, Impulse(0.5, call="stop@1"))  # their own pair
    table = await start_kent(kent)
    with caplog.at_level(logging.DEBUG, ROOM):
        await kent.pass_time(0.6)
    assert faults(caplog) == [f"a computer at table {table.id} did what the rules do not allow: own_pair"] * 2
    assert (await kent.table(table.id)).deal == 1


@pytest.mark.parametrize("felt", [Impulse(0.5, sign="ear"), Impulse(0.5, call="stop@0")])
async def test_a_computer_retries_an_unsaved_action_a_little_later(
    kent: TableProcess, monkeypatch: pytest.MonkeyPatch, felt: Impulse
) -> None:
    feeling_once(monkeypatch, felt)
    table = await start_kent(kent)
    with monkeypatch.context() as busy:
        busy.setattr(Transaction, "commit", nothing_is_saved)
        await kent.pass_time(6)  # it fails at 0.5 and 5.5 seconds, and then waits for 10
    seen = await kent.table(table.id)
    assert (seen.deal, seen.signs) == (1, ())
    await kent.pass_time(9)
    assert (await kent.table(table.id)).deal == 1
    await kent.pass_time(1)
    seen = await kent.table(table.id)
    if felt.call is None:
        assert [(sign.seat, sign.sign) for sign in seen.signs] == [(1, "ear"), (3, "ear")]
    else:
        assert seen.deal == 2


async def test_a_call_that_could_not_be_saved_is_not_made_in_the_next_deal(
    kent: TableProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    feeling_once(monkeypatch, Impulse(0.5, call="stop@0"))
    table = await start_kent(kent)
    with monkeypatch.context() as busy:
        busy.setattr(Transaction, "commit", nothing_is_saved)
        await kent.pass_time(1)
    await kent.apply(table, play.call, ADA, 1, "kent")
    assert (await kent.table(table.id)).deal == 2
    await kent.pass_time(10)
    assert (await kent.table(table.id)).deal == 2


async def test_a_sign_for_a_meld_that_is_gone_when_it_could_be_saved_is_not_made(
    kent: TableProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    feeling_once(monkeypatch, Impulse(0.5, sign="wink"))  # the sign of the computers' pair
    monkeypatch.setattr(kent_decisions, "has_meld", lambda _hand: False)
    table = await start_kent(kent)
    with monkeypatch.context() as busy:
        busy.setattr(Transaction, "commit", nothing_is_saved)
        await kent.pass_time(1)
    await kent.pass_time(10)
    assert (await kent.table(table.id)).signs == ()


async def test_computers_remember_what_shown_hands_say_of_a_sign(
    kent: TableProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    memories: list[Memory] = []

    def remembered(*seen: object) -> None:
        memories.extend(each for each in seen if isinstance(each, Memory))

    monkeypatch.setattr(kent_computers, "impulse", remembered)
    table = await start_kent(kent)
    await kent.apply(table, signs.give, ADA, 1, "yawn")
    await kent.apply(table, play.call, BORYS, 1, "kent")  # Ada, the partner, has to show a hand
    assert all(memory == Memory() for memory in memories)
    memories.clear()
    await kent.pass_time(9)
    meld = bool(table.match and meld_in(mask_of(table.match.view(0).hand)))
    assert memories
    assert all((memory.chance(0, "yawn") > 1 / 8) is meld for memory in memories)


async def test_computers_take_twice_as_long_in_a_person_s_first_deal(
    kent: TableProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    feeling_once(monkeypatch, Impulse(0.5, sign="ear"))
    table = await start_kent(kent)
    assert table.newcomers == {ADA.user_id, BORYS.user_id}
    await kent.pass_time(0.9)
    assert not (await kent.table(table.id)).signs
    await kent.pass_time(0.2)
    assert [sign.sign for sign in (await kent.table(table.id)).signs] == ["ear", "ear"]
