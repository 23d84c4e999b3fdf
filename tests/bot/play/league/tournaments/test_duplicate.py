"""Duplicate tournaments by clicks: equal deals, comparison, and secrecy until the round has ended."""

from typing import Any

import pytest
from simcord.enums import ChannelType

from bot.league import recording
from bot.messages.parts.components import Kind
from bot.tables import play
from bot.tables.state import Person, Table
from games.core.shuffle import commitment
from playground import simulated
from storage.league import round_deals
from storage.league.tournaments import PairingState
from tests import simulation
from tests.bot.play.at_table import bot_of, forged, play_one, read, said, table_in, tables_of, user_id
from tests.bot.play.league.tournaments.at_tournaments import as_host, enter_thread, shown, sign_up, tournament_in
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
def _english(world: DiscordWorld, chance: KnownChance) -> None:
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
    await world.slash("Ada", "tournament create", **(create | options))
    await sign_up(world, *NAMES)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def sit_down(world: DiscordWorld, name: str) -> Table:
    await world.click(name, "Open the table")
    enter_thread(world)
    return table_in(world, "thread")


async def play_to_the_end(world: DiscordWorld) -> str:
    """Play the first moves in the newest thread, without clicks; return the match."""
    tables, table = tables_of(world), table_in(world, "thread")
    while table.status.is_live:
        turn, match = table.to_move(), table.match
        assert turn is not None
        assert match is not None
        text = str(match.moves(turn.seat)[0])
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
    # Ada beats both others, whose mean is 2.5; Borys beats one of two, whose mean is 12.5; the mean for Celina is 20.
    news = read(world.messages()[-1])
    assert "**Ada** · +30 · others +2.5 · 100 points" in news
    assert "**Borys** · +10 · others +12.5 · 50 points" in news
    assert "**Celina** · −5 · others +20 · 0 points" in news
    assert "round 1 is over: its deals and replays are open" in news
    lines = ["`1` **Ada** — 100 points", "`2` **Borys** — 50 points", "`3` **Celina** — 0 points"]
    assert "\n".join(lines) in shown(world)
    pairings = said(await world.click("Ada", "All pairings"))
    assert "`1` ✓ **Ada** · +30 · others +2.5 · 100 points" in pairings
    table = await world.click("Ada", "Crosstable")
    assert table.response is not None
    told = "Cup · crosstable: 1. Ada: +30 (100), 100; 2. Borys: +10 (50), 50; 3. Celina: −5 (0), 0"
    assert table.response.attachments[0].description == told


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


async def press(world: DiscordWorld, kind: Kind, match_id: str, name: str) -> str:
    """Return the answer to a click that no message offers."""
    component = "s" if kind in (Kind.REPLAY_TO, Kind.REVIEW_OF) else "b"
    click = forged(world, name, component, kind, match_id, "0", "0", "0" if component == "s" else "")
    [answer] = await simulation.deliver(world.env, click)
    await world.pass_time(1)
    return said(answer)


KINDS = (
    *(Kind.OPEN_REPLAY, Kind.REPLAY, Kind.REPLAY_TO, Kind.ANIMATION, Kind.CHECK_SHUFFLE, Kind.RECORD, Kind.SHARE),
    *(Kind.POST_STEP, Kind.POST_ANIMATION, Kind.SHARE_POST, Kind.OPEN_REVIEW, Kind.REVIEW, Kind.REVIEW_OF),
    *(Kind.RETRY, Kind.RETRY_ASK, Kind.RETRY_MOVE, Kind.PLAY_FROM),
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
    assert SECRET in said(await world.slash("Ada", "replay", match=match_id))
    history = said(await world.slash("Celina", "history"))
    assert SECRET in history
    assert "🥇" not in history
    assert "**Ada**" not in said(await world.slash("Celina", "tally", everywhere=True))
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


async def seed_of_round(world: DiscordWorld) -> str:
    async with bot_of(world).services.database.read() as tx:
        return (await round_deals.seeds(tx, 1))[1]


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
    await world.slash("Ada", "table end", channel="thread")
    await world.click("Ada", "Yes", "thread")
    await world.pass_time(2)
    ended = "\n".join(map(read, world.messages(channel="thread")))
    assert await seed_of_round(world) not in ended
    assert "the seed are open once the round has ended" in ended
    assert (await states(world))[0] is PairingState.MISSED
    assert "no more matches to play" in said(await world.click("Ada", "Open the table"))


async def test_without_private_threads_the_refusal_names_the_permission(world: DiscordWorld) -> None:
    await deny(world, "closed", create_private_threads=False)
    await world.slash("Ada", "tournament create", "closed", game="block", kind="duplicate", title="Cup")
    for name in NAMES:
        await world.click(name, id_prefix="b:fixsign", channel="closed")
    await world.click("Ada", id_prefix="b:fixstart", channel="closed")
    refused = said(await world.click("Ada", "Open the table", "closed"))
    assert "needs a private thread" in refused
    assert "Create Private Threads" in refused


async def test_games_without_points_for_deals_are_refused(world: DiscordWorld) -> None:
    refused = said(await world.slash("Ada", "tournament create", game="kent", kind="duplicate"))
    assert "Deals of this game cannot be compared. Duplicate tournaments are for: " in refused
    assert "Nos" in refused
    assert "Kent" not in refused
