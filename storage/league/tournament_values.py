"""Values of tournaments: their rules, people, pairings and announcements."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple


class TournamentKind(StrEnum):
    """The pairing system of a tournament."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    ELIMINATION = "elimination"
    DOUBLE_ELIMINATION = "double_elimination"
    GROUPS = "groups"
    """Round robins in groups, and an elimination of each top two."""
    ARENA = "arena"
    """Free people are paired repeatedly until the time is up."""
    DUPLICATE = "duplicate"
    """All tables of a round have the same deals, and results in a seat are compared."""
    PARTNERS = "partners"
    """Each round draws new partners, and people score alone."""


class Seeding(StrEnum):
    """The source of the teams' numbers; 1 is the highest seed."""

    LOT = "lot"
    RATING = "rating"
    ENTRY = "entry"
    """The order of sign-up."""


class ScoreComparison(StrEnum):
    """The comparison of results with the same deals."""

    MATCHPOINTS = "matchpoints"
    """The per cent of the others beaten; half for a tie."""
    IMPS = "imps"
    """International match points for the difference to the mean of the others."""


class Opponents(StrEnum):
    """The other players at the tables of a duplicate tournament."""

    COMPUTERS = "computers"
    """Each person sits alone at a table with computers."""
    PEOPLE = "people"


@dataclass(frozen=True)
class TournamentRules:
    """The pairing and scoring rules of a tournament.

    :ivar points: the scores of the places at a table, from the first; later ones score nothing.
    :ivar draw_points: the score of each team that shares the first place; None: teams that share places score the mean
        of these places, rounded down.
    :ivar third_place: whether the losers of the semi-finals play for the third place.
    :ivar groups: the number of groups; 0 for about four teams each.
    :ivar duration_s: the seconds that an arena lasts.
    :ivar streak: whether each further win of a streak in an arena scores double.
    :ivar deals: the deals of a match of a duplicate tournament; 0 in other tournaments.
    :ivar seats: the seats at its tables, of which a person has one.
    :ivar opponents: the players in its other seats.
    :ivar level: the level of computers there, a value of `Player`.
    :ivar comparison: its scoring.
    :ivar limit: the most teams; later sign-ups wait. 0 for the most of the format, without a waiting list.
    :ivar lots: the teams in the order that decides the last ties in groups, drawn at the start.
    :ivar best_of: the most decided matches of a pairing, an odd number; the side that wins more than half wins it.
    """

    kind: TournamentKind = TournamentKind.ROUND_ROBIN
    seeding: Seeding = Seeding.LOT
    points: tuple[int, ...] = (3,)
    draw_points: int | None = 1
    third_place: bool = False
    groups: int = 0
    duration_s: int | None = None
    streak: bool = False
    deals: int = 0
    seats: int = 0
    opponents: Opponents = Opponents.COMPUTERS
    level: str = "regular"
    comparison: ScoreComparison = ScoreComparison.MATCHPOINTS
    limit: int = 0
    lots: tuple[int, ...] = ()
    best_of: int = 1

    @property
    def wins_needed(self) -> int:
        """The matches that a side must win to win a pairing."""
        return self.best_of // 2 + 1


class TournamentStage(StrEnum):
    """The stage of a tournament."""

    OPEN = "open"
    """People may sign up."""
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"

    @property
    def is_live(self) -> bool:
        return self in (TournamentStage.OPEN, TournamentStage.RUNNING)


class PairingState(StrEnum):
    """The state of a pairing."""

    OPEN = "open"
    """Still to be played."""
    PLAYED = "played"
    MISSED = "missed"
    """Never played; scores nothing."""
    BYE = "bye"
    """A side with a place won without playing."""
    REST = "rest"
    """A bye, which scores nothing."""
    GONE = "gone"
    """Taken back for good while its match was running, whose table shows that; belongs to no tournament any more."""


class EntryState(StrEnum):
    """The place of a person in a tournament with a limit."""

    PLACED = "placed"
    WAITING = "waiting"
    """On the waiting list; such people do not play."""
    MOVED_UP = "moved_up"
    """Placed from the waiting list."""


