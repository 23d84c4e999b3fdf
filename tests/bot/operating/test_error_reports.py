"""Sentry-compatible error reports without people and tiles."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from bot.operating import error_reports
from bot.version import VERSION

SECRETS = ("6-4", "5f2c-seed", "wink", "Ada")


class Kept(Transport):
    """Keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.envelopes: list[Envelope] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.envelopes.append(envelope)


@pytest.fixture
def kept() -> Iterator[Kept]:
    transport = Kept()
    error_reports.set_up("https://key@example.org/1", transport)
    yield transport
    sentry_sdk.init()


def fail(hand: str, seed: str, sign: str, name: str) -> None:
    raise ValueError(f"{name} holds {hand} of {seed} and shows {sign}")


def test_an_error_is_sent_without_hands_seeds_signs_and_names(kept: Kept) -> None:
    logger = logging.getLogger("bot.posts.publisher")
    logger.warning("the board of %s is late", "Ada")
    sentry_sdk.set_user({"username": "Ada"})
    sentry_sdk.set_tag("hand", "6-4")
    try:
        fail(*SECRETS)
    except ValueError:
        logger.exception("the board of %s with %s cannot be shown", "Ada", "6-4", extra={"sign": "wink"})
    (envelope,) = kept.envelopes
    event: Any = envelope.get_event()
    assert event["logentry"] == {"message": "the board of %s with %s cannot be shown"}
    assert event["logger"] == "bot.posts.publisher"
    assert event["release"] == f"boneyard@{VERSION}"
    (raised,) = event["exception"]["values"]
    assert raised["type"] == "ValueError"
    assert raised["stacktrace"]["frames"][-1]["function"] == "fail"
    sent = json.dumps(event) + json.dumps(envelope.headers, default=str)
    assert [secret for secret in SECRETS if secret in sent] == []


def test_a_sentence_of_a_library_is_not_sent_for_values_may_be_in_it(kept: Kept) -> None:
    logging.getLogger("asyncio").error("Task exception was never retrieved: Ada holds 6-4")
    event: Any = kept.envelopes[0].get_event()
    assert event["logger"] == "asyncio"
    assert "logentry" not in event
    assert "Ada" not in json.dumps(event)
