"""One server's limits and errors, harmless to others."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.league.ratings import recompute
from bot.league.scheduler import LeagueScheduler
from bot.league.tournaments.creation import requests as tournament_requests
from bot.requests.limits import EXPORTS, FILES, TOURNAMENTS_OF_MANAGER, TOURNAMENTS_OF_ONE
from playground.simulated import acting_as_bot
from storage.league import leagues, results, seasons
from storage.league.results import ResultOrigin
from storage.league.seasons import Season
from tests.bot.league.league_samples import result
from tests.bot.play.at_table import bot_of, said, user_id
from tests.bot.play.league.at_administration import (
    DAY,
    amend,
    lines,
    now,
    read_audit_log,
    read_results,
    save_result,
    standings,
)
from tests.bot.play.league.tournaments.at_tournaments import as_host, new_tournament
from tests.discord_world import DiscordWorld

BROKEN = 4711
"""A server whose league cannot be computed."""


async def import_(world: DiscordWorld, content: bytes) -> str:
    return said(await world.slash("Ada", "league-admin import", file=("results.jsonl", content)))


def one_line(world: DiscordWorld, **about: Any) -> bytes:
    sides = [[user_id(world, "Ada")], [user_id(world, "Borys")]]
    return lines([{"game": "block", "at": now(world) - DAY, "sides": sides, "places": [1, 2]} | about])


async def test_a_server_sends_in_so_many_files_an_hour(world: DiscordWorld) -> None:
    file = one_line(world)
    for _ in range(FILES.most):
        assert "Imported " in await import_(world, file)
    assert "That has been done often enough here" in await import_(world, file)
    assert len(await read_results(world)) == 1
    await world.pass_time(FILES.period_s + 1)
    assert "1 had already been imported" in await import_(world, file)


async def test_a_void_result_stays_void_when_its_file_comes_again(world: DiscordWorld) -> None:
    file = one_line(world)
    await import_(world, file)
    [found] = await read_results(world)
    await amend(world, f"#{found.id}", "a joke")
    text = await import_(world, file)
    assert "Imported 0 results. 1 was already void and stays void." in text
    assert [one.void for one in await read_results(world)] == [True]


async def test_a_league_is_exported_so_often_and_no_more(world: DiscordWorld) -> None:
    await save_result(world, ["Ada"], ["Borys"])
    for _ in range(EXPORTS.most):
        assert "ratings and results as JSON" in said(await world.slash("Ada", "league-admin export"))
    assert "It is possible again" in said(await world.slash("Ada", "league-admin export"))
    await world.pass_time(EXPORTS.period_s + 1)
    assert "ratings and results as JSON" in said(await world.slash("Ada", "league-admin export"))


async def create(world: DiscordWorld, name: str) -> str:
    return said(await new_tournament(world, name, game="block", title="Block with Bonus"))


@pytest.mark.thorough
async def test_one_person_begins_so_many_tournaments_and_no_more(world: DiscordWorld) -> None:
    for _ in range(TOURNAMENTS_OF_MANAGER.most):
        await create(world, "Ada")
        await as_host(world, "Ada", "Cancel tournament")
        await world.click("Ada", "Yes")
    assert "often enough for now" in await create(world, "Ada")


async def test_a_person_without_manage_server_begins_fewer(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_requests, "require_organiser", lambda _: None)  # as for the role of helpers
    for _ in range(TOURNAMENTS_OF_ONE.most):
        await create(world, "Celina")
    assert "often enough for now" in await create(world, "Celina")
    await world.pass_time(TOURNAMENTS_OF_ONE.period_s + 1)
    assert "limit" not in await create(world, "Celina")


async def broken_league(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, broken: int) -> list[int]:
    """Let a league's computation fail; return leagues begun."""
    begun: list[int] = []
    right = recompute._compute

    async def compute_or_fail(database: Any, run: Any, *about: Any) -> None:
        begun.append(run.league.guild_id)
        if run.league.guild_id == broken:
            raise OverflowError("math range error")
        await right(database, run, *about)

    monkeypatch.setattr(recompute, "_compute", compute_or_fail)
    async with bot_of(world).services.database.write() as tx:
        for guild_id in (BROKEN, world.guild.id):
            await leagues.hold(tx, guild_id)
            await results.add_all(
                tx, [result([1], [2], guild_id=guild_id, at=now(world) - DAY, origin=ResultOrigin.IMPORT)]
            )
            await leagues.request_recompute(tx, guild_id, 0.0)
    return begun


async def test_an_error_in_one_league_delays_no_other_and_backs_off(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun = await broken_league(world, monkeypatch, BROKEN)
    with caplog.at_level(logging.ERROR):
        with acting_as_bot(world.env):
            bot_of(world).services.of(LeagueScheduler).wake()
        await world.pass_time(1)
    assert set(await standings(world)) == {(scope, one) for scope in ("all", "block") for one in (1, 2)}
    assert f"league of server {BROKEN}: failed" in caplog.text
    assert "OverflowError: math range error" in caplog.text
    assert begun.count(BROKEN) == 1
    await world.pass_time(61)
    assert begun.count(BROKEN) == 2
    await world.pass_time(61)
    assert begun.count(BROKEN) == 2
    await world.pass_time(61)
    assert begun.count(BROKEN) == 3


async def test_an_error_in_a_league_is_told_to_whoever_waits_for_it(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = await save_result(world, ["Ada"], ["Borys"])
    await broken_league(world, monkeypatch, world.guild.id)
    answer = await amend(world, f"#{wrong}", "x")
    await world.pass_time(2)
    assert "could not be recalculated because of an error in the bot" in said(answer)
    assert [entry.action for entry in await read_audit_log(world)] == ["void"]


async def test_seasons_close_though_one_cannot_be_closed(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    closed: list[int] = []

    async def close(_database: Any, season: Season, _at: float) -> bool:
        if season.guild_id == BROKEN:
            raise OverflowError
        closed.append(season.guild_id)
        return True

    monkeypatch.setattr("bot.league.scheduler.close_ended", close)
    async with bot_of(world).services.database.write() as tx:
        for guild_id in (BROKEN, world.guild.id):
            await leagues.hold(tx, guild_id)
            await seasons.add(tx, Season(0, guild_id, "cup", now(world) - 2 * DAY, now(world) - DAY))
    with acting_as_bot(world.env):
        bot_of(world).services.of(LeagueScheduler).wake()
    await world.pass_time(1)
    assert closed == [world.guild.id]
    assert "season 1: failed unexpectedly, retrying later" in caplog.text
