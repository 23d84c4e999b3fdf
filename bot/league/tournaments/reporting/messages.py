"""Texts about claimed results: the form, the questions, their ends."""

from collections.abc import Collection, Mapping
from typing import Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.results.claims import LONGEST_SCORE, ClaimAnswer, other_side, pairing_of, possible_scores
from bot.league.tournaments.showing.names import team_name
from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Form, Style, TextField
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, escape, message_link
from storage.league.result_claims import ClaimState, ResultClaim
from storage.league.tournament_values import Pairing, Tournament

SCORE_FIELD: Final = "score"


def score_form(tournament: Tournament, pairing: Pairing, own: int, names: Mapping[int, str], reader: Reader) -> Form:
    """Return the form for the score of a pairing.

    :param own: the number of the person's team, which is named first.
    """
    w = reader.words
    side = pairing.side_of(own) or own
    teams = (side, *(team for team in pairing.teams if team != side))
    sides = " – ".join(team_name(tournament, team, names, w) for team in teams)
    title = w("tournament.round_of", title=escape(tournament.title), round=pairing.round)
    note = f"{title}: {sides}. {w('tournament.claim.note')}"
    if possible := possible_scores(tournament, pairing, side):
        note = f"{note} {w('tournament.claim.possible', scores=', '.join(possible))}"
    field = TextField(SCORE_FIELD, w("tournament.claim.field"), longest=LONGEST_SCORE)
    address = ClickAddress(TournamentClick.SCORE, str(tournament.id), pairing.id)
    return Form(address, w("tournament.claim.form"), (field,), note)


def claim_message(
    tournament: Tournament, claim: ResultClaim, names: Mapping[int, str], mentioned: Collection[int], reader: Reader
) -> Message:
    """Return the question to the other side, or the claim's end.

    :param mentioned: the people who want to be mentioned; the others are named.
    """
    w, pairing = reader.words, pairing_of(tournament, claim)
    head = _head(tournament, claim, names, w)
    if claim.state is not ClaimState.OPEN or pairing is None:
        return Message(f"{head}\n{w(f'tournament.claim.end.{claim.state}')}")
    asked = other_side(tournament, pairing, claim.user_id)
    people = w.list([f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in asked])
    rows = (_buttons(claim, {ClaimAnswer.CONFIRM: Style.GO, ClaimAnswer.DENY: Style.DANGER}, w),)
    text = f"{head}\n{w('tournament.claim.question', people=people)}"
    return Message(text, rows=rows, mentions=tuple(one for one in asked if one in mentioned))


def host_question(tournament: Tournament, claim: ResultClaim, names: Mapping[int, str], reader: Reader) -> Message:
    """Return the question to the hosts about an unanswered claim, or its end."""
    w, head = reader.words, _head(tournament, claim, names, reader.words)
    if claim.state is not ClaimState.OPEN:
        return Message(f"{head}\n{w(f'tournament.claim.end.{claim.state}')}")
    hosts = tournament.hosts
    asked = w("tournament.claim.ask_host", hosts=w.list([f"<@{one}>" for one in hosts]))
    rows = (_buttons(claim, {ClaimAnswer.ACCEPT: Style.GO, ClaimAnswer.REFUSE: Style.DANGER}, w),)
    return Message(f"{head}\n{asked}", rows=rows, mentions=hosts)


def personal_claim(tournament: Tournament, claim: ResultClaim, names: Mapping[int, str], reader: Reader) -> Message:
    """Return the direct message about a claim, with a link to answer it."""
    where = message_link(tournament.guild_id, tournament.channel_id, claim.message_id)
    head = _head(tournament, claim, names, reader.words)
    return Message(f"{head}\n{reader.words('tournament.claim.own')} [↗]({where})")


def asked_text(tournament: Tournament, claim: ResultClaim, names: Mapping[int, str], w: Words) -> str:
    """Return the confirmation to the person who reports a result."""
    return f"{score_line(tournament, claim, names, w)}\n{w('tournament.claim.asked')}"


def score_line(tournament: Tournament, claim: ResultClaim, names: Mapping[int, str], w: Words) -> str:
    """Return a claimed score between its teams, the winner in bold."""
    pairing = pairing_of(tournament, claim)
    if pairing is None:
        return claim.score
    first, second = claim.scores
    left, right = (team_name(tournament, team, names, w) for team in pairing.teams)
    if first != second:
        left, right = (f"**{left}**", right) if first > second else (left, f"**{right}**")
    return f"{left} {claim.score} {right}"


def _head(tournament: Tournament, claim: ResultClaim, names: Mapping[int, str], w: Words) -> str:
    pairing = pairing_of(tournament, claim)
    title = bold(tournament.title)
    if pairing is not None:
        title = w("tournament.round_of", title=title, round=pairing.round)
    who = bold(called(names, claim.user_id, w))
    return f"{w('tournament.claim.head', title=title, who=who)}\n{score_line(tournament, claim, names, w)}"


def _buttons(claim: ResultClaim, answers: Mapping[ClaimAnswer, Style], w: Words) -> tuple[Button, ...]:
    def at(answer: ClaimAnswer) -> ClickAddress:
        return ClickAddress(TournamentClick.CLAIM, str(claim.tournament_id), claim.id, answer.value)

    return tuple(Button(at(one), w(f"tournament.claim.button.{one}"), style) for one, style in answers.items())


COMPLETES: Final = {
    "tournament.claim.button.{}": ClaimAnswer,
    "tournament.claim.end.{}": [state for state in ClaimState if state is not ClaimState.OPEN],
}
