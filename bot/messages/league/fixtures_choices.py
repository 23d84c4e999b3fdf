"""Choices and questions about tournaments, which only the person sees who is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.locales import Words
from bot.messages.parts.components import MAX_OPTIONS, Address, Button, Kind, Option, Select, Style
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_OPTION_TEXT, MAX_PLACEHOLDER, bold, truncate
from storage.league.fixtures import Pairing, Tournament

from .names import called

__all__ = ["ASKED", "NEW_TEAM", "ask_fixtures", "call_to_table", "choose_fixtures", "choose_pairing", "choose_team"]

NEW_TEAM: Final = "0"
"""The value of the choice to found a team."""

ASKED: Final[Mapping[str, Kind]] = {
    "withdraw": Kind.FIXTURES_WITHDRAW,
    "close": Kind.FIXTURES_CLOSE,
    "cancel": Kind.FIXTURES_CANCEL,
}
"""What is asked for again before it is done."""


def choose_fixtures(tournaments: Sequence[Tournament], reader: Reader) -> Message:
    """The tournaments of a server, to look at one."""
    w = reader.words
    if not tournaments:
        return Message(w("league.fixtures.none", command=reader.command("league fixtures")))
    options = tuple(
        Option(
            truncate(one.title, MAX_OPTION_TEXT),
            str(one.id),
            truncate(f"{w(f'game.{one.game}.name')} · {w(f'league.fixtures.stage.{one.stage}')}", MAX_OPTION_TEXT),
        )
        for one in tournaments[:MAX_OPTIONS]
    )
    question = w("league.fixtures.choose")
    select = Select(Address(Kind.FIXTURES), options, truncate(question, MAX_PLACEHOLDER))
    return Message(question, rows=((select,),))


def choose_team(tournament: Tournament, names: Mapping[int, str], reader: Reader) -> Message:
    """The teams of a tournament that lack somebody, to go with one, and the choice to found one."""
    w = reader.words
    lacking = [(team, members) for team, members in tournament.teams.items() if len(members) < tournament.team_size]
    options = [Option(w("league.fixtures.new_team"), NEW_TEAM)]
    options += [
        Option(
            truncate(" & ".join(called(names, one.user_id, w) for one in members), MAX_OPTION_TEXT),
            str(team),
            f"{len(members)}/{tournament.team_size}",
        )
        for team, members in lacking[: MAX_OPTIONS - 1]
    ]
    address = Address(Kind.FIXTURES_TEAM, str(tournament.id))
    question = w("league.fixtures.choose_team")
    return Message(question, rows=((Select(address, tuple(options), truncate(question, MAX_PLACEHOLDER)),),))


def choose_pairing(
    tournament: Tournament, pairings: Sequence[Pairing], own: int, names: Mapping[int, str], reader: Reader
) -> Message:
    """The open pairings of a team, to open a table for one.

    :param own: the team.
    """
    w = reader.words
    options = tuple(
        Option(
            truncate(f"{one.round}. {_others(tournament, one, own, names, w)}", MAX_OPTION_TEXT),
            str(one.id),
        )
        for one in pairings[:MAX_OPTIONS]
    )
    question = w("league.fixtures.choose_pairing")
    select = Select(Address(Kind.FIXTURES_TABLE, str(tournament.id)), options, truncate(question, MAX_PLACEHOLDER))
    return Message(question, rows=((select,),))


def ask_fixtures(tournament: Tournament, what: str, number: int, reader: Reader) -> Message | None:
    """The question before somebody withdraws, a round is closed or a tournament is broken off; None for anything else.

    :param what: ``withdraw``, ``close`` or ``cancel``.
    :param number: the round.
    """
    w, kind = reader.words, ASKED.get(what)
    if kind is None:
        return None
    text = w(f"league.fixtures.ask.{what}", title=bold(tournament.title), round=number)
    yes = Button(Address(kind, str(tournament.id), number), w("table.button.confirm"), Style.DANGER)
    no = Button(Address(Kind.KEEP), w("table.button.keep"))
    return Message(text, rows=((yes, no),))


def call_to_table(tournament: Tournament, host: str, people: Sequence[int], board: str, reader: Reader) -> Message:
    """The call to those who are to play somebody for whom a table has been opened; it mentions them.

    :param host: the name of whoever opened it.
    :param board: a link to the table.
    """
    w = reader.words
    persons = w.list([f"<@{one}>" for one in people])
    text = w("league.fixtures.called", people=persons, host=bold(host), title=bold(tournament.title))
    return Message(f"{text} [↗]({board})", mentions=tuple(people))


def _others(tournament: Tournament, pairing: Pairing, own: int, names: Mapping[int, str], w: Words) -> str:
    members = tournament.teams
    teams = (
        " & ".join(called(names, one.user_id, w) for one in members[team]) for team in pairing.teams if team != own
    )
    return " – ".join(teams)
