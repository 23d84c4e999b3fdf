"""Reports of errors to a Sentry-compatible address, if the operator has set one.

What is sent is built from a list of what may be sent, not cleaned of what may not: the kinds of exceptions, where in
the code they were raised, and the sentence of the log without its values. So no hand, seed, sign, name or token can be
in it.
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
"""Whose sentences may be sent: others, asyncio above all, put values into them before they log them."""
_KEPT: Final = ("event_id", "timestamp", "platform", "level", "logger", "release")
_KEPT_OF_FRAME: Final = ("module", "function", "lineno", "in_app")


def set_up(dsn: str, transport: "type[Transport] | Transport | None" = None) -> None:
    """Report what is logged as an error from now on.

    :param dsn: the address, with its key.
    :param transport: what sends, instead of HTTP.
    """
    sentry_sdk.init(
        dsn=dsn,
        transport=transport,
        release=f"boneyard@{VERSION}",
        default_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        before_send=_scrubbed,
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
    )


def _scrubbed(event: "Event", _hint: "Hint") -> "Event":
    """A new event with what may be sent. Messages of exceptions may not: some hold names or moves."""
    told: Any = event
    sent: Any = {key: told[key] for key in _KEPT if key in told}
    is_own = str(told.get("logger")).partition(".")[0] in _OWN_PACKAGES
    if is_own and (template := told.get("logentry", {}).get("message")):
        sent["logentry"] = {"message": template}
    raised = told.get("exception", {}).get("values", ())
    if raised:
        sent["exception"] = {"values": [_scrubbed_exception(one) for one in raised]}
    return sent  # type: ignore[no-any-return]  # built from untyped parts


def _scrubbed_exception(raised: dict[str, Any]) -> dict[str, Any]:
    frames = (raised.get("stacktrace") or {}).get("frames", ())
    kept = [{key: frame[key] for key in _KEPT_OF_FRAME if key in frame} for frame in frames]
    return {"type": raised.get("type"), "module": raised.get("module"), "stacktrace": {"frames": kept}}
