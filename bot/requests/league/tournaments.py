"""Tournament requests: each step is refused with a reason, or saved and then shown."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakValueDictionary

import games
from bot.league.tournament_kinds import KINDS, Plan, current_round, kind_of
from bot.league.tournaments import (
    CHECK_IN_S,
    Format,
    NothingToUndo,
    TeamsIncomplete,
    Undo,
    WrongNumber,
    absent,
    check_in_is_open,
    formats_of,
    options_fit,
    plan_cancel,
    plan_close_round,
    plan_late_entry,
    plan_result,
    plan_start,
    plan_undo,
    plan_walk_in,
    plan_walkover,
    plan_withdrawal,
    save_plan,
    seat_order,
    seeding_ratings,
    withdraw_participant,
)
from bot.messages.league.text import called
from bot.messages.league.tournaments import (
    TOURNAMENTS_A_PAGE,
    confirm_tournament,
    still_in_play,
    thread_name,
    tournaments_message,
    undo_details,
)
from bot.messages.parts.components import MAX_OPTIONS, last_page
from bot.messages.parts.message import Message
from bot.messages.parts.text import bold, message_link
from bot.messages.welcome import NO_WISHES, Wishes
from bot.requests.limits import TOURNAMENTS, TOURNAMENTS_OF_ONE
from bot.requests.opening import open_lobby, post_board, require_channel
from bot.requests.request import Request
from bot.requests.services import Services
from bot.requests.values import read_time
from bot.tables.errors import TableError
from bot.tables.state import Table
from bot.tables.time_controls import has_own_tempo
from storage.database import Transaction
from storage.league import leagues, people, results, tournaments
from storage.league.results import Result
from storage.league.tournaments import (
    Pairing,
    PairingState,
    Participant,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
)

MOST_LIVE: Final = 10
"""How many tournaments may run in a server at a time."""

_ARENA_MINUTES: Final = 60

KIND_SETTINGS: Final = ("rounds", "round_minutes", "points", "third_place", "groups", "arena_minutes")
"""The options of a new tournament that not all kinds have."""

_POINTS: Final = re.compile(r"(?P<win>\d{1,2})/(?P<draw>\d{1,2})|(?P<places>\d{1,2}(,\d{1,2})*)", re.ASCII)

_NEW: Final = 0
_FARTHEST_S: Final = 180 * 86_400.0
"""How many seconds ahead a tournament may be announced."""

_ENDED: Final = 3
"""Of how many tournaments that are over results can be corrected from a list."""

_DIGITS: Final = 18
_COMMAND: Final = "tournament list"


async def load_tournament(request: Request, text: str) -> Tournament:
    """The tournament whose number an address carries.

    :raises TableError: if there is none in this server.
    """
    number = _number(text)
    async with request.services.database.read() as tx:
        found = await tournaments.load(tx, request.guild_id, number)
    if found is None:
        raise TableError("tournament.refusal.unknown", command=_COMMAND)
    return found


async def tournaments_page(request: Request, number: int) -> Message:
    """A page of the tournaments of the server, from 0: those that run, then those that are over, the newest first.

    :raises StorageError: if they cannot be read.
    """
    live_stages = [stage for stage in TournamentStage if stage.is_live]
    over_stages = [stage for stage in TournamentStage if not stage.is_live]
    async with request.services.database.read() as tx:
        live = await tournaments.page(tx, request.guild_id, stages=live_stages)
        total = len(live) + await tournaments.count(tx, request.guild_id, over_stages)
        number = min(number, last_page(total, TOURNAMENTS_A_PAGE))
        first = number * TOURNAMENTS_A_PAGE
        headers = live[first : first + TOURNAMENTS_A_PAGE]
        over = {"first": max(0, first - len(live)), "count": TOURNAMENTS_A_PAGE - len(headers)}
        headers = (*headers, *await tournaments.page(tx, request.guild_id, stages=over_stages, **over))
        loaded = [await tournaments.load(tx, request.guild_id, one.id) for one in headers]
        shown = [one for one in loaded if one is not None]
        names: dict[int, str] = {}
        for one in shown:
            names |= await tournaments.names(tx, one)
    return tournaments_message(shown, names, number, total, request.reader)


async def results_in(request: Request, tournament: Tournament) -> dict[int, Result]:
    """The results of the pairings of a tournament, by their ids.

    :raises StorageError: if they cannot be read.
    """
    ids = [one.result_id for one in tournament.pairings if one.result_id is not None]
    async with request.services.database.read() as tx:
        return await results.load_all(tx, request.guild_id, ids)


async def newest_of(
    services: Services, guild_id: int, stages: Collection[TournamentStage], user_id: int | None = None
) -> tuple[Tournament, ...]:
    """The tournaments of a server at certain stages: those that run first, as many as a select holds.

    :param user_id: only those in which this person takes part and that are not over.
    :raises StorageError: if they cannot be read.
    """
    live_stages = [stage for stage in stages if stage.is_live]
    over_stages = [stage for stage in stages if not stage.is_live]
    async with services.database.read() as tx:
        live = await tournaments.page(tx, guild_id, stages=live_stages)
        if user_id is not None:
            own = await tournaments.live_with(tx, guild_id, user_id)
            return tuple(one for one in live if one.id in own)
        over = await tournaments.page(tx, guild_id, stages=over_stages, count=MAX_OPTIONS - len(live))
    return (*live, *over)


async def tournament_needed(
    request: Request,
    text: str | None,
    stages: Collection[TournamentStage],
    *,
    taking_part: bool = False,
    to_join: bool = False,
) -> Tournament:
    """The tournament that a command means: the one that is named, else the only one there may be.

    In a channel with one tournament that is the one, even if other channels have others.

    :param text: its number or its title.
    :param stages: the stages that it may be at if it is not named.
    :param taking_part: whether only those count in which the person who asks takes part,
    :param to_join: or only those that people may sign up for now.
    :raises TableError: if there is none, or several.
    """
    if text is not None and text.isascii() and text.isdecimal() and len(text) <= _DIGITS:
        return await load_tournament(request, text)
    own = request.user_id if taking_part else None
    found = await newest_of(request.services, request.guild_id, stages if text is None else tuple(TournamentStage), own)
    if text is not None:
        wanted = text.strip().casefold()
        found = tuple(one for one in found if one.title.casefold() == wanted)
    elif to_join:
        found = tuple(filter(can_join, found))
    if text is None and len(found) > 1:
        found = tuple(one for one in found if one.channel_id == request.channel_id) or found
    if len(found) != 1:
        raise TableError("tournament.refusal.which" if found else "tournament.refusal.unknown", command=_COMMAND)
    return await load_tournament(request, str(found[0].id))


async def names_in(request: Request, tournament: Tournament) -> dict[int, str]:
    """The names of a tournament's host and participants, by their ids.

    :raises StorageError: if they cannot be read.
    """
    async with request.services.database.read() as tx:
        return await tournaments.names(tx, tournament)


@dataclass(frozen=True)
class NewTournament:
    """A tournament as a command asks for it.

    :ivar title: "" for the name of the game.
    :ivar rounds: 0 for as many as it takes.
    :ivar players_per_table: how many people sit at a table; None for the fewest that the game takes.
    :ivar wishes: the options and the clock of its tables.
    :ivar round_minutes: how long a round lasts; None: until the host closes it.
    :ivar start: when it starts by itself, as it is typed; None: when the host starts it.
    :ivar seeding: None for what is usual for the kind.
    :ivar points: what wins and draws score, as "3/1", or what each place scores, as "4,2,1,0"; "" for what is usual.
    :ivar third_place: whether there is a match for the third place.
    :ivar groups: 0 for as many as fit.
    :ivar arena_minutes: how long an arena lasts; None for an hour.
    """

    game: str
    kind: TournamentKind = TournamentKind.ROUND_ROBIN
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


async def create(request: Request, wanted: NewTournament) -> Tournament:
    """Save a new tournament and post its message as the answer to the request.

    :raises TableError: if the person who asks may not, the bot may not write here, the game is not played by so many
        people, the settings do not go together, or too many tournaments run or were begun lately.
    :raises StorageError: if it could not be saved.
    """
    await require_channel(request)
    format_, wishes = _format(wanted, request), wanted.wishes
    if wishes.clock is not None and has_own_tempo(games.TABLE_GAMES[wanted.game]):
        raise TableError("lobby.refusal.own_tempo")
    if not options_fit(wanted.game, format_.sides, format_.team_size, wishes.options):
        raise TableError("tournament.refusal.option_sides")
    rules = _rules(wanted, format_.sides, request)
    guild_locale = request.reply.interaction.guild_locale
    preferred = guild_locale.value if guild_locale else None
    now = request.services.now()
    starts_at = None if wanted.start is None else await _start_of(request, wanted.start, now)
    tournament = Tournament(
        id=0,
        guild_id=request.guild_id,
        channel_id=request.channel_id,
        message_id=None,
        host_id=request.user_id,
        title=" ".join((wanted.title or request.words(f"game.{wanted.game}.name")).split()),
        game=wanted.game,
        rules=rules,
        sides=format_.sides,
        team_size=format_.team_size,
        rounds=wanted.rounds,
        round=0,
        stage=TournamentStage.OPEN,
        locale=await request.services.preferences.server_locale(request.guild_id, preferred),
        created_at=now,
        starts_at=starts_at,
        check_in_told=starts_at is not None and starts_at - CHECK_IN_S <= now,  # who signs up is there
        clock=wishes.clock,
        options=dict(wishes.options),
        round_s=None if wanted.round_minutes is None else 60 * wanted.round_minutes,
    )
    saved = await _add(request, tournament)
    await request.services.tournaments.post_with(saved, request.reply.post)
    if starts_at is not None:
        shown = await load_tournament(request, str(saved.id))
        if not await request.services.tournaments.schedule_event(shown):
            needed = request.words("permission.create_events")
            await request.reply.whisper(request.words("tournament.no_event", permission=needed))
    return saved


async def time_zone_of(services: Services, guild_id: int) -> str:
    """The time zone of a server.

    :raises StorageError: if it cannot be read.
    """
    async with services.database.read() as tx:
        return (await leagues.load(tx, guild_id)).time_zone


async def _start_of(request: Request, typed: str, now: float) -> float:
    """The time that a text names, in the time zone of the server.

    :raises TableError: if it names none, or one that is past or too far away.
    """
    zone = await time_zone_of(request.services, request.guild_id)
    found = read_time(typed, now, zone)
    if found is None or not now < found <= now + _FARTHEST_S:
        raise TableError("tournament.refusal.start", value=typed, zone=zone)
    return found


def _format(wanted: NewTournament, request: Request) -> Format:
    """The way in which the game is played by this many people.

    :raises TableError: if it is not played so, or has too many sides for the kind of tournament.
    """
    known = formats_of(wanted.game)
    fitting = [one for one in known if wanted.players_per_table in (None, one.sides * one.team_size)]
    if not fitting:
        allowed = ", ".join(str(one.sides * one.team_size) for one in known)
        raise TableError("tournament.refusal.sides", game=request.words(f"game.{wanted.game}.name"), allowed=allowed)
    if KINDS[wanted.kind].two_sides and fitting[0].sides > 2:
        raise TableError("tournament.refusal.two_sides", kind=request.words(f"tournament.kind.{wanted.kind}"))
    return fitting[0]


def _rules(wanted: NewTournament, sides: int, request: Request) -> TournamentRules:
    """How the tournament is played.

    :raises TableError: if something is set that its kind does not have, or the points cannot be read.
    """
    kind = KINDS[wanted.kind]
    given = [name for name in KIND_SETTINGS if getattr(wanted, name)]
    for name in given:
        if name not in kind.settings:
            having = [request.words(f"tournament.kind.{one}") for one in KINDS if name in KINDS[one].settings]
            raise TableError(
                "tournament.refusal.setting",
                option=request.words(f"command.tournament.create.{name}.name"),
                kinds=request.words.list(having),
            )
    points, draw = read_points(wanted.points, sides) if wanted.points else ((kind.win_points,), 1)
    return TournamentRules(
        wanted.kind,
        wanted.seeding or kind.seeding,
        points,
        draw,
        wanted.third_place,
        wanted.groups,
        60 * (wanted.arena_minutes or _ARENA_MINUTES) if kind.is_timed else None,
    )


def read_points(text: str, sides: int) -> tuple[tuple[int, ...], int | None]:
    """What places score, and what a draw does if that is said: from "3/1", or "4,2,1,0" for each place.

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
    if not request.person.moderator:
        raise TableError("tournament.refusal.managers", permission=request.words("permission.manage_guild"))
    quotas, person = request.services.quotas, (request.guild_id, request.user_id)
    quotas.needs(TOURNAMENTS_OF_ONE, person)
    quotas.needs(TOURNAMENTS, request.guild_id)
    async with request.services.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        live = [stage for stage in TournamentStage if stage.is_live]
        if await tournaments.count(tx, request.guild_id, live) >= MOST_LIVE:
            raise TableError("tournament.refusal.too_many", count=MOST_LIVE)
        await people.name(tx, request.guild_id, {request.user_id: request.person.name})
        saved = replace(tournament, id=await tournaments.add(tx, tournament))
    quotas.used(TOURNAMENTS_OF_ONE, person)
    quotas.used(TOURNAMENTS, request.guild_id)
    return saved


