"""Settings from environment variables and the file `.env`.

`.env.example` lists all of them. An error names the setting and the allowed values.
"""

import os
import re
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Self

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.locales import LOCALES
from bot.version import command

EX_CONFIG: Final = 78
"""The exit code of sysexits.h for configuration errors: a supervisor must not restart the bot."""

HOW_TO_START: Final = (
    "DISCORD_TOKEN is not set: put it into .env, or give it to the container with `docker run -e DISCORD_TOKEN=…`; "
    f"`{command()} doctor` says how to get one. In a checkout, `make play` opens the playground without a token."
)

AUTO = "auto"
MAX_SHARDS = 10_000


class ClockPreset(StrEnum):
    """A player's time for a move; tables define the seconds."""

    NONE = "none"
    QUICK = "quick"
    NORMAL = "normal"
    SLOW = "slow"


class LogLevel(StrEnum):
    """The lowest level that is logged."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


class LogFormat(StrEnum):
    """The format of log lines: text or JSON."""

    TEXT = "text"
    JSON = "json"


class SettingsError(ValueError):
    """Invalid settings; `lines` describes each error.

    :ivar log_format: the format in which to report the errors, if it can be read.
    """

    def __init__(self, lines: list[str], log_format: LogFormat) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
        self.log_format = log_format


def _processes() -> int:
    return max(1, min(4, (os.cpu_count() or 2) - 1))


class Settings(BaseSettings):
    """All settings, named after the environment variables in lower case.

    `.env.example` and docs/settings.md are written from the descriptions.
    """

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True, use_attribute_docstrings=True
    )

    discord_token: SecretStr | None = None
    """The bot's token, from https://discord.com/developers/applications (your application, Bot, Reset Token).
    Without one, `make play` opens the playground."""
    database_url: SecretStr | None = None
    """The database: sqlite:///path or postgresql://user:password@host:5432/name. Empty: `boneyard.db` in
    `DATA_DIR`."""
    data_dir: Path = Path("data")
    """The folder for all files that Boneyard writes."""
    backup_dir: Path | None = None
    """The folder for the backups of `python -m bot backup`. `/metrics` and alerts watch the age of the newest
    one."""
    default_locale: str = LOCALES[0]
    """The language of a server that has not chosen one: en, pl or ru."""
    default_clock: ClockPreset = ClockPreset.NORMAL
    """The clock of a new table: none, quick, normal or slow (days)."""
    operator_name: str = Field("", max_length=100)
    """The name of the operator, for the privacy policy and the terms that `python -m bot legal FOLDER` writes."""
    support_url: str = ""
    """An https:// address at which people reach the operator, for both."""
    privacy_url: str = ""
    """The address of the published privacy policy; `/privacy` links it."""
    terms_url: str = ""
    """The address of the published terms; `/privacy` links them."""
    site_url: str = ""
    """The https:// address at which you publish the site of `make site`; `/help` links it."""
    sentry_dsn: SecretStr | None = None
    """A Sentry-compatible address for error reports, which have the error and its place in the code, never hands,
    seeds, signs or names."""
    alert_webhook: SecretStr | None = None
    """The address of a Discord webhook of any server, for alerts to the operator."""
    ping_url: SecretStr | None = None
    """An address of a service such as healthchecks.io, which is asked every minute while Discord and the database
    answer. The service tells you when that stops."""
    log_level: LogLevel = LogLevel.INFO
    """The lowest level that is logged: DEBUG, INFO, WARNING or ERROR."""
    log_format: LogFormat = LogFormat.TEXT
    """The format of the log: text, or json (one object a line)."""
    http_host: str = Field("127.0.0.1", min_length=1)
    """The address of the pages `/healthz`, `/readyz` and `/metrics`."""
    http_port: int | None = Field(None, ge=1, le=65535)
    """Their port. Empty: they are not served."""
    computer_processes: int = Field(default_factory=_processes, ge=1, le=64)
    """The number of processes in which computer players and the solver think. Empty: one fewer than the machine's
    processors, at most 4."""
    computer_seconds: float = Field(1.0, ge=0.05, le=10.0)
    """The seconds that a strong computer thinks about a move, 0.05 to 10. A regular one takes half as long, a
    master five times."""
    requests_per_second: float = Field(40.0, ge=1.0, le=50.0)
    """Requests to Discord a second besides answers to clicks, 1 to 50, the same in all processes: each takes the
    share of its shards. Discord allows a bot 50."""
    board_tokens: bool = Field(default=True)
    """true or false: edit boards by the tokens of clicks on them, which Discord does not count."""
    shard_count: int | None = Field(None, ge=1, le=MAX_SHARDS)
    """The number of shards in all processes, the same in each. auto: as many as Discord recommends."""
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = None
    """The shards of this process, such as 0,2-3. auto: all. Several processes need PostgreSQL."""

    @field_validator("discord_token")
    @classmethod
    def _without_blanks(cls, token: SecretStr | None) -> SecretStr | None:
        """Return the token without copied blanks or quotes around it."""
        if token is None:
            return None
        bare = token.get_secret_value().strip().strip("\"'").removeprefix("Bot ").strip()
        return SecretStr(bare) if bare else None

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, url: SecretStr | None) -> SecretStr | None:
        if url is not None and not re.match(
            r"sqlite(\+aiosqlite)?:///(?!:memory:).|postgresql(\+asyncpg)?://", url.get_secret_value()
        ):
            raise ValueError("must begin with sqlite:/// and a file, or with postgresql://")
        return url

    @field_validator("sentry_dsn")
    @classmethod
    def _known_project(cls, dsn: SecretStr | None) -> SecretStr | None:
        if dsn is not None:
            from sentry_sdk.utils import Dsn  # a slow import

            try:
                Dsn(dsn.get_secret_value())
            except ValueError:  # the text of the error contains the key
                raise ValueError("must be a project's address, such as https://key@host/number") from None
        return dsn

    @field_validator("support_url", "privacy_url", "terms_url", "site_url")
    @classmethod
    def _https_address(cls, url: str) -> str:
        if not re.fullmatch(r"(https://[^\s()]+)?", url):
            raise ValueError("must begin with https:// and have no blanks or brackets")
        return url

    @field_validator("alert_webhook", "ping_url")
    @classmethod
    def _https_secret(cls, url: SecretStr | None) -> SecretStr | None:
        if url is not None:
            cls._https_address(url.get_secret_value())
        return url

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, level: Any) -> Any:
        return level.upper() if isinstance(level, str) else level

    @field_validator("default_locale")
    @classmethod
    def _known_locale(cls, locale: str) -> str:
        if locale not in LOCALES:
            raise ValueError(f"must be one of {', '.join(map(repr, LOCALES[:-1]))} or {LOCALES[-1]!r}")
        return locale

    @field_validator("default_locale", "default_clock", "log_format", mode="before")
    @classmethod
    def _lower_case(cls, value: Any) -> Any:
        return value.lower() if isinstance(value, str) else value

    @field_validator("shard_count", mode="before")
    @classmethod
    def _auto_count(cls, value: Any) -> Any:
        return None if isinstance(value, str) and value.strip().lower() == AUTO else value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _numbers_and_ranges(cls, value: Any) -> Any:
        return _shard_ids(value) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _shards_fit(self) -> Self:
        if self.shard_ids is None:
            return self
        if self.shard_count is None:
            raise ValueError("SHARD_IDS needs a numeric SHARD_COUNT, the same in every process")
        if self.shard_ids[-1] >= self.shard_count:
            raise ValueError(f"SHARD_IDS must be below SHARD_COUNT, that is from 0 to {self.shard_count - 1}")
        if self.database.startswith("sqlite") and len(self.shard_ids) < self.shard_count:
            raise ValueError(
                "SHARD_IDS needs PostgreSQL in DATABASE_URL: an SQLite file serves one process, which runs all shards"
            )
        return self

    @property
    def database(self) -> str:
        """The database's address: DATABASE_URL, or `boneyard.db`."""
        if self.database_url is not None:
            return self.database_url.get_secret_value()
        return f"sqlite+aiosqlite:///{self.data_dir / 'boneyard.db'}"

    @property
    def token(self) -> str | None:
        """The bot's token; pass it only to discord.py."""
        return self.discord_token.get_secret_value() if self.discord_token else None

    @classmethod
    def load(cls, env_file: str | Path | None = ".env") -> Self:
        """Read the settings; SettingsError lists all invalid ones."""
        try:
            _file_values(env_file)
        except (OSError, UnicodeDecodeError) as error:
            advice = "The user who runs the bot must be able to read it"
            raise SettingsError([f"{env_file} cannot be read: {_reason(error)}. {advice}."], _log_format({})) from None
        try:
            return cls(_env_file=env_file, **_secrets_in_files(env_file))
        except ValidationError as error:
            lines = [_in_words(part) for part in error.errors(include_url=False)]
            raise SettingsError(lines, _log_format(_values(env_file))) from None


