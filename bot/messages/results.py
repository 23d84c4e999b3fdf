"""Results of matches in lists to choose from."""

from collections.abc import Mapping
from datetime import UTC, datetime

from bot.locales import Words
from bot.messages.parts.people import called
from storage.league.results import Result


def name_of(result: Result) -> str:
    """Return the match id, or else the number of the result."""
    return result.match_id or f"#{result.id}"


def label_of(result: Result, names: Mapping[int, str], w: Words) -> str:
    """Return the game and people of a result, for a list."""
    people = [called(names, one, w) for one in result.people]
    return f"{w(f'game.{result.game}.name')}: {w.list(people)}"


def when(result: Result) -> str:
    """Return the time of a result, followed by its name."""
    time = datetime.fromtimestamp(result.at, UTC)
    return f"{time:%Y-%m-%d %H:%M} UTC · {name_of(result)}"
