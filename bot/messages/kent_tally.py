"""An evening's tally of Kent: pairs, calls and best bluff."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.locales import Words
from bot.messages.parts.text import bold
from storage.kent import RecordedCall

from .parts.message import COLOUR, Message

_MAX_PAIRS = 12

_FORMER: Final = "\0"
"""A placeholder for the name of a deleted person; no name equals it."""

_Names = tuple[str, str]


@dataclass
class Tally:
    """A pair's points from deals, and its calls."""

    points: int = 0
    right: int = 0
    wrong: int = 0


def tally(calls: Sequence[RecordedCall]) -> dict[_Names, Tally]:
    """Return the pairs, most points first; computers have no name."""
    found: dict[_Names, Tally] = {}
    for call in calls:
        pairs = len(call.players) // 2
        for pair in range(pairs):
            found.setdefault(_names(call, pair), Tally()).points += call.points[pair]
        caller = found[_names(call, call.seat % pairs)]
        if call.points[call.seat] > 0:
            caller.right += 1
        else:
            caller.wrong += 1
    return dict(sorted(found.items(), key=lambda item: -item[1].points))


def best_bluff(calls: Sequence[RecordedCall]) -> RecordedCall | None:
    """Return the false Stop worth most to the accused, last of ties."""
    bluffs = [call for call in calls if call.move.startswith("stop") and call.points[call.seat] == 0]
    return max(reversed(bluffs), key=lambda call: max(call.points), default=None)


def tally_message(calls: Sequence[RecordedCall], w: Words) -> Message:
    """Return the public tally of at least one call."""
    lines = [
        w(
            "kent.tally.pair",
            names=_spoken(names, w),
            points=w.count("board.points", one.points),
            right=one.right,
            wrong=one.wrong,
        )
        for names, one in list(tally(calls).items())[:_MAX_PAIRS]
    ]
    bluff = best_bluff(calls)
    if bluff is not None:
        verb, _, accused = bluff.move.partition("@")
        names = _spoken(_names(bluff, int(accused)), w)
        said = w(f"kent.call.{verb}")
        caller = _spoken_name(_known_as(bluff.players[bluff.seat]), w)
        lines += ["", f"🎭 {w('kent.tally.bluff', names=names, name=caller, call=said)}"]
    embed = discord.Embed(colour=COLOUR, title=w("kent.tally.title"), description="\n".join(lines))
    embed.set_footer(text=w.count("kent.tally.matches", len({call.match_id for call in calls})))
    return Message(embed=embed)


def _names(call: RecordedCall, pair: int) -> _Names:
    """Return a pair's names in a canonical order."""
    pairs = len(call.players) // 2
    first, second = sorted(map(_known_as, (call.players[pair], call.players[pair + pairs])))
    return first, second


def _known_as(player: tuple[int | None, str]) -> str:
    user_id, name = player
    return _FORMER if user_id is not None and not name else name


def _spoken(names: _Names, w: Words) -> str:
    return w.list([_spoken_name(name, w) for name in names])


def _spoken_name(name: str, w: Words) -> str:
    return bold(w("name.former") if name == _FORMER else name or w("board.computer"))
