"""Texts about computers, and room for the lobby's buttons."""

from dataclasses import replace

import pytest

import games
from bot.league.tournaments.clicks import TournamentClick
from bot.locales import words
from bot.messages.parts import computer_ratings
from bot.messages.parts.components import Button, ClickAddress, Kind, Select
from bot.messages.parts.reader import Reader
from bot.messages.table.lobby import lobby_menu, lobby_message
from bot.messages.table.notes import NO_NOTES, Notes
from storage.matches import COMPUTER_LEVELS, Player
from tests.bot.messages.tables import READER
from tests.bot.tables.tabletop import ADA, a_lobby


@pytest.fixture
def rated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give strong computers a rating at Block only."""
    monkeypatch.setattr(computer_ratings, "_RATINGS", {"block": {"strong": 1612}})


def test_the_lobby_gives_the_rating_of_a_computer_at_this_game(rated: None) -> None:
    table = a_lobby(ADA, Player.STRONG, game="block")
    shown = lobby_message(table, Reader(words("en"), {}, {}, "picture"))
    seats = shown.embed.fields[0].value if shown.embed else ""
    assert str(seats).splitlines()[1].endswith(" · Computer (strong)** · rating 1612")
    menu = lobby_menu(table, Reader(words("en"), {}, {}, "picture"), can_call=False)
    (select,) = [part for row in menu.rows for part in row if isinstance(part, Select)]
    assert [option.value for option in select.options] == [level.value for level in COMPUTER_LEVELS]
    assert [option.description for option in select.options][1:3] == [
        "Thinks for a moment",
        "Thinks longer · rating 1612",
    ]


@pytest.mark.parametrize(("game", "level"), [("block", Player.MASTER), ("bingo", Player.STRONG)])
def test_no_rating_is_shown_that_was_not_measured(rated: None, game: str, level: Player) -> None:
    shown = lobby_message(a_lobby(ADA, level, game=game), Reader(words("en"), {}, {}, "picture"))
    assert "rating" not in str(shown.embed.fields[0].value if shown.embed else "")


SEED = f"match.{'0' * 64}"
ACCEPTED = Notes(("🏆 The match counts",), row=(Button(ClickAddress(TournamentClick.ACCEPT_PAIRING, "m", 7), "Count"),))


@pytest.mark.parametrize("rematch_of", [None, "before"])
@pytest.mark.parametrize("notes", [NO_NOTES, ACCEPTED, replace(ACCEPTED, kept_seats=2), Notes(kept_seats=2)])
@pytest.mark.parametrize("game", games.TABLE_GAMES)
def test_no_lobby_drops_a_button(game: str, notes: Notes, rematch_of: str | None) -> None:
    kind = games.TABLE_GAMES[game]
    for seats in range(1, max(kind.seat_counts) + 1):
        table = a_lobby(ADA, *[Player.REGULAR] * (seats - 1), game=game, rematch_of=rematch_of, server_seed=SEED)
        shown = lobby_message(table, READER, notes)
        menu = lobby_menu(table, READER, can_call=True)
        kinds = [part.address.kind for row in shown.rows for part in row if isinstance(part, Button)]
        private = [part.address.kind for row in menu.rows for part in row if isinstance(part, Button)]
        assert (TournamentClick.ACCEPT_PAIRING in kinds) == bool(notes.row)
        if rematch_of is None or seats not in kind.seat_counts:
            assert kinds.count(Kind.CHOOSE_TEAM) == kind.info.teams
            assert notes.kept_seats or Kind.LOBBY_MENU in kinds
        assert {Kind.LEARN, Kind.CALL_PLAYERS, Kind.FILL_SEATS, Kind.CANCEL} <= set(private)
        assert (Kind.DRAW_TEAMS in private) == (kind.info.teams > 0)


def test_buttons_for_which_a_row_has_no_room_go_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.TABLE_GAMES["seventy_nine"]
    monkeypatch.setattr(game, "info", replace(game.info, teams=3))
    shown = lobby_message(a_lobby(ADA, game="seventy_nine", server_seed=SEED), READER)
    labels = [[part.label for part in row if isinstance(part, Button)] for row in shown.rows]
    assert labels == [["Join", "Add computer", "Start", "Options", "More…"], ["Team A", "Team B", "Team C"]]
    menu = lobby_menu(a_lobby(ADA, game="seventy_nine", server_seed=SEED), READER, can_call=True)
    assert [len(row) for row in menu.rows] == [1, 5, 4]
