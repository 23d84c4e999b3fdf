"""New tournaments: checking, saving and posting them."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import games
from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.league.tournaments.formats.duplicate import USUAL_DEALS, can_share_deals
from bot.league.tournaments.formats.format import BEST_OF
from bot.league.tournaments.formats.kinds import KINDS, kind_of
from bot.league.tournaments.formats.sides import Format, formats_of, options_fit
from bot.league.tournaments.progress.starting import MOST_LIVE, with_needless_call
from bot.league.tournaments.requests import load_tournament, may_create, require_organiser
from bot.league.tournaments.series.requests import series_needed
from bot.messages.parts.text import timestamp
from bot.messages.welcome import NO_WISHES, Wishes
from bot.requests.limits import TOURNAMENTS, TOURNAMENTS_OF_MANAGER, TOURNAMENTS_OF_ONE
from bot.requests.request import Request
from bot.requests.table.opening import require_channel
from bot.requests.typed_text import read_name
from bot.requests.typed_times import read_time, time_zone_of, without_every
from bot.tables.errors import TableError
from bot.tables.time_controls import has_own_tempo
from storage.league import leagues, people, tournaments
from storage.league.tournament_values import (
    Opponents,
    ScoreComparison,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
)
from storage.matches import Player

LONGEST_TITLE: Final = 80
"""The most characters of a title."""
LONGEST_NIGHT_TITLE: Final = 50
"""The most characters of a club night's title, to which the date is added."""
USUAL_OPEN_HOURS: Final = 48
"""The hours from the announcement of an evening of a club night to its start."""
MOST_ROUNDS: Final = 63
MOST_TEAMS: Final = max(kind.most_teams for kind in KINDS.values())

ARENA_MINUTES: Final = 60
"""The usual minutes of an arena."""

KIND_SETTINGS: Final = (
    "rounds",
    "round_minutes",
    "points",
    "third_place",
    "groups",
    "arena_minutes",
    "no_streak",
    "deals",
    "opponents",
    "level",
    "comparison",
    "best_of",
)
"""The options of a new tournament that only some formats have."""

_POINTS: Final = re.compile(r"(?P<win>\d{1,2})/(?P<draw>\d{1,2})|(?P<places>\d{1,2}(,\d{1,2})*)", re.ASCII)

_FARTHEST_DAYS: Final = 180
"""The most days between the announcement and the start of a tournament."""


@dataclass(frozen=True)
class NewTournament:
    """The values of a form for a new tournament, or for a club night: one evening a week.

    :ivar chosen_kind: the chosen format; None for the usual one.
    :ivar title: "" for the name of the game.
    :ivar rounds: 0 for as many as it takes.
    :ivar players_per_table: the people at a table; None for the fewest that the game takes.
    :ivar wishes: the options and the clock of its tables.
    :ivar round_minutes: the length of a round; None: until the host closes it.
    :ivar start: the time of an automatic start, as typed; None: when the host starts it.
    :ivar seeding: None for the default of the format.
    :ivar points: the scores of wins and draws, as "3/1", or of each place, as "4,2,1,0"; "" for the default.
    :ivar third_place: whether there is a match for the third place.
    :ivar groups: 0 for as many as fit.
    :ivar arena_minutes: the length of an arena; None for an hour.
    :ivar no_streak: whether an arena has no bonus for wins in a row.
    :ivar deals: the deals of a duplicate match; 0 for the usual number.
    :ivar opponents: the players in the other seats there; None for computers.
    :ivar level: the level of the computers there; "" for the usual one.
    :ivar comparison: the comparison of results there; None for matchpoints.
    :ivar series: the series to which it belongs, as typed.
    :ivar limit: the most teams; 0 for the most of the format.
    :ivar best_of: the most decided matches of a pairing.
    :ivar role_id: the role to mention.
    :ivar opened_at: the time at which its form was opened; one form creates one tournament.
    :ivar weekly: whether it is a club night.
    :ivar then: the games of its next weeks; all games take turns.
    :ivar free_play: whether its evenings have no tournament.
    :ivar open_hours: the hours from the announcement of an evening to its start; 0 for the usual ones.
    """

    game: str
    chosen_kind: TournamentKind | None = None
    title: str = ""
    rounds: int = 0
    players_per_table: int | None = None
    round_minutes: int | None = None
    start: str | None = None
    wishes: Wishes = NO_WISHES
    seeding: Seeding | None = None
    points: str = ""
    third_place: bool = False
    groups: int = 0
    arena_minutes: int | None = None
    no_streak: bool = False
    deals: int = 0
    opponents: Opponents | None = None
    level: str = ""
    comparison: ScoreComparison | None = None
    series: str | None = None
    limit: int = 0
    role_id: int | None = None
    best_of: int = 1
    opened_at: float | None = None
    weekly: bool = False
    then: tuple[str, ...] = ()
    free_play: bool = False
    open_hours: int = 0

    @property
    def kind(self) -> TournamentKind:
        """The format: usually one that ends on the evening for which it is planned."""
        is_evening = self.start is not None or self.weekly
        return self.chosen_kind or (TournamentKind.SWISS if is_evening else TournamentKind.ROUND_ROBIN)

    @property
    def settings(self) -> frozenset[str]:
        """The options that can be chosen."""
        of_night = frozenset({"then", "open_hours"} if self.weekly else ())
        lacking = {"clock"} if has_own_tempo(games.TABLE_GAMES[self.game]) else set()
        lacking |= set() if self.is_alone else {"level"}
        of_tournament = (KINDS[self.kind].settings | {"seeding", "players_per_table", "limit", "clock"}) - lacking
        return of_night if self.free_play else of_night | of_tournament

    @property
    def is_alone(self) -> bool:
        """True if each person plays against computers."""
        return KINDS[self.kind].shares_deals and self.opponents is not Opponents.PEOPLE


