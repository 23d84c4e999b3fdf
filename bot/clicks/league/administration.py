"""Changing a league: choosing a match, saying why, telling who played, and merging accounts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import games
from bot.league.entered_results import Recorded
from bot.messages.league.amending import name_of, reason_form, record_form
from bot.messages.parts.components import MAX_FORM_FIELDS, Kind, parse_page
from bot.posts.discord_components import Chosen
from bot.requests.league.administration import amend_and_tell, audit_log_page, merge_and_tell, tell_taken_in
from bot.requests.league.amending import add_told, find_result, take_record
from bot.requests.request import Click, Handler
from bot.requests.server_settings import require_league_manager
from bot.requests.values import parse_number
from bot.tables.errors import TableError

__all__ = ["HANDLERS"]

_RECORD: Final = re.compile(r"([a-z_]+)/([1-9])/(\d(?:,\d)+)/(-?\d{1,6}(?:,-?\d{1,6})+)/([0-9a-f]{12})")
_LARGEST_ID: Final = 2**63 - 1


async def _turn(click: Click) -> None:
    require_league_manager(click)
    await click.reply.renew(await audit_log_page(click, parse_page(click.address.rest)))


async def _choose(click: Click) -> None:
    require_league_manager(click)
    found = await find_result(click, f"#{_id_in(click.value)}")
    await click.reply.ask(reason_form(found.id, name_of(found), click.words, void=click.address.rest == "void"))


async def _amend(click: Click) -> None:
    require_league_manager(click)
    what, _, number = click.address.rest.partition("/")
    if what not in ("void", "restore"):
        raise TableError("error.button_unknown")
    reason = click.filled.texts.get("reason", "")
    await amend_and_tell(click, _id_in(number), reason, void=what == "void")


async def _add(click: Click) -> None:
    require_league_manager(click)
    if click.address.rest not in games.TABLE_GAMES:
        raise TableError("error.button_unknown")
    groups = [group for group in _groups(click) if group]
    await tell_taken_in(click, await add_told(click, click.address.rest, click.address.number, groups))


async def _ask_record(click: Click) -> None:
    require_league_manager(click)
    await click.reply.ask(record_form(_recorded(click), click.address.number, click.words))


async def _take_record(click: Click) -> None:
    require_league_manager(click)
    recorded = _recorded(click)
    sides = _groups(click)[: len(recorded.places)]
    await tell_taken_in(click, await take_record(click, recorded, click.address.number, sides))


async def _merge(click: Click) -> None:
    require_league_manager(click)
    old, _, new = click.address.rest.partition("/")
    await merge_and_tell(click, _id_in(old), _id_in(new))


def _id_in(text: str) -> int:
    """The id that a text is.

    :raises TableError: if it is none.
    """
    found = parse_number(text, len(str(_LARGEST_ID)))
    if found > _LARGEST_ID:
        raise TableError("error.button_unknown")
    return found


def _groups(click: Click) -> list[tuple[Chosen, ...]]:
    """The people in the fields of a form, field by field."""
    return [click.filled.people.get(f"place{place}", ()) for place in range(1, MAX_FORM_FIELDS + 1)]


def _recorded(click: Click) -> Recorded:
    """What the address says of a recorded match.

    :raises TableError: if that is impossible, as in a forged address.
    """
    found = _RECORD.fullmatch(click.address.rest)
    if found is None or found[1] not in games.TABLE_GAMES:
        raise TableError("error.button_unknown")
    places, scores = (tuple(map(int, found[part].split(","))) for part in (3, 4))
    if len(places) != len(scores) or len(places) > MAX_FORM_FIELDS:
        raise TableError("error.button_unknown")
    return Recorded(found[1], int(found[2]), places, scores, found[5])


HANDLERS: Final[Mapping[Kind, Handler]] = {
    Kind.AUDIT_LOG_PAGE: _turn,
    Kind.CHOOSE_RESULT: _choose,
    Kind.AMEND: _amend,
    Kind.ADD_GAME: _add,
    Kind.ASK_RECORD: _ask_record,
    Kind.TAKE_RECORD: _take_record,
    Kind.MERGE: _merge,
}
