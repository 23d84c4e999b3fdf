"""Selects offer any number of teams and pairings."""

from dataclasses import replace

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.questions import choose_pairing
from bot.league.tournaments.sign_up.messages import choose_team
from bot.messages.parts.components import Row, Select
from storage.league.tournament_values import Pairing, PairingSide, PairingState
from tests.bot.league.tournaments.tournament_samples import NOON, tournament
from tests.bot.messages.tables import READER


def selects_in(rows: tuple[Row, ...]) -> list[Select]:
    return [part for row in rows for part in row if isinstance(part, Select)]


def test_teams_that_a_select_cannot_hold_go_to_the_next() -> None:
    cup = tournament(60, size=2)
    alone = replace(cup, people=tuple(replace(one, team=one.user_id) for one in cup.people))
    selects = selects_in(choose_team(alone, 0, {}, READER).rows)
    assert [len(select.options) for select in selects] == [25, 25, 11]  # to found a team, and 60
    assert [option.value for select in selects for option in select.options] == [str(team) for team in range(61)]
    assert [select.address.number for select in selects] == [0, 1, 2]


def test_pairings_that_a_select_cannot_hold_go_to_the_next() -> None:
    cup = tournament(2)
    cup = replace(cup, people=tuple(replace(one, team=one.user_id) for one in cup.people))
    open_pairings = [
        Pairing(number, 1, PairingState.OPEN, (PairingSide(1), PairingSide(2)), "", NOON) for number in range(1, 27)
    ]
    selects = selects_in(choose_pairing(cup, open_pairings, 1, {}, READER, TournamentClick.TABLE).rows)
    assert [[option.value for option in select.options] for select in selects] == [
        [str(number) for number in range(1, 26)],
        ["26"],
    ]
