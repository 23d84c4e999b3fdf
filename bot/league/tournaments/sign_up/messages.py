"""Messages about teams that form: partners who ask, and names."""

from collections.abc import Collection, Mapping
from typing import Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.showing.names import plain_team_name
from bot.locales import Words
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    Form,
    Row,
    SelectOption,
    Style,
    TextField,
    select_rows,
)
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_BUTTON_LABEL, MAX_OPTION_TEXT, MAX_PLACEHOLDER, bold, message_link, truncate
from storage.league.tournament_values import Tournament

NEW_TEAM: Final = "0"
"""The value of the choice to found a team."""

LONGEST_TEAM_NAME: Final = 30
"""The most characters of a team's name."""

TEAM_NAME_FIELD: Final = "team"


def choose_team(tournament: Tournament, user_id: int, names: Mapping[int, str], reader: Reader) -> Message:
    """Return the choice of incomplete teams, or of a new one.

    Above are the people who ask the reader, with the buttons to answer, and the reader's own question.
    """
    w, own = reader.words, tournament.participant(user_id)
    lacking = [
        (team, members)
        for team, members in tournament.teams.items()
        if len(members) < tournament.entry_size and (own is None or team != own.team)
    ]
    options = [SelectOption(w("tournament.new_team"), NEW_TEAM)]
    options += [
        SelectOption(
            truncate(plain_team_name(tournament, team, names, w), MAX_OPTION_TEXT),
            str(team),
            f"{len(members)}/{tournament.entry_size}",
        )
        for team, members in lacking
    ]
    address = ClickAddress(TournamentClick.TEAM, str(tournament.id))
    question = w("tournament.choose_team")
    rows: tuple[Row, ...] = select_rows(address, options, truncate(question, MAX_PLACEHOLDER))[:_MOST_SELECTS]
    lines = [question]
    if own is not None and tournament.asked_team(own) is not None:
        lines.insert(0, w("tournament.partner.asking", name=bold(called(names, own.asks_id or 0, w))))
        back = ClickAddress(TournamentClick.UNASK, str(tournament.id))
        rows = (*rows, (Button(back, w("tournament.partner.button.take_back")),))
    asking = [one for one in tournament.people if own is not None and tournament.asked_team(one) == own.team]
    for one in asking[: _MOST_ROWS - len(rows)]:
        name = called(names, one.user_id, w)
        lines.insert(0, w("tournament.partner.asks", name=bold(name)))
        rows = (*rows, _partner_buttons(tournament, one.user_id, w, name))
    return Message("\n".join(lines), rows=rows)


_MOST_SELECTS: Final = 3
_MOST_ROWS: Final = 5


def _partner_buttons(tournament: Tournament, asker: int, w: Words, name: str = "") -> tuple[Button, ...]:
    """Return the buttons to answer a person; with a name where several ask."""

    def at(answer: str) -> ClickAddress:
        return ClickAddress(TournamentClick.PARTNER, str(tournament.id), 0, f"{answer}/{asker}")

    yes, no = w("tournament.partner.button.yes"), w("tournament.partner.button.no")
    about = f": {name}" if name else ""
    return (
        Button(at("yes"), truncate(f"{yes}{about}", MAX_BUTTON_LABEL), Style.GO),
        Button(at("no"), truncate(f"{no}{about}", MAX_BUTTON_LABEL)),
    )


def partner_question(
    tournament: Tournament,
    asker: int,
    people: Collection[int],
    names: Mapping[int, str],
    mentioned: Collection[int],
    reader: Reader,
    *,
    direct: bool = False,
) -> Message:
    """Return the question of a person who wants to join a team.

    :param mentioned: the members who want to be mentioned; the others are named.
    :param direct: whether it is a direct message, which has a link instead of buttons.
    """
    w, who = reader.words, bold(called(names, asker, reader.words))
    if direct:
        where = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
        return Message(f"{w('tournament.partner.own', title=bold(tournament.title), name=who)} [↗]({where})")
    listed = w.list([f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in people])
    text = w("tournament.partner.question", title=bold(tournament.title), people=listed, name=who)
    return Message(text, rows=(_partner_buttons(tournament, asker, w),), mentions=tuple(mentioned))


PARTNER_ANSWERS: Final = ("accepted", "declined", "too_late")


def partner_answer(
    tournament: Tournament,
    who: str,
    people: Collection[int],
    names: Mapping[int, str],
    mentioned: Collection[int],
    reader: Reader,
    answer: str,
) -> Message:
    """Return the news of an answer to the people who asked.

    :param answer: one of `PARTNER_ANSWERS`.
    """
    w = reader.words
    listed = w.list([f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in people])
    text = w(f"tournament.partner.answer.{answer}", title=bold(tournament.title), people=listed, name=bold(who))
    return Message(text, mentions=tuple(mentioned))


def team_name_form(tournament: Tournament, team: int, reader: Reader, of: str = "") -> Form:
    """Return the form for the name of a team.

    :param of: the person whose team a host names; "" for one's own.
    """
    w = reader.words
    filled = tournament.team_names.get(team, "")
    field = TextField(
        TEAM_NAME_FIELD, w("tournament.team_name.field"), LONGEST_TEAM_NAME, required=False, filled=filled
    )
    address = ClickAddress(TournamentClick.NAMED, str(tournament.id), 0, of)
    title = w("tournament.person.name" if of else "tournament.button.name")
    return Form(address, title, (field,), w("tournament.team_name.note"))


COMPLETES: Final = {
    "tournament.partner.answer.{}": PARTNER_ANSWERS,
}
