"""League settings, changed together and written to the audit log."""

from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import discord

import games
from bot.league.changes import LeagueCalls, log_change
from bot.league.seasons.requests import league_of
from bot.local_time import quarter_at, zone_needed, zones, zones_like
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.settings_pages import league_page_of, league_settings_message, parse_league_setting, zone_form
from bot.posts.channels import NEEDED
from bot.requests.handlers import on
from bot.requests.people.server_settings import parse_ids, require_manager
from bot.requests.request import Click, Request
from bot.tables.errors import TableError
from storage.database import Transaction
from storage.league import audit_log, leagues, seasons
from storage.league.audit_log import AuditAction
from storage.league.leagues import League


@dataclass(frozen=True)
class Changes:
    """Settings to be changed; None keeps a setting.

    :ivar games_off: the games that do not count.
    :ivar summary: the channel of the weekly summaries; 0 for none.
    :ivar log: the channel in which moderators read the audit log; 0 for none.
    :ivar podium: the role for the first three of a season; 0 for none.
    :ivar medal_matches: the matches that a medal and the role need.
    """

    zone: str | None = None
    daily: int | None = None
    quarterly: bool | None = None
    games_off: tuple[str, ...] | None = None
    summary: int | None = None
    log: int | None = None
    podium: int | None = None
    medal_matches: int | None = None


async def change(request: Request, wanted: Changes) -> tuple[League, bool]:
    """Change settings; return the league and True if any changed.

    :raises TableError: if the person may not, the time zone is unknown, or the bot may not write in the channel.
    """
    require_manager(request)
    zone = _zone(wanted.zone, request.services.now())
    async with request.services.database.write() as tx:
        old = await leagues.hold(tx, request.guild_id)
        new = _changed(old, wanted, zone, request)
        if new == old:
            return old, False
        if new.log_channel_id != old.log_channel_id:  # its first post says that it was chosen
            new = replace(new, logged_id=await audit_log.newest_id(tx, request.guild_id))
        await leagues.save(tx, new)
        now = request.services.now()
        if new.time_zone != old.time_zone:
            new = await _quarter_moved(tx, new, now)
        about = _about(old, new)
        await log_change(tx, request, AuditAction.SETTINGS, about=about)
    request.services.of(LeagueCalls).due()
    return new, True


def _zone(text: str | None, now: float) -> str | None:
    if text is None:
        return None
    try:
        return zone_needed(text)
    except ValueError:
        like = [str(one.tzinfo) for one in islice(zones_like(text, now), 2)] if text.strip() else []
        if len(like) == 1:
            return like[0]
        raise TableError("league.settings.no_zone", value=text, zone=(like or zones())[0]) from None


def _changed(old: League, wanted: Changes, zone: str | None, request: Request) -> League:
    new = replace(old, time_zone=zone) if zone is not None else old
    if wanted.daily is not None:
        new = replace(new, daily_limit=wanted.daily)
    if wanted.medal_matches is not None:
        new = replace(new, medal_matches=wanted.medal_matches)
    if wanted.quarterly is not None:
        new = replace(new, quarterly=wanted.quarterly)
    if wanted.games_off is not None:
        new = replace(new, games_off=wanted.games_off)
    if wanted.podium is not None:
        new = replace(new, podium_role_id=_role(request, wanted.podium))
    if wanted.summary == 0:
        new = replace(new, summary_channel_id=None)
    elif wanted.summary is not None and wanted.summary != old.summary_channel_id:
        _require_writable(request, wanted.summary)
        # The first one is that of the week that runs now.
        at = old.summary_at if old.summary_channel_id is not None else request.services.now()
        new = replace(new, summary_channel_id=wanted.summary, summary_at=at)
    if wanted.log == 0:
        new = replace(new, log_channel_id=None)
    elif wanted.log is not None and wanted.log != old.log_channel_id:
        _require_writable(request, wanted.log)
        new = replace(new, log_channel_id=wanted.log)
    return new


def _require_writable(request: Request, channel_id: int) -> None:
    """Check that the bot may post in a channel.

    :raises TableError: with the missing permissions.
    """
    if missing := _missing(request, channel_id):
        raise TableError("league.settings.channel_shut", channel=f"<#{channel_id}>", permissions=missing)