def of_kind(wanted: NewTournament, kind: TournamentKind) -> NewTournament:
    """Return the values without those that another format lacks."""
    usual = NewTournament(wanted.game)
    lacking = {name: getattr(usual, name) for name in KIND_SETTINGS if name not in KINDS[kind].settings}
    after = replace(wanted, chosen_kind=kind, free_play=False, **lacking)
    if after.players_per_table is not None and (KINDS[kind].two_sides or KINDS[wanted.kind].shares_deals):
        after = replace(after, players_per_table=None)
    return after


def free_evenings(wanted: NewTournament) -> NewTournament:
    """Return the values of a club night without those of tournaments."""
    kept = ("title", "start", "role_id", "opened_at", "then", "open_hours")
    return NewTournament(wanted.game, weekly=True, free_play=True, **{name: getattr(wanted, name) for name in kept})


async def create_tournament(request: Request, wanted: NewTournament) -> str:
    """Save a new tournament and post it; return its title.

    :raises TableError: if the person may not, too many tournaments run or began recently, the form has created it
        already, or see `plan_tournament`.
    """
    saved = await _add(request, await plan_tournament(request, wanted))
    await request.services.of(TournamentMessages).queue.update_now(saved.id, saved.guild_id)
    if saved.starts_at is not None:
        shown = await load_tournament(request, saved.id)
        if not await request.services.of(TournamentMessages).schedule_event(shown):
            needed = request.words("permission.create_events")
            await request.reply.whisper(request.words("tournament.no_event", permission=needed))
    return saved.title


async def plan_evenings(request: Request, wanted: NewTournament) -> list[Tournament]:
    """Return the unsaved tournaments of the form: one, or one for each game of a club night.

    :raises TableError: see `plan_tournament`, or if the title is too long for a club night.
    """
    if wanted.weekly and len(wanted.title) > LONGEST_NIGHT_TITLE:
        raise TableError("tournament.form.too_long")
    return [await plan_tournament(request, wanted), *drafts(request, wanted)[1:]]


def drafts(request: Request, wanted: NewTournament) -> list[Tournament]:
    """Return the tournaments of the form as far as they follow from its settings.

    :raises TableError: if the game does not seat so many people, or the settings conflict.
    """
    of_others = replace(wanted, wishes=replace(wanted.wishes, options={}))
    return [_draft(request, one) for one in (wanted, *(replace(of_others, game=game) for game in wanted.then))]


async def plan_tournament(request: Request, wanted: NewTournament) -> Tournament:
    """Return a new tournament of this channel, unsaved.

    :raises TableError: if the bot may not write here, or the start cannot be read; see also `drafts`.
    """
    await request.require_admitted()
    await require_channel(request)
    if wanted.role_id is not None:
        require_role(request, wanted.role_id)
    guild_locale = request.reply.interaction.guild_locale
    preferred = guild_locale.value if guild_locale else None
    now = request.services.now()
    planned = replace(
        _draft(request, wanted),
        locale=await request.services.preferences.server_locale(request.guild_id, preferred),
        starts_at=None if wanted.start is None else await read_start(request, wanted.start, now),
        series_id=None if wanted.series is None else (await series_needed(request, wanted.series)).id,
    )
    return with_needless_call(planned, now)


