"""The buttons of tournaments."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from bot.league.tournaments import seat_order
from bot.messages.league.tournaments import (
    call_to_table,
    choose_pairing,
    choose_team,
    confirm_tournament,
    tournament_message,
    tournament_page,
)
from bot.messages.parts.components import Kind, parse_page
from bot.messages.parts.message import Message
from bot.messages.parts.text import bold, message_link
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.requests.league import tournaments as requests
from bot.requests.request import Click, Handler
from bot.requests.values import parse_number
from bot.tables.errors import TableError
from bot.tables.state import Table
from storage.league.tournaments import Pairing, Tournament

__all__ = ["HANDLERS"]

logger = logging.getLogger(__name__)

_DIGITS: Final = 18
_MOST_PAGES: Final = 1000


async def _choose(click: Click) -> None:
    """Show one of the tournaments."""
    tournament = await requests.load_tournament(click, click.value)
    await click.reply.show(tournament_message(tournament, await requests.names_in(click, tournament), click.reader))


async def _turn(click: Click) -> None:
    """Show a page of the standings and pairings."""
    tournament = await requests.load_tournament(click, click.match_id)
    if not tournament.pairings:
        raise TableError("tournament.refusal.now.open")
    number = min(parse_page(click.address.rest), _MOST_PAGES)
    page = tournament_page(tournament, await requests.names_in(click, tournament), number, click.reader)
    await click.reply.show(page)


async def _sign_up(click: Click) -> None:
    await _said(click, "tournament.signed_up", await requests.sign_up(click, click.match_id))


async def _choose_team(click: Click) -> None:
    tournament = await requests.load_tournament(click, click.match_id)
    await click.reply.whisper(choose_team(tournament, await requests.names_in(click, tournament), click.reader))


async def _join_team(click: Click) -> None:
    tournament = await requests.sign_up(click, click.match_id, parse_number(click.value))
    await click.reply.renew(Message(_done(click, "tournament.signed_up", tournament)))


async def _ask(click: Click) -> None:
    tournament = await requests.load_tournament(click, click.match_id)
    question = confirm_tournament(tournament, click.address.rest, click.address.number, click.reader)
    if question is None:
        raise TableError("error.button_unknown")
    await click.reply.whisper(question)


async def _withdraw(click: Click) -> None:
    tournament = await requests.withdraw(click, click.match_id)
    await click.reply.renew(Message(_done(click, "tournament.withdrawn", tournament)))


async def _close(click: Click) -> None:
    tournament = await requests.close_round(click, click.match_id, click.address.number)
    await click.reply.renew(Message(_done(click, "tournament.closed", tournament)))


async def _cancel(click: Click) -> None:
    tournament = await requests.cancel(click, click.match_id)
    await click.reply.renew(Message(_done(click, "tournament.is_cancelled", tournament)))


async def _start(click: Click) -> None:
    await _said(click, "tournament.started", await requests.start(click, click.match_id))


async def _open_table(click: Click) -> None:
    """Open a table for a pairing of the person who clicked and call the others; ask for which if there are several."""
    tournament = await requests.load_tournament(click, click.match_id)
    own, found = requests.own_pairings(tournament, click.user_id)
    if click.value:
        wanted = parse_number(click.value, _DIGITS)
        found = tuple(one for one in found if one.id == wanted)
        if not found:
            raise TableError("tournament.refusal.played")
    elif len(found) > 1:
        names = await requests.names_in(click, tournament)
        await click.reply.whisper(choose_pairing(tournament, found, own, names, click.reader))
        return
    await _open_for(click, tournament, found[0])


async def _open_for(click: Click, tournament: Tournament, pairing: Pairing) -> None:
    table = await requests.open_table(click, tournament, pairing)
    said = Message(click.words("welcome.opened", game=click.words(f"game.{tournament.game}.name")))
    await (click.reply.renew(said) if click.value else click.reply.whisper(said))
    try:
        await click.services.channels.send(click.channel_id, _call(click, tournament, pairing, table))
    except REQUEST_ERRORS as error:
        logger.warning("people could not be called to their table: %s", error)


def _call(click: Click, tournament: Tournament, pairing: Pairing, table: Table) -> Message:
    members = tournament.teams
    sides = [[one.user_id for one in members[team]] for team in pairing.teams]
    others = [one for one in seat_order(tournament.game, sides) if one != click.user_id]
    board = message_link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)
    reader = click.services.preferences.table_reader(table)
    return call_to_table(tournament, click.person.name, [one for one in others if one > 0], board, reader)


HANDLERS: Final[Mapping[Kind, Handler]] = {
    Kind.TOURNAMENT: _choose,
    Kind.TOURNAMENT_PAGE: _turn,
    Kind.TOURNAMENT_SIGN: _sign_up,
    Kind.TOURNAMENT_TEAMS: _choose_team,
    Kind.TOURNAMENT_TEAM: _join_team,
    Kind.TOURNAMENT_START: _start,
    Kind.TOURNAMENT_TABLE: _open_table,
    Kind.TOURNAMENT_ASK: _ask,
    Kind.TOURNAMENT_WITHDRAW: _withdraw,
    Kind.TOURNAMENT_CLOSE: _close,
    Kind.TOURNAMENT_CANCEL: _cancel,
}


def _done(click: Click, key: str, tournament: Tournament) -> str:
    return click.words(key, title=bold(tournament.title))


async def _said(click: Click, key: str, tournament: Tournament) -> None:
    await click.reply.whisper(_done(click, key, tournament))