def can_join(tournament: Tournament) -> bool:
    """Whether people may sign up for a tournament by themselves now."""
    is_running = tournament.stage is TournamentStage.RUNNING
    return tournament.stage is TournamentStage.OPEN or (is_running and kind_of(tournament).walks_in)


async def sign_up(request: Request, text: str, team: int | None = None) -> Tournament:
    """Sign the person of the request up, alone or for a team.

    :param team: the number of the team; 0 for a new one; None: their team is drawn by lot at the start.
    :raises TableError: if sign-up is closed, the tournament or the team is full, or they have this place already.
    """
    async with _held(request, text) as (tx, tournament):
        own = tournament.participant(request.user_id)
        if tournament.stage is not TournamentStage.OPEN and can_join(tournament):
            await _walk_in(request, tx, tournament, own)
            return tournament
        _needs_stage(tournament, TournamentStage.OPEN)
        number = _team_number(tournament, own, team)
        if own is None and len(tournament.people) >= kind_of(tournament).most_teams * tournament.team_size:
            raise TableError("tournament.refusal.full", count=len(tournament.people))
        signed_at = request.services.now() if own is None else own.signed_at
        await people.name(tx, request.guild_id, {request.user_id: request.person.name})
        here = check_in_is_open(tournament, request.services.now()) or (own is not None and own.checked_in)
        signed = Participant(request.user_id, number, signed_at, checked_in=here)
        await tournaments.save_participants(tx, tournament, [signed])
        await tournaments.save(tx, tournament)
    return tournament


