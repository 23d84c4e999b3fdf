"""Sending news of tournaments into their channels and directly, as each person wishes."""

import logging
from collections.abc import Awaitable, Callable, Collection, Hashable, MutableMapping
from dataclasses import dataclass, replace
from typing import Any, Final

from cachetools import LRUCache

from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.posts.outgoing import nonce_of
from bot.posts.unsaved_messages import Post, PostKind, UnsavedMessages
from storage.league import tournaments
from storage.league.tournament_values import Tournament

logger = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000
"""The number of posts whose mentions are remembered for retries."""


@dataclass(frozen=True)
class Audience:
    """The people whom news concern, as they want to hear of it.

    :ivar names: the names of all people of the tournament.
    :ivar mentioned: the people to mention.
    :ivar direct: the people who want a direct message instead.
    """

    names: dict[int, str]
    mentioned: set[int]
    direct: tuple[int, ...]


class ShownTournament:
    """A tournament as it is shown, saved step by step.

    :param save: saves the difference of the first tournament from the second.
    :ivar tournament: the tournament as it is shown by now.
    """

    def __init__(self, tournament: Tournament, save: Callable[[Tournament, Tournament], Awaitable[None]]) -> None:
        self.tournament = self._saved = tournament
        self._save = save

    async def save(self, **shown: Any) -> None:
        """Note and save what was shown."""
        self.tournament = replace(self.tournament, **shown)
        if self.tournament != self._saved:
            await self._save(self.tournament, self._saved)
            self._saved = self.tournament


class NewsSender:
    """Sends news of tournaments.

    :param may_mention: counts a mention of a person or role by a cause; False at a limit.
    """

    def __init__(
        self, services: CoreServices, unsaved: UnsavedMessages, may_mention: Callable[[Hashable, int], bool]
    ) -> None:
        self._services = services
        self._unsaved = unsaved
        self._may_mention = may_mention
        self._mentioned: MutableMapping[Hashable, tuple[int, ...]] = LRUCache(_REMEMBERED)

    def reader(self, tournament: Tournament) -> Reader:
        """Return the reader of a tournament's channel."""
        return self._services.preferences.reader_in(tournament.locale)

    async def audience(self, tournament: Tournament, concerned: Collection[int]) -> Audience:
        """Return the audience of people; those who have deleted their data have none."""
        names = await self._services.database.run_read(lambda tx: tournaments.names(tx, tournament))
        people = [one for one in dict.fromkeys(concerned) if one > 0]
        notices = {one: (await self._services.preferences.player(tournament.guild_id, one)).notice for one in people}
        mentioned = {one for one, notice in notices.items() if notice == "mention"}
        return Audience(names, mentioned, tuple(one for one, notice in notices.items() if notice == "dm"))

    async def send(
        self, tournament: Tournament, message: Message, what: str, cause: Hashable = None, since: float | None = None
    ) -> int:
        """Post news in the channel; return the message's id.

        :param what: identifies it in the tournament.
        :param cause: see `limited`.
        :param since: the earliest time of the post; the tournament's creation by default.
        :raises discord.HTTPException: if it could not be posted.
        """
        known = (message_id for one in tournament.announcements for message_id in one.messages)
        post = post_of(tournament, PostKind.TOURNAMENT_NEWS, what, after=max(known, default=0))
        told = self.limited(tournament, message, cause, post.nonce)
        return await self._unsaved.post(post if since is None else replace(post, since=since), told)

    async def send_directly(
        self,
        tournament: Tournament,
        people: Collection[int],
        what: str,
        message_for: Callable[[int, Reader], Message],
        cause: Hashable = None,
    ) -> None:
        """Send direct messages; failures are only logged, as the others need not wait and the channel says the same.

        :param cause: see `limited`.
        """
        for user_id in self._to_mention(tournament, cause, people, what):
            own = await self._services.preferences.reader_for(tournament.guild_id, user_id, tournament.locale)
            post = post_of(tournament, PostKind.PERSONAL_NEWS, f"{what}:{user_id}")
            try:
                await self._unsaved.post_direct(post, user_id, message_for(user_id, own))
            except REQUEST_ERRORS as error:
                logger.warning("tournament %d: a direct message could not be sent: %s", tournament.id, error)

    def limited(self, tournament: Tournament, message: Message, cause: Hashable, what: Hashable) -> Message:
        """Return a message that names people and roles without a mention if the cause has mentioned them often.

        :param cause: the user who acted, or the subject of the tournament's own news, which a host can have repeated;
            None if the mention was counted at the click.
        :param what: the post; a retry counts once.
        """
        ids = (*message.mentions, *message.role_mentions)
        told = self._to_mention(tournament, cause, ids, what)
        people, roles = ([one for one in ids if one in told] for ids in (message.mentions, message.role_mentions))
        return replace(message, mentions=tuple(people), role_mentions=tuple(roles))

    def _to_mention(
        self, tournament: Tournament, cause: Hashable, ids: Collection[int], what: Hashable
    ) -> Collection[int]:
        if cause is None:
            return ids
        this = tournament.id, tournament.revision, what
        if this not in self._mentioned:
            by = cause if isinstance(cause, int) else (tournament.id, cause)
            self._mentioned[this] = tuple(one for one in dict.fromkeys(ids) if self._may_mention(by, one))
        return self._mentioned[this]


def post_of(tournament: Tournament, kind: PostKind, what: str, *, after: int = 0) -> Post:
    """Return a post about a tournament, identified by `what`."""
    nonce = nonce_of(kind, tournament.id, what)
    return Post(kind, tournament.id, tournament.channel_id, tournament.created_at, after, nonce)
