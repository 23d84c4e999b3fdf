"""Nos: people draw and pass by their own clicks."""

from __future__ import annotations

from dataclasses import replace

import pytest

import games
from bot.tables import play
from bot.tables.errors import Refused, Stale, TableError
from bot.tables.state import Person, Step, Table
from bot.tables.time_controls import COMPUTER_TURN_S
from games.nos import Nos
from storage.matches import LogEntry, Player, Status
from tests.bot.tables.tabletop import ADA, BORYS, CELINA, NOON, seat, stored_match
from tests.games.nos.tables import begun, closed

LATER = NOON + 10


def at_table(match: Nos, second: Person | Player = BORYS, *, away: bool = False) -> Table:
    """Return Nos with Ada, a second player, and Celina."""
    stored = stored_match(game="nos", options=dict(match.options), status=Status.PLAYING, seed="s", started_at=NOON)
    seats = (seat(0, ADA), seat(1, second, away=away), seat(2, CELINA))
    return Table(stored, seats, match)


def made(step: Step) -> list[tuple[int | None, str, int | None]]:
    return [(entry.seat, entry.move, entry.user_id) for entry in step.entries]


def after_ada(second: Person | Player = BORYS, *, away: bool = False) -> Step:
    """Return the step after Ada's 5-2.

    The second seat holds no 5 or 2; 6-3 and 6-4 are drawn, then 5-0, which fits.
    """
    match = begun("1", "5-5", "5-2 2-1", "4-1 3-1", "3-0 4-0", boneyard="6-3 6-4 5-0")
    match.set_up(match.deal)
    match.deal.turn = 0
    return play.move(at_table(match, second, away=away), ADA, 0, "5-2@left", LATER)


def test_nothing_is_drawn_for_a_person_who_cannot_play() -> None:
    step = after_ada()
    assert made(step) == [(0, "5-2@left", ADA.user_id)]
    assert step.table.match is not None
    assert [str(move) for move in step.table.match.moves(1)] == ["draw"]


def test_who_can_play_and_who_cannot_look_alike_to_the_others() -> None:
    steps = []
    for hands in (("5-2 2-1", "4-1 3-1", "3-0 4-0"), ("5-2 2-1", "4-1 6-2", "3-0 4-0")):
        match = begun("1", "5-5", *hands, boneyard="6-3 6-4 5-0")
        match.deal.turn = 0
        steps.append(play.move(at_table(match), ADA, 0, "5-2@left", LATER))
    first, second = (step.table.view(None) for step in steps)
    assert first == second
    assert steps[0].table.recent == steps[1].table.recent


def test_a_pass_is_a_persons_own_move_too() -> None:
    match = closed("1", "5-5", "5-2 2-1", "4-1 3-1", "3-0 4-0", boneyard="6-3 6-4")
    match.deal.turn = 0
    step = play.move(at_table(match), ADA, 0, "5-2@left", LATER)
    assert made(step) == [(0, "5-2@left", ADA.user_id)]
    assert made(play.move(step.table, BORYS, 1, "pass", LATER)) == [(1, "pass", BORYS.user_id)]


def test_drawing_until_one_fits_makes_single_draws_and_stops_there() -> None:
    before = after_ada().table
    step = play.draw_on(before, BORYS, 1, LATER)
    assert step.entries == tuple(LogEntry(number, 1, "draw", BORYS.user_id, LATER) for number in (2, 3, 4))
    assert step.table.match is not None
    assert "5-0@right" in [str(move) for move in step.table.match.moves(1)]
    assert step.table.to_move() == step.table.seats[1]
    assert step.table.revision == 4


def test_drawing_stops_too_when_no_more_may_be_drawn() -> None:
    match = closed("1", "5-5", "5-2 2-1", "4-1 3-1", "3-0 4-0", boneyard="6-3 6-4 6-0 5-0")
    match.deal.turn = 0
    table = play.move(at_table(match), ADA, 0, "5-2@left", LATER).table
    step = play.draw_on(table, BORYS, 1, LATER)
    assert made(step) == [(1, "draw", BORYS.user_id)] * 2  # the last two tiles are never drawn
    assert step.table.match is not None
    assert [str(move) for move in step.table.match.moves(1)] == ["pass"]


def test_who_comes_back_to_draw_has_their_seat_again() -> None:
    table = after_ada().table
    late = table.with_seat(replace(table.seats[1], late=1))
    assert play.draw_on(late, BORYS, 1, LATER).table.seats[1].late == 0


@pytest.mark.parametrize(("person", "revision", "error"), [(BORYS, 0, Stale), (CELINA, 1, Refused)])
def test_drawing_until_one_fits_is_refused_as_any_move_is(
    person: Person, revision: int, error: type[TableError]
) -> None:
    with pytest.raises(error):
        play.draw_on(after_ada().table, person, revision, LATER)


def test_a_player_able_to_move_cannot_draw_even_by_a_forged_click() -> None:
    match = begun("1", "5-5", "5-2 2-1", "5-1 3-1", "3-0 4-0")
    with pytest.raises(TableError, match=r"error\.button_unknown"):
        play.draw_on(at_table(match), BORYS, 0, LATER)


def test_where_drawing_would_be_fined_nobody_is_fined_by_that_button() -> None:
    match = begun("1", "5-5", "5-2 2-1", "5-1 3-1", "3-0 4-0", fines=True)
    with pytest.raises(TableError, match=r"error\.button_unknown"):
        play.draw_on(at_table(match), BORYS, 0, LATER)


@pytest.mark.parametrize(("second", "away"), [(Player.REGULAR, False), (BORYS, True)])
def test_computers_and_people_who_are_away_draw_by_the_table_as_before(second: Person | Player, *, away: bool) -> None:
    step = after_ada(second, away=away)
    assert made(step) == [(0, "5-2@left", ADA.user_id), *[(1, "draw", None)] * 3]


def test_for_one_who_is_late_the_computer_draws_until_they_could_play() -> None:
    table = after_ada().table
    assert table.stored.deadline is not None
    step = play.move_of_computer(table, table.seats[1], 1, "draw", table.stored.deadline + COMPUTER_TURN_S)
    assert made(step) == [(1, "draw", None)] * 3
    assert step.table.seats[1].late == 1


def test_every_other_game_lets_the_table_make_forced_draws_and_passes() -> None:
    assert [key for key, game in games.CATALOGUE.items() if not game.info.forced_moves_are_public] == ["nos"]
