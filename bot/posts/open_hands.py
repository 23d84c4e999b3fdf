"""Open hands: each player's newest ephemeral message, refreshable by token."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Self

from cachetools import TTLCache

from bot.messages.parts.reader import Reader
from bot.posts.board_tokens import TOKEN_LIFE_S
from bot.posts.replies import Answer
from bot.tables.state import Table
from storage.matches import Status
from storage.signs import Pact, Sign

ACTIVE_S: Final = 120.0
"""The time for which a user is considered active after a click at a table."""

_MAX_CLICKS: Final = 10_000


@dataclass(frozen=True)
class ShownState:
    """The state shown in a hand besides the deal.

    A change renews the hand, so a secret of another pair must be no part of it.

    :ivar agreeing: whether the pairs agree on their signs, so no tiles are shown.
    :ivar pact: the pact of the player's pair, until all have agreed.
    :ivar signs: the last signs of the player and of their partner.
    :ivar away: whether the computer plays for the player.
    :ivar deadline: the end of that turn; None without a limit, and for all other players.
    """

    status: Status
    agreeing: bool
    seated: bool
    away: bool
    has_turn: bool
    deadline: float | None
    pact: Pact | None = None
    signs: tuple[Sign | None, ...] = ()

    @classmethod
    def of(cls, table: Table, user_id: int) -> Self:
        """Return the state that a user's hand shows now."""
        seat, mover = table.seat_of(user_id), table.to_move()
        has_turn = seat is not None and seat == mover
        return cls(
            status=table.status,
            agreeing=table.agreeing,
            seated=seat is not None,
            away=seat is not None and seat.away,
            has_turn=has_turn,
            deadline=table.turn_deadline if has_turn else None,
            pact=table.pact_of(seat.seat) if seat is not None and table.agreeing else None,
            signs=() if seat is None else (table.sign_of(seat.seat), table.sign_of(table.partner_of(seat.seat))),
        )


@dataclass
class OpenHand:
    """A hand that a player has open.

    :ivar deals_ended: the number of deals ended before the one that it shows.
    :ivar rests_until: the unix time until which it shows that deal's end; 0.0 if it does not.
    :ivar board_by: the time until which it waits for the next deal's board, to be sent below it; None: not yet.
    :ivar ready_for: the last deal that the player wanted to begin at once.
    :ivar due_from: the revision from which it must be renewed, whoever is to move; 0: none.
    :ivar looks: its content, where that is compared.
    :ivar asked_call: the key of a call that it asks to confirm in that deal, or "".
    """

    answer: Answer
    opened_at: float
    revision: int
    deals_ended: int
    state: ShownState
    due_from: int = 0
    looks: object = None
    rests_until: float = 0.0
    board_by: float | None = None
    ready_for: int = 0
    asked_call: str = ""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def record_shown(self, table: Table) -> None:
        """Record that it was just sent in the table's state."""
        self.revision, self.deals_ended = table.revision, table.stored.deals_ended
        self.state = ShownState.of(table, self.answer.interaction.user.id)
        self.rests_until, self.board_by = 0.0, None

    def is_behind(self, table: Table) -> bool:
        """Return True if its deal is over and another runs."""
        return table.status.is_live and self.deals_ended < table.stored.deals_ended


@dataclass(frozen=True)
class HandNote:
    """A private line for a player, in their hand until it is out of date.

    :ivar text: returns the line; "" once it is out of date.
    """

    text: Callable[[Table, Reader], str]


FirstHand = Callable[[Table], Awaitable[None]]
"""Shows a player the hand of a match that has begun."""


