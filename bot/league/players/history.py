"""Pages of a server's matches, counting or not, and of its finished tournaments."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final, Self

import discord

import games
from bot.league.players.clicks import PlayersClick
from bot.league.ratings.rating import sides_of
from bot.league.tournaments.formats.kinds import place_of
from bot.league.tournaments.showing.names import people_on_podium, podium_text
from bot.locales import Words
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    Form,
    Kind,
    Row,
    Select,
    SelectOption,
    TextField,
    page_buttons,
)
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.names import computer_at
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import (
    MAX_DESCRIPTION,
    MAX_OPTION_TEXT,
    bold,
    message_link,
    place_text,
    timestamp,
    truncate,
)
from storage.league.results import Abandoned, HistoryEntry, HistorySize, NotCounted, Place, Result, ResultOrigin
from storage.league.tournament_values import Tournament
from storage.matches import AbandonReason, Player, SeatResult

LINES: Final = 8
"""The entries on a page."""

ALL_GAMES: Final = "-"
"""The choice for matches of all games."""

_LARGEST: Final = 2**63 - 1
_UNPLAYED: Final = "all"


@dataclass(frozen=True)
class Filters:
    """A choice of matches, and a page of them.

    :ivar person: a person who played in them, and `other` too; 0: any person.
    :ivar game: the key of a game; "": any.
    :ivar page: from 0.
    :ivar unplayed: whether matches that were abandoned in their first deal are among them.
    """

    person: int = 0
    other: int = 0
    game: str = ""
    page: int = 0
    unplayed: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the end of an address; unreadable parts filter nothing."""
        person, other, game, page, unplayed = (*text.split("/"), "", "", "", "", "")[:5]
        known = game if game in games.TABLE_GAMES else ""
        return cls(_number(person), _number(other), known, _number(page), unplayed == _UNPLAYED)

    def __str__(self) -> str:
        return f"{self.person}/{self.other}/{self.game}/{self.page}{f'/{_UNPLAYED}' if self.unplayed else ''}"

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(one for one in (self.person, self.other) if one)


SeatsOf = Mapping[str, Sequence[SeatResult]]
"""The results of all seats, by the id of a match at a table."""


