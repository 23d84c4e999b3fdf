"""Round trips of partners' pacts and pads."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import delete, func, select

from storage import matches, signs
from storage.database import Conflict, Database, Missing
from storage.matches import Player, Status, StoredSeat
from storage.privacy import servers
from storage.schema import kent_pacts, kent_pads
from storage.schema import matches as matches_table
from storage.signs import Pact, Pad
from tests.storage.samples import CHANNEL, GUILD, match

ADA, BORYS, CELINA = 101, 102, 103

PACTS = (
    Pact(0, sign="secret-owl", drawn=True, open=False, asked=True, proposals=("secret-fox", None)),
    Pact(1, proposals=(None, "secret-żbik")),
)
PADS = (
    Pad(0, ADA, pad_id=7001, pact_id=7002, channel_id=2**63 - 1),
    Pad(1, BORYS, shut=True),
    Pad(3, CELINA, pact_id=7003, channel_id=70),
)
SEATS = (
    StoredSeat(0, ADA, Player.PERSON, "Ada", 0, away=False),
    StoredSeat(1, BORYS, Player.PERSON, "Borys", 0, away=False),
    StoredSeat(2, None, Player.REGULAR, "Róża", 0, away=False),
    StoredSeat(3, CELINA, Player.PERSON, "Celina", 0, away=False),
)


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


async def save_signs(
    database: Database, match_id: str, pacts: Sequence[Pact] | None = PACTS, pads: Sequence[Pad] | None = PADS
) -> None:
    async with database.write() as tx:
        if pacts is not None:
            await signs.save_pacts(tx, match_id, pacts)
        if pads is not None:
            await signs.save_pads(tx, match_id, pads)


async def load_signs(database: Database, match_id: str) -> tuple[tuple[Pact, ...], tuple[Pad, ...]]:
    async with database.read() as tx:
        return await signs.load(tx, match_id)


async def match_of_pad(database: Database, message_id: int) -> str | None:
    async with database.read() as tx:
        return await signs.match_of_pad(tx, message_id)


# --- Pacts and pads ---------------------------------------------------------------------------------------------------


async def test_pacts_and_pads_come_back_as_they_were_by_pair_and_by_seat(database: Database) -> None:
    await save_signs(database, await open_match(database), PACTS[::-1], PADS[::-1])
    assert await load_signs(database, "M") == (PACTS, PADS)


async def test_truth_comes_back_as_truth_and_proposals_as_a_pair(database: Database) -> None:
    await save_signs(database, await open_match(database))
    pacts, pads = await load_signs(database, "M")
    truths = [truth for pact in pacts for truth in (pact.drawn, pact.open, pact.asked)] + [pad.shut for pad in pads]
    assert {type(truth) for truth in truths} == {bool}
    assert [type(pact.proposals) for pact in pacts] == [tuple, tuple]


async def test_a_new_pact_is_open_and_nothing_is_proposed(database: Database) -> None:
    await save_signs(database, await open_match(database), [Pact(0)], [Pad(2, ADA)])
    (pact,), (pad,) = await load_signs(database, "M")
    assert (pact.sign, pact.drawn, pact.open, pact.asked, pact.proposals) == (None, False, True, False, (None, None))
    assert (pad.pad_id, pad.pact_id, pad.channel_id, pad.shut) == (None, None, None, False)


async def test_what_is_saved_takes_the_place_of_all_that_was_there(database: Database) -> None:
    one, other = await open_match(database), await open_match(database, "other", channel_id=CHANNEL + 1)
    await save_signs(database, one)
    await save_signs(database, other)
    changed = (replace(PACTS[1], sign="secret-elk", open=False),)
    await save_signs(database, one, changed, None)
    assert await load_signs(database, one) == (changed, PADS)
    await save_signs(database, one, None, (Pad(2, CELINA),))
    assert await load_signs(database, one) == (changed, (Pad(2, CELINA),))
    await save_signs(database, one, (), ())
    assert await load_signs(database, one) == ((), ())
    assert await load_signs(database, other) == (PACTS, PADS)


async def test_another_game_and_an_unknown_match_have_neither(database: Database) -> None:
    await save_signs(database, await open_match(database))
    other = await open_match(database, "other", channel_id=CHANNEL + 1, game="block")
    assert await load_signs(database, other) == ((), ())
    assert await load_signs(database, "nobody") == ((), ())


@pytest.mark.parametrize(("pacts", "pads"), [(PACTS, None), ((), None), (None, PADS), (None, ())])
async def test_an_unknown_match_is_missing(
    database: Database, pacts: Sequence[Pact] | None, pads: Sequence[Pad] | None
) -> None:
    with pytest.raises(Missing, match="nobody"):
        await save_signs(database, "nobody", pacts, pads)


async def test_a_pair_has_one_pact_and_a_seat_one_pad(database: Database) -> None:
    await save_signs(database, await open_match(database))
    with pytest.raises(Conflict):
        await save_signs(database, "M", (Pact(0), Pact(0, sign="secret-elk")), None)
    with pytest.raises(Conflict):
        await save_signs(database, "M", None, (Pad(0, ADA), Pad(0, BORYS)))
    assert await load_signs(database, "M") == (PACTS, PADS)


def test_no_repr_tells_a_sign() -> None:
    for pact in PACTS:
        assert "secret" not in repr(pact)
    assert "secret" not in repr((PACTS, PADS))


async def test_no_error_of_the_storage_tells_a_sign(database: Database) -> None:
    await open_match(database)
    with pytest.raises(Conflict) as caught:
        await save_signs(database, "M", (PACTS[0], PACTS[0]), None)
    assert "secret" not in f"{caught.value!r} {caught.value}"


# --- Which match is it? -----------------------------------------------------------------------------------------------


async def test_a_pad_and_a_pact_message_lead_to_their_match(database: Database) -> None:
    await save_signs(database, await open_match(database))
    other = await open_match(database, "other", channel_id=CHANNEL + 1)
    await save_signs(database, other, None, (Pad(0, ADA, pad_id=8001, pact_id=8002), Pad(1, BORYS, pad_id=8003)))
    assert [await match_of_pad(database, message) for message in (7001, 7002, 7003)] == ["M"] * 3
    assert [await match_of_pad(database, message) for message in (8001, 8002, 8003)] == ["other"] * 3
    assert await match_of_pad(database, 70) is None  # a channel is no message
    assert await match_of_pad(database, 9999) is None


async def test_one_message_may_be_both_on_several_seats(database: Database) -> None:
    await save_signs(database, await open_match(database), None, (Pad(0, ADA, 7001, 7001), Pad(2, ADA, 7001)))
    assert await match_of_pad(database, 7001) == "M"


@pytest.mark.parametrize("status", Status)
async def test_a_message_leads_to_a_match_only_as_long_as_it_is_live(database: Database, status: Status) -> None:
    await save_signs(database, await open_match(database, status=status))
    assert await match_of_pad(database, 7001) == ("M" if status.is_live else None)
    assert await match_of_pad(database, 7002) == ("M" if status.is_live else None)
    assert await load_signs(database, "M") == (PACTS, PADS)


# --- Being forgotten --------------------------------------------------------------------------------------------------


async def rows_left(database: Database) -> list[int]:
    async with database.read() as tx:
        counts = [await tx.execute(select(func.count()).select_from(table)) for table in (kent_pacts, kent_pads)]
    return [int(count.scalar_one()) for count in counts]


async def test_pacts_and_pads_go_with_their_match(database: Database) -> None:
    await save_signs(database, await open_match(database))
    await save_signs(database, await open_match(database, "other", channel_id=CHANNEL + 1))
    assert await rows_left(database) == [4, 6]
    async with database.write() as tx:
        await tx.execute(delete(matches_table).where(matches_table.c.id == "M"))
    assert await rows_left(database) == [2, 3]
    assert await load_signs(database, "other") == (PACTS, PADS)


async def test_a_server_is_forgotten_with_its_pacts_and_pads(database: Database) -> None:
    await save_signs(database, await open_match(database))
    await save_signs(database, await open_match(database, "there", channel_id=CHANNEL + 1, guild_id=GUILD + 1))
    async with database.write() as tx:
        assert await servers.forget(tx, GUILD, 1000) == 1 + 4 + 2 + 3  # the match, its seats, pacts and pads
    assert await load_signs(database, "M") == ((), ())
    assert await load_signs(database, "there") == (PACTS, PADS)
