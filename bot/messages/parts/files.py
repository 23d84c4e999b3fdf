"""Files that go with a message; very large ones are packed."""

from __future__ import annotations

import io
import zipfile
from typing import Final

__all__ = ["attachments"]

_LARGEST: Final = 8 * 1024 * 1024
"""Files of more bytes than this together are packed: Discord takes 10 MiB."""


def attachments(packed_name: str, *files: tuple[str, bytes]) -> tuple[tuple[str, bytes], ...]:
    """Files, each a name and its content, as they are sent: as they are, or if they are very large in a ZIP file."""
    if sum(len(content) for _, content in files) <= _LARGEST:
        return files
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return ((packed_name, packed.getvalue()),)