async def check_in(request: Request, text: str) -> Tournament:
    """Note that the person of the request is there for the start.

    :raises TableError: if they have not signed up, or it has started.
    """
    async with _held(request, text) as (tx, tournament):
        _needs_stage(tournament, TournamentStage.OPEN)
        own = tournament.participant(request.user_id)
        if own is None:
            raise TableError("tournament.refusal.sign_up_first", button=request.words("tournament.button.sign"))
        await tournaments.save_participants(tx, tournament, [replace(own, checked_in=True)])
        await tournaments.save(tx, tournament)
    return tournament


async def _walk_in(request: Request, tx: Transaction, tournament: Tournament, own: Participant | None) -> None:
    """Let the person of the request play in an arena that runs, or go on in it."""
    if (own is None or not own.team) and tournament.team_size > 1:
        raise TableError("tournament.refusal.late")
    if own is not None and not own.withdrawn:
        raise TableError("tournament.refusal.signed")
    if own is None and len(tournament.people) >= kind_of(tournament).most_teams:
        raise TableError("tournament.refusal.full", count=len(tournament.people))
    await people.name(tx, request.guild_id, {request.user_id: request.person.name})
    await save_plan(tx, plan_walk_in(tournament, request.user_id, request.services.now()))


async def withdraw(request: Request, text: str) -> Tournament:
    """Withdraw the person of the request, and their team with them once the tournament runs.

    :raises TableError: if they do not play in it.
    """
    async with _held(request, text) as (tx, tournament):
        own = tournament.participant(request.user_id)
        if own is None:
            raise TableError("tournament.refusal.not_signed")
        if tournament.stage is not TournamentStage.OPEN:
            _needs_stage(tournament, TournamentStage.RUNNING)
            if own.withdrawn:
                raise TableError("tournament.refusal.withdrawn")
        await withdraw_participant(tx, tournament, own, request.services.now())
    return tournament


