"""Kent: calls, and the end of the match."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from games import EndReason
from games.core.events import Scored
from games.kent import Kent
from games.kent.match import Called
from tests.games.deals import deal, of_kind

from .kent_deals import ending, hands_with_melds, kent

# --- Calls ------------------------------------------------------------------------------------------------------------

TWO_PAIRS = [
    # seats with melds, caller, call, right, points
    ({2}, 0, "kent", True, (1, 0)),
    ({0}, 0, "kent", False, (0, 1)),  # one's own meld is no Kent
    ({1, 3}, 0, "kent", False, (0, 1)),
    ({1}, 3, "kent", True, (0, 1)),
    ((), 3, "kent", False, (1, 0)),
    ({1}, 0, "stop@1", True, (1, 0)),
    ({3}, 2, "stop@1", True, (1, 0)),
    ({1, 3}, 2, "stop@1", True, (1, 0)),  # also when both hold melds
    ({0, 2}, 2, "stop@1", False, (0, 1)),
    ({2}, 1, "stop@0", True, (0, 1)),
    ((), 1, "stop@0", False, (1, 0)),
    ({0, 2}, 0, "biskent", True, (2, 0)),
    ({2}, 0, "biskent", False, (0, 2)),
    ({0}, 0, "biskent", False, (0, 2)),
    ({1, 3}, 3, "biskent", True, (0, 2)),
    ({1, 3}, 0, "stop-biskent@1", True, (2, 0)),
    ({3}, 0, "stop-biskent@1", False, (0, 2)),
    ({0, 2}, 3, "stop-biskent@0", True, (0, 2)),
    ((), 3, "stop-biskent@0", False, (2, 0)),
]

THREE_PAIRS = [
    ({3}, 0, "kent", True, (1, 0, 0)),
    ({0, 1, 4}, 0, "kent", False, (0, 1, 1)),  # a false Kent brings each other pair its point
    ((), 5, "kent", False, (1, 1, 0)),
    ({1, 4}, 4, "biskent", True, (0, 2, 0)),
    ({1}, 4, "biskent", False, (2, 0, 2)),
    ({1}, 0, "stop@1", True, (1, 0, 0)),
    ({5}, 0, "stop@2", True, (1, 0, 0)),
    ({2}, 0, "stop@1", False, (0, 1, 0)),  # a false Stop brings it to the accused only
    ({0, 1}, 4, "stop@2", False, (0, 0, 1)),
    ({2, 5}, 1, "stop-biskent@2", True, (0, 2, 0)),
    ({2}, 1, "stop-biskent@2", False, (0, 0, 2)),
    ({3}, 5, "stop-biskent@0", False, (2, 0, 0)),
]

every_call = pytest.mark.parametrize(
    ("seats", "melds", "caller", "call", "right", "points"),
    [(4, *case) for case in TWO_PAIRS] + [(6, *case) for case in THREE_PAIRS],
)


@every_call
def test_true_calls_score_for_the_caller_and_false_for_the_others(
    seats: int, melds: Collection[int], caller: int, call: str, right: bool, points: tuple[int, ...]
) -> None:
    match = kent(*hands_with_melds(seats, melds))
    events = match.play(caller, call)
    end = ending(match)
    assert (end.number, end.reason, end.caller) == (1, "called", caller)
    assert end.winners == tuple(pair for pair, value in enumerate(points) if value)
    assert (end.right, end.points, end.scores, match.scores) == (right, points, points, points)
    kinds = [event.kind for event in end.events]
    assert kinds[0] == "called"
    assert ("right" in kinds, "wrong" in kinds) == (right, not right)
    booked = [(event.side, event.points, event.reason) for event in of_kind(events, Scored)]
    assert booked == [(side, value, end.call) for side, value in enumerate(points) if value]
    assert [event.kind for event in events[len(end.events) :]] == ["deal", *["dealt"] * seats]  # the next deal
    assert events[: len(end.events)] == list(end.events)


@every_call
def test_the_hands_concerned_are_shown_and_no_others(
    seats: int, melds: Collection[int], caller: int, call: str, right: bool, points: tuple[int, ...]
) -> None:
    match = kent(*hands_with_melds(seats, melds))
    hands = [match.view(seat).hand for seat in range(seats)]
    verb, _, at = call.partition("@")
    pairs = seats // 2
    pair = int(at) if at else caller % pairs
    shown = {(caller + pairs) % seats} if verb == "kent" else {pair, pair + pairs}
    match.play(caller, call)
    end = ending(match)
    assert (end.call, end.pair) == (verb, pair)
    assert end.hands == tuple(hand if seat in shown else () for seat, hand in enumerate(hands))
    (called,) = of_kind(end.events, Called)
    assert (called.seat, str(called.move), called.pair, called.points) == (caller, call, pair, max(points))
    assert set(called.seats) == shown
    told = {event.seat: event.tiles for event in end.events if event.kind == "shown"}
    assert told == {seat: hands[seat] for seat in shown}
    for seat, meld in enumerate(end.melds):
        assert len(meld) == (3 if seat in shown and seat in melds else 0)
        assert set(meld) <= set(hands[seat])
    assert [event.seen_by(None) for event in end.events] == list(end.events)


# --- The end of the match ---------------------------------------------------------------------------------------------


def test_the_match_goes_to_ten_points_unless_another_target_is_chosen() -> None:
    match = kent(*hands_with_melds(4, ()))
    assert match.view(None).target == 10
    while match.scores[1] < 9:
        match.play(0, wrong_call(match))
    assert match.actors() == (0, 1, 2, 3)
    match.play(0, wrong_call(match))
    assert match.scores[1] == 10
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert ending(match).number == match.view(None).deal
    assert match.actors() == ()
    assert match.to_move() is None
    assert match.view(0).holder is None


def wrong_call(match: Kent) -> str:
    """Return a false call of seat 0 for one point; not both its partner and an opponent may hold a meld."""
    for call in ("kent", "stop@1"):
        copy = match.copy()
        copy.play(0, call)
        if not ending(copy).right:
            return call
    raise AssertionError("both calls are true")


def test_a_target_of_one_ends_the_match_with_the_first_call() -> None:
    match = kent(*hands_with_melds(4, {2}), target=1)
    events = match.play(0, "kent")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ((0,), (1, 0))
    assert list(match.outcome.ranking) == [{0}, {1}]
    assert match.outcome.reason is EndReason.TARGET
    assert [event.kind for event in events] == ["called", "shown", "right", "scored", "over"]
    assert events[:-1] == list(ending(match).events)


def test_pairs_that_reach_the_target_with_equal_points_share_the_victory() -> None:
    match = kent(*hands_with_melds(6, ()), target=1)
    match.play(0, "kent")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ((1, 2), (0, 1, 1))


def test_if_both_pairs_reach_the_target_the_higher_score_wins() -> None:
    second = [deal("6-6 5-5 4-4", "3-3 2-2 1-1 0-0")]
    match = kent(*hands_with_melds(6, {4}), target=2, more=second)
    match.play(1, "kent")  # pair 1 has 1 point
    match.play(0, "biskent")  # seat 0 holds three doubles: false, pairs 1 and 2 get 2 each
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ((1,), (0, 3, 2))
    assert list(match.outcome.ranking) == [{1}, {2}, {0}]
