"""Playing against computers, and watching them."""

from multiprocessing import active_children

import pytest

from bot.messages.parts.components import Kind
from bot.tables import processes
from bot.tables.time_controls import ABSENT_S, GIVES_WAY_S
from storage.matches import Player, Status
from tests.bot.play.at_table import (
    FIRST_OPENS,
    SHORT,
    board_of,
    bot_of,
    everything_said,
    hand_of,
    log_of,
    look,
    match_in,
    move_buttons,
    mover,
    open_match,
    play_one,
    results_of,
    said,
    spoken_name,
    table_in,
    tables_of,
    use_menu,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.games.deals import dealt_view
from tests.needs import some_of
from tests.processes import FORKING


async def play_alone(world: DiscordWorld) -> str:
    """Play Ada's moves to the end; return the match's id."""
    match_id = table_in(world).id
    for _ in range(500):
        table = tables_of(world).cached_in(world.channel.id)
        if table is None:
            return match_id
        seat = table.to_move()
        if seat is not None and seat.user_id is not None:
            await play_one(world)
        else:
            await world.pass_time(1.5)
    pytest.fail("the match was not over")


@pytest.mark.parametrize("level", some_of([Player.CASUAL, Player.REGULAR], 1))
async def test_one_person_plays_a_match_against_a_computer(
    world: DiscordWorld, chance: KnownChance, level: Player
) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, clock="none", computer=level.value)
    computer = spoken_name(world, 1)
    match_id = await play_alone(world)
    _, ends = await results_of(world, match_id)
    assert [one.user_id for one in ends] == [world.person("Ada").id, None]
    assert computer in everything_said(world)
    assert "the match is over" in everything_said(world)


async def test_the_hand_shows_the_computer_s_turn_and_refreshes_after_it(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, clock="none", computer="casual")
    await look(world, "Ada")
    world.moment = 0
    answer = await world.press("Ada", move_buttons(world, "Ada")[0])
    assert "It's not your turn yet." in said(answer)
    await world.pass_time(1.5)
    assert mover(world) == "Ada"
    assert "Your turn!" in words_in(hand_of(world, "Ada") or {})


async def test_a_match_that_its_last_person_leaves_to_a_computer_ends(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block", clock="none", computer="casual")
    await world.click("Ada", "Start")
    await world.slash("Ada", "table leave")
    answer = await world.click("Ada", "Yes")
    assert said(answer) == "The match has been ended."
    assert tables_of(world).cached_in(world.channel.id) is None


async def test_a_lobby_without_a_person_cannot_go_on(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block", computer="casual")
    await world.click("Ada", "More…")
    await world.click("Ada", "Leave")
    assert tables_of(world).cached_in(world.channel.id) is None


async def test_the_match_of_a_person_alone_is_paused_at_a_long_absence(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, clock="quick", computer="casual")
    match_id = table_in(world).id
    await world.pass_time(ABSENT_S + 5)
    table = table_in(world)
    assert table.status is Status.PAUSED
    assert not await log_of(world, match_id)
    board = words_in(board_of(world))
    assert "Nobody is at the table any more, so the match is paused." in board
    assert "otherwise the match ends <t:" in board
    answer = await use_menu(world, "Ada", Kind.RESUME)
    assert said(answer) == "The match continues."
    assert not table_in(world).seats[0].away


@pytest.mark.thorough
async def test_a_deserted_match_leaves_the_channel_to_a_new_one_after_half_an_hour(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, clock="quick", computer="casual")
    match_id = table_in(world).id
    await world.pass_time(ABSENT_S + GIVES_WAY_S - 60)
    await world.slash("Borys", "play", game="kent")
    assert table_in(world).id == match_id
    await world.pass_time(120)
    await world.slash("Borys", "play", game="kent")
    assert table_in(world).stored.game == "kent"
    assert "The match was abandoned and has no winner" in everything_said(world)


async def test_a_match_that_was_left_is_played_on_from_its_board_or_the_history(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, clock="quick", computer="casual")
    left = table_in(world)
    await play_one(world)
    await world.pass_time(ABSENT_S + GIVES_WAY_S + 60)
    moves = len(await log_of(world, left.id))
    assert moves
    await world.slash("Borys", "play", game="kent")
    assert said(await world.click("Borys", "Play on")) == "Nie siedzisz przy tym stole."
    assert "already" in said(await world.click("Ada", "Play on")), "a table is here, so a thread is offered"
    await world.slash("Ada", "history", channel="second-table")
    await world.click("Ada", "Show unplayed", channel="second-table")
    await world.select("Ada", [left.id], id_prefix="s:takeup", channel="second-table")
    on = table_in(world, "second-table")
    assert (on.status, on.revision, on.stored.helped) == (Status.PLAYING, moves, True)
    before = await tables_of(world).newest(left.id)
    assert on.match is not None
    assert before is not None
    assert before.match is not None
    assert [on.match.view(seat) for seat in (0, 1)] == [before.match.view(seat) for seat in (0, 1)]
    assert [seat.name for seat in on.persons] == ["Ada"]


async def test_who_has_opened_enough_tables_is_told_where_they_are(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = {f"room-{number}": world.guild.create_text_channel(f"room-{number}") for number in range(4)}
    monkeypatch.setattr(world, "channels", {**world.channels, **rooms})
    for name in ("dominoes", *rooms):
        await world.slash("Ada", "play", channel=name, game="block")
    answer = await world.slash("Ada", "play", channel="second-table", game="block")
    assert all(f"<#{world.channels[name].id}>" in said(answer) for name in ("dominoes", *rooms))
    assert "</table show:" in said(answer)
    assert tables_of(world).cached_in(world.channels["second-table"].id) is None


async def test_a_burst_of_moves_makes_one_edit(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", clock="none")
    await look(world, "Ada")
    await look(world, "Borys")
    bot_of(world).services.publisher.queue.pause = 2.0
    world.moment = 0
    await play_one(world)  # shown at once; the pause begins
    before = world.public_edits()
    moved = 0
    while moved < 4 and dealt_view(match_in(world)).deal == 1:
        name = mover(world)
        if not move_buttons(world, name):
            await look(world, name)
        await play_one(world)
        moved += 1
    assert world.public_edits() == before
    await world.pass_time(3)
    assert world.public_edits() == before + 1
    last = next(str(event.tiles[0]) for event in reversed(match_in(world).events) if event.kind == "played")
    assert last in words_in(board_of(world))


@pytest.fixture
def forked_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that begin at once."""
    monkeypatch.setattr(processes, "get_context", lambda _kind: FORKING)


async def _moves_of_the_computer(world: DiscordWorld, match_id: str) -> int:
    return sum(entry.seat == 1 for entry in await log_of(world, match_id))


@pytest.mark.thorough
@pytest.mark.parametrize("playouts", [None])
async def test_a_computer_s_processes_that_die_are_replaced(
    forked_processes: None, world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, clock="none", computer="regular")
    others = set(active_children())
    await look(world, "Ada")
    for _ in range(6):
        if set(active_children()) - others:
            break
        await play_one(world)
        await world.pass_time(2)
    begun = set(active_children()) - others
    assert begun
    match_id = table_in(world).id
    moves = await _moves_of_the_computer(world, match_id)
    for process in begun:
        process.kill()
        process.join()
    for _ in range(4):
        if tables_of(world).cached_in(world.channel.id) is None:
            break  # the match is over
        if table_in(world).to_move() == table_in(world).seats[0]:
            await play_one(world)
        await world.pass_time(7)
    assert await _moves_of_the_computer(world, match_id) > moves
