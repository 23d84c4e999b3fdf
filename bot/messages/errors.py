"""Messages about errors."""

from typing import Final

from bot.locales import Words
from bot.messages.parts.text import bold, escape, timestamp, truncate
from bot.tables.errors import KeptOutError, Refused, TableError, TooManyTables
from games import IllegalMove, Refusal, SetupError
from games.core.refusals import REFUSALS
from storage.errors import Full, OutcomeUnknown, StorageError, Unavailable
from storage.kept_out import KeptOut

from .parts.reader import Reader

_WRITTEN = ("value", "option", "game")
"""The values of an error that are quoted as a user, or another version, has written them."""

_QUOTED: Final = 60
"""The most characters of a value that are quoted."""


def error_text(error: Exception, reader: Reader, *, where: str = "—") -> str | None:
    """Return the user's message for an error; None if unexpected.

    :param where: a link to the table that the error is about.
    """
    if isinstance(error, Refused | IllegalMove):
        return refusal_text(error.refusal, reader)
    if isinstance(error, TableError):
        return table_error_text(error, reader, where=where)
    if isinstance(error, SetupError):
        value = _quoted(error.got)
        return reader.words("error.unknown_value", value=value, option=error.what, allowed=error.allowed)
    return _storage(error, reader) if isinstance(error, StorageError) else None


def refusal_text(refusal: Refusal, reader: Reader) -> str:
    """Return the reason why the rules forbid a move."""
    return reader.words("hand.refused", reason=reader.words(f"refusal.{refusal.code}", **refusal.values))


def table_error_text(error: TableError, reader: Reader, *, where: str = "—") -> str:
    """Return the reason for a refusal by a table."""
    values: dict[str, object] = {"command": reader.command(error.command), "link": where, **error.values}
    values |= {key: _quoted(values[key]) for key in _WRITTEN if key in values}
    if "name" in values:
        values["name"] = bold(str(values["name"]))
    w = reader.words
    if isinstance(error, KeptOutError):
        return kept_out_text(error.ban, w)
    if isinstance(error, TooManyTables):
        values["channels"] = w.list([f"<#{channel}>" for channel in error.channels])
    return w(error.key, **values) if error.count is None else w.count(error.key, error.count, **values)


def kept_out_text(ban: KeptOut, w: Words) -> str:
    """Return the answer to a person whom moderators keep out."""
    head = w("kept.you", since=timestamp(ban.since, "f"), until=until_text(ban.until, w))
    return "\n".join((head, f"> {escape(ban.reason)}", f"-# {w('kept.you.still')}"))


def until_text(until: float | None, w: Words) -> str:
    """Return the end of the time for which a person is kept out."""
    return w("kept.no_end") if until is None else w("kept.until", until=timestamp(until, "f"))


def unsaved_move_text(error: StorageError, reader: Reader) -> str:
    """Return the message about an unsaved move."""
    return reader.words("error.outcome_unknown" if isinstance(error, OutcomeUnknown) else "error.storage_busy")


def _quoted(written: object) -> str:
    return escape(truncate(str(written), _QUOTED))


def _storage(error: StorageError, reader: Reader) -> str:
    if isinstance(error, Full):
        return reader.words("error.storage_full")
    if isinstance(error, OutcomeUnknown):
        return reader.words("error.outcome_unknown")
    return reader.words("error.storage_gone" if isinstance(error, Unavailable) else "error.storage_busy")


COMPLETES: Final = {
    "refusal.{}": REFUSALS,
}
