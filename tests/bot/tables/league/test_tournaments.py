"""A match's effects on a tournament, in its last move."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.tables import ending
from storage.database import StorageError
from storage.league import leagues, pairing_tables, tournaments
from storage.league.tournament_values import (
    Pairing,
    PairingSide,
    PairingState,
    Participant,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
    key_of,
)
from storage.matches import Player
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    GUILD,
    NOON,
    OUT_IN_A_ROW,
    SEAT_0_WINS_117,
    TableProcess,
)


async def pair_people(process: TableProcess, *people: int) -> int:
    """Create a tournament pairing these people; return its number."""
    cup = Tournament(
        0,
        GUILD,
        1,
        None,
        ADA.user_id,
        "Cup",
        "block",
        TournamentRules(TournamentKind.SWISS),
        len(people),
        1,
        1,
        1,
        TournamentStage.RUNNING,
        "en",
        NOON,
    )
    async with process.database.write() as tx:
        await leagues.hold(tx, GUILD)
        number = await tournaments.add(tx, cup)
        made = await tournaments.load(tx, GUILD, number)
        assert made is not None
        await tournaments.save_participants(
            tx, made, [Participant(one, team, NOON) for team, one in enumerate(people, 1)]
        )
        sides = tuple(PairingSide(team) for team in range(1, len(people) + 1))
        await tournaments.add_pairings(
            tx, made, [Pairing(0, 1, PairingState.OPEN, sides, key_of([one] for one in people), NOON)]
        )
    return number


async def states(process: TableProcess, number: int) -> Sequence[tuple[PairingState, dict[int, int | None]]]:
    async with process.database.read() as tx:
        found = await tournaments.load(tx, GUILD, number)
    assert found is not None
    return [(one.state, {side.team: side.place for side in one.sides}) for one in found.pairings]


async def play(process: TableProcess, *players: object, number: int | None = None) -> None:
    """Play a match, perhaps at a pairing's table."""
    table = await process.begin(*players, deals=[SEAT_0_WINS_117])  # type: ignore[arg-type]  # people and computers
    if number is not None:
        async with process.database.write() as tx:
            cup = await tournaments.load(tx, GUILD, number)
            assert cup is not None
            assert await pairing_tables.save_table(tx, cup.pairings[0].id, table.id)
    for text in OUT_IN_A_ROW:
        table = await process.move(table, ADA, text)


async def test_the_last_move_of_a_match_settles_the_pairing_of_its_people(either_process: TableProcess) -> None:
    number = await pair_people(either_process, BORYS.user_id, ADA.user_id)
    await play(either_process, ADA, BORYS, number=number)
    assert await states(either_process, number) == [(PairingState.PLAYED, {1: 2, 2: 1})]


async def test_a_match_with_a_computer_settles_no_pairing(process: TableProcess) -> None:
    number = await pair_people(process, ADA.user_id, BORYS.user_id)
    await play(process, ADA, Player.CASUAL, number=number)
    assert await states(process, number) == [(PairingState.OPEN, {1: None, 2: None})]


async def test_a_match_too_many_today_to_count_settles_its_pairing(process: TableProcess) -> None:
    async with process.database.write() as tx:
        held = await leagues.hold(tx, GUILD)
        await leagues.save(tx, leagues.League(**{**vars(held), "daily_limit": 1}))
    await play(process, ADA, BORYS)
    number = await pair_people(process, ADA.user_id, BORYS.user_id)
    await play(process, ADA, BORYS, number=number)
    assert await states(process, number) == [(PairingState.PLAYED, {1: 1, 2: 2})]


async def test_an_unrated_match_at_the_table_of_a_pairing_has_entrants(process: TableProcess) -> None:
    async with process.database.write() as tx:
        held = await leagues.hold(tx, GUILD)
        await leagues.save(tx, leagues.League(**{**vars(held), "daily_limit": 1}))
    await play(process, ADA, BORYS)
    number = await pair_people(process, ADA.user_id, BORYS.user_id)
    async with process.database.read() as tx:
        cup = await tournaments.load(tx, GUILD, number)
    assert cup is not None
    casual = await process.begin(ADA, BORYS, channel_id=1)
    table = await process.begin(ADA, BORYS, channel_id=2, pairing_id=cup.pairings[0].id)
    for held_by in (process, process.after_kill()):
        for one, has in ((casual, False), (table, True)):
            assert ending.has_entrants(await held_by.table(one.id)) is has


async def test_a_move_that_cannot_be_saved_settles_no_pairing(
    process: TableProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await pair_people(process, ADA.user_id, BORYS.user_id)

    async def fails(*_given: object) -> None:
        raise StorageError("no room")

    with monkeypatch.context() as broken:
        broken.setattr(tournaments, "save_step", fails)
        with pytest.raises(StorageError):
            await play(process, ADA, BORYS, number=number)
    assert await states(process, number) == [(PairingState.OPEN, {1: None, 2: None})]


async def test_others_settle_no_pairing(process: TableProcess) -> None:
    number = await pair_people(process, BORYS.user_id, CELINA.user_id)
    await play(process, ADA, BORYS, number=number)
    assert await states(process, number) == [(PairingState.OPEN, {1: None, 2: None})]
