"""Partners who ask and answer before they become a team."""

import logging
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.requests import (
    change_tournament,
    clicked_id,
    clicked_tournament,
    done_text,
    names_in,
    require_stage,
)
from bot.league.tournaments.sign_up.entry import require_partner_entry, sign_up, signed_text
from bot.league.tournaments.sign_up.messages import NEW_TEAM, choose_team, partner_answer
from bot.league.tournaments.waiting_list import with_people
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.messages.parts.text import bold
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.tables.errors import TableError
from storage.league.tournament_values import Participant, Tournament, TournamentStage

logger = logging.getLogger(__name__)

_MAX_DIGITS: Final = 20
"""The most digits of the id of a person."""


@on(TournamentClick.TEAMS)
async def _choose_team(click: Click) -> None:
    await click.require_admitted()
    tournament = await clicked_tournament(click)
    require_stage(tournament, TournamentStage.OPEN)
    names = await names_in(click, tournament)
    await click.reply.whisper(choose_team(tournament, click.user_id, names, click.reader))


@on(TournamentClick.TEAM)
async def _join_team(click: Click) -> None:
    """Found a team, or ask the members of another one."""
    await click.require_admitted()
    if click.value == NEW_TEAM:
        founded = await sign_up(click, clicked_id(click), 0)
        await click.reply.renew(Message(signed_text(click, founded)))
        return
    team = parse_number(click.value)
    before = await clicked_tournament(click)
    require_stage(before, TournamentStage.OPEN)
    own = before.participant(click.user_id)
    asked = [one.user_id for one in _require_joinable(before, own, team)]
    click.services.limits.quotas.mention(click.user_id, asked, before.channel_id)
    if own is None:
        await sign_up(click, before.id)

    def ask(tournament: Tournament, _now: float) -> Tournament:
        require_stage(tournament, TournamentStage.OPEN)
        own = tournament.participant(click.user_id)
        members = _require_joinable(tournament, own, team)
        if own is None:
            raise TableError("tournament.refusal.not_signed")
        if own.asks_id == members[0].user_id:
            return tournament
        return with_people(tournament, [replace(own, asks_id=members[0].user_id)])

    after = (await change_tournament(click, before.id, ask)).after
    names = await names_in(click, after)
    named = click.words.list([bold(called(names, one.user_id, click.words)) for one in after.teams[team]])
    await click.reply.renew(Message(click.words("tournament.partner.asked", names=named)))


def _require_joinable(tournament: Tournament, own: Participant | None, team: int) -> tuple[Participant, ...]:
    """Return the members of a team that a person may ask.

    :raises TableError: if it is full, gone or theirs, or only one side has a place.
    """
    members = tournament.teams.get(team, ())
    if not members:
        raise TableError("tournament.refusal.no_team")
    if own is not None and own.team == team:
        raise TableError("tournament.refusal.signed")
    if len(members) >= tournament.entry_size:
        raise TableError("tournament.refusal.team_full")
    if own is not None:
        require_partner_entry(own, members)
    return members


async def _notify(click: Click, tournament: Tournament, people: Collection[int], answer: str) -> None:
    """Tell people of the answer to their question, each in their way.

    :param answer: one of `PARTNER_ANSWERS`.
    """
    preferences, channels = click.services.preferences, click.services.channels
    notices = {one: (await preferences.player(click.guild_id, one)).notice for one in people if one > 0}
    names = await names_in(click, tournament)
    mentioned = [one for one, notice in notices.items() if notice == "mention"]
    reader = preferences.reader_in(tournament.locale)
    me = click.person.name
    try:
        shown = partner_answer(tournament, me, people, names, mentioned, reader, answer)
        await channels.send(tournament.channel_id, shown)
        for one in (one for one, notice in notices.items() if notice == "dm"):
            own = await preferences.reader_for(click.guild_id, one, tournament.locale)
            await channels.direct(one, partner_answer(tournament, me, [one], names, (), own, answer))
    except REQUEST_ERRORS as error:  # the card shows the teams, too
        logger.warning("the answer to a question of a partner could not be sent: %s", error)


@on(TournamentClick.PARTNER)
async def _answer(click: Click) -> None:
    """Answer a person who asks for a place in one's team."""
    answer, _, asker_id = click.address.rest.partition("/")
    if answer not in ("yes", "no"):
        raise TableError("error.button_unknown")
    asking = parse_number(asker_id, _MAX_DIGITS)

    def settle(tournament: Tournament, _now: float) -> Tournament:
        require_stage(tournament, TournamentStage.OPEN)
        asker, own = tournament.participant(asking), tournament.participant(click.user_id)
        if asker is None or tournament.asked_team(asker) is None:
            raise TableError("tournament.partner.refusal.ended")
        if own is None or own.team != tournament.asked_team(asker):
            raise TableError("tournament.partner.refusal.others")
        after = replace(asker, asks_id=None)
        if answer == "yes":
            require_partner_entry(asker, [own])
            after = replace(after, team=own.team, team_name=own.team_name)
        answering = replace(own, asks_id=None) if answer == "yes" else own
        return with_people(tournament, [after, answering])

    change = await change_tournament(click, clicked_id(click), settle)
    tournament, names = change.after, await names_in(click, change.after)
    too_late = [
        one.user_id
        for one in change.before.people
        if one.user_id not in (asking, click.user_id)
        if change.before.asked_team(one) is not None and tournament.asked_team(one) is None
    ]
    name = bold(called(names, asking, click.words))
    await click.reply.renew(Message(click.words(f"tournament.partner.{answer}", name=name, me=bold(click.person.name))))
    await _notify(click, tournament, [asking], "accepted" if answer == "yes" else "declined")
    if too_late:
        await _notify(click, tournament, too_late, "too_late")


@on(TournamentClick.UNASK)
async def _take_back(click: Click) -> None:
    """Take one's question back."""

    def take_back(tournament: Tournament, _now: float) -> Tournament:
        require_stage(tournament, TournamentStage.OPEN)
        own = tournament.participant(click.user_id)
        if own is None or own.asks_id is None:
            raise TableError("tournament.partner.refusal.ended")
        return with_people(tournament, [replace(own, asks_id=None)])

    tournament = (await change_tournament(click, clicked_id(click), take_back)).after
    await click.reply.renew(Message(done_text(click, "tournament.partner.taken_back", tournament)))


COMPLETES: Final = {
    "tournament.partner.{}": ("yes", "no"),
}
