"""The ladder: series and rungs by hand, and the state that each end of a match causes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import ending, lobby, play, staffing
from bot.tables.errors import LadderRunning, TableError
from bot.tables.helping import lone_player, take_hint
from bot.tables.ladder import Climb, Series, climb_of, climbs_of, is_regular, with_state
from bot.tables.state import Person, Step, Table
from storage import ladder
from storage.ladder import LadderMatch
from storage.matches import AbandonReason, LadderState, Player, Status
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CHANNEL,
    EWA,
    GUILD,
    NOON,
    OUT_IN_A_ROW,
    SEAT_0_WINS_117,
    TableProcess,
    a_lobby,
    a_match,
    seat,
    seed_of,
)
from tests.chance import fixed

WON, LOST, PLAYING = LadderState.WON, LadderState.LOST, LadderState.PLAYING
CASUAL, REGULAR, STRONG, MASTER = Player.CASUAL, Player.REGULAR, Player.STRONG, Player.MASTER
LEVELS = {"c": CASUAL, "r": REGULAR, "s": STRONG, "m": MASTER}


def climb(played: str) -> Climb:
    """Return the progress of matches such as "c+ c- r?": rung and result."""
    states = {"+": WON, "-": LOST, "?": PLAYING}
    some = enumerate(played.split())
    return climb_of(LadderMatch(str(number), "block", LEVELS[one[0]], states[one[1]]) for number, one in some)


@pytest.mark.parametrize(
    ("played", "wins", "losses"),
    [
        ("", 0, 0),
        ("c+", 1, 0),
        ("c+ c-", 1, 1),
        ("c- c+ c+", 2, 1),
        ("c- c-", 0, 2),
        ("c- c- c+", 1, 0),
        ("c- c- c?", 0, 0),
        ("c+ c- c- c- c?", 0, 1),
        ("c+ c+ c-", 2, 0),
    ],
)
def test_two_of_three_decide_a_series_and_a_lost_one_begins_again(played: str, wins: int, losses: int) -> None:
    assert climb(played).series[CASUAL] == Series(wins, losses)


@pytest.mark.parametrize(
    ("played", "stars", "level"),
    [
        ("", 0, CASUAL),
        ("c+ c-", 0, CASUAL),
        ("c+ c+", 1, REGULAR),
        ("c+ c+ r- r-", 1, REGULAR),
        ("c+ c+ r+ r+ s-", 2, STRONG),
        ("r+ r+", 0, CASUAL),
        ("r+ r+ c+ c+", 2, STRONG),
        ("c+ c+ r+ r+ s+ s- s+ m- m+ m+", 4, None),
    ],
)
def test_stars_are_the_rungs_won_from_the_lowest(played: str, stars: int, level: Player | None) -> None:
    assert (climb(played).stars, climb(played).level) == (stars, level)


def test_the_end_of_an_older_match_shows_the_series_as_it_was_then() -> None:
    some = [LadderMatch(str(number), "block", CASUAL, state) for number, state in enumerate((WON, LOST, WON))]
    assert climb_of(some, until="1").series[CASUAL] == Series(1, 1)


def test_each_game_has_a_ladder_of_its_own() -> None:
    some = [LadderMatch("a", "block", CASUAL, WON), LadderMatch("b", "kent", CASUAL, LOST)]
    assert {game: one.series[CASUAL] for game, one in climbs_of(some).items()} == {
        "block": Series(1, 0),
        "kent": Series(0, 1),
    }


# --- The end of a match ----------------------------------------------------------------------------------------------


def climbing(*deals: str, game: str = "block", computers: int = 1) -> Table:
    table = a_match(ADA, *[CASUAL] * computers, deals=deals, game=game)
    return table.with_stored(ladder=PLAYING, computer_level=CASUAL)


def states(before: Table, step: Step) -> LadderState | None:
    return with_state(before, step).table.stored.ladder


@pytest.mark.parametrize(("players", "state"), [((ADA, CASUAL), WON), ((CASUAL, ADA), LOST)])
def test_a_match_played_out_has_the_state_of_its_result(
    players: tuple[Person | Player, ...], state: LadderState
) -> None:
    table = a_match(*players, deals=[SEAT_0_WINS_117]).with_stored(ladder=PLAYING, computer_level=CASUAL)
    for text in OUT_IN_A_ROW:
        mover = table.to_move()
        assert mover is not None
        assert table.stored.ladder is PLAYING
        if mover.user_id == ADA.user_id:
            step = play.move(table, ADA, table.revision, text, NOON)
        else:
            step = play.move_of_computer(table, mover, table.revision, text, NOON)
        table = with_state(table, step).table
    assert (table.status, table.stored.ladder) == (Status.OVER, state)


def test_a_match_that_is_left_is_lost() -> None:
    table = climbing()
    assert states(table, staffing.leave(table, ADA, NOON)) is LOST
    assert states(table, ending.end(table, ADA, None, NOON)) is LOST
    assert states(table, ending.end_match(table, None, AbandonReason.TIME, NOON)) is LOST


def test_a_moderator_or_a_deleted_channel_leaves_no_trace() -> None:
    table = climbing()
    assert states(table, ending.end(table, EWA, None, NOON)) is None
    assert states(table, staffing.abandon(table, NOON)) is None


def test_a_match_that_a_computer_takes_over_is_lost_before_its_end() -> None:
    table = climbing()
    once = table.with_seat(replace(table.seats[0], late=1))
    assert states(table, Step(once)) is PLAYING
    assert states(table, Step(table.with_seat(replace(table.seats[0], late=2, away=True)))) is LOST
    lost = table.with_stored(ladder=LOST)
    assert states(lost, Step(once.with_stored(ladder=LOST))) is LOST


def test_a_match_with_help_is_lost() -> None:
    table = climbing()
    assert states(table, Step(table.with_stored(helped=True))) is LOST


def in_second_deal_of_nos() -> Table:
    """Return a match that could be finished early, with its leader as winner."""
    table = climbing(game="nos", computers=2)
    return table.with_stored(deals_ended=1)


def test_an_early_end_with_a_result_is_no_win() -> None:
    table = in_second_deal_of_nos()
    assert ending.ends_with_result(table)
    left = staffing.leave(table, ADA, NOON)
    assert left.table.status is Status.OVER
    assert states(table, left) is LOST
    stopped = ending.end(table, EWA, None, NOON)
    assert stopped.table.status is Status.OVER
    assert states(table, stopped) is None


# --- Equal conditions ------------------------------------------------------------------------------------------------


def test_only_the_usual_seats_and_options_are_of_the_ladder() -> None:
    table = lobby.configure(a_lobby(ADA, CASUAL, game="plus_minus", computer_level=CASUAL), ADA, NOON, options={}).table
    assert is_regular(table)
    assert not is_regular(lobby.configure(table, ADA, NOON, options={"limit": 60}).table)
    assert not is_regular(lobby.choose_level(table, ADA, MASTER, NOON).table)
    assert not is_regular(replace(table, seats=(seat(0, ADA), seat(1, BORYS))))
    assert not is_regular(replace(table, seats=table.seats[:1]))


def test_no_hint_and_no_change_of_players() -> None:
    table = climbing()
    assert lone_player(table) is None
    with pytest.raises(TableError, match=r"hint\.ladder"):
        take_hint(table, ADA, table.revision, NOON)
    with pytest.raises(TableError, match=r"table\.replace\.ladder"):
        staffing.replace_by_computer(table, ADA, 1, CASUAL, NOON)
    with pytest.raises(TableError, match=r"table\.replace\.ladder"):
        staffing.seat_wanted(table, BORYS, 1)


# --- Stored ----------------------------------------------------------------------------------------------------------


async def open_climb(process: TableProcess, *, channel_id: int = CHANNEL, level: Player = CASUAL) -> Table:
    seats = (seat(0, ADA), seat(1, level))
    return await process.open(seats=seats, computer=level, ladder=True, channel_id=channel_id)


async def load_states(process: TableProcess) -> list[tuple[Player, LadderState]]:
    async with process.database.read() as tx:
        return [(one.level, one.state) for one in await ladder.of_person(tx, GUILD, ADA.user_id)]


async def win(process: TableProcess, table: Table) -> Table:
    table = await process.apply(table, lobby.start, ADA, fixed(seed_of(SEAT_0_WINS_117)))
    for text in OUT_IN_A_ROW:
        table = await process.move(table, ADA, text)
    return table


async def test_the_state_is_stored_with_the_end_and_survives_a_kill(process: TableProcess) -> None:
    await win(process, await open_climb(process))
    again = process.after_kill()
    again.time.now += 1
    await win(again, await open_climb(again))
    assert await load_states(again) == [(CASUAL, WON), (CASUAL, WON)]
    again.time.now += 1
    await again.apply(await open_climb(again, level=REGULAR), lobby.start, ADA, fixed("a seed"))
    assert await load_states(again) == [(CASUAL, WON), (CASUAL, WON), (REGULAR, PLAYING)]


async def test_only_one_match_of_a_game_runs_on_the_ladder(process: TableProcess) -> None:
    table = await open_climb(process)
    with pytest.raises(LadderRunning):
        await open_climb(process, channel_id=CHANNEL + 1)
    await process.apply(table, lobby.cancel, ADA)
    assert await load_states(process) == []
    await open_climb(process, channel_id=CHANNEL + 1)


async def test_a_lobby_that_was_changed_starts_without_the_ladder(process: TableProcess) -> None:
    table = await open_climb(process)
    await process.apply(table, lobby.remove, ADA, 1)
    await process.apply(table, lobby.join, BORYS)
    table = await process.apply(table, lobby.start, ADA, fixed("a seed"))
    assert table.stored.ladder is None
    assert await load_states(process) == []
