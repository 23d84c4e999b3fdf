"""`.env.example` and docs/settings.md, written from the descriptions of the settings by `make format`."""

from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from textwrap import wrap
from typing import Final

from bot.settings import AUTO, SECRETS, Settings

ROOT: Final = Path(__file__).parents[2]
_INTRODUCTION: Final = f"""\
This page is for people who run the bot. It lists all settings: environment variables, or lines of a file `.env` in the
working folder. An empty value means the default. A wrong value is reported at the start with the allowed ones, an
unknown name with the most similar setting.
{", ".join(f"`{name.upper()}_FILE`" for name in sorted(SECRETS))} may name files with these secrets instead."""


def _description(name: str) -> str:
    return " ".join((Settings.model_fields[name].description or "").split())


def default_of(name: str) -> str:
    """Return the default of a setting as one writes it in `.env`; "" if there is none or it is computed."""
    value = Settings.model_fields[name].default
    if name.startswith("shard_"):
        return AUTO
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Enum):
        return str(value.value)
    return f"{value:g}" if isinstance(value, float) else str(value) if isinstance(value, str | Path) else ""


def pages() -> Mapping[Path, str]:
    """Return the texts of both files."""
    return {
        ROOT / ".env.example": "\n".join(_example()),
        ROOT / "docs/settings.md": "\n".join(_table()),
    }


def _example() -> Iterator[str]:
    yield "# Boneyard's settings. Copy this file to .env and change what you need. Environment variables of the same"
    yield "# names take precedence. An empty value means the default. docs/settings.md has the settings as a table."
    for name in Settings.model_fields:
        yield ""
        yield from wrap(_description(name), 120, initial_indent="# ", subsequent_indent="# ")
        yield f"{name.upper()}={default_of(name)}"
    yield ""


def _table() -> Iterator[str]:
    yield "# Settings"
    yield ""
    yield _INTRODUCTION
    yield ""
    yield "| Variable | Meaning | Default |"
    yield "|---|---|---|"
    for name in Settings.model_fields:
        default = f"`{default_of(name)}`" if default_of(name) else ""
        yield f"| `{name.upper()}` | {_description(name)} | {default} |"
    yield ""


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
