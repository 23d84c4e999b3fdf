"""Teams and calls in the lobby, as pure steps."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import games
from bot.tables import lobby
from bot.tables.errors import TableError
from bot.tables.state import Person, Step, Table
from bot.tables.time_controls import CALL_PAUSE_S
from storage.matches import Player
from tests.bot.tables.tabletop import ADA, BORYS, CELINA, EWA, NOON, a_lobby
from tests.chance import fixed

LATER = NOON + 60
COMPUTER = Player.REGULAR
PEOPLE = [Person(2000 + number, f"P{number}") for number in range(6)]


def seated(table: Table) -> dict[int, int | str | None]:
    return {one.seat: one.user_id if one.user_id is not None else one.player.value for one in table.seats}


def refusal(step: Callable[..., Step], *about: Any) -> TableError:
    with pytest.raises(TableError) as caught:
        step(*about)
    return caught.value


def six(*players: Person | Player) -> Table:
    return a_lobby(*players, game="seventy_nine")


def test_a_game_with_teams_has_one_number_of_players_in_equal_teams() -> None:
    for game in games.CATALOGUE.values():
        if game.info.teams:
            assert len(game.seat_counts) == 1
            assert game.seat_counts[0] % game.info.teams == 0
            match = games.new_match(game.key, seats=game.seat_counts[0], seed="teams")
            assert [match.side_of(seat) for seat in range(4)] == [seat % game.info.teams for seat in range(4)]


def test_who_chooses_a_team_gets_its_first_free_seat() -> None:
    # Ada sits in seat 0, of the first team; Borys in seat 1, of the second.
    table = lobby.choose_team(six(ADA, BORYS), BORYS, 0, LATER).table
    assert seated(table) == {0: ADA.user_id, 2: BORYS.user_id}
    table = lobby.choose_team(table, BORYS, 1, LATER).table
    assert seated(table) == {0: ADA.user_id, 1: BORYS.user_id}


def test_who_is_in_a_team_already_stays_where_they_are() -> None:
    table = six(ADA, BORYS)
    assert lobby.choose_team(table, ADA, 0, LATER).table == table


def test_somebody_joins_the_table_by_choosing_a_team() -> None:
    table = lobby.choose_team(six(ADA), CELINA, 0, LATER).table
    assert seated(table) == {0: ADA.user_id, 2: CELINA.user_id}
    assert table.seats[1].name == "Celina"


def test_a_computer_gives_its_seat_in_a_full_team_to_a_person() -> None:
    full = six(ADA, BORYS, COMPUTER, COMPUTER, COMPUTER, COMPUTER)
    table = lobby.choose_team(full, BORYS, 0, LATER).table
    assert seated(table) == {0: ADA.user_id, 1: "regular", 2: BORYS.user_id, 3: "regular", 4: "regular", 5: "regular"}


def test_a_newcomer_may_choose_a_team_whose_computer_can_change_seats() -> None:
    five = six(ADA, BORYS, COMPUTER, COMPUTER, COMPUTER)  # seat 5, of the second team, is free
    table = lobby.choose_team(five, CELINA, 0, LATER).table
    assert seated(table) == {
        0: ADA.user_id,
        1: BORYS.user_id,
        2: CELINA.user_id,
        3: "regular",
        4: "regular",
        5: "regular",
    }


def test_a_team_full_of_people_takes_nobody_and_a_full_table_no_newcomer() -> None:
    full = six(*PEOPLE)
    assert refusal(lobby.choose_team, full, PEOPLE[1], 0, LATER).key == "lobby.refusal.team_full"
    assert refusal(lobby.choose_team, full, CELINA, 0, LATER).key == "lobby.refusal.full"
    with_computer = six(*PEOPLE[:5], COMPUTER)
    assert refusal(lobby.choose_team, with_computer, CELINA, 1, LATER).key == "lobby.refusal.full"


@pytest.mark.parametrize("team", [-1, 2])
def test_there_are_no_other_teams(team: int) -> None:
    assert refusal(lobby.choose_team, six(ADA), ADA, team, LATER).key == "error.button_unknown"


def test_a_game_without_teams_has_none_to_choose_or_draw() -> None:
    assert refusal(lobby.choose_team, a_lobby(ADA), ADA, 0, LATER).key == "error.button_unknown"
    assert refusal(lobby.draw_teams, a_lobby(ADA), ADA, Random(1), LATER).key == "error.button_unknown"


def test_who_leaves_does_not_move_others_to_another_team() -> None:
    table = lobby.leave(six(ADA, BORYS, CELINA), ADA, LATER).table
    assert seated(table) == {1: BORYS.user_id, 2: CELINA.user_id}
    assert seated(lobby.join(table, EWA, LATER).table) == {0: EWA.user_id, 1: BORYS.user_id, 2: CELINA.user_id}


def test_the_host_sends_somebody_away_by_their_seat() -> None:
    table = lobby.choose_team(six(ADA, BORYS), BORYS, 0, LATER).table
    assert seated(lobby.remove(table, ADA, 2, LATER).table) == {0: ADA.user_id}
    assert refusal(lobby.remove, table, ADA, 1, LATER).key == "lobby.refusal.nobody_to_remove"


def test_computers_fill_the_free_seats_of_both_teams() -> None:
    table = lobby.choose_team(six(ADA, BORYS), BORYS, 0, LATER).table
    full = lobby.fill_seats(table, ADA, LATER).table
    assert [one.seat for one in full.seats] == list(range(6))
    assert [one.seat for one in full.persons] == [0, 2]
    begun = lobby.start(full, ADA, fixed("seed"), LATER).table
    assert begun.match is not None
    assert [begun.match.side_of(one.seat) for one in begun.persons] == [0, 0]


def test_the_host_draws_equal_teams_of_all_people_seated() -> None:
    table = six(*PEOPLE[:4])
    drawn = lobby.draw_teams(table, PEOPLE[0], Random(4), LATER).table
    assert [one.seat for one in drawn.seats] == [0, 1, 2, 3]
    assert {one.user_id for one in drawn.seats} == {person.user_id for person in PEOPLE[:4]}
    orders = {
        tuple(one.user_id for one in lobby.draw_teams(table, PEOPLE[0], Random(seed), LATER).table.seats)
        for seed in range(200)
    }
    assert len(orders) == 24
    assert refusal(lobby.draw_teams, table, PEOPLE[1], Random(1), LATER).key == "lobby.refusal.only_host"


# --- The call for players ---------------------------------------------------------------------------------------------


def test_a_lobby_calls_for_players_once() -> None:
    called = lobby.call_players(six(ADA), ADA, None, LATER).table
    assert called.stored.players_called_at == LATER
    assert refusal(lobby.call_players, called, ADA, LATER, LATER + 2 * CALL_PAUSE_S).key == "lobby.refusal.called"


def test_two_calls_in_a_channel_are_an_hour_apart() -> None:
    early = refusal(lobby.call_players, six(ADA), ADA, NOON, NOON + CALL_PAUSE_S - 61)
    assert (early.key, early.count) == ("lobby.refusal.called_lately", 2)
    called = lobby.call_players(six(ADA), ADA, NOON, NOON + CALL_PAUSE_S).table
    assert called.stored.players_called_at == NOON + CALL_PAUSE_S


def test_only_the_host_calls_and_not_to_a_full_table() -> None:
    assert refusal(lobby.call_players, six(ADA, BORYS), BORYS, None, LATER).key == "lobby.refusal.only_host"
    assert refusal(lobby.call_players, six(*PEOPLE), PEOPLE[0], None, LATER).key == "lobby.refusal.full"
