"""Bingo by clicks: closing, melds, last trick, secrets."""

from __future__ import annotations

import random

import pytest

import games
from games.bingo.view import BingoView
from tests.bot.play.at_table import (
    board_of,
    buttons,
    everything_said,
    hand_of,
    is_private,
    log_of,
    look,
    match_in,
    move_buttons,
    mover,
    on_board,
    open_match,
    play_near_the_end,
    results_of,
    said,
    seat_number,
    shown,
    stored_match,
    table_in,
    tables_of,
    tiles_in,
    user_id,
    waiting,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.needs import some_of

from .at_tricks import act, act_at_random

SEED = "bingo 9"


@pytest.fixture
async def begun(world: DiscordWorld, chance: KnownChance) -> DiscordWorld:
    """Seat Ada and Borys at Bingo, with known shuffle."""
    chance.fix_seed(SEED)
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", game="bingo", clock="none")
    return world


def view(world: DiscordWorld, name: str | None = None) -> BingoView:
    seen = match_in(world).view(None if name is None else seat_number(world, name))
    assert isinstance(seen, BingoView)
    return seen


async def one_trick(world: DiscordWorld, rng: random.Random) -> None:
    for _ in range(2):
        await act_at_random(world, rng)


@pytest.mark.thorough
async def test_two_people_play_a_match_of_bingo_to_its_saved_result(begun: DiscordWorld) -> None:
    match_id, rng = table_in(begun).id, random.Random(7)
    await play_near_the_end(begun, 30)
    for _ in range(200):
        if tables_of(begun).cached_in(begun.channel.id) is None:
            break
        await act_at_random(begun, rng)
    seed = (await stored_match(begun, match_id)).seed
    again = games.new_match("bingo", seats=2, seed=seed)
    for entry in await log_of(begun, match_id):
        assert entry.seat is not None
        again.play(entry.seat, entry.move)
    assert again.outcome is not None
    assert max(again.scores) >= 7
    deals, ends = await results_of(begun, match_id)
    assert [(one.user_id, one.score) for one in ends] == [
        (user_id(begun, "Ada"), again.scores[0]),
        (user_id(begun, "Borys"), again.scores[1]),
    ]
    text = everything_said(begun)
    assert f"{max(again.scores)} sets" in text
    assert text.count("is over") == len({deal.deal for deal in deals}) + 1


async def test_closing_asks_once_more_and_then_holds_for_both(begun: DiscordWorld) -> None:
    await one_trick(begun, random.Random(1))
    name = mover(begun)
    await look(begun, name)
    revision = table_in(begun).revision
    asked = await begun.click(name, "Close the boneyard…")
    assert "you need 70 points" in said(asked)
    assert table_in(begun).revision == revision, "the question closes nothing"
    await begun.click(name, "Back")
    assert view(begun).closer is None
    await begun.click(name, "Close the boneyard…")
    await begun.click(name, "Yes, close it")
    assert view(begun).closer == seat_number(begun, name)
    assert f"**{name}** closes the boneyard and must reach 70 points." in words_in(board_of(begun))


async def test_a_tile_that_does_not_follow_is_not_offered_but_says_why(begun: DiscordWorld) -> None:
    rng = random.Random(2)
    for _ in range(60):
        follower = mover(begun)
        moves = {move.tile for move in view(begun, follower).moves}
        barred = [tile for tile in view(begun, follower).hand if tile not in moves]
        if view(begun).table and barred:
            break
        await act_at_random(begun, rng)
    else:
        pytest.fail("nobody ever had to follow")
    await look(begun, follower)
    revision = table_in(begun).revision
    answer = await begun.select(follower, [f"?!{barred[0]}"], id_prefix="s:move")
    assert "You can't do that. " in said(answer)
    assert table_in(begun).revision == revision


async def test_the_last_trick_can_be_looked_at_by_players_and_spectators(begun: DiscordWorld) -> None:
    assert "Last trick" not in begun.labels("Celina")
    await one_trick(begun, random.Random(3))
    trick = view(begun).last_trick
    assert trick is not None
    for name in ("Ada", "Borys", "Celina"):
        answer = await begun.press(name, on_board(begun, "Last trick"))
        assert answer.ephemeral
        assert all(f"`{laid.tile}`" in said(answer) for laid in trick.laid)


async def test_the_last_trick_opens_in_the_hand_and_leads_back_to_it(begun: DiscordWorld) -> None:
    await one_trick(begun, random.Random(3))
    trick, name = view(begun).last_trick, mover(begun)
    assert trick is not None
    hand = await look(begun, name)
    count = len(shown(begun, name))
    await begun.press(name, next(one for one in buttons(hand) if one.label == "Last trick"))
    inside = hand_of(begun, name)
    assert inside is not None
    assert inside["id"] == hand["id"]
    assert all(f"`{laid.tile}`" in words_in(inside) for laid in trick.laid)
    await begun.press(name, next(one for one in buttons(inside) if one.label == "Back"))
    assert len(shown(begun, name)) == count
    assert move_buttons(begun, name)


async def test_a_bot_that_stops_in_the_middle_of_a_trick_goes_on_with_it(begun: DiscordWorld) -> None:
    rng = random.Random(4)
    await one_trick(begun, rng)
    await act_at_random(begun, rng)
    led, answering = view(begun).table[0], mover(begun)
    await look(begun, answering)
    await begun.restart()
    answer = str(view_after_restart(await rebuilt(begun), answering, begun).moves[0])
    await act(begun, answer, answering)
    trick = view(begun).last_trick
    assert trick is not None
    assert trick.laid[0] == led


async def rebuilt(world: DiscordWorld) -> games.Match:
    table = await tables_of(world).in_channel(world.channel.id)
    assert table is not None
    assert table.match is not None
    return table.match


def view_after_restart(match: games.Match, name: str, world: DiscordWorld) -> BingoView:
    seen = match.view(seat_number(world, name))
    assert isinstance(seen, BingoView)
    return seen


@pytest.mark.parametrize("number", some_of(range(3), 1))
async def test_nobody_can_find_a_tile_that_they_may_not_know(
    world: DiscordWorld, chance: KnownChance, number: int
) -> None:
    chance.fix_seed(f"secret {number}")
    await open_match(world, "Borys", game="bingo", clock="none")
    await look(world, "Ada")
    await look(world, "Borys")
    rng = random.Random(number)
    while view(world).deal == 1 and tables_of(world).cached_in(world.channel.id) is not None:
        open_to_all = {str(view(world).trump_tile)}
        open_to_all |= {str(event.tiles[0]) for event in match_in(world).events if event.kind == "played"}
        for message in shown(world):
            assert tiles_in(words_in(message)) <= open_to_all
        for name in ("Ada", "Borys"):
            own = {str(tile) for tile in view(world, name).hand}
            hand = [message for message in shown(world, name) if is_private(message)][-1]
            assert tiles_in(words_in(hand)) <= open_to_all | own
        assert shown(world, "Celina") == shown(world)
        await act_at_random(world, rng)


async def test_the_hand_of_whoever_waits_offers_nothing_but_to_look(begun: DiscordWorld) -> None:
    await one_trick(begun, random.Random(5))
    other = waiting(begun)
    hand = words_in(await look(begun, other))
    assert "It's not your turn yet." in hand
    assert "Last trick" in hand
    assert "b:move:" not in hand
    assert hand_of(begun, other) is not None