async def start(request: Request, text: str) -> Tournament:
    """Draw the teams and make the first pairings.

    :raises TableError: if the person of the request may not, or the numbers do not fit.
    """
    before = await load_tournament(request, text)
    async with request.services.database.read() as tx:
        skills = await seeding_ratings(tx, before)

    def plan(tournament: Tournament) -> Plan:
        _needs_stage(tournament, TournamentStage.OPEN)
        try:
            return plan_start(tournament, request.services.chance.lots, request.services.now(), skills)
        except WrongNumber as error:
            raise TableError("tournament.refusal.number", count=error.lacking) from error
        except TeamsIncomplete as error:
            raise TableError("tournament.refusal.teams") from error

    await _as_host(request, text, plan)
    return await load_tournament(request, text)


async def close_round(request: Request, text: str, number: int) -> Tournament:
    """Count all open pairings up to a round as never played, except for those whose match is running.

    :raises TableError: if the person of the request may not, or another round runs by now.
    """
    in_play = await pairings_in_play(request, await load_tournament(request, text))

    def plan(tournament: Tournament) -> Plan:
        _needs_stage(tournament, TournamentStage.RUNNING)
        if current_round(tournament) != number and not kind_of(tournament).is_timed:
            raise TableError("tournament.refusal.other_round", round=current_round(tournament))
        return plan_close_round(tournament, number, request.services.now(), in_play)

    return await _as_host(request, text, plan)