@dataclass(frozen=True)
class Participant:
    """A participant of a tournament.

    :ivar team: the number of their team, from 1; 0 for none. Until the start it only marks partners.
    :ivar checked_in: whether they have checked in for the start.
    :ivar team_name: the name that their team has given itself; "" for none.
    :ivar asks_id: the person whose team they ask for a place; see `Tournament.asked_team`.
    """

    user_id: int
    team: int
    signed_at: float
    withdrawn: bool = False
    checked_in: bool = False
    entry: EntryState = EntryState.PLACED
    team_name: str = ""
    asks_id: int | None = None

    @property
    def waits(self) -> bool:
        return self.entry is EntryState.WAITING

    @property
    def sign_up(self) -> int:
        """A number of the sign-up in its tournament, which does not name the person."""
        return round(1000 * self.signed_at)


_ALONE = 100
"""The first number of partners drawn for a round; smaller numbers are those of teams that last."""

TEAM_DIGITS: Final = 6
"""The most digits of a team's number: those of three partners."""


def side_number(partners: Collection[int]) -> int:
    """Return the number of partners drawn for a round, whose own numbers are below 100."""
    number = 0
    for one in sorted(partners):
        number = number * _ALONE + one
    return number


def partners_of(team: int) -> tuple[int, ...]:
    """Return the numbers of the partners on a side; a lasting team is alone."""
    return (team,) if team < _ALONE else (*partners_of(team // _ALONE), team % _ALONE)


@dataclass(frozen=True)
class PairingSide:
    """A team in a pairing; ties share a `place`, from 1.

    :ivar score: the result of its seat in a duplicate tournament; else the matches that it won in a pairing of several,
        its reported score, or in a group its score at the table.
    """

    team: int
    place: int | None = None
    score: int | None = None


@dataclass(frozen=True)
class PairingMatch:
    """A won match of a pairing that is the best of several.

    :ivar team: the team that won it.
    :ivar void: whether its result was made void.
    """

    result_id: int
    team: int
    void: bool = False


@dataclass(frozen=True)
class Pairing:
    """Teams that have to meet.

    :ivar id: 0 for an unsaved pairing.
    :ivar people: all its people, see `key_of`; "" if there are none.
    :ivar result_id: its result, which may have been made void since; of several the last.
    :ivar matches: its won matches in their order, if it is the best of several.
    """

    id: int
    round: int
    state: PairingState
    sides: tuple[PairingSide, ...]
    people: str
    opened_at: float
    result_id: int | None = None
    matches: tuple[PairingMatch, ...] = ()

    @property
    def teams(self) -> tuple[int, ...]:
        return tuple(side.team for side in self.sides)

    @property
    def result_ids(self) -> tuple[int, ...]:
        """The results that count for it, in their order."""
        if self.matches:
            return tuple(one.result_id for one in self.matches)
        return () if self.result_id is None else (self.result_id,)

    @property
    def scores(self) -> dict[int, int]:
        """The saved score of each team; empty if there is none, or if its result does not count."""
        if self.state is not PairingState.PLAYED and not self.matches:
            return {}
        found = {side.team: side.score for side in self.sides if side.score is not None}
        return found if len(found) == len(self.sides) else {}

    @property
    def leader(self) -> int | None:
        """The team ahead by the saved score."""
        best = max(self.scores.values(), default=0)
        ahead = [team for team, score in self.scores.items() if score == best]
        return ahead[0] if len(ahead) == 1 else None

    def side_of(self, team: int) -> int | None:
        """Return the side on which a team plays: its number, or that of its partners in this round."""
        return next((one for one in self.teams if team in partners_of(one)), None)


class AnnouncementKind(StrEnum):
    """The stored subject of an announcement."""

    CARD = "card"
    """The pinned message of the tournament itself; kept until it is unpinned."""
    SIGN_UP = "sign_up"
    """The invitation of the role."""
    CHECK_IN = "check_in"
    NOT_STARTED = "not_started"
    """The note on a failed automatic start; never stored."""
    PLACES = "places"
    """Places from the waiting list; kept until the start."""
    ROUND = "round"
    EARLY = "early"
    """Bracket pairings that open while a former round is played."""
    PAIRINGS = "pairings"
    """New pairings of an arena; kept while one of them is open, and the newest always."""
    REMINDER = "reminder"
    END = "end"
    PARTNER = "partner"
    """A question to a partner; kept only while it is open."""
    WITHDRAWN = "withdrawn"
    """A withdrawal; kept while it lasts."""


class WithdrawalCause(StrEnum):
    """The stored cause of a withdrawal."""

    OWN = "own"
    """A click of the person; also if moderators keep them out, which is not public."""
    HOST = "host"
    LEFT = "left"
    """The person left the server."""
    DELETED = "deleted"
    """The person deleted their data."""


class Forfeit(NamedTuple):
    """An open pairing that a withdrawal settled.

    :ivar matches: its matches until then.
    """

    pairing_id: int
    matches: tuple[PairingMatch, ...] = ()


@dataclass(frozen=True)
class Withdrawal:
    """A withdrawal, kept until the person plays again; before the start only one that leaves partners behind.

    :ivar sign_up: see `Participant.sign_up`.
    :ivar at: the time, in unix seconds.
    :ivar partners: the sign-ups of the members of the team.
    :ivar settled: the pairings that were open.
    """

    sign_up: int
    at: float
    cause: WithdrawalCause
    partners: tuple[int, ...] = ()
    settled: tuple[Forfeit, ...] = ()

    @property
    def key(self) -> tuple[int, int]:
        return self.sign_up, round(1000 * self.at)


AnnouncementKey = tuple[AnnouncementKind, int, tuple[tuple[int, ...], ...]]

_BY_TEAMS: Final = {
    AnnouncementKind.CHECK_IN,
    AnnouncementKind.PLACES,
    AnnouncementKind.EARLY,
    AnnouncementKind.PARTNER,
    AnnouncementKind.WITHDRAWN,
}
"""The kinds of which a tournament may have several at a time in a round."""


def announcement_key(kind: AnnouncementKind, number: int, teams: tuple[tuple[int, ...], ...]) -> AnnouncementKey:
    """Return the identification of an announcement in its tournament."""
    return kind, 0 if kind is AnnouncementKind.END else number, teams if kind in _BY_TEAMS else ()


@dataclass(frozen=True)
class Announcement:
    """Messages in a tournament's channel that announce one thing.

    :ivar round: the current round at that time.
    :ivar messages: the ids of the messages; none if it needed or got none.
    :ivar teams: the teams of each announced pairing; of an end, the teams at each place of the podium; of check-in, the
        time of the start; of places, questions and withdrawals, the sign-ups that they are about.
    :ivar revision: the revision of the tournament that the messages show.
    :ivar buttons: the id of its message that still has buttons to play; None if there is none.
    """

    kind: AnnouncementKind
    round: int
    messages: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...]
    revision: int
    buttons: int | None = None

    @property
    def key(self) -> AnnouncementKey:
        return announcement_key(self.kind, self.round, self.teams)


def merged_announcements(
    stored: Collection[Announcement], before: Collection[Announcement], after: Collection[Announcement]
) -> tuple[Announcement, ...]:
    """Return stored announcements with the changes that lead from `before` to `after`.

    What was changed in the store meanwhile stays, such as the teams of a message that got buttons.
    """
    old, new = ({one.key: one for one in some} for some in (before, after))
    kept = [
        _merged(one, old[one.key], new[one.key]) if one.key in old and one.key in new else one
        for one in stored
        if one.key not in old or one.key in new
    ]
    known = old.keys() | {one.key for one in stored}
    return (*kept, *(one for one in after if one.key not in known))


def _merged(stored: Announcement, before: Announcement, after: Announcement) -> Announcement:
    changed = {name: value for name, value in vars(after).items() if value != getattr(before, name)}
    return replace(stored, **changed)


@dataclass(frozen=True)
class TablePairing:
    """A pairing as its table shows it.

    :ivar people: see `Pairing`.
    :ivar match_id: the match of its table, or of its last one.
    :ivar options: the options of its tournament.
    :ivar clock: the clock of its tournament; None: the server's.
    :ivar tournament_id: its tournament.
    :ivar waits: whether it was taken back, and is open again once the same people are paired again.
    """

    id: int
    title: str
    round: int
    state: PairingState
    people: str
    match_id: str | None
    options: Mapping[str, Any]
    clock: str | None
    tournament_id: int = 0
    waits: bool = False

    @property
    def is_open(self) -> bool:
        return self.state is PairingState.OPEN

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return tuple(map(tuple, sides_of(self.people)))


class PairingLobby(NamedTuple):
    """The lobby of a pairing's table.

    :ivar users: the seated users, the first to sit down first.
    :ivar ready: those who have pressed *Start*, or sat down last.
    :ivar deadline: the time at which the lobby closes without a further click.
    """

    users: tuple[int, ...]
    ready: tuple[int, ...]
    deadline: float


@dataclass(frozen=True)
class Surroundings:
    """The things beside a tournament that a step must know.

    :ivar in_play: the ids of open pairings whose match is running.
    :ivar lobbies: the lobbies of other open pairings' tables, by the pairing's id.
    :ivar on_turn: the index of the side on turn in running matches of people who share deals, by the pairing's id.
    :ivar skills: the ratings of people for seeding; unrated people are missing.
    """

    in_play: frozenset[int] = frozenset()
    lobbies: Mapping[int, PairingLobby] = field(default_factory=dict)
    on_turn: Mapping[int, int] = field(default_factory=dict, compare=False)
    skills: Mapping[int, float] = field(default_factory=dict)


NOTHING_AROUND: Final = Surroundings()


@dataclass(frozen=True)
class Tournament:
    """A tournament with its people and pairings.

    :ivar id: 0 for an unsaved tournament.
    :ivar message_id: the public message that shows it.
    :ivar sides: the number of teams that meet in a match.
    :ivar team_size: the number of people in a team.
    :ivar rounds: the wished number of rounds, 0 for as many as needed; from the start on the actual number.
    :ivar round: the latest round that has been paired; 0 before the start.
    :ivar revision: counts changes; `shown_revision` is the one in the public message.
    :ivar round_s: the seconds of a round; None: until the host closes it.
    :ivar deadline: when the round `timed_round` is closed, in unix seconds.
    :ivar closed_round: the latest round that was closed; only matches that ran then still count in it.
    :ivar starts_at: the time of the automatic start, in unix seconds; None: when the host starts it.
    :ivar event_id: the scheduled event of Discord that announces it.
    :ivar announcements: the messages in its channel that announce something, in the order of posting.
    :ivar told_entry: the id of the latest entry of the audit log that was posted in its channel; 0 for none.
    :ivar role_id: the role that is mentioned at sign-up, check-in and start.
    :ivar clock: the key of the pace at its tables; None: the server's.
    :ivar options: the options of the game at its tables; missing ones have their defaults.
    :ivar paused_at: the time of the pause, in unix seconds; None: its clocks run.
    :ivar paused_by: the host or moderator who paused it.
    :ivar resumed_at: the end of the last pause.
    :ivar co_hosts: the people with the host's rights, except for cancelling and naming others; empty in a list of
        tournaments.
    :ivar series_id: the series to which it belongs.
    :ivar people: the participants by sign-up time; empty in a list of tournaments.
    :ivar pairings: the pairings by round; empty in a list of tournaments.
    :ivar taken_back: pairings of undone rounds with a result or a running match, which count if they are paired again.
    :ivar withdrawals: the withdrawals that last, in their order.
    :ivar fingerprints: the SHA-256 of the seed of each round of a duplicate tournament.
    :ivar around: read only for steps.
    """

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    title: str
    game: str
    rules: TournamentRules
    sides: int
    team_size: int
    rounds: int
    round: int
    stage: TournamentStage
    locale: str
    created_at: float
    ended_at: float | None = None
    revision: int = 1
    shown_revision: int = 0
    round_s: int | None = None
    timed_round: int = 0
    deadline: float | None = None
    closed_round: int = 0
    starts_at: float | None = None
    event_id: int | None = None
    announcements: tuple[Announcement, ...] = ()
    told_entry: int = 0
    role_id: int | None = None
    clock: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    paused_at: float | None = None
    paused_by: int | None = None
    resumed_at: float | None = None
    co_hosts: tuple[int, ...] = ()
    series_id: int | None = None
    people: tuple[Participant, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    taken_back: tuple[Pairing, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    fingerprints: Mapping[int, str] = field(default_factory=dict)
    around: Surroundings = field(default=NOTHING_AROUND, compare=False, repr=False)

    @property
    def version(self) -> int:
        """The revision, by the name that all things with a door have; see `LiveStore`."""
        return self.revision

    @property
    def kind(self) -> TournamentKind:
        return self.rules.kind

    @property
    def hosts(self) -> tuple[int, ...]:
        """The host and the co-hosts who have not deleted their data."""
        return tuple(one for one in (self.host_id, *self.co_hosts) if one > 0)

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None

    @property
    def announced_round(self) -> int:
        """The latest announced round."""
        return self._latest(AnnouncementKind.ROUND, AnnouncementKind.PAIRINGS)

    @property
    def reminded_round(self) -> int:
        """The latest round with a reminder of its deadline."""
        return self._latest(AnnouncementKind.REMINDER)

    def _latest(self, *kinds: AnnouncementKind) -> int:
        of_kinds = (one.round for one in self.announcements if one.kind in kinds and one.round <= self.round)
        return max(of_kinds, default=0)

    @property
    def teams(self) -> dict[int, tuple[Participant, ...]]:
        """The members of each numbered team, by number, and of partners drawn for a round."""
        found: dict[int, list[Participant]] = {}
        for one in self.people:
            if one.team:
                found.setdefault(one.team, []).append(one)
        for team in self._drawn_sides:
            found[team] = [one for number in partners_of(team) for one in found.get(number, ())]
        return {team: tuple(found[team]) for team in sorted(found)}

    @property
    def _drawn_sides(self) -> frozenset[int]:
        if self.kind is not TournamentKind.PARTNERS or self.stage is TournamentStage.OPEN:
            return frozenset()
        sides = (side.team for pairing in (*self.pairings, *self.taken_back) for side in pairing.sides)
        return frozenset(team for team in sides if team >= _ALONE)

    @property
    def team_names(self) -> dict[int, str]:
        """The names that teams have given themselves, by number."""
        return {one.team: one.team_name for one in self.people if one.team and one.team_name}

    @property
    def withdrawn(self) -> frozenset[int]:
        """The numbers of withdrawn teams, and of partners of whom one has withdrawn."""
        gone = {one.team for one in self.people if one.withdrawn}
        return frozenset(gone | {team for team in self._drawn_sides if gone & set(partners_of(team))})

    @property
    def entry_size(self) -> int:
        """The number of people who enter as a team; 1 if partners are drawn in each round."""
        return 1 if self.kind is TournamentKind.PARTNERS else self.team_size

    @property
    def placed(self) -> tuple[Participant, ...]:
        """The people who are not on the waiting list."""
        return tuple(one for one in self.people if not one.waits)

    @property
    def open_pairings(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.state is PairingState.OPEN)

    def asked_team(self, asker: Participant) -> int | None:
        """Return the team that a person asks for a place; None if it is gone, full or theirs."""
        asked = None if asker.asks_id is None else self.participant(asker.asks_id)
        if asked is None or not asked.team or asked.team == asker.team or self.stage is not TournamentStage.OPEN:
            return None
        return asked.team if len(self.teams[asked.team]) < self.team_size else None

    def signed(self, sign_up: int) -> Participant | None:
        """Return the participant of a sign-up, if any."""
        return next((one for one in self.people if one.sign_up == sign_up), None)

    def participant(self, user_id: int) -> Participant | None:
        """Return the participant with this user id, if any."""
        return next((one for one in self.people if one.user_id == user_id), None)


def key_of(sides: Iterable[Collection[int]]) -> str:
    """Return a match's people as text, independent of the order."""
    return "|".join(sorted(",".join(map(str, sorted(side))) for side in sides))


def sides_of(key: str) -> list[list[int]]:
    """Split the text of `key_of` into sides of people."""
    return [[int(one) for one in side.split(",")] for side in key.split("|")]
