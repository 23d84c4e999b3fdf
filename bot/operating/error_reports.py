"""Error reports to a Sentry-compatible address.

A report is built from an allow-list: the types of exceptions, the places in the code where they were raised, and the
log message without its values. So it cannot contain a hand, seed, sign, name or token.
"""

import logging
from typing import TYPE_CHECKING, Any, Final

import sentry_sdk
from sentry_sdk.integrations.logging import LoggingIntegration

from bot.version import VERSION

if TYPE_CHECKING:
    from sentry_sdk.transport import Transport
    from sentry_sdk.types import Event, Hint

_OWN_PACKAGES: Final = ("bot", "games", "storage")
"""Packages whose log messages may be sent: others, above all asyncio, insert values before they log."""
_KEPT: Final = ("event_id", "timestamp", "platform", "level", "logger", "release")
_KEPT_OF_FRAME: Final = ("module", "function", "lineno", "in_app")


def set_up(dsn: str, transport: "type[Transport] | Transport | None" = None) -> None:
    """Report errors in the log from now on.

    :param dsn: the address, with its key.
    :param transport: a replacement for HTTP.
    """
    sentry_sdk.init(
        dsn=dsn,
        transport=transport,
        release=f"boneyard@{VERSION}",
        default_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        before_send=_scrub,
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
    )


def _scrub(event: "Event", _hint: "Hint") -> "Event":
    """Return an event without exception messages, which may name people."""
    raw: Any = event
    sent: Any = {key: raw[key] for key in _KEPT if key in raw}
    is_own = str(raw.get("logger")).partition(".")[0] in _OWN_PACKAGES
    if is_own and (template := raw.get("logentry", {}).get("message")):
        sent["logentry"] = {"message": template}
    raised = raw.get("exception", {}).get("values", ())
    if raised:
        sent["exception"] = {"values": [_scrubbed_exception(one) for one in raised]}
    return sent  # type: ignore[no-any-return]  # built from untyped parts


def _scrubbed_exception(raised: dict[str, Any]) -> dict[str, Any]:
    frames = (raised.get("stacktrace") or {}).get("frames", ())
    kept = [{key: frame[key] for key in _KEPT_OF_FRAME if key in frame} for frame in frames]
    return {"type": raised.get("type"), "module": raised.get("module"), "stacktrace": {"frames": kept}}
