import base64
import io
import json
import logging
import os
import shutil
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from multiprocessing import synchronize
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route
from pydantic import SecretStr
from sqlalchemy import text

from bot.__main__ import main
from bot.app import Boneyard
from bot.permissions import INVITED, NEEDED, PERMISSIONS, Asked, BotPermission, permissions_of
from bot.settings import Settings
from bot.shards import StoodDown
from bot.tools import doctor
from bot.tools.doctor import Account, AskDiscord, CheckVerdict, Finding, ask_discord, examine, looks_like_token, show
from storage import ledger, matches, migrations
from storage.database import Database
from tests.storage.samples import MATCH, spoil

pytestmark = pytest.mark.thorough

TOKEN = (
    base64.urlsafe_b64encode(b"100000000000000000").decode().rstrip("=")
    + ".GabcDE.abcdefghijklmnopqrstuvwxyz0123456789AB"
)
SERVERS = 450
FACES = frozenset(f"tile_{number}" for number in range(28))


ROOM = SimpleNamespace(total=10**12, free=10**12)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: ROOM)
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "boneyard-1.db").write_text("copied")
    return Settings.load(None).model_copy(
        update={"data_dir": tmp_path / "data", "backup_dir": tmp_path / "backups", "discord_token": SecretStr(TOKEN)}
    )


def answering(account: Account | Exception) -> AskDiscord:
    async def ask(token: str) -> Account:
        assert token == TOKEN
        if isinstance(account, Exception):
            raise account
        return account

    return ask


def steps() -> list[str]:
    """Return the steps of the schema, the newest first."""
    return list(reversed(migrations.STEPS))


WELL = answering(Account("Boneyard", 1, FACES, [("Club", permissions_of(*Asked))]))


async def found(settings: Settings, subject: str, ask: AskDiscord = WELL) -> Finding:
    (finding,) = [finding for finding in await examine(settings, ask) if finding.subject == subject]
    return finding


