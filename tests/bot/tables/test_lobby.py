"""The lobby: seats, options, and obstacles to the start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.tables import lobby
from bot.tables.errors import TableError
from bot.tables.signs import SignDisclosure
from bot.tables.state import Person, Step, Table
from bot.tables.time_controls import LOBBY_S
from games import CATALOGUE, TABLE_GAMES, Match, SetupError
from storage.matches import Player, Status
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    EWA,
    NOON,
    SEAT_0_WINS_117,
    a_lobby,
    a_match,
    seed_of,
)
from tests.chance import fixed

LATER = NOON + 60


def who(table: Table) -> list[tuple[int, int | str | None]]:
    return [(one.seat, one.user_id if one.user_id is not None else one.player.value) for one in table.seats]


def refusal(step: Callable[..., Step], *about: Any) -> str:
    with pytest.raises(TableError) as caught:
        step(*about)
    return caught.value.key


def test_who_joins_gets_the_next_free_seat() -> None:
    table = lobby.join(a_lobby(ADA), BORYS, LATER).table
    assert who(table) == [(0, ADA.user_id), (1, BORYS.user_id)]
    assert table.seats[1].name == "Борис"


def test_nobody_joins_twice_or_into_a_full_lobby() -> None:
    full = a_lobby(ADA, BORYS)
    assert refusal(lobby.join, a_lobby(ADA), ADA, LATER) == "lobby.refusal.already_sitting"
    assert refusal(lobby.join, full, CELINA, LATER) == "lobby.refusal.full"
    assert refusal(lobby.add_computer, full, ADA, Player.CASUAL, LATER) == "lobby.refusal.full"


def test_every_change_in_the_lobby_keeps_it_open_longer() -> None:
    table = a_lobby(ADA)
    assert table.stored.deadline == NOON + LOBBY_S
    joined = lobby.join(table, BORYS, LATER).table
    assert joined.stored.deadline == LATER + LOBBY_S
    assert lobby.leave(joined, BORYS, LATER + 5).table.stored.deadline == LATER + 5 + LOBBY_S


def test_the_host_adds_computers_of_both_levels_and_nobody_else_does() -> None:
    for level in (Player.CASUAL, Player.REGULAR):
        table = lobby.add_computer(a_lobby(ADA), ADA, level, LATER).table
        assert who(table) == [(0, ADA.user_id), (1, level.value)]
    for person in (BORYS, EWA):
        assert refusal(lobby.add_computer, a_lobby(ADA), person, Player.CASUAL, LATER) == "lobby.refusal.only_host"


def test_who_leaves_frees_their_seat_and_the_others_move_up() -> None:
    table = lobby.leave(a_lobby(ADA, BORYS), ADA, LATER).table
    assert who(table) == [(0, BORYS.user_id)]
    assert refusal(lobby.leave, table, ADA, LATER) == "table.not_sitting"


def test_the_next_person_and_no_computer_follows_a_leaving_host() -> None:
    table = lobby.leave(a_lobby(ADA, Player.CASUAL, BORYS), ADA, LATER).table
    assert table.stored.host_id == BORYS.user_id
    assert who(table) == [(0, "casual"), (1, BORYS.user_id)]


def test_the_lobby_closes_with_the_last_person_even_if_computers_stay() -> None:
    table = lobby.leave(a_lobby(ADA, Player.CASUAL), ADA, LATER).table
    assert (table.status, table.stored.ended_at, table.stored.deadline) == (Status.CANCELLED, LATER, None)


def test_the_host_removes_anybody_and_only_the_host() -> None:
    assert who(lobby.remove(a_lobby(ADA, BORYS), ADA, 1, LATER).table) == [(0, ADA.user_id)]
    assert who(lobby.remove(a_lobby(ADA, Player.REGULAR), ADA, 1, LATER).table) == [(0, ADA.user_id)]
    assert refusal(lobby.remove, a_lobby(ADA, BORYS), BORYS, 0, LATER) == "lobby.refusal.only_host"


def test_a_host_who_removes_themselves_passes_the_lobby_on() -> None:
    assert lobby.remove(a_lobby(ADA, BORYS), ADA, 0, LATER).table.stored.host_id == BORYS.user_id


@pytest.mark.parametrize("number", [-1, 1, 99])
def test_an_empty_seat_cannot_be_cleared(number: int) -> None:
    assert refusal(lobby.remove, a_lobby(ADA), ADA, number, LATER) == "lobby.refusal.nobody_to_remove"


def test_options_and_the_clock_are_the_host_s_to_change() -> None:
    table = a_lobby(ADA, game="five_to_fourteen")
    changed = lobby.configure(table, ADA, LATER, options={"rounds": "one"}).table
    assert changed.stored.options == {"rounds": "one"}
    again = lobby.configure(changed, ADA, LATER, clock="quick").table
    assert (again.stored.options, again.stored.clock) == ({"rounds": "one"}, "quick")
    assert refusal(lobby.configure, table, BORYS, LATER) == "lobby.refusal.only_host"


@pytest.mark.parametrize(
    ("change", "allowed"),
    [
        ({"options": {"rounds": "three"}}, "full, one"),
        ({"options": {"round": "one"}}, "rounds"),
        ({"clock": "glacial"}, "none, quick, normal, slow"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_allowed(change: dict[str, Any], allowed: str) -> None:
    with pytest.raises(SetupError) as caught:
        lobby.configure(a_lobby(ADA, game="five_to_fourteen"), ADA, LATER, **change)
    assert caught.value.allowed == allowed


def obstacle(table: Table) -> tuple[str, int | None, dict[str, object]] | None:
    found = lobby.obstacle(table)
    return None if found is None else (found.key, found.count, found.values)


def test_the_obstacle_says_how_many_players_are_missing_or_too_many() -> None:
    assert obstacle(a_lobby(ADA)) == ("lobby.refusal.too_few", 1, {})
    assert obstacle(a_lobby(ADA, BORYS)) is None
    assert obstacle(a_lobby(ADA, Player.CASUAL)) is None
    assert obstacle(a_lobby(ADA, BORYS, CELINA)) == ("lobby.refusal.too_many", 1, {})


def test_the_obstacle_says_which_numbers_of_players_a_game_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CATALOGUE["block"], "seat_counts", (2, 4))
    three = a_lobby(ADA, BORYS, CELINA)
    assert obstacle(three) == ("lobby.refusal.wrong_number", None, {"allowed": "2, 4", "present": 3})


def test_computers_alone_do_not_start() -> None:
    table = Table(a_lobby(ADA).stored, a_lobby(ADA, Player.CASUAL, Player.CASUAL).seats[1:])
    assert obstacle(table) == ("lobby.refusal.no_person", None, {})


def test_the_host_starts_when_the_seats_are_right() -> None:
    started = lobby.start(a_lobby(ADA, BORYS), ADA, fixed(seed_of(SEAT_0_WINS_117)), LATER)
    table = started.table
    assert (table.status, table.stored.seed, table.stored.started_at) == (
        Status.PLAYING,
        seed_of(SEAT_0_WINS_117),
        LATER,
    )
    assert table.stored.deadline == LATER + 180  # the normal clock
    assert table.match is not None
    assert table.match.actors() == (0,)
    assert started.entries == ()
    assert [getattr(event, "kind", "note") for event in table.recent] == ["match", "lot", "deal", "dealt", "dealt"]
    assert all(not getattr(event, "tiles", ()) for event in table.recent)  # nobody's tiles are told to all


def test_a_start_fills_in_the_options_that_were_not_chosen() -> None:
    table = lobby.start(a_lobby(ADA, BORYS, game="five_to_fourteen"), ADA, fixed(seed_of(SEAT_0_WINS_117)), LATER).table
    assert table.stored.options == {"rounds": "full"}


def test_only_the_host_starts_and_only_with_enough_players() -> None:
    assert refusal(lobby.start, a_lobby(ADA, BORYS), BORYS, fixed("s"), LATER) == "lobby.refusal.only_host"
    assert refusal(lobby.start, a_lobby(ADA), ADA, fixed("s"), LATER) == "lobby.refusal.too_few"


def test_the_host_and_a_moderator_call_the_lobby_off_and_nobody_else() -> None:
    for person in (ADA, EWA):
        assert lobby.cancel(a_lobby(ADA, BORYS), person, LATER).table.status is Status.CANCELLED
    assert refusal(lobby.cancel, a_lobby(ADA, BORYS), BORYS, LATER) == "table.host_only"


def test_a_lobby_expires_at_its_deadline_unless_a_player_just_joined() -> None:
    table = a_lobby(ADA)
    assert lobby.expire(table, NOON + LOBBY_S).table.status is Status.CANCELLED
    joined = lobby.join(table, BORYS, NOON + LOBBY_S - 1).table
    assert lobby.expire(joined, NOON + LOBBY_S) == Step(joined)


@pytest.mark.parametrize("game", TABLE_GAMES.values(), ids=TABLE_GAMES)
def test_the_options_that_a_table_heeds_are_options_of_the_game(game: type[Match]) -> None:
    options = {option.key: option for option in game.option_list}
    declared = {game.info.tempo_option, game.info.sign_visibility_option, game.info.rotation_option} - {None}
    assert declared <= options.keys()
    if game.info.sign_visibility_option is not None:
        assert game.info.signs
        assert {str(value) for value in options[game.info.sign_visibility_option].values} <= set(SignDisclosure)
    if game.info.rotation_option is not None:
        assert options[game.info.rotation_option].values == (False, True)


def test_a_rematch_changes_partners_by_the_game_s_own_option(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_lobby(ADA, BORYS, CELINA, EWA).with_stored(options={"swap": True, "rotate": True})
    assert [seat.name for seat in lobby.seats_for_rematch(table)] == ["Ada", "Борис", "Celina", "Ewa"]
    block = CATALOGUE["block"]
    monkeypatch.setattr(block, "info", replace(block.info, rotation_option="swap"))
    assert [seat.name for seat in lobby.seats_for_rematch(table)] == ["Ada", "Celina", "Ewa", "Борис"]


STEPS: list[tuple[Callable[..., Step], tuple[object, ...]]] = [
    (lobby.join, (CELINA,)),
    (lobby.leave, (ADA,)),
    (lobby.add_computer, (ADA, Player.CASUAL)),
    (lobby.remove, (ADA, 1)),
    (lobby.configure, (ADA,)),
    (lobby.start, (ADA, fixed("a seed"))),
    (lobby.cancel, (ADA,)),
    (lobby.expire, ()),
]


@pytest.mark.parametrize(("step", "about"), STEPS, ids=[step.__name__ for step, _ in STEPS])
def test_nothing_of_the_lobby_can_be_done_once_the_match_runs_or_is_over(
    step: Callable[..., Step], about: tuple[Any, ...]
) -> None:
    for status in (Status.PLAYING, Status.PAUSED):
        running = a_match(ADA, BORYS).with_stored(status=status)
        assert refusal(step, running, *about, LATER + 10 * LOBBY_S) == "lobby.refusal.already_started"
    for status in (Status.OVER, Status.CANCELLED):
        assert refusal(step, a_lobby(ADA, BORYS).with_stored(status=status), *about, LATER) == "lobby.refusal.over"


# --- Partners with signs ----------------------------------------------------------------------------------------------


def partners(table: Table) -> list[str]:
    return ["".join(seat.name[0] for seat in pair) for pair in lobby.pairs_in(table)]


def kent_of(*names: str) -> Table:
    table = a_lobby(ADA, game="kent")
    for number, name in enumerate(names[1:], 101):
        table = lobby.join(table, Person(number, name), NOON).table
    return table


def test_a_new_player_changes_nobody_s_partner() -> None:
    assert partners(kent_of("Ada", "Borys", "Celina")) == []
    assert partners(kent_of("Ada", "Borys", "Celina", "Dmitri")) == ["AC", "BD"]
    assert partners(kent_of("Ada", "Borys", "Celina", "Dmitri", "Ewa")) == ["AC", "BD", "E"]
    six = kent_of("Ada", "Borys", "Celina", "Dmitri", "Ewa", "Feliks")
    assert partners(six) == ["AC", "BD", "EF"]
    assert [seat.seat for seat in six.seats] == list(range(6))
    pairs = len(six.seats) // 2
    assert [six.seats[seat].name for seat in (0, pairs)] == ["Ada", "Celina"], "pair p has seats p and p + pairs"


def test_who_loses_their_partner_gets_the_one_without() -> None:
    five = kent_of("Ada", "Borys", "Celina", "Dmitri", "Ewa")
    assert partners(lobby.remove(five, ADA, seat_of(five, "Celina"), NOON).table) == ["BD", "AE"]
    six = kent_of("Ada", "Borys", "Celina", "Dmitri", "Ewa", "Feliks")
    left = lobby.remove(six, ADA, seat_of(six, "Dmitri"), NOON).table
    assert partners(left) == ["AC", "EF", "B"]
    assert partners(lobby.join(left, Person(109, "Gustaw"), NOON).table) == ["AC", "EF", "BG"]


def test_the_host_changes_the_pairs_until_all_partners_were_tried() -> None:
    table, seen = kent_of("Ada", "Borys", "Celina", "Dmitri"), set()
    for _ in range(3):
        table = lobby.change_pairs(table, ADA, NOON).table
        seen.add(frozenset(map(frozenset, partners(table))))
    assert len(seen) == 3
    with pytest.raises(TableError):
        lobby.change_pairs(table, Person(101, "Borys"), NOON)
    with pytest.raises(TableError):
        lobby.change_pairs(kent_of("Ada", "Borys", "Celina", "Dmitri", "Ewa"), ADA, NOON)


def seat_of(table: Table, name: str) -> int:
    return next(seat.seat for seat in table.seats if seat.name == name)
