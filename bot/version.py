"""The version of Boneyard: this is the one place that says it, and pyproject.toml reads it here."""

from typing import Final

VERSION: Final = "0.1.0"
