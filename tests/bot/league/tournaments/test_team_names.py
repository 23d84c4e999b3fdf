"""The names of teams, cleaned and in pictures, and of tournaments that are created again."""

from dataclasses import dataclass, field

import pytest

from bot.league.tournaments.creation.repeating import counted_up
from bot.league.tournaments.creation.requests import LONGEST_TITLE
from bot.league.tournaments.showing.names import team_names_drawn
from bot.league.tournaments.sign_up.naming import cleaned
from bot.locales import words
from bot.render import as_name, as_whole


@dataclass(frozen=True)
class Member:
    user_id: int


@dataclass(frozen=True)
class Teams:
    teams: dict[int, tuple[Member, ...]]
    team_names: dict[int, str] = field(default_factory=dict)


def test_partners_are_marked_one_by_one_and_stand_ins_stay_whole() -> None:
    tournament = Teams({1: (Member(71234), Member(12)), 2: (Member(13),)})
    drawn = team_names_drawn(tournament, {71234: "天野", 12: "Ada", 13: "דוד"}, words("en"))  # type: ignore[arg-type]
    assert drawn == {1: f"{as_whole('player …1234')} & {as_name('Ada')}", 2: as_name("דוד")}


def test_a_team_with_a_name_is_drawn_by_it_alone() -> None:
    tournament = Teams({1: (Member(12), Member(14)), 2: (Member(13),)}, {1: "The Pips"})
    drawn = team_names_drawn(tournament, {12: "Ada", 13: "Celina", 14: "Borys"}, words("en"))  # type: ignore[arg-type]
    assert drawn == {1: as_name("The Pips"), 2: as_name("Celina")}


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  The\n Pips ", "The Pips"),
        ("\u200bPi\u2060ps\u202e", "Pips"),
        ("\u3164\u2800\u200b", ""),
        ("a" * 40, "a" * 30),
        ("<@123> **x**", "<@123> **x**"),  # every message disarms it, as it does names of people
    ],
)
def test_a_typed_name_is_one_line_without_invisible_characters(typed: str, name: str) -> None:
    assert cleaned(typed) == name


@pytest.mark.parametrize(
    ("title", "following"),
    [
        ("Cup 3", "Cup 4"),
        ("Cup", "Cup 2"),
        ("Кубок №9", "Кубок №10"),
        ("Friday club · 4 December 2026", "Friday club 2"),
        ("Klub 3 · 4 grudnia 2026", "Klub 4"),
        ("x" * LONGEST_TITLE, "x" * (LONGEST_TITLE - 2) + " 2"),
    ],
)
def test_the_next_title_counts_up_and_has_no_date(title: str, following: str) -> None:
    assert counted_up(title) == following
