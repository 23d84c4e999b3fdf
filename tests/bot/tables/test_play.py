"""Moves, automatic ones, clocks, and results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import games
from bot.tables import play
from bot.tables.errors import Refused, Stale, TableError
from bot.tables.play import match_results
from bot.tables.state import Note, Person, Step, Table
from bot.tables.time_controls import COMPUTER_TURN_S, GRACE_S, TRICK_S, clock_of
from storage.matches import DealResult, LogEntry, MatchResult, Player, Status
from tests.bot.messages.tables import table_of
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    NOON,
    OUT_IN_A_ROW,
    SEAT_0_WINS_94,
    SEAT_0_WINS_117,
    SEAT_1_WINS_117,
    TWO_DRAWS,
    a_lobby,
    a_match,
    seat,
)
from tests.games.bingo.bingo_deals import PLAIN, match_of

LATER = NOON + 10
DAY = 86_400.0


def moved(table: Table, *texts: str, by: tuple[int, ...] = ()) -> Step:
    """Return the last of these steps."""
    step = Step(table)
    for text in texts:
        mover = step.table.to_move()
        assert mover is not None
        person = ADA if mover.user_id == ADA.user_id else BORYS
        step = play.move(step.table, person, step.table.revision, text, LATER)
    return step


def test_a_move_is_one_entry_of_the_log_with_who_made_it() -> None:
    table = a_match(ADA, BORYS, deals=[SEAT_1_WINS_117])
    step = play.move(table, ADA, 0, "6-6", LATER)
    assert step.entries[0] == LogEntry(1, 0, "6-6", ADA.user_id, LATER)
    assert step.table.revision == len(step.entries)


def test_the_match_of_the_table_before_is_left_as_it_was() -> None:
    table = a_match(ADA, BORYS, deals=[SEAT_0_WINS_94])
    assert table.match is not None
    before = table.match.record()
    moved(table, "1-1")
    assert table.match.record() == before


def test_passes_are_played_by_the_table_as_entries_of_the_log_by_nobody() -> None:
    step = moved(a_match(ADA, BORYS, deals=[SEAT_0_WINS_94]), "1-1")
    assert step.entries == (LogEntry(1, 0, "1-1", ADA.user_id, LATER), LogEntry(2, 1, "pass", None, LATER))
    assert step.table.revision == 2
    assert [event.kind for event in step.table.recent[-2:] if isinstance(event, games.Event)] == ["played", "passed"]
    mover = step.table.to_move()
    assert mover is not None
    assert mover.user_id == ADA.user_id


def test_draws_are_played_by_the_table_until_a_tile_fits() -> None:
    step = moved(a_match(ADA, BORYS, game="five_to_fourteen", deals=[TWO_DRAWS]), "0-0")
    assert [(entry.seat, entry.move, entry.user_id) for entry in step.entries] == [
        (0, "0-0", ADA.user_id),
        (1, "draw", None),
        (1, "draw", None),
    ]
    assert step.table.match is not None
    assert [str(move) for move in step.table.match.moves(1)] == ["6-0@left", "6-0@right"]
    drawn = [event for event in step.table.recent if isinstance(event, games.Event) and event.kind == "drew"]
    assert [event.tiles for event in drawn] == [(), ()]  # what was drawn is nobody's business


def test_only_who_sits_there_moves() -> None:
    table = a_match(ADA, BORYS, deals=[SEAT_0_WINS_94])
    with pytest.raises(TableError) as stranger:
        play.move(table, CELINA, 0, "1-1", LATER)
    assert stranger.value.key == "hand.you_are_not_at_this_table"
    with pytest.raises(Refused) as opponent:
        play.move(table, BORYS, 0, "6-5", LATER)
    assert opponent.value.refusal.code == "not_your_turn"
    with pytest.raises(Refused) as borrowed:
        play.move(table, ADA, 0, "6-5", LATER)
    assert borrowed.value.refusal.code == "not_in_hand"


def test_a_text_that_is_no_move_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        play.move(a_match(ADA, BORYS), ADA, 0, "give me everything", LATER)
    assert caught.value.refusal.code == "not_a_move"


@pytest.mark.parametrize("revision", [-1, 0, 1, 3, 99])
def test_a_move_on_another_picture_than_the_newest_is_stale(revision: int) -> None:
    table = moved(a_match(ADA, BORYS, deals=[SEAT_0_WINS_94]), "1-1").table
    assert table.revision == 2
    with pytest.raises(Stale):
        play.move(table, ADA, revision, "1-0@left", LATER)


@pytest.mark.parametrize(
    ("status", "key"),
    [
        (Status.LOBBY, "table.not_begun"),
        (Status.PAUSED, "table.paused_refusal"),
        (Status.OVER, "hand.table_over"),
        (Status.CANCELLED, "hand.table_over"),
    ],
)
def test_nobody_moves_unless_the_match_runs(status: Status, key: str) -> None:
    table = a_match(ADA, BORYS).with_stored(status=status)
    steps: list[Callable[[], Step]] = [
        lambda: play.move(table, ADA, 0, "1-1", LATER),
        lambda: play.move_of_computer(table, table.seats[0], 0, "1-1", LATER),
        lambda: play.warn(table, 0, LATER),
        lambda: play.extend(table, 0, LATER),
    ]
    for step in steps:
        with pytest.raises(TableError) as caught:
            step()
        assert caught.value.key == key


def test_the_end_of_a_deal_is_booked_for_every_seat_and_the_next_is_dealt() -> None:
    step = moved(a_match(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117]), *OUT_IN_A_ROW)
    assert step.deal_results == (
        DealResult(1, 0, ADA.user_id, points=94, score=94),
        DealResult(1, 1, BORYS.user_id, points=0, score=0),
    )
    assert step.match_results == ()
    table = step.table
    assert (table.status, table.stored.deals_ended, table.revision) == (Status.PLAYING, 1, 13)  # 7 tiles, 6 passes
    assert [ending.number for ending in table.endings] == [1]
    mover = table.to_move()
    assert mover is not None
    assert mover.user_id == BORYS.user_id  # the opening alternates


def test_the_end_of_a_match_is_booked_with_ranks_and_the_winner() -> None:
    table = moved(a_match(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117]), *OUT_IN_A_ROW).table
    step = moved(table, *OUT_IN_A_ROW)
    assert step.deal_results == (
        DealResult(2, 0, ADA.user_id, points=0, score=94),
        DealResult(2, 1, BORYS.user_id, points=117, score=117),
    )
    assert step.match_results == (
        MatchResult(0, ADA.user_id, "Ada", rank=2, won=False, score=94),
        MatchResult(1, BORYS.user_id, "Борис", rank=1, won=True, score=117),
    )
    assert (step.table.status, step.table.stored.ended_at, step.table.stored.deadline) == (Status.OVER, LATER, None)
    assert step.table.to_move() is None


def test_equal_sides_share_a_rank_and_both_win() -> None:
    table = a_match(ADA, BORYS, deals=[SEAT_0_WINS_117])
    assert table.match is not None
    table.match.outcome = games.Outcome((0, 1), (40, 40), (frozenset({0, 1}),), games.EndReason.ROUNDS)
    results = match_results(table, table.match)
    assert [(result.rank, result.won, result.score) for result in results] == [(1, True, 40), (1, True, 40)]


def test_after_a_shared_first_rank_comes_the_third(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_match(ADA, BORYS)
    table = Table(table.stored, (*table.seats, seat(2, CELINA)), table.match)
    assert table.match is not None
    table.match.outcome = games.Outcome((0, 2), (7, 3, 7), (frozenset({0, 2}), frozenset({1})), games.EndReason.ROUNDS)
    results = match_results(table, table.match)
    assert [(result.rank, result.won) for result in results] == [(1, True), (3, False), (1, True)]


@pytest.mark.parametrize(("value", "seconds"), [(7, 7), ("none", None), (True, None)])
def test_a_game_s_own_tempo_option_replaces_the_clock(
    monkeypatch: pytest.MonkeyPatch, value: object, seconds: float | None
) -> None:
    table = a_match(ADA, BORYS, clock="quick").with_stored(options={"haste": value, "tempo": 20})
    assert clock_of(table.stored).seconds == 45
    block = games.CATALOGUE["block"]
    monkeypatch.setattr(block, "info", replace(block.info, tempo_option="haste"))
    assert clock_of(table.stored).seconds == seconds


def test_a_turn_begins_with_the_whole_time_of_the_clock() -> None:
    for clock, seconds in (("quick", 45.0), ("normal", 180.0), ("slow", 172_800.0)):
        table = a_match(ADA, BORYS, deals=[SEAT_0_WINS_94], clock=clock)
        after = moved(table.with_stored(warned=True), "1-1").table
        assert (after.stored.deadline, after.stored.warned) == (LATER + seconds, False)
    untimed = moved(a_match(ADA, BORYS, deals=[SEAT_0_WINS_94], clock="none"), "1-1").table
    assert (untimed.stored.deadline, untimed.turn_deadline) == (LATER + 30 * DAY, None)


def test_the_clock_needs_a_table_to_warn_then_to_play() -> None:
    table = a_match(ADA, BORYS, clock="normal")
    assert play.due_at(table) == NOON + 180 - 45
    assert play.due_at(play.warn(table, 0, NOON).table) == NOON + 180
    assert play.due_at(a_match(ADA, BORYS, clock="none")) == NOON + 30 * DAY
    assert play.due_at(a_match(Player.CASUAL, ADA, clock="none")) == NOON + COMPUTER_TURN_S
    assert play.due_at(a_lobby(ADA)) == NOON + 2 * 3600


def test_a_stored_match_is_read_a_grace_before_its_clock_may_need_it() -> None:
    table = a_match(ADA, BORYS, clock="normal")
    assert play.wake_at(table.stored) == NOON + 180 - 45 - GRACE_S
    assert play.wake_at(play.warn(table, 0, NOON).table.stored) == NOON + 180 - GRACE_S
    assert play.wake_at(a_match(ADA, BORYS, clock="none").stored) == NOON + 30 * DAY - GRACE_S
    assert play.wake_at(a_lobby(ADA).stored) == NOON + 2 * 3600


def test_grace_lengthens_a_turn_that_is_nearly_over_and_no_other() -> None:
    table = a_match(ADA, BORYS, clock="normal").with_stored(warned=True)
    late = NOON + 1000
    extended = play.extend(table, 0, late).table
    assert (extended.stored.deadline, extended.stored.warned) == (late + GRACE_S, False)
    assert play.extend(table, 0, NOON).table.stored.deadline == NOON + 180
    with pytest.raises(Stale):
        play.extend(table, 1, late)
    with pytest.raises(Stale):
        play.warn(table, 1, NOON)


def test_the_second_missed_turn_in_a_row_gives_the_seat_to_the_computer() -> None:
    table = a_match(ADA, BORYS, deals=[SEAT_0_WINS_94], clock="quick")
    once = play.move_of_computer(table, table.seats[0], 0, "1-1", NOON + 45)
    assert once.entries[0] == LogEntry(1, 0, "1-1", None, NOON + 45)
    assert (once.table.seats[0].late, once.table.seats[0].away) == (1, False)
    assert Note("event.table.computer_plays", {"name": "Ada"}) in once.table.recent
    twice = play.move_of_computer(once.table, once.table.seats[0], 2, "1-0@left", NOON + 90)
    assert (twice.table.seats[0].late, twice.table.seats[0].away) == (2, True)
    assert Note("event.table.computer_stays", {"name": "Ada"}) in twice.table.recent
    assert twice.table.stored.deadline == NOON + 90 + COMPUTER_TURN_S


def test_a_move_between_two_missed_turns_forgives_the_first() -> None:
    table = a_match(ADA, BORYS, deals=[SEAT_0_WINS_94], clock="quick")
    once = play.move_of_computer(table, table.seats[0], 0, "1-1", NOON + 45).table
    back = moved(once, "1-0@left").table
    assert (back.seats[0].late, back.seats[0].away) == (0, False)


def test_the_computer_does_not_play_for_a_late_player_given_more_time() -> None:
    table = a_match(ADA, BORYS, deals=[SEAT_0_WINS_94], clock="quick")
    with pytest.raises(Stale):
        play.move_of_computer(table, table.seats[0], 0, "1-1", NOON + 44.9)


def test_the_computer_s_choice_is_stale_once_the_table_has_moved_on() -> None:
    table = a_match(ADA, Player.CASUAL, deals=[SEAT_1_WINS_117])
    after = moved(table, "6-6").table
    with pytest.raises(Stale):
        play.move_of_computer(after, after.seats[1], 0, "1-1", LATER)


def test_a_computer_s_choice_is_stale_once_the_player_is_back() -> None:
    table = a_match(ADA, BORYS, deals=[SEAT_0_WINS_94]).with_seat(seat(0, ADA, late=2, away=True))
    back = play.come_back(table, ADA, LATER).table
    with pytest.raises(Stale):
        play.move_of_computer(back, table.seats[0], 0, "1-1", LATER)


def test_who_comes_back_in_their_turn_gets_the_whole_time_for_it() -> None:
    table = a_match(ADA, BORYS, clock="quick").with_seat(seat(0, ADA, late=2, away=True))
    back = play.come_back(table, ADA, LATER).table
    assert (back.seats[0].late, back.seats[0].away) == (0, False)
    assert back.stored.deadline == LATER + 45
    assert back.recent[-1] == Note("event.table.returned", {"name": "Ada"})


def test_who_was_late_once_is_forgiven_by_a_click_but_their_time_runs_on() -> None:
    table = a_match(ADA, BORYS, clock="quick").with_seat(seat(0, ADA, late=1))
    back = play.come_back(table, ADA, LATER).table
    assert (back.seats[0].late, back.stored.deadline) == (0, NOON + 45)


def test_a_move_brings_a_player_back_too() -> None:
    table = a_match(ADA, BORYS, deals=[SEAT_0_WINS_94]).with_seat(seat(0, ADA, late=2, away=True))
    after = moved(table, "1-1").table
    assert (after.seats[0].late, after.seats[0].away) == (0, False)


def test_coming_back_does_nothing_for_present_players_or_at_the_end() -> None:
    table = a_match(ADA, BORYS)
    assert play.come_back(table, ADA, LATER) == Step(table)
    assert play.come_back(table, CELINA, LATER) == Step(table)
    over = table.with_seat(seat(0, ADA, late=2, away=True)).with_stored(status=Status.OVER)
    assert play.come_back(over, ADA, LATER) == Step(over)


def test_a_table_whose_log_cannot_be_read_takes_no_moves() -> None:
    broken = Table(a_match(ADA, BORYS).stored, a_match(ADA, BORYS).seats)
    with pytest.raises(TableError) as caught:
        play.move(broken, ADA, 0, "1-1", LATER)
    assert caught.value.key == "table.broken"


def test_a_computer_waits_for_a_while_before_it_leads_to_the_next_trick() -> None:
    table = table_of(match_of(PLAIN))
    table = table.with_seat(replace(table.seats[0], user_id=None, player=Player.CASUAL))
    led = play.move_of_computer(table, table.seats[0], 0, "6-5", NOON).table
    watched = play.move(led, Person(11, "Borys"), 1, "1-0", NOON).table
    assert watched.stored.deadline == NOON + TRICK_S, "the computer took it"
    alone = led.with_seat(replace(led.seats[1], away=True))
    unwatched = play.move_of_computer(alone, alone.seats[1], 1, "1-0", NOON).table
    assert unwatched.stored.deadline == NOON + COMPUTER_TURN_S, "nobody is there to look"
