"""The single source of Boneyard's version, also for pyproject.toml."""

from typing import Final

VERSION: Final = "0.1.0"