class OpenHands:
    """All open hands.

    :param now: the time in unix seconds.
    :ivar on_answered: called with match and user after a click was answered.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._hands: dict[str, dict[int, OpenHand]] = {}
        # When each was opened, the oldest first. A plain dict would look for its first behind all that were taken out.
        self._by_age: OrderedDict[tuple[str, int], float] = OrderedDict()
        self._clicked: TTLCache[tuple[str, int], float] = TTLCache(_MAX_CLICKS, ACTIVE_S, timer=now)
        self._seen: TTLCache[tuple[int, int], float] = TTLCache(_MAX_CLICKS, ACTIVE_S, timer=now)
        self._notes: TTLCache[tuple[str, int], HandNote] = TTLCache(_MAX_CLICKS, TOKEN_LIFE_S, timer=now)
        self._at_start: TTLCache[str, dict[int, tuple[float, FirstHand]]] = TTLCache(
            _MAX_CLICKS, TOKEN_LIFE_S, timer=now
        )
        self._answered: Counter[tuple[str, int]] = Counter()
        self.on_answered: Callable[[str, int], None] = lambda _match_id, _user_id: None

    def __len__(self) -> int:
        """Return the number of known hands."""
        return len(self._by_age)

    def lock(self, match_id: str, user_id: int) -> asyncio.Lock:
        """Return the lock that keeps a player's hands in order."""
        hand = self._hands.get(match_id, {}).get(user_id)
        return hand.lock if hand else asyncio.Lock()

    def record(
        self, table: Table, answer: Answer, looks: object = None, *, rest_s: float = 0.0, asked_call: str = ""
    ) -> Answer | None:
        """Record that a click was just answered with a hand.

        :param rest_s: the seconds for which it shows the last deal's end.
        :return: the answer that showed it before, if in another message; that one is no longer refreshed.
        """
        self._drop_expired()
        user_id = answer.interaction.user.id
        old = self._hands.get(table.id, {}).get(user_id)
        self.close(table.id, user_id)
        state = ShownState.of(table, user_id)
        hand = OpenHand(
            answer, self._now(), table.revision, table.stored.deals_ended, state, looks=looks, asked_call=asked_call
        )
        if rest_s:
            hand.deals_ended, hand.rests_until = table.stored.deals_ended - 1, self._now() + rest_s
        if old:
            hand.lock, hand.ready_for = old.lock, old.ready_for
        self._hands.setdefault(table.id, {})[user_id] = hand
        self._by_age[table.id, user_id] = hand.opened_at
        self.record_click(table.id, user_id)
        return old.answer if old and old.answer.is_elsewhere(answer) else None

    def show_at_start(self, match_id: str, user_id: int, show: FirstHand) -> None:
        """Remember how a player's first hand opens below their click in the lobby."""
        self._at_start[match_id] = {**self._at_start.get(match_id, {}), user_id: (self._now(), show)}

    def take_first_hands(self, match_id: str, user_ids: Collection[int]) -> list[FirstHand]:
        """Return how the first hands of these players open, once, as far as the tokens of their clicks are valid."""
        joined, oldest = self._at_start.pop(match_id, {}), self._now() - TOKEN_LIFE_S
        return [show for user_id, (at, show) in joined.items() if user_id in user_ids and at > oldest]

    def add_note(self, match_id: str, user_id: int, note: HandNote) -> None:
        """Let a player's next hands show a note, in place of an earlier one."""
        self._notes[match_id, user_id] = note

    def note(self, table: Table, user_id: int, reader: Reader) -> str:
        """Return the text of a player's note, which is about to be shown."""
        note = self._notes.get((table.id, user_id))
        return "" if note is None else note.text(table, reader)

    @contextmanager
    def answering(self, match_id: str, user_id: int) -> Iterator[None]:
        """A block in which a player's click is answered."""
        key = (match_id, user_id)
        self._answered[key] += 1
        try:
            yield
        finally:
            self._end_answer(key)

    @contextmanager
    def answered(self, match_id: str, user_id: int) -> Iterator[None]:
        """A part of such a block in which the hand has been shown, and may be refreshed while the click waits."""
        key = (match_id, user_id)
        self._end_answer(key)
        try:
            yield
        finally:
            self._answered[key] += 1

    def _end_answer(self, key: tuple[str, int]) -> None:
        self._answered[key] -= 1
        if not self._answered[key]:
            del self._answered[key]
        self.on_answered(*key)

    def is_being_answered(self, match_id: str, user_id: int) -> bool:
        """Return True while a player's click is being answered."""
        return (match_id, user_id) in self._answered

    def get(self, match_id: str, user_id: int) -> OpenHand | None:
        """Return a player's open hand, if its token is valid."""
        self._drop_expired()
        return self._hands.get(match_id, {}).get(user_id)

    def of_match(self, match_id: str) -> tuple[tuple[int, OpenHand], ...]:
        """Return a match's open hands with their users."""
        self._drop_expired()
        return tuple(self._hands.get(match_id, {}).items())

    def record_ready(self, table: Table, user_id: int) -> bool:
        """Record that a player wants the running deal to begin.

        :return: whether all seated players with an open hand do.
        """
        hand = self.get(table.id, user_id)
        if hand is not None:
            hand.ready_for = table.deal
        seated = {seat.user_id for seat in table.persons}
        return all(one.ready_for >= table.deal for number, one in self.of_match(table.id) if number in seated)

    def record_click(self, match_id: str, user_id: int) -> None:
        """Record a player's click at the table."""
        self._clicked[match_id, user_id] = self._now()

    def record_in_channel(self, channel_id: int, user_id: int) -> None:
        """Record a user's click or command in a channel."""
        self._seen[channel_id, user_id] = self._now()

    def last_seen_at(self, table: Table, user_id: int) -> float:
        """Return the last action at table or channel, in unix seconds.

        0 if over `ACTIVE_S` ago.
        """
        at_table = self._clicked.get((table.id, user_id), 0.0)
        return max(at_table, self._seen.get((table.stored.channel_id, user_id), 0.0))

    def is_looking(self, match_id: str, user_id: int) -> bool:
        """Return True if the player clicked within `ACTIVE_S`."""
        return (match_id, user_id) in self._clicked

    def is_open(self, match_id: str, user_id: int) -> bool:
        """Return True if the player's hand will be refreshed."""
        return self.get(match_id, user_id) is not None

    def is_watched(self, table: Table) -> bool:
        """Return True if a seated user clicked within `ACTIVE_S`."""
        return any(seat.user_id is not None and self.is_looking(table.id, seat.user_id) for seat in table.persons)

    def close(self, match_id: str, user_id: int) -> None:
        """Forget a hand that can no longer be refreshed."""
        here = self._hands.get(match_id, {})
        here.pop(user_id, None)
        if not here:
            self._hands.pop(match_id, None)
        self._by_age.pop((match_id, user_id), None)

    def _drop_expired(self) -> None:
        oldest = self._now() - TOKEN_LIFE_S
        while self._by_age:
            key, opened = next(iter(self._by_age.items()))
            if opened >= oldest:
                return
            self.close(*key)
