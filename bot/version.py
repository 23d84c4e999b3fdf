"""The single source of Boneyard's version and of the name of its command."""

import sys
from pathlib import Path
from typing import Final

VERSION: Final = "0.3.0.dev0"
"""The version, also of pyproject.toml. Between releases it is that of the next one with `.dev0`."""


def command() -> str:
    """Return the command by which this program was started, for `--help` and hints."""
    return "boneyard" if Path(sys.argv[0]).stem == "boneyard" else "python -m bot"
