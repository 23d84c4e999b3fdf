"""What a match at a table means for a tournament, in the transaction of its last move."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from storage.database import StorageError
from storage.league import leagues, tournaments
from storage.league.tournaments import (
    Pairing,
    PairingSide,
    PairingState,
    Participant,
    Tournament,
    TournamentKind,
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
    Hall,
)


async def paired(hall: Hall, *people: int) -> int:
    """A tournament in which these people are to meet in one match; its number."""
    cup = Tournament(
        0,
        GUILD,
        1,
        None,
        ADA.user_id,
        "Cup",
        "block",
        TournamentKind.SWISS,
        len(people),
        1,
        1,
        1,
        TournamentStage.RUNNING,
        "en",
        NOON,
    )
    async with hall.database.write() as tx:
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


async def states(hall: Hall, number: int) -> Sequence[tuple[PairingState, dict[int, int | None]]]:
    async with hall.database.read() as tx:
        found = await tournaments.load(tx, GUILD, number)
    assert found is not None
    return [(one.state, {side.team: side.place for side in one.sides}) for one in found.pairings]


async def play(hall: Hall, *players: object) -> None:
    table = await hall.begin(*players, deals=[SEAT_0_WINS_117])  # type: ignore[arg-type]  # people and computers
    for text in OUT_IN_A_ROW:
        table = await hall.move(table, ADA, text)


async def test_the_last_move_of_a_match_settles_the_pairing_of_its_people(either_hall: Hall) -> None:
    number = await paired(either_hall, BORYS.user_id, ADA.user_id)
    await play(either_hall, ADA, BORYS)
    assert await states(either_hall, number) == [(PairingState.PLAYED, {1: 2, 2: 1})]


async def test_a_match_with_a_computer_settles_no_pairing(hall: Hall) -> None:
    number = await paired(hall, ADA.user_id, BORYS.user_id)
    await play(hall, ADA, Player.CASUAL)
    assert await states(hall, number) == [(PairingState.OPEN, {1: None, 2: None})]


async def test_a_match_that_is_played_too_often_today_to_count_settles_its_pairing(hall: Hall) -> None:
    async with hall.database.write() as tx:
        held = await leagues.hold(tx, GUILD)
        await leagues.save(tx, leagues.League(**{**vars(held), "daily_limit": 1}))
    await play(hall, ADA, BORYS)
    number = await paired(hall, ADA.user_id, BORYS.user_id)
    await play(hall, ADA, BORYS)
    assert await states(hall, number) == [(PairingState.PLAYED, {1: 1, 2: 2})]


async def test_a_move_that_cannot_be_saved_settles_no_pairing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    number = await paired(hall, ADA.user_id, BORYS.user_id)

    async def fails(*_given: object) -> None:
        raise StorageError("no room")

    with monkeypatch.context() as broken:
        broken.setattr(tournaments, "record_played", fails)
        with pytest.raises(StorageError):
            await play(hall, ADA, BORYS)
    assert await states(hall, number) == [(PairingState.OPEN, {1: None, 2: None})]


async def test_others_settle_no_pairing(hall: Hall) -> None:
    number = await paired(hall, BORYS.user_id, CELINA.user_id)
    await play(hall, ADA, BORYS)
    assert await states(hall, number) == [(PairingState.OPEN, {1: None, 2: None})]