async def pairings_in_play(request: Request, tournament: Tournament) -> frozenset[int]:
    """The ids of the pairings of a tournament whose match is running.

    :raises StorageError: if they cannot be read.
    """
    async with request.services.database.read() as tx:
        return await tournaments.in_play(tx, tournament)


def undo_needed(tournament: Tournament, now: float) -> Undo:
    """What undoing the last step of a tournament comes to.

    :raises TableError: if there is nothing to be undone.
    """
    _needs_begun(tournament)
    try:
        return plan_undo(tournament, now)
    except NothingToUndo as error:
        raise TableError("tournament.refusal.undo", command="tournament-host result") from error


async def undo(request: Request, text: str, revision: int) -> Tournament:
    """Open the round again that was closed last, or take the pairing of the running one back.

    :param revision: the state of the tournament that the question was about.
    :raises TableError: if the person of the request may not, or something has changed since the question.
    """

    def plan(tournament: Tournament) -> Plan:
        if tournament.revision != revision:
            raise TableError("tournament.refusal.changed", command="tournament-host undo")
        return undo_needed(tournament, request.services.now()).plan

    return await _as_host(request, text, plan)


async def set_co_host(request: Request, text: str, user_id: int | None, name: str) -> Tournament:
    """Name a co-host, who may do what the host may except for cancelling; None for nobody.

    :raises TableError: if the person of the request is neither host nor moderator, or the tournament is over.
    """
    if user_id is not None:
        async with request.services.database.write() as tx:
            await people.name(tx, request.guild_id, {user_id: name})

    def plan(tournament: Tournament) -> Plan:
        if not tournament.stage.is_live:
            raise TableError("tournament.refusal.over")
        if user_id == tournament.host_id:
            raise TableError("tournament.refusal.is_host", name=name)
        return Plan(replace(tournament, co_host_id=user_id))

    return await _as_host(request, text, plan, alone=True)


async def cancel(request: Request, text: str) -> Tournament:
    """Cancel a tournament.

    :raises TableError: if the person of the request may not, or it is over.
    """

    def plan(tournament: Tournament) -> Plan:
        if not tournament.stage.is_live:
            raise TableError("tournament.refusal.over")
        return plan_cancel(tournament, request.services.now())

    return await _as_host(request, text, plan, alone=True)


async def pairing_needed(request: Request, text: str) -> tuple[Tournament, Pairing]:
    """The tournament that runs or is over and its pairing of several teams that an option names: see `pairing_key`.

    :raises TableError: if there is none.
    """
    number, _, pairing_id = text.partition("/")
    if not (number.isdecimal() and pairing_id.isdecimal() and len(text) <= 2 * _DIGITS):
        raise TableError("tournament.refusal.pairing")
    tournament = await load_tournament(request, number)
    _needs_begun(tournament)
    return tournament, _pairing(tournament, int(pairing_id))


