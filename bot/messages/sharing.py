"""Sharing a result: a text without spoilers, to copy or to post."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Style
from bot.messages.parts.message import Drawing, Message
from bot.messages.parts.text import bold, code_block

SQUARES: Final = 10
"""The most squares of a grid line that stands for a course of any length."""


class ShareSquare(StrEnum):
    """A square of a grid."""

    GOOD = "🟩"
    HELPED = "🟨"
    BAD = "🟥"
    NONE = "⬜"


@dataclass(frozen=True)
class SharedResult:
    """A result that anyone may see.

    :ivar lines: without markup and without spoilers.
    :ivar leads_to: the way there for others: a mention of a command, or a link; "" for none.
    :ivar drawing: a picture to post with it.
    :ivar legend: the meaning of the squares, for the person who shares.
    """

    lines: tuple[str, ...]
    leads_to: str = ""
    drawing: Drawing | None = None
    legend: str = ""


def share_message(shared: SharedResult, post: ClickAddress | None, w: Words, *, posted: bool = False) -> Message:
    """Return a result to copy, with a button to post it.

    :param post: the address of the button; None where nothing can be posted.
    :param posted: whether it has been posted.
    """
    lines = [code_block("\n".join(shared.lines).replace("`", "ˋ"))]  # a name must not end the block
    lines += [shared.leads_to] if shared.leads_to else []
    lines += [f"-# {shared.legend}"] if shared.legend else []
    lines += [w("share.posted")] if posted else []
    row = (Button(post, w("share.button.post"), Style.MAIN, "📣"),) if post is not None and not posted else ()
    drawings = () if shared.drawing is None else (shared.drawing,)
    return Message("\n".join(lines), drawings=drawings, rows=(row,) if row else ())


def posted_message(shared: SharedResult, name: str) -> Message:
    """Return a result as a person posts it.

    :param name: the name of that person.
    """
    text = "\n".join([bold(name), *shared.lines, *([shared.leads_to] if shared.leads_to else [])])
    return Message(text, drawings=() if shared.drawing is None else (shared.drawing,))


def shortened_course(squares: Sequence[ShareSquare]) -> str:
    """Return a course as at most `SQUARES` squares; each shows the worst of its equal part."""
    parts = min(SQUARES, len(squares))
    bounds = [len(squares) * number // parts for number in range(parts + 1)] if parts else []
    order = list(ShareSquare)
    return "".join(max(squares[start:end], key=order.index) for start, end in pairwise(bounds))
