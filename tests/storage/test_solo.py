"""Round trips of solitaires, logs, results and daily deals."""

from dataclasses import replace
from typing import Any

import pytest

from storage import solo
from storage.database import Conflict, Database, Missing, Outdated
from storage.privacy import servers
from storage.solo import SoloEntry, SoloStatus, StoredDeal, StoredSolo
from tests.storage.samples import GUILD

ADA, BORYS = 101, 102

SOLO = StoredSolo(
    id="aB3_x-9Q",
    guild_id=GUILD,
    user_id=ADA,
    name="Łucja",
    game="pyramid",
    seed="secret of the shuffle",
    day="",
    counted=True,
    open=True,
    status=SoloStatus.PLAYING,
    revision=0,
    moves=0,
    helped=False,
    created_at=1_763_000_000.25,
    ended_at=None,
)
ENTRIES = (SoloEntry(1, "pair 5-2=3-2", 1_763_000_001.5), SoloEntry(2, "undo=1", 1_763_000_002.5))


async def add(database: Database, *solos: StoredSolo) -> None:
    async with database.write() as tx:
        for one in solos:
            await solo.add(tx, one)


def ended(name: str, user_id: int = ADA, **changes: Any) -> StoredSolo:
    """Return a solved Pyramid of its own deal."""
    usual: dict[str, Any] = {
        "id": name,
        "user_id": user_id,
        "seed": name,
        "open": False,
        "status": SoloStatus.SOLVED,
        "moves": 14,
    }
    return replace(SOLO, **{**usual, "ended_at": SOLO.created_at + 60, **changes})


async def test_a_solitaire_and_its_log_come_back_as_they_were(database: Database) -> None:
    await add(database, SOLO)
    async with database.write() as tx:
        await solo.update(tx, SOLO.id, 0, ENTRIES, helped=True, moves=1)
    async with database.read() as tx:
        assert await solo.load(tx, SOLO.id) == (replace(SOLO, revision=2, helped=True, moves=1, version=1), ENTRIES)
        assert await solo.load(tx, "nobody") is None


async def test_an_update_worked_out_from_another_version_changes_nothing(database: Database) -> None:
    await add(database, SOLO)
    with pytest.raises(Outdated):
        async with database.write() as tx:
            await solo.update(tx, SOLO.id, 1, helped=True)
    with pytest.raises(Missing):
        async with database.write() as tx:
            await solo.update(tx, "nobody", 0, helped=True)
    async with database.read() as tx:
        assert await solo.load(tx, SOLO.id) == (SOLO, ())


async def test_of_two_that_append_the_same_revision_one_succeeds(database: Database) -> None:
    await add(database, SOLO)
    async with database.write() as tx:
        await solo.update(tx, SOLO.id, 0, ENTRIES[:1])
    for wrong in (ENTRIES[:1], (ENTRIES[1], ENTRIES[0]), (SoloEntry(3, "redo", 1.0),)):
        with pytest.raises(Conflict):
            async with database.write() as tx:
                await solo.update(tx, SOLO.id, 1, wrong)
    with pytest.raises(Missing):
        async with database.write() as tx:
            await solo.update(tx, "nobody", 0, ENTRIES)
    async with database.read() as tx:
        assert await solo.load(tx, SOLO.id) == (replace(SOLO, revision=1, version=1), ENTRIES[:1])


async def test_a_person_has_one_open_of_a_game_and_day(database: Database) -> None:
    await add(database, SOLO, replace(SOLO, id="daily", seed="d", day="2026-11-22"))
    with pytest.raises(Conflict):
        await add(database, replace(SOLO, id="second", seed="e"))
    await add(database, replace(SOLO, id="other", user_id=BORYS), replace(SOLO, id="game", game="twelves"))
    async with database.read() as tx:
        assert {one.id for one in await solo.open_of(tx, ADA)} == {SOLO.id, "daily", "game"}


