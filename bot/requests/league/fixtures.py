"""What people do with tournaments: each step is refused with a reason, or saved and then shown."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

from bot.league.fixtures import keeping
from bot.league.fixtures.rounds import (
    MOST_TEAMS,
    Plan,
    TeamsIncomplete,
    WrongNumber,
    broken_off,
    closed,
    current_round,
    started,
)
from bot.messages.league.names import called
from bot.requests.quotas import TOURNAMENTS, TOURNAMENTS_OF_ONE
from bot.requests.request import Request
from bot.tables.errors import TableError
from storage.database import Transaction
from storage.league import fixtures, leagues, people
from storage.league.fixtures import Pairing, Signed, Stage, Tournament

__all__ = [
    "LIVE",
    "cancel",
    "close_round",
    "create",
    "needed",
    "own_pairings",
    "sign_up",
    "start",
    "withdraw",
]

LIVE: Final = 10
"""How many tournaments may run in a server at a time."""

_NEW: Final = 0
_COMMAND: Final = "league fixtures"


async def needed(request: Request, text: str) -> Tournament:
    """The tournament whose number an address carries.

    :raises TableError: if there is none in this server.
    """
    number = _number(text)
    async with request.shared.database.read() as tx:
        found = await fixtures.load(tx, request.guild_id, number)
    if found is None:
        raise TableError("league.fixtures.refusal.unknown", command=_COMMAND)
    return found


async def create(request: Request, tournament: Tournament) -> Tournament:
    """Keep a new tournament.

    :raises TableError: if whoever asks may not, or too many run or were begun lately.
    """
    if not request.person.moderator:
        raise TableError("league.fixtures.refusal.managers", permission=request.words("permission.manage_guild"))
    quotas, person = request.services.quotas, (request.guild_id, request.user_id)
    quotas.needs(TOURNAMENTS_OF_ONE, person)
    quotas.needs(TOURNAMENTS, request.guild_id)
    async with request.shared.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        if await fixtures.live_count(tx, request.guild_id) >= LIVE:
            raise TableError("league.fixtures.refusal.too_many", count=LIVE)
        await people.name(tx, request.guild_id, {request.user_id: request.person.name})
        begun = replace(tournament, id=await fixtures.add(tx, tournament))
    quotas.used(TOURNAMENTS_OF_ONE, person)
    quotas.used(TOURNAMENTS, request.guild_id)
    return begun


async def sign_up(request: Request, text: str, team: int | None = None) -> Tournament:
    """Sign whoever asks up, alone or for a team.

    :param team: the team, 0 for a new one; None: his team is drawn by lot.
    :raises TableError: if that does not go.
    """
    async with _held(request, text) as (tx, tournament):
        _needs_stage(tournament, Stage.OPEN)
        own = tournament.signed(request.user_id)
        number = _team_number(tournament, own, team)
        if own is None and len(tournament.people) >= MOST_TEAMS[tournament.kind] * tournament.team_size:
            raise TableError("league.fixtures.refusal.full", count=len(tournament.people))
        signed_at = request.shared.now() if own is None else own.signed_at
        await people.name(tx, request.guild_id, {request.user_id: request.person.name})
        await fixtures.sign(tx, tournament, [Signed(request.user_id, number, signed_at)])
        await fixtures.save(tx, tournament)
    return tournament


async def withdraw(request: Request, text: str) -> Tournament:
    """Let whoever asks play no more, and his team with him once the tournament runs.

    :raises TableError: if he does not play in it.
    """
    async with _held(request, text) as (tx, tournament):
        own = tournament.signed(request.user_id)
        if own is None:
            raise TableError("league.fixtures.refusal.not_signed")
        if tournament.stage is not Stage.OPEN:
            _needs_stage(tournament, Stage.RUNNING)
            if own.withdrawn:
                raise TableError("league.fixtures.refusal.withdrawn")
        await keeping.withdraw(tx, tournament, own, request.shared.now())
    return tournament


async def start(request: Request, text: str) -> Tournament:
    """Draw the teams and make the first pairings.

    :raises TableError: if whoever asks may not, or the numbers do not fit.
    """

    def begun(tournament: Tournament) -> Plan:
        _needs_stage(tournament, Stage.OPEN)
        try:
            return started(tournament, secrets.SystemRandom(), request.shared.now())
        except WrongNumber as error:
            raise TableError("league.fixtures.refusal.number", count=error.lacking) from error
        except TeamsIncomplete as error:
            raise TableError("league.fixtures.refusal.teams") from error

    return await _as_host(request, text, begun)


async def close_round(request: Request, text: str, number: int) -> Tournament:
    """Count as never played what is open up to a round.

    :raises TableError: if whoever asks may not, or another round runs by now.
    """

    def over(tournament: Tournament) -> Plan:
        _needs_stage(tournament, Stage.RUNNING)
        if current_round(tournament) != number:
            raise TableError("league.fixtures.refusal.other_round", round=current_round(tournament))
        return closed(tournament, number, request.shared.now())

    return await _as_host(request, text, over)


async def cancel(request: Request, text: str) -> Tournament:
    """Break a tournament off.

    :raises TableError: if whoever asks may not, or it is over.
    """

    def ended(tournament: Tournament) -> Plan:
        if not tournament.stage.is_live:
            raise TableError("league.fixtures.refusal.over")
        return broken_off(tournament, request.shared.now())

    return await _as_host(request, text, ended)


def own_pairings(tournament: Tournament, user_id: int) -> tuple[int, tuple[Pairing, ...]]:
    """The team of a person, and what it still has to play.

    :raises TableError: if he plays in no team of it, or has nothing to play.
    """
    own = tournament.signed(user_id)
    if own is None or own.withdrawn:
        raise TableError("league.fixtures.refusal.not_signed")
    _needs_stage(tournament, Stage.RUNNING)
    found = tuple(pairing for pairing in tournament.open_pairings if own.team in pairing.teams)
    if not found:
        raise TableError("league.fixtures.refusal.nothing_to_play")
    return own.team, found


async def _as_host(request: Request, text: str, step: Callable[[Tournament], Plan]) -> Tournament:
    """Take a step that its host or a moderator may take; worked out beside the loop, for pairing may take a while."""
    while True:
        tournament = await needed(request, text)
        if request.user_id != tournament.host_id and not request.person.moderator:
            async with request.shared.database.read() as tx:
                names = await people.names(tx, request.guild_id, [tournament.host_id])
            host = called(names, tournament.host_id, request.words)
            raise TableError("league.fixtures.refusal.only_host", name=host)
        plan = await asyncio.to_thread(step, tournament)
        async with _held(request, text) as (tx, newest):
            if newest == tournament:
                await keeping.save(tx, plan)
                return plan.tournament


@asynccontextmanager
async def _held(request: Request, text: str) -> AsyncIterator[tuple[Transaction, Tournament]]:
    """A tournament that nobody else changes until the block is left; what is done in it is saved then, and shown."""
    number = _number(text)
    async with request.shared.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        tournament = await fixtures.load(tx, request.guild_id, number)
        if tournament is None:
            raise TableError("league.fixtures.refusal.unknown", command=_COMMAND)
        yield tx, tournament
    request.services.fixtures.changed_in(request.guild_id)


def _team_number(tournament: Tournament, own: Signed | None, team: int | None) -> int:
    """The number of the team that somebody wants, whatever he wanted before."""
    if team is None:
        if own is not None and not own.team:
            raise TableError("league.fixtures.refusal.signed")
        return 0
    if tournament.team_size == 1:
        raise TableError("error.button_unknown")
    if team == _NEW:
        return 1 + max(tournament.teams, default=0)
    if own is not None and own.team == team:
        raise TableError("league.fixtures.refusal.signed")
    members = tournament.teams.get(team, ())
    if not members:
        raise TableError("league.fixtures.refusal.no_team")
    if len(members) >= tournament.team_size:
        raise TableError("league.fixtures.refusal.team_full")
    return team


def _needs_stage(tournament: Tournament, stage: Stage) -> None:
    if tournament.stage is stage:
        return
    if not tournament.stage.is_live:
        raise TableError("league.fixtures.refusal.over")
    raise TableError(f"league.fixtures.refusal.now.{tournament.stage}")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise TableError("error.button_unknown")
    return int(text)
