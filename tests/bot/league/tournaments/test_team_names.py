"""The names of teams in pictures of tournaments."""

from dataclasses import dataclass

from bot.league.tournaments.messages import team_names_drawn
from bot.locales import words
from bot.render import as_name, as_whole


@dataclass(frozen=True)
class Member:
    user_id: int


@dataclass(frozen=True)
class Teams:
    teams: dict[int, tuple[Member, ...]]


def test_partners_are_marked_one_by_one_and_stand_ins_stay_whole() -> None:
    tournament = Teams({1: (Member(71234), Member(12)), 2: (Member(13),)})
    drawn = team_names_drawn(tournament, {71234: "天野", 12: "Ada", 13: "דוד"}, words("en"))  # type: ignore[arg-type]
    assert drawn == {1: f"{as_whole('player …1234')} & {as_name('Ada')}", 2: as_name("דוד")}