def _draft(request: Request, wanted: NewTournament) -> Tournament:
    format_, wishes = _format(wanted, request), wanted.wishes
    if has_own_tempo(games.TABLE_GAMES[wanted.game]):
        wishes = replace(wishes, clock=None)
    if not wanted.is_alone and not options_fit(wanted.game, format_.sides, format_.team_size, wishes.options):
        raise TableError("tournament.refusal.option_sides")
    rules = _rules(wanted, format_.sides)
    if KINDS[wanted.kind].shares_deals:
        rules, wishes = _with_shared_deals(replace(wanted, wishes=wishes), format_, rules, request)
    draft = Tournament(
        id=0,
        guild_id=request.guild_id,
        channel_id=request.channel_id,
        message_id=None,
        host_id=request.user_id,
        title=read_name(wanted.title) or request.words(f"game.{wanted.game}.name"),
        game=wanted.game,
        rules=rules,
        sides=format_.sides,
        team_size=format_.team_size,
        rounds=wanted.rounds,
        round=0,
        stage=TournamentStage.OPEN,
        locale="",
        created_at=wanted.opened_at or request.services.now(),
        clock=wishes.clock,
        options=dict(wishes.options),
        round_s=None if wanted.round_minutes is None else 60 * wanted.round_minutes,
        role_id=wanted.role_id,
    )
    require_limit(draft)
    return draft


async def read_start(request: Request, typed: str, now: float) -> float:
    """Parse a start time in the server's time zone; of several, as "every Friday 20:00", the first.

    :raises TableError: if it is unreadable, past or too far away.
    """
    zone = await time_zone_of(request.services, request.guild_id)
    found = read_time(without_every(typed), now, zone)
    if found is None:
        raise TableError("tournament.refusal.start", value=typed, zone=zone)
    if found <= now:
        there = request.words.moment(datetime.fromtimestamp(now, ZoneInfo(zone)))
        raise TableError("tournament.refusal.start_past", value=typed, zone=zone, now=there)
    if found > now + _FARTHEST_DAYS * 86_400.0:
        raise TableError("tournament.refusal.start_far", when=timestamp(found, "F"), days=_FARTHEST_DAYS)
    return found


def _format(wanted: NewTournament, request: Request) -> Format:
    """Return the team shape for this number of people.

    :raises TableError: if the game does not have it, or it has too many sides for the format.
    """
    if wanted.is_alone:
        return Format(1, 1)
    known = formats_of(wanted.game)
    fitting = [one for one in known if wanted.players_per_table in (None, one.sides * one.team_size)]
    if not fitting:
        allowed = ", ".join(str(one.sides * one.team_size) for one in known)
        raise TableError("tournament.refusal.sides", game=request.words(f"game.{wanted.game}.name"), allowed=allowed)
    if KINDS[wanted.kind].draws_partners and fitting[0].team_size == 1:
        raise TableError("tournament.refusal.no_partners", game=request.words(f"game.{wanted.game}.name"))
    if KINDS[wanted.kind].two_sides and fitting[0].sides > 2:
        raise TableError("tournament.refusal.two_sides", kind=request.words(f"tournament.kind.{wanted.kind}"))
    return fitting[0]


def _with_shared_deals(
    wanted: NewTournament, format_: Format, rules: TournamentRules, request: Request
) -> tuple[TournamentRules, Wishes]:
    """Return the rules of a duplicate tournament, and the wishes for its tables.

    :raises TableError: if deals of the game cannot be compared, or it does not seat so many.
    :raises SetupError: if the options do not suit this number of seats.
    """
    game = games.TABLE_GAMES[wanted.game]
    if not can_share_deals(game):
        fitting = [request.words(f"game.{key}.name") for key, one in games.TABLE_GAMES.items() if can_share_deals(one)]
        raise TableError("tournament.refusal.not_shared", games=request.words.list(fitting))
    seats = wanted.players_per_table or min(game.seat_counts)
    if not wanted.is_alone:
        seats = format_.sides * format_.team_size
    if seats not in game.seat_counts:
        allowed = ", ".join(map(str, sorted(game.seat_counts)))
        raise TableError("tournament.refusal.sides", game=request.words(f"game.{wanted.game}.name"), allowed=allowed)
    deals = wanted.deals or USUAL_DEALS
    options = dict(wanted.wishes.options)
    if any(one.key == "deals" for one in game.option_list):
        options["deals"] = deals
    games.new_match(wanted.game, seats=seats, options=options, seed="the options of a tournament")
    shared = replace(
        rules,
        deals=deals,
        seats=seats,
        opponents=wanted.opponents or Opponents.COMPUTERS,
        level=wanted.level or Player.REGULAR.value,
        comparison=wanted.comparison or ScoreComparison.MATCHPOINTS,
    )
    return shared, replace(wanted.wishes, options=options)


