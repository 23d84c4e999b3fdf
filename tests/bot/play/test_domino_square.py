"""Domino Square by clicks: matches, pages, secrecy, restart."""

import pytest

import games
from games import Match
from games.domino_square.view import DominoSquareView
from tests.bot.play.at_table import (
    FIRST_OPENS,
    board_of,
    everything_said,
    hand_of,
    has_layout,
    is_private,
    lies,
    log_of,
    look,
    match_in,
    move_buttons,
    mover,
    open_match,
    play_one,
    play_to_the_end,
    results_of,
    seat_number,
    shown,
    stored_match,
    table_in,
    tiles_in,
    waiting,
    wake,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.needs import some_of

PEOPLE = ("Ada", "Borys", "Celina", "Dmitri")


@pytest.fixture
async def two(world: DiscordWorld, chance: KnownChance) -> DiscordWorld:
    """Seat Ada and Borys at a match of one deal."""
    chance.fix_seed(FIRST_OPENS)
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", game="domino_square", clock="none", options="target=1")
    return world


def square_of(match: Match, seat: int | None = None) -> DominoSquareView:
    view = match.view(seat)
    assert isinstance(view, DominoSquareView)
    return view


@pytest.mark.parametrize("seats", some_of([4, 2], 1))
async def test_a_match_takes_three_clicks_a_move_at_most_until_its_end(world: DiscordWorld, seats: int) -> None:
    await open_match(world, *PEOPLE[1:seats], game="domino_square", clock="none", options="target=1")
    match_id = table_in(world).id

    clicks = await play_to_the_end(world)

    assert clicks == 3
    again = games.new_match(
        "domino_square", seats=seats, seed=(await stored_match(world, match_id)).seed, options={"target": 1}
    )
    for entry in await log_of(world, match_id):
        assert entry.seat is not None
        again.play(entry.seat, entry.move)
    assert again.outcome is not None
    _, ends = await results_of(world, match_id)
    assert [one.score for one in ends] == list(again.scores)
    assert sorted(again.scores) == [0] * (seats - 1) + [1]
    told = everything_said(world)
    winner = PEOPLE[again.outcome.winners[0]]
    assert f"Nobody can place a tile any more: **{winner}** placed the last one." in told
    assert "Domino Square: the match is over" in told
    assert f"**{winner}**: 1 deal won" in told


async def test_the_second_starter_is_placed_before_anybody_else_holds_a_tile(
    world: DiscordWorld,
) -> None:
    await open_match(world, *PEOPLE[1:], game="domino_square", clock="none")
    opener = square_of(match_in(world)).opener
    second = PEOPLE[(opener + 1) % 4]
    assert mover(world) == second
    assert f"**{second}** places the second starter" in words_in(board_of(world))
    assert f"is the first starter, for **{PEOPLE[opener]}**" in words_in(board_of(world))
    empty = await look(world, PEOPLE[opener])
    assert empty["attachments"] == []
    await play_one(world)
    assert mover(world) == PEOPLE[opener]
    assert square_of(match_in(world)).counts == (4, 4, 4, 4)
    assert "second starter" not in words_in(board_of(world))


async def test_cell_then_direction_are_asked_in_one_message(two: DiscordWorld) -> None:
    await play_one(two)
    name = mover(two)
    before = await look(two, name)
    await two.press(name, next(button for button in move_buttons(two, name) if " · 7 places" in (button.label or "")))
    asked = hand_of(two, name)
    assert asked is not None
    assert (asked["id"], has_layout(asked)) == (before["id"], True)
    assert [button.label for button in move_buttons(two, name)] == [*"ABCDEFG"]
    assert "A e4–e5; B f4–f5" in asked["attachments"][0]["description"]
    await two.press(name, move_buttons(two, name)[0])
    asked = hand_of(two, name)
    assert asked is not None
    assert asked["attachments"][0]["description"].endswith(": e4–e5.")
    await two.press(name, move_buttons(two, name)[1])
    assert len(lies(two)) == 2
    assert "on e5–e4" in words_in(board_of(two)), "the higher half lies below"


async def test_a_direction_can_be_chosen_after_a_restart_in_the_middle_of_a_deal(two: DiscordWorld) -> None:
    await play_one(two)
    name = mover(two)
    await look(two, name)
    await two.press(name, next(button for button in move_buttons(two, name) if " · 7 places" in (button.label or "")))
    await two.press(name, move_buttons(two, name)[0])
    direction = move_buttons(two, name)[0]

    await two.restart()
    await two.press(name, direction)

    assert len(lies(two)) == 2
    assert "on e4–e5" in words_in(board_of(two))
    await two.restart()
    await wake(two)
    assert await play_to_the_end(two) <= 3
    assert "Domino Square: the match is over" in everything_said(two)


@pytest.mark.parametrize("seats", [2, 4])
async def test_nobody_is_sent_a_tile_that_they_may_not_know(
    world: DiscordWorld, chance: KnownChance, seats: int
) -> None:
    chance.fix_seed(FIRST_OPENS)
    people = PEOPLE[:seats]
    for name in people:
        world.speak(name, "en-US")
    await open_match(world, *people[1:], game="domino_square", clock="none")
    for name in people:
        await look(world, name)
    for _ in range(8):
        match = match_in(world)
        lying = {str(laid.tile) for laid in square_of(match).layout}
        hands = {name: {str(tile) for tile in match.view(seat_number(world, name)).hand} for name in people}
        if square_of(match).deal > 1:
            break
        for message in shown(world):
            assert tiles_in(words_in(message)) <= lying
        for name in people:
            mine = [message for message in shown(world, name) if is_private(message)]
            others = set().union(*(hands[other] for other in people if other != name))
            assert not tiles_in(words_in(mine[-1])) & (others - lying)
        asking = next((one for one in move_buttons(world, mover(world)) if " places" in (one.label or "")), None)
        if asking is not None:
            await world.press(mover(world), asking)
            question = hand_of(world, mover(world))
            assert question is not None
            assert tiles_in(words_in(question)) <= lying | hands[mover(world)]
            assert not any(is_private(message) for message in shown(world))
        await play_one(world)


async def test_who_waits_cannot_place_and_sees_no_places(two: DiscordWorld) -> None:
    await play_one(two)
    await look(two, waiting(two))
    assert not [one for one in move_buttons(two, waiting(two)) if one.custom_id.startswith("b:move")]
