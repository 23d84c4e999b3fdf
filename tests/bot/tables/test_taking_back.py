"""Taking a move back: what comes back, what stands, and who must agree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.tables import agreeing, play, staffing, taking_back
from bot.tables.errors import Stale, TableError
from bot.tables.state import Note, Person, Step, Table
from storage.league.results import NotCounted
from storage.matches import Continuation, LadderState, LogEntry, Player, SharedDeals, Status
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    NOON,
    OUT_IN_A_ROW,
    SEAT_0_WINS_94,
    TWO_DRAWS,
    TableProcess,
    a_match,
    entered,
)
from tests.games.deals import deal

LATER = NOON + 5
ALL_HAVE_ONES = deal("1-1 1-0 0-0 2-1 2-2 2-0 3-2", "3-1 4-1 5-1 6-1 6-5 6-4 6-3")
"""Block: seat 0 opens with 1-1, and seat 1 has tiles for 1 and 3."""


def alone(*moves: str, deals: str = SEAT_0_WINS_94, **changes: Any) -> Table:
    """Return a match of Ada and a computer after these moves."""
    return after(entered(a_match(ADA, Player.CASUAL, deals=[deals], **changes), NotCounted.COMPUTERS), *moves)


def three(*moves: str) -> Table:
    """Return a match of Ada, Borys and a computer after these moves; Borys has tiles for 1-1."""
    match = a_match(ADA, BORYS, Player.CASUAL, deals=[TRIO], game="double_trouble")
    return after(entered(match, NotCounted.COMPUTERS), *moves)


TRIO = deal("1-1 2-1 3-1 0-0 2-0", "4-1 5-1 6-1 6-5 6-4", "5-4 4-3 4-2 5-2 6-2")


def after(table: Table, *moves: str) -> Table:
    """Return the table after moves of the seats on turn."""
    for move in moves:
        mover = table.to_move()
        assert mover is not None
        if mover.user_id is None:
            table = play.move_of_computer(table, mover, table.revision, move, LATER).table
        else:
            table = play.move(table, Person(mover.user_id, mover.name), table.revision, move, LATER).table
    return table


def ask(table: Table, person: Person = ADA) -> Step:
    return agreeing.ask_to_take_back(table, person, table.revision, LATER)


def refusal(table: Table, person: Person = ADA) -> str:
    with pytest.raises(TableError) as caught:
        ask(table, person)
    return caught.value.key


def test_alone_ones_last_move_and_the_answer_of_the_computer_are_taken_back() -> None:
    before = alone("1-1", "3-1@left", deals=ALL_HAVE_ONES)
    step = ask(after(before, "2-1@right", first_of(after(before, "2-1@right"))))
    assert step.table.match == before.match
    assert step.entries == (LogEntry(5, 0, "back=2", ADA.user_id, LATER),)
    assert (step.table.revision, step.table.stored.helped, step.table.to_move()) == (5, True, before.seats[0])
    assert step.table.recent[-1] == Note("event.table.taken_back", {"name": "Ada"})


def first_of(table: Table) -> str:
    """Return the first legal move of the seat on turn."""
    mover = table.to_move()
    assert mover is not None
    assert table.match is not None
    return str(table.match.moves(mover.seat)[0])


def test_what_was_forced_is_taken_back_with_the_choice_before_it() -> None:
    """Seat 1 has no 0, 1 and 2: after each of Ada's moves it passes by itself."""
    table = alone(*OUT_IN_A_ROW[:3])
    once = ask(table).table
    assert once.match == alone(*OUT_IN_A_ROW[:2]).match
    twice = ask(once).table
    assert twice.match == alone(OUT_IN_A_ROW[0]).match
    assert (once.revision, twice.revision) == (7, 8)


def test_a_click_on_the_picture_before_is_too_late() -> None:
    table = alone(*OUT_IN_A_ROW[:2])
    back = ask(table).table
    for revision in range(back.revision):
        with pytest.raises(Stale):
            play.move(back, ADA, revision, OUT_IN_A_ROW[1], LATER)
    assert play.move(back, ADA, back.revision, OUT_IN_A_ROW[1], LATER).table.match == table.match


def test_nothing_that_was_drawn_or_shown_since_is_unseen() -> None:
    """In Five to Fourteen seat 1 draws 4-4 and 6-0 after 0-0; after a deal all hands have been shown."""
    assert refusal(alone("0-0", deals=TWO_DRAWS, game="five_to_fourteen")) == "table.back.seen"
    assert refusal(alone(*OUT_IN_A_ROW)) == "table.back.seen"


def test_who_has_made_no_move_has_none_to_take_back() -> None:
    assert refusal(alone()) == "table.back.none"
    assert refusal(three("1-1"), BORYS) == "table.back.none"


