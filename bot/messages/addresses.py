"""Addresses: what a button or a select carries, as its custom_id.

``kind:match:revision:rest``, where `rest` is the text of a move or whatever the kind needs. A button holds an address
and not a game, so it works after a restart, and an old one is known by its revision.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["BUTTON", "LONGEST", "PATTERN", "SELECT", "Address"]

LONGEST: Final = 100
"""Discord's limit for a custom_id."""

BUTTON: Final = "b"
SELECT: Final = "s"
PATTERN: Final = r"(?P<kind>[a-z]+):(?P<match>[A-Za-z0-9_-]*):(?P<revision>[0-9]+):(?P<rest>.*)"


@dataclass(frozen=True)
class Address:
    """Where a click goes: what to do, at which match, seen at which revision, with what."""

    kind: str
    match_id: str = ""
    revision: int = 0
    rest: str = ""

    def custom_id(self, component: str) -> str:
        """The address as the custom_id of a `BUTTON` or a `SELECT`.

        :raises ValueError: if it is longer than Discord allows.
        """
        text = f"{component}:{self.kind}:{self.match_id}:{self.revision}:{self.rest}"
        if len(text) > LONGEST:
            raise ValueError(f"a custom_id has at most {LONGEST} characters: {text!r}")
        return text

    @classmethod
    def parse(cls, custom_id: str) -> Address:
        """The address that a custom_id carries.

        :raises ValueError: if it carries none.
        """
        found = re.fullmatch(f"[{BUTTON}{SELECT}]:{PATTERN}", custom_id, re.DOTALL)
        if not found:
            raise ValueError(f"{custom_id!r} is not an address")
        return cls(found["kind"], found["match"], int(found["revision"]), found["rest"])
