"""Tournament tables: links, consents, deadlines, and failures."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest

from storage import matches
from storage.database import OutcomeUnknown, Transaction, Unavailable
from storage.league import leagues, tournaments
from storage.league.tournament_values import PairingState
from tests.bot.league.tournaments.tournament_samples import plan_result
from tests.bot.play.at_table import bot_of, open_lobby, play_quickly, read, said, table_in, tables_of, user_id
from tests.bot.play.league.tournaments.at_tournaments import (
    ACCEPT,
    as_host,
    begin_match,
    enter,
    enter_thread,
    new_tournament,
    shown,
    sign_up,
    tournament_in,
)
from tests.discord_world import BY_CHANNEL, DiscordWorld, Route
from tests.needs import some_of

OFFER = "This would be your match in **Cup**, round 1."
HOUR = 3600
AWAY = 301
"""Seconds after which a player at a table must confirm that they are there."""


async def start_tournament(world: DiscordWorld, *names: str, title: str = "Cup", **options: Any) -> None:
    """Start Ada's Block tournament, seeded in this order."""
    await new_tournament(world, "Ada", game="block", title=title, seeding="entry", **options)
    await sign_up(world, *names)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


def board(world: DiscordWorld, channel: str = "dominoes") -> str:
    """Return the text of a channel's public message."""
    shown_by = table_in(world, channel).stored.board_id
    return next(read(one) for one in world.messages(channel=channel) if one.id == shown_by)


def ends(world: DiscordWorld, channel: str = "dominoes") -> str:
    """Return the text of a channel's last end message."""
    return [read(one) for one in world.messages(channel=channel) if one.embeds and "Ranking" in read(one)][-1]


async def states(world: DiscordWorld, number: int = 1) -> list[str]:
    return [one.state.value for one in (await tournament_in(world, number)).pairings]


# --- What a match counts for ------------------------------------------------------------------------------------------


