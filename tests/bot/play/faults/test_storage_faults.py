"""A database that is locked, full or gone during play."""

import logging
import resource
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr

from bot.app import Boneyard
from bot.messages.parts.components import Kind
from bot.settings import Settings
from bot.tables.live import Tables
from bot.tables.store import LiveStore
from storage import matches
from storage.database import Busy, Full, OutcomeUnknown, Transaction
from tests.bot.play.at_table import (
    FIRST_OPENS,
    PLAYOUTS,
    SHORT,
    board_of,
    bot_of,
    everything_said,
    log_of,
    look,
    match_in,
    move_buttons,
    open_match,
    play_one,
    play_to_the_end,
    results_of,
    said,
    stored_match,
    table_in,
    tables_of,
    wake,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld

NOT_TAKEN = "I couldn't save that just now. Nothing has changed; try again in a moment."


@pytest.fixture
def file(tmp_path: Path, migrated_file: Path) -> Path:
    return Path(shutil.copyfile(migrated_file, tmp_path / "games.db"))


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
        return number


@pytest.fixture
def build_bot(tmp_path: Path, file: Path, port: int, chance: KnownChance) -> Callable[[], Boneyard]:
    settings = Settings(
        _env_file=None,
        data_dir=tmp_path,
        database_url=SecretStr(f"sqlite:///{file}?timeout=0.1"),
        http_port=port,
    )
    return lambda: Boneyard(settings, pause=0, playouts=PLAYOUTS, chance=chance)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Lock the database by an endless write of another program."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def gone(file: Path) -> Iterator[None]:
    """The file is moved away, and put back."""
    elsewhere = file.with_name("elsewhere.db")
    file.rename(elsewhere)
    try:
        yield
    finally:
        elsewhere.rename(file)


@contextmanager
def full(_file: Path) -> Iterator[None]:
    """Fill the disk, as the last write finds out."""
    with pytest.MonkeyPatch.context() as patch:

        async def no_room(*_: Any) -> None:
            raise Full("no room")

        patch.setattr(Transaction, "commit", no_room)
        yield


@contextmanager
def broken(file: Path) -> Iterator[None]:
    """Refuse writes beyond the log's end (EFBIG), an I/O error."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = file.with_name(f"{file.name}-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


Fault = Callable[[Path], AbstractContextManager[None]]


@pytest.mark.parametrize("fault", [locked, full, gone, broken])
async def test_an_unsaved_move_is_refused_and_works_when_the_database_is_back(
    begun: DiscordWorld, file: Path, fault: Fault
) -> None:
    match_id = table_in(begun).id
    await look(begun, "Ada")
    button = move_buttons(begun, "Ada")[0]
    before = words_in(board_of(begun))
    with fault(file):
        answer = await begun.press("Ada", button)
        assert answer.acknowledged
        assert NOT_TAKEN in said(answer)
    assert await log_of(begun, match_id) == ()
    assert (await stored_match(begun, match_id)).revision == 0
    await begun.pass_time(10)
    await wake(begun)
    assert words_in(board_of(begun)) == before

    await begun.press("Ada", button)

    assert len(await log_of(begun, match_id)) == 1
    assert "opens with `0-0`" in words_in(board_of(begun))


async def test_a_broken_disk_is_logged_in_one_line_for_each_click(
    begun: DiscordWorld, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await look(begun, "Ada")
    button = move_buttons(begun, "Ada")[0]
    caplog.clear()
    with broken(file):
        await begun.press("Ada", button)
    warnings = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in warnings] == ["not saved: disk I/O error"]
    assert warnings[0].exc_info is None
    errors = bot_of(begun).metrics.text().decode()
    assert 'boneyard_storage_errors_total{kind="lost"} 1.0' in errors


async def test_a_move_of_unknown_outcome_is_reported_as_such(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> None:
        raise OutcomeUnknown("the connection was closed before the answer came")

    await look(begun, "Ada")
    button = move_buttons(begun, "Ada")[0]
    with monkeypatch.context() as patch:
        patch.setattr(LiveStore, "_save", lost)
        answer = said(await begun.press("Ada", button))
    assert "I can't tell whether that was saved" in answer
    assert NOT_TAKEN not in answer


@pytest.mark.parametrize("fault", [locked, full])
async def test_the_move_that_ends_the_match_is_saved_whole_or_not_at_all(
    world: DiscordWorld, file: Path, fault: Fault, chance: KnownChance
) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id
    while True:
        match = match_in(world).copy()
        [seat] = match.actors()
        button = next((b for b in move_buttons(world, name_of_seat(world, seat))), None)
        text = str(match.moves(seat)[0])
        match.play(seat, text)
        while match.outcome is None and [str(one) for one in match.moves(match.actors()[0])] == ["pass"]:
            match.play(match.actors()[0], "pass")
        if match.outcome is not None and button is not None:
            break
        await play_one(world)
    name = name_of_seat(world, seat)
    before = await log_of(world, match_id)
    if button.custom_id.startswith("b:ask:"):
        await world.press(name, button)
        button = move_buttons(world, name)[0]
    with fault(file):
        assert NOT_TAKEN in said(await world.press(name, button))
    assert await log_of(world, match_id) == before
    assert (await results_of(world, match_id))[1] == ()
    await world.pass_time(10)
    await wake(world)
    await play_to_the_end(world)
    assert len((await results_of(world, match_id))[1]) == 2
    assert everything_said(world).count("the match is over") == 1


def name_of_seat(world: DiscordWorld, seat: int) -> str:
    return table_in(world).seats[seat].name


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (locked, "I couldn't save that just now. Nothing has changed; try again in a moment."),
        (full, "There is no room left to save anything."),
        (gone, "I can't reach my storage. Nothing has changed; try again in a few minutes."),
        (broken, "I can't reach my storage. Nothing has changed; try again in a few minutes."),
    ],
)
async def test_whatever_else_cannot_be_saved_is_told_too(
    begun: DiscordWorld, file: Path, fault: Fault, told: str
) -> None:
    await begun.click("Ada", "Menu")
    pause = begun.button("Ada", "Pause")
    await begun.slash("Ada", "settings")
    with fault(file):
        for action in (
            begun.press("Ada", pause),
            begun.select("Ada", ["text"], id_prefix=f"s:{Kind.SETTING}::0:board"),
            begun.slash("Celina", "play", channel="second-table", game="block"),
        ):
            answer = await action
            assert answer.ephemeral
            assert told in said(answer)
    assert begun.messages(channel="second-table") == []
    assert "picture" in said(await begun.slash("Ada", "settings"))
    await begun.slash("Celina", "play", channel="second-table", game="block")
    assert len(begun.messages(channel="second-table")) == 1


async def test_a_computer_goes_on_when_the_database_is_back(
    world: DiscordWorld, file: Path, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, clock="none", computer="casual")
    world.moment = 0
    await look(world, "Ada")
    await world.press("Ada", move_buttons(world, "Ada")[0])
    match_id = table_in(world).id
    assert table_in(world).to_move() == table_in(world).seats[1]
    with locked(file):
        await world.pass_time(3)
    assert len(await log_of(world, match_id)) == 1
    await world.pass_time(10)
    assert len(await log_of(world, match_id)) >= 2


async def ready(port: int) -> tuple[int, dict[str, Any]]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/readyz") as page:
        return page.status, await page.json()


@pytest.mark.parametrize("fault", [locked, full, gone, broken])
async def test_readyz_is_red_while_nothing_can_be_saved_and_green_again_after(
    begun: DiscordWorld, file: Path, port: int, fault: Fault
) -> None:
    assert await ready(port) == (200, {"ready": True, "shards": "ok", "database": "ok", "discord": "ok"})
    await look(begun, "Ada")
    with fault(file):
        assert NOT_TAKEN in said(await begun.press("Ada", move_buttons(begun, "Ada")[0]))
        status, page = await ready(port)
        assert status == 503
        assert page["database"] != "ok"
        assert str(file) not in str(page)
    await begun.pass_time(2)  # an answer is remembered for a second
    assert (await ready(port))[0] == 200


async def test_readyz_and_metrics_are_red_while_the_socket_of_a_shard_is_closed(begun: DiscordWorld, port: int) -> None:
    bot = bot_of(begun)
    ready_line, held_line = 'boneyard_shard_ready{shard="0"} 1.0', 'boneyard_shard_held{shard="0"} 1.0'
    assert (await ready(port))[0] == 200
    assert {ready_line, held_line, "boneyard_shards 1.0"} <= set(bot.metrics.text().decode().splitlines())
    await begun.pass_time(2)  # an answer is remembered for a second
    bot.shards[0]._parent.ws.open = False  # type: ignore[misc]  # as simcord keeps it
    status, page = await ready(port)
    assert (status, page["discord"]) == (503, "shard 0: the connection is closed")
    assert bot.is_ready()
    lines = bot.metrics.text().decode().splitlines()
    assert ready_line.replace("1.0", "0.0") in lines
    assert 'boneyard_shard_connected{shard="0"} 0.0' in lines
    assert held_line in lines
    bot.shards[0]._parent.ws.open = True  # type: ignore[misc]
    await begun.pass_time(2)
    assert (await ready(port))[0] == 200


async def test_a_table_that_cannot_be_read_is_told_of_and_read_later(begun: DiscordWorld, file: Path) -> None:
    button = begun.button("Ada", id_prefix="b:menu")
    await begun.restart()
    table = await tables_of(begun).in_channel(begun.channel.id)
    assert table is not None
    tables_of(begun)._store.invalidate(table.id)  # as when another process has changed it
    with pytest.MonkeyPatch.context() as patch:

        async def no_room(*_: Any) -> None:
            raise Full("no room")

        patch.setattr(matches, "load", no_room)
        answer = await begun.press("Ada", button)
        assert "Nothing has changed" in said(answer)
    await begun.press("Ada", button)
    assert "Leave" in begun.labels("Ada")
    assert tables_of(begun).cached_in(begun.channel.id) is not None


async def test_tables_that_cannot_be_read_at_the_start_are_read_later(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[bool] = []
    start = Tables.start

    async def busy_at_first(tables: Tables) -> None:
        tries.append(True)
        if len(tries) == 1:
            raise Busy("somebody else holds the database")
        await start(tables)

    monkeypatch.setattr(Tables, "start", busy_at_first)
    await world.restart()
    assert len(tries) == 1
    await world.pass_time(11)
    assert len(tries) == 2
