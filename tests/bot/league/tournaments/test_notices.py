"""The messages that should stand for a tournament, and which of them are due, changed or outdated."""

from dataclasses import replace
from typing import Any

import pytest

from bot.league.tournaments.announcing.notices import (
    changed,
    correction_of,
    due_notices,
    given_up,
    has_old_buttons,
    newly_paired,
    notices,
    outdated,
    posted,
)
from bot.league.tournaments.progress.clock import plan_due
from bot.league.tournaments.progress.rounds import plan_cancel
from bot.league.tournaments.progress.starting import CHECK_IN_S, plan_start, start_key
from bot.league.tournaments.progress.undoing import plan_undo
from storage.league.tournament_values import AnnouncementKind, EntryState, Tournament, TournamentKind, TournamentRules
from tests.bot.league.tournaments.tournament_samples import NOON, announced, done, played, tournament
from tests.chance import InOrder

HOUR = 3600.0
KINDS = AnnouncementKind


def begun(kind: TournamentKind = TournamentKind.SWISS, people: int = 4, **about: Any) -> Tournament:
    """Return a tournament at its start, whose rounds last an hour."""
    signed = replace(tournament(people, kind=kind), **{"round_s": 3600, **about})
    running = done(signed, plan_start(signed, InOrder(), NOON))
    timed = plan_due(running, NOON)
    return running if timed is None else done(running, timed)


def due(cup: Tournament, now: float = NOON) -> list[str]:
    return [one.kind.value for one in due_notices(cup, now) if not one.is_silent]


def told(cup: Tournament, now: float = NOON, message: int = 100) -> Tournament:
    """Return the tournament after its due notices were posted, each with a message that has buttons."""
    for number, one in enumerate(due_notices(cup, now), message):
        messages = () if one.is_silent else (number,)
        noted = posted(cup, one, messages, None if one.is_silent else number)
        cup = replace(cup, announcements=(*cup.announcements, *([noted] if noted else [])))
    return cup


def test_each_notice_is_due_once() -> None:
    cup = begun()
    assert due(cup) == ["round"]
    cup = told(cup)
    assert (due(cup), changed(cup), outdated(cup, NOON)) == ([], (), ())
    assert due(cup, NOON + 50 * 60) == ["reminder"]
    assert due(told(cup, NOON + 50 * 60), NOON + 59 * 60) == []


def test_sign_up_check_in_and_a_failed_start_are_due_at_their_times() -> None:
    cup = replace(tournament(1), role_id=9, starts_at=NOON + 2 * HOUR)
    assert (due(replace(cup, role_id=None)), due(cup)) == ([], ["sign_up"])
    cup = told(cup)
    at = NOON + 2 * HOUR
    assert [due(cup, now) for now in (at - CHECK_IN_S - 1, at - CHECK_IN_S, at)] == [[], ["check_in"], ["not_started"]]
    cup = told(cup, at - CHECK_IN_S)
    assert due(cup, at - 1) == []
    later = replace(cup, starts_at=at + 2 * HOUR)
    assert [one.kind for one in outdated(later, at)] == [KINDS.CHECK_IN]
    assert given_up(cup, at).starts_at is None


def test_a_reminder_is_never_due_with_its_round() -> None:
    cup = told(begun(), NOON + 50 * 60)
    assert [(one.kind.value, len(one.messages)) for one in cup.announcements] == [("round", 1), ("reminder", 0)]
    assert due(cup, NOON + 59 * 60) == []


def test_nothing_is_due_in_a_pause() -> None:
    assert due(begun(paused_at=NOON)) == []


def test_a_swapped_pairing_changes_the_round_where_it_stands_and_concerns_its_people() -> None:
    cup = told(begun(people=6))
    first, second, third = cup.pairings
    swapped = [
        replace(first, id=11, sides=(first.sides[0], second.sides[1])),
        replace(second, id=12, sides=(second.sides[0], first.sides[1])),
    ]
    after = replace(cup, pairings=(*swapped, third))
    [old] = changed(after)
    assert (old.kind, outdated(after, NOON), due(after)) == (KINDS.ROUND, (), [])
    assert [one.id for one in newly_paired(after, old)] == [11, 12]
    assert dict(correction_of(after, 1).replaced) == {
        swapped[0].teams: first.teams,
        swapped[1].teams: second.teams,
    }