def _missing(request: Request, channel_id: int) -> str:
    """Return the permissions that the bot lacks for posts in a channel; "" if none."""
    missing = request.services.channels.missing(channel_id, (*NEEDED, "embed_links"))
    return request.words.list([request.words(f"permission.{permission}") for permission in missing])


def settings_message(request: Request, league: League, number: int = 0, *, saved: bool = False) -> Message:
    """Return a page of the league's settings, with warnings about the log channel."""
    notes, guild = [], request.reply.interaction.guild
    if league.log_channel_id:
        if missing := _missing(request, league.log_channel_id):
            notes.append(request.words("league.settings.log.shut", permissions=missing))
        channel = None if guild is None else guild.get_channel_or_thread(league.log_channel_id)
        if guild is not None and channel is not None and channel.permissions_for(guild.default_role).view_channel:
            notes.append(request.words("league.settings.log.public"))
    return league_settings_message(league, request.reader, saved=saved, number=number, log_notes=notes)


def _role(request: Request, role_id: int) -> int | None:
    """Return a role that the person and the bot may assign.

    :raises TableError: if not; else managers could win a role that they may not assign.
    """
    interaction = request.reply.interaction
    if not role_id or interaction.guild is None or role_id == interaction.guild_id:
        return None
    role, me, person = interaction.guild.get_role(role_id), interaction.guild.me, interaction.user
    if role is None or not isinstance(person, discord.Member) or role.managed:
        raise TableError("league.settings.role_shut", role=f"<@&{role_id}>")
    owner = person.id == interaction.guild.owner_id
    allowed = owner or (interaction.permissions.manage_roles and role < person.top_role)
    if not (allowed and me.guild_permissions.manage_roles and role < me.top_role):
        raise TableError("league.settings.role_shut", role=role.mention)
    return role_id


async def _quarter_moved(tx: Transaction, league: League, now: float) -> League:
    """Move the current quarter to the new time zone."""
    changed = league
    for season in await seasons.holding(tx, league.guild_id, now):
        if season.quarter is None:
            continue
        quarter = quarter_at((season.starts_at + season.ends_at) / 2, league.time_zone)
        await seasons.move(tx, season.id, quarter.starts_at, quarter.ends_at)
        changed = await leagues.request_recompute(tx, league.guild_id, min(season.starts_at, quarter.starts_at))
    return changed


def _about(old: League, new: League) -> dict[str, Any]:
    """Return the names of changed settings with their new values."""
    names = {"time_zone": "zone", "daily_limit": "daily", "quarterly": "quarterly", "games_off": "games_off"}
    names |= {
        "summary_channel_id": "summary",
        "log_channel_id": "log",
        "podium_role_id": "podium_role",
        "medal_matches": "medal_matches",
    }
    changed = {name: getattr(new, part) for part, name in names.items() if getattr(new, part) != getattr(old, part)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in changed.items()}


@on(Kind.LEAGUE_SETTING)
async def _set_for_league(click: Click) -> None:
    league, saved = await change(click, _changes(click))
    number = league_page_of(parse_league_setting(click.address)[0])
    await click.reply.renew(settings_message(click, league, number, saved=saved))


@on(Kind.ASK_ZONE)
async def _ask_zone(click: Click) -> None:
    require_manager(click)
    await click.reply.ask(zone_form(await league_of(click), click.words))


@on(Kind.LEAGUE_SETTINGS_PAGE)
async def _turn_page(click: Click) -> None:
    require_manager(click)
    await click.reply.renew(settings_message(click, await league_of(click), click.address.number))


def _changes(click: Click) -> Changes:
    setting, value = parse_league_setting(click.address)
    match setting:
        case "quarterly":
            return Changes(quarterly=value == "1")
        case "daily":
            return Changes(daily=parse_number(click.value))
        case "medals" if parse_number(click.value):
            return Changes(medal_matches=parse_number(click.value))
        case "zone":
            return Changes(zone=click.filled.texts.get("zone", ""))
        case "games_off" if all(one in games.TABLE_GAMES for one in click.values):
            return Changes(games_off=tuple(click.values))
        case "summary":
            return Changes(summary=next(iter(parse_ids(click.values, 1)), 0))
        case "log":
            return Changes(log=next(iter(parse_ids(click.values, 1)), 0))
        case "podium":
            return Changes(podium=next(iter(parse_ids(click.values, 1)), 0))
    raise TableError("error.button_unknown")
