"""Logging: lines for people or JSON for machines, to standard error, and never a secret in either.

Secrets are removed from the finished line, so it does not matter whether they came in a message, its arguments, an
exception's text or a traceback, nor which library logged them. What libraries tell below INFO is never logged, for it
is made of secrets that have no form of their own: SQL with its parameters, requests and events with their bodies.
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

# A Discord token, even one that is not ours: three base64 parts, the first of them a user id.
_TOKEN = re.compile(r"(?<![\w-])[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}(?![\w-])")
# The tokens of interactions and webhooks stand in the addresses that discord.py logs.
_ADDRESS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[A-Za-z0-9_.=-]{16,}")

_OWN_PACKAGES = frozenset({"bot", "games", "storage", "playground", "__main__"})
# SQLAlchemy logs statements and rows at INFO.
_LIBRARY_LEVELS = {"sqlalchemy": logging.WARNING}

# What every LogRecord has; anything else was given by `extra=` and is shown in JSON.
_STANDARD_FIELDS = frozenset(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "taskName"}


class Redactor:
    """Takes secrets out of finished text: those it was given, and anything of the form of a Discord token."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = sorted({secret for secret in secrets if secret}, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, REMOVED)
        return _ADDRESS.sub(rf"\g<1>{REMOVED}", _TOKEN.sub(REMOVED, text))


def may_be_logged(record: logging.LogRecord) -> bool:
    """Whether a record is ours, or says nothing of the seeds, tiles, signs and tokens that pass through a library."""
    package = record.name.partition(".")[0]
    return package in _OWN_PACKAGES or record.levelno >= _LIBRARY_LEVELS.get(package, logging.INFO)


_LOST_CONNECTIONS = ("Attempting a reconnect", "Failed to connect for shard_id")
_CONNECTION_ERRORS = (OSError, aiohttp.ClientError, discord.DiscordException)


def shorten_lost_connection(record: logging.LogRecord) -> bool:
    """Make one warning line of discord.py's error with a traceback about a lost connection: it reconnects by itself."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, _CONNECTION_ERRORS) and str(record.msg).startswith(_LOST_CONNECTIONS):
        record.msg, record.args = f"{record.getMessage()} ({str(error) or type(error).__name__})", ()
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.exc_info = record.exc_text = None
    return True


class TextFormatter(logging.Formatter):
    """`2026-01-31 12:00:00 INFO  bot.app: words`, with the traceback below."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{")
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        return self._redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time (UTC, ISO 8601), level, logger, message, exception, and whatever `extra=` gave."""

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
    """What may never be shown: the token, and the password in the database's address."""
    password = urlsplit(settings.database).password
    dsn = settings.sentry_dsn.get_secret_value() if settings.sentry_dsn else None
    return [secret for secret in (settings.token, password, dsn) if secret]


def set_up(settings: Settings, stream: TextIO | None = None) -> None:
    """Makes standard error (or `stream`) the one place of all logs, at the settings' level and in their format."""
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
    # These tell much of every connection and request: wanted only when everything is wanted.
    if settings.log_level.value != "DEBUG":
        for name in ("discord.gateway", "discord.client", "aiohttp.access", "alembic.runtime"):
            logging.getLogger(name).setLevel(logging.WARNING)
