"""No one can choose a shuffle."""

from __future__ import annotations

import base64
from dataclasses import replace
from hashlib import sha256

from bot.locales import words
from bot.messages.parts.components import Button, Kind
from bot.messages.parts.reader import Reader
from bot.messages.table.lobby import lobby_message
from bot.messages.table.shuffle import shuffle_message
from bot.messages.table.summary import closed_message
from bot.tables import ending, lobby, staffing
from bot.tables.chance import Chance
from bot.tables.staffing import SeatRequest
from bot.tables.state import Person, Table
from games.core.shuffle import ShuffleOrigin
from storage.matches import Cut, Player
from tests.bot.tables.tabletop import ADA, BORYS, CELINA, CHANNEL, EWA, GUILD, NOON, TableProcess

SERVER_SEED = "AAAAAAAAAAA." + "5e" * 32
CODE = "A3AVG2GYHKFP24KR4US7CMYBAE"
"""The first 128 bits of its SHA-256 in base32."""
ADA_CLICKS, BORYS_CLICKS, CELINA_CLICKS = (
    replace(one, click_id=number) for one, number in ((ADA, 11), (BORYS, 22), (CELINA, 33))
)
ENGLISH = Reader(words("en"))


def opened(host: Person = ADA_CLICKS, game: str = "block") -> Table:
    setup = lobby.TableSetup(GUILD, CHANNEL, game, "none", "en")
    return lobby.open_lobby(host, "AAAAAAAAAAA", setup, NOON, server_seed=SERVER_SEED, following="ef" * 32)


def cuts(table: Table) -> list[str]:
    return [cut.text for cut in table.cuts]


def test_who_opens_or_joins_adds_their_own_click_and_computers_add_nothing() -> None:
    table = lobby.join(opened(game="nos"), BORYS_CLICKS, NOON).table
    table = lobby.add_computer(table, ADA_CLICKS, Player.CASUAL, NOON).table
    assert cuts(table) == ["11", "22", "-"]


def test_who_leaves_takes_their_cut_along_and_who_moves_keeps_it() -> None:
    table = lobby.join(opened(game="seventy_nine"), BORYS_CLICKS, NOON).table
    assert cuts(lobby.choose_team(table, ADA_CLICKS, 1, NOON).table)[-1] == "11"
    left = lobby.leave(table, ADA_CLICKS, NOON).table
    assert (cuts(left), left.stored.cuts) == (["22"], (Cut(BORYS.user_id, "22"),))


def test_who_sits_again_after_a_rematch_adds_nothing() -> None:
    seats = lobby.join(opened(), BORYS_CLICKS, NOON).table.seats
    again = lobby.TableSetup(GUILD, CHANNEL, "block", "none", "en", seats=seats)
    table = lobby.open_lobby(BORYS_CLICKS, "AAAAAAAAAAA", again, NOON, server_seed=SERVER_SEED)
    assert cuts(table) == ["-", "22"]


def test_a_match_s_seed_follows_from_the_server_s_and_cuts_by_seat() -> None:
    table = lobby.start(lobby.join(opened(), BORYS_CLICKS, NOON).table, ADA_CLICKS, Chance().seed, NOON).table
    assert table.match is not None
    assert table.stored.seed == table.match.seed == ShuffleOrigin(SERVER_SEED, ("11", "22")).seed
    assert table.stored.cuts == (Cut(ADA.user_id, "11"), Cut(BORYS.user_id, "22"))


def test_who_takes_over_a_seat_later_has_not_cut_and_the_cut_stays() -> None:
    table = lobby.add_computer(opened(), ADA_CLICKS, Player.CASUAL, NOON).table
    running = lobby.start(table, ADA_CLICKS, Chance().seed, NOON).table
    after = staffing.admit(running, ADA_CLICKS, CELINA_CLICKS, SeatRequest(1, None, 1), NOON).table
    assert after.seats[1].user_id == CELINA.user_id
    assert cuts(after) == ["11", "-"]
    assert after.origin == running.origin


def test_a_lobby_of_an_earlier_version_begins_with_a_shuffle_of_version_1() -> None:
    old = lobby.join(opened().with_stored(server_seed=None, cuts=()), BORYS_CLICKS, NOON).table
    table = lobby.start(old, ADA_CLICKS, Chance().seed, NOON).table
    assert (table.origin, table.stored.cuts) == (None, ())
    assert table.stored.seed is not None


def test_the_lobby_shows_128_bits_of_the_fingerprint_but_not_the_seed() -> None:
    table = lobby.join(opened(), BORYS_CLICKS, NOON).table
    message = lobby_message(table, ENGLISH)
    assert message.embed is not None
    text = str(message.embed.to_dict())
    digits, code = sha256(SERVER_SEED.encode()).hexdigest(), CODE
    assert f"`{code}`" in text
    assert base64.b32decode(f"{code}======").hex() == digits[:32]
    assert digits not in text
    page = shuffle_message(table, ENGLISH)
    assert digits in page.content
    assert page.rows == ()
    assert SERVER_SEED not in page.content
    assert "5e5e" not in text


def test_closed_and_abandoned_tables_reveal_seed_and_next_fingerprint() -> None:
    closed = lobby.cancel(opened(), ADA_CLICKS, NOON).table
    joined = lobby.join(opened(), BORYS_CLICKS, NOON).table
    ended = ending.end(lobby.start(joined, ADA_CLICKS, Chance().seed, NOON).table, EWA, None, NOON).table
    for table, cut in ((closed, ""), (ended, "`22`")):
        message = closed_message(table, ENGLISH)
        assert message.embed is not None
        assert SERVER_SEED not in str(message.embed.to_dict())
        buttons = [part.address.kind for row in message.rows for part in row if isinstance(part, Button)]
        assert buttons[-1:] == [Kind.SHUFFLE]
        for part in (SERVER_SEED, "ef" * 32, cut):
            assert part in shuffle_message(table, ENGLISH).content


async def test_the_next_match_has_the_seed_that_the_last_one_announced(process: TableProcess) -> None:
    first = await process.open(ADA_CLICKS)
    await process.apply(first, lobby.cancel, ADA_CLICKS)
    second = await process.open(BORYS_CLICKS)
    elsewhere = await process.open(ADA_CLICKS, channel_id=CHANNEL + 1)
    fingerprints = [table.origin.fingerprint for table in (first, second, elsewhere) if table.origin is not None]
    assert first.stored.next_fingerprint == fingerprints[1]
    assert len({*fingerprints, second.stored.next_fingerprint, elsewhere.stored.next_fingerprint}) == 5
    assert all(table.origin is not None and table.origin.match_id == table.id for table in (first, second, elsewhere))


async def test_a_lobby_is_stored_with_the_seed_whose_fingerprint_it_shows(process: TableProcess) -> None:
    table = await process.open(ADA_CLICKS)
    stored = (await process.load_match(table.id)).stored
    assert stored.server_seed == table.stored.server_seed
    assert stored.cuts == (Cut(ADA.user_id, "11"),)
    assert str(table.stored.server_seed) not in repr(table)
