"""Requests for a hint in a match against computers."""

from __future__ import annotations

from functools import partial

from bot.coach.reviews.judging import judge_best
from bot.coach.reviews.reviewing import Reviews
from bot.messages.parts.components import Kind
from bot.messages.parts.reader import Reader
from bot.posts.open_hands import HandNote
from bot.requests.handlers import on
from bot.requests.limits import HINTS
from bot.requests.request import Click
from bot.requests.table.hand import own_table, show_hand, show_in_hand, show_stale
from bot.tables.errors import Stale, TableError
from bot.tables.helping import require_alone, take_hint
from bot.tables.state import Table
from games import Match, View
from games.computers.decisions import are_judged
from games.computers.judging import Judgement

from .messages import CONSENT, consent_question, hint_text


@on(Kind.HINT)
async def _hint(click: Click) -> None:
    """Show the two best moves, once the match is marked; where chips are at stake, ask first."""
    table = await own_table(click)
    if table.match is None or not are_judged(table.match):
        raise TableError("hint.none")
    seat = require_alone(table, click.person)
    if table.revision != click.address.number or table.to_move() != seat:
        await show_stale(click)
        return
    if table.pays_chips and click.address.rest != CONSENT:
        await show_in_hand(click, table, consent_question(table, click.user_id, click.reader))
        return
    with click.services.limits.quotas.one_at_a_time(HINTS, click.user_id, "hint.busy"):
        try:
            after = await click.apply(click.match_id, take_hint, click.address.number)
        except Stale:
            await show_stale(click)
            return
        await _show_hint(click, after, seat.seat, newly=not table.stored.helped)


async def _show_hint(click: Click, table: Table, seat: int, *, newly: bool) -> None:
    """Judge the best moves, and show them if the turn is still the same.

    :param newly: whether the match counts nowhere from this hint on.
    """
    match, view = table.match, table.view(click.user_id)
    if match is None or view is None:
        raise table.unreadable
    await show_hand(click, table, note=click.words("hint.working"))
    try:
        judgement = await _judge(click, match, seat)
    except BaseException:
        await show_hand(click, await own_table(click))
        raise
    newest = await own_table(click)
    if newest.revision == table.revision:
        text = partial(_hint_note, revision=table.revision, view=view, judgement=judgement, newly=newly)
    else:
        text = partial(_late_note, deal=newest.deal)
    click.services.hands.add_note(table.id, click.user_id, HandNote(text))
    await show_hand(click, newest)


async def _judge(click: Click, match: Match, seat: int) -> Judgement | None:
    ply = click.address.number
    return await click.services.of(Reviews).judge_now(judge_best, match.copy(), seat, click.match_id, ply)


def _late_note(table: Table, reader: Reader, *, deal: int) -> str:
    """Return the reason why there is no hint, until the next move."""
    return reader.words("hint.late") if table.deal == deal else ""


def _hint_note(
    table: Table, reader: Reader, *, revision: int, view: View, judgement: Judgement | None, newly: bool
) -> str:
    """Return the hint while the table is unchanged."""
    return hint_text(table, view, judgement, reader, newly=newly) if table.revision == revision else ""
