"""Public standings: posted, updated, and at season's end."""

from dataclasses import replace
from unittest.mock import AsyncMock, Mock, call

import pytest

from bot.league.ratings.rating import of_season
from bot.league.standings.leaderboards import Leaderboards
from bot.messages.parts.message import Message
from bot.posts.channels import Channels
from bot.posts.outgoing import Nonce
from playground.simulated import acting_as_bot
from storage.database import StorageError
from storage.league import leaderboards, seasons
from storage.league.leaderboards import Leaderboard
from storage.matches import Status
from tests.bot.play.at_table import bot_of, everything_said, said, user_id
from tests.bot.play.league.at_administration import set_league, show_league
from tests.bot.play.league.at_league import DAY, now, reading, save_matches, writing
from tests.bot.tables.tabletop import ADA, GUILD, a_lobby
from tests.discord_world import DiscordWorld, Route


async def load_leaderboards(world: DiscordWorld) -> tuple[Leaderboard, ...]:
    async with reading(world) as tx:
        return await leaderboards.in_guild(tx, world.guild.id)


async def seen_to(world: DiscordWorld) -> None:
    """Let an hour pass for league and public messages."""
    await world.pass_time(3600)
    await world.pass_time(10)


async def test_anybody_may_post_standings_in_the_language_of_the_server(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    await world.slash("Borys", "leaderboard")
    assert "Keep here" not in world.labels("Borys")
    assert "Opublikowane" in said(await world.click("Borys", "Opublikuj tutaj"))
    posted = world.messages()[-1]
    assert "Standings: Quarter" in (posted.embeds[0].title or "")
    assert "Your place" not in everything_said(world)
    assert "Your place" in said(await world.click("Celina", "Look closer"))


async def test_a_leaderboard_keeps_itself_up_to_date_and_a_channel_has_one(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    await world.slash("Ada", "leaderboard")
    await world.click("Ada", "Keep here")
    [board] = await load_leaderboards(world)
    before = world.messages()[-1]
    assert (board.message_id, board.of) == (before.id, "now")
    await seen_to(world)
    edits = world.requests(Route.EDIT)
    await save_matches(world, ["Celina"], ["Ada"], times=2)
    await seen_to(world)
    assert world.requests(Route.EDIT) == edits + 1
    assert "1*. Celina" in (world.messages()[-1].attachments[0].description or "")
    await seen_to(world)
    assert world.requests(Route.EDIT) == edits + 1, "nothing has changed"
    await world.slash("Ada", "leaderboard", game="Block with Bonus")
    await world.click("Ada", "Keep here")
    [board] = await load_leaderboards(world)
    assert board.of == "block"
    assert before.id not in [one.id for one in world.messages()]


async def test_a_leaderboard_that_was_deleted_is_kept_no_more(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    await world.slash("Ada", "leaderboard")
    await world.click("Ada", "Keep here")
    world.delete_message(world.messages()[-1])
    await save_matches(world, ["Celina"], ["Ada"])
    await seen_to(world)
    assert await load_leaderboards(world) == ()


@pytest.mark.parametrize("channel", ["second-table", None])
async def test_the_end_of_a_season_is_announced_once_with_its_first_three(
    world: DiscordWorld, channel: str | None
) -> None:
    await set_league(world, "medals", "1")
    if channel is not None:
        await set_league(world, "summary", world.channels[channel])
    async with writing(world) as tx:
        await seasons.add(tx, seasons.Season(0, world.guild.id, "Cup", now(world) - 5, now(world) + 60))
    await save_matches(world, ["Ada"], ["Celina"])
    await world.pass_time(3700)
    await world.pass_time(3700)
    public = everything_said(world, channel=channel or "dominoes")
    assert public.count("Cup is over") == (1 if channel else 0)
    if channel is not None:
        assert "🥇 **Ada** · **1563** ±387" in public
        assert "🥈 **Celina**" in public
        assert "1 Jan 2026 · All games" in public


async def test_the_first_three_get_the_role_that_the_server_chose(world: DiscordWorld) -> None:
    role = world.guild.create_role("podium")
    await world.env.settle()
    async with writing(world) as tx:
        await seasons.add(tx, seasons.Season(0, world.guild.id, "Cup", now(world) - 5, now(world) + 60))
    await save_matches(world, ["Ada"], ["Celina"])
    await set_league(world, "medals", "1")
    chosen = said(await set_league(world, "podium", role))
    assert f"**Role for the first three of a season**: {role.mention}" in chosen
    await world.pass_time(3700)
    await world.env.settle()
    given = {entry.path for entry in world.env.http_requests if entry.method == "PUT" and str(role.id) in entry.path}
    assert {path.split("/")[-3] for path in given} == {str(user_id(world, name)) for name in ("Ada", "Celina")}


async def test_too_few_matches_win_neither_medal_nor_role(world: DiscordWorld) -> None:
    role = world.guild.create_role("podium")
    await world.env.settle()
    async with writing(world) as tx:
        await seasons.add(tx, seasons.Season(0, world.guild.id, "Cup", now(world) - 5, now(world) + 60))
    await save_matches(world, ["Ada"], ["Celina"], times=4)
    await save_matches(world, ["Celina"], ["Borys"])  # Celina has five matches
    shown = said(await world.slash("Ada", "leaderboard", season="Cup"))
    assert "Medals and the role need at least 5 matches in the season." in shown
    assert "**Matches for a medal and the role**: 5 matches" in said(await show_league(world))
    await set_league(world, "summary", world.channels["second-table"])
    await set_league(world, "podium", role)
    await world.pass_time(3700)
    public = everything_said(world, channel="second-table")
    assert "🥇 **Celina**" in public
    assert "🥈" not in public
    assert "Medals and the role need at least 5 matches in the season." in public
    given = {entry.path for entry in world.env.http_requests if entry.method == "PUT" and str(role.id) in entry.path}
    assert {path.split("/")[-3] for path in given} == {str(user_id(world, "Celina"))}


async def test_a_leaderboard_whose_season_was_deleted_is_kept_no_more(world: DiscordWorld) -> None:
    async with writing(world) as tx:
        season = seasons.Season(0, world.guild.id, "Cup", now(world) - 5, now(world) + DAY)
        season = replace(season, id=await seasons.add(tx, season) or 0)
    await save_matches(world, ["Ada"], ["Celina"])
    leaders = bot_of(world).services.of(Leaderboards)
    with acting_as_bot(world.env):
        await leaders.keep(world.guild.id, world.channel.id, of_season(season))
    assert len(await load_leaderboards(world)) == 1
    async with writing(world) as tx:
        await seasons.remove(tx, world.guild.id, season.id)
    await seen_to(world)
    assert await load_leaderboards(world) == ()


@pytest.mark.parametrize(
    ("status", "code", "stays"), [(500, 0, True), (403, 50013, True), (403, 50001, True), (404, 10003, False)]
)
async def test_an_unshown_leaderboard_is_retried_unless_its_channel_is_gone(
    world: DiscordWorld, status: int, code: int, stays: bool
) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    await world.slash("Ada", "leaderboard")
    await world.click("Ada", "Keep here")
    world.fail(Route.EDIT, status, code=code, times=None)
    await save_matches(world, ["Celina"], ["Ada"], times=2)
    await seen_to(world)
    assert len(await load_leaderboards(world)) == stays
    world.heal()
    await seen_to(world)
    await world.pass_time(400)
    first = world.messages()[-1].attachments[0].description or ""
    assert ("1*. Celina" in first) == stays


@pytest.mark.parametrize(("status", "code", "later"), [(500, 0, 1), (403, 50013, 0), (404, 10003, 0)])
async def test_an_unposted_season_end_is_retried_unless_that_is_hopeless(
    world: DiscordWorld, status: int, code: int, later: int
) -> None:
    await set_league(world, "summary", world.channels["second-table"])
    async with writing(world) as tx:
        await seasons.add(tx, seasons.Season(0, world.guild.id, "Cup", now(world) - 5, now(world) + 60))
    await save_matches(world, ["Ada"], ["Celina"])
    world.fail(Route.SEND, status, code=code, times=None)
    await world.pass_time(3700)
    assert "Cup is over" not in everything_said(world, channel="second-table")
    world.heal()
    await world.pass_time(3700)
    await world.pass_time(3700)
    assert everything_said(world, channel="second-table").count("Cup is over") == later


async def end_season(world: DiscordWorld, winner: str, *others: str) -> None:
    """Play a match in a new season, which ends soon."""
    async with writing(world) as tx:
        await seasons.add(tx, seasons.Season(0, world.guild.id, f"Cup of {winner}", now(world) - 5, now(world) + 60))
    await save_matches(world, [winner], *([one] for one in others))


async def choose_role(world: DiscordWorld) -> int:
    """Choose a role for the first three after one match, and a log channel."""
    role = world.guild.create_role("podium")
    await world.env.settle()
    await set_league(world, "medals", "1")
    await set_league(world, "podium", role)
    await set_league(world, "log", world.channels["second-table"])
    return int(role.id)


def role_requests(world: DiscordWorld, method: str, role_id: int) -> list[int]:
    """Return the people to whom a role was to be given (PUT), or from whom it was to be taken (DELETE)."""
    sent = [one.path for one in world.env.http_requests if one.method == method and one.path.endswith(f"/{role_id}")]
    return [int(path.split("/")[-3]) for path in sent if "/members/" in path]


async def test_a_refused_role_is_reported_and_the_others_get_theirs(world: DiscordWorld) -> None:
    role_id = await choose_role(world)
    await end_season(world, "Ada", "Celina")
    first, second = sorted(user_id(world, name) for name in ("Ada", "Celina"))
    fault = f"/guilds/*/members/{first}/roles/*"
    world.env.inject_error("PUT", fault, status=403, code=50013, message="Missing Permissions", times=None)
    await world.pass_time(3700)
    await seen_to(world)
    assert role_requests(world, "PUT", role_id) == [first, second]
    log = everything_said(world, channel="second-table")
    assert (
        log.count("did not get the role for the first three of season “Cup of Ada”. The bot needs *Manage Roles*") == 1
    )
    assert "> Missing Permissions" in log

    world.heal()  # a person who missed the role gets it next time
    await end_season(world, "Ada", "Borys")
    await seen_to(world)
    assert user_id(world, "Ada") in role_requests(world, "PUT", role_id)[2:]
    assert role_requests(world, "DELETE", role_id) == [user_id(world, "Celina")]


async def test_a_role_is_tried_again_over_a_restart_for_a_day(world: DiscordWorld) -> None:
    role_id = await choose_role(world)
    await end_season(world, "Ada", "Celina")
    ada, celina = (user_id(world, name) for name in ("Ada", "Celina"))
    world.env.inject_error("PUT", f"/guilds/*/members/{ada}/roles/*", status=503, message="Out to lunch", times=None)
    world.env.inject_error("PUT", f"/guilds/*/members/{celina}/roles/*", status=503, times=1)
    await world.pass_time(3700)
    tried = role_requests(world, "PUT", role_id)
    assert set(tried) == {ada, celina}
    await world.restart()
    await world.pass_time(200)
    again = role_requests(world, "PUT", role_id)
    assert again.count(celina) > tried.count(celina)
    log = everything_said(world, channel="second-table")
    assert "did not get the role" not in log
    await world.pass_time(DAY)
    await seen_to(world)
    log = everything_said(world, channel="second-table")
    assert log.count("did not get the role for the first three") == 1
    assert "> Out to lunch" in log
    given_up = len(role_requests(world, "PUT", role_id))
    await seen_to(world)
    assert len(role_requests(world, "PUT", role_id)) == given_up


@pytest.fixture
def nonces(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the nonces of messages sent to channels."""
    found: list[str] = []
    send = Channels.send

    async def note_and_send(
        channels: Channels, channel_id: int, message: Message, *, nonce: Nonce | None = None
    ) -> int:
        if nonce is not None:
            found.append(nonce)
        return await send(channels, channel_id, message, nonce=nonce)

    monkeypatch.setattr(Channels, "send", note_and_send)
    return found


async def test_the_end_of_a_season_that_could_not_be_saved_is_not_sent_again(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, nonces: list[str]
) -> None:
    await set_league(world, "summary", world.channels["second-table"])
    async with writing(world) as tx:
        await seasons.add(tx, seasons.Season(0, world.guild.id, "Cup", now(world) - 5, now(world) + 60))
    await save_matches(world, ["Ada"], ["Celina"])
    with monkeypatch.context() as crash:
        crash.setattr(seasons, "set_announced", AsyncMock(side_effect=StorageError("gone")))
        await world.pass_time(3700)
    assert len(nonces) == 1
    await world.pass_time(3700)
    async with reading(world) as tx:
        assert await seasons.to_announce(tx) == ()
    await world.pass_time(3700)
    assert len(nonces) == 1


async def test_standings_that_could_not_be_kept_are_taken_down(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    await world.slash("Ada", "leaderboard")
    before = [message.id for message in world.messages()]
    monkeypatch.setattr(leaderboards, "save", AsyncMock(side_effect=StorageError("full")))
    await world.click("Ada", "Keep here")
    assert [message.id for message in world.messages()] == before


async def test_only_the_step_that_ends_a_match_makes_leaderboards_due(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaders, changed_in = bot_of(world).services.of(Leaderboards), Mock()
    monkeypatch.setattr(leaders, "changed_in", changed_in)
    steps = [
        (Status.OVER, Status.PLAYING, True),
        (Status.OVER, Status.PAUSED, True),
        (Status.OVER, None, True),
        (Status.OVER, Status.OVER, False),
        (Status.PLAYING, Status.PLAYING, False),
        (Status.PLAYING, None, False),
    ]
    for after, before, is_due in steps:
        changed_in.reset_mock()
        leaders.on_change(a_lobby(ADA, status=after), a_lobby(ADA, status=before) if before else None)
        assert changed_in.call_args_list == ([call(GUILD)] if is_due else []), (after, before)
