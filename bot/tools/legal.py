"""The privacy policy and terms that Discord requires of an operator."""

from pathlib import Path
from typing import Final

from bot.locales import LOCALES, words
from bot.locales.words import FOLDER
from bot.settings import Settings

TEXTS: Final = ("privacy", "terms")
NEEDED: Final = ("operator_name", "support_url")
"""The settings that fill in the texts."""
PLACEHOLDERS: Final = {"operator", "contact"}
COMMANDS: Final = {"privacy", "report"}
"""The commands that a text may name by placeholders."""


class OperatorUnknown(Exception):
    """A missing operator; the message names the missing settings."""


def legal_text(name: str, locale: str, settings: Settings) -> str:
    """Return one of `TEXTS` in one of `LOCALES`, as Markdown.

    :raises OperatorUnknown: if the settings do not identify the operator.
    """
    missing = [setting.upper() for setting in NEEDED if not getattr(settings, setting)]
    if missing:
        raise OperatorUnknown(f"These settings identify the operator and are missing: {' and '.join(missing)}.")
    text = (FOLDER / locale / f"{name}.md").read_text(encoding="utf-8")
    commands = {name: words(locale).command(name) for name in COMMANDS}
    return text.format(operator=settings.operator_name, contact=settings.support_url, **commands)


def write(folder: Path, settings: Settings) -> list[Path]:
    """Write all texts, such as ``privacy.pl.md``; return the paths.

    :raises OperatorUnknown: if the settings do not identify the operator. Nothing is written.
    :raises OSError: if a file cannot be written.
    """
    texts = {f"{name}.{locale}.md": legal_text(name, locale, settings) for name in TEXTS for locale in LOCALES}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]