SECRETS: Final = frozenset(
    name for name, field in Settings.model_fields.items() if field.annotation == SecretStr | None
)
"""The settings that may also be in a file, which the same name with `_FILE` names, as Docker's secrets are."""


def _secrets_in_files(env_file: str | Path | None) -> dict[str, Any]:
    """Read the secrets whose files are named.

    :raises SettingsError: if a file cannot be read, or the secret is also set directly.
    """
    values, found = _values(env_file), dict[str, str]()
    lines = []
    for name in sorted(SECRETS):
        file, setting = values.get(f"{name}_file"), name.upper()
        if not file:
            continue
        if values.get(name):
            lines.append(f"{setting} and {setting}_FILE are both set: keep one.")
            continue
        try:
            found[name] = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            lines.append(f"{setting}_FILE: {file} cannot be read: {_reason(error)}.")
    if lines:
        raise SettingsError(lines, _log_format(values))
    return {name: value for name, value in found.items() if value}


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return (error.strerror or "unknown") if isinstance(error, OSError) else "it is not text"


_SIMILARITY: Final = 0.85
"""The similarity to a setting from which an environment variable counts as misspelled."""


def unknown_names(env_file: str | Path | None = ".env") -> list[str]:
    """Return a sentence for each unknown setting.

    The environment is shared with other programs, so only names similar to settings count there.
    """
    lines = []
    in_file = _file_values(env_file)
    for name in sorted(_values(env_file)):
        close = get_close_matches(name, Settings.model_fields, n=1, cutoff=_SIMILARITY)
        if name in Settings.model_fields or name in _OF_FILES or name in _OF_COMPOSE or not (close or name in in_file):
            continue
        advice = f": do you mean {close[0].upper()}?" if close else "; .env.example lists all settings."
        lines.append(f"{name.upper()} is not a setting and is ignored{advice}")
    return lines


