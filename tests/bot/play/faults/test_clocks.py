"""Clocks: warnings, turns that run out, and coming back."""

import pytest

from bot.messages.parts.components import Kind
from bot.tables.time_controls import CLOCKS
from tests.bot.play.at_table import (
    FIRST_OPENS,
    board_of,
    everything_said,
    hand_of,
    log_of,
    look,
    match_in,
    mover,
    open_match,
    pause_match,
    play_one,
    said,
    set_for_server,
    table_in,
    use_menu,
    user_id,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.games.deals import dealt_view

QUICK = CLOCKS["quick"]
TURN = 45.0
WARNING = 15.0


@pytest.fixture
async def begun(world: DiscordWorld, chance: KnownChance) -> DiscordWorld:
    """Start a match with 45 seconds a turn; Ada leads."""
    chance.fix_seed(FIRST_OPENS)
    world.speak("Borys", "en-US")
    world.moment = 0
    await open_match(world, "Borys", clock="quick")
    await world.env.settle()
    return world


async def test_a_player_is_warned_once_before_their_time_runs_out(begun: DiscordWorld) -> None:
    assert (QUICK.seconds, QUICK.warning) == (TURN, WARNING)
    await begun.pass_time(TURN - WARNING - 1)
    assert "your time runs out" not in everything_said(begun)
    await begun.pass_time(2)
    warning = begun.messages()[-1]
    assert warning.content.startswith(f"<@{user_id(begun, 'Ada')}>, your time runs out <t:")
    assert [user.id for user in warning.mentions] == [user_id(begun, "Ada")]
    assert everything_said(begun).count("<@") == 1, "the warning takes the place of the call"
    await begun.pass_time(5)
    assert everything_said(begun).count("your time runs out") == 1


async def test_the_board_says_until_when_a_player_has_time(begun: DiscordWorld) -> None:
    deadline = table_in(begun).stored.deadline
    assert deadline is not None
    assert f"<t:{int(deadline)}:t>" in words_in(board_of(begun))


async def test_when_time_is_up_the_computer_plays_and_all_are_notified(begun: DiscordWorld) -> None:
    await begun.pass_time(TURN + 2)
    assert table_in(begun).revision >= 1
    assert "Time is up: the computer plays for **Ada**." in words_in(board_of(begun))
    [first, *_] = await log_of(begun, table_in(begun).id)
    assert (first.seat, first.user_id) == (0, None)
    assert not table_in(begun).seats[0].away
    assert "your time runs out" not in everything_said(begun), "the warning goes with the turn"


async def late_twice(world: DiscordWorld) -> None:
    """Let Ada miss two turns in a row; Borys plays."""
    for _ in range(40):
        if table_in(world).seats[0].away:
            return
        if mover(world) == "Borys":
            await play_one(world)
        else:
            await world.pass_time(TURN + 2)
    pytest.fail("Ada was never away")


async def test_after_two_late_turns_in_a_row_the_computer_keeps_the_seat(begun: DiscordWorld) -> None:
    await late_twice(begun)
    assert "Out of time twice in a row: the computer plays for **Ada** until they come back." in words_in(
        board_of(begun)
    )
    assert "💤" in words_in(board_of(begun))
    while mover(begun) == "Borys":
        await play_one(begun)
    before = table_in(begun).revision
    await begun.pass_time(2)
    assert table_in(begun).revision > before, "the computer plays Ada's turns without waiting for the clock"


async def test_a_move_in_time_forgives_the_late_one_before(begun: DiscordWorld) -> None:
    await begun.pass_time(TURN + 2)
    assert table_in(begun).seats[0].late == 1
    for _ in range(10):
        if mover(begun) == "Ada":
            break
        await play_one(begun)
    await play_one(begun)
    assert table_in(begun).seats[0].late == 0


async def test_my_hand_gives_the_seat_back_to_its_player(begun: DiscordWorld) -> None:
    await late_twice(begun)
    await look(begun, "Ada")
    assert not table_in(begun).seats[0].away
    assert "**Ada** is back." in words_in(board_of(begun))


async def test_the_hand_of_somebody_who_is_away_offers_the_way_back(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    await late_twice(begun)
    for _ in range(20):  # until the open hand has been renewed
        if "I'm back" in begun.labels("Ada"):
            break
        if mover(begun) == "Borys":
            await play_one(begun)
        await begun.pass_time(2)
    answer = await begun.click("Ada", "I'm back")
    assert not table_in(begun).seats[0].away
    assert "The computer plays for you" not in said(answer)
    assert hand_of(begun, "Ada") is not None


async def test_pausing_stops_the_clock_and_resuming_gives_the_rest(begun: DiscordWorld) -> None:
    await begun.pass_time(20)
    await pause_match(begun)
    await begun.pass_time(500)
    assert table_in(begun).revision == 0
    await use_menu(begun, "Ada", Kind.RESUME)
    await begun.pass_time(TURN - 20 - 4)
    assert table_in(begun).revision == 0
    await begun.pass_time(6)
    assert table_in(begun).revision >= 1


async def test_without_a_clock_nobody_is_ever_late(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="none")
    await world.pass_time(24 * 3600)
    assert table_in(world).revision == 0
    assert dealt_view(match_in(world)).deal == 1


async def test_the_usual_clock_of_a_server_is_used_when_none_is_named(world: DiscordWorld) -> None:
    await set_for_server(world, "clock", "slow")
    await world.slash("Ada", "play", game="block")
    assert table_in(world).stored.clock == "slow"


async def test_a_clock_goes_on_after_a_restart_with_time_to_come_back(begun: DiscordWorld) -> None:
    await begun.pass_time(TURN - 5)
    await begun.restart()
    await begun.pass_time(30)
    await look(begun, "Ada")
    assert table_in(begun).revision == 0, "the bot was away: at least a minute is left"
    await begun.pass_time(TURN + 20)
    assert table_in(begun).revision >= 1
