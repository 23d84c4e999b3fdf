"""The questions about results that players claim, in the channel of their tournament."""

from dataclasses import replace
from functools import partial

from bot.league.tournaments.announcing.sending import NewsSender
from bot.league.tournaments.reporting.messages import claim_message, host_question, personal_claim
from bot.league.tournaments.results.claims import ANSWER_S, is_open, other_side, pairing_of
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.unsaved_messages import UnsavedMessages
from storage.league import result_claims
from storage.league.result_claims import ClaimState, ResultClaim
from storage.league.tournament_values import Tournament


class ClaimQuestions:
    """Asks about claimed results, and shows the ends of such questions."""

    def __init__(
        self, services: CoreServices, channels: Channels, unsaved: UnsavedMessages, sender: NewsSender
    ) -> None:
        self._services = services
        self._channels = channels
        self._unsaved = unsaved
        self._sender = sender

    async def show(self, tournament: Tournament) -> None:
        """Show the claims of a tournament as they are now.

        :raises discord.HTTPException: if a question could not be posted or edited.
        """
        claims = await self._services.database.run_read(lambda tx: result_claims.load_unfinished(tx, tournament.id))
        if any(one.state is ClaimState.OPEN and not is_open(tournament, one) for one in claims):
            async with self._services.database.write() as tx:
                await result_claims.supersede_settled(tx, tournament.id)
                claims = await result_claims.load_unfinished(tx, tournament.id)
        for claim in claims:
            shown = await self._show_claim(tournament, claim)
            if shown != claim:
                save = partial(result_claims.save_shown, claim=shown)
                await self._unsaved.save(tournament.id, partial(self._services.database.run_write, save))

    async def _show_claim(self, tournament: Tournament, claim: ResultClaim) -> ResultClaim:
        """Show a claim as it is now; return it with its messages."""
        reader, pairing = self._sender.reader(tournament), pairing_of(tournament, claim)
        asked = () if pairing is None else other_side(tournament, pairing, claim.user_id)
        audience = await self._sender.audience(tournament, asked)
        question = claim_message(tournament, claim, audience.names, audience.mentioned, reader)
        to_hosts = host_question(tournament, claim, audience.names, reader)
        if claim.state is not ClaimState.OPEN:
            for message_id, message in ((claim.message_id, question), (claim.host_message_id, to_hosts)):
                if message_id is not None:
                    await self._channels.edit(tournament.channel_id, message_id, message)
            return replace(claim, end_shown=True)
        if not is_open(tournament, claim):
            return claim  # settled meanwhile; the next run shows that
        what = f"claim:{claim.id}"
        if claim.message_id is None:
            claim = replace(claim, message_id=await self._sender.send(tournament, question, what, since=claim.at))
            await self._sender.send_directly(
                tournament,
                audience.direct,
                what,
                lambda _, own: personal_claim(tournament, claim, audience.names, own),
            )
        elif claim.host_message_id is None and claim.at + ANSWER_S <= self._services.now():
            asked_id = await self._sender.send(tournament, to_hosts, f"{what}:host", claim.user_id, claim.at)
            claim = replace(claim, host_message_id=asked_id)
        return claim
