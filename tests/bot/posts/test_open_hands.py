"""Open hands: found by match, forgotten with dead tokens."""

from types import SimpleNamespace
from typing import Any, cast

from bot.posts.board_tokens import TOKEN_LIFE_S
from bot.posts.open_hands import OpenHands
from bot.posts.replies import Answer
from bot.tables.state import Table
from storage.matches import Status


def table(match_id: str, revision: int = 0) -> Table:
    return cast(
        "Table",
        SimpleNamespace(
            id=match_id,
            revision=revision,
            stored=SimpleNamespace(deals_ended=0),
            status=Status.PLAYING,
            agreeing=False,
            seat_of=lambda _user_id: None,
            to_move=lambda: None,
        ),
    )


def answer(user_id: int) -> Answer:
    return Answer(cast("Any", SimpleNamespace(user=SimpleNamespace(id=user_id))))


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_hands_are_found_by_their_match() -> None:
    hands = OpenHands(Clock())
    hands.record(table("one"), answer(1))
    hands.record(table("two"), answer(1))
    hands.record(table("one"), answer(2))
    assert [user for user, _ in hands.of_match("one")] == [1, 2]
    assert [user for user, _ in hands.of_match("two")] == [1]
    assert hands.of_match("three") == ()


def test_the_newest_hand_counts_and_keeps_the_lock_of_the_old_one() -> None:
    hands = OpenHands(Clock())
    hands.record(table("one", 3), answer(1))
    lock = hands.lock("one", 1)
    hands.record(table("one", 4), answer(1))
    [(_, hand)] = hands.of_match("one")
    assert hand.revision == 4
    assert hand.lock is lock


def test_a_hand_with_a_dead_token_is_forgotten_until_a_click() -> None:
    clock = Clock()
    hands = OpenHands(clock)
    hands.record(table("one"), answer(1))
    hands.record(table("one"), answer(2))
    clock.now += TOKEN_LIFE_S / 2
    hands.record(table("one"), answer(1))
    clock.now += TOKEN_LIFE_S / 2 + 1
    assert [user for user, _ in hands.of_match("one")] == [1]
    assert len(hands) == 1


def test_nothing_remains_of_ten_thousand_matches_with_dead_tokens() -> None:
    clock = Clock()
    hands = OpenHands(clock)
    for number in range(10_000):
        hands.record(table(f"match {number}"), answer(number))
        clock.now += 1
    assert len(hands) <= TOKEN_LIFE_S + 1, "those who are gone are not waited for"
    clock.now += TOKEN_LIFE_S + 1
    assert hands.of_match("match 9999") == ()
    assert len(hands) == 0
    assert not hands._hands
    assert len(hands._clicked) == 0


def test_a_click_within_two_minutes_counts_as_looking_without_a_live_hand() -> None:
    clock = Clock()
    hands = OpenHands(clock)
    hands.record(table("one"), answer(1))
    hands.close("one", 1)
    clock.now += 119
    assert hands.is_looking("one", 1)
    assert not hands.is_looking("two", 1)
    clock.now += 2
    assert not hands.is_looking("one", 1)
