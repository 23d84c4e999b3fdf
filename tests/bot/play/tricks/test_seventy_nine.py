"""Seventy-Nine by six people's clicks, with leavers and secrets."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import games
from games.seventy_nine.view import SeventyNinePhase
from playground.simulated import SimulatedPerson
from storage.matches import Player
from tests.bot.play.at_table import (
    board_of,
    everything_said,
    is_private,
    log_of,
    look,
    match_in,
    mover,
    on_board,
    play_near_the_end,
    play_one,
    results_of,
    said,
    seat_number,
    shown,
    stored_match,
    table_in,
    tables_of,
    tiles_in,
    user_id,
    wake,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import PARTY_OF_SIX, DiscordWorld
from tests.needs import some_of

from .at_tricks import SIX, act, act_at_random, bids_offered, open_six, table_view

SEED = "seventy-nine 4"


@pytest.fixture
def people() -> tuple[SimulatedPerson, ...]:
    return PARTY_OF_SIX


@pytest.fixture
async def begun(world: DiscordWorld, chance: KnownChance) -> DiscordWorld:
    """Return the six before the first call, shuffle known."""
    chance.fix_seed(SEED)
    await open_six(world, clock="none")
    return world


async def bid(world: DiscordWorld, *calls: str) -> None:
    """Let the next few players make this call."""
    for call in calls:
        await act(world, call)


@pytest.mark.thorough
@pytest.mark.slow
async def test_six_people_play_a_match_to_its_saved_result(world: DiscordWorld) -> None:
    await open_six(world, clock="none", options="scoring=tricks")
    match_id, rng = table_in(world).id, random.Random(1)
    await play_near_the_end(world, 30)
    for _ in range(200):
        if tables_of(world).cached_in(world.channel.id) is None:
            break
        await act_at_random(world, rng)
    again = games.new_match(
        "seventy_nine", seats=6, options={"scoring": "tricks"}, seed=(await stored_match(world, match_id)).seed
    )
    for entry in await log_of(world, match_id):
        assert entry.seat is not None
        again.play(entry.seat, entry.move)
    assert again.outcome is not None
    assert max(again.scores) == 9
    _, ends = await results_of(world, match_id)
    assert [(one.user_id, one.score) for one in ends] == [
        (user_id(world, name), again.scores[seat % 2]) for seat, name in enumerate(SIX)
    ]
    assert [one.won for one in ends] == [seat % 2 in again.outcome.winners for seat in range(6)]
    assert "Seventy-Nine: the match is over" in everything_said(world)


async def test_the_auction_goes_round_and_the_highest_bid_names_trumps(begun: DiscordWorld) -> None:
    first = mover(begun)
    await look(begun, first)
    assert list(bids_offered(begun, first)) == [f"bid={number}" for number in range(50, 80)]
    await bid(begun, "bid=52")
    second = mover(begun)
    await look(begun, second)
    assert list(bids_offered(begun, second)) == [f"bid={number}" for number in range(53, 80)]
    await bid(begun, "pass", "bid=60", "pass", "pass", "pass")
    winner = mover(begun)
    assert table_view(begun).bidder == seat_number(begun, winner)
    assert f"{winner} names trumps" in words_in(board_of(begun))
    await bid(begun, "trump=5")
    assert "trumps: 5" in words_in(board_of(begun))
    assert mover(begun) == winner


async def test_who_leaves_in_the_auction_is_followed_by_a_computer_that_calls(begun: DiscordWorld) -> None:
    await bid(begun, "bid=50", "pass")
    name = mover(begun)
    seat = seat_number(begun, name)
    await begun.slash(name, "table leave")
    await begun.click(name, "Yes")
    await begun.pass_time(5)
    assert table_in(begun).seats[seat].player is Player.REGULAR
    assert table_view(begun).calls[2].seat == seat
    assert f"**{name}** leaves the table." in everything_said(begun)


async def test_a_late_person_takes_the_seat_and_hand_of_a_computer(world: DiscordWorld) -> None:
    for name in SIX:
        world.speak(name, "en-US")
    await world.slash("Ada", "play", game="seventy_nine", clock="none")
    for guest in SIX[1:5]:
        await world.click(guest, "Join")
    await world.click("Ada", "More…")
    await world.click("Ada", "Fill seats")
    await world.click("Ada", "Start")
    await world.slash("Feliks", "table replace")
    await world.click("Feliks", "Yes")
    await world.click("Ada", "Yes")
    hand = words_in(await look(world, "Feliks"))
    own = [str(tile) for tile in match_in(world).view(5).hand]
    assert f"Your tiles: {', '.join(own)}" in hand
    for _ in range(6):
        if table_view(world).phase is not SeventyNinePhase.BIDDING:
            break
        await act(world, "pass" if table_view(world).highest else "bid=50")
    assert len(table_view(world).calls) == 6


@pytest.mark.thorough
async def test_a_bot_that_stops_in_the_middle_of_a_trick_goes_on_with_it(begun: DiscordWorld) -> None:
    await bid(begun, "bid=50", "pass", "pass", "pass", "pass", "pass", "trump=6")
    rng = random.Random(3)
    for _ in range(8):
        await act_at_random(begun, rng)
    before, next_one = table_view(begun), mover(begun)
    assert len(before.table) == 2
    await begun.restart()
    await wake(begun)
    after = table_view(begun)
    assert (after.table, after.last_trick, after.calls) == (before.table, before.last_trick, before.calls)
    assert mover(begun) == next_one
    await act_at_random(begun, rng)
    assert len(table_view(begun).table) == 3


async def test_the_taken_tiles_of_both_teams_can_be_looked_at_by_everybody(begun: DiscordWorld) -> None:
    await bid(begun, "bid=50", "pass", "pass", "pass", "pass", "pass", "trump=6")
    assert "Taken tiles" not in begun.labels("Ada")
    rng = random.Random(4)
    for _ in range(6):
        await act_at_random(begun, rng)
    for name in ("Ada", "Borys"):
        answer = await begun.press(name, on_board(begun, "Taken tiles"))
        assert answer.ephemeral
        assert "Team A:" in said(answer)
        assert "Team B:" in said(answer)


def check_secrets(world: DiscordWorld) -> None:
    """Check that no one sees a secret tile."""
    events = match_in(world).events
    open_to_all = {str(tile) for event in events if event.kind == "played" for tile in event.tiles}
    open_to_all |= {str(tile) for tiles in table_view(world).taken for tile in tiles}
    for message in shown(world):
        assert tiles_in(words_in(message)) <= open_to_all
    for name in SIX:
        own = {str(tile) for tile in match_in(world).view(seat_number(world, name)).hand}
        private = [message for message in shown(world, name) if is_private(message)]
        assert tiles_in(words_in(private[-1]) if private else "") <= open_to_all | own


@pytest.mark.parametrize("number", some_of(range(2), 1))
async def test_nobody_can_find_a_tile_that_they_may_not_know(
    world: DiscordWorld, chance: KnownChance, number: int
) -> None:
    chance.fix_seed(f"secret {number}")
    await open_six(world, clock="none")
    for name in SIX:
        await look(world, name)
    rng = random.Random(number)
    await bid(world, "bid=50", *["pass"] * 5, f"trump={number}")
    while table_view(world).deal == 1 and len(table_view(world).taken[0] + table_view(world).taken[1]) < 24:
        check_secrets(world)
        await act_at_random(world, rng)
    check_secrets(world)


async def test_at_nello_nobody_sees_the_tiles_of_the_partners_who_sit_out(begun: DiscordWorld) -> None:
    for name in SIX:
        await look(begun, name)
    await bid(begun, "bid=nello")  # nothing is higher, so the table passes for the others
    bidder, out = table_view(begun).bidder, table_view(begun).sitting_out
    assert bidder is not None
    assert {seat % 2 for seat in (*out, bidder)} == {bidder % 2}
    check_secrets(begun)
    rng = random.Random(5)
    for _ in range(4):
        if table_view(begun).deal > 1:
            break
        assert seat_number(begun, mover(begun)) not in out
        await act_at_random(begun, rng)
        check_secrets(begun)
    sitting = SIX[out[0]]
    if table_view(begun).deal == 1:
        assert "You sit this deal out" in words_in(await look(begun, sitting))


@pytest.mark.slow
@pytest.mark.thorough
async def test_a_person_and_five_computers_play_a_match_from_the_lobby_to_the_ranking(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="seventy_nine", clock="quick", options="scoring=tricks")
    await world.click("Ada", "More…")
    await world.click("Ada", "Fill seats")
    await world.click("Ada", "Start")
    match_id = table_in(world).id
    for _ in range(600):
        table = tables_of(world).cached_in(world.channel.id)
        if table is None:
            break
        seat = table.to_move()
        if seat is not None and seat.user_id is not None:
            await play_one(world)
        else:
            await world.pass_time(20)
    _, ends = await results_of(world, match_id)
    assert len({one.score for one in ends if one.won}) == 1
    assert max(one.score for one in ends) >= 9  # more after a Nel-O, which brings nine at once
    assert "Seventy-Nine: the match is over" in everything_said(world)
    log = await log_of(world, match_id)
    assert {entry.user_id for entry in log} == {None, user_id(world, "Ada")}
    assert all(one.revision + 1 == other.revision for one, other in pairwise(log))
