"""The moves since a player's last one, in a line of their hand: board and hand do not fit a phone together."""

from itertools import takewhile
from typing import Any, Final

from bot.messages.games import Presenter
from bot.messages.games.chain import ChainPresenter
from bot.messages.parts.text import escape
from games import Event, Match, Tile
from games.core.events import DealBegan, Drew, Passed, Played, Scored
from games.core.tricks import TrickTaken
from games.core.view import ChainView, DealtView, View

_ALWAYS: Final = 9
"""The most tiles in hand beside which a phone always has room for the line."""
_TWO_ROWS, _FEW_MOVES, _FEW_LINES = 14, 5, 2
"""The most tiles in hand, moves to choose from, and other lines beside which it has room, too."""
_LONGEST: Final = 60
"""The most characters of the line, as a phone shows in one; earlier moves are left out."""


def since_line(match: Match, view: View, presenter: Presenter[Any, Any], lines: int) -> str:
    """Return the moves of all players since the reader's last one, with points; "" if there are none, or no room.

    :param lines: the number of the other lines.
    """
    held = len(view.hand) if isinstance(view, DealtView) else 0
    if held > _ALWAYS and (held > _TWO_ROWS or len(view.moves) > _FEW_MOVES or lines > _FEW_LINES):
        return ""
    w, parts, ends, points = presenter.w, list[str](), _Ends(view, presenter), ""
    for event in reversed(presenter.merged_events(_since(match, view))):
        name = "" if event.seat is None else escape(presenter.names.plain[event.seat])
        if isinstance(event, Scored):
            points = f" ({escape(presenter.plain_sides()[event.side])} {event.points:+d})".replace("-", "−") + points
        elif isinstance(event, Played):
            parts.append(f"{name} {event.tiles[0]}{points}")
            ends.take_back(event.tiles[0], event.at)
        elif isinstance(event, TrickTaken):
            parts.append(w("hand.since.trick", name=name))
        elif isinstance(event, Passed) and event.seat == view.seat:
            key = "hand.since.you_passed.numbers" if ends.numbers else "hand.since.you_passed"
            parts.append(w(key, numbers=", ".join(ends.numbers)))
        elif isinstance(event, Passed):
            parts.append(w("hand.since.passed", name=name))
        elif isinstance(event, Drew) and event.seat != view.seat:
            parts.append(w.count("hand.since.drew", event.count, name=name))
        points = points if isinstance(event, Scored) else ""
    shown = list(parts)
    while len(", ".join(shown)) > _LONGEST and len(shown) > 1:
        shown.pop()
    return f"-# {'… ' if len(shown) < len(parts) else ''}{', '.join(reversed(shown))}" if shown else ""


def _since(match: Match, view: View) -> list[Event]:
    """Return the events since the reader's last move in the deal, oldest first."""
    found = takewhile(
        lambda event: not isinstance(event, DealBegan) and not (isinstance(event, Played) and event.seat == view.seat),
        match.recent_events(view.seat),
    )
    return list(found)[::-1]


class _Ends:
    """The open ends of a line of equal halves, as they were before the latest tiles."""

    def __init__(self, view: View, presenter: Presenter[Any, Any]) -> None:
        plain = isinstance(presenter, ChainPresenter) and presenter.equal_ends_are_alike
        self._at = {end.at: end.number for end in view.line.ends} if plain and isinstance(view, ChainView) else {}

    @property
    def numbers(self) -> list[str]:
        return [str(number) for number in sorted(set(self._at.values()))]

    def take_back(self, tile: Tile, at: str) -> None:
        """Return to the ends before a tile was laid."""
        if at in self._at:
            self._at[at] = tile.low if self._at[at] == tile.high else tile.high
