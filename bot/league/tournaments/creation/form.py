"""The form of a new tournament or club night: `open_form` asks only for the options of the chosen format.

Its chosen values are in the custom ids of its message; see `form_values`.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import discord

import games
from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.creation.form_values import DEFAULTS, ENUMS, Part, values_in, with_values
from bot.league.tournaments.creation.repeating import wanted_again
from bot.league.tournaments.creation.requests import (
    ARENA_MINUTES,
    LONGEST_NIGHT_TITLE,
    LONGEST_TITLE,
    USUAL_OPEN_HOURS,
    NewTournament,
    create_tournament,
    drafts,
    free_evenings,
    of_kind,
    plan_evenings,
    read_start,
)
from bot.league.tournaments.formats.duplicate import MOST_DEALS, USUAL_DEALS, is_among_people
from bot.league.tournaments.formats.format import BEST_OF
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.formats.sides import formats_of
from bot.league.tournaments.requests import clicked_tournament, may_create, require_organiser
from bot.league.tournaments.showing.about import about_lines, start_line
from bot.locales import Words
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    Entity,
    EntitySelect,
    Form,
    MessageFormat,
    Select,
    SelectOption,
    Style,
    TextField,
)
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.text import MAX_OPTION_TEXT, bold, truncate
from bot.messages.table.lobby import time_span
from bot.messages.welcome import Wishes
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.typed_options import read_options, typed_options
from bot.requests.typed_times import time_zone_of, without_every
from bot.tables.errors import TableError
from bot.tables.time_controls import CLOCKS
from games import SetupError
from storage.league.tournament_values import Opponents, ScoreComparison, Seeding, Tournament, TournamentKind
from storage.matches import COMPUTER_LEVELS, Player

_DAYS: Final = (1, 2, 3, 4, 5, 7, 10, 14)
ROUND_MINUTES: Final = (10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 720, *(1440 * days for days in _DAYS))
"""The usual minutes of a round."""

# A select has room for a default and for a value of an earlier tournament besides these.
_ARENA_MINUTES: Final = (10, 15, 20, 30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 480, 720, 1440)
_USUAL_POINTS: Final = ("3/1", "2/1", "4,2,1,0", "3,2,1,0", "3,1,0", "2,1,0")
_MOST_ROUNDS: Final = 23
_MOST_GROUPS: Final = 10
_LIMITS: Final = (*range(2, 17), 20, 24, 28, 32, 40, 48, 56, 64)
_OPEN_HOURS: Final = (1, 2, 3, 6, 12, 24, 36, 48, 72, 96, 120, 144, 168, 240, 336)
_MOST_GAMES: Final = 4
"""The most games of a club night, which take turns."""
LONGEST_TEXT: Final = 100
"""The most characters of typed values without a limit of their own."""


@dataclass(frozen=True)
class _Choice:
    """A value that a select offers.

    :ivar code: the value in the click; "" for the default.
    """

    code: str
    label: str
    description: str = ""


# --- The message ------------------------------------------------------------------------------------------------------


def form_message(wanted: NewTournament, tournament: Tournament, kinds: Sequence[TournamentKind], w: Words) -> Message:
    """Return the form: the format, the options that it has, and a summary.

    :param tournament: the tournament that would be created, or the one of the first evening.
    :param kinds: the formats that are possible.
    :raises TableError: if the texts are too long for the form.
    """
    title = w("club.created" if wanted.weekly else "tournament.form.title", title=tournament.title)
    embed = discord.Embed(colour=COLOUR, title=title, description="\n".join(_summary(wanted, tournament, w)))
    create = TournamentClick.CREATE_NIGHT if wanted.weekly else TournamentClick.FORM
    ending = (
        Button(ClickAddress(create, rest="create"), w("tournament.form.button.create"), Style.GO),
        Button(_at("cancel"), w("tournament.form.button.cancel")),
    )
    game, kind, *others = _selects(wanted, tournament, kinds, w)
    rows = with_values([game, kind, tuple(_buttons(wanted, w)), ending, *others], wanted)
    return Message(embed=embed, rows=rows, format=MessageFormat.LAYOUT)


def _summary(wanted: NewTournament, tournament: Tournament, w: Words) -> Iterator[str]:
    """Yield lines about the tournament or the evenings."""
    if wanted.free_play:
        yield f"{bold(w(f'game.{wanted.game}.name'))} · {w('club.free')}"
        if tournament.starts_at is not None:
            yield start_line(tournament.starts_at, w)
    else:
        yield from about_lines(tournament, {}, w)
    if wanted.then:
        yield f"{w('tournament.form.then')}: {' → '.join(w(f'game.{game}.name') for game in wanted.then)}"
    if not wanted.weekly:
        yield from [w("tournament.form.by_hand")] if tournament.starts_at is None else []
    elif tournament.starts_at is None:
        yield w("tournament.form.first_evening", button=w("tournament.form.button.typed"))
    else:
        hours = wanted.open_hours or USUAL_OPEN_HOURS
        yield w("tournament.form.every_week", time=time_span(3600.0 * hours, w))


def _at(key: str) -> ClickAddress:
    return ClickAddress(TournamentClick.FORM, rest=key)


def _selects(
    wanted: NewTournament, tournament: Tournament, kinds: Sequence[TournamentKind], w: Words
) -> Iterator[tuple[Part]]:
    """Yield the selects of the game, the format, each option that can be chosen, and the role to mention."""
    named = [_Choice(key, w(f"game.{key}.name")) for key in games.TABLE_GAMES]
    yield _select("game", named, [wanted.game], w)
    formats = [_Choice(kind, w(f"tournament.kind.{kind}"), w(f"tournament.form.about.{kind}")) for kind in kinds]
    if wanted.weekly:
        formats.append(_Choice(_FREE, w("club.free"), w("tournament.form.about.free")))
    yield _select("kind", formats, [_FREE if wanted.free_play else wanted.kind], w)
    if "then" in wanted.settings:
        others = [one for one in named if one.code != wanted.game]
        yield _select("then", others, wanted.then, w, least=0, most=_MOST_GAMES - 1)
    for key, choices in _OFFERED.items():
        if key in wanted.settings:
            offered = list(choices(tournament, w))
            chosen = wanted.wishes.clock if key == "clock" else getattr(wanted, key)
            code = "" if chosen in (None, 0) else str(chosen)
            if code not in [one.code for one in offered]:
                offered.append(_Choice(code, code))
            if len(offered) > 1:
                yield _select(key, offered, [code], w)
    role = () if wanted.role_id is None else (wanted.role_id,)
    yield (EntitySelect(_at("role"), Entity.ROLE, role, w("tournament.form.role")),)


def _select(
    key: str, choices: Iterable[_Choice], chosen: Collection[str], w: Words, least: int = 1, most: int = 1
) -> tuple[Select]:
    name = w(f"tournament.form.{key}")
    options = [
        SelectOption(
            truncate(f"{name}: {one.label}", MAX_OPTION_TEXT),
            one.code or _DEFAULT,
            truncate(one.description, MAX_OPTION_TEXT),
            default=one.code in chosen,
        )
        for one in choices
    ]
    return (Select(_at(key), tuple(options), name, least, most),)


_DEFAULT: Final = "-"
"""The value of a select for the default."""
_FREE: Final = "free"
"""The format of evenings without a tournament."""


def _buttons(wanted: NewTournament, w: Words) -> Iterator[Button]:
    """Yield the buttons for typed values, for repeating, and for options that are on or off."""
    yield Button(_at("typed"), w("tournament.form.button.typed"), Style.MAIN, emoji="✏️")
    repeats = w("tournament.form.weekly" if wanted.weekly else "tournament.form.once")
    yield Button(_at("weekly"), repeats, Style.GO if wanted.weekly else Style.PLAIN, emoji="🔁")
    for key in _TOGGLES:
        if key in wanted.settings:
            is_on = getattr(wanted, key) != (key in _NEGATED)
            label = f"{w(f'tournament.form.{key}')}: {w('option.on') if is_on else w('option.off')}"
            yield Button(_at(key), label, Style.GO if is_on else Style.PLAIN)


def _values(
    values: Iterable[Any], usual: Any, label: Callable[[Any], str] = str, about: Callable[[Any], str] = lambda _: ""
) -> Iterator[_Choice]:
    """Yield the choices of values; the usual one is the default."""
    return (_Choice("" if one == usual else str(one), label(one), about(one)) for one in values)


def _or_else(default: str, values: Iterable[Any], label: Callable[[Any], str] = str) -> Iterator[_Choice]:
    """Yield a default without a value, then the choices of values."""
    yield _Choice("", default)
    yield from _values(values, None, label)


def _points(tournament: Tournament, w: Words) -> Iterator[_Choice]:
    usual = f"{kind_of(tournament).win_points}/1"
    offered = (text for text in _USUAL_POINTS if len(text.split(",")) <= tournament.sides)
    return _values(offered, usual, about=lambda text: _points_text(text, w))


def _points_text(text: str, w: Words) -> str:
    """Return points, typed as `read_points` reads them, in words."""
    win, slash, draw = text.partition("/")
    return w("tournament.about.score", win=win, draw=draw) if slash else w("tournament.about.places", points=text)


def _players(tournament: Tournament, _: Words) -> Iterator[_Choice]:
    kind = kind_of(tournament)
    if kind.shares_deals and not is_among_people(tournament.rules):
        seats = sorted(games.TABLE_GAMES[tournament.game].seat_counts)
        return _values(seats, seats[0])
    found = formats_of(tournament.game)
    offered = [one.sides * one.team_size for one in found if one.sides <= 2 or not kind.two_sides]
    return _values(offered, found[0].sides * found[0].team_size)


def _limits(tournament: Tournament, w: Words) -> Iterator[_Choice]:
    fewest, most = kind_of(tournament).fewest_teams(tournament), kind_of(tournament).most_teams
    return _or_else(w("tournament.form.no_limit"), (one for one in _LIMITS if fewest <= one <= most))


_OFFERED: Final[Mapping[str, Callable[[Tournament, Words], Iterator[_Choice]]]] = {
    "open_hours": lambda _, w: _values(_OPEN_HOURS, USUAL_OPEN_HOURS, lambda one: time_span(3600.0 * one, w)),
    "rounds": lambda now, w: _or_else(
        w("tournament.form.by_seat" if kind_of(now).shares_deals else "tournament.form.needed"),
        range(1, _MOST_ROUNDS + 1),
    ),
    "groups": lambda _, w: _or_else(w("tournament.form.needed"), range(2, _MOST_GROUPS + 1)),
    "round_minutes": lambda _, w: _or_else(
        w("tournament.form.until_closed"), ROUND_MINUTES, lambda one: time_span(60.0 * one, w)
    ),
    "arena_minutes": lambda _, w: _values(_ARENA_MINUTES, ARENA_MINUTES, lambda one: time_span(60.0 * one, w)),
    "points": _points,
    "seeding": lambda now, w: _values(Seeding, kind_of(now).seeding, lambda one: w(f"tournament.seeding.{one}")),
    "players_per_table": _players,
    "deals": lambda _, __: _values(range(1, MOST_DEALS + 1), USUAL_DEALS),
    "opponents": lambda _, w: _values(
        Opponents,
        Opponents.COMPUTERS,
        lambda one: w(f"tournament.opponents.{one}"),
        lambda one: w(f"tournament.form.opponents.{one}"),
    ),
    "level": lambda _, w: _values(COMPUTER_LEVELS, Player.REGULAR, lambda one: w(f"level.{one}")),
    "comparison": lambda _, w: _values(
        ScoreComparison,
        ScoreComparison.MATCHPOINTS,
        lambda one: w(f"tournament.comparison.{one}"),
        lambda one: w(f"tournament.shared.comparison.{one}"),
    ),
    "best_of": lambda now, w: _values(
        BEST_OF if now.sides == 2 else BEST_OF[:1], None, lambda one: w(f"tournament.best_of.{one}")
    ),
    "limit": _limits,
    "clock": lambda _, w: _or_else(w("tournament.form.clock.server"), CLOCKS, lambda one: w(f"clock.{one}")),
}
"""The options that are chosen from a list."""

_NUMBERS: Final = frozenset(_OFFERED) - {"points", "seeding", "opponents", "level", "comparison", "clock"}
_TOGGLES: Final = ("third_place", "no_streak")
_NEGATED: Final = frozenset({"no_streak"})
"""The options that turn something off: the form names what is on."""


def _typed_form(wanted: NewTournament, w: Words) -> Form:
    """Return the form for values that are typed."""
    game = games.TABLE_GAMES[wanted.game]
    longest = LONGEST_NIGHT_TITLE if wanted.weekly else LONGEST_TITLE
    texts = {"start": (wanted.start or "", LONGEST_TEXT), "title": (wanted.title[:longest], longest)}
    if game.option_list and not wanted.free_play:
        texts["options"] = typed_options(game, wanted.wishes.options), LONGEST_TEXT
    if "points" in wanted.settings:
        texts["points"] = wanted.points, LONGEST_TEXT
    if not wanted.free_play:
        texts["series"] = wanted.series or "", LONGEST_TEXT
    typed = [
        TextField(key, w(f"tournament.form.typed.{key}"), longest, required=False, filled=filled)
        for key, (filled, longest) in texts.items()
    ]
    return Form(ClickAddress(TournamentClick.TYPED), w("tournament.form.button.typed"), tuple(typed))


# --- What is done -----------------------------------------------------------------------------------------------------


async def open_form(request: Request, wanted: NewTournament) -> Message:
    """Return the form of a new tournament.

    :raises TableError: if the person may not, the bot may not write here, the start cannot be read, or the settings
        conflict.
    """
    if not await may_create(request):
        require_organiser(request)
    wanted = await _with_start(request, wanted, wanted.start or "")
    return await _form(request, replace(wanted, opened_at=request.services.now()))


async def _form(request: Request, wanted: NewTournament) -> Message:
    tournament, *_ = await plan_evenings(request, wanted)
    kinds = [kind for kind in TournamentKind if _is_possible(request, of_kind(wanted, kind))]
    return form_message(wanted, tournament, kinds, request.words)


def _is_possible(request: Request, wanted: NewTournament) -> bool:
    try:
        drafts(request, wanted)
    except (TableError, SetupError):
        return False
    return True


@on(TournamentClick.AGAIN)
async def _create_again(click: Click) -> None:
    """Open the form with the settings of a tournament."""
    wanted = await wanted_again(click, await clicked_tournament(click))
    await click.reply.whisper(await open_form(click, wanted))


@on(TournamentClick.FORM)
async def _change(click: Click) -> None:
    match click.address.rest.partition(".")[0]:
        case "cancel":
            await click.reply.dismiss()
        case "create":
            await create_from_form(click, create_tournament)
        case "typed":
            await click.reply.ask(_typed_form(values_in(click), click.words))
        case "game":
            await click.reply.renew(await _form(click, _with_game(click, values_in(click))))
        case key:
            await click.reply.renew(await _form(click, _changed(values_in(click), key, click.values)))


def _with_game(click: Click, wanted: NewTournament) -> NewTournament:
    """Return the values for the chosen game, without those of the other one.

    The format becomes the usual one if the game has no such tournament.

    :raises TableError: for a game that is not offered, as in a forged address.
    """
    if click.value not in games.TABLE_GAMES:
        raise TableError("error.button_unknown")
    changed = replace(
        wanted,
        game=click.value,
        players_per_table=None,
        wishes=Wishes({}, wanted.wishes.clock),
        then=tuple(one for one in wanted.then if one != click.value),
    )
    usual = replace(of_kind(changed, TournamentKind.ROUND_ROBIN), chosen_kind=None)
    return changed if _is_possible(click, changed) else usual


def _changed(wanted: NewTournament, key: str, values: Sequence[str]) -> NewTournament:
    """Return the values with another choice.

    :raises TableError: for a choice that is not offered, as in a forged address.
    """
    value = values[0] if values and values[0] != _DEFAULT else ""
    try:
        match key:
            case "weekly" if wanted.weekly:
                return replace(wanted, weekly=False, then=(), free_play=False, open_hours=0)
            case "weekly":
                return replace(wanted, weekly=True)
            case "then" if wanted.weekly and {*values} <= {*games.TABLE_GAMES} - {wanted.game}:
                kept = [one for one in wanted.then if one in values]  # further games come after those
                return replace(wanted, then=tuple(dict.fromkeys((*kept, *values)))[: _MOST_GAMES - 1])
            case "kind" if wanted.weekly and value == _FREE:
                return free_evenings(wanted)
            case "kind":
                return replace(of_kind(wanted, TournamentKind(value)), seeding=None)
        return replace(wanted, **_option(wanted, key, value))
    except ValueError:
        raise TableError("error.button_unknown") from None


def _option(wanted: NewTournament, key: str, value: str) -> dict[str, Any]:
    """Return the fields that an option changes.

    :raises ValueError: for a choice that is not offered.
    """
    match key:
        case "seeding" | "comparison":
            return {key: ENUMS[key](value) if value else None}
        case "opponents":
            return {key: Opponents(value) if value else None, "level": "", "players_per_table": None}
        case "level" if not value or value in COMPUTER_LEVELS:
            return {key: value}
        case "clock" if not value or value in CLOCKS:
            return {"wishes": replace(wanted.wishes, clock=value or None)}
        case "points":
            return {key: value}
        case "role":
            return {"role_id": int(value) if value else None}
        case _ if key in _NUMBERS:
            return {key: int(value) if value else DEFAULTS[key]}
        case _ if key in _TOGGLES:
            return {key: not getattr(wanted, key)}
    raise ValueError(key)


async def create_from_form(click: Click, create: Callable[[Request, NewTournament], Awaitable[str]]) -> None:
    """Create what the form describes, and say so in place of it.

    :param create: returns the name.
    """
    wanted = values_in(click)
    await click.reply.acknowledge()  # the answer is the form
    try:
        text = click.words("tournament.form.created", title=bold(await create(click, wanted)))
    except TableError as error:
        if error.key != "tournament.form.done":
            raise
        text = click.words(error.key)
    await click.reply.renew(Message(text))


@on(TournamentClick.TYPED)
async def _take_typed(click: Click) -> None:
    """Take each typed value that is possible, and report the first that is not."""
    wanted = values_in(click)
    refused: TableError | SetupError | None = None
    for key, text in click.filled.texts.items():
        try:
            changed = await _with_typed(click, wanted, key, text)
            await plan_evenings(click, changed)
        except (TableError, SetupError) as error:
            refused = refused or error
        else:
            wanted = changed
    await click.reply.renew(await _form(click, wanted))
    if refused is not None:
        raise refused


async def _with_typed(click: Click, wanted: NewTournament, key: str, text: str) -> NewTournament:
    """Return the values with a typed one; "" for the default.

    :raises TableError: if it cannot be read.
    """
    match key:
        case "title":
            return replace(wanted, title=text[:LONGEST_TITLE])
        case "start":
            return await _with_start(click, wanted, text)
        case "points":
            return replace(wanted, points=text)
        case "series":
            return replace(wanted, series=text or None)
        case "options":
            options = read_options(games.TABLE_GAMES[wanted.game], text, click.words)
            return replace(wanted, wishes=replace(wanted.wishes, options=options))
    raise TableError("error.button_unknown")


async def _with_start(request: Request, wanted: NewTournament, text: str) -> NewTournament:
    """Return the values with a typed start, which repeats after "every".

    :raises TableError: if it cannot be read.
    """
    if not text:
        return replace(wanted, start=None)
    at = await read_start(request, text, request.services.now())
    zone = ZoneInfo(await time_zone_of(request.services, request.guild_id))
    weekly = wanted.weekly or len(without_every(text)) < len(" ".join(text.split()))
    return replace(wanted, start=f"{datetime.fromtimestamp(at, zone):%Y-%m-%d %H:%M}", weekly=weekly)


COMPLETES: Final = {
    "tournament.form.{}": ("game", "kind", "then", *_OFFERED, *_TOGGLES),
    "tournament.form.about.{}": TournamentKind,
    "tournament.form.opponents.{}": Opponents,
    "tournament.seeding.{}": Seeding,
    "tournament.comparison.{}": ScoreComparison,
    "tournament.opponents.{}": Opponents,
    "tournament.form.typed.{}": ("title", "start", "options", "points", "series"),
}
