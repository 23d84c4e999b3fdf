"""Lost database connections never lead to two boards.

They end at each step of showing a table. It is unknown whether a step being saved was saved. Both are tried: the
connections end just before the step is saved, and just after that, so that the answer is lost.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Final

import asyncpg
import pytest
from pydantic import SecretStr

from bot.app import Boneyard
from bot.posts import tile_emojis
from bot.settings import Settings
from bot.tables import store
from playground.simulated import acting_as_bot
from storage.database import OutcomeUnknown, Transaction
from tests.bot.play.at_table import (
    FIRST_OPENS,
    boards,
    end_table,
    look,
    move_buttons,
    mover,
    tables_of,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.needs import THOROUGH

OTHERS: Final = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""


@pytest.fixture
def build_bot(
    tmp_path: Path, postgres_address: str, monkeypatch: pytest.MonkeyPatch, chance: KnownChance
) -> Callable[[], Boneyard]:
    monkeypatch.setattr(tile_emojis, "ALL_TILES", ())  # nobody looks at their faces
    monkeypatch.setattr(store, "READ_BACK_PAUSES_S", ())  # the locks come back only when the simulated time goes on
    settings = Settings(
        _env_file=None, data_dir=tmp_path, database_url=SecretStr(postgres_address), computer_processes=1
    )
    return lambda: Boneyard(settings, pause=0, chance=chance)


class Lost:
    """An event that ends all connections at a save, once.

    :ivar happened: whether it has happened since it was planned.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._at: int | None = None
        self._saved = False
        self.happened = False

    async def end_all(self) -> None:
        connection = await asyncpg.connect(self._address)
        try:
            await connection.execute(OTHERS)
        finally:
            await connection.close()

    def plan(self, at: int, *, saved: bool) -> None:
        """Plan the event after some saves, before or after one."""
        self._at, self._saved, self.happened = at, saved, False

    async def commit(self, commit: Callable[[Transaction], Awaitable[None]], tx: Transaction) -> None:
        """Commit a transaction, or end connections before or after it."""
        if self._at is None or not tx.writes:
            await commit(tx)
            return
        self._at -= 1
        if self._at >= 0:
            await commit(tx)
            return
        self._at, self.happened = None, True
        if self._saved:
            await commit(tx)
            await self.end_all()
            tx.failure = OutcomeUnknown("the connection was closed before the answer came")
            raise tx.failure
        await self.end_all()
        await commit(tx)


@pytest.fixture
def lost(postgres_address: str, monkeypatch: pytest.MonkeyPatch) -> Lost:
    lost, commit = Lost(postgres_address), Transaction.commit

    async def commit_or_lose(tx: Transaction) -> None:
        await lost.commit(commit, tx)

    monkeypatch.setattr(Transaction, "commit", commit_or_lose)
    return lost


Act = Callable[[DiscordWorld], Awaitable[object]]


async def _opens(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block", clock="none")


async def _has_opened(world: DiscordWorld) -> None:
    """Open a lobby, again if the command met a connection that had been ended before."""
    for _ in range(12):
        await _opens(world)
        if boards(world):
            return
        await world.pass_time(40)


async def _joins(world: DiscordWorld) -> None:
    await world.click("Borys", id_prefix="b:join")


async def _starts(world: DiscordWorld) -> None:
    await world.click("Ada", id_prefix="b:start")


async def _move(world: DiscordWorld) -> None:
    name = mover(world)
    await look(world, name)
    await world.press(name, move_buttons(world, name)[0])


async def _asks(world: DiscordWorld) -> None:
    await world.pass_time(31)
    await world.slash("Ada", "table show")


async def _buries(world: DiscordWorld) -> None:
    for number in range(11):
        await world.person("Celina").send(world.channel, f"chatter {number}")
    await _move(world)


async def _deletes(world: DiscordWorld) -> None:
    [board] = [message for message in world.messages() if str(message.id) in boards(world)]
    world.delete_message(board)


async def _ends(world: DiscordWorld) -> None:
    await end_table(world, "Ada")
    await world.click("Ada", "Resign")


async def _stored_board(world: DiscordWorld) -> list[str]:
    table = await tables_of(world).in_channel(world.channel.id)
    return [] if table is None else [str(table.stored.board_id)]


async def _one_board(world: DiscordWorld) -> bool:
    """Return True if only the stored board is there.

    The database takes real time to recover and the bot's pauses simulated time, so the test retries for a while.
    """
    for _ in range(12):
        await world.pass_time(40)
        if boards(world) == await _stored_board(world):
            return True
    return False


async def _clear(world: DiscordWorld) -> None:
    """End the channel's table, and leave nothing in it."""
    table = await tables_of(world).in_channel(world.channel.id)
    if table is not None:
        with acting_as_bot(world.env):
            await tables_of(world).abandon(table.id)
        await world.pass_time(5)
    for message in world.messages():
        world.delete_message(message)


BEFORE: Final[dict[Act, tuple[Act, ...]]] = {
    _opens: (),
    _starts: (_has_opened, _joins),
    _asks: (_has_opened, _joins, _starts),
    _buries: (_has_opened, _joins, _starts),
    _deletes: (_has_opened, _joins, _starts),
    _ends: (_has_opened, _joins, _starts),
}
"""An action at a table with its preparation."""

CASES: Final = [
    (act, saved)
    for number, act in enumerate(BEFORE)
    for saved in (False, True)
    if THOROUGH or saved is bool(number % 2)
]


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.postgresql
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("act", "saved"), CASES)
async def test_a_table_has_one_board_at_whatever_saving_all_connections_end(
    world: DiscordWorld, lost: Lost, act: Act, saved: bool, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    for number in count():
        for one in BEFORE[act]:
            await one(world)
        assert boards(world) == await _stored_board(world)
        lost.plan(number, saved=saved)
        await act(world)
        assert await _one_board(world), f"the connections ended at saving {number}"
        if not lost.happened:
            break
        await _clear(world)
    assert number > 0


@pytest.mark.postgresql
async def test_a_table_is_opened_although_the_answer_of_its_saving_is_lost(
    world: DiscordWorld, lost: Lost, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def only_that_one() -> None:
        """Leave the other connections alone."""

    monkeypatch.setattr(lost, "end_all", only_that_one)
    lost.plan(0, saved=True)
    await _opens(world)
    assert lost.happened
    assert len(boards(world)) == 1
    assert boards(world) == await _stored_board(world)
