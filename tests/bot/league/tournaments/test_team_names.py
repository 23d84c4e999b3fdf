"""The names of teams: cleaned, and in pictures."""

from dataclasses import dataclass, field

import pytest

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
