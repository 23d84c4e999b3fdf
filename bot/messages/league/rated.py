"""What a match changed in the league, as the summary of the match tells it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.league.rating import shown, uncertainty
from bot.locales import Words
from bot.messages.parts.text import bold
from storage.league.ratings import Change

__all__ = ["Rated", "rated_lines"]


@dataclass(frozen=True)
class Rated:
    """How a match changed somebody's rating at its game and over all games."""

    name: str
    of_game: Change
    of_all: Change


def rated_lines(rated: Sequence[Rated], w: Words) -> Iterator[str]:
    """The new numbers with what came to them, a line for each person; over all games only where that differs."""
    for one in rated:
        line = f"{bold(one.name)} {_number(one.of_game)}"
        if _number(one.of_all) != _number(one.of_game):
            line += f" · {w('league.rated.all', number=_number(one.of_all))}"
        yield line


def _number(change: Change) -> str:
    """``**1105** (+105) ±645``, with a true minus sign."""
    now = shown(change.mu_after)
    gained = f"{now - shown(change.mu_before):+d}".replace("-", "\N{MINUS SIGN}")
    return f"**{now}** ({gained}) ±{uncertainty(change.sigma_after)}"
