"""Tournament overviews: crosstable or bracket pictures, and tables as files."""

import csv
import io
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import discord

from bot import render
from bot.league.import_export import spreadsheet_name
from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.duplicate import round_lines
from bot.league.tournaments.formats.kinds import kind_of, standings
from bot.league.tournaments.formats.scoring import TeamStanding
from bot.league.tournaments.messages import has_crosstable, pairings_button
from bot.league.tournaments.showing.bracket_picture import bracket_pages, current_bracket_page, spoken_bracket
from bot.league.tournaments.showing.names import plain_team_names, team_names_drawn
from bot.league.tournaments.showing.pairings import Results, scores_of
from bot.locales import Words
from bot.messages.parts.components import ClickAddress, page_buttons
from bot.messages.parts.message import COLOUR, Drawing, Message, add_page_number, attachments, embedded
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_TITLE, bold, code_block, escape, signed, truncate
from storage.league.tournament_values import Pairing, PairingState, Tournament

_MOST_SCORES: Final = 6
"""The most teams whose scores fit into a crosstable; a larger one only shows winners."""

_MOST_SHORT_SCORES: Final = 10
"""The most teams whose scores fit if they have a digit for each side."""

_ROWS_A_PAGE: Final = 16
"""The most rows of a picture, headings included."""


class _Group(NamedTuple):
    """Teams that meet each other; `letter` is "" for all teams."""

    letter: str
    standings: Sequence[TeamStanding]
    pairings: Sequence[Pairing]


def overview_message(
    tournament: Tournament, names: Mapping[int, str], results: Results, number: int | None, reader: Reader
) -> Message:
    """Return a page with the crosstables, or a picture of the bracket.

    :param number: the page, clamped to the last; None: the one with the current round.
    """
    w = reader.words
    tables = _pages_of_tables(tournament)
    plain, drawn = plain_team_names(tournament, names, w), team_names_drawn(tournament, names, w)
    brackets = bracket_pages(tournament, plain, results, w)
    count = len(tables) + len(brackets)
    if number is None:
        number = len(tables) + current_bracket_page(tournament) if brackets else 0
    number = min(number, count - 1)
    title = tournament.title
    if number < len(tables):
        title = w("tournament.crosstable.title", title=title)
        shown = [_crosstable(tournament, one, plain, results, w) for one in tables[number]]
        painted = [_crosstable(tournament, one, drawn, results, w) for one in tables[number]]
        drawing = Drawing(partial(render.standings_tables, painted), _spoken_tables(title, shown))
    else:
        page = number - len(tables)
        painted_trees = bracket_pages(tournament, drawn, results, w)[page]
        drawing = Drawing(partial(render.bracket, painted_trees), spoken_bracket(title, brackets[page]))
    embed = discord.Embed(colour=COLOUR, title=truncate(f"🏆 {escape(title)}", MAX_TITLE))
    if number < len(tables):
        shares_deals = kind_of(tournament).shares_deals
        how = w("tournament.crosstable.how_deals") if shares_deals else w("tournament.crosstable.how")
        embed.description = f"-# {how}"
    add_page_number(embed, number, count, w)

    def at(page: int) -> ClickAddress:
        return ClickAddress(TournamentClick.CROSSTABLE, str(tournament.id), 0, str(page))

    return embedded(embed, drawing, (*page_buttons(reader, at, number, count), (pairings_button(tournament, w),)))


# --- Crosstables ------------------------------------------------------------------------------------------------------