_OF_FILES: Final = frozenset(f"{name}_file" for name in SECRETS)
_OF_COMPOSE: Final = frozenset({"postgres_password"})
"""Variables in `.env` that only compose.yaml reads."""


def _values(env_file: str | Path | None) -> dict[str, str]:
    """Return all file and environment values, by lower-case names."""
    return _file_values(env_file) | {name.lower(): value for name, value in os.environ.items()}


def _file_values(env_file: str | Path | None) -> dict[str, str]:
    if env_file is None:
        return {}
    return {name.lower(): value or "" for name, value in dotenv_values(env_file).items()}


def _log_format(values: dict[str, str]) -> LogFormat:
    return LogFormat.JSON if values.get("log_format", "").lower() == LogFormat.JSON else LogFormat.TEXT


def _in_words(error: Any) -> str:
    """Describe an invalid setting without its value, perhaps a secret."""
    allowed = error.get("ctx", {})
    if not error["loc"]:  # settings that contradict each other
        return f"{allowed['error']}."
    name = str(error["loc"][0])
    match error["type"]:
        case "enum":
            return f"{name.upper()} must be one of {allowed['expected']}."
        case "greater_than_equal" | "less_than_equal" | "int_parsing" | "float_parsing":
            return f"{name.upper()} must be {_range(name)}."
        case "value_error":
            return f"{name.upper()} {allowed['error']}."
        case _:
            return f"{name.upper()}: {error['msg']}."


def _range(name: str) -> str:
    field = Settings.model_fields[name]
    low = next(part.ge for part in field.metadata if hasattr(part, "ge"))
    high = next(part.le for part in field.metadata if hasattr(part, "le"))
    auto = f"{AUTO} or " if name == "shard_count" else ""
    return f"{auto}a {'number' if field.annotation is float else 'whole number'} from {low} to {high}"


def _shard_ids(text: str) -> tuple[int, ...] | None:
    """Parse shard numbers such as `0,2-3`; None for `auto`."""
    if text.strip().lower() == AUTO:
        return None
    found: set[int] = set()
    for part in text.split(","):
        numbers = re.fullmatch(r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?", part, re.ASCII)
        if numbers is None:
            raise ValueError(f"must be {AUTO}, or numbers and ranges such as 0,2-3")
        first, last = int(numbers[1]), int(numbers[2] or numbers[1])
        if last < first:
            raise ValueError(f"has a range that ends before it begins: {first}-{last}")
        found.update(range(first, last + 1))
    return tuple(sorted(found))
