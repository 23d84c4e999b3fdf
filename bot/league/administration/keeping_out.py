"""Moderators keep people out of tables and tournaments, and let them in again.

`require_admitted` of `bot.tables.live` refuses a person who is kept out.
"""

from dataclasses import replace
from typing import Final

import discord

from bot.league.administration.clicks import ModeratorClick
from bot.league.administration.kept_out_messages import (
    LINES,
    Consequences,
    keep_out_form,
    kept_out_answer,
    kept_out_list,
    kept_out_person,
)
from bot.league.administration.posts import ModerationPosts, running_with
from bot.league.changes import log_change
from bot.league.club_nights.calendar import log_without_host
from bot.league.club_nights.posts import ClubNights
from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.league.tournaments.progress.clock import plan_leaving
from bot.league.tournaments.progress.saving import change, leave_hosting
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.components import last_page
from bot.messages.parts.message import Message
from bot.messages.parts.text import timestamp
from bot.requests.handlers import on
from bot.requests.people.server_settings import require_manager
from bot.requests.request import Click, Request
from bot.requests.typed_times import read_time
from bot.tables.errors import TableError
from storage import kept_out
from storage.database import Transaction
from storage.kept_out import KeptOut
from storage.league import leagues, people, tournaments
from storage.league.audit_log import AuditAction
from storage.league.tournament_values import TournamentStage, WithdrawalCause
from storage.matches import Status
from storage.privacy.people import tables_of

_ID_DIGITS: Final = 20
_MOST_PAGES: Final = 1_000_000


async def ask_reason(request: Request, user: discord.User | discord.Member) -> None:
    """Ask for the reason to keep a person out, or show a person kept out.

    :raises TableError: if the person of the request may not, or names a bot or themselves.
    """
    require_manager(request)
    _require_other(request, user.id)
    if user.bot:
        raise TableError("kept.refusal.bot", name=user.display_name)
    before = await request.services.database.run_read(
        lambda tx: kept_out.find(tx, request.guild_id, [user.id], request.services.now())
    )
    if before is None:
        await request.reply.ask(keep_out_form(user.id, user.display_name, request.words))
    else:
        await request.reply.whisper(kept_out_person(before, user.display_name, request.words))


def _require_other(request: Request, user_id: int) -> None:
    if user_id == request.user_id:
        raise TableError("kept.refusal.self")


async def keep_out(request: Request, user_id: int, name: str, reason: str, until: str) -> Message:
    """Keep a person out of tables and tournaments; return the answer.

    :param until: the end as typed; "" for no end.
    :raises TableError: if the person of the request may not, or names themselves, or the time is no future one.
    """
    require_manager(request)
    _require_other(request, user_id)
    reason, now = " ".join(reason.split()), request.services.now()
    if not reason:
        raise TableError("league.amend.no_reason")
    async with request.services.database.read() as tx:
        zone = (await leagues.load(tx, request.guild_id)).time_zone
    ends_at = _read_end(until, now, zone) if until else None
    async with request.services.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        before = await kept_out.find(tx, request.guild_id, [user_id], now)
        ban = KeptOut(request.guild_id, user_id, now, ends_at, reason)
        if before is not None:
            ban = replace(ban, since=before.since, settled=before.settled)
        if ban != before:
            await kept_out.save(tx, ban)
            await people.name(tx, request.guild_id, {user_id: name})
            about = {"person": user_id, "until": ends_at}
            await log_change(tx, request, AuditAction.KEEP_OUT, reason, about=about)
            await leave_hosting(tx, request.guild_id, user_id, now)
            await log_without_host(tx, request.guild_id, user_id, now, "paused")
        withdrawn = await _withdraw_sign_ups(tx, request.guild_id, user_id, now)
    request.services.of(TournamentMessages).changed_in(request.guild_id)
    await request.services.of(ModerationPosts).settle(request.guild_id, user_id)
    async with request.services.database.read() as tx:
        playing = await running_with(tx, request.guild_id, user_id)
        live = [one for one in await tables_of(tx, user_id) if one.guild_id == request.guild_id]
    running = sum(one.status is not Status.LOBBY for one in live)
    found = Consequences(withdrawn, playing, running)
    return kept_out_answer(ban, request.user_id, name, found, request.reader, changed=ban != before)


