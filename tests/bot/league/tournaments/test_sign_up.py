"""Signing up: places, teams, the waiting list, and what is refused, as plain steps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.league.tournaments.sign_up.entry import plan_sign_up
from bot.league.tournaments.waiting_list import waiting_list
from bot.tables.errors import TableError
from storage.league.tournament_values import Tournament, TournamentRules, TournamentStage
from tests.bot.league.tournaments.tournament_samples import NOON, tournament

ALONE = None
NEW = 0


def kent(limit: int = 0) -> Tournament:
    """Return a tournament of pairs."""
    return limited(tournament(0, game="kent", size=2), limit)


def limited(cup: Tournament, limit: int) -> Tournament:
    return replace(cup, rules=TournamentRules(cup.kind, limit=limit))


def signed(cup: Tournament, *people: tuple[int, int | None]) -> Tournament:
    """Return the tournament after these people have signed up in turn, each for a team."""
    for order, (person, team) in enumerate(people):
        cup = plan_sign_up(cup, person, team, NOON + order)
    return cup


def alone(*people: int) -> list[tuple[int, None]]:
    return [(person, ALONE) for person in people]


@pytest.mark.parametrize(
    ("cup", "before", "last", "refusal"),
    [
        (tournament(0), alone(1), (1, ALONE), "signed"),
        (kent(), [(1, NEW)], (1, 1), "signed"),
        (kent(), [(1, NEW), (2, 1)], (3, 1), "team_full"),
        (kent(), [(1, NEW)], (2, 5), "no_team"),
        (kent(), [(1, NEW), (1, ALONE)], (2, 1), "no_team"),
        (tournament(0), alone(*range(1, 17)), (17, ALONE), "full"),  # the most of a round robin
        (limited(tournament(0), 2), alone(1, 2, 3), (3, ALONE), "waits"),
        (limited(tournament(0), 2), alone(*range(1, 53)), (53, ALONE), "full_list"),
        (kent(limit=2), [*alone(1, 2, 3), (4, NEW), (5, NEW)], (3, 2), "waiting_partner"),
        (replace(tournament(2), stage=TournamentStage.RUNNING), [], (3, ALONE), "now.running"),
    ],
)
def test_a_sign_up_is_refused_with_its_reason(
    cup: Tournament, before: list[tuple[int, int | None]], last: tuple[int, int | None], refusal: str
) -> None:
    with pytest.raises(TableError) as refused:
        signed(signed(cup, *before), last)
    assert refused.value.key == f"tournament.refusal.{refusal}"


def test_a_button_of_teams_means_nothing_where_all_play_alone() -> None:
    with pytest.raises(TableError) as refused:
        signed(tournament(0), (1, NEW))
    assert refused.value.key == "error.button_unknown"


def test_who_changes_their_mind_leaves_their_team() -> None:
    cup = signed(kent(), (1, NEW), (2, 1), (2, ALONE))
    assert [(one.user_id, one.team) for one in cup.people] == [(1, 1), (2, 0)]
    assert [one.team for one in signed(cup, (2, NEW)).people] == [1, 2]


def test_a_limit_of_teams_counts_people_and_later_ones_wait_in_order() -> None:
    cup = signed(kent(limit=2), *alone(1, 2, 3, 4, 5), (6, NEW))
    assert [one.user_id for one in cup.placed] == [1, 2, 3, 4]
    assert [[one.user_id for one in unit] for unit in waiting_list(cup)] == [[5], [6]]
