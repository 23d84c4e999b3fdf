"""An evening's Kent calls and their results come back."""

from collections.abc import Sequence

import pytest

from storage import kent, matches
from storage.database import Database
from storage.kent import RecordedCall
from storage.matches import DealResult, LogEntry, Player, Status, StoredSeat
from tests.storage.samples import CHANNEL, GUILD, append, match

ADA, BORYS, CELINA = 101, 102, 103
NOON = 1_763_000_000.0

SEATS = (
    StoredSeat(0, ADA, Player.PERSON, "Ada", 0, away=False),
    StoredSeat(1, BORYS, Player.PERSON, "Borys", 0, away=False),
    StoredSeat(2, None, Player.REGULAR, "Róża", 0, away=False),
    StoredSeat(3, CELINA, Player.PERSON, "Celina", 0, away=False),
)
ON_SEATS = ((ADA, "Ada"), (BORYS, "Borys"), (None, "Róża"), (CELINA, "Celina"))


async def open_match(
    database: Database,
    name: str = "M",
    *,
    channel_id: int = CHANNEL,
    guild_id: int = GUILD,
    game: str = "kent",
    status: Status = Status.PLAYING,
) -> str:
    """Return a match at which all four sit."""
    async with database.write() as tx:
        made = match(name, channel_id=channel_id, guild_id=guild_id, game=game, status=status)
        await matches.add(tx, made, SEATS)
    return name


async def add_moves(database: Database, match_id: str, *entries: tuple[int, str, int | None, float]) -> None:
    """Add moves: seat, text, user, and seconds after noon."""
    async with database.write() as tx:
        first = len(await matches.log(tx, match_id)) + 1
        log = [LogEntry(first + n, seat, move, who, NOON + at) for n, (seat, move, who, at) in enumerate(entries)]
        await append(tx, match_id, log)


async def brought(
    database: Database, match_id: str, deal: int, *points: int, users: Sequence[int | None] = (ADA, BORYS, None, CELINA)
) -> None:
    """Book what a deal brought each seat."""
    async with database.write() as tx:
        results = [DealResult(deal, seat, users[seat], points[seat], points[seat]) for seat in range(len(points))]
        await matches.save_deal_results(tx, match_id, results)


async def calls(database: Database, channel_id: int = CHANNEL, since: float = 0) -> tuple[RecordedCall, ...]:
    async with database.read() as tx:
        return await kent.calls(tx, GUILD, since, (channel_id,))


async def an_evening(database: Database, match_id: str = "M") -> None:
    """Save a false call by Borys, then a true one.

    Seats 0 and 2 are the pair 0. The computer makes the true call.
    """
    await add_moves(database, match_id, (0, "pass 5-3", ADA, 1), (1, "pass 6-2", BORYS, 2), (1, "stop@0", BORYS, 3))
    await brought(database, match_id, 1, 1, 0, 1, 0)
    await add_moves(database, match_id, (1, "swap 5-3", BORYS, 4), (1, "pass 4-4", BORYS, 5), (2, "biskent", None, 6))
    await brought(database, match_id, 2, 2, 0, 2, 0)
    await add_moves(database, match_id, (2, "pass 1-1", None, 7))


async def test_a_call_is_told_with_what_the_deal_that_it_ended_brought_each_seat(database: Database) -> None:
    await an_evening(database, await open_match(database))
    assert await calls(database) == (
        RecordedCall("M", 1, 1, BORYS, "Borys", "stop@0", NOON + 3, (1, 0, 1, 0), ON_SEATS),
        RecordedCall("M", 2, 2, None, "Róża", "biskent", NOON + 6, (2, 0, 2, 0), ON_SEATS),  # a computer's
    )


@pytest.mark.parametrize("move", ["kent", "biskent", "stop@1", "stop-biskent@1"])
async def test_each_of_the_four_calls_is_one(database: Database, move: str) -> None:
    await add_moves(database, await open_match(database), (0, move, ADA, 1))
    await brought(database, "M", 1, 0, 1, 0, 1)
    assert [(call.move, call.seat, call.points) for call in await calls(database)] == [(move, 0, (0, 1, 0, 1))]


async def test_calls_of_two_matches_are_told_oldest_first_each_with_its_deals(
    database: Database,
) -> None:
    await an_evening(database, await open_match(database, status=Status.OVER))
    await add_moves(database, await open_match(database, "later"), (3, "kent", CELINA, 8), (0, "kent", ADA, 5.5))
    await brought(database, "later", 1, 0, 1, 0, 1)
    await brought(database, "later", 2, 1, 0, 1, 0)
    told = [(call.match_id, call.deal, call.move, call.at - NOON, call.points) for call in await calls(database)]
    assert told == [
        ("M", 1, "stop@0", 3, (1, 0, 1, 0)),
        ("later", 2, "kent", 5.5, (1, 0, 1, 0)),  # a clock that was set back changes no number of a deal
        ("M", 2, "biskent", 6, (2, 0, 2, 0)),
        ("later", 1, "kent", 8, (0, 1, 0, 1)),
    ]


async def test_calls_before_the_evening_are_left_out_and_still_count_their_deals(database: Database) -> None:
    await an_evening(database, await open_match(database))
    assert [call.deal for call in await calls(database, since=NOON + 3)] == [1, 2]
    (second,) = await calls(database, since=NOON + 3.5)
    assert (second.deal, second.points) == (2, (2, 0, 2, 0))
    assert await calls(database, since=NOON + 6.5) == ()


async def test_other_channels_and_other_games_are_left_out(database: Database) -> None:
    await an_evening(database, await open_match(database, channel_id=CHANNEL + 1))
    await an_evening(database, await open_match(database, "block", game="block"))
    assert await calls(database) == ()
    assert [call.match_id for call in await calls(database, CHANNEL + 1)] == ["M", "M"]
    assert await calls(database, CHANNEL + 2) == ()
    async with database.read() as tx:
        assert [call.match_id for call in await kent.calls(tx, GUILD, 0)] == ["M", "M"], "of the whole server"
        assert await kent.calls(tx, GUILD + 1, 0) == ()


async def test_an_end_of_the_match_by_the_table_is_no_call(database: Database) -> None:
    await an_evening(database, await open_match(database))
    await add_moves(database, "M", (0, "finish", ADA, 9))
    await brought(database, "M", 3, 0, 0, 0, 0)
    assert [call.move for call in await calls(database)] == ["stop@0", "biskent"]


async def test_a_call_at_a_table_whose_seats_changed_names_who_was_booked_then(database: Database) -> None:
    await an_evening(database, await open_match(database))
    async with database.write() as tx:  # the computer takes the seat of Borys
        taken = StoredSeat(1, None, Player.CASUAL, "Jan", 0, away=False)
        await matches.save_seats(tx, "M", (SEATS[0], taken, *SEATS[2:]))
    first, _ = await calls(database)
    assert first.user_id == BORYS
    assert first.players[1] == (BORYS, "Jan")  # names are those that the seats have now


async def test_newcomers_have_finished_no_deal_of_the_game(database: Database) -> None:
    await brought(database, await open_match(database, "K"), 1, 1, 0, 1, users=(ADA, None, None))
    await brought(
        database, await open_match(database, "B", channel_id=CHANNEL + 1, game="block"), 1, 5, 0, users=(BORYS, CELINA)
    )
    async with database.read() as tx:
        assert await matches.newcomers(tx, "kent", [ADA, BORYS, CELINA]) == {BORYS, CELINA}
        assert await matches.newcomers(tx, "kent", []) == frozenset()
