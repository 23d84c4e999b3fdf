"""Steps for tests of league results by commands."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from simcord._modal import _modal_controls
from simcord.results import InteractionResult

from bot.league.recording import add_result
from bot.messages.parts.components import Kind
from bot.messages.settings_pages import league_page_of
from storage.league import audit_log, leagues, people, ratings, results
from storage.league.audit_log import AuditEntry
from storage.league.results import Place, Result
from tests.bot.play.at_table import bot_of, user_id
from tests.discord_world import DiscordWorld

DAY = 86_400.0


def now(world: DiscordWorld) -> float:
    return bot_of(world).services.now()


async def save_result(world: DiscordWorld, *sides: Sequence[str], game: str = "block", days_ago: float = 1.0) -> int:
    """Save a result of sides in final order; return its number."""
    seated = tuple(
        Place(user_id(world, name), number, number + 1, won=number == 0)
        for number, side in enumerate(sides)
        for name in side
    )
    at = now(world) - days_ago * DAY
    async with bot_of(world).services.database.write() as tx:
        everybody = {name for side in sides for name in side}
        await people.name(tx, world.guild.id, {user_id(world, name): name for name in everybody})
        return await add_result(
            tx, Result(0, world.guild.id, None, game, at, results.ResultOrigin.TABLE, seated, len(sides))
        )


async def standings(world: DiscordWorld) -> dict[tuple[str, int], tuple[float, float, int]]:
    """Return current (mu, sigma, matches) by scope and person."""
    async with bot_of(world).services.database.read() as tx:
        league = await leagues.load(tx, world.guild.id)
        assert not league.is_due
        found = await ratings.all_in(tx, world.guild.id, league.generation)
    return {(one.scope, one.user_id): (one.mu, one.sigma, one.matches) for one in found}


async def read_audit_log(world: DiscordWorld) -> list[AuditEntry]:
    """Return the audit log, the oldest entry first."""
    async with bot_of(world).services.database.read() as tx:
        return list(reversed((await audit_log.page(tx, world.guild.id, count=100))[0]))


async def read_results(world: DiscordWorld) -> list[Result]:
    """Return all results, the oldest first."""
    async with bot_of(world).services.database.read() as tx:
        return list(reversed(await results.page(tx, results.Wanted(world.guild.id), count=100)))


def lines(found: Iterable[dict[str, Any]]) -> bytes:
    """Results as a file of JSON lines."""
    return "\n".join(map(json.dumps, found)).encode()


async def fill(world: DiscordWorld, form: InteractionResult, *groups: tuple[str, ...]) -> InteractionResult:
    """Fill in and send Ada's form of places."""
    values = {f"place{place}": [world.person(name) for name in group] for place, group in enumerate(groups, 1)}
    done = await world.person("Ada").submit_modal(form, values)
    await world.pass_time(1)
    return done


# --- Seasons, matches and settings, by clicks -------------------------------------------------------------------------


async def open_season(
    world: DiscordWorld, title: str, last_day: str, *, by: str = "Ada", main: bool = False, **typed: str
) -> InteractionResult:
    """Open a season by points if any are given, else by rating; return its page."""
    await world.slash(by, "league-admin season")
    kind = "points" if "points" in typed else "rating"
    form = await world.click(by, id_prefix=f"b:seasonnew::0:{kind}")
    shown = await world.submit(by, form, title=title, until=last_day, **typed)
    return await world.click(by, id_prefix="b:seasonmain") if main else shown


async def edit_season(world: DiscordWorld, season: str, **typed: str) -> InteractionResult:
    """Change what the form of a season has; return its page."""
    await world.slash("Ada", "league-admin season", season=season)
    form = await world.click("Ada", id_prefix="b:seasonaskedit")
    return await world.submit("Ada", form, **{**filled_in(form), **typed})


def filled_in(form: InteractionResult) -> dict[str, str]:
    """Return the texts with which a form is shown."""
    return {one["custom_id"]: one.get("value") or "" for one in _modal_controls(form.modal or {})}


async def close_season(world: DiscordWorld, season: str) -> InteractionResult:
    """Ask to close a season; return the question."""
    await world.slash("Ada", "league-admin season", season=season)
    return await world.click("Ada", id_prefix="b:seasonaskclose")


async def make_main(world: DiscordWorld, season: str) -> InteractionResult:
    """Make a season the main one, or no longer; return its page."""
    await world.slash("Ada", "league-admin season", season=season)
    return await world.click("Ada", id_prefix="b:seasonmain")


async def amend(world: DiscordWorld, match: str, reason: str) -> InteractionResult:
    """Void a match that counts, or restore a void one."""
    await world.slash("Ada", "league-admin match", match=match)
    return await world.submit("Ada", await world.click("Ada", id_prefix="b:askreason"), reason=reason)


async def show_league(world: DiscordWorld, number: int = 0) -> InteractionResult:
    """Show a page of the league's settings."""
    await world.slash("Ada", "server-settings")
    shown = await world.click("Ada", "League")
    return await world.click("Ada", "Next") if number else shown


async def set_league(world: DiscordWorld, setting: str, *values: Any) -> InteractionResult:
    """Choose values in a select of the league's settings; return the page then."""
    await show_league(world, league_page_of(setting))
    return await world.select("Ada", list(values), id_prefix=f"s:{Kind.LEAGUE_SETTING}::0:{setting}")


async def set_zone(world: DiscordWorld, typed: str) -> InteractionResult:
    """Type the time zone of the league; return the page then."""
    await show_league(world, league_page_of("zone"))
    return await world.submit("Ada", await world.click("Ada", id_prefix="b:askzone"), zone=typed)