def test_an_undone_round_is_struck_and_the_reopened_one_told_to_those_who_play() -> None:
    cup = told(begun())
    late = plan_due(played(cup, cup.pairings[0].teams), NOON + HOUR)
    assert late is not None
    second = told(done(cup, late), NOON + HOUR)
    first, *others = second.announcements
    second = replace(second, announcements=(replace(first, buttons=None), *others))  # its pairings were settled
    again = done(second, plan_undo(second, NOON + HOUR).after)
    assert [(one.kind, one.round) for one in outdated(again, NOON + HOUR)] == [(KINDS.ROUND, 2)]
    [old] = changed(again)
    assert newly_paired(again, old) == again.open_pairings


def test_a_tournament_without_its_start_strikes_all_rounds() -> None:
    cup = told(begun())
    again = done(cup, plan_undo(cup, NOON).after)
    assert [one.kind for one in outdated(again, NOON)] == [KINDS.ROUND]


def test_the_end_is_told_once_and_edited_where_the_podium_changes() -> None:
    cup = begun(TournamentKind.ROUND_ROBIN, 2)
    over = plan_due(played(cup, (1, 2)), NOON)
    assert over is not None
    assert due(told(cup)) == []
    over = replace(told(over), revision=2)
    assert [one.kind for one in changed(over)] == [KINDS.END]
    assert due(over) == []
    cancelled = told(plan_cancel(told(begun()), NOON))
    assert (due(cancelled), changed(cancelled)) == ([], ())


def test_early_pairings_are_told_apart_from_their_round_once() -> None:
    cup = told(begun(TournamentKind.ELIMINATION, 8))
    ahead = plan_due(played(cup, (1, 8), (4, 5)), NOON)
    assert ahead is not None
    cup = done(cup, ahead)
    assert due(cup) == ["early"]
    cup = told(cup)
    assert due(cup) == []
    early = cup.announcements[-1]
    assert not has_old_buttons(cup, early)
    gone = replace(cup, pairings=tuple(one for one in cup.pairings if one.round == 1))
    assert outdated(gone, NOON) == (early,)


def test_an_arena_tells_each_batch_of_pairings_once() -> None:
    rules = TournamentRules(TournamentKind.ARENA, duration_s=7200)
    cup = told(begun(TournamentKind.ARENA, rules=rules, round_s=None))
    assert (due(cup), [one.kind for one in cup.announcements]) == ([], [KINDS.PAIRINGS])
    settled = replace(cup, pairings=(), announcements=tuple(replace(one, buttons=None) for one in cup.announcements))
    assert (outdated(settled, NOON), due(settled)) == ((), []), "the newest is kept, so that none is told again"


def test_people_who_moved_up_are_told_once_for_each_sign_up() -> None:
    cup = tournament(3)
    moved = replace(cup.people[2], entry=EntryState.MOVED_UP)
    cup = told(replace(cup, people=(*cup.people[:2], moved)))
    assert due(cup) == []
    again = replace(moved, signed_at=NOON + 99)
    assert due(replace(cup, people=(*cup.people[:2], again))) == ["places"]


def test_a_question_to_a_partner_stands_until_it_is_answered() -> None:
    cup = tournament(2, size=2)
    founder, asker = replace(cup.people[0], team=1), replace(cup.people[1], asks_id=1)
    asked = told(replace(cup, people=(founder, asker)))
    assert (due(asked), outdated(asked, NOON)) == ([], ())
    answered = replace(asked, people=(founder, replace(asker, asks_id=None, team=1)))
    assert [one.kind for one in outdated(answered, NOON)] == [KINDS.PARTNER]


def test_no_announcement_names_a_person() -> None:
    people = tuple(replace(one, user_id=one.user_id * 10**12) for one in tournament(3, size=2).people)
    founder, asker, moved = (
        replace(people[0], team=1),
        replace(people[1], asks_id=people[0].user_id),
        replace(people[2], entry=EntryState.MOVED_UP),
    )
    cup = told(replace(tournament(3, size=2), people=(founder, asker, moved)))
    assert len(cup.announcements) == 2
    assert not any(str(one.user_id) in str(cup.announcements) for one in people)


@pytest.mark.parametrize("kind", [KINDS.CARD, KINDS.SIGN_UP])
def test_some_messages_stand_whatever_happens(kind: AnnouncementKind) -> None:
    cup = replace(begun(), announcements=(announced(kind),))
    assert kind in [one.kind for one in notices(cup, NOON)]


def test_a_call_to_check_in_is_known_by_its_start() -> None:
    cup = replace(tournament(2), starts_at=NOON, announcements=(announced(KINDS.CHECK_IN, 0, start_key(NOON)),))
    assert outdated(cup, NOON - 60) == ()
    assert outdated(replace(cup, starts_at=None), NOON) == (), "a failed start needs no correction"
