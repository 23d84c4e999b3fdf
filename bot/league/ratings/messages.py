"""Rating changes as text."""

from collections.abc import Iterator

from bot.league.ratings.changes import MatchRatings
from bot.league.ratings.rating import uncertainty
from bot.locales import Words
from bot.messages.parts.people import called
from bot.messages.parts.text import bold
from storage.league.ratings import RatingChange, shown


def rated_lines(rated: MatchRatings, w: Words) -> Iterator[str]:
    """Yield each person's new number, with the overall one if different."""
    for one in rated.changes:
        line = f"{bold(called(rated.names, one.user_id, w))} {_number(one.of_game)}"
        if _number(one.of_all) != _number(one.of_game):
            line += f" · {w('league.rated.all', number=_number(one.of_all))}"
        yield line
    if rated.changes:
        yield f"-# {w('league.rated.uncertainty')}"


def _number(change: RatingChange) -> str:
    """Return a change like ``**1563** (+63) ±387``, with a minus sign."""
    now = shown(change.mu_after)
    gained = f"{now - shown(change.mu_before):+d}".replace("-", "\N{MINUS SIGN}")
    return f"**{now}** ({gained}) ±{uncertainty(change.sigma_after)}"