def history_message(
    entries: Sequence[HistoryEntry],
    size: HistorySize,
    names: Mapping[int, str],
    seats: SeatsOf,
    filters: Filters,
    reader: Reader,
    secret: Collection[str] = (),
    own_id: int = 0,
) -> Message:
    """Return a page of matches and tournaments, the newest first.

    :param entries: those of the page.
    :param size: the numbers on all pages.
    :param secret: the matches of it whose deals and scores are not shown yet.
    :param own_id: the reader, who can play on from where they left a match.
    """
    w = reader.words
    embed = discord.Embed(colour=COLOUR, title=w("history.title"))
    people = [bold(called(names, one, w)) for one in filters.people]
    lines = [f"-# {w('history.of', names=w.list(people))}"] if people else []
    for number, entry in enumerate(entries, filters.page * LINES + 1):
        if isinstance(entry, Tournament):
            lines.append(_tournament_line(number, entry, names, filters, w))
        elif isinstance(entry, Result) and entry.match_id in secret:
            lines.append(_secret_line(number, entry, names, w))
        else:
            lines.append(_line(number, entry, names, seats, w))
    if not entries:
        lines.append(w("history.none", play=reader.command("play")))
    embed.description = truncate("\n".join(lines), MAX_DESCRIPTION)
    pages = max(1, -(-sum(size) // LINES))
    counted = [w.count("league.matches", size.matches)]
    counted += [w.count("stats.tournaments", size.tournaments)] if size.tournaments else []
    embed.set_footer(text=" · ".join([*counted, w("rules.page", number=filters.page + 1, total=pages)]))

    def at(page: int) -> ClickAddress:
        return ClickAddress(PlayersClick.HISTORY, "", 0, str(replace(filters, page=page)))

    rows: list[Row] = []
    rows += [(select,) for select in _finished(entries, filters, w)]
    rows += [(select,) for select in _left(entries, filters, own_id, w)]
    rows.append((_games(filters, w),))
    [turned] = page_buttons(reader, at, filters.page, pages) or ((),)
    by_code = Button(ClickAddress(PlayersClick.ASK_CODE), w("history.by_code"), emoji="🎞️")
    toggled = replace(filters, page=0, unplayed=not filters.unplayed)
    key = "history.played_only" if filters.unplayed else "history.unplayed"
    unplayed = Button(ClickAddress(PlayersClick.HISTORY, "", 1, str(toggled)), w(key))
    return Message(embed=embed, rows=(*rows, (*turned, by_code, unplayed)))


def code_form(w: Words) -> Form:
    """Return the form for the code of a match to replay."""
    return Form(ClickAddress(PlayersClick.SHOW_CODE), w("history.open"), (TextField("code", w("history.code")),))


def _head(number: int, result: Result | Abandoned, w: Words) -> str:
    return f"**{number}. {w(f'game.{result.game}.name')}** · {timestamp(result.at, 'f')}"


def _secret_line(number: int, result: Result | Abandoned, names: Mapping[int, str], w: Words) -> str:
    """Return a match whose deals are still played at other tables."""
    people = [bold(called(names, one, w)) for one in result.people]
    return "\n".join([_head(number, result, w), w.list(people), f"-# {w('replay.shared')}"])


def _line(number: int, result: Result | Abandoned, names: Mapping[int, str], seats: SeatsOf, w: Words) -> str:
    """Return a match with its places and scores, or the reason for abandoning it."""
    head = _head(number, result, w)
    if isinstance(result, Abandoned):
        people = [bold(called(names, one, w)) for one in result.people]
        return "\n".join([head, *([w.list(people)] if people else []), f"-# {_why_abandoned(result, names, w)}"])
    sides = {side[0].side: side for side in sides_of(result)}
    computers = _computers(result, sides, seats.get(result.match_id or "", ()))
    found = []
    for side in {**sides, **computers}:
        people = [bold(called(names, one.user_id, w)) for one in sides.get(side, ())]
        others = [_computer_name(result.match_id or "", one, w) for one in computers.get(side, ())]
        if side in sides:
            place, score = sides[side][0].place, sides[side][0].score
        else:
            place, score = computers[side][0].rank, computers[side][0].score
        told = "" if score is None else f" {score}".replace("-", "−")
        found.append((place, f"{place_text(place)} {w.list([*people, *others])}{told}"))
    parts = [text for _, text in sorted(found, key=itemgetter(0))]
    if len(found) < result.sides:
        parts.append(w("history.computers"))
    lines = [head, " · ".join(parts)] if parts else [head]
    why = why_not_text(result, w)
    return "\n".join([*lines, f"-# {why}"] if why else lines)


def _tournament_line(number: int, tournament: Tournament, names: Mapping[int, str], filters: Filters, w: Words) -> str:
    """Return a finished tournament with its podium, and the places of people who were asked for."""
    link = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
    people = sum(map(len, tournament.teams.values()))
    named = people_on_podium(tournament)
    others = {one: place_of(tournament, one) for one in filters.people if one not in named}
    places = [podium_text(tournament, names, w)]
    places += [f"{found.place}. {bold(called(names, one, w))}" for one, found in others.items() if found is not None]
    about = [f"🏆 {bold(tournament.title)} [↗]({link})", w(f"tournament.kind.{tournament.kind}")]
    about.append(w.count("league.week.players", people))
    head = f"**{number}. {w(f'game.{tournament.game}.name')}** · {timestamp(tournament.ended_at or 0, 'f')}"
    return "\n".join([head, " · ".join(about), " · ".join(places)])


def _computers(
    result: Result, sides: Mapping[int, Sequence[Place]], seats: Sequence[SeatResult]
) -> dict[int, list[SeatResult]]:
    """Return the computers of each side, without those that took the seat of a person who left."""
    found: dict[int, list[SeatResult]] = {}
    for one in seats if result.sides else ():
        side = one.seat % result.sides  # partners sit opposite
        room = len(seats) // result.sides - len(sides.get(side, ())) - len(found.get(side, ()))
        if one.player is not Player.PERSON and room > 0:
            found.setdefault(side, []).append(one)
    return found


def _computer_name(match_id: str, seat: SeatResult, w: Words) -> str:
    computer = computer_at(match_id, seat.seat, seat.player)
    name, level = w(f"computer.{computer.key}"), w(f"level.{seat.player}")
    return f"{computer.face} {w('history.computer', name=name, level=level)}"


def why_not_text(result: Result, w: Words) -> str:
    """Return why a match does not count, or where it comes from; "" for one that counts."""
    if result.void:
        return w("history.void")
    why_not = NotCounted.CROWDED if result.crowded else result.why_not
    if why_not is not None:
        return w(f"history.why_not.{why_not}")
    return "" if result.origin is ResultOrigin.TABLE else w(f"history.origin.{result.origin}")


def _why_abandoned(match: Abandoned, names: Mapping[int, str], w: Words) -> str:
    if match.reason is None:
        return w("history.abandoned")
    return w(f"history.abandoned.{match.reason}", name=called(names, match.by or 0, w))


def _finished(entries: Sequence[HistoryEntry], filters: Filters, w: Words) -> tuple[Select, ...]:
    """Return selects of the page's replays and reviews; none without any."""
    names = {
        entry.match_id: truncate(f"{number}. {w(f'game.{entry.game}.name')}", MAX_OPTION_TEXT)
        for number, entry in enumerate(entries, filters.page * LINES + 1)
        if isinstance(entry, Result) and entry.match_id
    }
    if not names:
        return ()
    return tuple(
        Select(
            ClickAddress(kind, "", 0, "history"),
            tuple(SelectOption(name, match_id, emoji=emoji) for match_id, name in names.items()),
            w(key),
        )
        for kind, key, emoji in (
            (Kind.OPEN_REPLAY, "history.open", "🎞️"),
            (Kind.OPEN_REVIEW, "history.review", "🔍"),
        )
    )


def _left(entries: Sequence[HistoryEntry], filters: Filters, own_id: int, w: Words) -> Iterator[Select]:
    """Yield the select of the page's matches that the reader has left."""
    options = tuple(
        SelectOption(truncate(f"{number}. {w(f'game.{entry.game}.name')}", MAX_OPTION_TEXT), entry.match_id, emoji="▶️")
        for number, entry in enumerate(entries, filters.page * LINES + 1)
        if isinstance(entry, Abandoned) and entry.reason is AbandonReason.TIME and own_id in entry.people
    )
    if options:
        yield Select(ClickAddress(Kind.TAKE_UP), options, w("history.play_on"))


def _games(filters: Filters, w: Words) -> Select:
    options = [SelectOption(w("league.standings.all"), ALL_GAMES, default=not filters.game)]
    options += [SelectOption(w(f"game.{key}.name"), key, default=key == filters.game) for key in games.TABLE_GAMES]
    address = ClickAddress(PlayersClick.HISTORY_GAME, "", 0, str(replace(filters, game="", page=0)))
    return Select(address, tuple(options), w("welcome.choose"))


def _number(text: str) -> int:
    return min(int(text), _LARGEST) if text.isascii() and text.isdecimal() else 0


COMPLETES: Final = {
    "history.why_not.{}": NotCounted,
    "history.abandoned.{}": AbandonReason,
    "history.origin.{}": (ResultOrigin.FORM, ResultOrigin.IMPORT),
}
