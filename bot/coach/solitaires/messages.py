"""The review of a solitaire that is over: its verdict, and the solution step by step."""

from __future__ import annotations

from typing import Any

import discord

from bot.coach.clicks import CoachClick
from bot.locales import Words
from bot.messages.games.solitaires import SolitairePresenter
from bot.messages.parts.components import Button, ClickAddress, Style
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.reader import Reader
from bot.messages.solo.board import layout_message, solo_presenter, step_buttons
from bot.tables.solo.searching import dealt
from bot.tables.solo.state import Solo
from games import Move
from games.solitaires.line_review import LineReview
from storage.solo import SoloStatus


def solo_review_message(solo: Solo, review: LineReview, step: int, reader: Reader) -> Message:
    """Return the verdict with a step of the solution, from 0.

    :param step: clamped to the last step; 0 shows the position just before the losing move.
    """
    w, presenter = reader.words, solo_presenter(solo.kind, reader, "")
    embed = discord.Embed(colour=COLOUR, title=w("review.solo.title", game=w(f"game.{solo.stored.game}.name")))
    last = len(review.solution)
    step = min(step, last)
    lines = _verdict(solo, review, presenter)
    if not last:
        embed.description = "\n".join(lines)
        return Message(embed=embed)
    if review.start == review.won and not step:
        lines.append(w("review.solo.found", moves=w.count("solo.moves", last)))
    view = dealt(solo.stored.game, solo.stored.seed, moves_to(solo, review, step)).view(0)
    coming = review.solution[step] if step < last else None
    done = w("solo.solution.done")
    lines.append(w("review.solo.next", move=presenter.label(view, coming)) if coming else done)
    embed.description = "\n".join(lines)
    embed.set_footer(text=w("lesson.progress", number=step, total=last))

    def at(to: int, place: int) -> ClickAddress:
        return ClickAddress(CoachClick.SOLO_REVIEW_STEP, solo.id, to, str(place))

    here = ClickAddress(CoachClick.SOLO_PLAY_ON, solo.id, step)
    play_on = Button(here, w("retry.button.play"), Style.GO, disabled=coming is None)
    return layout_message(embed, view, presenter, coming, (step_buttons(at, step, last), (play_on,)))


def searching_message(solo: Solo, w: Words) -> Message:
    """Return the message of a search, with a button to stop it."""
    stop = Button(ClickAddress(CoachClick.SOLO_REVIEW_STOP, solo.id), w("solo.button.call_off"), Style.DANGER, "✋")
    return Message(w("review.solo.searching"), rows=((stop,),))


def moves_to(solo: Solo, review: LineReview, step: int) -> tuple[str, ...]:
    """Return the moves that lead to a step of the review's solution."""
    return (*solo.line.played[: review.start], *map(str, review.solution[:step]))


def _verdict(solo: Solo, review: LineReview, presenter: SolitairePresenter[Any]) -> list[str]:
    """Return the verdict on the person's line."""
    w = presenter.w
    moves, fewest = w.count("solo.moves", review.moves), w.count("solo.moves", len(review.solution))
    if solo.stored.status is SoloStatus.SOLVED:
        is_shorter = len(review.solution) < review.moves
        return [w("review.solo.shorter" if is_shorter else "review.solo.shortest", moves=moves, fewest=fewest)]
    if review.won is None:
        if review.lost is None:
            return [w("solo.verdict.unknown")]
        if not review.lost:
            return [w("solo.verdict.lost")]
        return [w("review.solo.lost_since", lost=review.lost, total=review.moves)]
    if review.losing is not None:
        before = dealt(solo.stored.game, solo.stored.seed, solo.line.played[: review.won])
        label = presenter.label(before.view(0), Move.parse(solo.line.played[review.won]))
        return [w("review.solo.losing", number=review.losing, move=label)]
    if review.won == review.moves:
        return [w("review.solo.still")]
    if review.lost is None:
        return [w("review.solo.unknown", won=review.won, total=review.moves)]
    return [w("review.solo.between", won=review.won, total=review.moves, lost=review.lost)]