async def test_nobody_has_two_results_that_count_of_one_deal(database: Database) -> None:
    await add(database, ended("first", seed="s"))
    with pytest.raises(Conflict):
        await add(database, ended("again", seed="s"))
    await add(database, ended("fun", seed="s", counted=False), ended("theirs", BORYS, seed="s"))
    async with database.read() as tx:
        assert [one.id for one in await solo.counted_of(tx, ADA)] == ["first"]
        assert await solo.has_tried(tx, ADA, "pyramid", "s")
        assert not await solo.has_tried(tx, ADA, "twelves", "s")
        assert not await solo.has_tried(tx, ADA, "pyramid", "t")


async def test_results_that_count_are_those_that_ended_and_were_not_dropped(database: Database) -> None:
    late, early = ended("late", ended_at=9.0), ended("early", ended_at=8.0, status=SoloStatus.GAVE_UP)
    await add(database, SOLO, late, early, ended("dropped", status=SoloStatus.DROPPED))
    async with database.read() as tx:
        assert await solo.counted_of(tx, ADA) == (early, late)


async def test_results_of_a_day_are_those_of_a_server_under_the_names_there(
    database: Database,
) -> None:
    day: dict[str, Any] = {"day": "2026-11-22", "seed": "d"}
    mine, theirs = ended("mine", ended_at=5.0, **day), ended("theirs", BORYS, ended_at=4.0, **day)
    await add(database, mine, theirs, ended("fun", counted=False, **day), ended("yesterday", day="2026-11-21"))
    async with database.write() as tx:
        await solo.meet(tx, GUILD, ADA, "Lucy")
        await solo.meet(tx, GUILD, ADA, "Łu")
        await solo.meet(tx, GUILD + 1, BORYS, "Boris")
    async with database.read() as tx:
        assert await solo.day_in(tx, GUILD, "pyramid", "2026-11-22") == (replace(mine, name="Łu"),)
        assert await solo.day_in(tx, GUILD + 1, "pyramid", "2026-11-22") == (replace(theirs, name="Boris"),)
        assert [one.id for one in await solo.of_day(tx, ADA, "pyramid", "2026-11-22")] == ["fun", "mine"]


async def test_the_deal_of_a_day_that_is_kept_stays(database: Database) -> None:
    first = StoredDeal("2026-11-22", "pyramid", "a seed", 3)
    for found in (first, replace(first, seed="another", stars=1)):
        async with database.write() as tx:
            await solo.keep_deal(tx, found)
    async with database.read() as tx:
        assert await solo.deal(tx, "pyramid", "2026-11-22") == first
        assert await solo.deal(tx, "twelves", "2026-11-22") is None


async def test_a_server_is_forgotten_with_its_play_but_not_the_deals(database: Database) -> None:
    await add(database, SOLO, replace(SOLO, id="elsewhere", guild_id=GUILD + 1, game="twelves"))
    async with database.write() as tx:
        await solo.update(tx, SOLO.id, 0, ENTRIES)
        await solo.meet(tx, GUILD, ADA, "Łu")
        await solo.keep_deal(tx, StoredDeal("2026-11-22", "pyramid", "a seed", 3))
        assert await servers.forget(tx, GUILD, 1000) == 4  # the solitaire, two entries of its log, its player
    async with database.read() as tx:
        assert [one.id for one in await solo.open_of(tx, ADA)] == ["elsewhere"]
        assert await solo.deal(tx, "pyramid", "2026-11-22") is not None


@pytest.mark.parametrize("name", ["colour", "id", "revision", "seed"])
async def test_what_does_not_change_cannot_be_changed(database: Database, name: str) -> None:
    await add(database, SOLO)
    with pytest.raises(TypeError, match=name):
        async with database.write() as tx:
            await solo.update(tx, SOLO.id, 0, **{name: "x"})


@pytest.mark.parametrize("name", ["", "a:b", "x" * 17])
def test_an_id_fits_into_a_button(name: str) -> None:
    with pytest.raises(ValueError, match="solitaire"):
        replace(SOLO, id=name)


def test_the_time_of_a_solitaire_is_that_played_once_it_is_over() -> None:
    assert replace(SOLO, ended_at=SOLO.created_at + 900, spent=61.4).seconds == 61
    assert SOLO.seconds == 0
