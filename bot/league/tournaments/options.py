"""Options of commands about tournaments."""

from datetime import datetime, timedelta
from typing import ClassVar
from zoneinfo import ZoneInfo

from bot.cogs.suggestions import EVENINGS, Choices, Suggested, Typing, fitting
from bot.league.tournaments.hosting.requests import PairingKey, choices_of_winner, named_pairings
from bot.league.tournaments.progress.starting import CHECK_IN_S
from bot.league.tournaments.requests import LIVE_STAGES, can_join, newest_of, parts_of_names
from bot.league.tournaments.showing.names import stage_text
from bot.locales import Words
from bot.messages.parts.people import told_apart
from bot.requests.typed_times import (
    USUAL_TIME,
    read_day,
    read_time,
    time_zone_of,
    without_every,
)
from bot.tables.errors import TableError
from storage.league.tournament_values import Tournament, TournamentStage


class AnyTournament(Suggested):
    """A tournament of the server, by its number."""

    stages: ClassVar[tuple[TournamentStage, ...]] = tuple(TournamentStage)

    async def suggest(self, typing: Typing) -> Choices:
        w = typing.words
        newest = await newest_of(typing.services, typing.guild_id, self.stages)
        found = tuple(filter(self.is_meant, newest))
        labels = told_apart(await parts_of_names(typing.services, typing.guild_id, found, w))
        return fitting(((f"{labels[one.id]} · {stage_text(one, w)}", str(one.id)) for one in found), typing.text)

    def is_meant(self, _tournament: Tournament) -> bool:
        """Return True if one of these stages is suggested."""
        return True


class JoinableTournament(AnyTournament):
    """A tournament with open registration."""

    stages = LIVE_STAGES

    def is_meant(self, tournament: Tournament) -> bool:
        return can_join(tournament)


class LiveTournament(AnyTournament):
    """A tournament in progress."""

    stages = LIVE_STAGES


class HostedPairing(Suggested):
    """A pairing of a running tournament."""

    async def suggest(self, typing: Typing) -> Choices:
        return fitting((await named_pairings(typing.services, typing.guild_id, typing.words)).items(), typing.text)


class PairingResult(Suggested):
    """The winner of the chosen pairing, a draw, or a walkover."""

    async def suggest(self, typing: Typing) -> Choices:
        try:
            key = PairingKey.parse(str(typing.interaction.namespace["pairing"]))
        except (KeyError, TableError):
            return []
        choices = await choices_of_winner(typing.services, typing.guild_id, key, typing.words)
        return fitting(((name, value) for value, name in choices.items()), typing.text)


class StartTime(Suggested):
    """A tournament's start, in the server's time zone."""

    async def suggest(self, typing: Typing) -> Choices:
        text = without_every(typing.text)
        zone = ZoneInfo(await time_zone_of(typing.services, typing.guild_id))
        now = typing.services.now()
        try:
            typed = read_time(text, now, zone.key)
        except TableError:
            return []
        if typed is not None:
            at = datetime.fromtimestamp(typed, zone)
            hours = (USUAL_TIME.hour, *EVENINGS) if read_day(text, now, zone.key) else (at.hour,)
            times = [at.replace(hour=hour) for hour in dict.fromkeys(hours)]
            return fitting([self._choice(one, typing.words) for one in times if one.timestamp() > now], "")
        days = [datetime.fromtimestamp(now, zone) + timedelta(days=ahead) for ahead in range(7)]
        times = [day.replace(hour=hour, minute=0) for day in days for hour in EVENINGS]
        usual = [self._choice(one, typing.words) for one in times if one.timestamp() > now + CHECK_IN_S]
        return fitting(usual, text)

    @staticmethod
    def _choice(at: datetime, w: Words) -> tuple[str, str]:
        return w.moment(at), f"{at:%Y-%m-%d %H:%M}"
