"""Pages of brackets: which rounds they show, and their alt texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.league.tournaments.progress.rounds import plan_next, plan_withdrawal
from bot.league.tournaments.progress.starting import plan_start
from bot.league.tournaments.showing.bracket_picture import bracket_pages, current_bracket_page, spoken_bracket
from bot.locales import words
from storage.league.results import Place, Result, ResultOrigin
from storage.league.tournament_values import Seeding, Tournament, TournamentKind, TournamentRules
from tests.bot.league.tournaments.tournament_samples import NOON, done, played, tournament
from tests.chance import InOrder

W = words("en")
NAMES = {team: f"T{team}" for team in range(1, 65)}


def begun(people: int, kind: TournamentKind) -> Tournament:
    before = replace(tournament(people), rules=TournamentRules(kind, Seeding.ENTRY))
    return done(before, plan_start(before, InOrder(), NOON))


def next_round(before: Tournament) -> Tournament:
    """Return the tournament after all higher seeds have won their open matches."""
    after = played(before, *(sorted(one.teams) for one in before.open_pairings))
    plan = plan_next(after, NOON)
    assert plan is not None
    return done(after, plan)


def shape(cup: Tournament) -> list[list[list[int]]]:
    """Return the numbers of matches in each round of each tree of each page."""
    pages = bracket_pages(cup, NAMES, {}, W)
    return [[[len(column.boxes) for column in tree.columns] for tree in page] for page in pages]


@pytest.mark.parametrize(
    ("people", "pages"),
    [
        (5, [[[4, 2, 1]]]),
        (16, [[[8, 4, 2, 1]]]),
        (32, [[[8, 4, 2, 1]], [[8, 4, 2, 1]], [[8, 4, 2, 1]]]),
        (33, [[[8, 4, 2, 1]]] * 5),
    ],
)
def test_a_page_has_at_most_sixteen_teams(people: int, pages: list[list[list[int]]]) -> None:
    assert shape(begun(people, TournamentKind.ELIMINATION)) == pages


@pytest.mark.parametrize(
    ("people", "pages"),
    [
        (2, [[[1, 1]]]),
        (3, [[[2, 1, 1], [1, 1]]]),
        (8, [[[4, 2, 1, 1], [2, 2, 1, 1]]]),
        (16, [[[8, 4, 2, 1]], [[4, 4, 2, 2]], [[4, 2, 1, 1], [2, 2, 1, 1]]]),
        (32, [*[[[8, 4, 2, 1]]] * 2, *[[[4, 4, 2, 2]]] * 2, [[4, 2, 1, 1], [2, 2, 1, 1]]]),
    ],
)
def test_a_double_elimination_has_both_brackets_on_its_last_page(people: int, pages: list[list[list[int]]]) -> None:
    assert shape(begun(people, TournamentKind.DOUBLE_ELIMINATION)) == pages


def test_the_bracket_opens_on_a_page_with_the_current_round() -> None:
    cup = begun(32, TournamentKind.ELIMINATION)
    assert current_bracket_page(cup) == 0
    assert current_bracket_page(next_round(cup)) == 2  # the last four rounds begin with the second


def test_the_alt_text_has_scores_byes_walkovers_and_the_champion() -> None:
    cup = begun(5, TournamentKind.ELIMINATION)
    cup = played(cup, (5, 4))
    first = next(one for one in cup.pairings if set(one.teams) == {4, 5})
    cup = replace(cup, pairings=tuple(replace(one, result_id=7) if one == first else one for one in cup.pairings))
    places = (Place(5, 0, 1, won=True, score=104), Place(4, 1, 2, won=False, score=-3))
    result = Result(7, cup.guild_id, None, cup.game, NOON, ResultOrigin.TABLE, places, 2)
    plan = plan_next(cup, NOON)
    assert plan is not None
    cup = done(cup, plan)
    cup = played(done(cup, plan_withdrawal(cup, 1, NOON)), (3, 2))
    plan = plan_next(cup, NOON)
    assert plan is not None
    cup = next_round(done(cup, plan))
    [page] = bracket_pages(cup, NAMES, {7: result}, W)
    assert spoken_bracket("Cup", page) == (
        "Cup: Quarter-finals: T1 – bye, T4 −3 – T5 104 ✓, T2 – bye, T3 – bye; "
        "Semi-finals: T1 – T5 w/o ✓, T2 – T3 ✓; Final: T5 – T3 🏆"
    )


def test_a_long_alt_text_leaves_out_the_first_rounds() -> None:
    cup = begun(16, TournamentKind.ELIMINATION)
    for _ in range(3):
        cup = next_round(cup)
    [page] = bracket_pages(cup, {team: f"{team:032}" for team in NAMES}, {}, W)
    said = spoken_bracket("Cup", page)
    assert len(said) <= 1024
    assert said.startswith("Cup: Quarter-finals: ")
    assert said.endswith(f"Final: {1:032} – {2:032}")
