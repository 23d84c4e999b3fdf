"""The ladder in the messages of its matches."""

from typing import Final

from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Kind, Style
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.text import star_text
from bot.tables.ladder import Climb, Series
from bot.tables.state import Table
from storage.matches import COMPUTER_LEVELS, LadderState


def level_name(level: str, w: Words) -> str:
    """Return the name of a rung, for a list or the end of a label."""
    return w(f"level.{level}")


def ladder_note(table: Table, w: Words) -> str:
    """Return the remark on the board of a running match."""
    if table.stored.ladder is LadderState.LOST:
        return w("ladder.footer.lost")
    return w("ladder.footer", level=level_name(table.stored.computer_level, w))


def score(series: Series) -> str:
    """Return the wins and losses of a series."""
    return f"{series.wins} : {series.losses}"


def ladder_result(table: Table, climb: Climb, w: Words) -> str:
    """Return the series after a match, and the stars if it is won."""
    level = table.stored.computer_level
    series = climb.series[level]
    how = "won" if series.is_won else "lost" if series.is_lost else "open"
    host = next((seat.seat for seat in table.persons if seat.user_id == table.stored.host_id), None)
    name = table.host_name if host is None else PlayerNames.at(table, w).spoken[host]
    text = w(f"ladder.result.{how}", name=name, level=level_name(level, w), score=score(series))
    return f"🪜 {text} {star_text(climb.stars)}" if series.is_won else f"🪜 {text}"


def next_button(table: Table, climb: Climb, w: Words) -> Button:
    """Return the button to the next match, or to the ladder from its top."""
    game, level = table.stored.game, climb.level
    if level is None:
        return Button(ClickAddress(Kind.LADDER, rest=f"{game}/"), w("ladder.title"), Style.GO, emoji="🪜")
    series = climb.series[table.stored.computer_level]
    if series.is_won:
        label = w("ladder.up", level=level_name(level, w))
    else:
        label = w("ladder.button.again" if series.is_lost else "ladder.button.next")
    return Button(ClickAddress(Kind.LADDER_PLAY, table.id, rest=f"{game}/"), label, Style.GO, emoji="🪜")


COMPLETES: Final = {
    "level.{}": COMPUTER_LEVELS,
    "ladder.result.{}": ("open", "won", "lost"),
}