async def hosted_pairings(services: Services, guild_id: int) -> list[tuple[Tournament, Pairing, dict[int, str]]]:
    """The pairings of the tournaments of a server that run or ended last, those to be played first, with names.

    :raises StorageError: if they cannot be read.
    """
    found = []
    async with services.database.read() as tx:
        running = await tournaments.page(tx, guild_id, stages=[TournamentStage.RUNNING])
        over = await tournaments.page(tx, guild_id, stages=[TournamentStage.OVER], count=_ENDED)
        for header in (*running, *over):
            tournament = await tournaments.load(tx, guild_id, header.id)
            if tournament is not None:
                names = await tournaments.names(tx, tournament)
                found += [(tournament, one, names) for one in tournament.pairings if len(one.sides) > 1]
    return sorted(found, key=lambda one: (one[1].state is not PairingState.OPEN, -one[1].round, one[1].id))


def pairing_key(tournament: Tournament, pairing: Pairing) -> str:
    """How an option of a command names a pairing."""
    return f"{tournament.id}/{pairing.id}"


async def set_result(request: Request, pairing: str, winner: int | None, *, played: bool) -> Tournament:
    """Say what a pairing came to, or correct it.

    :param pairing: see `pairing_key`.
    :param winner: somebody of the team that has won; None for a draw.
    :param played: whether it was played; else the winner has a walkover.
    :raises TableError: if the person of the request may not, or the winner is not in the pairing.
    """
    found, chosen = await pairing_needed(request, pairing)

    def plan(tournament: Tournament) -> Plan:
        _needs_begun(tournament)
        one, now = _pairing(tournament, chosen.id), request.services.now()
        own = None if winner is None else tournament.participant(winner)
        if winner is not None and (own is None or own.team not in one.teams):
            raise TableError("tournament.refusal.not_in_pairing")
        kind = kind_of(tournament)
        if not kind.may_change(tournament, one):
            raise TableError("tournament.refusal.built_on")
        if own is None and kind.needs_winner(tournament, one):
            raise TableError("tournament.refusal.needs_winner")
        if own is not None and not played:
            return plan_walkover(tournament, one, own.team, now)
        return plan_result(tournament, one, None if own is None else own.team, now)

    return await _as_host(request, str(found.id), plan)


async def add_person(request: Request, text: str, user_id: int, name: str, *, points: bool) -> Tournament:
    """Sign somebody up; in a Swiss tournament or an arena of single people also once it runs.

    :param points: whether the rounds that they have missed count as byes won.
    :raises TableError: if the person of the request may not, they play already, or there is no room.
    """
    async with request.services.database.write() as tx:
        await people.name(tx, request.guild_id, {user_id: name})

    def plan(tournament: Tournament) -> Plan:
        if not tournament.stage.is_live:
            raise TableError("tournament.refusal.over")
        before = tournament.participant(user_id)
        if before is not None and before not in absent(tournament):
            raise TableError("tournament.refusal.signed_other", name=name)
        if len(tournament.people) >= kind_of(tournament).most_teams * tournament.team_size:
            raise TableError("tournament.refusal.full", count=len(tournament.people))
        now = request.services.now()
        if tournament.stage is TournamentStage.OPEN:
            return Plan(tournament, (Participant(user_id, 0, now, checked_in=check_in_is_open(tournament, now)),))
        if not kind_of(tournament).enters_late or tournament.team_size > 1:
            raise TableError("tournament.refusal.late")
        return plan_late_entry(tournament, user_id, now, points=points)

    return await _as_host(request, text, plan)


async def remove_person(request: Request, text: str, user_id: int) -> Tournament:
    """Withdraw somebody, and their team with them once the tournament runs.

    :raises TableError: if the person of the request may not, or they do not play in it.
    """

    def plan(tournament: Tournament) -> Plan:
        own = tournament.participant(user_id)
        if own is None or own.withdrawn:
            raise TableError("tournament.refusal.not_signed_other")
        if not tournament.stage.is_live:
            raise TableError("tournament.refusal.over")
        if tournament.stage is TournamentStage.OPEN:
            return Plan(tournament, gone=(user_id,))
        return plan_withdrawal(tournament, own.team, request.services.now())

    return await _as_host(request, text, plan)