def _read_end(text: str, now: float, zone: str) -> float:
    """Parse the end of keeping a person out.

    :raises TableError: if it is unreadable or over.
    """
    ends_at = read_time(text, now, zone)
    if ends_at is None:
        raise TableError("kept.refusal.time", value=text)
    if ends_at <= now:
        raise TableError("kept.refusal.past", time=timestamp(ends_at, "f"))
    return ends_at


async def _withdraw_sign_ups(tx: Transaction, guild_id: int, user_id: int, now: float) -> tuple[str, ...]:
    """Withdraw a person's sign-ups; return the titles of the tournaments."""
    titles = []
    for one in await tournaments.page(tx, guild_id, stages=[TournamentStage.OPEN]):
        before = await change(tx, one.id, plan_leaving, user_id, WithdrawalCause.OWN, now=now)
        if before is not None and before.participant(user_id) is not None:
            titles.append(before.title)
    return tuple(titles)


async def let_in(request: Request, user_id: int) -> str:
    """Let a person in again; return the answer.

    :raises TableError: if the person of the request may not, or names themselves.
    """
    require_manager(request)
    _require_other(request, user_id)
    async with request.services.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        ban = await kept_out.find(tx, request.guild_id, [user_id], request.services.now())
        if ban is not None:
            await kept_out.remove(tx, request.guild_id, user_id)
            await log_change(tx, request, AuditAction.LET_IN, about={"person": user_id})
    request.services.of(ClubNights).changed_in(request.guild_id)
    return request.words("kept.let_in" if ban is not None else "kept.let_in.not", name=f"<@{user_id}>")


async def kept_out_page(request: Request, number: int, note: str = "") -> Message:
    """Return a page of the people kept out, from 0, clamped to the last.

    :raises TableError: if the person of the request may not see it.
    """
    require_manager(request)
    now, guild_id = request.services.now(), request.guild_id
    number = min(number, _MOST_PAGES)
    async with request.services.database.read() as tx:
        found, total = await kept_out.page(tx, guild_id, now, first=number * LINES, count=LINES)
        if not found and total:
            number = last_page(total, LINES)
            found, total = await kept_out.page(tx, guild_id, now, first=number * LINES, count=LINES)
        names = await people.names(tx, guild_id, [one.user_id for one in found])
    return kept_out_list(found, names, number if total else 0, total, request.reader, note)


@on(ModeratorClick.KEPT_OUT_PAGE)
async def _turn_page(click: Click) -> None:
    await click.reply.renew(await kept_out_page(click, click.address.number))


@on(ModeratorClick.ASK_KEEP_OUT)
async def _ask_reason(click: Click) -> None:
    require_manager(click)
    user_id, name = _person(click)
    await click.reply.ask(keep_out_form(user_id, name, click.words))


@on(ModeratorClick.KEEP_OUT)
async def _keep_out(click: Click) -> None:
    user_id, name = _person(click)
    typed = click.filled.texts
    await click.reply.show(await keep_out(click, user_id, name, typed.get("reason", ""), typed.get("until", "")))


def _person(click: Click) -> tuple[int, str]:
    """Return the id and the name of the person in an address."""
    user_id, _, name = click.address.rest.partition("/")
    return parse_number(user_id, _ID_DIGITS), name or user_id


@on(ModeratorClick.LET_IN)
async def _let_in(click: Click) -> None:
    note = await let_in(click, parse_number(click.value or click.address.rest, _ID_DIGITS))
    await click.reply.renew(await kept_out_page(click, click.address.number, note))
