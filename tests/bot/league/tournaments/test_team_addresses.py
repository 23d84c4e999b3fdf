"""Addresses of hosts' questions: each that a format of a game can build is parsed back."""

import pytest

import games
from bot.league.tournaments.formats.kinds import KINDS
from bot.league.tournaments.formats.sides import formats_of
from bot.league.tournaments.hosting.messages import AskedResult, confirm_result
from bot.league.tournaments.hosting.questions import confirm_swap
from bot.league.tournaments.progress.rounds import EnteredResult
from bot.league.tournaments.progress.starting import TeamsIncomplete, WrongNumber, plan_start
from bot.locales import words
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.components import MAX_CUSTOM_ID, Button, ClickAddress
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from storage.league.tournament_values import TEAM_DIGITS, Tournament, TournamentKind, side_number
from tests.bot.league.tournaments.tournament_samples import NOON, done, tournament
from tests.chance import InOrder


def begun() -> list[Tournament]:
    """Return a tournament of each format of each game, with 12 teams or people at most."""
    found: list[Tournament] = []
    for game in games.TABLE_GAMES:
        for kind in KINDS:
            for sides, size in formats_of(game):
                if kind is TournamentKind.PARTNERS and size == 1:
                    continue
                teams = min(12, KINDS[kind].most_teams)  # three partners of two digits each have the longest numbers
                people = teams if kind is TournamentKind.PARTNERS else teams * size
                cup = tournament(people, kind=kind, game=game, sides=sides, size=size)
                try:
                    found.append(done(cup, plan_start(cup, InOrder(), NOON)))
                except (WrongNumber, TeamsIncomplete, ValueError):
                    continue  # the game has no such tournament
    return found


def address_of(message: Message) -> ClickAddress:
    """Return the address of the first button, as it comes back from Discord."""
    [[button, *_], *_] = message.rows
    assert isinstance(button, Button)
    custom_id = button.address.custom_id("b")
    assert len(custom_id) <= MAX_CUSTOM_ID
    return ClickAddress.parse(custom_id)


def test_every_result_and_swap_that_a_host_confirms_is_read_back() -> None:
    reader, cups = Reader(words("en")), begun()
    assert {cup.kind for cup in cups} == set(KINDS)
    assert {cup.game for cup in cups} == set(games.TABLE_GAMES)
    for cup in cups:
        for pairing in cup.pairings[-2:]:  # those with the largest numbers
            for winner in pairing.teams:
                for played in (True, False):
                    after = EnteredResult.won(pairing, winner, played=played)
                    address = address_of(confirm_result(cup, after, {}, {}, reader))
                    assert AskedResult.parse(address.rest).places == after.places
            two = (pairing.teams[0], pairing.teams[-1])
            swap = address_of(confirm_swap(cup, two, ("one", "other"), (), (), reader))
            assert tuple(parse_number(one, TEAM_DIGITS) for one in swap.rest.split("/")) == two


@pytest.mark.parametrize(("partners", "number"), [((7,), 7), ((99,), 99), ((3, 12), 312), ((97, 98, 99), 979_899)])
def test_the_number_of_partners_has_at_most_six_digits(partners: tuple[int, ...], number: int) -> None:
    assert side_number(partners) == number
    assert len(str(number)) <= TEAM_DIGITS
