"""Results that hosts enter: orders of finish for larger tables, and what the format refuses."""

from contextlib import nullcontext
from dataclasses import replace

import pytest

from bot.league.tournaments.hosting.several_results import LONGEST_LINE, ResultLine, refused_lines
from bot.league.tournaments.progress.rounds import EnteredResult, plan_next
from bot.league.tournaments.progress.starting import plan_start
from bot.league.tournaments.results.entering import places_in_order, require_enterable
from bot.locales import words
from bot.messages.parts.components import MAX_CUSTOM_ID, Button
from bot.messages.parts.reader import Reader
from bot.tables.errors import TableError
from storage.league.tournament_values import Seeding, Tournament, TournamentKind, TournamentRules
from tests.bot.league.tournaments.tournament_samples import NOON, done, played, tournament
from tests.chance import InOrder


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("2 1 4 3", (2, 1, 4, 3)),
        ("2143", (2, 1, 4, 3)),
        ("4,3,1,2", (3, 4, 2, 1)),
        ("2=1 4 3", (1, 1, 4, 3)),
        ("2 > 1 = 4 > 3", (2, 1, 4, 2)),
        ("1=2=3=4", (1, 1, 1, 1)),
        ("3", (2, 2, 1, 2)),
        *((typed, ()) for typed in ("", "5", "2 1 4", "2 1 4 4", "2 1 4 3 5", "2 1 1 4 3", "=2143", "2:1", "draw")),
    ],
)
def test_an_order_gives_each_side_its_place(typed: str, places: tuple[int, ...]) -> None:
    assert places_in_order(4, typed) == places


def test_two_sides_have_no_order() -> None:
    assert places_in_order(2, "2 1") == ()


def test_five_lines_of_the_largest_table_fit_into_an_address() -> None:
    order = "2=1=3=4=5"
    assert len(order) == LONGEST_LINE
    lines = [ResultLine(36**5 - number, order, None) for number in range(1, 6)]
    message = refused_lines(tournament(4), lines, {}, {}, Reader(words("en")))
    [[button]] = message.rows
    assert isinstance(button, Button)
    assert len(button.address.custom_id("b")) <= MAX_CUSTOM_ID


def begun(kind: TournamentKind) -> Tournament:
    before = replace(tournament(4), rules=TournamentRules(kind, Seeding.ENTRY))
    return done(before, plan_start(before, InOrder(), NOON))


LEAGUE, CUP = begun(TournamentKind.SWISS), begun(TournamentKind.ELIMINATION)  # 1 meets 3 in one, 4 in the other
SEMI_FINALS = played(CUP, (1, 4), (2, 3))
FINAL = done(SEMI_FINALS, plan_next(SEMI_FINALS, NOON) or SEMI_FINALS)


@pytest.mark.parametrize(
    ("now", "winner", "refusal"),
    [
        (LEAGUE, None, ""),
        (LEAGUE, 3, ""),
        (played(LEAGUE, (3, 1)), 1, ""),
        (played(LEAGUE, (3, 1)), 3, "same_result"),
        (CUP, None, "needs_winner"),
        (FINAL, 4, ""),
        (played(FINAL, (1, 2)), 4, "built_on"),
    ],
)
def test_a_result_is_refused_with_its_reason(now: Tournament, winner: int | None, refusal: str) -> None:
    with pytest.raises(TableError, match=refusal) if refusal else nullcontext():
        require_enterable(now, EnteredResult.won(now.pairings[0], winner))
