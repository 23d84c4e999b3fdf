"""Message files, and picture sizes, so that the page never jumps."""

import io
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from PIL import Image, UnidentifiedImageError
from simcord.backend.cdn import CDN_BASE
from simcord.env import Env

PREFIX: Final = "/cdn"
"""The page's path for files that Discord would keep on its CDN."""

_SHOWN: Final = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}


class StoredFile(NamedTuple):
    """A file with its picture type; None for a download."""

    content: bytes
    picture_type: str | None


class _Size(NamedTuple):
    picture_type: str
    width: int
    height: int


class Files:
    """The files of one simulated Discord."""

    def __init__(self, env: Env) -> None:
        self._store = env.backend.cdn
        self._sizes: dict[str, _Size | None] = {}

    def emoji(self, emoji_id: int) -> str | None:
        """Return the address of a custom emoji's picture."""
        path = f"/emojis/{emoji_id}.png"
        return None if self._store.get(CDN_BASE + path) is None else PREFIX + path

    def find(self, path: str) -> StoredFile | None:
        """Return the file at a path below `PREFIX`."""
        content = self._store.get(f"{CDN_BASE}/{path}")
        if content is None:
            return None
        size = self._size(f"{CDN_BASE}/{path}")
        return StoredFile(content, size.picture_type if size else None)

    def picture(self, url: str | None, alt: str | None) -> dict[str, Any] | None:
        """Return a stored picture's `src`, `width`, `height` (pixels) and `alt`."""
        size = self._size(url) if url else None
        if size is None or url is None:
            return None
        return {"src": _on_page(url), "width": size.width, "height": size.height, "alt": alt or ""}

    def attachment(self, attachment: Mapping[str, Any]) -> dict[str, Any]:
        """Return `src`, `name` and `bytes` of a non-picture."""
        return {"src": _on_page(attachment["url"]), "name": attachment["filename"], "bytes": attachment["size"]}

    def _size(self, url: str) -> _Size | None:
        if url not in self._sizes:
            self._sizes[url] = _measured(self._store.get(url))
        return self._sizes[url]


def _on_page(url: str) -> str:
    return PREFIX + url.removeprefix(CDN_BASE)


def _measured(content: bytes | None) -> _Size | None:
    if content is None:
        return None
    try:
        with Image.open(io.BytesIO(content), formats=list(_SHOWN)) as picture:
            return _Size(_SHOWN[picture.format or ""], picture.width, picture.height)
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        return None
