"""The command line, in this process and its own."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from pydantic import SecretStr

import games
from bot import running
from bot.__main__ import _playground, main
from bot.app import Boneyard
from bot.locales import words
from bot.messages.help import help_message
from bot.messages.parts.reader import Reader
from bot.metrics import Metrics
from bot.settings import Settings
from bot.tools.reports import lines
from bot.version import VERSION
from games.verifying import stated_of
from storage import reports
from storage.database import Database
from storage.reports import Report
from tests.games.finished import finished

DEAL = "6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-4 5-3 5-2 5-1 5-0 4-4 4-3 4-2 4-1 4-0 3-3 3-2 3-1 3-0 2-2 2-1 2-0 1-1 1-0 0-0"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = games.new_match("five_to_fourteen", seats=2, seed="told", deals=[DEAL], lots=[0])
    for seat, move in [(0, "6-6"), (1, "6-1@left"), (0, "6-5@right"), (1, "5-5@right"), (0, "draw")]:
        match.play(seat, move)
    file = tmp_path / "match.txt"
    file.write_text(match.record().text(), encoding="utf-8")
    return file


def test_a_record_is_told_in_words_with_the_tiles_dealt_and_drawn(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:3] == ["Five to Fourteen", "  1. A", "  2. B"]
    assert "  A: 6-2 6-3 6-4 6-5 6-6" in told
    assert "  B: 5-3 5-4 5-5 6-0 6-1" in told
    assert told[-4:-1] == ["B plays 6-1 at A.", "A plays 6-5 at B.", "B plays 5-5 at B."]
    assert told[-1] == "A draws 5-2."


def test_a_record_with_names_is_told_with_them(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    title, rest = record.read_text(encoding="utf-8").split("\n", 1)
    record.write_text(f"{title}\n# 0: Ada\n# 1: Bo\x1b[2Jrys\n{rest}", encoding="utf-8")
    assert main(["replay", str(record)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[1:3] == ["  1. Ada", "  2. Bo[2Jrys"]
    assert told[-1] == "Ada draws 5-2."


def test_a_record_is_told_in_other_languages(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--language", "pl"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "A dobiera: 5-2."


@pytest.mark.parametrize(
    "text", ["", "no record", 'Boneyard record 1\ngame: whist\nseats: 2\noptions: {}\nseed: "s"\n']
)
def test_what_is_no_record_is_refused_with_the_reason(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "other.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["replay", str(file)]) == 1
    assert "other.txt" in capsys.readouterr().err


def test_the_version_is_told_in_every_place(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"Boneyard {VERSION}\n"
    assert f'boneyard_build_info{{version="{VERSION}"}} 1.0' in Metrics().text().decode()
    embed = help_message(Reader(words("en")), {}).embed
    assert embed is not None
    assert (embed.footer.text or "").endswith(f"Boneyard {VERSION}")


@pytest.fixture
def finished_record(tmp_path: Path) -> Path:
    match = finished("block")
    file = tmp_path / "finished.txt"
    file.write_text(match.record().text((), stated_of(match)), encoding="utf-8")
    return file


def test_a_sound_record_is_verified_and_a_changed_one_is_not(
    finished_record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fingerprint = sha256(b"a seed").hexdigest()
    assert main(["verify", str(finished_record), "--fingerprint", fingerprint[:16]]) == 0
    told = capsys.readouterr().out
    assert "Everything checks out." in told
    assert f"The SHA-256 of the seed is {fingerprint}." in told
    assert "Deal 1, seat 0: " in told
    assert main(["verify", str(finished_record), "--fingerprint", "0123456789abcdef"]) == 1
    assert "which does not begin with 0123456789abcdef" in capsys.readouterr().out
    finished_record.write_text(finished_record.read_text().replace("a seed", "a reed"))
    assert main(["verify", str(finished_record), "--language", "pl"]) == 1
    assert f"Odcisk: zapis podaje {fingerprint}" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "no record"])
def test_what_is_no_record_is_not_verified(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "other.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert "other.txt" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n0 ", "\n0 {}"),
        ("\n0 ", "\n{} "),
        ("game: block", "game: {}"),
        ("seats: 2", "seats: {}"),
        ("options: {}", 'options: {{"{}": 1}}'),
        ("seats: 2", "{}"),
        ("seats: 2", "seats: 2\ndeal: {}"),
        ("seats: 2", "seats: 2\nlot: {}"),
        ("moves: ", "moves: {}"),
        ("scores: ", "scores: {}"),
    ],
)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_long_text_in_a_bad_record_is_shortened_in_the_error(
    finished_record: Path, capsys: pytest.CaptureFixture[str], command: str, old: str, new: str
) -> None:
    text = finished_record.read_text(encoding="utf-8")
    assert old in text
    finished_record.write_text(text.replace(old, new.format("x" * 1_000_000), 1), encoding="utf-8")
    main([command, str(finished_record)])
    told = capsys.readouterr()
    assert "x" * 100 not in told.out + told.err
    if command == "verify":
        assert "xxx" in told.out + told.err
        assert "…" in told.out + told.err


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "nothing")]) == 1
    assert "nothing" in capsys.readouterr().err


def test_a_wrong_setting_ends_with_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DEFAULT_LOCALE", "klingon")
    assert main(["doctor"]) == 78
    assert "DEFAULT_LOCALE" in capsys.readouterr().err
    monkeypatch.setenv("LOG_FORMAT", "json")
    assert main(["run"]) == 78
    line = json.loads(capsys.readouterr().err)
    assert line["level"] == "ERROR"
    assert "DEFAULT_LOCALE must be one of" in line["message"]


@pytest.mark.parametrize("command", ["run", "doctor"])
def test_a_file_env_that_cannot_be_read_ends_in_a_sentence(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(tmp_path)
    Path(".env").write_bytes(b"OPERATOR_NAME=\xff\n")
    assert main([command]) == 78
    assert ".env cannot be read: it is not text. The user who" in capsys.readouterr().err
    monkeypatch.setattr("bot.settings.dotenv_values", refuse)
    assert main([command]) == 78
    assert ".env cannot be read: Permission denied. The user who" in capsys.readouterr().err


def test_a_run_without_a_token_helps_and_names_a_misspelled_setting(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKN=secret\n")
    done = _program("run", folder=tmp_path)
    _, errors = done.communicate(timeout=60)
    assert done.returncode == 78
    assert "docker run -e DISCORD_TOKEN=" in errors
    assert "DISCORD_TOKN is not a setting and is ignored: do you mean DISCORD_TOKEN?" in errors
    assert "secret" not in errors


def test_the_image_without_a_token_explains_without_a_playground(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "playground", None)
    assert _playground(Settings(_env_file=None), 8117) == 78
    assert "no playground in this image" in caplog.text
    assert "docker run -e DISCORD_TOKEN=" in caplog.text


def test_sigterm_closes_the_playground_in_good_order(tmp_path: Path) -> None:
    running = _program("playground", "--port", "8117", folder=tmp_path)
    assert running.stdout is not None
    for line in running.stdout:
        if "There is no DISCORD_TOKEN" in line:
            break
    running.send_signal(signal.SIGTERM)
    rest, errors = running.communicate(timeout=60)
    assert running.returncode == 0, errors
    assert "The playground is closed." in rest
    assert "Traceback" not in errors
    assert "voice" not in errors, "discord.py misses libraries that a bot without voice does not need"


def _program(*words: str, folder: Path) -> subprocess.Popen[str]:
    root = Path(__file__).parents[2]
    settings = {"DISCORD_TOKEN": "", "DATA_DIR": str(folder), "PYTHONPATH": str(root)}
    return subprocess.Popen(  # noqa: S603  # our own program
        [sys.executable, "-m", "bot", *words],
        cwd=folder,
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


BUSY_AT_THE_END = """
import asyncio, sys, time
from multiprocessing import active_children
from bot import __main__, running
from bot.tables.processes import Processes

