"""The form of a new tournament: `open_form` asks only for the options of the chosen format.

The custom ids of the form's message hold the chosen values, each a piece of them, so a form outlives a restart.
"""

import json
import zlib
from base64 import b32decode, b32encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import partial
from itertools import count
from typing import Any, Final
from zoneinfo import ZoneInfo

import discord

import games
from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.creation.repeating import wanted_again
from bot.league.tournaments.creation.requests import (
    KIND_SETTINGS,
    LONGEST_TITLE,
    NewTournament,
    create_tournament,
    of_kind,
    plan_tournament,
    read_start,
)
from bot.league.tournaments.formats.duplicate import MOST_DEALS, USUAL_DEALS, is_among_people
from bot.league.tournaments.formats.format import BEST_OF
from bot.league.tournaments.formats.kinds import KINDS, kind_of
from bot.league.tournaments.formats.sides import formats_of
from bot.league.tournaments.requests import clicked_tournament, may_create, require_organiser
from bot.league.tournaments.showing.about import about_lines
from bot.locales import Words
from bot.messages.parts.components import (
    MAX_CUSTOM_ID,
    SELECT,
    Button,
    ClickAddress,
    Entity,
    EntitySelect,
    Form,
    MessageFormat,
    Row,
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
from bot.requests.typed_times import time_zone_of
from bot.tables.errors import TableError
from bot.tables.time_controls import CLOCKS, has_own_tempo
from games import SetupError
from storage.league.tournament_values import Opponents, ScoreComparison, Seeding, Tournament, TournamentKind
from storage.matches import COMPUTER_LEVELS, Player

ROUND_MINUTES: Final = (20, 30, 45, 60, 120, 360, 720, 1440, 2 * 1440, 3 * 1440, 7 * 1440)
"""The usual minutes of a round."""
ARENA_MINUTES: Final = (30, 45, 60, 90, 120, 180, 240)
"""The usual minutes of an arena."""
USUAL_POINTS: Final = ("3/1", "2/1", "4,2,1,0", "3,2,1,0", "3,1,0", "2,1,0")
"""The usual points for wins and draws, or for places."""

_MOST_ROUNDS: Final = 20
"""The most rounds that the form offers."""
_MOST_GROUPS: Final = 10
_LIMITS: Final = (4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64)
_LONGEST_TEXT: Final = 100

_DEFAULTS: Final[Mapping[str, Any]] = {one.name: one.default for one in fields(NewTournament)}
_NAMES: Final = json.dumps(list(_DEFAULTS)).encode()
"""The dictionary of the compression; values of another version cannot be read."""


_Part = Button | Select | EntitySelect


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

    :param tournament: the tournament that would be created.
    :param kinds: the formats that are possible.
    :raises TableError: if the texts are too long for the form.
    """
    embed = discord.Embed(colour=COLOUR, title=w("tournament.form.title", title=tournament.title))
    lines = [*about_lines(tournament, {}, w)]
    if tournament.starts_at is None:
        lines.append(w("tournament.form.by_hand"))
    embed.description = "\n".join(lines)
    typed = Button(_at("typed"), w("tournament.form.button.typed"), emoji="✏️")
    create = Button(_at("create"), w("tournament.form.button.create"), Style.GO)
    cancel = Button(_at("cancel"), w("tournament.form.button.cancel"))
    buttons: list[Sequence[_Part]] = [(*_toggles(wanted, w), typed), (create, cancel)]
    rows = _with_pieces([*_selects(wanted, tournament, kinds, w), *buttons], wanted)
    return Message(embed=embed, rows=rows, format=MessageFormat.LAYOUT)


def _at(key: str) -> ClickAddress:
    return ClickAddress(TournamentClick.FORM, rest=key)


def _selects(
    wanted: NewTournament, tournament: Tournament, kinds: Sequence[TournamentKind], w: Words
) -> Iterator[tuple[_Part]]:
    """Yield the selects of the game, the format, each of its options, and the role to mention."""
    yield _select("game", [_Choice(key, w(f"game.{key}.name")) for key in games.TABLE_GAMES], wanted.game, w)
    named = [_Choice(kind, w(f"tournament.kind.{kind}"), w(f"tournament.form.about.{kind}")) for kind in kinds]
    yield _select("kind", named, wanted.kind, w)
    settings = KINDS[wanted.kind].settings if wanted.is_alone else KINDS[wanted.kind].settings - {"level"}
    for key, choices in _OFFERED.items():
        if key in settings or key not in KIND_SETTINGS:
            offered, chosen = list(choices(tournament, w)), getattr(wanted, key)
            code = "" if chosen in (None, 0) else str(chosen)
            if code not in [one.code for one in offered]:
                offered.append(_Choice(code, code))
            if len(offered) > 1:
                yield _select(key, offered, code, w)
    game = games.TABLE_GAMES[wanted.game]
    if not has_own_tempo(game):
        clocks = [_Choice("", w("tournament.form.clock.server")), *(_Choice(key, w(f"clock.{key}")) for key in CLOCKS)]
        yield _select("clock", clocks, wanted.wishes.clock or "", w)
    role = () if wanted.role_id is None else (wanted.role_id,)
    yield (EntitySelect(_at("role"), Entity.ROLE, role, w("tournament.form.role")),)


def _select(key: str, choices: Iterable[_Choice], chosen: str, w: Words) -> tuple[Select]:
    name = w(f"tournament.form.{key}")
    options = [
        SelectOption(
            truncate(f"{name}: {one.label}", MAX_OPTION_TEXT),
            one.code or _DEFAULT,
            truncate(one.description, MAX_OPTION_TEXT),
            default=one.code == chosen,
        )
        for one in choices
    ]
    return (Select(_at(key), tuple(options), name),)


_ENUMS: Final = {
    "kind": TournamentKind,
    "seeding": Seeding,
    "comparison": ScoreComparison,
    "opponents": Opponents,
}
_DEFAULT: Final = "-"
"""The value of a select for the default."""


def _toggles(wanted: NewTournament, w: Words) -> Iterator[Button]:
    for key in _TOGGLES:
        if key in KINDS[wanted.kind].settings:
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
    offered = (text for text in USUAL_POINTS if len(text.split(",")) <= tournament.sides)
    return _values(offered, usual, about=lambda text: points_text(text, w))


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
    "rounds": lambda now, w: _or_else(
        w("tournament.form.by_seat" if kind_of(now).shares_deals else "tournament.form.needed"),
        range(1, _MOST_ROUNDS + 1),
    ),
    "groups": lambda _, w: _or_else(w("tournament.form.needed"), range(2, _MOST_GROUPS + 1)),
    "round_minutes": lambda _, w: _or_else(
        w("tournament.form.until_closed"), ROUND_MINUTES, lambda one: time_span(60.0 * one, w)
    ),
    "arena_minutes": lambda _, w: _values(ARENA_MINUTES, 60, lambda one: time_span(60.0 * one, w)),
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
}
"""The options of a new tournament that are chosen from a list."""

_NUMBERS: Final = frozenset(
    {"rounds", "groups", "deals", "round_minutes", "arena_minutes", "players_per_table", "limit", "best_of"}
)
_TOGGLES: Final = ("third_place", "no_streak")
_NEGATED: Final = frozenset({"no_streak"})
"""The options that turn something off: the form names what is on."""


def points_text(text: str, w: Words) -> str:
    """Return points, typed as `read_points` reads them, in words."""
    win, slash, draw = text.partition("/")
    return w("tournament.about.score", win=win, draw=draw) if slash else w("tournament.about.places", points=text)


def _typed_form(wanted: NewTournament, w: Words) -> Form:
    """Return the form for values that are typed."""
    game = games.TABLE_GAMES[wanted.game]
    texts = {"title": (wanted.title, LONGEST_TITLE), "start": (wanted.start or "", _LONGEST_TEXT)}
    if game.option_list:
        texts["options"] = typed_options(game, wanted.wishes.options), _LONGEST_TEXT
    if "points" in KINDS[wanted.kind].settings:
        texts["points"] = wanted.points, _LONGEST_TEXT
    texts["series"] = wanted.series or "", _LONGEST_TEXT
    typed = [
        TextField(key, w(f"tournament.form.typed.{key}"), longest, required=False, filled=filled)
        for key, (filled, longest) in texts.items()
    ]
    return Form(ClickAddress(TournamentClick.TYPED), w("tournament.form.button.typed"), tuple(typed))


# --- The values in custom ids -----------------------------------------------------------------------------------------


def _packed(wanted: NewTournament) -> str:
    """Return the values as capital letters and digits, which no game's key contains."""
    chosen = {name: getattr(wanted, name) for name, usual in _DEFAULTS.items() if getattr(wanted, name) != usual}
    if wanted.wishes.any:
        chosen["wishes"] = wanted.wishes.text(games.TABLE_GAMES[wanted.game])
    text = json.dumps(chosen, ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, zdict=_NAMES)
    return b32encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def _unpacked(text: str) -> NewTournament:
    """Return the values.

    :raises ValueError: if they were packed by another version.
    """
    try:
        unpacker = zlib.decompressobj(zdict=_NAMES)
        found = unpacker.decompress(b32decode(text + "=" * (-len(text) % 8)))
    except zlib.error as error:
        raise ValueError(text) from error
    values: dict[str, Any] = json.loads(found)
    wishes = Wishes.parse(games.TABLE_GAMES[values["game"]], values.pop("wishes", ""))
    values |= {key: of(values[key]) for key, of in _ENUMS.items() if key in values}
    return NewTournament(wishes=wishes, **values)


def _with_pieces(rows: Iterable[Sequence[_Part]], wanted: NewTournament) -> tuple[Row, ...]:
    """Return rows whose addresses hold the values together.

    :raises TableError: if there is too little room.
    """
    packed, numbers = _packed(wanted), count()

    def filled(part: _Part) -> _Part:
        nonlocal packed
        address = replace(part.address, number=next(numbers), rest=f"{part.address.rest}.")
        room = MAX_CUSTOM_ID - len(address.custom_id(SELECT))
        piece, packed = packed[:room], packed[room:]
        return replace(part, address=replace(address, rest=f"{address.rest}{piece}"))

    after = tuple(tuple(map(filled, row)) for row in rows)
    if packed:
        raise TableError("tournament.form.too_long")
    return after


def _values_in(click: Click) -> NewTournament:
    """Return the values that the clicked form holds.

    :raises TableError: if the message holds none, or those of another version.
    """
    clicked = click.reply.interaction.message
    found = {}
    for row in clicked.components if clicked is not None else ():
        for part in getattr(row, "children", ()):
            try:
                address = ClickAddress.parse(str(getattr(part, "custom_id", "")))
            except ValueError:
                continue
            if address.kind is TournamentClick.FORM:
                found[address.number] = address.rest.partition(".")[2]
    try:
        return _unpacked("".join(found[number] for number in sorted(found)))
    except (ValueError, TypeError, KeyError):
        raise TableError("error.button_unknown") from None


# --- What is done -----------------------------------------------------------------------------------------------------


async def open_form(request: Request, wanted: NewTournament) -> Message:
    """Return the form of a new tournament.

    :raises TableError: if the person may not, the bot may not write here, or the settings conflict.
    """
    if not await may_create(request):
        require_organiser(request)
    return await _form(request, replace(wanted, opened_at=request.services.now()))


async def _form(request: Request, wanted: NewTournament) -> Message:
    tournament = await plan_tournament(request, wanted)
    kinds = [kind for kind in TournamentKind if await _is_possible(request, of_kind(wanted, kind))]
    return form_message(wanted, tournament, kinds, request.words)


async def _is_possible(request: Request, wanted: NewTournament) -> bool:
    try:
        await plan_tournament(request, wanted)
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
    wanted = _values_in(click)
    key = click.address.rest.partition(".")[0]
    if key == "cancel":
        await click.reply.dismiss()
    elif key == "create":
        await _create(click, wanted)
    elif key == "typed":
        await click.reply.ask(_typed_form(wanted, click.words))
    elif key == "game":
        await click.reply.renew(await _form(click, await _with_game(click, wanted)))
    else:
        await click.reply.renew(await _form(click, _changed(wanted, key, click.value)))


async def _with_game(click: Click, wanted: NewTournament) -> NewTournament:
    """Return the values for the chosen game, without those of the other one.

    The format becomes the usual one if the game has no such tournament.

    :raises TableError: for a game that is not offered, as in a forged address.
    """
    if click.value not in games.TABLE_GAMES:
        raise TableError("error.button_unknown")
    changed = replace(wanted, game=click.value, players_per_table=None, wishes=Wishes({}, wanted.wishes.clock))
    return changed if await _is_possible(click, changed) else of_kind(changed, TournamentKind.ROUND_ROBIN)


def _changed(wanted: NewTournament, key: str, value: str) -> NewTournament:
    """Return the values with another choice.

    :raises TableError: for a choice that is not offered, as in a forged address.
    """
    value = "" if value == _DEFAULT else value
    changed: dict[str, Any] = {}
    try:
        match key:
            case "kind":
                return replace(of_kind(wanted, TournamentKind(value)), seeding=None)
            case "seeding" | "comparison":
                changed = {key: _ENUMS[key](value) if value else None}
            case "opponents":
                changed = {key: Opponents(value) if value else None, "level": "", "players_per_table": None}
            case "level" if not value or value in COMPUTER_LEVELS:
                changed = {key: value}
            case "clock" if not value or value in CLOCKS:
                changed = {"wishes": replace(wanted.wishes, clock=value or None)}
            case "points":
                changed = {key: value}
            case "role":
                changed = {"role_id": int(value) if value else None}
            case _ if key in _NUMBERS:
                changed = {key: int(value) if value else _DEFAULTS[key]}
            case _ if key in _TOGGLES:
                changed = {key: not getattr(wanted, key)}
    except ValueError:
        changed = {}
    if not changed:
        raise TableError("error.button_unknown")
    return replace(wanted, **changed)


async def _create(click: Click, wanted: NewTournament) -> None:
    """Create the tournament, and say so in place of the form."""
    await click.reply.acknowledge()  # the answer is the form
    post = partial(click.services.channels.send, click.channel_id)
    try:
        created = await create_tournament(click, wanted, post)
    except TableError as error:
        if error.key != "tournament.form.done":
            raise
        await click.reply.renew(Message(click.words("tournament.form.done")))
        return
    await click.reply.renew(Message(click.words("tournament.form.created", title=bold(created.title))))


@on(TournamentClick.TYPED)
async def _take_typed(click: Click) -> None:
    """Take each typed value that is possible, and report the first that is not."""
    wanted = _values_in(click)
    refused: TableError | SetupError | None = None
    for key, text in click.filled.texts.items():
        try:
            changed = await _with_typed(click, wanted, key, text)
            await plan_tournament(click, changed)
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
            if not text:
                return replace(wanted, start=None)
            at = await read_start(click, text, click.services.now())
            zone = ZoneInfo(await time_zone_of(click.services, click.guild_id))
            return replace(wanted, start=f"{datetime.fromtimestamp(at, zone):%Y-%m-%d %H:%M}")
        case "points":
            return replace(wanted, points=text)
        case "series":
            return replace(wanted, series=text or None)
        case "options":
            options = read_options(games.TABLE_GAMES[wanted.game], text, click.words)
            return replace(wanted, wishes=replace(wanted.wishes, options=options))
    raise TableError("error.button_unknown")


COMPLETES: Final = {
    "tournament.form.{}": ("game", "kind", "clock", *_OFFERED, *_TOGGLES),
    "tournament.form.about.{}": TournamentKind,
    "tournament.form.opponents.{}": Opponents,
    "tournament.form.typed.{}": ("title", "start", "options", "points", "series"),
}
