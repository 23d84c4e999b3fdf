"""The end of a solved solitaire: its facts, as words and as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot import render
from bot.locales import Words
from bot.messages.games.solitaires import SolitairePresenter
from bot.messages.parts.message import Drawing
from bot.tables.solo.state import Solo
from games.core.solitaire import SolitaireView
from storage.solo import StoredSolo


@dataclass(frozen=True)
class Comparison:
    """A solved solitaire beside other results.

    :ivar streak: the number of consecutive days that its owner has solved; 0 for a deal of no day.
    :ivar best: the owner's best result without help in this game; None if there is none.
    :ivar place: its place among the results of the day in the server, and `of` their number; 0 for none.
    """

    streak: int = 0
    best: StoredSolo | None = None
    place: int = 0
    of: int = 0


UNCOMPARED: Final = Comparison()


def duration(seconds: int) -> str:
    """Return a duration as hours, minutes and seconds."""
    minutes, left = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def solved_lines(solo: Solo, compared: Comparison, w: Words) -> list[str]:
    """Return a solved solitaire's comparison with other results, a line each."""
    lines = [w.count("daily.streak", compared.streak)] if compared.streak else []
    if compared.best is not None and compared.best.id == solo.id:
        lines.append(w("solo.best"))
    elif compared.best is not None:
        moves = w.count("solo.moves", compared.best.moves)
        lines.append(w("solo.stats.best", moves=moves, time=duration(compared.best.seconds)))
    if compared.place:
        lines.append(w("solo.place", place=compared.place, of=compared.of))
    return lines


def solved_drawing(
    solo: Solo, view: SolitaireView, compared: Comparison, presenter: SolitairePresenter[Any]
) -> Drawing:
    """Return the picture of a solved solitaire, with an equivalent alternative text.

    It shows the tiles in the order of play, so it is not for people who may still play this deal.
    """
    w, title, subtitle = presenter.w, presenter.w(f"game.{solo.stored.game}.name"), _subtitle(solo, presenter.w)
    facts = tuple(_facts(solo, compared, w))
    paint = partial(render.solved, title, subtitle, facts, presenter.solved_tiles(view))
    told = "; ".join(f"{fact.name}: {fact.value}" for fact in facts)
    return Drawing(paint, f"{title}. {subtitle}. {told}. {presenter.solved_description(view)}")


def _subtitle(solo: Solo, w: Words) -> str:
    ending = w("solo.ending.helped" if solo.stored.helped else "solo.ending")
    if solo.stored.day:
        return w("solo.ending.daily", day=solo.stored.day, ending=ending)
    return ending[:1].upper() + ending[1:]


def _facts(solo: Solo, compared: Comparison, w: Words) -> list[render.SolvedFact]:
    facts = [
        render.SolvedFact(w("solo.fact.moves"), str(solo.stored.moves)),
        render.SolvedFact(w("solo.fact.time"), duration(solo.stored.seconds)),
    ]
    if compared.streak:
        facts.append(render.SolvedFact(w("solo.fact.streak"), str(compared.streak)))
    if compared.place:
        facts.append(render.SolvedFact(w("solo.fact.place"), f"{compared.place} / {compared.of}"))
    elif compared.best is not None and compared.best.id != solo.id and not solo.stored.day:
        best = f"{compared.best.moves} · {duration(compared.best.seconds)}"
        facts.append(render.SolvedFact(w("solo.fact.best"), best))
    return facts