async def test_an_env_that_all_can_read_is_noted(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").touch(0o640)
    assert "Settings" not in {finding.subject for finding in await examine(settings, WELL)}
    (tmp_path / ".env").chmod(0o644)
    noted = await found(settings, "Settings")
    assert (noted.verdict, noted.found) == (CheckVerdict.NOTE, "all users of this machine can read .env")


async def test_all_is_well_with_a_good_token_and_a_writable_folder(settings: Settings) -> None:
    out = io.StringIO()
    published = dict.fromkeys(("support_url", "privacy_url", "terms_url"), "https://example.org/")
    findings = await examine(settings.model_copy(update={"operator_name": "Ada", **published}), WELL)
    assert [finding for finding in findings if finding.verdict is not CheckVerdict.OK] == []
    assert show(findings, out) == 0
    assert out.getvalue().endswith("All checks passed.\n")


async def test_without_a_token_it_says_how_to_get_one_and_that_is_no_fault(settings: Settings) -> None:
    finding = await found(settings.model_copy(update={"discord_token": None}), "Token")
    assert finding.verdict is CheckVerdict.NOTE
    assert "https://discord.com/developers/applications" in finding.advice


async def test_without_a_token_and_without_the_playground_it_is_a_fault(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda _: None)
    finding = await found(settings.model_copy(update={"discord_token": None}), "Token")
    assert (finding.verdict, finding.found) == (CheckVerdict.FAULT, "not set, and the playground is not installed")


async def test_a_misspelled_setting_is_a_fault(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKN", TOKEN)
    finding = await found(settings, "Settings")
    assert finding.verdict is CheckVerdict.FAULT
    assert finding.found == "DISCORD_TOKN is not a setting and is ignored: do you mean DISCORD_TOKEN?"


@pytest.mark.parametrize("token", ["abc", "a.b", "not.a.token", "MTIz.x y.z", TOKEN + ".more", "é.b.c"])
async def test_a_token_of_another_form_is_a_fault_and_discord_is_not_asked(settings: Settings, token: str) -> None:
    findings = await examine(settings.model_copy(update={"discord_token": SecretStr(token)}), WELL)
    assert findings[-1].subject == "Token"
    assert findings[-1].verdict is CheckVerdict.FAULT
    assert not looks_like_token(token)


async def test_the_token_is_never_shown(settings: Settings) -> None:
    for token in (TOKEN, "half.a-token"):
        out = io.StringIO()
        settings = settings.model_copy(update={"discord_token": SecretStr(token)})
        ask = answering(discord.LoginFailure(f"bad {token}")) if token == TOKEN else WELL
        assert show(await examine(settings, ask), out) == 1
        assert token not in out.getvalue()


SAME: tuple[tuple[dict[str, str], int, int, str], ...] = (
    ({"DATABASE_URL": "sqlite://"}, 78, 78, "DATABASE_URL must begin with sqlite:/// and a file"),
    ({"SENTRY_DSN": "https://key@host"}, 78, 78, "SENTRY_DSN must be a project's address"),
    ({"DATABASE_URL": "sqlite:///FOLDER/file/x/boneyard.db"}, 1, 78, "the folder FOLDER/file/x cannot be created"),
    ({"DATA_DIR": "FOLDER/file/x"}, 1, 78, "the folder FOLDER/file/x cannot be created"),
    ({"DATABASE_URL": "postgresql://me@127.0.0.1:9/none"}, 1, 0, "no server listens at this host and port"),
    ({"DATABASE_URL": "postgresql://me@none.invalid/none"}, 1, 0, "there is no host of this name"),
    ({"BACKUP_DIR": "FOLDER/file/x"}, 1, 0, "BACKUP_DIR FOLDER/file/x cannot be created"),
    ({"BACKUP_DIR": "FOLDER/old"}, 1, 0, "the newest backup is 37 hours old"),
    ({"DATA_DIR": "FOLDER/full"}, 1, 0, "only 499 of 1000 MB are free on the disk of FOLDER/full"),
    ({"HTTP_PORT": "PORT"}, 1, 0, "cannot be opened at 127.0.0.1:PORT: "),
    ({}, 1, 0, ""),
)
"""Settings, the exit codes of doctor (the token is wrong in each) and of the bot, and a sentence of both."""


@pytest.mark.parametrize(("variables", "code", "bot_code", "sentence"), SAME)
def test_doctor_says_what_the_bot_says_when_it_starts(
    variables: dict[str, str],
    code: int,
    bot_code: int,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def set_up(bot: Boneyard, _token: str) -> None:
        await bot.setup_hook()

    async def stop(of: object) -> None:
        if of:  # aiohttp sleeps for no time
            raise StoodDown

    async def processes() -> Finding:
        return Finding(CheckVerdict.OK, "Processes", "not tried")

    (tmp_path / "file").touch()
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "boneyard-1.db").write_text("copied")
    os.utime(tmp_path / "old" / "boneyard-1.db", (time.time() - 37 * 3600,) * 2)
    full = SimpleNamespace(total=10**9, free=499 * 10**6)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full if "FOLDER/full" in variables.values() else ROOM)
    monkeypatch.setattr(Boneyard, "login", set_up)
    monkeypatch.setattr(Boneyard, "_register_commands", stop)
    monkeypatch.setattr("bot.running.asyncio.sleep", stop)
    monkeypatch.setattr("bot.operating.logs.set_up", lambda _: None)
    monkeypatch.setattr(logging.getLogger(), "handlers", [caplog.handler])
    monkeypatch.setattr(doctor, "_processes", processes)
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        places = {"FOLDER": str(tmp_path), "PORT": str(taken.getsockname()[1])}
        usual = {"DISCORD_TOKEN": "a.b.c", "DATA_DIR": "FOLDER", "SHARD_COUNT": "1", "COMPUTER_PROCESSES": "1"}
        for place, real in places.items():
            sentence = sentence.replace(place, real)
        for name, value in (usual | variables).items():
            monkeypatch.setenv(name, value.replace("FOLDER", places["FOLDER"]).replace("PORT", places["PORT"]))
        assert main(["doctor"]) == code
        told = capsys.readouterr()
        assert main(["run"]) == bot_code
        said = capsys.readouterr()
    assert sentence in told.out + told.err
    warned = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert sentence in "\n".join(warned) + said.err
    assert bool(sentence) == bool(warned or said.err)


async def test_a_system_without_processes_for_the_computers_gets_a_note(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(synchronize.SemLock, "__init__", refused)
    finding = await found(settings, "Processes")
    assert finding.verdict is CheckVerdict.NOTE
    assert "--shm-size" in finding.advice


async def test_a_missing_font_is_a_fault(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "FONT_FILES", (tmp_path / "gone.otf",))
    assert (await found(settings, "Fonts")).found == "gone.otf is missing or damaged"


async def test_a_database_that_does_not_answer_is_a_fault_without_its_password(settings: Settings) -> None:
    nowhere = settings.model_copy(update={"database_url": SecretStr("postgresql://bones:p4ss@127.0.0.1:9/none")})
    finding = await found(nowhere, "Database")
    assert finding.verdict is CheckVerdict.FAULT
    assert "p4ss" not in finding.found + finding.advice


async def test_a_ledger_from_which_something_is_missing_is_a_fault(settings: Settings) -> None:
    settings.data_dir.mkdir()
    database = await Database.open(settings.database)
    async with database.write() as tx:
        await matches.add(tx, MATCH, ())
        await ledger.sit_down(tx, MATCH.guild_id, [1, 2], 0.0)
        payments = [ledger.Payment(number, 1, 1, 2, 10, "opening", 0.0) for number in (1, 2)]
        await ledger.pay(tx, MATCH.guild_id, MATCH.id, payments)
    await database.close()
    assert (await found(settings, "Chip ledger")).verdict is CheckVerdict.OK
    database = await Database.open(settings.database)
    async with database.write() as tx:
        await tx.execute(text("DELETE FROM chip_payments WHERE number = 1"))
    await database.close()
    finding = await found(settings, "Chip ledger")
    assert (finding.verdict, finding.found) == (CheckVerdict.FAULT, "payments are missing in 1 matches")


async def test_a_damaged_database_is_a_fault_and_a_backup_is_called_for(settings: Settings) -> None:
    settings.data_dir.mkdir()
    await (await Database.open(settings.database)).close()
    spoil(settings.data_dir / "boneyard.db", "ix_match_log_guild_id")
    finding = await found(settings, "Database")
    assert finding.verdict is CheckVerdict.FAULT
    assert "damaged" in finding.found
    assert "backup" in finding.advice


async def test_nothing_is_made_where_nothing_is(settings: Settings) -> None:
    finding = await found(settings, "Database")
    assert (finding.verdict, finding.found) == (
        CheckVerdict.OK,
        "SQLite: does not exist yet; the first start creates it",
    )
    assert not settings.data_dir.exists()


@pytest.fixture
async def aged(settings: Settings) -> AsyncIterator[Callable[[str], None]]:
    """Yield a function that changes the database's last step."""
    settings.data_dir.mkdir()
    await (await Database.open(settings.database)).close()

    def mark(revision: str) -> None:
        with closing(sqlite3.connect(settings.data_dir / "boneyard.db", isolation_level=None)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))

    yield mark
    with closing(sqlite3.connect(settings.data_dir / "boneyard.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() != (steps()[0],), "migrated"


async def test_an_older_schema_is_told_and_left_as_it_is(settings: Settings, aged: Callable[[str], None]) -> None:
    aged("r0009")
    finding = await found(settings, "Database")
    assert (finding.verdict, finding.found) == (CheckVerdict.NOTE, "SQLite has an older schema (r0009)")
    assert "backup" in finding.advice


@pytest.mark.parametrize(
    ("revision", "problem", "advice"),
    [
        ("r0010", "from before 0.2.0", "Install 0.2.0 and start it once, then install this version."),
        ("9999", "of a newer version", "Install the version that made it, or restore a backup made by 0.2.0."),
    ],
)
async def test_a_schema_of_another_version_is_a_fault_with_what_to_do(
    settings: Settings, aged: Callable[[str], None], revision: str, problem: str, advice: str
) -> None:
    aged(revision)
    finding = await found(settings, "Database")
    assert (finding.verdict, finding.advice) == (CheckVerdict.FAULT, advice)
    assert f"has the schema {revision}" in finding.found
    assert problem in finding.found


async def test_of_many_servers_only_the_faulty_ones_are_named(settings: Settings) -> None:
    servers = [("Club", NEEDED)] * 300 + [("Club", discord.Permissions.none())]
    findings = await examine(settings, answering(Account("Boneyard", 1, FACES, servers)))
    told = [finding.found for finding in findings if finding.subject.startswith("Server")]
    assert len(told) == 2
    assert told[0].startswith("Club: ")
    assert told[1] == "all permissions are granted in 300 of 301"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (discord.LoginFailure("Improper token has been passed."), "the token is refused"),
        (aiohttp.ClientConnectionError("no route"), "not reachable (ClientConnectionError)"),
        (TimeoutError(), "not reachable (TimeoutError)"),
    ],
)
async def test_discord_s_silence_and_refusal_are_told_apart(settings: Settings, error: Exception, words: str) -> None:
    finding = await found(settings, "Discord", answering(error))
    assert (finding.verdict, finding.found) == (CheckVerdict.FAULT, words)


async def test_missing_emojis_are_a_note(settings: Settings) -> None:
    finding = await found(
        settings, "Tile faces", answering(Account("Boneyard", 1, frozenset({"tile_6_6"}), [("Club", NEEDED)]))
    )
    assert (finding.verdict, finding.found) == (CheckVerdict.NOTE, "1 of 28 emojis are uploaded")


async def test_a_missing_permission_is_named_with_its_server(settings: Settings) -> None:
    allowed = discord.Permissions(NEEDED.value)
    allowed.update(attach_files=False, embed_links=False)
    finding = await found(settings, "Server", answering(Account("Boneyard", 1, FACES, [("Club", allowed)])))
    assert (finding.verdict, finding.found) == (CheckVerdict.FAULT, "Club: Embed Links, Attach Files missing")
    assert "Attach Files: pictures, and files of matches and leagues" in finding.advice


@pytest.mark.parametrize("one", PERMISSIONS, ids=lambda one: str(one.key))
async def test_each_permission_that_is_missing_is_told_with_its_use(settings: Settings, one: BotPermission) -> None:
    allowed = discord.Permissions(**{other.key: True for other in PERMISSIONS if other is not one})
    findings = await examine(settings, answering(Account("Boneyard", 1, FACES, [("Club", allowed)])))
    [told] = [finding for finding in findings if f"{one.title}" in finding.found]
    needed = one.asked is Asked.NEEDED
    assert told.verdict is (CheckVerdict.FAULT if needed else CheckVerdict.NOTE)
    assert one.use in told.advice


async def test_an_administrator_needs_no_other_permission(settings: Settings) -> None:
    account = Account("Boneyard", 1, FACES, [("Club", discord.Permissions(administrator=True))])
    assert (await found(settings, "Servers", answering(account))).verdict is CheckVerdict.OK


async def test_a_bot_in_no_server_gets_its_invitation(settings: Settings) -> None:
    finding = await found(settings, "Servers", answering(Account("Boneyard", 4711, FACES, [])))
    assert finding.verdict is CheckVerdict.NOTE
    assert "client_id=4711" in finding.advice
    assert f"permissions={INVITED.value}" in finding.advice


@pytest.fixture
async def rest_api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """Yield a stand-in for Discord's REST API."""
    me = {"id": "7", "username": "Boneyard", "discriminator": "0", "avatar": None, "bot": True}
    emoji = {"id": "9", "name": "tile_6_6_v1", "user": me, "roles": [], "animated": False, "managed": False}
    application = {"id": "11", "name": "Boneyard", "description": "", "icon": None, "owner": me, "flags": 0}
    application |= {"bot_public": True, "bot_require_code_grant": False, "verify_key": ""}
    pages: dict[str, Any] = {
        "/users/@me": me,
        "/oauth2/applications/@me": application,
        "/applications/11/emojis": {"items": [emoji]},
        "/users/@me/guilds": [
            {"id": str(number), "name": "Club", "permissions": str(NEEDED.value)} for number in range(13, 13 + SERVERS)
        ],
    }

    async def answer(request: web.Request) -> web.Response:
        if request.headers["Authorization"] != f"Bot {TOKEN}":
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        # discord.py reads JSON only under this very name, without a charset.
        page = pages[request.path]
        if "after" in request.query:
            page = [one for one in page if int(one["id"]) > int(request.query["after"])]
        if "limit" in request.query:
            page = page[: int(request.query["limit"])]
        body = json.dumps(page).encode()
        return web.Response(body=body, headers={"Content-Type": "application/json"})

    app = web.Application()
    app.router.add_get("/{tail:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    monkeypatch.setattr(Route, "BASE", address)
    yield address
    await runner.cleanup()


@pytest.mark.usefixtures("rest_api")
async def test_it_reads_name_emojis_and_permissions_in_all_servers_page_by_page() -> None:
    servers = [("Club", NEEDED)] * SERVERS
    assert await ask_discord(TOKEN) == Account("Boneyard", 11, frozenset({"tile_6_6_v1"}), servers)


@pytest.mark.usefixtures("rest_api")
async def test_a_token_that_discord_does_not_know_fails_to_log_in() -> None:
    with pytest.raises(discord.LoginFailure):
        await ask_discord(TOKEN[:-1] + "x")


async def test_what_discord_wants_for_its_directory_is_a_note_until_it_is_there(settings: Settings) -> None:
    finding = await found(settings, "Directory")
    assert finding.verdict is CheckVerdict.NOTE
    assert finding.found == "OPERATOR_NAME, SUPPORT_URL, PRIVACY_URL, TERMS_URL missing"
    assert "python -m bot legal" in finding.advice
