"""An evening of Kent: the points and calls of people, and the best bluff."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.locales import Words
from bot.messages.parts.text import bold
from storage.kent import RecordedCall

Player = tuple[int | None, str]
"""A user id, None for a computer player, and the stored name."""


@dataclass
class KentScore:
    """A person's points from deals, and their calls."""

    points: int = 0
    right: int = 0
    wrong: int = 0


def scores_of(calls: Sequence[RecordedCall]) -> dict[int, KentScore]:
    """Return the points and calls of people by user id, without computers."""
    found: dict[int, KentScore] = {}
    for call in calls:
        for (user_id, _), points in zip(call.players, call.points, strict=True):
            if user_id is not None:
                found.setdefault(user_id, KentScore()).points += points
        if call.user_id is None:
            continue
        caller = found.setdefault(call.user_id, KentScore())
        if call.points[call.seat] > 0:
            caller.right += 1
        else:
            caller.wrong += 1
    return found


def best_bluff(calls: Sequence[RecordedCall]) -> RecordedCall | None:
    """Return the false Stop worth most to the accused, last of ties."""
    bluffs = [call for call in calls if call.move.startswith("stop") and call.points[call.seat] == 0]
    return max(reversed(bluffs), key=lambda call: max(call.points), default=None)


def bluff_text(bluff: RecordedCall, name_of: Callable[[int], str], w: Words) -> str:
    """Return a bluff in words.

    :param name_of: returns the name of a person.
    """

    def spoken(player: Player) -> str:
        user_id, name = player
        return bold((name or w("board.computer")) if user_id is None else name_of(user_id))

    verb, _, accused = bluff.move.partition("@")
    pairs = len(bluff.players) // 2
    pair = [spoken(bluff.players[seat]) for seat in (int(accused), int(accused) + pairs)]
    caller = spoken((bluff.user_id, bluff.players[bluff.seat][1]))
    return f"🎭 {w('kent.tally.bluff', names=w.list(pair), name=caller, call=w(f'kent.call.{verb}'))}"
