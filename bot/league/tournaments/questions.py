"""Questions before actions, choices of a pairing, and calls to its table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.kinds import current_round
from bot.league.tournaments.showing.names import plain_team_name, versus
from bot.league.tournaments.showing.standings import first_lines
from bot.locales import Words
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    ClickKind,
    Kind,
    SelectOption,
    Style,
    select_rows,
)
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_OPTION_TEXT, MAX_PLACEHOLDER, bold, truncate
from storage.league.tournament_values import Pairing, Tournament


def confirmation(lines: Sequence[str], address: ClickAddress, w: Words, style: Style = Style.DANGER) -> Message:
    """Return the question before an action, whose button has this address."""
    yes = Button(address, w("table.button.confirm"), style)
    return Message("\n".join(lines), rows=((yes, Button(ClickAddress(Kind.KEEP), w("table.button.keep"))),))


def choose_pairing(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    own: int,
    names: Mapping[int, str],
    reader: Reader,
    kind: ClickKind,
) -> Message:
    """Return the open pairings of team `own`, to choose one.

    :param kind: the kind of the choice: opens a table, or reports a result.
    """
    w = reader.words
    options = tuple(
        SelectOption(
            truncate(f"{one.round}. {_others(tournament, one, own, names, w)}", MAX_OPTION_TEXT),
            str(one.id),
        )
        for one in pairings
    )
    question = w("tournament.choose_pairing" if kind is TournamentClick.TABLE else "tournament.claim.choose")
    address = ClickAddress(kind, str(tournament.id))
    return Message(question, rows=select_rows(address, options, truncate(question, MAX_PLACEHOLDER)))


def round_ended(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    names: Mapping[int, str],
    reader: Reader,
    clicked: ClickAddress,
) -> Message:
    """Return the answer to a button of an ended round: the pairing now, with such a button.

    :param pairings: the open pairings of the person.
    """
    w = reader.words
    lines = [w("tournament.round_ended", round=clicked.number, pairing=versus(pairings[0], tournament, names, w))]
    lines += [f"· {versus(one, tournament, names, w)}" for one in pairings[1:]]
    address = replace(clicked, number=current_round(tournament))
    key = "tournament.button.table" if clicked.kind is TournamentClick.TABLE else "tournament.button.report"
    return Message(first_lines(lines, w), rows=((Button(address, w(key), Style.GO),),))


def call_to_table(
    tournament: Tournament, pairing: Pairing, host: str, people: Mapping[int, str], board: str, reader: Reader
) -> Message:
    """Return the call to a newly opened table of a pairing.

    :param host: the name of the person who opened it.
    :param people: the others by id; "" to mention one, or the name of one who does not want it.
    """
    return _call("tournament.called", tournament, pairing, host, people, board, reader)


def call_to_start(
    tournament: Tournament, pairing: Pairing, present: str, people: Mapping[int, str], board: str, reader: Reader
) -> Message:
    """Return the call to press Start at a full table; see `call_to_table`.

    :param present: the name of a player who is at the table.
    """
    return _call("tournament.called.start", tournament, pairing, present, people, board, reader)


def _call(
    key: str, tournament: Tournament, pairing: Pairing, host: str, people: Mapping[int, str], board: str, reader: Reader
) -> Message:
    w = reader.words
    persons = w.list([bold(name) if name else f"<@{one}>" for one, name in people.items()])
    title = w("tournament.round_of", title=bold(tournament.title), round=pairing.round)
    text = w(key, people=persons, host=bold(host), title=title, button=bold(w("lobby.button.start")))
    return Message(f"{text} [↗]({board})", mentions=tuple(one for one, name in people.items() if not name))


def _others(tournament: Tournament, pairing: Pairing, own: int, names: Mapping[int, str], w: Words) -> str:
    others = (team for team in pairing.teams if team != pairing.side_of(own))
    return " – ".join(plain_team_name(tournament, team, names, w) for team in others)
