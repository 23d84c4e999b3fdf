"""Clicks by which public messages are edited outside Discord's limit on the whole bot.

Discord does not count requests to an interaction's own addresses. Once a click on a public message is answered with a
deferral (type 6), `@original` of its token is that message, for fifteen minutes. Tokens are kept in memory only.
Deleting the original answer of such a click would delete the board.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from cachetools import TTLCache

TOKEN_LIFE_S: Final = 14 * 60.0
"""The seconds for which a token is used; Discord's own limit is fifteen minutes."""

_RENEW_S: Final = 5 * 60.0
"""The age from which a token is replaced by that of the next click."""

_REMEMBERED: Final = 2_000
"""The number of messages and of channels remembered."""

_EDITS: Final = 3
_EDITS_WITHIN_S: Final = 2.0
"""The limit on edits by one token: below the five in two seconds that Discord is said to allow for all its requests."""

_FOLLOW_UPS: Final = 20
_FOLLOW_UPS_WITHIN_S: Final = 60.0
"""The limit on hands sent for a token in one channel: below the 30 a minute that Discord is said to allow."""


@dataclass
class _Token:
    """A click with the times of its message's edits."""

    interaction: discord.Interaction[Any]
    taken_at: float
    edits: deque[float] = field(default_factory=lambda: deque(maxlen=_EDITS))

    def is_spent(self, now: float) -> bool:
        return len(self.edits) == _EDITS and now - self.edits[0] < _EDITS_WITHIN_S


class BoardTokens:
    """Clicks on public messages, by the message that each can edit.

    :param now: the time in unix seconds.
    :param enabled: whether messages are edited this way; see the setting BOARD_TOKENS.
    """

    def __init__(self, now: Callable[[], float], *, enabled: bool = True) -> None:
        self._now = now
        self._enabled = enabled
        self._tokens: TTLCache[int, _Token] = TTLCache(_REMEMBERED, TOKEN_LIFE_S, timer=now)
        self._follow_ups: TTLCache[int, deque[float]] = TTLCache(_REMEMBERED, _FOLLOW_UPS_WITHIN_S, timer=now)

    def is_wanted(self, interaction: discord.Interaction[Any]) -> bool:
        """Return True if a click should be deferred for its token, and its answer sent as a follow-up."""
        clicked = _public_message(interaction)
        if not self._enabled or clicked is None:
            return False
        token = self._tokens.get(clicked.id)
        if token is not None and self._now() - token.taken_at < _RENEW_S:
            return False
        sent = self._follow_ups.get(interaction.channel_id or 0)
        return sent is None or len(sent) < _FOLLOW_UPS or self._now() - sent[0] >= _FOLLOW_UPS_WITHIN_S

    def record(self, interaction: discord.Interaction[Any], *, with_follow_up: bool = False) -> None:
        """Record that a click was answered with a deferral.

        :param with_follow_up: whether an answer in the same channel follows for it.
        """
        clicked = _public_message(interaction)
        if not self._enabled or clicked is None:
            return
        self._tokens[clicked.id] = _Token(interaction, self._now())
        if with_follow_up:
            channel_id = interaction.channel_id or 0
            sent = self._follow_ups.get(channel_id, deque(maxlen=_FOLLOW_UPS))
            sent.append(self._now())
            self._follow_ups[channel_id] = sent

    def can_edit(self, message_id: int | None) -> bool:
        """Return True if a message can be edited by a token now."""
        token = None if message_id is None else self._tokens.get(message_id)
        return token is not None and not token.is_spent(self._now())

    def take(self, message_id: int) -> discord.Interaction[Any] | None:
        """Return the click that edits a message now, and count the edit."""
        if not self.can_edit(message_id):
            return None
        token = self._tokens[message_id]
        token.edits.append(self._now())
        return token.interaction

    def drop(self, message_id: int) -> None:
        """Forget the token of a message, which Discord refused."""
        self._tokens.pop(message_id, None)


def _public_message(interaction: discord.Interaction[Any]) -> discord.Message | None:
    """Return the message of a server on which a click was made, if all see it."""
    clicked = interaction.message
    is_public = clicked is not None and interaction.guild_id is not None and not clicked.flags.ephemeral
    return clicked if is_public and interaction.type is discord.InteractionType.component else None
