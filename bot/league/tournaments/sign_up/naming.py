"""The names that teams of a tournament give themselves."""

import unicodedata
from dataclasses import replace

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.hosting.requests import require_host, take_step
from bot.league.tournaments.requests import (
    change_tournament,
    clicked_id,
    clicked_tournament,
    names_in,
    refusal_now,
    require_live,
)
from bot.league.tournaments.results.entering import HostStep
from bot.league.tournaments.sign_up.messages import LONGEST_TEAM_NAME, TEAM_NAME_FIELD, team_name_form
from bot.league.tournaments.waiting_list import with_people
from bot.messages.parts.addresses import USER_ID_DIGITS, parse_number
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.messages.parts.text import bold
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.requests.typed_text import UNSEEN, is_visible
from bot.tables.errors import TableError
from storage.league.audit_log import HostAction
from storage.league.tournament_values import Participant, Tournament, TournamentStage


def cleaned(typed: str) -> str:
    """Return a typed name in one line, without invisible characters."""
    kept = "".join(
        one if unicodedata.category(one)[0] != "C" else " " if one.isspace() else ""
        for one in unicodedata.normalize("NFC", typed)
        if one not in UNSEEN
    )
    return " ".join(kept.split())[:LONGEST_TEAM_NAME].rstrip()


def named_team(tournament: Tournament, team: int, typed: str) -> tuple[Participant, ...]:
    """Return a team's members with a new name; "" removes it.

    :raises TableError: if the name has no visible character, or another team has it.
    """
    name = cleaned(typed)
    if typed and not is_visible(name):
        raise TableError("tournament.refusal.team_name_empty")
    others = (one for other, one in tournament.team_names.items() if other != team)
    if name and name.casefold() in map(str.casefold, others):
        raise TableError("tournament.refusal.team_name_taken", name=name)
    return tuple(replace(one, team_name=name) for one in tournament.teams[team])


def own_team(tournament: Tournament, user_id: int) -> int:
    """Return the number of a person's team that may be named.

    :raises TableError: if there is none, or the tournament was cancelled.
    """
    own = tournament.participant(user_id)
    if tournament.stage is TournamentStage.CANCELLED:
        raise refusal_now(tournament)
    if own is None or not own.team or tournament.entry_size == 1:
        raise TableError("tournament.refusal.no_own_team")
    return own.team


async def _name_as_host(click: Click, user_id: int, typed: str) -> None:
    """Name or reset the team of a person.

    :raises TableError: if the host may not, or see `named_team`.
    """

    def plan(tournament: Tournament, _now: float) -> HostStep:
        people = named_team(tournament, own_team(tournament, user_id), typed)
        action = HostAction.TEAM_NAME if typed else HostAction.NO_TEAM_NAME
        return HostStep(with_people(tournament, people), action, {"person": user_id})

    await _tell_name(click, await take_step(click, clicked_id(click), plan), user_id, typed)


async def _tell_name(click: Click, after: Tournament, user_id: int, typed: str) -> None:
    """Answer with the name that the team of a person has now."""
    key = "tournament.host.team_name" if cleaned(typed) else "tournament.host.no_team_name"
    name = cleaned(typed) or called(await names_in(click, after), user_id, click.words)
    await click.reply.show(Message(click.words(key, title=bold(after.title), name=bold(name))))


@on(TournamentClick.NAME)
async def _ask_name(click: Click) -> None:
    """Open the form for the name of one's team, or as a host of the team of another person."""
    tournament, of = await clicked_tournament(click), click.address.rest
    if of:
        require_host(click, tournament)
    else:
        require_live(tournament)
    team = own_team(tournament, parse_number(of, USER_ID_DIGITS) if of else click.user_id)
    await click.reply.ask(team_name_form(tournament, team, click.reader, of))


@on(TournamentClick.NAMED)
async def _name_team(click: Click) -> None:
    """Save the name of a team; no text removes it."""
    typed = click.filled.texts.get(TEAM_NAME_FIELD, "")
    if click.address.rest:
        await _name_as_host(click, parse_number(click.address.rest, USER_ID_DIGITS), typed)
        return

    def rename(tournament: Tournament, _now: float) -> Tournament:
        require_live(tournament)
        return with_people(tournament, named_team(tournament, own_team(tournament, click.user_id), typed))

    after = (await change_tournament(click, clicked_id(click), rename)).after
    await _tell_name(click, after, click.user_id, typed)