async def run(_settings):
    thinking = asyncio.ensure_future(Processes(2).run(time.sleep, 1000))
    while not active_children():
        await asyncio.sleep(0)
    thinking.cancel()
    return 0

running.run = run
code = __main__.main(["run"])
print(code, [child.is_alive() for child in active_children()])
"""


def test_a_program_ends_although_a_process_still_thinks(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", BUSY_AT_THE_END],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    assert done.stdout == "0 []\n"


def test_a_process_that_thinks_loads_no_bot_with_the_command_line() -> None:
    script = "import sys, bot.__main__; print(*{'discord', 'sqlalchemy', 'games', 'bot.app'} & sys.modules.keys())"
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", script], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True
    )
    assert done.stdout == "\n"


@pytest.mark.parametrize("place", ["discord.http.HTTPClient.static_login", "bot.app.Boneyard._hold_shards"])
async def test_sigterm_while_the_bot_is_set_up_ends_it_in_order(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = asyncio.Event()

    async def hang(*_: object) -> None:
        reached.set()
        await asyncio.Event().wait()

    async def login(bot: Boneyard, _token: str) -> None:
        await bot.setup_hook()

    if "_hold_shards" in place:
        monkeypatch.setattr(Boneyard, "login", login)
    monkeypatch.setattr(place, hang)
    settings = Settings(_env_file=None, data_dir=tmp_path, discord_token=SecretStr("a.b.c"))
    task = asyncio.create_task(running.run(settings))
    await asyncio.wait_for(reached.wait(), 30)
    os.kill(os.getpid(), signal.SIGTERM)
    assert await asyncio.wait_for(task, 30) == 0


@pytest.mark.parametrize(
    ("file", "allowed", "line"),
    [
        ("file/data/boneyard.db", os.F_OK, "the folder {0}/file/data cannot be created"),
        ("boneyard.db", os.F_OK, "{0} is not writable by user "),
        ("boneyard.db", os.W_OK | os.X_OK, "{0}/boneyard.db is not readable and writable by user "),
    ],
)
def test_a_database_that_this_user_may_not_use_needs_a_person_and_a_line(
    file: str,
    allowed: int,
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "boneyard.db").touch()

    async def login(bot: Boneyard, _token: str) -> None:
        await bot.setup_hook()

    monkeypatch.setattr(Boneyard, "login", login)
    monkeypatch.setattr("storage.engines.os.access", lambda _path, rights: rights & allowed == rights)
    address = SecretStr(f"sqlite:///{tmp_path}/{file}")
    settings = Settings(
        _env_file=None, database_url=address, computer_processes=1, discord_token=SecretStr("a.b.c"), shard_count=1
    )
    assert asyncio.run(running.run(settings)) == 78
    assert f"cannot be opened: {line.format(tmp_path)}" in caplog.text
    assert "Traceback" not in caplog.text


def test_a_deal_of_a_day_is_worked_out_from_the_seed_of_its_month(capsys: pytest.CaptureFixture[str]) -> None:
    vectors = json.loads(Path("docs/shuffle-vectors.json").read_text(encoding="utf-8"))["dailies"]
    assert main(["daily", vectors[0]["month_seed"], "pyramid", vectors[0]["day"]]) == 0
    told = capsys.readouterr().out
    number = int(told.split("number: ")[1].split()[0])
    assert f"fingerprint of the month: {vectors[0]['fingerprint']}\n" in told
    assert vectors[number]["seed"] in told


@pytest.fixture
def reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Store two reports of the first days of 1970."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    first = Report(0, 1, 10, "A\x1bda", "m", "block", 3, "1 (strong) plays 6-4.", "odd", at=0.0)

    async def report() -> None:
        database = await Database.open(Settings.load().database)
        async with database.write() as tx:
            await reports.add(tx, first)
            await reports.add(tx, replace(first, match_id="", text="the bot", at=86_400.0))
        await database.close()

    asyncio.run(report())


def test_reports_in_a_folder_without_the_database_make_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    assert main(["reports"]) == 1
    assert "there is none where DATABASE_URL or DATA_DIR says" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("reported")
def test_reports_are_listed_newest_first_and_marked_as_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reports"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "#2 · 1970-01-02 00:00:00+00:00 · Ada (10, server 1)",
        "    “the bot”",
    ]
    assert main(["reports", "--done", "2"]) == 0
    assert main(["reports", "--done", "2"]) == 1
    capsys.readouterr()
    assert main(["reports", "--json"]) == 0
    [left] = json.loads(capsys.readouterr().out)
    assert (left["id"], left["match_id"], left["revision"], left["shown"]) == (1, "m", 3, "1 (strong) plays 6-4.")
    assert main(["reports", "--all", "--since", "1970-01-02"]) == 0
    [line, *_] = capsys.readouterr().out.splitlines()
    assert line.startswith("#2")
    assert line.endswith("done")


def test_nothing_in_a_report_turns_its_line_or_steers_the_terminal() -> None:
    plain = Report(1, 1, 10, "Ada", "m", "block", 3, "Ada plays 6-4.\nBorys passes.", "odd", at=0.0)
    turned = replace(plain, name="\u202eAda", text="odd\x1b", shown="Ada\u202e plays 6-4.\n\u2067Borys passes.")
    assert list(lines([turned])) == list(lines([plain]))


@pytest.mark.usefixtures("reported")
def test_more_reports_than_a_page_holds_stand_on_several(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tools.reports.ON_PAGE", 1)
    assert main(["reports", "--page", "2"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("#1 ")
    assert "page 2 of 2" in told.err