async def ask(request: Request, tournament: Tournament, what: str) -> None:
    """Ask before somebody withdraws, a round is closed or undone, or a tournament is cancelled.

    :param what: one of `ASKED`.
    :raises TableError: if the person of the request may not do that.
    """
    await _require_may_ask(request, tournament, what)
    w, number = request.words, current_round(tournament)
    details: tuple[str, ...] = ()
    if what == "close":
        _needs_stage(tournament, TournamentStage.RUNNING)
        in_play = await pairings_in_play(request, tournament)
        running = [one for one in tournament.open_pairings if one.id in in_play and one.round == number]
        details = still_in_play(tournament, running, await names_in(request, tournament), w)
    elif what == "undo":
        number = tournament.revision
        details = undo_details(undo_needed(tournament, request.services.now()), w)
    await request.reply.whisper(confirm_tournament(tournament, what, number, request.reader, details))


async def _require_may_ask(request: Request, tournament: Tournament, what: str) -> None:
    if what != "withdraw":
        await require_host(request, tournament, alone=what == "cancel")
        return
    own = tournament.participant(request.user_id)
    if own is None:
        raise TableError("tournament.refusal.not_signed")
    if own.withdrawn:
        raise TableError("tournament.refusal.withdrawn")


def _pairing(tournament: Tournament, pairing_id: int) -> Pairing:
    found = next((one for one in tournament.pairings if one.id == pairing_id and len(one.sides) > 1), None)
    if found is None:
        raise TableError("tournament.refusal.pairing")
    return found


def own_pairings(tournament: Tournament, user_id: int) -> tuple[int, tuple[Pairing, ...]]:
    """The number of a person's team, and the pairings that it still has to play.

    :raises TableError: if they play in no team of the tournament, or have nothing to play.
    """
    own = tournament.participant(user_id)
    if own is None or own.withdrawn:
        raise TableError("tournament.refusal.not_signed")
    _needs_stage(tournament, TournamentStage.RUNNING)
    found = tuple(pairing for pairing in tournament.open_pairings if own.team in pairing.teams)
    if not found:
        raise TableError("tournament.refusal.nothing_to_play")
    return own.team, found


async def open_table(request: Request, tournament: Tournament, pairing: Pairing) -> Table:
    """A new table for a pairing, in a thread of its own where the bot may open one; its board is posted.

    Its seats are kept for the people of the pairing, and it has the options and the clock of the tournament.

    :raises TableError: if a table that was opened for the pairing is still there, or none can be opened here.
    :raises StorageError: if it could not be saved.
    """
    async with _opening.setdefault(pairing.id, asyncio.Lock()):
        return await _open_table(request, tournament, pairing)


_opening: Final[WeakValueDictionary[int, asyncio.Lock]] = WeakValueDictionary()
"""Locks of pairings for which somebody opens a table: two people of one who do so at once get one table."""


async def _open_table(request: Request, tournament: Tournament, pairing: Pairing) -> Table:
    async with request.services.database.read() as tx:
        match_id = await tournaments.table_of(tx, pairing.id)
    earlier = await request.services.tables.find(match_id) if match_id is not None else None
    if earlier is not None and earlier.status.is_live:
        stored = earlier.stored
        where = message_link(stored.guild_id, stored.channel_id, stored.board_id)
        raise TableError("tournament.refusal.table_open", link=where)
    wishes = Wishes(tournament.options, tournament.clock)
    async with request.services.database.read() as tx:
        names = await tournaments.names(tx, tournament)
    named = thread_name(tournament, pairing, names, request.services.preferences.reader_in(tournament.locale).words)
    in_thread = request.services.channels.can_open_thread(request.channel_id)
    table = await open_lobby(request, tournament.game, wishes, in_thread=in_thread, named=named)
    async with request.services.database.write() as tx:
        await tournaments.save_table(tx, pairing.id, table.id)
    await post_board(request, table)
    return await request.services.tables.find(table.id) or table


async def _as_host(
    request: Request, text: str, step: Callable[[Tournament], Plan], *, alone: bool = False
) -> Tournament:
    """Take a step that only a host or a moderator may take.

    The step is planned in a thread, because pairing many teams takes a while.

    :param alone: whether the co-host may not.
    """
    while True:
        tournament = await load_tournament(request, text)
        await require_host(request, tournament, alone=alone)
        plan = await asyncio.to_thread(step, tournament)
        async with _held(request, text) as (tx, newest):
            if newest == tournament:
                await save_plan(tx, plan)
                return plan.tournament


