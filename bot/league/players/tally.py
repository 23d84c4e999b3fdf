"""An evening's tally: the matches and wins of people, and what each game counts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

import discord

import games
from bot.league.players.clicks import PlayersClick
from bot.league.players.history import ALL_GAMES
from bot.league.tournaments.showing.standings import first_lines
from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Row, Select, SelectOption, Style
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_DESCRIPTION, bold, timestamp, truncate
from storage.league.player_records import MADE, MISSED, RIGHT, WRONG, PersonTally

_LATEST: Final = 2**40
"""The latest time in an address, far beyond any real one."""


@dataclass(frozen=True)
class TallyFilters:
    """A choice of matches for a tally.

    :ivar since: in unix seconds.
    :ivar everywhere: whether all channels of the server count, not only this one.
    :ivar game: the key of a game; "": all.
    """

    since: int
    everywhere: bool = False
    game: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the end of an address; an unreadable time is 0."""
        since, where, game = (*text.split("/"), "", "", "")[:3]
        number = min(int(since), _LATEST) if since.isascii() and since.isdecimal() else 0
        return cls(number, where == "all", game if game in games.TABLE_GAMES else "")

    def __str__(self) -> str:
        return f"{self.since}/{'all' if self.everywhere else 'here'}/{self.game}"


@dataclass(frozen=True)
class Tally:
    """The tally of an evening.

    :ivar rows: one for each person and game, of all games.
    :ivar names: the known names by user id.
    :ivar notes: a line more by game, such as the best bluff.
    """

    filters: TallyFilters
    rows: Sequence[PersonTally]
    names: Mapping[int, str]
    notes: Mapping[str, str]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that were played, in the order of the catalogue."""
        played = {row.game for row in self.rows}
        return tuple(game for game in games.TABLE_GAMES if game in played)


def tally_message(tally: Tally, reader: Reader, *, posted: bool = False) -> Message:
    """Return a tally for one person, with a button that posts it.

    :param posted: whether it has been posted.
    """
    w, filters = reader.words, tally.filters
    rows: list[Row] = [(_games(tally, w),)] if len(tally.games) > 1 or filters.game else []
    elsewhere = ClickAddress(PlayersClick.TALLY, "", 0, str(replace(filters, everywhere=not filters.everywhere)))
    buttons = [Button(elsewhere, w("tally.button.here" if filters.everywhere else "tally.button.all"))]
    if _shown(tally) and not posted:
        address = ClickAddress(PlayersClick.TALLY_POST, "", 0, str(filters))
        buttons.append(Button(address, w("share.button.post"), Style.MAIN, "📣"))
    message = public_tally(tally, reader)
    return replace(message, content=w("share.posted") if posted else "", rows=(*rows, tuple(buttons)))


def public_tally(tally: Tally, reader: Reader) -> Message:
    """Return a tally without buttons."""
    w, filters = reader.words, tally.filters
    where = w("tally.everywhere" if filters.everywhere else "tally.here")
    since = w("tally.since", when=timestamp(filters.since, "f"))
    lines = [f"-# {since} · {where}"]
    shown = _shown(tally)
    if not shown:
        lines.append(w("tally.none", play=reader.command("play")))
    if len(shown) > 1:
        lines += ["", f"**{w('league.standings.all')}**", first_lines(list(_together(tally, w)), w)]
    for game in shown:
        lines += ["", f"**{w(f'game.{game}.name')}**", first_lines(list(_of_game(tally, game, w)), w)]
        lines += [tally.notes[game]] if game in tally.notes else []
    embed = discord.Embed(colour=COLOUR, title=w("tally.title"))
    embed.description = truncate("\n".join(lines), MAX_DESCRIPTION)
    return Message(embed=embed)


def _shown(tally: Tally) -> list[str]:
    return [game for game in tally.games if tally.filters.game in ("", game)]


def _together(tally: Tally, w: Words) -> Iterator[str]:
    """Yield the matches and wins of each person, most wins first."""
    people: dict[int, tuple[int, int]] = {}
    for row in tally.rows:
        matches, wins = people.get(row.user_id, (0, 0))
        people[row.user_id] = matches + row.matches, wins + row.wins
    for user_id, (matches, wins) in sorted(people.items(), key=lambda one: (-one[1][1], one[1][0], one[0])):
        yield f"{bold(called(tally.names, user_id, w))} · {w.count('tally.matches', matches, won=wins)}"


def _of_game(tally: Tally, game: str, w: Words) -> Iterator[str]:
    """Yield the people of a game: by chips, by points where calls count, or by wins."""
    for row in sorted((row for row in tally.rows if row.game == game), key=_order):
        parts = [bold(called(tally.names, row.user_id, w)), w.count("tally.matches", row.matches, won=row.wins)]
        if row.score is not None and games.CATALOGUE[game].info.chips:
            parts.append(w("tally.chips", amount=f"{row.score:+d}".replace("-", "−")))
        elif row.score is not None:
            parts.append(w.count("board.points", row.score).replace("-", "−"))
        for good, bad, key in ((RIGHT, WRONG, "tally.calls"), (MADE, MISSED, "tally.bids")):
            if good in row.counts or bad in row.counts:
                parts.append(w(key, good=row.counts.get(good, 0), bad=row.counts.get(bad, 0)))
        yield " · ".join(parts)


def _order(row: PersonTally) -> tuple[int, int, int, int]:
    by_score = games.CATALOGUE[row.game].info.chips or RIGHT in row.counts
    score = -(row.score or 0)
    return (score, -row.wins, row.matches, row.user_id) if by_score else (-row.wins, row.matches, score, row.user_id)


def _games(tally: Tally, w: Words) -> Select:
    chosen = tally.filters.game
    options = [SelectOption(w("league.standings.all"), ALL_GAMES, default=not chosen)]
    listed = tally.games if not chosen or chosen in tally.games else (*tally.games, chosen)
    options += [SelectOption(w(f"game.{game}.name"), game, default=game == chosen) for game in listed]
    address = ClickAddress(PlayersClick.TALLY_GAME, "", 0, str(replace(tally.filters, game="")))
    return Select(address, tuple(options), w("welcome.choose"))
