"""Players who report the result of a match that they played elsewhere."""

from functools import partial

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.hosting.requests import require_host, take_step
from bot.league.tournaments.live import TournamentStep
from bot.league.tournaments.reporting.messages import SCORE_FIELD, asked_text, claim_message, score_form
from bot.league.tournaments.requests import change_tournament, clicked_id, clicked_tournament, names_in
from bot.league.tournaments.results.claims import (
    STATES,
    ClaimAnswer,
    answer_claim,
    claim_of,
    other_side,
    require_not_in_play,
    takes_claims,
)
from bot.league.tournaments.results.entering import HostStep
from bot.league.tournaments.tables import chosen_pairing, own_pairings
from bot.messages.parts.message import Message
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.tables.errors import TableError
from storage.database import Transaction
from storage.league import pairing_tables, result_claims, tournaments
from storage.league.result_claims import ResultClaim
from storage.league.tournament_values import Pairing, Tournament


@on(TournamentClick.REPORT)
async def _report_result(click: Click) -> None:
    """Open the form for the person's pairing."""
    tournament = await clicked_tournament(click)
    own_pairings(tournament, click.user_id)  # refuses a person without one first
    if not takes_claims(tournament):
        raise TableError("tournament.claim.refusal.format")
    own, pairing = await chosen_pairing(click, tournament)
    if pairing is not None:
        await _ask_score(click, tournament, pairing, own)


async def _ask_score(click: Click, tournament: Tournament, pairing: Pairing, own: int) -> None:
    """Open the form, or show the other side's question again."""
    async with click.services.database.read() as tx:
        claim = await result_claims.open_for(tx, pairing.id)
        in_play = await pairing_tables.in_play(tx, tournament)
        names = await tournaments.names(tx, tournament)
    if claim is not None and click.user_id in other_side(tournament, pairing, claim.user_id):
        await click.reply.show(claim_message(tournament, claim, names, (), click.reader))
        return
    _require_unclaimed(claim)
    require_not_in_play(pairing.id, in_play)
    await click.reply.ask(score_form(tournament, pairing, own, names, click.reader))


def _require_unclaimed(claim: ResultClaim | None) -> None:
    if claim is not None:
        raise TableError("tournament.claim.refusal.waiting")


@on(TournamentClick.SCORE)
async def _claim_result(click: Click) -> None:
    """Save the claimed result; the tournament's channel asks the other side."""
    typed = click.filled.texts.get(SCORE_FIELD, "")
    before, claims = await clicked_tournament(click), list[ResultClaim]()
    for one in (one for one in before.open_pairings if one.id == click.address.number):
        asked = other_side(before, one, click.user_id)
        click.services.limits.quotas.mention(click.user_id, asked, before.channel_id)

    def report(tournament: Tournament, now: float) -> TournamentStep:
        claim = claim_of(tournament, click.address.number, click.user_id, typed, now, tournament.around.in_play)
        claims.append(claim)
        return TournamentStep(tournament, (partial(add, claim),))

    async def add(claim: ResultClaim, tx: Transaction, _tournament: Tournament) -> None:
        _require_unclaimed(await result_claims.open_for(tx, claim.pairing_id))
        await result_claims.add(tx, claim)

    tournament, claim = (await change_tournament(click, clicked_id(click), report)).after, claims[-1]
    names = await names_in(click, tournament)
    await click.reply.show(Message(asked_text(tournament, claim, names, click.words)))


@on(TournamentClick.CLAIM)
async def _answer_claim(click: Click) -> None:
    """Answer a claimed result, as the other side or as a host."""
    answer = next((one for one in ClaimAnswer if one == click.address.rest), None)
    if answer is None:
        raise TableError("error.button_unknown")
    claim = await _clicked_claim(click)

    def allow(tournament: Tournament) -> None:
        if answer.is_of_host:
            require_host(click, tournament)

    def plan(tournament: Tournament, now: float) -> HostStep:
        return answer_claim(tournament, claim, click.user_id, answer, now)

    async def end_claim(tx: Transaction, tournament: Tournament) -> None:
        if answer.enters:
            require_not_in_play(claim.pairing_id, tournament.around.in_play)
        if not await result_claims.answer(tx, claim.id, STATES[answer]):
            raise TableError("tournament.claim.end.superseded")

    try:
        await take_step(click, claim.tournament_id, plan, allow=allow, also=(end_claim,))
    except TableError as refusal:
        newest = await _clicked_claim(click)
        if newest.state is claim.state:
            raise
        raise TableError(f"tournament.claim.end.{newest.state}") from refusal  # answered meanwhile
    await click.reply.show(Message(click.words(f"tournament.claim.end.{STATES[answer]}")))


async def _clicked_claim(click: Click) -> ResultClaim:
    claim = await click.services.database.run_read(
        lambda tx: result_claims.load(tx, click.guild_id, click.address.number)
    )
    if claim is None or claim.tournament_id != clicked_id(click):
        raise TableError("tournament.claim.end.superseded")
    return claim
