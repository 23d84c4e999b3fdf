import io
import json
import logging
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from bot.operating.logs import REMOVED, set_up
from bot.settings import LogFormat, LogLevel, Settings

TOKEN = "not.a.token-of-the-usual-form"
REAL_FORM = "MTAwMDAwMDAwMDAwMDAwMDAwMA.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)


def logged(form: LogFormat, level: LogLevel = LogLevel.DEBUG) -> io.StringIO:
    stream = io.StringIO()
    settings = Settings.load(None).model_copy(
        update={
            "discord_token": SecretStr(TOKEN),
            "database_url": SecretStr("postgresql+asyncpg://bones:p4ssw0rd@db/bones"),
            "log_format": form,
            "log_level": level,
        }
    )
    set_up(settings, stream)
    return stream


@pytest.mark.parametrize("form", list(LogFormat))
def test_the_token_is_in_no_log_line(form: LogFormat) -> None:
    stream = logged(form)
    http = logging.getLogger("discord.http")
    http.info("Authorization: Bot %s", TOKEN)
    http.info("logging in", extra={"headers": {"Authorization": f"Bot {TOKEN}"}})
    try:
        raise ValueError(f"bad token {TOKEN}")
    except ValueError:
        logging.getLogger("bot").exception("could not log in with %r", {"token": TOKEN})
    text = stream.getvalue()
    assert TOKEN not in text
    assert text.count(REMOVED) >= 4 - (form is LogFormat.TEXT)  # text does not show `extra`
    assert "ValueError" in text


@pytest.mark.parametrize("form", list(LogFormat))
def test_foreign_tokens_and_the_database_password_are_removed(form: LogFormat) -> None:
    stream = logged(form)
    logging.getLogger("bot").warning("%s and postgresql+asyncpg://bones:p4ssw0rd@db", REAL_FORM)
    assert REAL_FORM not in stream.getvalue()
    assert "p4ssw0rd" not in stream.getvalue()


def test_the_tokens_of_interactions_are_removed_from_addresses() -> None:
    stream = logged(LogFormat.TEXT)
    secret = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA"
    logging.getLogger("discord.http").warning("PATCH /webhooks/123/%s/messages/@original has returned 200", secret)
    assert secret not in stream.getvalue()
    assert "/messages/@original has returned 200" in stream.getvalue()


def test_json_lines_carry_time_level_logger_message_exception_and_extra() -> None:
    stream = logged(LogFormat.JSON)
    try:
        raise KeyError("x")
    except KeyError:
        logging.getLogger("bot.tables").exception("match %d", 7, extra={"game": "block"})
    line = json.loads(stream.getvalue())
    assert line["level"] == "ERROR"
    assert line["logger"] == "bot.tables"
    assert line["message"] == "match 7"
    assert line["game"] == "block"
    assert "KeyError: 'x'" in line["exception"]
    assert line["time"].endswith("+00:00")


def test_lines_below_the_level_are_left_out() -> None:
    stream = logged(LogFormat.TEXT, LogLevel.WARNING)
    logging.getLogger("bot").info("quiet")
    logging.getLogger("bot").warning("loud")
    assert "quiet" not in stream.getvalue()
    assert "WARNING bot: loud" in stream.getvalue()


@pytest.mark.parametrize(
    ("library", "level"),
    [
        ("aiosqlite", logging.DEBUG),
        ("asyncpg", logging.DEBUG),
        ("discord.http", logging.DEBUG),
        ("discord.gateway", logging.DEBUG),
        ("discord.webhook.async_", logging.DEBUG),
        ("sqlalchemy.engine.Engine", logging.INFO),
        ("a.library.of.tomorrow", logging.DEBUG),
    ],
)
def test_requests_and_statements_of_libraries_are_never_logged(library: str, level: int) -> None:
    stream = logged(LogFormat.TEXT)
    logging.getLogger(library).log(level, "INSERT INTO matches (seed) VALUES (%s)", "5eed")
    logging.getLogger("bot.tables").debug("a line of ours")
    assert "5eed" not in stream.getvalue()
    assert "a line of ours" in stream.getvalue()


@pytest.mark.parametrize("form", list(LogFormat))
def test_a_lost_connection_to_discord_is_one_line_and_no_error(form: LogFormat) -> None:
    stream = logged(form, LogLevel.INFO)
    try:
        raise ConnectionResetError(104, "Connection reset by peer")
    except ConnectionResetError:
        logging.getLogger("discord.shard").exception("Attempting a reconnect for shard ID %s in %.2fs", 3, 1.5)
    [line] = stream.getvalue().splitlines()
    assert "Attempting a reconnect for shard ID 3 in 1.50s ([Errno 104] Connection reset by peer)" in line
    assert "WARNING" in line


def test_an_error_of_ours_in_a_library_keeps_its_traceback() -> None:
    stream = logged(LogFormat.TEXT)
    try:
        raise ValueError("no")
    except ValueError:
        logging.getLogger("discord.client").exception("Ignoring exception in %s", "on_ready")
    assert "Traceback" in stream.getvalue()
