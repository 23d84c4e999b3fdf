"""Duplicate tournaments by clicks: equal deals, comparison, and secrecy until the round has ended."""

from typing import Any

import pytest
from simcord.enums import ChannelType

from bot.coach.clicks import CoachClick
from bot.league import recording
from bot.league.tournaments.formats.kinds import standings
from bot.messages.parts.components import ClickKind, Kind
from bot.tables import play
from bot.tables.state import Person, Table
from games.core.shuffle import commitment
from playground import simulated
from storage.league import round_deals
from storage.league.tournament_values import Opponents, PairingState
from tests import simulation
from tests.bot.play.at_table import (
    bot_of,
    end_table,
    forged,
    name_of,
    open_lobby,
    play_one,
    read,
    replay,
    said,
    table_in,
    tables_of,
    user_id,
)
from tests.bot.play.league.tournaments.at_tournaments import (
    ACCEPT,
    as_host,
    enter_thread,
    new_tournament,
    shown,
    sign_up,
    tournament_in,
)
from tests.bot.play.league.tournaments.test_creation_form import choose, options_asked
from tests.bot.play.test_lobby import deny
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld

NAMES = ("Ada", "Borys", "Celina")
SECRET = "These deals are still being played at other tables."
HOUR = 3600


@pytest.fixture
def _known(monkeypatch: pytest.MonkeyPatch, chance: KnownChance) -> None:
    """Fix the deals, in which the first seat opens with seven possible tiles."""
    monkeypatch.setattr(chance, "server_seed", lambda: f"round1.{'0' * 64}")


@pytest.fixture(autouse=True)
def _fixed(world: DiscordWorld, chance: KnownChance) -> None:  # each match has a shuffle of its own
    chance.fix_lots()
    for name in ("Borys", "Dmitri"):
        world.speak(name, "en-US")


async def start(world: DiscordWorld, **options: Any) -> None:
    """Start Ada's duplicate tournament of Block with one deal a match."""
    create: dict[str, Any] = {
        "game": "block",
        "kind": "duplicate",
        "title": "Cup",
        "seeding": "entry",
        "deals": 1,
        "level": "casual",
    }
    await new_tournament(world, "Ada", **(create | options))
    await sign_up(world, *NAMES)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def sit_down(world: DiscordWorld, name: str) -> Table:
    await world.click(name, "Open the table")
    enter_thread(world)
    return table_in(world, "thread")


async def play_to_the_end(world: DiscordWorld, which: int = 0) -> str:
    """Play the first moves, or others, in the newest thread, without clicks; return the match."""
    tables, table = tables_of(world), table_in(world, "thread")
    while table.status.is_live:
        turn, match = table.to_move(), table.match
        assert turn is not None
        assert match is not None
        text = str(match.moves(turn.seat)[which])
        with simulated.acting_as_bot(world.env):
            if turn.user_id is None:
                table = (await tables.apply(table.id, play.move_of_computer, turn, table.revision, text)).after
            else:
                person = Person(turn.user_id, turn.name)
                table = (await tables.apply(table.id, play.move, person, table.revision, text)).after
    await world.pass_time(2)
    return table.id


async def states(world: DiscordWorld) -> list[PairingState]:
    return [one.state for one in (await tournament_in(world)).pairings]


