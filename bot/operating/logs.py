"""Logs on standard error without secrets, as text or JSON.

Secrets are removed from the finished line, so their origin does not matter. Messages of libraries below INFO are
never logged. They contain secrets without a recognisable form: parameters of SQL, bodies of requests and events.
"""

import json
import logging
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, TextIO
from urllib.parse import urlsplit

import aiohttp
import discord

from bot.settings import LogFormat, Settings

REMOVED = "[removed]"

# Any Discord token: three base64 parts, the first of which is a user id.
_TOKEN = re.compile(r"(?<![\w-])[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}(?![\w-])")
# The tokens of interactions and webhooks are part of the addresses that discord.py logs.
_ADDRESS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[A-Za-z0-9_.=-]{16,}")

_OWN_PACKAGES = frozenset({"bot", "games", "storage", "playground", "__main__"})
# SQLAlchemy logs statements and rows at INFO.
_LIBRARY_LEVELS = {"sqlalchemy": logging.WARNING}

# The attributes of every LogRecord; all others come from `extra=` and are shown in JSON.
_STANDARD_FIELDS = frozenset(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "taskName"}


class Redactor:
    """A filter that removes secrets and Discord tokens from text."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = sorted({secret for secret in secrets if secret}, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, REMOVED)
        return _ADDRESS.sub(rf"\g<1>{REMOVED}", _TOKEN.sub(REMOVED, text))


def may_be_logged(record: logging.LogRecord) -> bool:
    """Return True if a library's record cannot contain secrets."""
    package = record.name.partition(".")[0]
    return package in _OWN_PACKAGES or record.levelno >= _LIBRARY_LEVELS.get(package, logging.INFO)


_LOST_CONNECTIONS = ("Attempting a reconnect", "Failed to connect for shard_id")
_CONNECTION_ERRORS = (OSError, aiohttp.ClientError, discord.DiscordException)


def shorten_lost_connection(record: logging.LogRecord) -> bool:
    """Turn the traceback of a lost connection into one warning. discord.py reconnects by itself."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, _CONNECTION_ERRORS) and str(record.msg).startswith(_LOST_CONNECTIONS):
        record.msg, record.args = f"{record.getMessage()} ({str(error) or type(error).__name__})", ()
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.exc_info = record.exc_text = None
    return True


class TextFormatter(logging.Formatter):
    """Lines such as `2026-01-31 12:00:00 INFO  bot.app: message`, with tracebacks."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{")
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        return self._redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object per line: message, time (UTC), exception, `extra=` values."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update(
            (key, value) for key, value in vars(record).items() if key not in _STANDARD_FIELDS and key not in line
        )
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            line["stack"] = record.stack_info
        return self._redact(json.dumps(line, ensure_ascii=False, default=str))


def secrets_of(settings: Settings) -> list[str]:
    """Return the token and the database's password."""
    password = urlsplit(settings.database).password
    dsn = settings.sentry_dsn.get_secret_value() if settings.sentry_dsn else None
    return [secret for secret in (settings.token, password, dsn) if secret]


def set_up(settings: Settings, stream: TextIO | None = None) -> None:
    """Configure all logging from the settings. The default stream is standard error."""
    redact = Redactor(secrets_of(settings))
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter(redact) if settings.log_format is LogFormat.JSON else TextFormatter(redact))
    handler.addFilter(may_be_logged)
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(settings.log_level.value)
    logging.captureWarnings(capture=True)
    for name in ("discord.shard", "discord.client"):
        logging.getLogger(name).addFilter(shorten_lost_connection)
    # These log every connection and request, which is only useful at DEBUG.
    if settings.log_level.value != "DEBUG":
        for name in ("discord.gateway", "discord.client", "aiohttp.access", "alembic.runtime"):
            logging.getLogger(name).setLevel(logging.WARNING)
