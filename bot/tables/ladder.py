"""The ladder of a game: four rungs, each won against computers of one level.

A rung is won by a series, the best of three matches of one person with computers in all other seats, also in that of a
partner. Everyone climbs under equal conditions: the fewest seats, the game's usual options, no clock unless the game
has its own, no hints, and no change of players. A match that is left, resigned, ended early or taken over by a computer
is lost. One that a moderator ends, or whose channel is deleted, does not count.

Nothing but the state of each match is stored, in the transaction that ends it. `climb_of` computes the rest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from games.core.match import FINISH, STOP
from games.core.options import chosen
from storage.ladder import LadderMatch
from storage.matches import COMPUTER_LEVELS, AbandonReason, LadderState, Player, Status

from .state import Step, Table

WINS: Final = 2
"""The wins that win a series, and the losses that lose it."""

_NO_FAULT: Final = (AbandonReason.UMPIRE, AbandonReason.CHANNEL)


@dataclass(frozen=True)
class Series:
    """The matches of a series that are over.

    >>> Series().after(LadderState.WON).after(LadderState.LOST)
    Series(wins=1, losses=1)
    """

    wins: int = 0
    losses: int = 0

    @property
    def is_won(self) -> bool:
        return self.wins >= WINS

    @property
    def is_lost(self) -> bool:
        return self.losses >= WINS

    def after(self, state: LadderState) -> "Series":
        """Return the series after one more match; a decided one begins again."""
        before = Series() if self.is_won or self.is_lost else self
        if state is LadderState.PLAYING:
            return before
        won = state is LadderState.WON
        return Series(before.wins + won, before.losses + (not won))


@dataclass(frozen=True)
class Climb:
    """A person's progress on the ladder of a game.

    :ivar series: the last series of each rung; that of a won rung is won.
    :ivar running: the id of the match that is being played, or "".
    """

    series: Mapping[Player, Series]
    running: str = ""

    @property
    def stars(self) -> int:
        """The number of rungs won, from the lowest."""
        lost = (number for number, level in enumerate(COMPUTER_LEVELS) if not self.series[level].is_won)
        return next(lost, len(COMPUTER_LEVELS))

    @property
    def level(self) -> Player | None:
        """The rung to win next; None at the top."""
        return COMPUTER_LEVELS[self.stars] if self.stars < len(COMPUTER_LEVELS) else None


def climb_of(matches: Iterable[LadderMatch], until: str | None = None) -> Climb:
    """Return the progress made by matches of one game, oldest first.

    A rung that was won stays won.

    :param until: the id of the last match to count; None for all.
    """
    series: dict[Player, Series] = {level: Series() for level in COMPUTER_LEVELS}
    running = ""
    for match in matches:
        if match.state is LadderState.PLAYING:
            running = match.id
        if not series[match.level].is_won:
            series[match.level] = series[match.level].after(match.state)
        if match.id == until:
            break
    return Climb(series, running)


def climbs_of(matches: Iterable[LadderMatch]) -> dict[str, Climb]:
    """Return the progress in each game with any match."""
    of_game: dict[str, list[LadderMatch]] = {}
    for match in matches:
        of_game.setdefault(match.game, []).append(match)
    return {game: climb_of(some) for game, some in of_game.items()}


def is_regular(table: Table) -> bool:
    """Return True if a lobby has the seats and options of the ladder."""
    game, computers = table.game, [seat.player for seat in table.seats if seat.player is not Player.PERSON]
    return (
        [seat.user_id for seat in table.persons] == [table.stored.host_id]
        and len(table.seats) == min(game.seat_counts)
        and set(computers) == {table.stored.computer_level}
        and table.stored.options == dict(chosen(game.option_list, {}, max(game.seat_counts)))
    )


def with_state(before: Table, step: Step) -> Step:
    """Return the step with the state on the ladder that it causes."""
    if before.stored.ladder is not LadderState.PLAYING or step.table.stored.ladder is not LadderState.PLAYING:
        return step
    return replace(step, table=step.table.with_stored(ladder=_state(step)))


def _state(step: Step) -> LadderState | None:
    table, host = step.table, step.table.stored.host_id
    if table.stored.started_at is None:
        return LadderState.PLAYING if table.status.is_live else None
    seat, early = table.seat_of(host), [entry for entry in step.entries if entry.move in (FINISH, STOP)]
    if table.stored.end_reason in _NO_FAULT or any(entry.user_id not in (None, host) for entry in early):
        return None
    if table.status is Status.CANCELLED or early or table.stored.helped or seat is None or seat.away:
        return LadderState.LOST
    if table.status is not Status.OVER:
        return LadderState.PLAYING
    won = any(result.won and result.user_id == host for result in step.match_results)
    return LadderState.WON if won else LadderState.LOST
