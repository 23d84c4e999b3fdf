"""The privacy policy and the terms of a bot, which Discord asks of an operator, in all languages."""

from pathlib import Path
from typing import Final

from bot.locales import LOCALES
from bot.locales.words import FOLDER
from bot.settings import Settings

TEXTS: Final = ("privacy", "terms")
NEEDED: Final = ("operator_name", "support_url")
"""The settings with which the texts are filled."""
PLACEHOLDERS: Final = {"operator", "contact"}


class OperatorUnknown(Exception):
    """Settings are missing without which the texts would not say who runs the bot; the text names them."""


def legal_text(name: str, locale: str, settings: Settings) -> str:
    """One of `TEXTS` in one of `LOCALES`, as Markdown.

    :raises OperatorUnknown: if the settings do not say who runs the bot.
    """
    missing = [setting.upper() for setting in NEEDED if not getattr(settings, setting)]
    if missing:
        raise OperatorUnknown(f"Say who runs the bot: {' and '.join(missing)}.")
    text = (FOLDER / locale / f"{name}.md").read_text(encoding="utf-8")
    return text.format(operator=settings.operator_name, contact=settings.support_url)


def write(folder: Path, settings: Settings) -> list[Path]:
    """Write all texts into a folder, such as ``privacy.pl.md``; returns the files.

    :raises OperatorUnknown: if the settings do not say who runs the bot. Nothing is written.
    :raises OSError: if a file cannot be written.
    """
    texts = {f"{name}.{locale}.md": legal_text(name, locale, settings) for name in TEXTS for locale in LOCALES}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]
