"""Loading and posting an evening's tally."""

from dataclasses import replace
from typing import Final

from bot.league.players.clicks import PlayersClick
from bot.league.players.requests import chosen_game, names_of
from bot.league.players.tally import Tally, TallyFilters, public_tally, tally_message
from bot.locales import Words
from bot.messages.kent_tally import best_bluff, bluff_text, scores_of
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.requests.handlers import on
from bot.requests.people.sharing import require_posting, server_reader
from bot.requests.request import Click, Request
from bot.requests.typed_times import read_past_time
from bot.tables.errors import TableError
from storage import kent
from storage.league import leagues, player_records
from storage.league.player_records import RIGHT, WRONG, PersonTally

_KENT: Final = "kent"

_EVENING_S: Final = 12 * 60 * 60.0
"""The length of an evening, back from now."""

_LONGEST_S: Final = 31 * 86_400.0


async def read_since(request: Request, typed: str) -> int:
    """Return the beginning of a tally, by default that of the evening.

    :param typed: a past time in the server's time zone, or "".
    :raises TableError: if the text is no past time, or too long ago.
    """
    now = request.services.now()
    if not typed:
        return int(now - _EVENING_S)
    async with request.services.database.read() as tx:
        zone = (await leagues.load(tx, request.guild_id)).time_zone
    since = read_past_time(typed, now, zone)
    if since is None:
        raise TableError("tally.refusal.since", value=typed, zone=zone)
    if since < now - _LONGEST_S:
        raise TableError("tally.refusal.long")
    return int(since)


async def tally_page(request: Request, filters: TallyFilters) -> Message:
    """Return a tally for one person."""
    return tally_message(await _load(request, filters, request.words), request.reader)


async def _load(request: Request, filters: TallyFilters, w: Words) -> Tally:
    """Return the tally of a channel with its threads, or of the server.

    The calls of Kent count immediately, all else once a match is finished.
    """
    filters = replace(filters, since=max(filters.since, int(request.services.now() - _LONGEST_S)))
    here = None if filters.everywhere else request.services.channels.with_threads(request.channel_id)
    async with request.services.database.read() as tx:
        rows = await player_records.tally(tx, request.guild_id, filters.since, here)
        calls = await kent.calls(tx, request.guild_id, filters.since, here)
    by_key = {(row.user_id, row.game): row for row in rows}
    for user_id, score in scores_of(calls).items():
        finished = by_key.get((user_id, _KENT), PersonTally(user_id, _KENT))
        counts = {RIGHT: score.right, WRONG: score.wrong}
        by_key[user_id, _KENT] = replace(finished, score=score.points, counts=counts)
    named = {row.user_id for row in by_key.values()} | {call.user_id for call in calls if call.user_id is not None}
    names = await names_of(request, named)
    bluff = best_bluff(calls)
    notes = {} if bluff is None else {_KENT: bluff_text(bluff, lambda user_id: called(names, user_id, w), w)}
    return Tally(filters, tuple(by_key.values()), names, notes)


@on(PlayersClick.TALLY)
async def _show_tally(click: Click) -> None:
    await click.reply.show(await tally_page(click, TallyFilters.parse(click.address.rest)))


@on(PlayersClick.TALLY_GAME)
async def _tally_of_game(click: Click) -> None:
    filters = replace(TallyFilters.parse(click.address.rest), game=chosen_game(click))
    await click.reply.show(await tally_page(click, filters))


@on(PlayersClick.TALLY_POST)
async def _post_tally(click: Click) -> None:
    """Post a tally here in the language of the server."""
    filters = TallyFilters.parse(click.address.rest)
    await require_posting(click)
    public = await server_reader(click)
    await click.services.channels.send(
        click.channel_id, public_tally(await _load(click, filters, public.words), public)
    )
    own = await _load(click, filters, click.words)
    await click.reply.renew(tally_message(own, click.reader, posted=True))
