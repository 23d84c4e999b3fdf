"""Finished matches in the running bot's database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.league import recording
from bot.league.recording import save_achievements
from bot.tables.play import match_results
from bot.tables.state import Table
from games import Match
from storage import matches
from storage.matches import DealResult, LogEntry, Player, Status, StoredSeat
from tests.bot.play.at_table import bot_of, user_id
from tests.discord_world import DiscordWorld
from tests.games.finished import finished
from tests.storage import samples

NOON = 1_763_035_200.0
"""2025-11-13, 12:00 UTC."""


async def save_past_match(
    world: DiscordWorld,
    match_id: str,
    *names: str,
    game: str = "block",
    at: float = NOON,
    match: Match | None = None,
    guild_id: int | None = None,
    status: Status = Status.OVER,
    deals: Sequence[DealResult] = (),
    channel_id: int = samples.CHANNEL,
) -> Match:
    """Save a match as already played; return it.

    :param names: the seats' players; "" for a computer.
    :param match: the play; at random by default.
    """
    names = names or ("Ada", "Borys")
    match = match or finished(game, f"seed of {match_id}", len(names))
    guild = guild_id or world.guild.id
    log = [
        LogEntry(number, seat, move, user_id(world, names[seat]) if names[seat] else None, at)
        for number, (seat, move) in enumerate(match.record().log, 1)
    ]
    stored = samples.match(
        match_id,
        guild_id=guild,
        channel_id=channel_id,
        game=match.key,
        options=dict(match.options),
        seed=match.seed,
        status=status,
        board_id=None,
        call_id=None,
        deadline=None,
        deals_ended=0,
        announced=0,
        started_at=at,
        ended_at=at,
        locale="en",
        shown_revision=len(log),
    )
    seats = tuple(
        StoredSeat(seat, user_id(world, name) if name else None, _kind(name), name, 0, away=False)
        for seat, name in enumerate(names)
    )
    ends = match_results(Table(stored, seats, match), match)
    async with bot_of(world).services.database.write() as tx:
        await matches.add(tx, stored, seats)
        await matches.update(tx, match_id, 0, log)
        if deals:
            await matches.save_deal_results(tx, match_id, deals)
        await recording.register(tx, stored, seats, at)
        if status is Status.OVER:
            await matches.save_match_results(tx, match_id, ends)
            result_id = await recording.record(tx, replace(stored, ended_at=at), ends, match.side_of, at)
            if result_id is not None:
                await save_achievements(tx, guild, match_id, result_id, match)
    return match


def _kind(name: str) -> Player:
    return Player.PERSON if name else Player.REGULAR
