"""A match's verification in words: fingerprint, deals, moves, end."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote
from typing import Final

import discord

from bot.locales import Words
from bot.messages.parts.message import COLOUR, GREY, Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_DESCRIPTION, truncate
from games.core.names import shortened
from games.core.record import FINGERPRINT
from games.core.shuffle import NO_CUT, code_of
from games.verifying import FAULTS, Fault, Verification
from storage.matches import Continuation

_COMMAND = "python -m bot verify FILE"
_PAGE = "docs/verify.html"


def checked_message(
    checked: Verification,
    match_id: str,
    reader: Reader,
    announced_by: str = "",
    continues: Continuation | None = None,
) -> Message:
    """Return a verification, with instructions to repeat it independently.

    :param announced_by: the earlier match that announced the fingerprint; "": none.
    :param continues: the match from whose middle it began.
    """
    w = reader.words
    colour = COLOUR if checked.is_sound else GREY
    embed = discord.Embed(colour=colour, title=w("verify.title", match=match_id))
    lines = [*lines_of(checked, w, announced_by=announced_by), "", ways_to_check(checked, w)]
    if continues is not None:
        lines = [known_deals_text(continues, w), *lines_of(checked, w, is_known=True)]
    embed.description = truncate("\n".join(lines), MAX_DESCRIPTION)
    return Message(embed=embed)


def known_deals_text(before: Continuation, w: Words) -> str:
    """Return why the deals of a match that goes on from another one, a lesson or a puzzle were known."""
    if not before.match_id:
        return w("verify.from_lesson")
    return w("verify.continues", match=f"`{before.match_id}`", move=before.moves + 1)


def lines_of(
    checked: Verification, w: Words, *, shown: str = "", announced_by: str = "", is_known: bool = False
) -> list[str]:
    """Return the verified facts, or differences, one per line.

    :param shown: the fingerprint at the match's start, if the user has given it.
    :param is_known: whether the deals were known before the match, so that no fingerprint was shown.
    """
    if checked.is_sound:
        origin = () if is_known else _checked_origin(checked, w, shown, announced_by)
        return [w("verifier.sound"), *origin, *_checked_facts(checked, w)]
    return [w("verify.unsound"), *(f"- {_fault(fault, w)}" for fault in checked.faults)]


def ways_to_check(checked: Verification, w: Words) -> str:
    """Return instructions to check the match independently."""
    origin = checked.record.origin
    if origin is None:
        return w("verify.how", line=f"printf %s {quote(checked.record.seed)} | sha256sum", command=_COMMAND)
    line = f"printf %s {quote(origin.server_seed)} | sha256sum"
    return w("verify.how.cut", line=line, command=_COMMAND, page=_PAGE)


def _checked_origin(checked: Verification, w: Words, shown: str, announced_by: str) -> Iterator[str]:
    is_stated, origin = FINGERPRINT in checked.stated, checked.record.origin
    if origin is not None:
        key = "verify.fingerprint.server"
    else:
        key = "verify.fingerprint.stated" if is_stated else "verify.fingerprint.unstated"
    yield f"- {w(key, hash=checked.fingerprint, code=code_of(checked.fingerprint))}"
    if origin is not None:
        yield f"- {w.count('verify.cuts', sum(cut != NO_CUT for cut in origin.cuts))}"
    if announced_by:
        yield f"- {w('verify.announced', match=f'`{announced_by}`')}"
    if shown:
        yield f"- {w('verify.shown', shown=shown)}"


def _checked_facts(checked: Verification, w: Words) -> Iterator[str]:
    if checked.deals:
        yield f"- {w.count('verify.dealt', checked.deals)}"
    yield f"- {w.count('verify.moves', len(checked.record.log))}"
    if checked.match.outcome is not None:
        yield f"- {w('verify.scores', scores=' : '.join(map(str, checked.match.outcome.scores)))}"
    else:
        yield f"- {w('verifier.abandoned')}"


def _fault(fault: Fault, w: Words) -> str:
    key = f"verify.fault.{fault.key}"
    values = {name: shortened(one) if isinstance(one, str) else one for name, one in fault.values.items()}
    if fault.refusal is not None:
        values["reason"] = w(f"refusal.{fault.refusal.code}", **fault.refusal.values)
    count = values.pop("count", None)
    return w.count(key, count, **values) if isinstance(count, int) else w(key, **values)


COMPLETES: Final = {
    "verify.fault.{}": FAULTS,
}
