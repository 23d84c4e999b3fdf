"""Two equal ends of a line share a button that names both."""

from __future__ import annotations

import pytest

import games
from bot.locales import LOCALES, words
from bot.messages.games import presenter_at
from bot.messages.parts.choices import Ask
from bot.messages.parts.reader import Reader
from games import Match
from tests.bot.messages.tables import presenter, table_of
from tests.games.chain.positions import set_up
from tests.games.deals import deal, play
from tests.games.nos.tables import begun


def begin(opening: str, answer: str, moves: str, game: str = "block") -> Match:
    match = games.new_match(game, seats=2, seed="a seed", deals=[deal("6-5", "5-3")], lots=[0])
    set_up(match, opening, answer)
    play(match, moves)
    return match


def headings(match: Match, locale: str = "en") -> dict[str, list[str]]:
    """Return the headings of the hand to move, with the buttons below."""
    (seat,) = match.actors()
    groups = presenter_at(table_of(match), Reader(words(locale))).choices_by_place(match.view(seat))
    return {group.heading: [choice.label for choice in group.choices] for group in groups if group.choices}


@pytest.mark.parametrize(
    ("locale", "heading"),
    [("en", "At **A** or **B** (5)"), ("pl", "Przy **A** lub **B** (5)"), ("ru", "У **A** или **B** (5)")],
)
def test_both_ends_of_a_lone_double_are_named(locale: str, heading: str) -> None:
    assert headings(begin("5-5 1-0", "5-3 2-1", "5-5"), locale) == {heading: ["5-3"]}


def test_two_ends_with_the_same_number_are_named_together() -> None:
    match = begin("6-5 6-1 4-1 3-3", "5-4 4-0 2-2", "6-5 5-4@right 6-1@left 4-0@right")
    set_up(match, "1-0 3-3", "2-2 6-0")
    assert headings(match) == {"At **A** (1)": ["1-0 A"], "At **B** (0)": ["1-0 B"]}
    play(match, "1-0@left")
    assert headings(match) == {"At **A** or **B** (0)": ["6-0"]}


def test_a_double_at_an_end_makes_a_difference() -> None:
    match = begin("6-5 6-4 4-4", "5-4 3-3 4-0", "6-5 5-4@right 6-4@left", game="full_speed")
    assert list(headings(match)) == ["At **A** or **B** (4)"]
    set_up(match, "4-1 3-3", "4-4 4-0 2-2")
    play(match, "4-4@left")
    assert list(headings(match)) == ["At **A** (4)", "At **B** (4)"], "4-4 counts eight at A"


@pytest.mark.parametrize("locale", LOCALES)
def test_nos_asks_for_the_place_first_if_there_are_many_ways(locale: str) -> None:
    # In a broken cross 6-1 beside 6-6 joins by its 6, or as a matador either way round: three ways. After the first
    # tile three sides are left, so nine ways are asked in two steps.
    match = begun("17", "6-6", "4-3 2-1", "6-5 6-1 3-2", "6-4 6-1")
    (seat,) = match.actors()
    shown = presenter_at(table_of(match), Reader(words(locale)))
    first = shown.question(match.view(seat), "6-1")
    assert first is not None
    assert [len(group.choices) for group in first.groups] == [3], "one of four equal sides"


def test_the_ways_at_a_place_follow_and_lead_back() -> None:
    match = begun("17", "6-6", "6-2 2-1", "6-5 3-2", "6-4 6-1")
    play(match, "6-5@left=5t")
    (seat,) = match.actors()
    shown, view = presenter(table_of(match)), match.view(seat)
    places = shown.question(view, "6-1")
    assert places is not None
    [group] = places.groups
    assert [choice.label for choice in group.choices] == ["B (6/1)", "C (6/1)", "D (6/1)"]
    does = group.choices[1].does
    assert does == Ask("6-1@up")
    ways = shown.question(view, "6-1@up")
    assert ways is not None
    assert [str(choice.does) for choice in ways.groups[0].choices] == ["6-1@up=1t", "6-1@up=6m", "6-1@up=1m"]
    assert ways.before == "6-1"


def test_claims_in_nos_that_read_the_same_are_one_option() -> None:
    """All four sides of the opening double are alike, so each tile is claimed once, in each of its ways."""
    match = begun("17", "6-6", "4-3 2-1", "6-5 3-2 3-1", "6-4 6-1")
    (seat,) = match.actors()
    view = match.view(seat)
    asked = presenter(table_of(match)).question(view, "close")
    assert asked is not None
    labels = [choice.label for choice in asked.groups[0].choices]
    assert len([move for move in view.moves if move.verb == "close"]) == 4 * len(labels)
    assert len(set(labels)) == len(labels) > 0
