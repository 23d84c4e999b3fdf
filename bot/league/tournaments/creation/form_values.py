"""The values of the form of a new tournament: pieces of the custom ids of its message, so a form outlives a restart."""

import json
import zlib
from base64 import b32decode, b32encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import count
from typing import Any, Final

import games
from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.creation.requests import NewTournament
from bot.messages.parts.components import MAX_CUSTOM_ID, SELECT, Button, ClickAddress, EntitySelect, Row, Select
from bot.messages.welcome import Wishes
from bot.requests.request import Click
from bot.tables.errors import TableError
from storage.league.tournament_values import Opponents, ScoreComparison, Seeding, TournamentKind

DEFAULTS: Final[Mapping[str, Any]] = {one.name: one.default for one in fields(NewTournament)}
_NAMES: Final = json.dumps(list(DEFAULTS)).encode()
"""The dictionary of the compression; values of another version cannot be read."""


Part = Button | Select | EntitySelect
"""A control of the form."""

ENUMS: Final = {
    "chosen_kind": TournamentKind,
    "seeding": Seeding,
    "comparison": ScoreComparison,
    "opponents": Opponents,
}
"""The fields that are read as members of an enum."""


def _packed(wanted: NewTournament) -> str:
    """Return the values as capital letters and digits, which no game's key contains."""
    chosen = {name: getattr(wanted, name) for name, usual in DEFAULTS.items() if getattr(wanted, name) != usual}
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
    values |= {key: of(values[key]) for key, of in ENUMS.items() if key in values}
    return NewTournament(wishes=wishes, then=tuple(values.pop("then", ())), **values)


def with_values(rows: Iterable[Sequence[Part]], wanted: NewTournament) -> tuple[Row, ...]:
    """Return rows whose addresses hold the values together.

    :raises TableError: if there is too little room.
    """
    packed, numbers = _packed(wanted), count()

    def filled(part: Part) -> Part:
        nonlocal packed
        address = replace(part.address, number=next(numbers), rest=f"{part.address.rest}.")
        room = MAX_CUSTOM_ID - len(address.custom_id(SELECT))
        piece, packed = packed[:room], packed[room:]
        return replace(part, address=replace(address, rest=f"{address.rest}{piece}"))

    after = tuple(tuple(map(filled, row)) for row in rows)
    if packed:
        raise TableError("tournament.form.too_long")
    return after


def values_in(click: Click) -> NewTournament:
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
            if address.kind in (TournamentClick.FORM, TournamentClick.CREATE_NIGHT):
                found[address.number] = address.rest.partition(".")[2]
    try:
        return _unpacked("".join(found[number] for number in sorted(found)))
    except (ValueError, TypeError, KeyError):
        raise TableError("error.button_unknown") from None