@pytest.mark.thorough
@pytest.mark.usefixtures("_known")
async def test_three_people_from_sign_up_to_podium(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    scores = dict(zip((user_id(world, name) for name in NAMES), (30, 10, -5), strict=True))
    monkeypatch.setattr(
        recording, "seat_scores", lambda _game, _ends, _of, entrants: {one: scores[one] for one in entrants.values()}
    )
    await start(world, rounds=1)
    assert "2 seats, computers: casual" in shown(world)
    assert "Your seat in this round: 1 of 2" in shown(world)
    for name in NAMES:
        await sit_down(world, name)
        assert "+" not in shown(world), "no score is shown before the last table has finished"
        await play_to_the_end(world)
        if name == "Ada":
            assert "**Ada** · finished; others are still playing" in read(world.messages(channel="thread")[-1])
    # Ada beats both others, Borys one of two, Celina no one.
    news = read(world.messages()[-1])
    assert "**Ada** · +30 · beats 2 of 2 → 100 points" in news
    assert "**Borys** · +10 · beats 1 of 2 → 50 points" in news
    assert "**Celina** · −5 · beats 0 of 2 → 0 points" in news
    assert "round 1 is over: its deals and replays are open" in news
    lines = ["`1` **Ada** — 100 points", "`2` **Borys** — 50 points", "`3` **Celina** — 0 points"]
    assert "\n".join(lines) in shown(world)
    pairings = said(await world.click("Ada", "All pairings"))
    assert "`1` ✓ **Ada** · +30 · beats 2 of 2 → 100 points" in pairings
    table = await world.click("Ada", "Crosstable")
    assert table.response is not None
    told = "Cup · crosstable: 1. Ada: +30 (100), 100; 2. Borys: +10 (50), 50; 3. Celina: −5 (0), 0"
    assert table.response.attachments[0].description == told


@pytest.mark.thorough
@pytest.mark.usefixtures("_known")
async def test_a_computer_answers_equal_moves_alike_at_all_tables(world: DiscordWorld) -> None:
    await start(world, rounds=1)
    logs = []
    for name in NAMES[:2]:
        await sit_down(world, name)
        for _ in range(3):
            while table_in(world, "thread").to_move() != table_in(world, "thread").persons[0]:
                await world.pass_time(10)
            await play_one(world, "thread")
        match = table_in(world, "thread").match
        assert match is not None
        logs.append(match.record().log[:5])
    assert logs[0] == logs[1]


async def test_a_restart_keeps_the_deals_of_the_round(world: DiscordWorld) -> None:
    await start(world, rounds=2, deals=8)
    first = await sit_down(world, "Ada")
    await world.restart()
    second = await sit_down(world, "Borys")
    assert first.match is not None
    assert second.match is not None
    assert first.stored.seed == second.stored.seed
    assert first.match.view(0).hand == second.match.view(0).hand
    assert [cut.text for cut in second.cuts] == ["-", "-"]
    assert first.origin is not None
    assert first.origin.fingerprint in shown(world)
    assert first.id != second.id


async def test_only_its_player_is_in_the_thread_of_a_table(world: DiscordWorld) -> None:
    await start(world, rounds=1, deals=8)
    await sit_down(world, "Ada")
    thread = world.env.backend.channels[world.channels["thread"].id]
    assert thread.type == ChannelType.PRIVATE_THREAD
    assert set(thread.thread_members) - {world.bot.user.id if world.bot.user else 0} == {user_id(world, "Ada")}
    assert all("#thread" not in read(one) and "is about to start" not in read(one) for one in world.messages())


async def press(world: DiscordWorld, kind: ClickKind, match_id: str, name: str) -> str:
    """Return the answer to a click that no message offers."""
    component = "s" if kind in (Kind.REPLAY_TO, CoachClick.REVIEW_OF) else "b"
    click = forged(world, name, component, kind, match_id, "0", "0", "0" if component == "s" else "")
    [answer] = await simulation.deliver(world.env, click)
    await world.pass_time(1)
    return said(answer)


KINDS = (
    *(Kind.OPEN_REPLAY, Kind.REPLAY, Kind.REPLAY_TO, Kind.ANIMATION, Kind.CHECK_SHUFFLE, Kind.RECORD, Kind.SHARE),
    *(Kind.POST_STEP, Kind.POST_ANIMATION, Kind.SHARE_POST, Kind.OPEN_REVIEW, CoachClick.REVIEW, CoachClick.REVIEW_OF),
    *(CoachClick.RETRY, CoachClick.RETRY_ASK, CoachClick.RETRY_MOVE, CoachClick.PLAY_FROM),
)
"""The requests that show a finished match."""


@pytest.mark.usefixtures("_known")
async def test_deals_are_secret_until_the_last_table_has_finished(world: DiscordWorld) -> None:
    await start(world, rounds=1)
    await sit_down(world, "Ada")
    match_id = await play_to_the_end(world)
    seed = await seed_of_round(world)
    assert seed not in "\n".join(map(read, world.messages(channel="thread")))
    for number, kind in enumerate(KINDS):
        assert SECRET in await press(world, kind, match_id, ("Ada", "Dmitri")[number % 2]), kind
    assert SECRET in said(await replay(world, "Ada", match_id))
    history = said(await world.slash("Celina", "history"))
    assert SECRET in history
    assert "🥇" not in history
    assert "**Ada**" not in said(await world.slash("Celina", "tally", everywhere=True))
    assert "No match" in said(await world.slash("Ada", "stats"))
    await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    for kind in (Kind.OPEN_REPLAY, Kind.SHARE, Kind.POST_STEP):
        assert SECRET not in await press(world, kind, match_id, "Dmitri"), kind
    assert seed in await press(world, Kind.RECORD, match_id, "Dmitri")
    checked = await press(world, Kind.CHECK_SHUFFLE, match_id, "Dmitri")
    assert commitment(seed) in checked
    assert "🥇" in said(await world.slash("Celina", "history"))
    assert "**Ada** · 1 match" in said(await world.slash("Celina", "tally", everywhere=True))
    assert "1 match" in said(await world.slash("Ada", "stats"))


async def seed_of_round(world: DiscordWorld) -> str:
    async with bot_of(world).services.database.read() as tx:
        return (await round_deals.seeds(tx, 1))[1]


@pytest.mark.thorough
@pytest.mark.usefixtures("_known")
async def test_a_table_that_is_late_at_the_deadline_scores_average_minus(world: DiscordWorld) -> None:
    await start(world, rounds=1, round_minutes=60, comparison="imps", clock="none")
    await sit_down(world, "Ada")
    done = await play_to_the_end(world)
    await sit_down(world, "Borys")
    assert SECRET in await press(world, Kind.RECORD, done, "Ada")
    await world.pass_time(HOUR)
    assert await states(world) == [PairingState.PLAYED, PairingState.MISSED, PairingState.MISSED]
    # Ada has no one to be compared with, so she has the average of 0.
    lines = ["`1` **Ada** — 0 points", "`2` **Borys** — −3 points", "`2` **Celina** — −3 points"]
    assert "\n".join(lines) in shown(world)
    assert SECRET not in await press(world, Kind.RECORD, done, "Ada")


@pytest.mark.usefixtures("_known")
async def test_a_person_who_leaves_the_match_has_no_other(world: DiscordWorld) -> None:
    await start(world, rounds=1)
    await sit_down(world, "Ada")
    await end_table(world, "Ada", channel="thread")
    await world.click("Ada", "Yes", "thread")
    await world.pass_time(2)
    page = said(await world.click("Ada", "Fair shuffle", "thread"))
    ended = "\n".join([page, *map(read, world.messages(channel="thread"))])
    assert await seed_of_round(world) not in ended
    assert "the seed are open once the round has ended" in page
    assert not {"Record", "Check the shuffle"} & set(world.labels("Ada", "thread"))
    assert (await states(world))[0] is PairingState.MISSED
    assert "no more matches to play" in said(await world.click("Ada", "Open the table"))


async def test_without_private_threads_the_refusal_names_the_permission(world: DiscordWorld) -> None:
    await deny(world, "closed", create_private_threads=False)
    await new_tournament(world, "Ada", "closed", game="block", kind="duplicate", title="Cup")
    for name in NAMES:
        await world.click(name, id_prefix="b:fixsign", channel="closed")
    await world.click("Ada", id_prefix="b:fixstart", channel="closed")
    refused = said(await world.click("Ada", "Open the table", "closed"))
    assert "needs a private thread" in refused
    assert "Create Private Threads" in refused


async def test_games_without_points_for_deals_are_refused(world: DiscordWorld) -> None:
    refused = said(await new_tournament(world, "Ada", game="kent", kind="duplicate"))
    assert "Deals of this game cannot be compared. Duplicate tournaments are for: " in refused
    assert "Nos" in refused
    assert "Kent" not in refused


# --- Among people -----------------------------------------------------------------------------------------------------

FOUR = ("Ada", "Borys", "Celina", "Dmitri")


async def start_among_people(world: DiscordWorld, **options: Any) -> list[tuple[str, ...]]:
    """Start a tournament of four people of one round; return the names of each table by seat."""
    create: dict[str, Any] = {"game": "block", "kind": "duplicate", "title": "Cup", "opponents": "people"}
    await new_tournament(world, "Ada", **(create | {"deals": 1, "rounds": 1, "seeding": "entry"} | options))
    await sign_up(world, *FOUR)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    now = await tournament_in(world)
    teams = [[now.teams[team][0].user_id for team in one.teams] for one in now.pairings]
    return [tuple(name_of(world, person) for person in table) for table in teams]


async def sit_together(world: DiscordWorld, *names: str) -> Table:
    """Open the table of the first and let the others join in this order."""
    await sit_down(world, names[0])
    for name in names[1:]:
        await world.click(name, id_prefix="b:join", channel="thread")
    await world.pass_time(2)
    return table_in(world, "thread")


@pytest.mark.usefixtures("_known")
async def test_two_tables_of_people_play_equal_deals_in_secret_until_both_are_over(world: DiscordWorld) -> None:
    tables = await start_among_people(world)
    assert "in the order of their seats" in shown(world)
    first = await sit_together(world, *reversed(tables[0]))
    assert [seat.name for seat in first.seats] == list(tables[0]), "seats follow the pairing"
    thread = world.env.backend.channels[world.channels["thread"].id]
    assert thread.type == ChannelType.PRIVATE_THREAD
    people = {user_id(world, name) for name in tables[0]}
    assert set(thread.thread_members) - {world.bot.user.id if world.bot.user else 0} == people
    match_id = await play_to_the_end(world)
    others = tables[1]
    for number, kind in enumerate(KINDS):
        assert SECRET in await press(world, kind, match_id, (tables[0][0], others[0])[number % 2]), kind
    assert SECRET in said(await replay(world, others[0], match_id))
    assert "🥇" not in said(await world.slash(others[0], "history"))
    assert "finished; others are still playing" in said(await world.click("Ada", "All pairings"))

    second = await sit_together(world, *others)
    assert first.match is not None
    assert second.match is not None
    assert first.stored.seed == second.stored.seed
    assert first.match.view(0).hand == second.match.view(0).hand
    await play_to_the_end(world)
    # The same deal was played in the same way, so all tie.
    news = read(world.messages()[-1])
    assert news.count("beats 0 of 1, ties 1 → 50 points") == 4
    assert news.index("Seat 1") < news.index(f"**{tables[1][0]}**") < news.index("Seat 2")
    assert SECRET not in await press(world, Kind.OPEN_REPLAY, match_id, others[0])
    assert "doesn't count: a duplicate match" in said(await world.slash(others[0], "history"))


@pytest.mark.thorough
@pytest.mark.usefixtures("_known")
async def test_a_computer_plays_on_for_a_person_who_leaves_a_table_of_people(world: DiscordWorld) -> None:
    first, _ = await start_among_people(world)
    await sit_together(world, *first)
    await world.slash(first[0], "table leave", channel="thread")
    await world.click(first[0], "Yes", "thread")
    assert table_in(world, "thread").status.is_live
    await play_to_the_end(world)
    assert (await states(world))[0] is PairingState.PLAYED


@pytest.mark.usefixtures("_known")
async def test_a_table_of_people_that_all_leave_scores_average_minus(world: DiscordWorld) -> None:
    first, _ = await start_among_people(world)
    await sit_together(world, *first)
    asked = []
    for name in first:
        asked.append(said(await world.slash(name, "table leave", channel="thread")))
        await world.click(name, "Yes", "thread")
    await world.pass_time(2)
    assert ["scores average minus" in text for text in asked] == [False, True]
    assert (await states(world))[0] is PairingState.MISSED


@pytest.mark.usefixtures("_known")
async def test_closing_on_a_running_table_gives_average_minus_to_the_side_on_turn(world: DiscordWorld) -> None:
    tables = await start_among_people(world)
    await sit_together(world, *tables[0])
    await play_one(world, "thread")
    turn = table_in(world, "thread").to_move()
    assert turn is not None
    asked = await as_host(world, "Ada", "Close the round")
    assert "the side on turn scores average minus, the others the average:" in asked
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    now = await tournament_in(world)
    points = {name_of(world, now.teams[one.team][0].user_id): one.points for one in standings(now)}
    assert points == {**dict.fromkeys(FOUR, 40), **{name: 50 for name in tables[0] if name != turn.name}}


@pytest.mark.thorough
@pytest.mark.usefixtures("_known")
async def test_those_at_a_table_that_a_host_ends_or_that_waits_score_the_average(world: DiscordWorld) -> None:
    tables = await start_among_people(world)
    [other] = [table for table in tables if "Ada" not in table]
    [absent] = [name for table in tables if "Ada" in table for name in table if name != "Ada"]
    await sit_together(world, *other)
    await end_table(world, "Ada", channel="thread")
    await world.click("Ada", "Yes", "thread")
    await sit_down(world, "Ada")
    asked = await as_host(world, "Ada", "Close the round")
    assert f"**Ada** at the table, missing: **{absent}**. Closing gives the average to those who are there" in asked
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    now = await tournament_in(world)
    points = {name_of(world, now.teams[one.team][0].user_id): one.points for one in standings(now)}
    assert points == {"Ada": 50, absent: 40, **dict.fromkeys(other, 50)}
    pairings = said(await world.click("Ada", "All pairings"))
    assert pairings.count("not finished through others: average → 50 points") == 3
    assert pairings.count("not finished: average minus → 40 points") == 1


async def test_the_form_asks_for_a_level_only_of_computers_and_again_keeps_the_opponents(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="nos", kind="duplicate")
    await choose(world, "level", "casual")
    assert {"opponents", "level"} <= set(options_asked(world))
    assert "A bye scores the average" in await choose(world, "opponents", "people")
    assert "level" not in options_asked(world)
    await choose(world, "players_per_table", "4")
    await world.click("Ada", "Create")
    await as_host(world, "Ada", "Cancel tournament")
    await world.click("Ada", "Yes")
    await as_host(world, "Ada", "Again")
    await world.click("Ada", "Create")
    made = [await tournament_in(world, number) for number in (1, 2)]
    assert made[0].rules == made[1].rules
    assert [(one.sides, one.rules.seats, one.rules.opponents) for one in made] == [(4, 4, Opponents.PEOPLE)] * 2


async def test_a_usual_match_or_a_report_of_the_same_people_counts_for_no_duplicate_pairing(
    world: DiscordWorld,
) -> None:
    first, _ = await start_among_people(world)
    assert "We played" not in world.labels(first[0])
    await open_lobby(world, first[1], host=first[0], channel="second-table")
    assert ACCEPT not in world.labels(first[0], "second-table")