async def require_host(request: Request, tournament: Tournament, *, alone: bool = False) -> None:
    """Refuse what only a host or a moderator may do.

    :param alone: whether the co-host may not.
    :raises TableError: naming those who may.
    """
    co_host = () if alone or tournament.co_host_id is None else (tournament.co_host_id,)
    hosts = (tournament.host_id, *co_host)
    if request.user_id in hosts or request.person.moderator:
        return
    async with request.services.database.read() as tx:
        names = await people.names(tx, request.guild_id, hosts)
    if co_host:
        both = [bold(called(names, one, request.words)) for one in hosts]
        raise TableError("tournament.refusal.only_hosts", names=request.words.list(both))
    raise TableError("tournament.refusal.only_host", name=called(names, tournament.host_id, request.words))


@asynccontextmanager
async def _held(request: Request, text: str) -> AsyncIterator[tuple[Transaction, Tournament]]:
    """Hold a tournament so that nobody else changes it; leaving the block saves the changes and shows them."""
    number = _number(text)
    async with request.services.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        tournament = await tournaments.load(tx, request.guild_id, number)
        if tournament is None:
            raise TableError("tournament.refusal.unknown", command=_COMMAND)
        yield tx, tournament
    request.services.tournaments.changed_in(request.guild_id)


def _team_number(tournament: Tournament, own: Participant | None, team: int | None) -> int:
    """The number of the team that a person joins; 0 for none yet.

    :param own: how they are signed up now.
    """
    if team is None:
        if own is not None and not own.team:
            raise TableError("tournament.refusal.signed")
        return 0
    if tournament.team_size == 1:
        raise TableError("error.button_unknown")
    if team == _NEW:
        return 1 + max(tournament.teams, default=0)
    if own is not None and own.team == team:
        raise TableError("tournament.refusal.signed")
    members = tournament.teams.get(team, ())
    if not members:
        raise TableError("tournament.refusal.no_team")
    if len(members) >= tournament.team_size:
        raise TableError("tournament.refusal.team_full")
    return team


def _needs_stage(tournament: Tournament, stage: TournamentStage) -> None:
    if tournament.stage is stage:
        return
    if not tournament.stage.is_live:
        raise TableError("tournament.refusal.over")
    raise TableError(f"tournament.refusal.now.{tournament.stage}")


def _needs_begun(tournament: Tournament) -> None:
    if tournament.stage is not TournamentStage.OVER:
        _needs_stage(tournament, TournamentStage.RUNNING)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        raise TableError("error.button_unknown")
    return int(text)


async def agreed_seats(request: Request, match_id: str) -> tuple[int, ...]:
    """The users of a pairing seat by seat, partners as the game has them; none for a table that is for anybody.

    :raises TableError: if the table is for a pairing of others than the person who asks.
    :raises StorageError: if that cannot be read.
    """
    async with request.services.database.read() as tx:
        sides = await tournaments.sides_of_table(tx, match_id)
        agreed = [one for side in sides for one in side]
        names = await people.names(tx, request.guild_id, agreed) if agreed else {}
    table = await request.services.tables.find(match_id) if sides else None
    if table is None:
        return ()
    if request.user_id not in agreed:
        reserved = request.words.list([bold(called(names, one, request.words)) for one in agreed])
        raise TableError("tournament.refusal.reserved", names=reserved)
    return seat_order(table.stored.game, list(map(list, sides)))


async def require_free_table(request: Request, match_id: str) -> None:
    """Refuse to change a table that was opened for a pairing: its seats, options and clock are the tournament's.

    :raises TableError: if it was.
    :raises StorageError: if that cannot be read.
    """
    async with request.services.database.read() as tx:
        if await tournaments.sides_of_table(tx, match_id):
            raise TableError("tournament.refusal.set")


async def require_pairing_complete(request: Request, match_id: str) -> None:
    """Refuse to begin the match of a pairing before everybody is there.

    :raises TableError: if somebody is missing, with their names.
    :raises StorageError: if that cannot be read.
    """
    async with request.services.database.read() as tx:
        sides = await tournaments.sides_of_table(tx, match_id)
    table = await request.services.tables.find(match_id) if sides else None
    if table is None:
        return
    missing = [one for side in sides for one in side if table.seat_of(one) is None]
    if missing:
        async with request.services.database.read() as tx:
            names = await people.names(tx, request.guild_id, missing)
        said = request.words.list([bold(called(names, one, request.words)) for one in missing])
        raise TableError("tournament.refusal.missing", names=said)