@pytest.mark.thorough
async def test_a_match_counts_once_both_have_accepted_and_everything_says_so(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await open_lobby(world, "Borys")
    assert f"🏆 {OFFER} It counts only if all players press **{ACCEPT}**." in board(world)
    await world.click("Borys", ACCEPT)
    assert "Accepted by: **Borys**." in board(world)
    await world.click("Borys", ACCEPT)
    assert "Accepted by: **Borys**." in board(world)
    await world.restart()
    started = await world.click("Ada", ACCEPT)
    assert "Your hand" in said(started), "no one has to start it, so no one can delay it"
    assert "counts for Cup, round 1" in board(world)
    assert table_in(world).stored.pairing_consent == matches.NO_CONSENT
    await play_quickly(world)
    assert "🏆 The result counts for **Cup**, round 1." in ends(world)
    assert await states(world) == ["played"]


@pytest.mark.parametrize("accepting", [(), ("Ada",)])
async def test_a_match_that_not_all_have_accepted_counts_for_no_tournament(
    world: DiscordWorld, accepting: tuple[str, ...]
) -> None:
    await start_tournament(world, "Ada", "Borys")
    await open_lobby(world, "Borys")
    for name in accepting:
        await world.click(name, ACCEPT)
    await world.click("Ada", id_prefix="b:start")
    assert "Cup" not in board(world)
    await play_quickly(world)
    assert "Cup" not in ends(world)
    assert await states(world) == ["open"]


async def test_a_match_counts_only_with_the_options_of_the_tournament(world: DiscordWorld) -> None:
    create = {"game": "double_trouble", "kind": "swiss", "options": "draw=none", "title": "Cup"}
    await new_tournament(world, "Ada", **create)
    await sign_up(world, "Ada", "Borys")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.slash("Ada", "play", game="double_trouble")
    await world.click("Borys", id_prefix="b:join")
    assert "Cup" not in board(world)
    await world.click("Ada", "Options")
    await world.select("Ada", ["1"], id_prefix="s:option")  # the second value: draw=none
    assert OFFER in board(world)


async def test_a_change_of_the_options_or_the_players_ends_all_consent(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await open_lobby(world, "Borys")
    await world.click("Celina", ACCEPT)
    assert table_in(world).stored.pairing_consent == matches.NO_CONSENT, "Celina is not at the table"
    await world.click("Ada", ACCEPT)
    old = world.button("Borys", ACCEPT)
    await world.click("Ada", "Options")
    await world.select("Ada", ["quick"], id_prefix="s:clock")
    assert "Cup" not in board(world)
    assert ACCEPT not in world.labels("Ada")
    refused = said(await world.press("Borys", old))
    assert "This match cannot count for the tournament as the table is now" in refused
    await world.select("Ada", ["normal"], id_prefix="s:clock")
    assert OFFER in board(world)
    assert "Accepted by" not in board(world)
    await world.click("Ada", ACCEPT)
    await world.click("Borys", "More…")
    await world.click("Borys", id_prefix="b:leave")
    await world.click("Borys", id_prefix="b:join")
    assert "Accepted by" not in board(world)


@pytest.mark.thorough
async def test_a_table_opened_for_one_tournament_never_settles_another(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", title="First")
    await start_tournament(world, "Ada", "Borys", title="Second")
    await world.click("Ada", "Open the table")
    enter_thread(world)
    await world.click("Borys", id_prefix="b:join", channel="thread")
    assert "counts for Second, round 1" in board(world, "thread")
    await play_quickly(world, channel="thread")
    assert "🏆 The result counts for **Second**, round 1." in ends(world, "thread")
    assert (await states(world, 1), await states(world, 2)) == (["open"], ["played"])


async def test_while_a_pairing_has_a_table_no_other_is_offered_to_count_for_it(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await world.click("Ada", "Open the table")
    await open_lobby(world, "Borys")
    assert "Cup" not in board(world)
    await world.click("Ada", id_prefix="b:start")
    await play_quickly(world)
    assert await states(world) == ["open"]


async def test_a_lobby_is_offered_to_count_as_soon_as_its_pairing_is_made(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    start = world.button("Ada", id_prefix="b:fixstart")
    await sign_up(world, "Ada", "Borys")
    await open_lobby(world, "Borys")
    assert "Cup" not in board(world)
    await world.press("Ada", start)
    await world.pass_time(2)
    assert OFFER in board(world)


async def test_the_end_shows_that_the_pairing_was_settled_otherwise(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await begin_match(world, "Ada", "Borys")
    pairing = (await tournament_in(world)).pairings[0]
    await enter(world, f"1/{pairing.id}", "Borys")
    await world.pass_time(2)
    await play_quickly(world)
    assert "**Cup**, round 1 is settled without this table" in ends(world)
    assert "🥇 **Borys**" in shown(world)


# --- A table that starts by itself ------------------------------------------------------------------------------------


async def test_the_last_player_to_sit_down_begins_the_match(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", clock="normal")
    await world.click("Ada", "Open the table")
    enter_thread(world)
    await world.pass_time(AWAY - 10)
    join, start = (world.button("Borys", id_prefix=f"b:{kind}", channel="thread") for kind in ("join", "start"))
    answer = await world.press("Borys", join)
    assert table_in(world, "thread").status is matches.Status.PLAYING
    assert "counts for Cup, round 1" in board(world, "thread")
    assert said(answer)
    for name, button in (("Borys", join), ("Ada", start)):  # too late
        assert "already" in said(await world.press(name, button))
    await play_quickly(world, channel="thread")
    assert await states(world) == ["played"]


async def test_a_player_who_sat_down_long_ago_confirms_before_a_clock(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", clock="normal")
    await world.click("Ada", "Open the table")
    enter_thread(world)
    await world.pass_time(AWAY)
    await world.click("Borys", id_prefix="b:join", channel="thread")
    assert "The match starts when these players also press **Start**: **Ada**." in board(world, "thread")
    call = world.messages(channel="thread")[-1]
    assert "**Borys** is at the table" in read(call)
    assert [one.id for one in call.mentions] == [user_id(world, "Ada")]
    await world.restart()
    count = len(world.messages(channel="thread"))
    assert "You are ready." in said(await world.click("Borys", id_prefix="b:start", channel="thread"))
    assert len(world.messages(channel="thread")) == count
    await world.pass_time(AWAY)  # now Borys may be away
    await world.click("Ada", id_prefix="b:start", channel="thread")
    assert [one.id for one in world.messages(channel="thread")[-1].mentions] == [user_id(world, "Borys")]
    await world.click("Borys", id_prefix="b:start", channel="thread")
    assert table_in(world, "thread").status is matches.Status.PLAYING


async def test_without_a_live_clock_a_match_begins_whenever_all_sit(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", clock="slow")
    await world.click("Ada", "Open the table")
    enter_thread(world)
    await world.pass_time(HOUR)
    await world.click("Borys", id_prefix="b:join", channel="thread")
    assert table_in(world, "thread").status is matches.Status.PLAYING


# --- Who waits at a deadline ------------------------------------------------------------------------------------------


@pytest.mark.thorough
async def test_a_player_left_alone_at_the_table_at_the_deadline_has_a_walkover(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="elimination", round_minutes=60)
    # The seeds 1 to 4 are Ada, Borys, Celina and Dmitri: Ada meets Dmitri, and Borys meets Celina.
    await world.click("Dmitri", "Open the table")
    enter_thread(world)
    await world.restart()
    await world.pass_time(HOUR)
    now = await tournament_in(world)
    ada_dmitri, borys_celina, final = now.pairings
    assert (ada_dmitri.teams, ada_dmitri.state) == ((1, 4), PairingState.BYE)
    assert [side.place for side in ada_dmitri.sides] == [None, 1]
    assert (borys_celina.teams, borys_celina.state) == ((2, 3), PairingState.MISSED)
    assert final.teams == (4, 2), "the lower seed was there, and of two who were absent the higher seed goes on"


async def test_closing_a_round_asks_by_name_about_tables_that_wait(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="elimination")
    await world.click("Dmitri", "Open the table")
    await world.click("Borys", "Open the table")
    enter_thread(world)
    await world.pass_time(AWAY)
    await world.click("Celina", id_prefix="b:join", channel="thread")
    question = await as_host(world, "Ada", "Close the round")
    assert "These tables wait for players:" in question
    alone = "· **Dmitri** at the table, missing: **Ada**. Closing gives a walkover to those who are there."
    assert alone in question
    assert "· **Borys** and **Celina** at the table: all are there, but the match has not started. Closing" in question
    assert "gives **Borys** a walkover, for waiting longest or being ready." in question
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert await states(world) == ["bye", "bye", "open"]
    assert (await tournament_in(world)).pairings[-1].teams == (4, 2)


@pytest.mark.thorough
async def test_a_lobby_of_a_closed_round_says_so_and_its_match_does_not_count(
    world: DiscordWorld,
) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="swiss")
    await world.click("Ada", "Open the table")
    enter_thread(world)
    await world.pass_time(AWAY)
    await world.click("Celina", id_prefix="b:join", channel="thread")
    assert "kept for a tournament match" in board(world, "thread")
    await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    text = board(world, "thread")
    assert "⌛ **Cup**, round 1 is settled without this table: the match here does not count" in text
    assert "kept for a tournament match" not in text
    await world.click("Ada", id_prefix="b:start", channel="thread")
    assert "doesn't count for Cup, round 1" in board(world, "thread")
    await play_quickly(world, channel="thread")
    assert "**Cup**, round 1 is settled without this table" in ends(world, "thread")
    assert (await states(world))[:2] == ["bye", "missed"]


@pytest.mark.thorough
@BY_CHANNEL
async def test_a_lobby_is_told_after_a_restart_that_its_round_has_closed(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="swiss")
    await world.click("Ada", "Open the table")
    enter_thread(world)
    world.fail(Route.EDIT, 500, times=None)
    await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert "kept for a tournament match" in board(world, "thread")
    world.heal()
    await world.restart()
    await world.pass_time(10)
    await tables_of(world).in_channel(world.channels["thread"].id)  # it is not in memory if closing has shown it
    assert "**Cup**, round 1 is settled without this table" in board(world, "thread")


# --- Opening a table while something fails ----------------------------------------------------------------------------


async def _fail_before(_tx: Transaction, _commit: Callable[[Transaction], Any]) -> None:
    raise Unavailable("the database is gone")


async def _fail_after(tx: Transaction, commit: Callable[[Transaction], Any]) -> None:
    await commit(tx)
    raise OutcomeUnknown("the connection was closed before the answer came")


@contextmanager
def failing_commit(monkeypatch: pytest.MonkeyPatch, number: int, how: Callable[..., Any]) -> Iterator[list[int]]:
    """Fail one writing commit, after `number` others.

    The yielded list has the remaining count.
    """
    commit, left = Transaction.commit, [number]

    async def commit_or_fail(tx: Transaction) -> None:
        if tx.writes:
            left[0] -= 1
            if left[0] == -1:
                await how(tx, commit)
                return
        await commit(tx)

    with monkeypatch.context() as patched:
        patched.setattr(Transaction, "commit", commit_or_fail)
        yield left


async def tables_for(world: DiscordWorld) -> tuple[int, int]:
    """Return the numbers of threads and live tables."""
    async with bot_of(world).services.database.read() as tx:
        live = len(await matches.live(tx))
    return len([one for one in world.env.backend.channels.values() if one.is_thread]), live


@pytest.mark.parametrize(("number", "how"), some_of(product(range(5), [_fail_before, _fail_after]), 4))
async def test_failing_commits_while_opening_leave_one_thread_and_one_lobby(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, number: int, how: Callable[..., Any]
) -> None:
    await start_tournament(world, "Ada", "Borys")
    with failing_commit(monkeypatch, number, how):
        await world.click("Ada", "Open the table")
    for name in ("Ada", "Borys"):
        await world.click(name, "Open the table")
    assert await tables_for(world) == (1, 1)
    enter_thread(world)
    await world.pass_time(5)
    assert "kept for a tournament match" in board(world, "thread")


async def test_a_thread_without_a_lobby_is_used_again_after_a_restart(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_tournament(world, "Ada", "Borys")
    with failing_commit(monkeypatch, 0, _fail_before) as left:
        await world.click("Ada", "Open the table")
    assert left[0] < 0, "a commit failed"
    assert await tables_for(world) == (1, 0)
    await world.restart()
    await world.click("Borys", "Open the table")
    assert await tables_for(world) == (1, 1)


async def test_a_board_that_cannot_be_posted_leaves_one_thread_and_one_lobby(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    world.fail(Route.SEND, 500, times=None)
    await world.click("Ada", "Open the table")
    world.heal()
    answer = said(await world.click("Borys", "Open the table"))
    assert "A table is already open for this match" in answer
    assert await tables_for(world) == (1, 1)


async def test_a_pairing_settled_while_its_table_is_opened_gets_no_table(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_tournament(world, "Ada", "Borys")
    services, cup = bot_of(world).services, await tournament_in(world)
    open_thread = services.channels.open_thread

    async def settled_meanwhile(channel_id: int, name: str) -> int:
        async with services.database.write() as tx:
            await leagues.hold(tx, world.guild.id)
            await tournaments.save_step(tx, cup, plan_result(cup, cup.pairings[0], 1, services.now()))
        return await open_thread(channel_id, name)

    monkeypatch.setattr(services.channels, "open_thread", settled_meanwhile)
    refused = said(await world.click("Borys", "Open the table"))
    assert "This match no longer needs to be played" in refused
    assert (await tables_for(world))[1] == 0


@pytest.mark.thorough
async def test_the_end_of_a_match_says_who_is_next_and_opens_that_table(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="elimination")
    await world.click("Ada", "Open the table")
    enter_thread(world)
    await world.click("Dmitri", "Join", channel="thread")
    await play_quickly(world, channel="thread")
    await world.pass_time(2)
    lines = [line for line in ends(world, "thread").splitlines() if "**Ada** ·" in line or "**Dmitri** ·" in line]
    assert lines == ["**Ada** · advances · waits for Borys – Celina", "**Dmitri** · out"]
    assert "Open the table" not in world.labels("Ada", channel="thread")
    await begin_match(world, "Borys", "Celina")
    await play_quickly(world)
    await world.pass_time(2)
    assert "**Borys** · advances · next opponent: Ada\n**Celina** · out · place 3" in ends(world)
    await world.click("Borys", "Open the table")
    assert enter_thread(world) == "Cup, round 2 · Ada – Borys"


@pytest.mark.thorough
async def test_a_swiss_match_ends_with_points_and_place(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="swiss")
    await begin_match(world, "Ada", "Borys")
    await play_quickly(world)
    await world.restart()
    await world.pass_time(5)
    said_there = "**Ada** · 3 points · place 1 · next opponent: Celina\n**Borys** · 3 points · place 2 · bye in round 2"
    assert [said_there in read(one) for one in world.messages() if one.embeds and "Ranking" in read(one)] == [True]


@pytest.mark.thorough
async def test_a_result_that_a_host_enters_is_told_in_the_thread_of_the_match(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="swiss")
    await world.click("Ada", "Open the table")
    enter_thread(world)
    await world.click("Borys", id_prefix="b:join", channel="thread")
    await play_quickly(world, channel="thread")
    now = await tournament_in(world)
    pairing = next(one for one in now.pairings if len(one.sides) == 2 and one.round == 1)
    await world.pass_time(2)
    for winner in ("Borys", None):
        await enter(world, f"{now.id}/{pairing.id}", winner)
        await world.pass_time(2)
    told = [one for one in world.messages(channel="thread") if one.content.startswith("📝")]
    assert [one.content.splitlines()[0] for one in told] == [
        "📝 **Cup** · **Ada**: **Ada** – **Borys**, round 1, corrected: **Ada** won → **Borys** won",
        "📝 **Cup** · **Ada**: **Ada** – **Borys**, round 1, corrected: **Borys** won → draw",
    ]
    assert "**Borys** · 6 points · place 1 · bye in round 2" in told[0].content  # a win and a bye
    assert [one.raw_mentions for one in told] == [[], []]
