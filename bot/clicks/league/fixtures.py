"""The buttons of tournaments."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from bot.league.fixtures.formats import seat_order
from bot.messages.league.fixtures import fixtures_message, fixtures_page
from bot.messages.league.fixtures_choices import ask_fixtures, call_to_table, choose_pairing, choose_team
from bot.messages.parts.components import Kind, parse_page
from bot.messages.parts.message import Message
from bot.messages.parts.text import bold, message_link
from bot.posts.discord_errors import NOT_DONE
from bot.requests.league import fixtures as requests
from bot.requests.opening import opened
from bot.requests.request import Click, Handler
from bot.requests.values import number_in
from bot.tables.errors import TableError
from bot.tables.state import Table
from storage.league import fixtures, pairings
from storage.league.fixtures import Pairing, Tournament

__all__ = ["HANDLERS"]

logger = logging.getLogger(__name__)

_DIGITS: Final = 18
_MOST_PAGES: Final = 1000


async def _choose(click: Click) -> None:
    """Show one of the tournaments."""
    tournament = await requests.needed(click, click.value)
    await click.reply.show(fixtures_message(tournament, await _names(click, tournament), click.reader))


async def _turn(click: Click) -> None:
    """Show a page of the standings and pairings: in place on a page, else anew."""
    tournament = await requests.needed(click, click.match_id)
    if not tournament.pairings:
        raise TableError("league.fixtures.refusal.now.open")
    number = min(parse_page(click.address.rest), _MOST_PAGES)
    page = fixtures_page(tournament, await _names(click, tournament), number, click.reader)
    await click.reply.show(page)


async def _sign_up(click: Click) -> None:
    await _said(click, "league.fixtures.signed_up", await requests.sign_up(click, click.match_id))


async def _choose_team(click: Click) -> None:
    tournament = await requests.needed(click, click.match_id)
    await click.reply.whisper(choose_team(tournament, await _names(click, tournament), click.reader))


async def _join_team(click: Click) -> None:
    tournament = await requests.sign_up(click, click.match_id, number_in(click.value))
    await click.reply.renew(Message(_done(click, "league.fixtures.signed_up", tournament)))


async def _ask(click: Click) -> None:
    tournament = await requests.needed(click, click.match_id)
    question = ask_fixtures(tournament, click.address.rest, click.address.number, click.reader)
    if question is None:
        raise TableError("error.button_unknown")
    await click.reply.whisper(question)


async def _withdraw(click: Click) -> None:
    tournament = await requests.withdraw(click, click.match_id)
    await click.reply.renew(Message(_done(click, "league.fixtures.withdrawn", tournament)))


async def _close(click: Click) -> None:
    tournament = await requests.close_round(click, click.match_id, click.address.number)
    await click.reply.renew(Message(_done(click, "league.fixtures.closed", tournament)))


async def _cancel(click: Click) -> None:
    tournament = await requests.cancel(click, click.match_id)
    await click.reply.renew(Message(_done(click, "league.fixtures.is_cancelled", tournament)))


async def _start(click: Click) -> None:
    await _said(click, "league.fixtures.started", await requests.start(click, click.match_id))


async def _open_table(click: Click) -> None:
    """Open a lobby for an open pairing of whoever asks, and call the others; ask which if there are several."""
    tournament = await requests.needed(click, click.match_id)
    own, found = requests.own_pairings(tournament, click.user_id)
    if click.value:
        wanted = number_in(click.value, _DIGITS)
        found = tuple(one for one in found if one.id == wanted)
        if not found:
            raise TableError("league.fixtures.refusal.played")
    elif len(found) > 1:
        names = await _names(click, tournament)
        await click.reply.whisper(choose_pairing(tournament, found, own, names, click.reader))
        return
    await _open_for(click, tournament, found[0])


async def _open_for(click: Click, tournament: Tournament, pairing: Pairing) -> None:
    await _needs_no_table(click, pairing)
    table = await opened(click, tournament.game)
    async with click.shared.database.write() as tx:
        await pairings.opened(tx, pairing.id, table.id)
    channels = click.services.channels
    await click.services.publisher.post_through(table, lambda message: channels.send(click.channel_id, message))
    said = Message(click.words("welcome.opened", game=click.words(f"game.{tournament.game}.name")))
    await (click.reply.renew(said) if click.value else click.reply.whisper(said))
    table = await click.shared.tables.find(table.id) or table
    try:
        await channels.send(click.channel_id, _call(click, tournament, pairing, table))
    except NOT_DONE as error:
        logger.warning("people could not be called to their table: %s", error)


async def _needs_no_table(click: Click, pairing: Pairing) -> None:
    """Refuse if a table that was opened for the pairing is still there."""
    async with click.shared.database.read() as tx:
        match_id = await pairings.table_of(tx, pairing.id)
    table = await click.shared.tables.find(match_id) if match_id is not None else None
    if table is not None and table.status.is_live:
        stored = table.stored
        where = message_link(stored.guild_id, stored.channel_id, stored.board_id)
        raise TableError("league.fixtures.refusal.table_open", link=where)


def _call(click: Click, tournament: Tournament, pairing: Pairing, table: Table) -> Message:
    members = tournament.teams
    sides = [[one.user_id for one in members[team]] for team in pairing.teams]
    others = [one for one in seat_order(tournament.game, sides) if one != click.user_id]
    board = message_link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)
    reader = click.shared.preferences.table_reader(table)
    return call_to_table(tournament, click.person.name, [one for one in others if one > 0], board, reader)


HANDLERS: Final[Mapping[Kind, Handler]] = {
    Kind.FIXTURES: _choose,
    Kind.FIXTURES_PAGE: _turn,
    Kind.FIXTURES_SIGN: _sign_up,
    Kind.FIXTURES_TEAMS: _choose_team,
    Kind.FIXTURES_TEAM: _join_team,
    Kind.FIXTURES_START: _start,
    Kind.FIXTURES_TABLE: _open_table,
    Kind.FIXTURES_ASK: _ask,
    Kind.FIXTURES_WITHDRAW: _withdraw,
    Kind.FIXTURES_CLOSE: _close,
    Kind.FIXTURES_CANCEL: _cancel,
}


async def _names(click: Click, tournament: Tournament) -> dict[int, str]:
    async with click.shared.database.read() as tx:
        return await fixtures.names(tx, tournament)


def _done(click: Click, key: str, tournament: Tournament) -> str:
    return click.words(key, title=bold(tournament.title))


async def _said(click: Click, key: str, tournament: Tournament) -> None:
    await click.reply.whisper(_done(click, key, tournament))