def _rules(wanted: NewTournament, sides: int) -> TournamentRules:
    """Return the rules of the tournament.

    :raises TableError: if the points cannot be read.
    """
    kind = KINDS[wanted.kind]
    require_best_of(sides, wanted.best_of)
    points, draw = read_points(wanted.points, sides) if wanted.points else ((kind.win_points,), 1)
    return TournamentRules(
        wanted.kind,
        wanted.seeding or kind.seeding,
        points,
        draw,
        wanted.third_place,
        wanted.groups,
        60 * (wanted.arena_minutes or ARENA_MINUTES) if kind.is_timed else None,
        kind.is_timed and not wanted.no_streak,
        limit=wanted.limit,
        best_of=wanted.best_of,
    )


def require_best_of(sides: int, best_of: int) -> None:
    """Check that a pairing can be the best of several matches.

    :raises TableError: if more than two sides meet, or it is no such number.
    """
    if best_of not in (BEST_OF if sides == 2 else BEST_OF[:1]):
        raise TableError("tournament.refusal.best_of")


def require_limit(tournament: Tournament) -> None:
    """Check that the format allows a tournament's limit.

    :raises TableError: if it needs more teams, or takes fewer.
    """
    kind, limit = kind_of(tournament), tournament.rules.limit
    fewest, most = kind.fewest_teams(tournament), kind.most_teams
    if limit and not fewest <= limit <= most:
        raise TableError("tournament.refusal.limit", fewest=fewest, most=most)


def require_role(request: Request, role_id: int) -> None:
    """Check that the person and the bot may mention a role.

    :raises TableError: if one of them may not, it is everyone, or it is gone.
    """
    guild = request.reply.interaction.guild
    role = None if guild is None else guild.get_role(role_id)
    if role is None:
        raise TableError("tournament.refusal.role_gone")
    if role.is_default():
        raise TableError("tournament.refusal.role_everyone")
    if role.mentionable:
        return
    permission = request.words("permission.mention_everyone")
    if not request.reply.interaction.permissions.mention_everyone:
        raise TableError("tournament.refusal.role", role=role.mention, permission=permission)
    if request.services.channels.missing(request.channel_id, ("mention_everyone",)):
        raise TableError("tournament.refusal.role_bot", role=role.mention, permission=permission)


def read_points(text: str, sides: int) -> tuple[tuple[int, ...], int | None]:
    """Parse scores: "3/1" (win, draw), or one for each place.

    :param sides: how many sides meet.
    :raises TableError: if it is neither, a place scores more than a better one, or there are more places than sides.
    """
    found = _POINTS.fullmatch("".join(text.split()))
    points = tuple(map(int, (found["win"] or found["places"]).split(","))) if found else ()
    draw = int(found["draw"]) if found and found["draw"] else None
    worse = points[1:] if draw is None else (draw,)
    falling = all(one >= other for one, other in zip(points, worse, strict=False))
    if not points or not falling or points[0] <= min(worse, default=0) or len(points) > sides:
        raise TableError("tournament.refusal.points", most=sides)
    return points, draw


async def _add(request: Request, tournament: Tournament) -> Tournament:
    if not await may_create(request):
        require_organiser(request)
    quotas, person = request.services.limits.quotas, (request.guild_id, request.user_id)
    is_manager = request.reply.interaction.permissions.manage_guild
    of_one = TOURNAMENTS_OF_MANAGER if is_manager else TOURNAMENTS_OF_ONE
    quotas.require(of_one, person)
    quotas.require(TOURNAMENTS, request.guild_id)
    async with request.services.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        if await tournaments.is_created(tx, request.guild_id, request.user_id, tournament.created_at):
            raise TableError("tournament.form.done")
        live = [stage for stage in TournamentStage if stage.is_live]
        if await tournaments.count(tx, request.guild_id, live) >= MOST_LIVE:
            raise TableError("tournament.refusal.too_many", count=MOST_LIVE)
        await people.name(tx, request.guild_id, {request.user_id: request.person.name})
        saved = replace(tournament, id=await tournaments.add(tx, tournament))
    quotas.record(of_one, person)
    quotas.record(TOURNAMENTS, request.guild_id)
    return saved
