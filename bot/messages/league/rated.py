"""What a match changed in the league, as the summary of the match tells it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.league.rating import shown, uncertainty
from bot.league.recording import MatchRatings
from bot.locales import Words
from bot.messages.parts.text import bold
from storage.league.ratings import Change

from .names import called

__all__ = ["rated_lines"]


def rated_lines(rated: MatchRatings, w: Words) -> Iterator[str]:
    """The new numbers with what came to them, a line for each person; over all games only where that differs."""
    for one in rated.changes:
        line = f"{bold(called(rated.names, one.user_id, w))} {_number(one.of_game)}"
        if _number(one.of_all) != _number(one.of_game):
            line += f" · {w('league.rated.all', number=_number(one.of_all))}"
        yield line


def _number(change: Change) -> str:
    """``**1105** (+105) ±645``, with a true minus sign."""
    now = shown(change.mu_after)
    gained = f"{now - shown(change.mu_before):+d}".replace("-", "\N{MINUS SIGN}")
    return f"**{now}** ({gained}) ±{uncertainty(change.sigma_after)}"