def _pages_of_tables(tournament: Tournament) -> list[list[_Group]]:
    """Return the crosstables of each page: that of all teams, or those of the groups."""
    tables = _groups(tournament)
    per_page = max(1, _ROWS_A_PAGE // max((len(one.standings) + 1 for one in tables), default=1))
    return [tables[start : start + per_page] for start in range(0, len(tables), per_page)]


def _groups(tournament: Tournament) -> list[_Group]:
    """Return the groups, each with its heading's letter and its pairings; or all teams as one group."""
    groups, before = kind_of(tournament).groups(tournament), kind_of(tournament).paired_ahead(tournament)
    if groups:
        pairings = [one for one in tournament.pairings if one.round <= before]
        return [_Group(chr(ord("A") + number), table, pairings) for number, table in enumerate(groups)]
    return [_Group("", standings(tournament), tournament.pairings)] if has_crosstable(tournament) else []


def group_texts(tournament: Tournament, names: Mapping[int, str], w: Words) -> list[tuple[str, str]]:
    """Return the name of each group, and its crosstable without scores as text."""
    plain = plain_team_names(tournament, names, w)
    tables = [_crosstable(tournament, one, plain, {}, w) for one in _groups(tournament) if one.letter]
    return [(one.heading, code_block(render.table_text(one.titles, one.rows))) for one in tables]


def _crosstable(
    tournament: Tournament, group: _Group, team_names: Mapping[int, str], results: Results, w: Words
) -> render.StandingsTable:
    teams = [one.team for one in group.standings]
    rounds = range(1, tournament.round + 1) if kind_of(tournament).shares_deals else ()
    rows: list[render.TableRow] = []
    for one in group.standings:
        against = [_cell(tournament, group, one.team, other, results) for other in teams] if not rounds else []
        cells = [*against, *(_round_cell(tournament, one.team, number) for number in rounds), signed(str(one.points))]
        quiet = one.team in tournament.withdrawn
        values = tuple(map(render.Value, cells))
        rows.append(render.TableRow(str(len(rows) + 1), team_names[one.team], values, quiet=quiet))
    columns = [w("tournament.crosstable.round", round=one) for one in rounds] or map(str, range(1, len(teams) + 1))
    titles = (*columns, w("tournament.crosstable.points"))
    heading = w("tournament.group", letter=group.letter) if group.letter else ""
    return render.StandingsTable(titles, tuple(rows), heading)


def _spoken_tables(title: str, tables: Sequence[render.StandingsTable]) -> str:
    said = [
        f"{one.heading}: {rows}" if one.heading else rows
        for one in tables
        for rows in [
            "; ".join(f"{row.place}. {row.name}: {', '.join(value.text for value in row.values)}" for row in one.rows)
        ]
    ]
    return f"{title}: {'. '.join(said)}"


def _round_cell(tournament: Tournament, team: int, number: int) -> str:
    """Return a team's score and points in a round with shared deals; "–" for none yet."""
    line = next((one for one in round_lines(tournament, number) if one.team == team), None)
    if line is None or line.points is None:
        return "–"
    score = "–" if line.score is None else signed(f"{line.score:+d}")
    return f"{score} ({signed(str(line.points))})"


def _cell(tournament: Tournament, group: _Group, team: int, other: int, results: Results) -> str:
    """Return scores against a team; "–" for none, "·" for itself."""
    if team == other:
        return "·"
    met = [one for one in group.pairings if {team, other} <= set(one.teams)]
    return " ".join(filter(None, (_against(tournament, group, one, team, other, results) for one in met))) or "–"


def _against(tournament: Tournament, group: _Group, pairing: Pairing, team: int, other: int, results: Results) -> str:
    places = {side.team: side.place for side in pairing.sides}
    own, theirs = places[team], places[other]
    if pairing.state is PairingState.BYE:
        return "+" if own is not None else "−"
    if pairing.state is not PairingState.PLAYED or own is None or theirs is None:
        return ""
    scores = scores_of(tournament, pairing, results)
    is_short = max(pairing.scores.values(), default=10) < 10
    most = _MOST_SHORT_SCORES if is_short else _MOST_SCORES if results else 0
    if len(pairing.sides) == 2 and scores and len(group.standings) <= most:
        return f"{scores[team]}:{scores[other]}".replace("-", "−")
    return "1" if own < theirs else "½" if own == theirs else "0"


# --- Files ------------------------------------------------------------------------------------------------------------


def files_message(tournament: Tournament, names: Mapping[int, str], results: Results, w: Words) -> Message:
    """Return the table and the results as CSV."""

    def named(team: int) -> str:
        members = " & ".join(called(names, one.user_id, w) for one in tournament.teams.get(team, ()))
        own = tournament.team_names.get(team)
        return spreadsheet_name(f"{own} ({members})" if own else members)

    table = [["place", "name", "points", "tie_break", "played", "byes"]]
    table += [
        [str(part) for part in (one.place, named(one.team), one.points, one.tie_break, one.played, one.byes)]
        for one in standings(tournament)
    ]
    lines = [["round", "name", "place", "score", "state", "match"]]
    for pairing in tournament.pairings:
        result = results.get(pairing.result_id or 0)
        scores = scores_of(tournament, pairing, results)
        match = "" if result is None else result.match_id or f"#{result.id}"
        for side in pairing.sides:
            score, place = scores.get(side.team, ""), side.place or ""
            row = (pairing.round, named(side.team), place, score, pairing.state.value, match)
            lines.append([str(part) for part in row])
    files = attachments("tournament.zip", ("table.csv", _csv(table)), ("results.csv", _csv(lines)))
    return Message(w("tournament.files", title=bold(tournament.title)), files=files)


def _csv(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
