"""The dates of club nights, worked out by hand."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

from bot.league.club_nights.calendar import moved_on, moved_to, next_start, opens_at
from storage.league.club_nights import ClubNight

WARSAW = "Europe/Warsaw"
FRIDAY = date(2026, 10, 23)

NIGHT = ClubNight(
    id=1,
    guild_id=1,
    channel_id=1,
    host_id=1,
    title="Club",
    locale="en",
    created_at=0.0,
    first_day=FRIDAY,
    clock=time(20),
    open_s=2 * 86_400,
    evenings=({"game": "block"}, {"game": "draw"}, {"game": "muggins"}),
    next_day=FRIDAY,
)


def at(*parts: int) -> float:
    return datetime(*parts, tzinfo=UTC).timestamp()  # type: ignore[misc, arg-type]  # a date and a time


def test_the_local_time_stays_when_the_clocks_are_put_back() -> None:
    assert next_start(NIGHT, WARSAW) == at(2026, 10, 23, 18)
    following = moved_on(NIGHT, WARSAW, at(2026, 10, 21, 18))
    assert next_start(following, WARSAW) == at(2026, 10, 30, 19), "in winter 20:00 is 19:00 UTC"
    assert opens_at(following, WARSAW) == at(2026, 10, 28, 19)


def test_the_local_time_stays_when_the_clocks_are_put_forward() -> None:
    spring = replace(NIGHT, first_day=date(2027, 3, 26), next_day=date(2027, 3, 26))
    assert next_start(spring, WARSAW) == at(2027, 3, 26, 19)
    assert next_start(moved_on(spring, WARSAW, at(2027, 3, 24, 19)), WARSAW) == at(2027, 4, 2, 18)


def test_evenings_in_the_past_are_passed_over() -> None:
    assert moved_on(NIGHT, WARSAW, at(2026, 11, 6, 19)).next_day == date(2026, 11, 13)
    assert moved_on(replace(NIGHT, weekly=False), WARSAW, at(2026, 10, 21, 18)).next_day is None


def test_games_take_turns_by_weeks() -> None:
    days = [date(2026, 10, 23), date(2026, 10, 30), date(2026, 11, 6), date(2026, 11, 13)]
    assert [NIGHT.game(day) for day in days] == ["block", "draw", "muggins", "block"]
    second = replace(NIGHT, next_day=days[1])
    thursday = moved_to(second, datetime(2026, 11, 5, 19, 30, tzinfo=UTC))
    assert thursday.game(date(2026, 11, 5)) == "draw"
    assert thursday.game(date(2026, 11, 12)) == "muggins"