def test_moves_stand_where_a_result_or_chips_depend_on_them() -> None:
    counts = after(entered(a_match(ADA, BORYS)), first_of(a_match(ADA, BORYS)))
    assert refusal(counts) == "table.back.counts"
    for changes in ({"ladder": LadderState.PLAYING}, {"shared": SharedDeals(1, 2)}):
        assert refusal(alone("1-1").with_stored(**changes)) == "table.back.counts"
    nos = entered(a_match(ADA, Player.CASUAL, Player.CASUAL, game="nos"), NotCounted.COMPUTERS)
    assert refusal(nos) == "table.back.counts"
    kent = entered(a_match(ADA, BORYS, CELINA, Player.CASUAL, game="kent"), NotCounted.COMPUTERS)
    assert refusal(kent) == "table.back.counts"
    assert refusal(alone("1-1"), BORYS) == "table.not_sitting"


def test_among_people_all_at_the_table_agree() -> None:
    table = three("1-1")
    asked = ask(table).table
    assert (asked.match, asked.stored.helped) == (table.match, False)
    assert ask(asked).table == asked, "asking again is no consent"
    with pytest.raises(TableError):
        agreeing.agree_to_pause(asked, BORYS, LATER)
    agreed = agreeing.agree_to_take_back(asked, BORYS, 0, LATER).table
    assert (agreed.match, agreed.stored.helped, agreed.stored.end_request) == (three().match, True, None)


def test_who_plays_on_declines_but_a_computer_does_not() -> None:
    asked = ask(three("1-1")).table
    played_on = after(asked, first_of(asked))
    assert played_on.stored.end_request is None
    with pytest.raises(TableError):
        agreeing.agree_to_take_back(played_on, BORYS, 0, LATER)
    by_borys = ask(played_on, BORYS).table
    waits = after(by_borys, first_of(by_borys))
    assert waits.stored.end_request is not None
    assert agreeing.agree_to_take_back(waits, ADA, 1, LATER).table.match == asked.match


def test_the_move_of_another_is_asked_for_anew() -> None:
    asked = ask(three("1-1")).table
    of_borys = ask(after(asked, first_of(asked)), BORYS).table
    of_ada = ask(of_borys, ADA).table
    assert of_ada.stored.end_request is not None
    assert of_ada.stored.end_request.agreed == (0,)
    with pytest.raises(TableError):
        agreeing.agree_to_take_back(of_ada, BORYS, 1, LATER)  # below the question about the move of Borys


def test_two_presses_take_one_move_back() -> None:
    table = alone(*OUT_IN_A_ROW[:3])
    once = ask(table).table
    with pytest.raises(TableError):
        agreeing.ask_to_take_back(once, ADA, table.revision, LATER)


def test_no_move_is_taken_back_once_somebody_has_left() -> None:
    """The result of Borys, who cannot agree, would no longer count."""
    table = after(entered(a_match(ADA, BORYS, deals=[SEAT_0_WINS_94]), NotCounted.OFTEN), "1-1")
    assert refusal(staffing.leave(table, BORYS, LATER).table) == "table.back.counts"


def test_a_move_by_the_clock_for_a_person_ends_the_question() -> None:
    asked = ask(three("1-1")).table
    late = asked.with_stored(deadline=LATER - 1)
    mover = late.to_move()
    assert mover is not None
    played = play.move_of_computer(late, mover, late.revision, first_of(late), LATER).table
    assert played.stored.end_request is None


def test_who_asks_is_there_again() -> None:
    asked = ask(three("1-1")).table
    away = asked.with_seat(replace(asked.seats[0], away=True, late=2))
    agreed = agreeing.agree_to_take_back(away, BORYS, 0, LATER).table
    assert (agreed.seats[0].away, agreed.seats[0].late) == (False, 0)


def test_a_match_is_not_rewound_before_the_move_from_which_it_goes_on() -> None:
    table = alone(*OUT_IN_A_ROW[:2]).with_stored(continues=Continuation("other", 3))
    assert refusal(table) == "table.back.none"


async def test_a_table_with_moves_taken_back_is_the_same_after_a_kill(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.CASUAL, deals=[SEAT_0_WINS_94])
    for move in OUT_IN_A_ROW[:3]:
        await process.move(table, ADA, move)
    back = await process.apply(table, agreeing.ask_to_take_back, ADA, (await process.table(table.id)).revision)
    assert (await process.agrees(table.id)).match == back.match
    again = process.after_kill()
    assert (await again.table(table.id)).match == back.match
    for move in OUT_IN_A_ROW[2:]:
        await again.move(table.id, ADA, move)
    saved = await again.load_match(table.id)
    assert (saved.stored.deals_ended, [one.points for one in saved.deals]) == (1, [94, 0])
    assert [entry.move for entry in saved.log if entry.seat == 0] == [*OUT_IN_A_ROW]
    assert saved.stored.status is Status.PLAYING


def test_a_table_whose_match_cannot_be_rebuilt_or_is_of_a_later_version_offers_no_move_back() -> None:
    table = alone("1-1")
    broken = replace(table, match=None)
    assert not taking_back.may_take_back(broken)
    assert not taking_back.may_take_back(broken.with_stored(game="of a later version"))
